#!/bin/sh
# Takes the companion off this machine and leaves the games: sudo make uninstall
#   ROOT=DIR  from that directory instead
set -eu

ROOT=${ROOT:-}
say() { printf '%s\n' "companion: $*"; }

[ -n "$ROOT" ] || [ "$(id -u)" = 0 ] || { say "uninstalling needs root; run: sudo make uninstall" >&2; exit 2; }

if [ -z "$ROOT" ] && [ -d /run/systemd/system ]; then
    systemctl stop companion.service companion-name.service 2>/dev/null || true
fi
for unit in companion.service companion-name.service; do
    [ ! -f "$ROOT/etc/systemd/system/$unit" ] || systemctl ${ROOT:+--root="$ROOT"} --quiet disable "$unit"
    rm -f "$ROOT/etc/systemd/system/$unit"
done
rm -f "$ROOT/etc/sysusers.d/companion.conf"
rm -rf "$ROOT/opt/companion"
if [ -z "$ROOT" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
say "gone; the games stay in $ROOT/var/lib/companion, and the user companion, who owns them"
