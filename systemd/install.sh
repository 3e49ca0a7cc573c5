#!/bin/sh
# Installs the companion from this clone, or repairs and upgrades it: sudo make install
# With --uninstall takes it off this machine and leaves the games: sudo make uninstall
#   ROOT=DIR     into that directory instead of this machine: an image, or a test
#   PYTHON=P     the Python to build on (python3)
#   PIP_FLAGS=F  more flags for pip
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
ROOT=${ROOT:-}
PYTHON=${PYTHON:-python3}
PIP_FLAGS=${PIP_FLAGS:-}
opt=$ROOT/opt/companion
units=$ROOT/etc/systemd/system

say() { printf '%s\n' "companion: $*"; }
stop() { say "$*" >&2; exit 2; }

case ${1:-} in
    '') what=install ;;
    --uninstall) what=uninstall ;;
    *) stop "no option $1; there is --uninstall" ;;
esac
[ -n "$ROOT" ] || [ "$(id -u)" = 0 ] || stop "${what}ing needs root; run: sudo make $what"

pip() { "$opt/bin/python" -m pip --quiet --disable-pip-version-check "$@"; }

packages() {
    command -v apt-get >/dev/null || { say "no apt-get here; python3-picamera2 and python3-lgpio are up to you"; return; }
    apt-get update -qq || say "the package lists are as old as they are"
    known= unknown=
    for package in python3-venv python3-picamera2 python3-lgpio avahi-daemon avahi-utils iproute2; do
        if apt-cache show "$package" >/dev/null 2>&1; then known="$known $package"; else unknown="$unknown $package"; fi
    done
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $known
    [ -z "$unknown" ] || say "this Debian has no$unknown; without picamera2 use a webcam, without lgpio no lamps"
}

environment() {
    # a venv made by another Python cannot be mended: it is made anew, and so is a broken one
    wanted=$("$PYTHON" -c 'import sys; print(sys.version_info[:2])')
    found=$("$opt/bin/python" -c 'import sys; print(sys.version_info[:2])' 2>/dev/null || true)
    if [ "$wanted" != "$found" ]; then
        say "making $opt"
        "$PYTHON" -m venv --clear --system-site-packages "$opt"
    fi
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/source"
    for part in companion vision hardware web pyproject.toml README.md; do
        [ ! -e "$here/$part" ] || cp -R "$here/$part" "$work/source/"
    done
    # shellcheck disable=SC2086
    pip wheel --no-deps $PIP_FLAGS --wheel-dir "$work" "$work/source"
    wheel=$(echo "$work"/companion-*.whl)
    # the same version again would be left as it is
    # shellcheck disable=SC2086
    pip install --force-reinstall --no-deps $PIP_FLAGS "$wheel"
    # picamera2 is there only on a Pi; elsewhere nobody needs what must match it
    if "$opt/bin/python" -c 'import picamera2' 2>/dev/null; then wheel="$wheel[pi]"; fi
    # shellcheck disable=SC2086
    pip install --upgrade $PIP_FLAGS "$wheel"
}

files() {
    install -d "$opt/libexec" "$opt/share/doc/companion" "$units" "$ROOT/etc/sysusers.d"
    install -m 755 "$here/systemd/companion-name" "$opt/libexec/"
    install -m 644 "$here/systemd/companion.service" "$here/systemd/companion-name.service" "$units/"
    install -m 644 "$here/systemd/companion.sysusers" "$ROOT/etc/sysusers.d/companion.conf"
    [ ! -f "$here/README.md" ] || install -m 644 "$here/README.md" "$opt/share/doc/companion/"
}

user() {
    systemd-sysusers ${ROOT:+--root="$ROOT"} "$ROOT/etc/sysusers.d/companion.conf"
}

boot() {
    systemctl ${ROOT:+--root="$ROOT"} --quiet enable companion.service companion-name.service
    [ -z "$ROOT" ] || return 0
    if command -v raspi-config >/dev/null; then raspi-config nonint do_spi 0 || say "SPI could not be switched on"; fi
    [ -d /run/systemd/system ] || { say "systemd does not run here; the companion starts at the next boot"; return 0; }
    systemctl daemon-reload
    systemctl restart companion-name.service || say "companion.local is not answered; phones can use the number instead"
    systemctl restart companion.service || stop "it does not start; journalctl -u companion says why"
}

uninstall() {
    if [ -z "$ROOT" ] && [ -d /run/systemd/system ]; then
        systemctl stop companion.service companion-name.service 2>/dev/null || true
    fi
    for unit in companion.service companion-name.service; do
        [ ! -f "$units/$unit" ] || systemctl ${ROOT:+--root="$ROOT"} --quiet disable "$unit"
        rm -f "$units/$unit"
    done
    rm -f "$ROOT/etc/sysusers.d/companion.conf"
    rm -rf "$opt"
    if [ -z "$ROOT" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
    say "gone; the games stay in $ROOT/var/lib/companion, and so does the user companion, who owns them"
}

if [ "$what" = uninstall ]; then
    uninstall
    exit
fi
[ -n "$ROOT" ] || packages
environment
files
user
boot
say "installed; it starts at boot, and keeps its games in /var/lib/companion"
