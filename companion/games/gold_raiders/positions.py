"""Positions written by hand as in the specification's section 3: what is left out takes its default."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.errors import BadInput
from companion.games.gold_raiders.board import CARDS, HAND, PLAYERS, TRAIL, TRAILS
from companion.games.gold_raiders.reading import HOUSE
from companion.games.gold_raiders.state import State
from companion.games.protocol import Json


def state_from(raw: Mapping[str, Json]) -> State:
    """A position written as in the specification; what is left out takes its default."""
    if not isinstance(raw, Mapping):
        raise BadInput(f"a position is a JSON object with at least players, not {type(raw).__name__}")
    players = raw.get("players")
    if not isinstance(players, list | tuple) or not all(isinstance(name, str) and name for name in players):
        raise BadInput('a position needs players, a list of names such as ["p1", "p2"]')
    if len(players) not in PLAYERS or len(set(players)) < len(players):
        raise BadInput(f"a position needs two to six different players, not {', '.join(players) or 'none'}")
    try:
        state = msgspec.convert({**_defaults(raw, players), **_per_player(raw, players)}, State, strict=True)
    except (msgspec.ValidationError, TypeError, OverflowError, RecursionError) as wrong:
        raise BadInput(f"not a position of Gold Raiders: {wrong}") from None
    _check(state)
    return _passed_over(state)


def _defaults(raw: Mapping[str, Json], players: Sequence[str]) -> dict[str, Json]:
    phase = raw.get("phase", "night")
    first = raw.get("first", players[0])
    plain: dict[str, Json] = {"round": 1, "trail": TRAIL, "discard": [], "done": [], "winner": None, "tiebreak": None}
    turn = first if phase in ("night", "day") else None
    return {**plain, "turn": turn, **raw, "phase": phase, "first": first}


def _per_player(raw: Mapping[str, Json], players: Sequence[str]) -> dict[str, Json]:
    """The three keys that hold something for each player."""
    hand = HAND if raw.get("phase", "night") == "night" else 0
    filled: dict[str, Json] = {}
    for key, default in (("pos", 0), ("hands", hand), ("stacks", ())):
        given = raw.get(key, {})
        if not isinstance(given, Mapping) or set(given) - set(players):
            raise BadInput(f"{key} of a position is an object with the players {', '.join(players)} as keys")
        filled[key] = {**dict.fromkeys(players, default), **given}
    return filled


def _check(state: State) -> None:
    """What makes no sense in any position; whether it can be reached is not asked."""
    for name in ("first", "turn", "winner"):
        if (who := getattr(state, name)) is not None and who not in state.players:
            raise BadInput(f"{name} names {who}, who does not play; players are {', '.join(state.players)}")
    playing = state.phase in ("night", "day")
    if playing != (state.turn is not None):
        raise BadInput(f"turn must be {'a player' if playing else 'null'} in phase {state.phase}")
    if not 1 <= state.trail <= TRAILS.stop - 1 or not 1 <= state.round <= 1000:
        raise BadInput(f"trail must be 1 to {TRAILS.stop - 1} and round 1 to 1000")
    if not all(0 <= space <= state.trail for space in state.pos.values()):
        raise BadInput(f"pos must be spaces 0 to {state.trail} of the trail")
    if not all(0 <= cards <= 54 for cards in state.hands.values()):
        raise BadInput("hands must be numbers of cards, 0 to 54")
    if set(state.done) - set(state.players) or set(state.house) - set(HOUSE):
        raise BadInput(f"done must name players, house only {', '.join(HOUSE)}")
    if state.last and {state.last.player, state.last.owner} - {"", *state.players}:
        raise BadInput(f"last must name players; players are {', '.join(state.players)}")
    _check_cards(state)


def _check_cards(state: State) -> None:
    stacks = [stack for row in state.stacks.values() for stack in row]
    if any(not 1 <= stack <= 54 if isinstance(stack, int) else not stack for stack in stacks):
        raise BadInput("every stack needs 1 to 54 cards")
    shown = [code for stack in stacks if isinstance(stack, tuple) for code in stack]
    shown += state.last.cards if state.last else ()
    if unknown := set(shown).union(state.discard) - set(CARDS):
        raise BadInput(f"no card is called {', '.join(sorted(unknown))}; there are {', '.join(CARDS)}")
    _check_rows(state)


def _check_rows(state: State) -> None:
    """Where and how stacks lie is said for all of them or for none."""
    for name, rows in (("slots", state.slots), ("ways", state.ways)):
        if rows is None:
            continue
        if set(rows) != set(state.players) or any(len(rows[who]) != len(state.stacks[who]) for who in state.players):
            raise BadInput(f"{name} must name one for every player's every stack")
    if state.ways is not None and not {way for row in state.ways.values() for way in row} <= {0, 180}:
        raise BadInput("ways must be 0 or 180 degrees")


def _passed_over(state: State) -> State:
    """GR-R24: a player without cards is passed over at night."""
    if state.phase != "night" or state.turn is None or state.hands[state.turn]:
        return state
    holders = [name for name in state.clockwise(state.turn) if state.hands[name]]
    if not holders:
        raise BadInput("at night somebody must hold cards; with all hands empty the phase is day")
    return msgspec.structs.replace(state, turn=holders[0])
