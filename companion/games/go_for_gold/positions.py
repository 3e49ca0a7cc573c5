"""Positions written by hand, as in sections 3 and 12 of the specification; what is left out takes its default."""

from collections.abc import Mapping

import msgspec

from companion.errors import BadInput
from companion.games.go_for_gold.board import (
    BOXES,
    FEET,
    PLAYERS,
    SHOVELS,
    Island,
    check_sheet,
    fresh_temples,
    island_of,
    sides,
)
from companion.games.go_for_gold.state import Hunter, State, special
from companion.games.protocol import Json


def state_from(raw: Mapping[str, Json]) -> State:
    """A position written as in sections 3 and 12; what is left out takes its default, `side` being A."""
    if not isinstance(raw, Mapping):
        raise BadInput(f"a position is a JSON object with at least players, not {type(raw).__name__}")
    side, sheet = _sheet_of(raw)
    rows = raw.get("players")
    if not isinstance(rows, list | tuple) or not all(isinstance(row, Mapping) for row in rows):
        raise BadInput('a position needs players, a list such as [{"id": "p1", "visited": ["A5"]}, ...]')
    phase = raw.get("phase", "roll")
    filled: dict[str, Json] = {
        "phase": phase,
        "round": 1,
        "active": rows[0].get("id") if rows else None,
        "roll": None,
        "dig": None,
        "end_trigger": None,
        "awaiting": [],
        "queue": [],
        **{key: value for key, value in raw.items() if key not in ("players", "temples", "sheet")},
        "side": side,
        "sheet": sheet,
        "players": [_filled_hunter(row) for row in rows],
        "temples": _filled_temples(raw.get("temples", {}), island_of(side, sheet)),
    }
    try:
        state = msgspec.convert(filled, State, strict=True)
    except (msgspec.ValidationError, TypeError, OverflowError, RecursionError) as wrong:
        raise BadInput(f"not a position of Go for Gold: {wrong}") from None
    _check(state)
    return _waiting(state, "queue" in raw, "awaiting" in raw)


def _sheet_of(raw: Mapping[str, Json]) -> tuple[str, str | None]:
    sheet, side = raw.get("sheet"), raw.get("side", "A")
    if sheet is not None:
        try:
            inline = msgspec.json.decode(sheet) if isinstance(sheet, str) else sheet
        except msgspec.DecodeError:
            raise BadInput("a sheet written as text must be JSON") from None
        return str(raw.get("side", "sheet")), check_sheet(inline)
    if not isinstance(side, str) or side not in sides():
        raise BadInput(f"no side of the sheet is called {side}; there are {', '.join(sides())}")
    return side, None


def _filled_hunter(row: Mapping[str, Json]) -> dict[str, Json]:
    visited = row.get("visited", [])
    ends = visited if isinstance(visited, list | tuple) and visited else [None]
    shovels = row.get("shovels", SHOVELS)
    return {
        "status": "in",
        "pos": ends[-1],
        "start_port": ends[0],
        "visited": visited,
        "shovels": shovels,
        "feet": FEET,
        "shovels_gathered": max(SHOVELS, shovels) if type(shovels) is int else SHOVELS,
        "scores": [],
        "port_used": False,
        **row,
    }


def _filled_temples(given: Json, island: Island) -> dict[str, Json]:
    known = fresh_temples(island)
    if not isinstance(given, Mapping) or set(given) - set(known):
        raise BadInput(f"temples is an object with the colors {', '.join(known)} as keys")
    return {**known, **given}


def _check(state: State) -> None:
    """What makes no sense in any position; whether it can be reached is not asked."""
    ids = state.ids
    if len(ids) not in PLAYERS or len(set(ids)) < len(ids):
        raise BadInput(f"a position needs two to four different players, not {', '.join(ids) or 'none'}")
    named = {state.active, *state.awaiting, *state.queue, *(drawn.player for drawn in state.drawn)}
    named |= {who for who in state.temples.values() if who is not None}
    named |= {state.dig.player} if state.dig else set()
    named |= {state.last.player, *state.last.out} if state.last else set()
    if strangers := named - set(ids):
        raise BadInput(f"{', '.join(sorted(strangers))} does not play; players are {', '.join(ids)}")
    if state.roll is not None and not 1 <= state.roll <= 6:
        raise BadInput("roll must be 1 to 6")
    if state.phase == "move" and state.roll is None:
        raise BadInput("a position in phase move needs the roll")
    if state.phase == "shovels" and state.dig is None:
        raise BadInput('a position in phase shovels needs dig, such as {"player": "p1", "roll": 2, "missing": 2}')
    if not 1 <= state.round <= 1000:
        raise BadInput("round must be 1 to 1000")
    for hunter in state.players:
        _check_hunter(state, hunter)


def _check_hunter(state: State, hunter: Hunter) -> None:
    land = state.island.neighbours
    spaces = {hunter.pos, hunter.start_port, *hunter.visited} - {None}
    if strange := sorted(space for space in spaces if space is not None and space not in land):
        raise BadInput(f"{hunter.id} cannot have been on {', '.join(strange)}: no land on this sheet")
    if hunter.pos is None and state.phase != "start_port":
        raise BadInput(f"{hunter.id} needs visited, the spaces entered so far, start port first")
    if not all(0 <= number <= 1000 for number in (hunter.shovels, hunter.feet, hunter.shovels_gathered)):
        raise BadInput(f"{hunter.id} cannot have fewer than no shovels or feet, or more than 1000")
    if len(hunter.scores) > BOXES or not all(abs(points) <= 1000 for points in hunter.scores):
        raise BadInput(f"{hunter.id} has {BOXES} scoring spaces, each with up to 1000 points")


def _waiting(state: State, has_queue: bool, has_awaiting: bool) -> State:
    """Who may act, unless the position says it: section 12."""
    queue, awaiting = state.queue, state.awaiting
    if not has_queue and state.phase in ("resolve", "shovels"):
        queue = tuple(hunter.id for hunter in state.clockwise() if special(state, hunter))
        if state.dig and state.dig.player in queue:
            queue = queue[queue.index(state.dig.player) :]
    if not has_awaiting:
        awaiting = _awaited(state, queue)
    return msgspec.structs.replace(state, queue=queue, awaiting=awaiting)


def _awaited(state: State, queue: tuple[str, ...]) -> tuple[str, ...]:
    if state.phase in ("start_port", "roll"):
        return (state.active,)
    if state.phase == "move":
        return tuple(hunter.id for hunter in state.clockwise() if hunter.is_in)
    if state.phase == "shovels" and state.dig:
        return (state.dig.player,)
    return queue[:1] if state.phase == "resolve" else ()
