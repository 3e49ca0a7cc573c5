"""What the eyes look for, and which piece lies on which space."""

from collections import Counter

import pytest

from companion.games import game_named, game_names
from companion.games.gold_mine.layout import fitted
from companion.layout import Placement
from companion.watch.aim import apart_deg, placed, targets_of
from vision.sighting import Sighting

GAME = game_named("pyramid_raiders")


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


def test_between_loose_cards_nobody_knows_how_the_tables_edge_looks() -> None:
    """So no arm is sought there by what differs from plain paper."""
    assert targets_of(game_named("gold_mine").layout()).has_margin
    assert not targets_of(fitted(800, 520)).has_margin


def test_plain_pieces_touch_only_where_a_row_of_them_is_read() -> None:
    """Nobody lays two camps side by side on a tile; gold lies in rows, nuggets in rows that are not read."""
    beside = {
        plain.what: plain.are_beside
        for name in ("temple_of_gold", "gold_mine")
        for plain in targets_of(game_named(name).layout()).plain
    }
    assert {what for what, is_so in beside.items() if is_so} == {"gold"}
    assert {"camp.suns", "clue", "nugget"} <= beside.keys()


def test_where_face_down_tiles_may_lie_pawns_may_stand_higher() -> None:
    layout = game_named("temple_of_gold").layout()
    tiles = [(one.x_mm, one.y_mm) for one in targets_of(layout).blanks if one.width_mm == 60]
    assert tiles == [space.seat("tile") for space in layout.spaces if "tile" in space.seats]
