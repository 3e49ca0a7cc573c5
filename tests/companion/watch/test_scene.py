"""What one look says about pieces and spaces: missing, too much, and how much that counts."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from companion.layout import Layout, Piece, Placement, Space
from companion.watch.scene import CROWDED, UNSEEN, Scene, trace
from vision.eyes import Look
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Sighting

STRAIGHT = Plane(np.eye(3) / 2 + np.diag([0, 0, 0.5]), np.diag([2.0, 2, 1]), 0.0, (1200, 400), (300, 100, 1000), 0.1)
GAME: Any = SimpleNamespace(recognised=lambda state, lying: lying)
LAYOUT = Layout(
    "dash",
    600,
    200,
    (0, 1, 2, 3),
    tuple(Space(f"s{n}", 50 + 100 * n, 100) for n in range(5)),
    (),
    (
        Piece("pawn", "piece", 20, 20, top_mm=30, marker=1),
        Piece("token", "piece", 20, 20, marker=2),
        Piece("card", "piece", 20, 20, marker=3, is_loose=True),
        Piece("torch", "piece", 20, 20, marker=4),
    ),
    torch="torch",
)
TOKEN = Placement("token", "s1")


def sighting(piece: str, space: str, aside_mm: float = 0.0) -> Sighting:
    return Sighting(piece, LAYOUT.space[space].x_mm + aside_mm, 100, 0, 0.99)


def scene(*seen: Sighting, past: Scene | None = None, **look: Any) -> Scene:
    return Scene(GAME, LAYOUT, None, Look(seen, (), STRAIGHT, **look), past)


def test_what_is_expected_and_not_seen_is_missing() -> None:
    assert list(scene(sighting("pawn", "s3")).missing(Counter([TOKEN, Placement("pawn", "s3")]))) == [TOKEN]


def test_two_are_expected_where_two_belong() -> None:
    assert list(scene(sighting("token", "s1")).missing(Counter({TOKEN: 2}))) == [TOKEN]


def test_where_nothing_can_be_read_nothing_is_missing_and_nothing_too_much() -> None:
    """Three nuggets in a purse were read as four: a collected one was missed, a wrong one entered."""
    heap = replace(LAYOUT, spaces=tuple(replace(one, is_read=one.name != "s1") for one in LAYOUT.spaces))
    seen = Scene(GAME, heap, None, Look((sighting("token", "s1"),), (), STRAIGHT), None)
    assert list(seen.extra(Counter())) == []
    assert list(seen.missing(Counter({TOKEN: 3}))) == []
    assert trace(heap, Counter(), Counter([TOKEN, Placement("token", "s2")])) == Counter([Placement("token", "s2")])


def test_what_lies_about_is_not_too_much() -> None:
    look = scene(sighting("card", "s2"), sighting("token", "s1"))
    assert list(look.extra(Counter())) == [TOKEN]


def test_a_hidden_place_says_nothing() -> None:
    hidden = scene(hidden=np.full((200, 600), 255, np.uint8))
    assert list(hidden.missing(Counter([TOKEN]))) == []
    assert hidden.hidden(Counter([TOKEN])) == Counter([TOKEN])


def test_something_that_cannot_be_read_there_may_be_the_piece() -> None:
    assert scene(problems=(Problem("unread", 152, 100),)).doubt(TOKEN) == 0.0
    assert scene(problems=(Problem("unread", 252, 100),)).doubt(TOKEN) > 0


def test_a_piece_that_lay_there_counts_more_than_one_that_would_be_new() -> None:
    assert scene(past=scene(sighting("token", "s1"))).doubt(TOKEN) == 1.0
    assert scene(past=scene()).doubt(TOKEN) == UNSEEN


def test_a_flat_piece_beside_a_tall_one_may_just_be_covered() -> None:
    assert scene(sighting("pawn", "s1", 20), past=scene()).doubt(TOKEN) == CROWDED


def test_the_torch_is_told_apart_from_the_pieces() -> None:
    look = scene(sighting("torch", "s4"))
    assert (look.torch, look.seen) == ("s4", Counter())


def test_a_trace_is_what_a_camera_could_notice() -> None:
    before = Counter([TOKEN, Placement("card", "s2"), Placement("torch", "s4")])
    assert trace(LAYOUT, before, Counter([Placement("token", "s3")])) == Counter([TOKEN, Placement("token", "s3")])


def test_one_more_in_a_row_of_plain_pieces_says_little_and_one_fewer_much() -> None:
    """Nuggets that touch are counted badly: one that had been taken was not believed, and the turn ended without it."""
    nugget, row = (
        Piece("nugget", "piece", 12, 12, 9, is_plain=True),
        Space("row", 100, 100, reach_mm=60, spread_mm=(15, 0)),
    )
    table, in_row = replace(LAYOUT, spaces=(row,), pieces=(nugget,), torch=""), Placement("nugget", "row")
    three = tuple(Sighting("nugget", 100 + 15 * n, 100, 0, 0.9) for n in range(3))
    past = Scene(GAME, table, None, Look(three, (), STRAIGHT), None)
    assert Scene(GAME, table, None, Look(three, (), STRAIGHT), past).doubt(in_row) == CROWDED
    assert Scene(GAME, table, None, Look(three[:2], (), STRAIGHT), past).doubt(in_row) == 1.0


def test_the_next_of_a_row_may_lie_under_a_hand_though_the_first_is_seen() -> None:
    row = replace(LAYOUT, spaces=(Space("row", 50, 100, reach_mm=120, spread_mm=(40.0, 0.0)),))
    row = replace(row, pieces=(Piece("token", "piece", 20, 20, 5, marker=2),))
    hidden = np.zeros((100, 300), np.uint8)
    hidden[:, 60:] = 255  # from 120 mm on
    seen = (Sighting("token", 50, 100, 0, 0.99), Sighting("token", 90, 100, 0, 0.99))
    expected = Counter({Placement("token", "row"): 3})
    assert list(Scene(GAME, row, None, Look(seen, (), STRAIGHT, hidden=hidden), None).missing(expected)) == []
    assert list(Scene(GAME, row, None, Look(seen, (), STRAIGHT), None).missing(expected)) == [Placement("token", "row")]


def gone_between(space: str, *asides_mm: float, before: bool = True, is_lapped: bool = False) -> float:
    """How much it says that a coin is no longer seen among pawns that stand so far aside of it, and `before`.

    `is_lapped`: the edge of another disc lay over it, which is not seen any more either.
    """
    spaces = tuple(replace(space, seats={"piece": (0.0, 0.0), "mark": (0.0, 0.0)}) for space in LAYOUT.spaces)
    coins = replace(
        LAYOUT,
        spaces=spaces,
        pieces=(*LAYOUT.pieces, *(Piece(name, "mark", 20, 20, 9, is_plain=True) for name in ("coin", "disc"))),
    )
    pawns, disc = [sighting("pawn", space, aside) for aside in asides_mm], sighting("disc", space, 14)
    then = (sighting("coin", space), *(pawns if before else ()), *([disc] if is_lapped else ()))
    past = Scene(GAME, coins, None, Look(then, (), STRAIGHT), None)
    return Scene(GAME, coins, None, Look(tuple(pawns), (), STRAIGHT), past).doubt(Placement("coin", space))


def test_a_plain_piece_of_which_little_would_be_seen_says_little_when_it_is_gone() -> None:
    """A nugget between two miners was not read for a moment, and that it had been taken was entered."""
    assert [gone_between("s1", *asides) for asides in ((-12, 12), (-6,))] == [CROWDED, CROWDED]


def test_a_plain_piece_that_would_be_seen_beside_those_that_stand_there_was_taken_when_it_is_gone() -> None:
    """Of eleven nuggets taken beside two miners nobody was told, though half of each lay open."""
    assert [gone_between("s1", *asides) for asides in ((-18, 18), (-18,), ())] == [1.0, 1.0, 1.0]


def test_a_plain_piece_that_would_be_seen_beside_somebody_who_came_only_now_was_taken_by_him() -> None:
    """Who walked into a chamber and took the nugget before the camera looked again was believed to have left it."""
    assert [gone_between("s1", aside, before=False) for aside in (-18, -12, -6)] == [1.0, CROWDED, CROWDED]


def test_a_plain_piece_under_the_edge_of_another_is_not_believed_to_be_taken_when_somebody_comes() -> None:
    """Gold lay under two coins; who stepped there hid one of them, the gold was not read, and a dig was entered."""
    assert gone_between("s1", -18, before=False, is_lapped=True) == CROWDED
    assert gone_between("s1", -18, before=False) == 1.0


def test_what_stands_towards_the_camera_hides_more_than_what_stands_behind() -> None:
    assert STRAIGHT.eye_mm[0] < LAYOUT.space["s4"].x_mm
    assert [gone_between("s4", -11), gone_between("s4", 11)] == [CROWDED, 1.0]


def test_a_nugget_that_is_gone_from_a_tile_whose_marker_is_hidden_is_missing() -> None:
    """Only a marker is hidden under what stands on it: whoever took the nugget beside him was not noticed."""
    at = LAYOUT.space["s1"]
    unread, covered = (scene(problems=(Problem(what, at.x_mm, at.y_mm),)) for what in ("unread", "covered"))
    assert (unread.doubt(TOKEN), covered.doubt(TOKEN)) == (0.0, 1.0)


def test_what_nobody_can_read_may_be_what_belongs_there() -> None:
    at = LAYOUT.space["s1"]
    one = scene(problems=(Problem("covered", at.x_mm + 5, at.y_mm),))
    assert (one.strange(Counter()), one.strange(Counter([TOKEN]))) == (True, False)
    assert not scene(problems=(Problem("covered", at.x_mm, at.y_mm),), past=one).strange(Counter())
