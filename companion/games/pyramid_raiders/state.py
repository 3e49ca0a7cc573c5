"""The position on the table, frozen, typed and JSON-able, and small questions to it."""

from typing import Union

from msgspec import UNSET, Struct, UnsetType

PHASES = (
    *("layout", "facing", "items", "start_player", "entering", "programming", "reveal", "moving"),
    *("pushing", "decoy", "taking", "effect", "guardian", "reentry", "finished"),
)

# the house rules a table may agree on instead of the specification's reading; a State carries only those that differ
HOUSE: dict[str, int | bool] = {
    "seven_of_a_colour": 16,  # PR-R60: or 22, going on in the table's rhythm
    "last_look": False,  # PR-R35: the guardian looks, and turns, once more after his last step
    "last_reentry": True,  # PR-R52: whoever is knocked out in the last round still comes back in
    "water_entry": True,  # PR-R43: the diving helmet may enter the board on a fountain at the rim
}


class Guardian(Struct, frozen=True):
    at: str
    facing: str


class Total(Struct, frozen=True, tag_field="ev", tag="total", gc=False):
    """How far the guardian walks: the die and the cards."""

    total: int


class Bonus(Struct, frozen=True, tag_field="ev", tag="bonus", gc=False):
    why: str
    who: str
    total: int


class Hold(Struct, frozen=True, tag_field="ev", tag="hold"):
    """Several figures are nearest: he does not turn."""

    why: str
    who: tuple[str, ...]
    dist: int


class Turn(Struct, frozen=True, tag_field="ev", tag="turn", omit_defaults=True, gc=False):
    """He turns: `why` "sees" with who and how far, or "blocked" with what bars the way."""

    to: str
    why: str
    who: str | None = None
    dist: int | None = None
    by: str | None = None


class Stuck(Struct, frozen=True, tag_field="ev", tag="stuck", gc=False):
    pass


class Moved(Struct, frozen=True, tag_field="ev", tag="move", omit_defaults=True):
    step: int
    to: str
    why: str  # "straight", "chase" or "tie"
    who: str | tuple[str, ...] | None = None


class KnockOut(Struct, frozen=True, tag_field="ev", tag="knock_out", gc=False):
    who: str
    curse: bool


class RemoveToken(Struct, frozen=True, tag_field="ev", tag="remove_token", gc=False):
    at: str
    token: str


Event = Union[Total, Bonus, Hold, Turn, Stuck, Moved, KnockOut, RemoveToken]  # noqa: UP007 (msgspec reads it)


class Turning(Struct, frozen=True, omit_defaults=True, gc=False):
    after: int
    to: str
    why: str
    who: str | None = None


class Holding(Struct, frozen=True):
    after: int
    who: tuple[str, ...]


class Walk(Struct, frozen=True):
    """The guardian's last walk with the reason of every step; `start` is where and how he stood before it."""

    trace: tuple[Event, ...]
    total: int
    path: tuple[str, ...]
    turns: tuple[Turning, ...]
    holds: tuple[Holding, ...]
    knocked_out: tuple[str, ...]
    stuck: bool
    start: Guardian


class State(Struct, frozen=True):
    """One position. Two keys stand beside the specification's, each only while it says something: `chain`, the
    spaces entered so far by the push under way (without it a push in the middle of a chain could not be continued
    from its JSON), and `house`, the house rules that differ from the specification's reading."""

    players: tuple[str, ...]
    phase: str
    round: int
    start: str
    rotation: str
    los: int
    pillars: tuple[str, ...]
    fountains: tuple[str, ...]
    guardian: Guardian
    pawns: dict[str, str | None]
    decoy: str | None
    items: dict[str, str]
    tokens: dict[str, str]
    hands: dict[str, tuple[int, ...]]
    loot: dict[str, dict[str, int]]
    curses: dict[str, int]
    removed: dict[str, int]
    extra: int
    active: str | None
    card: int | None
    need: int
    path: tuple[str, ...]
    placed: tuple[str, ...]
    queue: tuple[str, ...]
    walk: Walk | None
    chain: tuple[str, ...] | UnsetType = UNSET
    house: dict[str, int | bool] | UnsetType = UNSET


def house_rule(state: State, name: str) -> int | bool:
    """The house rule in force: the table's own, else the specification's reading."""
    if state.house is UNSET:
        return HOUSE[name]
    return state.house.get(name, HOUSE[name])


def mover_of(state: State) -> str:
    """Whose turn it is, also while another player decides about a push."""
    if state.phase == "pushing" and state.chain is not UNSET and len(state.chain) > 1:
        return next(player for player, space in state.pawns.items() if space == state.path[-1])
    assert state.active is not None
    return state.active


def acting(state: State) -> tuple[str, ...]:
    """Who must act now; at the very beginning anybody may tell how the table looks."""
    if state.active is not None:
        return (state.active,)
    if state.phase == "items":
        return tuple(player for player in state.players if player not in state.items)
    if state.phase == "programming":
        return tuple(player for player in state.players if player not in state.placed)
    return () if state.phase == "finished" else state.players


def active_in(state: State) -> str:
    """The one player who must act, in a phase that has one."""
    assert state.active is not None
    return state.active


def figure_spaces(state: State) -> set[str | None]:
    """The spaces somebody stands on, the decoy included."""
    return {*state.pawns.values(), state.decoy}
