"""One photograph: what lies on it, as JSON and drawn."""

from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from companion.errors import BadInput
from companion.games import game_named
from companion.watch.reading import annotate_table, in_words, open_photo, read_table, save_picture

GAME = game_named("pyramid_raiders")


def test_a_photo_of_the_table_is_read_piece_by_piece(scene: Callable, tmp_path: Path) -> None:
    state, _, camera = scene(seed=2)
    cv2.imwrite(str(tmp_path / "photo.jpg"), camera.frame().pixels, [cv2.IMWRITE_JPEG_QUALITY, 80])
    found, look = read_table(open_photo(tmp_path / "photo.jpg"), GAME)
    assert set(found) == {"pieces", "dice", "board", "problems"}
    assert found["board"]["found"]
    assert set(found["pieces"][0]) == {"piece", "space", "x_mm", "y_mm", "turned_deg", "sure"}
    seen = {(piece["piece"], piece["space"]) for piece in found["pieces"]}
    wanted = {(placement.piece, placement.space) for placement in GAME.placements(state)}
    assert seen <= wanted
    assert len(wanted - seen) <= 3
    assert "pawn.thomas on " in in_words(found)
    drawn = annotate_table(camera.frame().pixels, look)
    assert (drawn != camera.frame().pixels).any()


def test_a_picture_that_cannot_be_written_is_refused(scene: Callable) -> None:
    _, _, camera = scene()
    with pytest.raises(BadInput, match="cannot write"):
        save_picture(Path("/no/such/folder/out.png"), camera.frame().pixels)
