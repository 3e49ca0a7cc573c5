"""One frozen Config from one TOML file."""

from pathlib import Path

import pytest

from companion.config import Config, data_folder, read_config, with_options
from companion.errors import BadInput


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
