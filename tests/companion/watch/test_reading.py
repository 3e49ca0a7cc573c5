"""One photograph: what lies on it, as JSON and drawn."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from companion.errors import BadInput
from companion.games import game_named, game_names
from companion.layout import Placement
from companion.watch.aim import apart_deg, placed, targets_of
from companion.watch.reading import annotate_table, in_words, open_photo, read_table, save_picture
from vision.sighting import Sighting

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


@pytest.mark.parametrize("name", game_names())
def test_the_eyes_are_aimed_at_every_marker_of_a_game(name: str) -> None:
    layout = game_named(name).layout()
    targets = targets_of(layout)
    assert set(targets.frame) == set(layout.frame_markers)
    assert {target.what for target in targets.markers.values()} <= set(layout.piece)
    assert not set(targets.frame) & set(targets.markers)


def test_a_sheet_is_known_by_any_of_its_corners() -> None:
    layout = game_named("go_for_gold").layout()
    sheet = next(piece for piece in layout.pieces if piece.more_markers)
    targets = targets_of(layout).markers
    numbers = [sheet.marker, *(number for number, _, _ in sheet.more_markers)]
    assert {targets[number].what for number in numbers if number is not None} == {sheet.name}
    assert len({targets[number].offset_mm for number in numbers if number is not None}) == len(numbers)


def test_no_two_games_share_a_frame_marker() -> None:
    frames = [marker for name in game_names() for marker in game_named(name).layout().frame_markers]
    assert len(frames) == len(set(frames))


def test_a_piece_turned_between_its_facings_is_not_taken_for_any() -> None:
    layout = GAME.layout()
    x, y = layout.space["e5"].seat("pawn")
    straight, askew = Sighting("guardian.1", x, y, 96, 0.99), Sighting("guardian.1", x, y, 120, 0.99)
    assert placed(layout, [straight]) == Counter([Placement("guardian.1", "e5", 90)])
    assert placed(layout, [askew]) == Counter([Placement("guardian.1", "e5", None)])


def test_a_piece_on_no_space_of_its_sort_is_left_out() -> None:
    assert placed(GAME.layout(), [Sighting("token.red", 410, 500, 0, 0.99)]) == Counter()


def test_directions_are_compared_around_the_circle() -> None:
    assert apart_deg(359, 2) == 3
