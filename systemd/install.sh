#!/bin/sh
# Installs the companion from this clone, or repairs and upgrades it: sudo make install
# With --uninstall takes it off this machine and leaves games and settings: sudo make uninstall
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
link=$ROOT/usr/local/bin/companion
missing=

say() { printf '%s\n' "companion: $*"; }
step() { say "[$1/5] $2"; }
stop() { say "$*" >&2; exit 2; }
lack() { missing="$missing
  - $*"; }

case ${1:-} in
    '') what=install ;;
    --uninstall) what=uninstall ;;
    *) stop "no option $1; there is --uninstall" ;;
esac
[ -n "$ROOT" ] || [ "$(id -u)" = 0 ] || stop "${what}ing needs root; run: sudo make $what"

pip() { "$opt/bin/python" -m pip --quiet --disable-pip-version-check "$@"; }

# what is lost without each package
without() {
    case $1 in
        python3-venv) echo "nothing can be installed" ;;
        python3-picamera2) echo "a Pi camera is not seen; use a webcam" ;;
        python3-lgpio) echo "lamps and buttons on the header stay dark" ;;
        *) echo "phones do not find companion.local; they use the number" ;;
    esac
}

packages() {
    if ! command -v apt-get >/dev/null; then
        lack "Debian's packages, for there is no apt-get: picamera2 and lgpio are up to you"
        return 0
    fi
    apt-get update -qq || say "the package lists could not be renewed; those of last time are used"
    for package in python3-venv python3-picamera2 python3-lgpio avahi-daemon avahi-utils iproute2; do
        # one by one: what is missing must not keep the rest away
        say "      $package"
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 </dev/null \
            || lack "$package: $(without "$package")"
    done
}

environment() {
    # a venv made by another Python cannot be mended: it is made anew, and so is a broken one
    wanted=$("$PYTHON" -c 'import sys; print(sys.version_info[:2])')
    found=$("$opt/bin/python" -c 'import sys; print(sys.version_info[:2])' 2>/dev/null || true)
    if [ "$wanted" != "$found" ]; then
        say "making $opt"
        "$PYTHON" -m venv --clear --system-site-packages "$opt" \
            || stop "python3 cannot make a venv; sudo apt install python3-venv"
    fi
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/source"
    for part in companion vision hardware web pyproject.toml README.md; do
        [ ! -e "$here/$part" ] || cp -R "$here/$part" "$work/source/"
    done
    # the tools to build with stay in the venv, so that the next upgrade needs no network for them
    # shellcheck disable=SC2086
    pip install $PIP_FLAGS "setuptools>=77" || stop "it could not be built; is there a network?"
    # shellcheck disable=SC2086
    pip wheel --no-deps --no-build-isolation $PIP_FLAGS --wheel-dir "$work" "$work/source" || stop "it could not be built from $here"
    wheel=$(echo "$work"/companion-*.whl)
    # picamera2 is there only on a Pi; elsewhere nobody needs what must match it. Looked for and not imported: on
    # bookworm the import fails for want of the very package that is added here
    extra=
    if "$opt/bin/python" -c 'import importlib.util as u, sys; sys.exit(u.find_spec("picamera2") is None)'; then
        say "      and what picamera2 needs beside it"
        extra='[pi]'
    fi
    # what it needs first: if that cannot be had, the version before is still whole
    # shellcheck disable=SC2086
    pip install --upgrade $PIP_FLAGS "$wheel$extra" || stop "what it needs could not be had; the version before stays as it was"
    # the same version again would have been left as it is
    # shellcheck disable=SC2086
    pip install --force-reinstall --no-deps $PIP_FLAGS "$wheel"
}

files() {
    install -d "$opt/libexec" "$opt/share/doc/companion" "$units" "$ROOT/usr/local/bin"
    install -m 755 "$here/systemd/companion-name" "$opt/libexec/"
    install -m 644 "$here/systemd/companion.toml" "$opt/share/"
    install -m 644 "$here/systemd/companion.service" "$here/systemd/companion-name.service" "$units/"
    [ ! -f "$here/README.md" ] || install -m 644 "$here/README.md" "$opt/share/doc/companion/"
    [ -e "$ROOT/etc/companion.toml" ] || settings
    if [ -L "$link" ] || [ ! -e "$link" ]; then
        ln -sfn /opt/companion/bin/companion "$link"
    else
        lack "the command companion: $link is something else; use /opt/companion/bin/companion"
    fi
}

settings() {
    install -m 640 "$here/systemd/companion.toml" "$ROOT/etc/companion.toml"
    # a PIN may be in it: for root and the service only
    group=$(sed -n 's/^companion:[^:]*:\([0-9]*\):.*/\1/p' "$ROOT/etc/group")
    chgrp "$group" "$ROOT/etc/companion.toml" 2>/dev/null || chmod 644 "$ROOT/etc/companion.toml"
}

user() {
    install -d "$ROOT/etc/sysusers.d"
    install -m 644 "$here/systemd/companion.sysusers" "$ROOT/etc/sysusers.d/companion.conf"
    systemd-sysusers ${ROOT:+--root="$ROOT"} "$ROOT/etc/sysusers.d/companion.conf"
}

boot() {
    systemctl ${ROOT:+--root="$ROOT"} --quiet enable companion.service companion-name.service
    [ -z "$ROOT" ] || return 0
    if command -v raspi-config >/dev/null; then
        raspi-config nonint do_spi 0 || lack "SPI, for the LED chain: switch it on with raspi-config"
    fi
    [ -d /run/systemd/system ] || { say "systemd does not run here; the companion starts at the next boot"; return 0; }
    systemctl daemon-reload
    systemctl restart companion.service || stop "it does not start; journalctl -u companion says why"
    systemctl restart companion-name.service || lack "companion.local: journalctl -u companion-name says why"
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
    [ "$(readlink "$link" || true)" != /opt/companion/bin/companion ] || rm -f "$link"
    rm -rf "$opt"
    if [ -z "$ROOT" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
    say "gone; the games stay in $ROOT/var/lib/companion, the settings in $ROOT/etc/companion.toml," \
        "and so does the user companion, who owns them"
}

if [ "$what" = uninstall ]; then
    uninstall
    exit
fi
step 1 "packages of Debian's"
if [ -z "$ROOT" ]; then packages; else say "      none: this is another machine's directory"; fi
step 2 "the companion and what it needs, in $opt"
environment
step 3 "its user"
user
step 4 "settings in $ROOT/etc/companion.toml, units, the command companion"
files
step 5 "start at boot"
boot
[ -z "$missing" ] || say "could not have:$missing"
say "installed; it starts at boot, and keeps its games in /var/lib/companion"
