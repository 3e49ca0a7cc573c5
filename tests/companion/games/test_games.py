"""Games are found by their entry points, ours and a stranger's alike."""

from pathlib import Path

import pytest

from companion.errors import BadInput
from companion.games import game_named, game_names

OURS = ["go_for_gold", "gold_mine", "gold_raiders", "pyramid_raiders", "temple_of_gold"]


def install(folder: Path, line: str, module: str = "") -> None:
    about = folder / "stranger-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[companion.games]\n{line}\n")
    (folder / "stranger.py").write_text(module)


def test_our_five_games_are_found() -> None:
    assert set(OURS) <= set(game_names())


def test_a_strangers_game_is_found_once_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = (
        "from dataclasses import replace\nfrom companion.games import game_named\n"
        "GAME = replace(game_named('gold_raiders'), name='silver_raiders')\n"
    )
    install(tmp_path, "silver_raiders = stranger:GAME", module)
    monkeypatch.syspath_prepend(tmp_path)
    assert "silver_raiders" in game_names()
    assert game_named("silver_raiders").name == "silver_raiders"


def test_a_package_that_brings_no_game_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "hollow = stranger:GAME", "GAME = 'nothing'\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "stranger", raising=False)
    with pytest.raises(BadInput, match="the package that brings hollow does not name a game of that name"):
        game_named("hollow")


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="no game called 'chess'; there are go_for_gold"):
        game_named("chess")
