"""Drawing, laying and returning tiles. Rulebook: "Placing Tiles", "Five Tile Strategy"."""

from companion.games.gold_mine.actions import DrawTile, PlaceTile, PlayOwnTile, ReturnTile, is_ints
from companion.games.gold_mine.board import TILE, Cell
from companion.games.gold_mine.ending import after_laying, begin_production
from companion.games.gold_mine.state import State, Walk, can_dig, can_fit, changed, drawn_of, with_tile


def why_not_draw(state: State, action: DrawTile) -> str | None:
    if not state.stack:
        return "no_tiles_left"
    if not can_dig(state):
        return "no_playable_tile"
    return "unknown_tile" if action.tile is not None and action.tile not in state.stack else None


def draw_tile(state: State, action: DrawTile) -> State:
    """Drawing commits to digging (R-16)."""
    index = 0 if action.tile is None else state.stack.index(action.tile)
    stack = state.stack[:index] + state.stack[index + 1 :]
    return changed(state, drawn=state.stack[index], stack=stack, step="place")


def why_not_place(state: State, action: PlaceTile) -> str | None:
    if not is_ints(action.cell, 2):
        return "bad_action"
    if action.tile != state.drawn:
        return "not_the_drawn_tile"
    return _why_not_lay(state, action.tile, action.cell, action.rot)


def _why_not_lay(state: State, tile: str, cell: Cell, rot: int) -> str | None:
    if type(rot) is not int or not 0 <= rot <= 3:
        return "bad_rotation"
    return state.tunnels.why_not(TILE[tile], cell, rot, state.house)


def place_tile(state: State, action: PlaceTile) -> State:
    return _lay(changed(state, drawn=None), action.player, action.tile, action.cell, action.rot)


def _lay(state: State, player: str, tile: str, cell: Cell, rot: int) -> State:
    """A chamber gets its nugget at once, in development too (R-14)."""
    gold = TILE[tile].is_chamber and state.bank > 0
    gold_on, bank = ((*state.gold_on, cell), state.bank - 1) if gold else (state.gold_on, state.bank)
    after = with_tile(state, tile, cell, rot, gold_on=gold_on, bank=bank)
    if state.phase == "development":
        return after_laying(after)
    return changed(after, step="walk", walk=Walk(player, 1, "excavate"))


def why_not_return(state: State, action: ReturnTile) -> str | None:
    if can_fit(state, drawn_of(state)):
        return "tile_is_playable"
    position = action.position
    is_good = position is None or (type(position) is int and 0 <= position <= len(state.stack))
    return None if is_good else "bad_position"


def return_tile(state: State, action: ReturnTile) -> State:
    """Whoever shuffled it in says where it went (R-7); if nothing fits, there is no digging (R-9)."""
    index = len(state.stack) if action.position is None else action.position
    stack = (*state.stack[:index], drawn_of(state), *state.stack[index:])
    after = changed(state, stack=stack, drawn=None, step="draw")
    if can_dig(after):
        return after
    return begin_production(after) if state.phase == "development" else changed(after, step="movement")


def why_not_own(state: State, action: PlayOwnTile) -> str | None:
    if not may_play_own(state):
        return "wrong_step"
    if not is_ints(action.cell, 2):
        return "bad_action"
    if not state.options.five_tile:
        return "option_off"
    if action.tile not in state.hands[action.player]:
        return "not_your_tile"
    return _why_not_lay(state, action.tile, action.cell, action.rot)


def may_play_own(state: State) -> bool:
    """In production instead of drawing (R-52); the house may allow it in development too."""
    return state.step == "movement" or _is_early(state)


def _is_early(state: State) -> bool:
    return state.phase == "development" and state.step == "draw" and bool(state.options.own_tiles_early)


def play_own_tile(state: State, action: PlayOwnTile) -> State:
    hand = tuple(tile for tile in state.hands[action.player] if tile != action.tile)
    hands = {**state.hands, action.player: hand}
    return _lay(changed(state, hands=hands), action.player, action.tile, action.cell, action.rot)
