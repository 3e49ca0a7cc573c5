"""A position written as in the specification, its defaults left out, made into a State."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from companion.errors import BadInput
from companion.games.pyramid_raiders.board import (
    CARDS,
    CENTRE,
    DECOY,
    DIRECTIONS,
    INDEX,
    ITEMS,
    KINDS,
    MAPS,
    NOTCH,
    PLAYERS,
    SIGHT,
)
from companion.games.pyramid_raiders.ending import reverse_order
from companion.games.pyramid_raiders.state import HOUSE, PHASES, Guardian, State, Walk
from companion.games.pyramid_raiders.walking import Walker

_MOST = 10_000  # no count in this game comes near it


class Position(Struct, forbid_unknown_fields=True):
    """The keys a position may have, as they come."""

    players: tuple[str, ...]
    phase: str
    round: int = 1
    start: str | None = None
    rotation: str = "cw"
    los: int = 1
    map: str | None = None
    pillars: tuple[str, ...] = ()
    fountains: tuple[str, ...] = ()
    guardian: Guardian = Guardian(CENTRE, DIRECTIONS[0])
    pawns: dict[str, str | None] = {}
    decoy: str | None = None
    items: dict[str, str] = {}
    tokens: dict[str, str] = {}
    hands: dict[str, tuple[int, ...]] = {}
    loot: dict[str, dict[str, int]] = {}
    curses: dict[str, int] = {}
    removed: dict[str, int] = {}
    extra: int = 0
    active: str | UnsetType | None = UNSET
    card: int | None = None
    need: int | None = None
    path: tuple[str, ...] | None = None
    placed: tuple[str, ...] = ()
    queue: tuple[str, ...] | None = None
    walk: Walk | None = None
    chain: tuple[str, ...] | UnsetType = UNSET
    house: dict[str, int | bool] | UnsetType = UNSET


def state_from(raw: Mapping[str, Any]) -> State:
    """The State of a position, or BadInput with what is wrong with it."""
    try:
        position = msgspec.convert(raw, Position, strict=True)
    except (msgspec.ValidationError, OverflowError, RecursionError) as wrong:
        raise BadInput(f"not a position of pyramid_raiders: {wrong}") from None
    _check_names(position)
    _check_spaces(position)
    _check_counts(position)
    state = _filled(position)
    _check_figures(state)
    return state


def _check(holds: bool, wrong: str) -> None:
    if not holds:
        raise BadInput(f"not a position of pyramid_raiders: {wrong}")


def _known(what: str, values: Iterable[Any], allowed: Iterable[Any]) -> None:
    allowed = tuple(allowed)
    for value in values:
        _check(value in allowed, f"{what} {value!r} is none of {', '.join(map(str, allowed))}")


def _check_names(position: Position) -> None:
    players = position.players
    _check(len(players) in PLAYERS, f"{len(players)} players; the game is for 3 to 6")
    _check(len(set(players)) == len(players), "two players have the same name")
    _check(DECOY not in players and "" not in players, "a player needs a name, and decoy is no name for one")
    _known("phase", [position.phase], PHASES)
    named = [*position.pawns, *position.items, *position.hands, *position.loot, *position.curses, *position.placed]
    named += [name for name in (position.start, position.active) if isinstance(name, str)]
    _known("player", [*named, *(position.queue or ())], players)
    _known("rotation", [position.rotation], NOTCH)
    _known("los", [position.los], SIGHT)
    _known("facing", [position.guardian.facing], DIRECTIONS)
    _known("item", position.items.values(), ITEMS)
    _check(len(set(position.items.values())) == len(position.items), "two players have the same item")
    loot = [kind for kinds in position.loot.values() for kind in kinds]
    _known("token", [*position.tokens.values(), *position.removed, *loot], KINDS)
    _known("map", [] if position.map is None else [position.map], MAPS)


def _check_spaces(position: Position) -> None:
    obstacles = [*position.pillars, *position.fountains]
    _check(not (position.map and obstacles), "a map, or pillars and fountains, but not both")
    _check(len(set(obstacles)) == len(obstacles), "two obstacles on one space")
    spaces = [*obstacles, *position.tokens, *(position.path or ()), position.guardian.at, position.decoy]
    spaces += [*position.pawns.values(), *(() if position.chain is UNSET else position.chain)]
    for space in spaces:
        _check(space is None or space in INDEX, f"there is no space {space}; they are a1 to i5")


def _check_counts(position: Position) -> None:
    loot = [count for kinds in position.loot.values() for count in kinds.values()]
    counts = [*loot, *position.curses.values(), *position.removed.values(), position.extra, position.need or 0]
    _check(all(0 <= count <= _MOST for count in counts), "a count below 0 or far beyond what is in the box")
    _check(1 <= position.round <= _MOST, f"there is no round {position.round}")
    _known("card", [] if position.card is None else [position.card], CARDS)
    for hand in position.hands.values():
        _known("card", hand, CARDS)
        _check(len(set(hand)) == len(hand), "the same card twice in a hand")
    house = {} if position.house is UNSET else position.house
    _known("house rule", house, HOUSE)


def _filled(position: Position) -> State:
    """Defaults as in section 3 of the specification; what depends on the rest comes last."""
    players = position.players
    pillars, fountains = MAPS[position.map] if position.map else (position.pillars, position.fountains)
    state = State(
        players=players,
        phase=position.phase,
        round=position.round,
        start=position.start or players[0],
        rotation=position.rotation,
        los=position.los,
        pillars=tuple(sorted(pillars)),
        fountains=tuple(sorted(fountains)),
        guardian=position.guardian,
        pawns={player: position.pawns.get(player) for player in players},
        decoy=position.decoy,
        items={player: position.items[player] for player in players if player in position.items},
        tokens=position.tokens,
        hands={player: tuple(sorted(position.hands.get(player, CARDS))) for player in players},
        loot={player: _some(position.loot.get(player, {})) for player in players},
        curses={player: position.curses.get(player, 0) for player in players},
        removed=_some(position.removed),
        extra=position.extra,
        active=None,
        card=position.card,
        need=0,
        path=position.path or (),
        placed=tuple(player for player in players if player in position.placed),
        queue=(),
        walk=position.walk,
        house=position.house or UNSET,
    )
    return _with_walk(_with_turn(state, position), position)


def _some(counts: Mapping[str, int]) -> dict[str, int]:
    return {kind: count for kind, count in counts.items() if count}


def _with_turn(state: State, position: Position) -> State:
    """Who must act: the one named, else the phase's first."""
    queue = position.queue
    if queue is None:
        out = state.phase in ("entering", "reentry")
        order = reverse_order(state, state.start) if out else ()
        queue = tuple(player for player in order if state.pawns[player] is None)
    if state.phase in ("entering", "reentry"):
        _check(bool(queue), f"nobody is left to enter in phase {state.phase}")
        first: str | None = queue[0]
    elif state.phase in ("reveal", "moving", "pushing", "decoy", "taking", "effect", "guardian"):
        first = state.start
    else:
        first = None
    active = first if position.active is UNSET or position.active is None else position.active
    if first is None:
        active = None
    return msgspec.structs.replace(state, queue=queue, active=active)


