"""How the table is made ready, and how pawns come onto the board. Rulebook: "Map Setup", "Player Setup"."""

from msgspec.structs import replace

from companion.games.pyramid_raiders.actions import ChooseStart, DrawItem, Enter, LayOut, RollFacing
from companion.games.pyramid_raiders.board import (
    BOOK,
    BOOK_SPACES,
    COLOURS,
    COPIES,
    DIE_FACING,
    RIM,
    RIM_SET,
    SPACES,
)
from companion.games.pyramid_raiders.ending import begin_round, end_round, reverse_order
from companion.games.pyramid_raiders.items import landing_bar
from companion.games.pyramid_raiders.state import Guardian, State, house_rule


def why_no_layout(state: State, action: LayOut) -> str | None:
    free = set(SPACES) - set(state.pillars) - set(state.fountains)
    tokens = action.tokens
    books = {space for space, kind in tokens.items() if kind == BOOK}
    counts = [list(tokens.values()).count(colour) for colour in COLOURS]
    fits = set(tokens) == free and books == BOOK_SPACES and all(count == COPIES for count in counts)
    return None if fits else "bad_token_layout"


def lay_out(state: State, action: LayOut) -> State:
    """Rulebook: "Map Setup", 1-3."""
    return replace(state, phase="facing", tokens=dict(sorted(action.tokens.items())))


def roll_facing(state: State, action: RollFacing) -> State:
    return replace(state, phase="items", guardian=Guardian(state.guardian.at, DIE_FACING[action.die]))


def why_no_item(state: State, action: DrawItem) -> str | None:
    if action.item in state.items.values():
        return "item_taken"
    return "already_has_item" if action.player in state.items else None


def draw_item(state: State, action: DrawItem) -> State:
    drawn = {**state.items, action.player: action.item}
    items = {player: drawn[player] for player in state.players if player in drawn}
    return replace(state, items=items, phase="start_player" if len(items) == len(state.players) else "items")


def choose_start(state: State, action: ChooseStart) -> State:
    queue = reverse_order(state, action.player)
    return replace(state, phase="entering", start=action.player, rotation=action.rotation, queue=queue, active=queue[0])


def entry_bar(state: State, player: str, space: str) -> str | None:
    """Why that player cannot enter there. PR-R43: a diver may come in through the water."""
    if space not in RIM_SET:
        return "not_on_rim"
    diver = state.items.get(player) == "diving_helmet" and bool(house_rule(state, "water_entry"))
    return landing_bar(state, player, space, diver)


def open_rim(state: State, player: str) -> list[str]:
    """The spaces where that player may enter."""
    return [space for space in RIM if not entry_bar(state, player, space)]


def why_no_entry(state: State, action: Enter) -> str | None:
    return entry_bar(state, action.player, action.space)


def enter(state: State, action: Enter) -> State:
    """Nobody takes a token on entering (PR-R02)."""
    queue = state.queue[1:]
    was, pawns = state.phase, {**state.pawns, action.player: action.space}
    state = replace(state, pawns=pawns, queue=queue, active=queue[0] if queue else None)
    if queue:
        return state
    return begin_round(state) if was == "entering" else end_round(state)
