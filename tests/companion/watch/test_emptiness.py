"""A board without its pieces."""

import numpy as np

from companion.games import game_named
from companion.watch.emptiness import empty_table
from vision.eyes import Look
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Sighting

GAME = game_named("temple_of_gold")
PLAYERS = GAME.names(2)
LAYOUT, STATE = GAME.layout(PLAYERS), GAME.setup(PLAYERS, None)
STRAIGHT = Plane(np.eye(3) / 2 + np.diag([0, 0, 0.5]), np.diag([2.0, 2, 1]), 0.0, (1680, 1680), (420, 297, 1000), 0.1)


def test_not_one_piece_where_many_belong_is_told_with_how_many() -> None:
    (problem,) = empty_table(GAME, LAYOUT, STATE, Look(plane=STRAIGHT))
    assert problem == Problem("no pieces", amount=problem.amount)
    assert problem.amount is not None
    assert 3 <= problem.amount <= GAME.placements(STATE).total()


def test_a_single_piece_is_enough() -> None:
    pawn = next(piece for piece in LAYOUT.pieces if piece.is_seen)
    look = Look((Sighting(pawn.name, 10, 10, 0, 0.99),), plane=STRAIGHT)
    assert empty_table(GAME, LAYOUT, STATE, look) == ()


def test_what_a_hand_hides_is_not_missed() -> None:
    assert empty_table(GAME, LAYOUT, STATE, Look(plane=STRAIGHT, hidden=np.full((420, 420), 255, np.uint8))) == ()


def test_without_a_board_nothing_is_said_of_its_pieces() -> None:
    assert empty_table(GAME, LAYOUT, STATE, Look()) == ()
