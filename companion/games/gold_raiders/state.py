"""The position and the actions, and how a position begins: from a box of cards, or as somebody wrote it down."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from companion.errors import BadInput
from companion.games.gold_raiders.board import CARDS, HAND, PLAYERS, TRAIL, TRAILS
from companion.games.gold_raiders.reading import NO_RECON_TRIPLETS, ONE_RUN
from companion.games.gold_raiders.reasons import refusal
from companion.games.protocol import Json

Phase = Literal["setup", "deal", "night", "day", "finished"]
Tiebreak = Literal["none", "travel_total", "unrevealed_stacks", "turn_order"]
Stack = int | tuple[str, ...]  # hidden: so many cards; revealed: their codes, bottom first

HOUSE = (ONE_RUN, NO_RECON_TRIPLETS)
OPTIONS: Mapping[str, Json] = {"trail": TRAIL, ONE_RUN: False, NO_RECON_TRIPLETS: False, "position": None}


class Last(msgspec.Struct, frozen=True, omit_defaults=True):
    """What just happened, for the lights and the story: all of it was public."""

    type: Literal["choose_first", "deal", "play_new", "play_on", "recon", "steal", "reveal", "pass"]
    player: str = ""
    owner: str = ""
    stack: int = 0
    onto: int | str = 0
    cards: tuple[str, ...] = ()
    start: int = 0  # the trail space a reveal moved from
    is_dusk: bool = False  # the day ended with it


class State(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position. The keys after `tiebreak` are left out of JSON while they say nothing new."""

    players: tuple[str, ...]
    phase: Phase
    round: int
    trail: int
    first: str
    turn: str | None
    pos: Mapping[str, int]
    hands: Mapping[str, int]
    stacks: Mapping[str, tuple[Stack, ...]]
    discard: tuple[str, ...]
    done: tuple[str, ...]
    winner: str | None
    tiebreak: Tiebreak | None
    slots: Mapping[str, tuple[int, ...]] | None = None  # where stacks lie, if thefts left gaps
    house: tuple[str, ...] = ()  # the house rules switched on
    last: Last | None = None

    def seat(self, player: str) -> int:
        """Counted from 1, clockwise."""
        return self.players.index(player) + 1

    def slots_of(self, player: str) -> tuple[int, ...]:
        """On which places in front of the player the stacks lie, left to right."""
        if self.slots is None:
            return tuple(range(1, len(self.stacks[player]) + 1))
        return self.slots[player]

    def clockwise(self, start: str) -> tuple[str, ...]:
        """All players in order, that one first."""
        at = self.players.index(start)
        return self.players[at:] + self.players[:at]


class ChooseFirst(msgspec.Struct, frozen=True, tag_field="type", tag="choose_first"):
    """Whoever's last journey is freshest takes the idol."""

    player: str


class Deal(msgspec.Struct, frozen=True, tag_field="type", tag="deal"):
    """All 54 shuffled, eight to each player; nobody's in particular."""


class PlayNew(msgspec.Struct, frozen=True, tag_field="type", tag="play_new"):
    """A card, face down, begins a stack at the right end; which card stays secret."""

    player: str


class PlayOn(msgspec.Struct, frozen=True, tag_field="type", tag="play_on"):
    player: str
    stack: int


class Recon(msgspec.Struct, frozen=True, tag_field="type", tag="recon"):
    player: str
    owner: str
    stack: int


class Steal(msgspec.Struct, frozen=True, tag_field="type", tag="steal"):
    player: str
    owner: str
    stack: int
    onto: int | str  # "new", or the number of one's own stack


class Reveal(msgspec.Struct, frozen=True, tag_field="type", tag="reveal"):
    player: str
    stack: int
    cards: tuple[str, ...]  # bottom first


class Pass(msgspec.Struct, frozen=True, tag_field="type", tag="pass"):
    player: str


Action = ChooseFirst | Deal | PlayNew | PlayOn | Recon | Steal | Reveal | Pass


def setup(players: Sequence[str], options: Mapping[str, Json] | None = None) -> State:
    """Rulebook: "Setup". Or from any position, `{"position": {...}}`."""
    chosen = dict(options or {})
    if unknown := sorted(map(str, set(chosen) - set(OPTIONS))):
        known = ", ".join(OPTIONS)
        raise refusal("bad_value", what=f"Gold Raiders has no option {', '.join(unknown)}; it has {known}.")
    for name in HOUSE:
        if type(chosen.get(name, False)) is not bool:
            raise refusal("bad_value", what=f"The house rule {name} is either true or false.")
    house = tuple(name for name in HOUSE if chosen.get(name))
    if chosen.get("position") is not None:
        state = state_from(chosen["position"])
        return msgspec.structs.replace(state, house=house) if house else state
    return _fresh(_seated(players), _trail(chosen.get("trail", TRAIL)), house)


def _fresh(players: tuple[str, ...], trail: int, house: tuple[str, ...]) -> State:
    nothing = dict.fromkeys(players, 0)
    stacks: dict[str, tuple[Stack, ...]] = dict.fromkeys(players, ())
    return State(
        players, "setup", 1, trail, players[0], None, nothing, nothing, stacks, (), (), None, None, house=house
    )


def _seated(players: Sequence[str]) -> tuple[str, ...]:
    if len(players) not in PLAYERS:
        raise refusal("bad_player_count", count=len(players))
    if len(set(players)) < len(players) or not all(isinstance(name, str) and name for name in players):
        raise refusal("bad_value", what="Every player needs a name of their own.")
    return tuple(players)


def _trail(trail: Json) -> int:
    if type(trail) is not int or trail not in TRAILS:
        raise refusal("bad_value", what=f"The trail has {TRAILS.start} to {TRAILS.stop - 1} steps, not {trail}.")
    return trail


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
    if state.slots is not None and (
        set(state.slots) != set(state.players)
        or any(len(state.slots[name]) != len(state.stacks[name]) for name in state.players)
    ):
        raise BadInput("slots must name the place of every player's every stack")


def _passed_over(state: State) -> State:
    """GR-R24: a player without cards is passed over at night."""
    if state.phase != "night" or state.turn is None or state.hands[state.turn]:
        return state
    holders = [name for name in state.clockwise(state.turn) if state.hands[name]]
    if not holders:
        raise BadInput("at night somebody must hold cards; with all hands empty the phase is day")
    return msgspec.structs.replace(state, turn=holders[0])


KINDS: Mapping[str, type[Any]] = {
    "choose_first": ChooseFirst,
    "deal": Deal,
    "play_new": PlayNew,
    "play_on": PlayOn,
    "recon": Recon,
    "steal": Steal,
    "reveal": Reveal,
    "pass": Pass,
}
