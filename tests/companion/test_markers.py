"""Marker ids: every board has corners of its own, and no piece is taken for one."""

from dataclasses import replace
from itertools import combinations

import pytest

from companion.errors import BadInput
from companion.games import game_named, game_names
from companion.layout import Layout, Piece
from companion.markers import FREE, IDS, PRINTED, frame_ids, piece_ids, refuse_clashes


def layout(game: str, *pieces: Piece) -> Layout:
    return Layout(game, 300, 200, frame_ids(game), (), (), pieces)


@pytest.mark.parametrize("game", PRINTED)
def test_boards_that_are_printed_already_keep_their_corners(game: str) -> None:
    table = game_named(game).layout()
    assert frame_ids(game) in [one.frame_markers for one in (table, *table.also)]


@pytest.mark.parametrize("game", game_names())
def test_no_installed_game_clashes_with_another(game: str) -> None:
    refuse_clashes(game_named(game).layout(), [game_named(name).layout() for name in game_names()])


def test_a_further_game_has_corners_no_built_in_game_has() -> None:
    built_in = {marker for game in PRINTED for marker in frame_ids(game)}
    for n in range(200):
        assert not built_in & set(frame_ids(f"game_{n}"))


def test_frames_are_the_same_four_or_four_others() -> None:
    frames = {frame_ids(f"game_{n}") for n in range(200)}
    assert len(frames) == len(FREE)
    assert all(not set(a) & set(b) for a, b in combinations(frames, 2))


def test_asking_again_gives_other_corners() -> None:
    frames = {frame_ids("temple_dash", again=n) for n in range(len(FREE))}
    assert len(frames) == len(FREE)


def test_pieces_get_every_marker_but_those_of_the_frame() -> None:
    frame = frame_ids("temple_dash")
    ids = piece_ids(frame)
    given = [next(ids) for _ in range(246)]
    assert sorted([*given, *frame]) == list(IDS)
    with pytest.raises(BadInput, match="there are 250 markers and no more"):
        next(ids)


def test_two_boards_with_the_same_corners_are_refused() -> None:
    one = layout("temple_dash")
    with pytest.raises(BadInput, match="the boards of temple_dash and other have the same corners; let one of them"):
        refuse_clashes(one, [replace(one, game="other")])


def test_the_corners_of_an_earlier_board_are_taken_too() -> None:
    one = layout("temple_dash")
    other = replace(one, game="other", frame_markers=(1, 2, 3, 4), also=(replace(one, game="other"),))
    for mine, theirs in ((one, other), (other, one)):
        with pytest.raises(BadInput, match="have the same corners"):
            refuse_clashes(mine, [theirs])


def test_a_board_does_not_clash_with_itself() -> None:
    refuse_clashes(layout("temple_dash"), [layout("temple_dash")])


@pytest.mark.parametrize(
    "piece",
    [
        Piece("pawn", "pawn", 20, 20, marker=159),
        Piece("pawn", "pawn", 20, 20, marker=1, back_marker=159),
        Piece("pawn", "pawn", 20, 20, marker=1, more_markers=((159, 5, 5),)),
    ],
    ids=["face", "back", "second"],
)
def test_a_piece_with_a_marker_of_its_own_board_is_refused(piece: Piece) -> None:
    with pytest.raises(BadInput, match="temple_dash: marker 159 is on pawn and on a corner of its board"):
        refuse_clashes(layout("temple_dash", piece), [])


def test_games_may_print_the_same_markers_on_their_pieces() -> None:
    pawn = Piece("pawn", "pawn", 20, 20, marker=1)
    refuse_clashes(layout("temple_dash", pawn), [layout("gold_mine", pawn)])


def test_corners_the_dictionary_does_not_have_are_refused() -> None:
    with pytest.raises(BadInput, match="need four different markers of 0 to 249"):
        refuse_clashes(replace(layout("temple_dash"), frame_markers=(248, 249, 250, 251)), [])
