"""Kits as files: pictures beside a kit.json that says what they are."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import BadInput
from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces, make
from companion.kit.make import kit_json, make_kit, write_svgs
from companion.kit.tags import DICTIONARY

games = pytest.mark.parametrize("game", [game_named(name) for name in game_names()], ids=game_names())
PIECE = {
    *("piece", "file", "width_mm", "height_mm", "thickness_mm", "top_mm", "round"),
    *("marker", "marker_mm", "marker_at_mm", "copies"),
}


@games
def test_kit_json_has_the_keys_of_the_design(game: Game) -> None:
    described = kit_json(game)
    assert set(described) == {"field", "pieces", "spaces", "zones"}
    assert set(described["field"]) == {"width_mm", "height_mm", "file"}
    assert all(set(piece) - {"back_file"} == PIECE for piece in described["pieces"])
    assert all(set(space) == {"space", "x_mm", "y_mm", "seats"} for space in described["spaces"])
    assert all(set(zone) == {"zone", "x0", "y0", "x1", "y1"} for zone in described["zones"])


@games
def test_every_file_that_kit_json_names_is_written(game: Game, tmp_path: Path) -> None:
    write_svgs(game, tmp_path)
    described = json.loads((tmp_path / "kit.json").read_text())
    named = {described["field"]["file"]}
    for piece in described["pieces"]:
        named |= {piece["file"], piece.get("back_file", piece["file"])}
    assert {path.name for path in tmp_path.iterdir()} == named | {"kit.json"}


def test_a_picture_at_300_dpi_has_its_marker_where_kit_json_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make, "_pictures", lambda game, kind: [("card.png", faces.face_svg(game, "card.2"))])
    make.write_pngs(game_named("gold_raiders"), tmp_path)
    piece = next(p for p in json.loads((tmp_path / "kit.json").read_text())["pieces"] if p["piece"] == "card.2")
    picture = cv2.imread(str(tmp_path / "card.png"))
    assert picture is not None
    assert picture.shape[:2] == (744, 520)
    corners, ids, _ = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY)).detectMarkers(picture)
    assert ids.ravel().tolist() == [piece["marker"]]
    assert (corners[0][0] + 0.5).mean(axis=0) * 25.4 / 300 == pytest.approx(np.array(piece["marker_at_mm"]), abs=0.1)


def test_progress_counts_the_pages(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    pages = make_kit(
        game_named("go_for_gold"), tmp_path / "kit.pdf", progress=lambda done, of: heard.append((done, of))
    )
    assert heard == [(n, len(pages)) for n in range(1, len(pages) + 1)]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot write .*: No such file or directory; choose another place"):
        make_kit(game_named("go_for_gold"), tmp_path / "missing" / "kit.pdf", mode="stickers")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot write into"):
        write_svgs(game_named("go_for_gold"), tmp_path / "file")
