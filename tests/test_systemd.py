"""The units: known to systemd to the letter, locked down, and right about the things that bite on a Pi."""

import configparser
import os
import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from companion.config import Config, read_config
from hardware.pins import PINS, Pins

UNITS = Path(__file__).parent.parent / "systemd"
NAMES = ("companion", "companion-name")
EXPOSURE = 2.5

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


def with_a_program_that_exists(name: str, folder: Path) -> Path:
    """The unit with /bin/true in the service's place: verify wants the program, and it is not installed here."""
    text = (UNITS / f"{name}.service").read_text()
    copy = folder / f"{name}.service"
    copy.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE))
    return copy


def settings(name: str) -> dict[str, list[str]]:
    """Every key of the unit with all its values, in order."""
    found: dict[str, list[str]] = {}
    for line in (UNITS / f"{name}.service").read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@needs_systemd
@pytest.mark.parametrize("name", NAMES)
def test_systemd_has_nothing_to_say_about_the_unit(name, tmp_path):
    unit = with_a_program_that_exists(name, tmp_path)
    run = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True)
    assert (run.returncode, run.stderr, run.stdout) == (0, "", "")


@needs_systemd
def test_verify_would_tell_a_misspelt_key(tmp_path):
    unit = with_a_program_that_exists("companion", tmp_path)
    unit.write_text(unit.read_text().replace("PrivateTmp=", "PrivateTemp="))
    run = subprocess.run(["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True)
    assert "PrivateTemp" in run.stderr


@needs_systemd
@pytest.mark.parametrize("name", NAMES)
def test_the_unit_is_locked_down(name, tmp_path):
    unit = with_a_program_that_exists(name, tmp_path)
    run = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    exposure = re.search(r"Overall exposure level for .*: ([\d.]+)", run.stdout)
    assert exposure is not None, run.stdout + run.stderr
    assert float(exposure.group(1)) <= EXPOSURE


def test_the_service_runs_the_companion_with_its_games_in_the_state_directory():
    service = settings("companion")
    assert service["ExecStart"] == [
        "/opt/companion/bin/companion run --config /etc/companion.toml --data /var/lib/companion"
    ]
    assert (service["StateDirectory"], service["User"]) == (["companion"], ["companion"])


def test_the_service_says_when_it_is_ready_shows_signs_of_life_and_never_gives_up():
    service = settings("companion")
    assert (service["Type"], service["WatchdogSec"], service["Restart"]) == (["notify"], ["20"], ["always"])
    assert service["StartLimitIntervalSec"] == ["0"]


def test_a_settings_file_that_was_deleted_is_put_back_before_the_start():
    assert settings("companion")["ExecStartPre"] == [
        "+/bin/sh -c 'test -e /etc/companion.toml"
        " || install -m 640 -g companion /opt/companion/share/companion.toml /etc'"
    ]


@pytest.mark.parametrize("name", NAMES)
def test_no_unit_waits_for_a_network(name):
    assert "network" not in " ".join(
        value for key in ("After", "Wants", "Requires", "BindsTo") for value in settings(name).get(key, [])
    )


def test_avahi_knows_the_user_that_publishes_and_ip_may_give_up_its_rights():
    name = settings("companion-name")
    assert (name["User"], name.get("DynamicUser")) == (["companion"], None)
    assert name["SystemCallFilter"][-1] == "capset"


def test_games_are_for_the_service_alone():
    service = settings("companion")
    assert (service["StateDirectoryMode"], service["UMask"]) == (["0700"], ["0077"])


def uncommented() -> str:
    """The settings file with every setting in force."""
    return re.sub(r"(?m)^#(?=\w+ =)", "", (UNITS / "companion.toml").read_text())


def test_every_setting_of_the_example_is_one_the_companion_knows(tmp_path):
    (tmp_path / "all.toml").write_text(uncommented())
    assert read_config(tmp_path / "all.toml").lights.sides == {"top": 60, "right": 40}


def test_the_example_shows_what_holds_without_it(tmp_path):
    (tmp_path / "all.toml").write_text(re.sub(r"(?m)^(seats = \[\"|sides).*$", "", uncommented()))
    shown, held = read_config(tmp_path / "all.toml"), Config()
    assert msgspec.structs.replace(shown, pins={}) == held
    assert Pins(**shown.pins) == PINS


def test_lgpio_finds_a_working_directory_it_may_write_to():
    service = settings("companion")
    assert service["WorkingDirectory"] == [f"/run/{service['RuntimeDirectory'][0]}"]


def test_gpiozero_can_read_which_pi_it_is_on():
    assert "ProcSubset" not in settings("companion")


def test_cameras_pins_and_spi_are_the_only_devices():
    allowed = [value.split()[0] for value in settings("companion")["DeviceAllow"]]
    assert allowed == ["char-video4linux", "char-media", "char-dma_heap", "char-gpiochip", "char-spi"]


def test_the_house_may_connect_and_the_internet_may_not():
    service = settings("companion")
    assert service["IPAddressDeny"] == ["any"]
    networks = " ".join(service["IPAddressAllow"]).split()
    assert {"localhost", "192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12"} <= set(networks)
    assert not {"any", "0.0.0.0/0", "::/0"} & set(networks)


def test_the_user_belongs_to_every_group_the_service_asks_for():
    lines = [
        line.split() for line in (UNITS / "companion.sysusers").read_text().splitlines() if line and line[0] != "#"
    ]
    member = {words[2] for words in lines if words[0] == "m"}
    assert member == set(settings("companion")["SupplementaryGroups"][0].split())


def test_units_are_plain_ini_with_the_three_known_sections():
    for name in NAMES:
        unit = configparser.ConfigParser(strict=False, interpolation=None)
        unit.optionxform = str  # type: ignore[assignment,method-assign]
        unit.read(UNITS / f"{name}.service")
        assert unit.sections() == ["Unit", "Service", "Install"]


@pytest.fixture
def network(tmp_path) -> dict[str, str]:
    """`ip` and `avahi-publish` as they would answer, on a path of their own."""
    commands = {
        "ip": 'case "$*" in *addr*) cat own 2>/dev/null || true; exit 0 ;; esac\n'
        'test -s address || { echo "RTNETLINK answers: Network is unreachable" >&2; exit 2; }\n'
        'echo "multicast 224.0.0.251 dev wlan0 src $(cat address) uid 0"',
        "avahi-publish": 'echo "$@" >> published; exec sleep 30',
        "sleep": 'if [ "$1" = 10 ]; then exec /bin/sleep 0.05; else exec /bin/sleep "$1"; fi',
    }
    for name, text in commands.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "address").write_text("192.168.1.20")
    return {"PATH": f"{tmp_path}:/usr/bin:/bin"}


def published(folder: Path, process: subprocess.Popen, count: int) -> list[str]:
    """What was published, once so many lines are there."""
    for _ in range(400):
        lines = (folder / "published").read_text().splitlines() if (folder / "published").exists() else []
        if len(lines) >= count or process.poll() is not None:
            return lines
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.02)
    return lines