def _with_walk(state: State, position: Position) -> State:
    """The walk under way: its path, what is still owed, the push that is due."""
    if state.phase not in ("moving", "pushing", "decoy", "taking", "effect"):
        return msgspec.structs.replace(state, need=position.need or 0)
    _check(state.card is not None, f"phase {state.phase} needs the card that was turned up")
    if state.phase == "pushing":
        return _with_push(state, position)
    player = state.active or state.start
    at = state.pawns[player]
    if position.path is None and at is not None and state.phase in ("moving", "decoy"):
        state = msgspec.structs.replace(state, path=(at,))
    need = position.need
    if need is None:
        need = Walker(state, player).still_owed() if state.phase == "moving" else 0
    return msgspec.structs.replace(state, need=need)


def _with_push(state: State, position: Position) -> State:
    """A push is due where two figures share a space; without `chain` it is the mover's own."""
    _check(len(state.path) > 1, "phase pushing needs the path with the space the pusher came from")
    chain = (state.path[-1],) if position.chain is UNSET else position.chain
    _check(chain[:1] == state.path[-1:], "the chain of a push begins where the mover stands")
    spaces = [*state.pawns.values(), state.decoy]
    _check(all(spaces.count(space) == 1 for space in chain[:-1]), "a figure is missing in the chain of the push")
    _check(spaces.count(chain[-1]) == 2, f"phase pushing needs a pusher and a pushed figure on {chain[-1]}")
    here = [player for player, space in state.pawns.items() if space == chain[-1]]
    _check(len(chain) > 1 or state.active in here, "the mover decides about the first push")
    need = position.need
    if need is None:
        need = max((state.card or 0) - sum(space not in state.pillars for space in state.path[1:]), 0)
    return msgspec.structs.replace(state, chain=chain, need=need)


def _check_figures(state: State) -> None:
    if state.phase == "pushing":
        return
    spaces = [space for space in (*state.pawns.values(), state.decoy) if space is not None]
    _check(len(set(spaces)) == len(spaces), "two figures stand on one space")
