"""One frozen Config from one TOML file."""

import re
from pathlib import Path
from typing import get_args

import pytest

from companion.config import (
    Config,
    data_folder,
    or_defaults,
    read_config,
    settings_of,
    with_options,
    with_venue_options,
)
from companion.errors import BadInput
from companion.play.timer import TimerConfig


def test_without_a_file_there_are_defaults() -> None:
    assert read_config(None) == Config()


def test_a_file_sets_what_it_names_and_leaves_the_rest(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text('game = "gold_mine"\n[lights]\nkind = "edge"\n[lights.sides]\ntop = 30\n')
    config = read_config(tmp_path / "c.toml")
    assert (config.game, config.lights.kind, config.port) == ("gold_mine", "edge", 8000)


def test_the_command_line_is_laid_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text("port = 8001\nplayers = 3\n")
    config = with_options(tmp_path / "c.toml", {"port": 9000, "players": None, "camera": "sim", "lights": "none"})
    assert (config.port, config.players, config.camera.source, config.lights_source) == (9000, 3, "sim", "none")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = 'x'", "$.port"),
        ("port = 70000", "$.port"),
        ("colour = 1", "colour"),
        ("[camera]\nfov_deg = 500", "$.camera.fov_deg"),
        ("[lights]\nbrightness = 7", "lights.brightness is 7"),
        ("port = ", "cannot be used"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "c.toml").write_text(text)
    with pytest.raises(BadInput) as refused:
        read_config(tmp_path / "c.toml")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_games_are_kept_in_systemds_folder_where_there_is_one(tmp_path: Path) -> None:
    assert data_folder(Config(), {"STATE_DIRECTORY": str(tmp_path / "state")}) == tmp_path / "state"
    assert data_folder(Config(data=str(tmp_path / "own")), {"STATE_DIRECTORY": "/x"}) == tmp_path / "own"


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="choose another folder with --data"):
        data_folder(Config(data=str(tmp_path / "file" / "games")))


def test_a_folder_made_for_games_is_its_owners_alone(tmp_path: Path) -> None:
    folder = data_folder(Config(data=str(tmp_path / "own")))
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_was_there_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir(0o755)
    (tmp_path / "own").chmod(0o755)
    assert data_folder(Config(data=str(tmp_path / "own"))).stat().st_mode & 0o777 == 0o755


def settings(path=None, **options):
    config = with_options(path, options)
    return {setting.name: (setting.value, setting.source) for setting in settings_of(config, path, options)}


def test_every_setting_in_force_says_where_it_comes_from(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_text("port = 8080\n[camera]\nfov_deg = 102.0\n[pins]\nbuzzer = []\n")
    found = settings(path, lights="none", camera="webcam", game=None)
    assert found["port"] == (8080, str(path))
    assert found["camera.fov_deg"] == (102.0, str(path))
    assert found["pins.buzzer"] == ((), str(path))
    assert found["lights_source"] == ("none", "command line")
    assert found["camera.source"] == ("webcam", "command line")
    assert found["players"] == (4, "default")


def test_the_pin_is_not_among_what_is_shown(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_text('pin = "271828"\n')
    assert "271828" not in str(settings(path))


def fine(config):
    """Refuses nothing."""


@pytest.mark.parametrize("text", ["port = ", "port = 99999999", "nonsense = 1", '[camera]\nfov_deg = "wide"'])
def test_a_service_with_a_file_that_cannot_be_used_comes_up_on_defaults_and_says_so(tmp_path, text):
    path = tmp_path / "companion.toml"
    path.write_text(text)
    config, said = or_defaults(path, {"data": "/games"}, fine)
    assert config == Config(data="/games")
    assert said.startswith(f"the config file {path} cannot be used: ")
    assert said.endswith("; all settings are defaults until it is mended")


def test_settings_that_can_be_read_and_not_be_used_are_left_aside_too(tmp_path):
    def refuse(config):
        raise BadInput(f"no game {config.game!r}")

    path = tmp_path / "companion.toml"
    path.write_text('game = "chess"\n')
    config, said = or_defaults(path, {}, refuse)
    assert (config, said.partition(";")[0]) == (Config(), "no game 'chess'")


def test_a_sound_file_is_in_force_and_nothing_is_said(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_text("port = 8080\n")
    assert or_defaults(path, {}, fine) == (Config(port=8080), "")


def test_every_line_of_the_installed_example_can_be_used(tmp_path):
    """Each with its # taken away is what holds without it, or at least something that may stand there."""
    example = (Path(__file__).parents[2] / "systemd/companion.toml").read_text()
    path = tmp_path / "companion.toml"
    path.write_text("\n".join(line.removeprefix("#") if line[1:2].isalpha() else line for line in example.splitlines()))
    assert read_config(path).lights.size == 8
    offered = re.search(r"at the end: (.*)", example)[1].split(" | ")
    assert set(offered) == set(get_args(TimerConfig.__annotations__["out"]))


def test_no_password_is_among_the_settings_that_are_shown(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text('pin = "0815"\n[mqtt]\nhost = "club"\npassword = "pw1"\nsecret = "pw2"\n')
    shown = settings_of(read_config(tmp_path / "c.toml"), tmp_path / "c.toml", {})
    values = {setting.name: setting.value for setting in shown}
    assert values["mqtt.host"] == "club"
    assert {values[name] for name in ("pin", "mqtt.password", "mqtt.secret")} == {"set, and not shown"}


def test_a_broker_is_off_unless_it_is_named() -> None:
    assert Config().mqtt.host == ""


def test_a_venue_takes_its_broker_from_the_command_line_and_the_rest_from_the_file(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text('[mqtt]\nhost = "a"\nuser = "u"\n[venue]\npoints_for = { gold_mine = [] }\n')
    config = with_venue_options(tmp_path / "c.toml", {"broker": "club.lan:1884", "port": 9000})
    assert (config.mqtt.host, config.mqtt.port, config.mqtt.user) == ("club.lan", 1884, "u")
    assert (config.venue.port, config.venue.points_for) == (9000, {"gold_mine": ()})
    assert with_venue_options(None, {"broker": "club.lan"}).mqtt.host == "club.lan"


@pytest.mark.parametrize("options", [{"broker": "club.lan:x"}, {"broker": "club.lan:99999"}, {"port": 99999}])
def test_a_venue_that_cannot_be_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        with_venue_options(None, options)
