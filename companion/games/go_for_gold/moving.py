"""Rulebook: "Moving". The start ports, the roll for everybody, and the lines they draw; G02, G03, G10 to G19."""

from msgspec.structs import replace

from companion.errors import IllegalAction
from companion.games.go_for_gold.actions import ChooseStartPort, Move, RollMove, Withdraw
from companion.games.go_for_gold.board import LONGEST, PIPS
from companion.games.go_for_gold.ending import end_drawing
from companion.games.go_for_gold.reasons import refusal
from companion.games.go_for_gold.state import Drawn, Hunter, Last, State
from companion.games.go_for_gold.walking import can_use_foot, has_path
from companion.games.protocol import Json
from companion.games.rulebook import Why


def why_no_start_port(state: State, action: ChooseStartPort) -> Why:
    return why_no_port(state, action.port)


def why_no_port(state: State, port: Json) -> Why:
    return None if isinstance(port, str) and port in state.island.ports else "not_a_port"


def why_no_roll(state: State, action: RollMove) -> Why:
    return why_no_pips(action.value)


def why_no_pips(value: Json) -> Why:
    return None if type(value) is int and value in PIPS else refusal("bad_value", what="A die shows 1 to 6.")


def why_no_move(state: State, action: Move) -> Why:
    """G11 to G16: the foot, then space by space, then the length."""
    hunter, path = state.hunter(action.player), action.path
    use_foot: Json = action.use_foot  # as it was sent: a record takes anything
    if type(use_foot) is not bool:
        return refusal("bad_value", what="A foot is either used or not: true or false.")
    if use_foot and not hunter.feet:
        return "no_foot"
    if not isinstance(path, tuple) or not path:
        return refusal("wrong_length", what=f"Draw a line of {_lengths(state, use_foot)} spaces.")
    return _why_not_over(state, hunter, path) or _why_not_so_long(state, path, use_foot)


def _why_not_so_long(state: State, path: tuple[str, ...], use_foot: bool) -> IllegalAction | None:
    in_port, roll = path[-1] in state.island.ports, state.roll or 0
    if len(path) <= LONGEST if use_foot else len(path) == roll or (in_port and len(path) < roll):
        return None
    what = f"That line enters {len(path)} spaces: it must be {_lengths(state, use_foot)}, fewer only into a port."
    return refusal("wrong_length", what=what)


def _lengths(state: State, use_foot: bool) -> str:
    return "1 to 6" if use_foot else f"exactly {state.roll}"


def _why_not_over(state: State, hunter: Hunter, path: tuple[Json, ...]) -> IllegalAction | None:
    island = state.island
    entered, last = {*hunter.visited, hunter.pos}, hunter.pos
    for number, space in enumerate(path, start=1):
        if not isinstance(space, str) or space not in island.neighbours:
            return refusal("not_land", space=space)
        if last is None or space not in island.neighbours[last]:
            return refusal("not_adjacent", space=space, last=last)
        if space in entered:
            return refusal("already_entered", space=space)
        if space in island.ports and hunter.port_used:
            return refusal("port_already_used")
        if space in island.ports and number < len(path):
            return refusal("port_ends_move", space=space)
        entered.add(space)
        last = space
    return None


def why_no_withdrawal(state: State, action: Withdraw) -> Why:
    """G17: only without a legal line for the roll."""
    return "must_move" if has_path(state.island, state.hunter(action.player), state.roll or 0) else None


def choose_start_port(state: State, action: ChooseStartPort) -> State:
    """G02, G03: the others get the next ports clockwise, in seating order; a start port counts as visited."""
    ports = state.island.ports
    at = ports.index(action.port)
    anchored = {hunter.id: ports[(at + after) % len(ports)] for after, hunter in enumerate(state.clockwise())}
    hunters = tuple(
        replace(hunter, pos=anchored[hunter.id], start_port=anchored[hunter.id], visited=(anchored[hunter.id],))
        for hunter in state.players
    )
    last = Last("choose_start_port", action.player)
    return replace(state, phase="roll", players=hunters, awaiting=(state.active,), last=last)


def roll(state: State, action: RollMove) -> State:
    """G15 to G17: who has no line for the roll and no foot that helps is out at once."""
    island, roll = state.island, action.value
    stuck = tuple(
        hunter.id
        for hunter in state.players
        if hunter.is_in and not has_path(island, hunter, roll) and not can_use_foot(island, hunter)
    )
    hunters = tuple(replace(hunter, status="out") if hunter.id in stuck else hunter for hunter in state.players)
    last = Last("roll_move", action.player, roll, out=stuck)
    after = replace(state, phase="move", roll=roll, players=hunters, last=last)
    awaiting = tuple(hunter.id for hunter in after.clockwise() if hunter.is_in)
    return end_drawing(replace(after, awaiting=awaiting))


def move(state: State, action: Move) -> State:
    """G13, G19: every shovel and foot on the way is gathered; only the end of the line will count."""
    island, path = state.island, action.path
    hunter = state.hunter(action.player)
    shovels = sum(island.shovels.get(space, 0) for space in path)
    moved = replace(
        hunter,
        pos=path[-1],
        visited=hunter.visited + path,
        shovels=hunter.shovels + shovels,
        shovels_gathered=hunter.shovels_gathered + shovels,
        feet=hunter.feet - action.use_foot + sum(island.feet.get(space, 0) for space in path),
    )
    drawn = (*state.drawn, Drawn(action.player, path, action.use_foot))
    after = replace(state, players=state.with_hunter(moved), drawn=drawn, last=Last("move", action.player))
    return end_drawing(_without(after, action.player))


def withdraw(state: State, action: Withdraw) -> State:
    out = replace(state.hunter(action.player), status="out")
    last = Last("withdraw", action.player, out=(action.player,))
    return end_drawing(_without(replace(state, players=state.with_hunter(out), last=last), action.player))


def _without(state: State, player: str) -> State:
    return replace(state, awaiting=tuple(name for name in state.awaiting if name != player))
