"""The referee: which actions are legal, what they do, and how the table should look afterwards."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.go_for_gold.board import BOXES, LONGEST, PENALTY, TEMPLE_POINTS, sheet_piece, sheet_space
from companion.games.go_for_gold.ending import end_round
from companion.games.go_for_gold.reasons import refusal
from companion.games.go_for_gold.state import (
    KINDS,
    Action,
    ChoosePort,
    ChooseStartPort,
    Dig,
    DigUp,
    Drawn,
    Hunter,
    Last,
    Move,
    Raid,
    RollMove,
    Skip,
    State,
    UseShovels,
    Withdraw,
    is_just_in_port,
    special,
)
from companion.games.go_for_gold.walking import Joined, can_use_foot, has_path, moves
from companion.games.protocol import Json, Seen
from companion.layout import Placement

VERSION = "1"

PHASE_OF = {
    "choose_start_port": "start_port",
    "roll_move": "roll",
    "move": "move",
    "withdraw": "move",
    "dig": "resolve",
    "use_shovels": "shovels",
    "raid": "resolve",
    "skip": "resolve",
    "choose_port": "resolve",
}
PHASE_WORDS = {
    "start_port": "the start port is chosen",
    "roll": "the active player rolls",
    "move": "everybody draws the move",
    "resolve": "treasures, temples and ports are resolved",
    "shovels": "shovels may be spent",
}
PIPS = range(1, 7)


def is_over(state: State) -> bool:
    return state.phase == "over"


def rolled(action: Action) -> Mapping[str, int]:
    if isinstance(action, RollMove):
        return {"die": action.value}
    return {"die": action.roll} if isinstance(action, DigUp | Raid) else {}


def placements(state: State) -> Seen:
    """A sheet in front of everybody. The lines are pencil: they come from the phones."""
    seats = range(1, len(state.players) + 1)
    return Counter(Placement(sheet_piece(state.side, seat), sheet_space(seat)) for seat in seats)


def read(state: State, raw: Mapping[str, Json]) -> Action:
    """An action from JSON, fully checked; fields it does not need are dropped."""
    fields: dict[str, Json] = raw if isinstance(raw, dict) else {}
    kind = fields.get("type")
    _check_common(state, kind, fields.get("player"))
    kind = str(kind)
    values = {name: fields.get(name) for name in KINDS[kind].__struct_fields__}
    if kind == "move":
        values["use_foot"] = fields.get("use_foot", False)
        if isinstance(path := values["path"], list):
            values["path"] = tuple(path)
    _CHECKS[kind](state, **values)
    action: Action = KINDS[kind](**values)
    return action


def apply(state: State, action: Action) -> State:
    """The position after the action, or IllegalAction."""
    kind = getattr(getattr(action, "__struct_config__", None), "tag", None)
    _check_common(state, kind, getattr(action, "player", None))
    kind = str(kind)
    if type(action) is not KINDS[kind]:
        raise _unknown()
    values: dict[str, Any] = {name: getattr(action, name) for name in action.__struct_fields__}
    _CHECKS[kind](state, **values)
    return _EFFECTS[kind](state, action)


def _unknown() -> Exception:
    return refusal("unknown_action", known=", ".join(KINDS))


def _check_common(state: State, kind: Json, player: Json) -> None:
    if state.phase == "over":
        raise refusal("game_over")
    if not isinstance(kind, str) or kind not in KINDS:
        raise _unknown()
    if not isinstance(player, str) or player not in state.ids:
        raise refusal("unknown_player", players=", ".join(state.ids))
    if PHASE_OF[kind] != state.phase:
        raise refusal("wrong_phase", phase=PHASE_WORDS[state.phase])
    if not state.hunter(player).is_in:
        raise refusal("out_of_game", player=player)
    if player not in state.awaiting:
        raise refusal("not_your_turn", awaiting=", ".join(state.awaiting) or "nobody")


def _check_port(state: State, port: Json) -> None:
    if not isinstance(port, str) or port not in state.island.ports:
        raise refusal("not_a_port", ports=", ".join(state.island.ports))


def _check_start_port(state: State, player: str, port: Json) -> None:
    _check_port(state, port)


def _check_roll_move(state: State, player: str, value: Json) -> None:
    _check_pips(value)


def _check_pips(value: Json) -> None:
    if type(value) is not int or value not in PIPS:
        raise refusal("bad_value", what="A die shows 1 to 6.")


def _check_move(state: State, player: str, path: Json, use_foot: Json) -> None:
    """G11 to G16: the foot, then space by space, then the length."""
    hunter = state.hunter(player)
    if type(use_foot) is not bool:
        raise refusal("bad_value", what="A foot is either used or not: true or false.")
    if use_foot and not hunter.feet:
        raise refusal("no_foot")
    if not isinstance(path, tuple) or not path:
        raise refusal("wrong_length", what=f"Draw a line of {_lengths(state, use_foot)} spaces.")
    _check_spaces(state, hunter, path)
    in_port = path[-1] in state.island.ports
    roll = state.roll or 0
    fits = len(path) <= LONGEST if use_foot else len(path) == roll or (in_port and len(path) < roll)
    if not fits:
        what = f"That line enters {len(path)} spaces: it must be {_lengths(state, use_foot)}, fewer only into a port."
        raise refusal("wrong_length", what=what)


def _lengths(state: State, use_foot: bool) -> str:
    return "1 to 6" if use_foot else f"exactly {state.roll}"


def _check_spaces(state: State, hunter: Hunter, path: tuple[Json, ...]) -> None:
    island = state.island
    entered, last = {*hunter.visited, hunter.pos}, hunter.pos
    for number, space in enumerate(path, start=1):
        if not isinstance(space, str) or space not in island.neighbours:
            raise refusal("not_land", space=space)
        if last is None or space not in island.neighbours[last]:
            raise refusal("not_adjacent", space=space, last=last)
        if space in entered:
            raise refusal("already_entered", space=space)
        if space in island.ports and hunter.port_used:
            raise refusal("port_already_used")
        if space in island.ports and number < len(path):
            raise refusal("port_ends_move", space=space)
        entered.add(space)
        last = space


def _check_withdraw(state: State, player: str) -> None:
    """G17: only without a legal line for the roll."""
    if has_path(state.island, state.hunter(player), state.roll or 0):
        raise refusal("must_move", roll=state.roll)


def _check_dig(state: State, player: str, roll: Json) -> None:
    if special(state, state.hunter(player)) != "treasure":
        raise refusal("no_treasure_here")
    _check_pips(roll)


def _check_use_shovels(state: State, player: str, use: Json) -> None:
    if type(use) is not bool:
        raise refusal("bad_value", what="Shovels are either used or not: true or false.")


def _check_raid(state: State, player: str, roll: Json) -> None:
    if special(state, state.hunter(player)) != "temple":
        raise refusal("no_temple_here")
    _check_pips(roll)


def _check_skip(state: State, player: str) -> None:
    if special(state, state.hunter(player)) == "port":
        raise refusal("must_choose_port")


def _check_choose_port(state: State, player: str, port: Json) -> None:
    """G40: one of the ports this player has not visited."""
    hunter = state.hunter(player)
    if not is_just_in_port(state.island, hunter):
        raise refusal("not_on_port")
    _check_port(state, port)
    if port in hunter.visited:
        raise refusal("port_visited", port=port)


_CHECKS: Mapping[str, Callable[..., None]] = {
    "choose_start_port": _check_start_port,
    "roll_move": _check_roll_move,
    "move": _check_move,
    "withdraw": _check_withdraw,
    "dig": _check_dig,
    "use_shovels": _check_use_shovels,
    "raid": _check_raid,
    "skip": _check_skip,
    "choose_port": _check_choose_port,
}


def _choose_start_port(state: State, action: ChooseStartPort) -> State:
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


def _roll_move(state: State, action: RollMove) -> State:
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
    return _all_drawn(replace(after, awaiting=awaiting))


def _move(state: State, action: Move) -> State:
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
    return _all_drawn(_without(after, action.player))


def _withdraw(state: State, action: Withdraw) -> State:
    out = replace(state.hunter(action.player), status="out")
    last = Last("withdraw", action.player, out=(action.player,))
    return _all_drawn(_without(replace(state, players=state.with_hunter(out), last=last), action.player))


def _without(state: State, player: str) -> State:
    return replace(state, awaiting=tuple(name for name in state.awaiting if name != player))


def _all_drawn(state: State) -> State:
    """When everybody has moved, withdrawn or been put out, special locations are resolved in player order."""
    if state.awaiting:
        return state
    queue = tuple(hunter.id for hunter in state.clockwise() if special(state, hunter))
    return _next_in_queue(replace(state, queue=queue))


def _next_in_queue(state: State) -> State:
    """G33: players whose temple was raided meanwhile are not asked."""
    queue = tuple(name for name in state.queue if special(state, state.hunter(name)))
    if queue:
        return replace(state, phase="resolve", dig=None, queue=queue, awaiting=queue[:1])
    return end_round(replace(state, dig=None, queue=(), awaiting=()))


def _resolved(state: State, hunter: Hunter, last: Last, temples: Mapping[str, str | None] | None = None) -> State:
    """That player is done for this round; the next in the queue acts."""
    after = replace(
        state,
        players=state.with_hunter(hunter),
        temples=state.temples if temples is None else temples,
        queue=tuple(name for name in state.queue if name != hunter.id),
        last=last,
    )
    return _next_in_queue(after)


def _written(hunter: Hunter, points: int) -> Hunter:
    """Points go into the next scoring space; there are six."""
    return replace(hunter, scores=(*hunter.scores, points)[:BOXES])


def _dig(state: State, action: DigUp) -> State:
    """G20 to G23: roll the number, or have the shovels that are missing."""
    hunter = state.hunter(action.player)
    treasure = state.island.treasures[str(hunter.pos)]
    missing = treasure.number - action.roll
    last = Last("dig", action.player, action.roll)
    if missing <= 0:
        last = replace(last, result="written", points=treasure.value)
        return _resolved(state, _written(hunter, treasure.value), last)
    if hunter.shovels < missing:
        return _resolved(state, hunter, replace(last, result="failed"))
    dig = Dig(action.player, action.roll, missing)
    return replace(state, phase="shovels", dig=dig, awaiting=(action.player,), last=replace(last, result="low"))


def _use_shovels(state: State, action: UseShovels) -> State:
    """G21: all that are missing, or none."""
    hunter, dig = state.hunter(action.player), state.dig
    assert dig is not None
    last = Last("use_shovels", action.player, dig.roll)
    if not action.use:
        return _resolved(state, hunter, replace(last, result="failed"))
    value = state.island.treasures[str(hunter.pos)].value
    dug = _written(replace(hunter, shovels=hunter.shovels - dig.missing), value)
    return _resolved(state, dug, replace(last, result="written", points=value))


def _raid(state: State, action: Raid) -> State:
    """G30 to G34: at least as many shovels as pips, all of them lost; else a penalty in a scoring space."""
    hunter = state.hunter(action.player)
    color = state.island.temples[str(hunter.pos)]
    last = Last("raid", action.player, action.roll, color=color)
    if hunter.shovels < action.roll:
        return _resolved(state, _written(hunter, PENALTY), replace(last, result="penalty", points=PENALTY))
    raider = _written(replace(hunter, shovels=0), TEMPLE_POINTS)
    last = replace(last, result="written", points=TEMPLE_POINTS)
    return _resolved(state, raider, last, {**state.temples, color: action.player})


def _skip(state: State, action: Skip) -> State:
    return _resolved(state, state.hunter(action.player), Last("skip", action.player))


def _choose_port(state: State, action: ChoosePort) -> State:
    """G40, G41: the next move starts there, and it counts as visited."""
    hunter = state.hunter(action.player)
    sailed = replace(hunter, pos=action.port, visited=(*hunter.visited, action.port), port_used=True)
    return _resolved(state, sailed, Last("choose_port", action.player))


_EFFECTS: Mapping[str, Callable[[State, Any], State]] = {
    "choose_start_port": _choose_start_port,
    "roll_move": _roll_move,
    "move": _move,
    "withdraw": _withdraw,
    "dig": _dig,
    "use_shovels": _use_shovels,
    "raid": _raid,
    "skip": _skip,
    "choose_port": _choose_port,
}


def legal(state: State) -> Sequence[Action]:
    """Every action possible next. Of the lines over the same spaces to the same end one stands for all."""
    if not state.awaiting or state.phase == "over":
        return []
    player = state.awaiting[0]
    if state.phase == "start_port":
        return [ChooseStartPort(player, port) for port in state.island.ports]
    if state.phase == "roll":
        return [RollMove(player, pips) for pips in PIPS]
    if state.phase == "shovels":
        return [UseShovels(player, True), UseShovels(player, False)]
    return _legal_moves(state) if state.phase == "move" else _legal_resolving(state, player)


def _legal_moves(state: State) -> Sequence[Action]:
    island, roll = state.island, state.roll or 0
    found: list[Sequence[Action]] = []
    for player in state.awaiting:
        hunter = state.hunter(player)
        if hunter.is_in:
            own = moves(island, hunter, roll)
            found.append(own)
            if not own or own[0].use_foot:
                found.append([Withdraw(player)])
    return Joined(found)


def _legal_resolving(state: State, player: str) -> list[Action]:
    hunter = state.hunter(player)
    if not hunter.is_in:
        return []
    asked = special(state, hunter)
    if asked == "port":
        return [ChoosePort(player, port) for port in port_choices(state, hunter)]
    tries: list[Action] = []
    if asked is not None:
        tries = [DigUp(player, pips) if asked == "treasure" else Raid(player, pips) for pips in PIPS]
    return [*tries, Skip(player)]


def port_choices(state: State, hunter: Hunter) -> list[str]:
    """The ports this player has not visited, clockwise."""
    return [port for port in state.island.ports if port not in hunter.visited]


def shown(state: State, seen: Seen) -> Sequence[Action]:
    """What a table at rest may show: dice and what goes without saying; lines, ports and retiring come from phones."""
    return [] if state.phase in ("move", "start_port") else legal(state)
