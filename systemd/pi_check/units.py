"""The units under a running systemd: sandbox, network, name, settings, watchdog, restart, upgrade and away again."""

import re
import time
from collections.abc import Callable
from functools import partial
from urllib.request import urlopen

from systems import GUEST, Booted, System, booted
from table import Failed, Table, until

from hardware.mdns import address_of, services
from hardware.wled import SERVICE as WLED

UNITS = ("companion.service", "companion-name.service")


def check_systemd(table: Table) -> None:
    system = System("systemd", "trixie", "amd64")
    table.hold("systemd", "Debian trixie is built", system.build)
    table.hold("systemd", "make install from zero", system.install)
    with booted(system) as machine:
        for what, check in UNDER_SYSTEMD.items():
            table.hold("systemd", what, partial(check, machine))


def starts_without_a_network(machine: Booted) -> str:
    if machine.say("ip -4 -o addr show scope global").strip():
        raise Failed("there is a network")
    return _first_page(machine)


def _first_page(machine: Booted) -> str:
    page = "python3 -c \"import urllib.request as u; print(u.urlopen('http://127.0.0.1:8000/', timeout=5).status)\""
    until(lambda: "200" in machine.say(page), 60, "no page")
    return machine.say("systemctl show companion -p ActiveState --value").strip()


def first_page_after_start(machine: Booted) -> str:
    machine.say("systemctl stop companion")
    began_s = time.monotonic()
    machine.say("systemctl start companion")
    _first_page(machine)
    return f"{time.monotonic() - began_s:.1f} s"


def runs_in_its_sandbox(machine: Booted) -> str:
    told = "".join(machine.say(f"systemd-analyze security --no-pager {unit}") for unit in UNITS)
    levels = re.findall(r"Overall exposure level for (\S+): ([\d.]+)", told)
    if not levels or any(float(level) > 2.5 for _, level in levels):
        raise Failed(told[-300:])
    return ", ".join(f"{unit} {level}" for unit, level in dict(levels).items())


def games_are_the_services_own(machine: Booted) -> str:
    return machine.say("stat -c '%A %U' /var/lib/companion /var/lib/companion/* | sort -u | head -4")


def name_comes_with_the_network(machine: Booted) -> str:
    machine.plug_in()
    until(lambda: GUEST in machine.say("avahi-resolve -4 -n companion.local || true"), 60, "no companion.local")
    return f"companion.local is {GUEST}, without a router"


def name_is_heard_from_outside(machine: Booted) -> str:
    """A phone's question, by multicast over the cable."""
    return until(lambda: address_of("companion.local") == GUEST and GUEST, 20, "nobody answers to companion.local")


def wled_is_found(machine: Booted) -> str:
    """A controller that calls itself one, published by avahi as its own firmware does."""
    machine.say("systemd-run --quiet avahi-publish -s Table _wled._tcp 80")
    return until(lambda: ", ".join(f"{one.name} at {one.address}" for one in services(WLED)), 20, "no WLED is found")


def settings_take_effect(machine: Booted) -> str:
    machine.say("sed -i 's/^#port = .*/port = 8123/' /etc/companion.toml && systemctl restart companion")
    page = f"http://{GUEST}:8123/"
    until(lambda: _answers(page), 30, f"nobody at {page}")
    machine.say("sed -i 's/^port = .*/#port = 8000/' /etc/companion.toml && systemctl restart companion")
    return f"{page} answers after port = 8123 in /etc/companion.toml"


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def settings_that_were_deleted_are_put_back(machine: Booted) -> str:
    machine.say("rm /etc/companion.toml && systemctl restart companion")
    return machine.say("stat -c '%A %U:%G' /etc/companion.toml").strip() + ", " + _first_page(machine)


def _main_pid(machine: Booted) -> str:
    return machine.say("systemctl show companion -p MainPID --value").strip()


def _restarted(machine: Booted, signal: str, within_s: float) -> str:
    _first_page(machine)
    before = _main_pid(machine)
    began_s = time.monotonic()
    machine.say(f"kill -{signal} {before}")
    until(
        lambda: machine.say("systemctl show companion -p MainPID --value").strip() not in (before, "0"),
        within_s,
        "no new process",
    )
    _first_page(machine)
    return f"a page again after {time.monotonic() - began_s:.0f} s"


def killed_it_comes_back(machine: Booted) -> str:
    return _restarted(machine, "KILL", 30)


def frozen_it_is_ended_by_the_watchdog_and_comes_back(machine: Booted) -> str:
    return _restarted(machine, "STOP", 60)


def installed_again_it_keeps_its_settings(machine: Booted) -> str:
    machine.say("echo 'players = 3' > /etc/companion.toml")
    machine.say("cd /clone && make install")
    if machine.say("cat /etc/companion.toml") != "players = 3\n":
        raise Failed("the settings were overwritten")
    return _first_page(machine)


def uninstalled_it_leaves_games_and_settings(machine: Booted) -> str:
    machine.say("cd /clone && make uninstall && make uninstall")
    left = machine.say(
        "ls -d /opt/companion /usr/local/bin/companion /etc/systemd/system/companion* 2>/dev/null || true"
    )
    if left.strip():
        raise Failed(f"left: {left}")
    return machine.say("ls /var/lib/companion /etc/companion.toml").replace("\n", " ")


UNDER_SYSTEMD: dict[str, Callable[[Booted], str]] = {
    "starts without a network": starts_without_a_network,
    "first page after systemctl start": first_page_after_start,
    "runs in its sandbox": runs_in_its_sandbox,
    "games are the service's own": games_are_the_services_own,
    "the name comes with the network": name_comes_with_the_network,
    "the name is heard from outside": name_is_heard_from_outside,
    "a WLED is found by mDNS": wled_is_found,
    "settings take effect": settings_take_effect,
    "deleted settings are put back": settings_that_were_deleted_are_put_back,
    "killed, it comes back": killed_it_comes_back,
    "frozen, its watchdog ends it": frozen_it_is_ended_by_the_watchdog_and_comes_back,
    "make install again": installed_again_it_keeps_its_settings,
    "make uninstall, twice": uninstalled_it_leaves_games_and_settings,
}
