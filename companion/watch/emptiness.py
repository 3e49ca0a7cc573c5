"""A board without its pieces: no table of the game as it stands, whatever the rules might make of it."""

from companion.games.protocol import Game, State
from companion.layout import Layout, Placement
from vision.eyes import Look
from vision.problems import Problem

ENOUGH = 3  # pieces in the open that should be there, before it is odd that none is


def empty_table(game: Game, layout: Layout, state: State, look: Look) -> tuple[Problem, ...]:
    """Says so where not one piece of the game is seen, though several should lie in the open."""
    if look.plane is None or any(seen.what in layout.piece for seen in look.sightings):
        return ()
    expected = [one for one in game.placements(state).elements() if _is_open(layout, look, one)]
    return (Problem("no pieces", amount=len(expected)),) if len(expected) >= ENOUGH else ()


def _is_open(layout: Layout, look: Look, placement: Placement) -> bool:
    piece, space = layout.piece.get(placement.piece), layout.space.get(placement.space)
    if piece is None or space is None or not piece.is_seen or piece.seat not in space.seats:
        return False
    return not look.is_hidden(*space.seat(piece.seat))
