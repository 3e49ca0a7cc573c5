"""What the specification's section 3 lets one ask of a state besides playing on."""

from companion.games.gold_mine.board import TILE, Cell, Place
from companion.games.gold_mine.rules import legal
from companion.games.gold_mine.state import State
from companion.games.gold_mine.walking import other_passages
from companion.games.protocol import kind_of


def check_placement(state: State, tile: str, cell: Cell, rot: int) -> str:
    """ "ok", or why that tile may not lie there: section 5.3, whoever has it now."""
    return state.tunnels.why_not(TILE[tile], cell, rot, state.house) or "ok"


def legal_placements(state: State, tile: str) -> list[tuple[int, int, int]]:
    """Where that tile fits: x, y, rot; all four rotations, even where they look alike."""
    return list(state.tunnels.spots(TILE[tile], state.house))


def reachable(state: State, place: Place, steps: int) -> list[Place]:
    return list(state.tunnels.reach(place, steps, state.options.mud))


def passages(state: State) -> list[Place]:
    return list(state.tunnels.passages)


def legal_types(state: State) -> list[str]:
    """The types of action of which one at least can succeed now; `legal` names a passage near by as a walk only."""
    kinds = {kind_of(action) for action in legal(state)}
    if state.walk and state.walk.passage_open and other_passages(state):
        kinds.add("traverse")
    return sorted(kinds)
