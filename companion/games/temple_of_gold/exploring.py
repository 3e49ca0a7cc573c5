"""Exploring: laying the drawn tile or opening the temple, and what exploration tokens turn into."""

from msgspec.structs import replace

from companion.games.temple_of_gold.actions import Explore
from companion.games.temple_of_gold.board import IN_PILE, NEIGHBOURS, PILE, SIDES, TEMPLE, TOKENS_FOR_WILD
from companion.games.temple_of_gold.moving import is_explored
from companion.games.temple_of_gold.state import Laid, Player, State, active, closed, with_player


def explore_spaces(state: State) -> list[str]:
    """T60, T61: what lies unexplored next to the active pawn, blocked sides notwithstanding."""
    return sorted(space for space in NEIGHBOURS[active(state).pos] if not is_explored(state, space))


def pile(state: State) -> list[str]:
    """The tiles not yet laid; nobody knows their order."""
    laid = {laid.tile for laid in state.tiles.values()}
    return [tile for tile in PILE if tile not in laid]


def why_no_explore(state: State, action: Explore) -> str | None:
    if state.turn.explored:
        return "action_used"
    if action.cell not in NEIGHBOURS[active(state).pos]:
        return "not_adjacent"
    if is_explored(state, action.cell):
        return "already_explored"
    if action.cell == TEMPLE:
        return None if action.tile is None else "no_tile_on_temple"
    if type(action.tile) is not str or action.tile not in IN_PILE or action.tile not in pile(state):
        return "tile_not_in_pile"
    return None if action.blocked in SIDES else "bad_orientation"


def explore(state: State, action: Explore) -> State:
    """T62: opening the temple is exploring too, and earns its token."""
    tiles, temple = state.tiles, state.temple
    if action.cell == TEMPLE:
        temple = replace(temple, explored=True)
    else:
        tiles = {**tiles, action.cell: Laid(str(action.tile), action.blocked)}  # type: ignore[arg-type]
    player = with_token(active(state), len(state.players))
    turn = replace(state.turn, move=closed(state.turn), explored=True, trade=False)
    return replace(state, tiles=tiles, temple=temple, turn=turn, players=with_player(state, player))


def with_token(player: Player, players: int) -> Player:
    """T63: one more token; enough of them become one wild resource."""
    if player.tokens + 1 >= TOKENS_FOR_WILD[players]:
        return replace(player, tokens=0, wild=player.wild + 1)
    return replace(player, tokens=player.tokens + 1)