def test_the_name_follows_the_address_and_goes_with_the_service(tmp_path, network):
    script = [str(UNITS / "companion-name")]
    with subprocess.Popen(script, cwd=tmp_path, env=network, stderr=subprocess.PIPE) as process:
        assert published(tmp_path, process, 1) == ["-a -R companion.local 192.168.1.20"]
        (tmp_path / "address").write_text("192.168.1.33")
        assert published(tmp_path, process, 2)[1:] == ["-a -R companion.local 192.168.1.33"]
        process.terminate()
        assert process.wait(10) == 0


def test_without_a_network_it_says_once_why_and_the_name_comes_with_the_network(tmp_path, network):
    (tmp_path / "address").write_text("")
    script = [str(UNITS / "companion-name")]
    with subprocess.Popen(script, cwd=tmp_path, env=network, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "no address yet: RTNETLINK answers: Network is unreachable\n"
        (tmp_path / "address").write_text("192.168.1.20")
        assert published(tmp_path, process, 1) == ["-a -R companion.local 192.168.1.20"]
        process.terminate()
        assert process.stderr.read() == ""


def test_a_network_without_a_router_has_the_name_too(tmp_path, network):
    (tmp_path / "address").write_text("")
    (tmp_path / "own").write_text("2: wlan0    inet 10.42.0.1/24 brd 10.42.0.255 scope global wlan0\n")
    with subprocess.Popen([str(UNITS / "companion-name")], cwd=tmp_path, env=network) as process:
        assert published(tmp_path, process, 1) == ["-a -R companion.local 10.42.0.1"]
        process.terminate()


def test_a_name_somebody_else_has_is_said_and_tried_for_again(tmp_path, network):
    (tmp_path / "avahi-publish").write_text("#!/bin/sh\nexit 1\n")
    run = subprocess.run([str(UNITS / "companion-name")], cwd=tmp_path, env=network, capture_output=True, timeout=20)
    assert run.returncode == 1
    assert b"companion.local is not published; avahi says why in the line before" in run.stderr
    assert settings("companion-name")["Restart"] == ["always"]
