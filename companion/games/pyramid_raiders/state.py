"""The position on the table and the actions that change it: frozen, typed, JSON-able."""

from typing import Union

from msgspec import UNSET, Struct, UnsetType

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


class LayOut(Struct, frozen=True, tag_field="type", tag="lay_out"):
    tokens: dict[str, str]


class RollFacing(Struct, frozen=True, tag_field="type", tag="roll_facing"):
    die: int


class DrawItem(Struct, frozen=True, tag_field="type", tag="draw_item"):
    player: str
    item: str


class ChooseStart(Struct, frozen=True, tag_field="type", tag="choose_start"):
    player: str
    rotation: str


class Enter(Struct, frozen=True, tag_field="type", tag="enter"):
    player: str
    space: str


class PlaceCard(Struct, frozen=True, tag_field="type", tag="place_card"):
    player: str


class TakeBackCard(Struct, frozen=True, tag_field="type", tag="take_back_card"):
    player: str


class RevealCard(Struct, frozen=True, tag_field="type", tag="reveal_card"):
    player: str
    card: int


class Step(Struct, frozen=True, tag_field="type", tag="step"):
    player: str
    to: str


class Push(Struct, frozen=True, tag_field="type", tag="push"):
    player: str
    to: str


class Move(Struct, frozen=True, tag_field="type", tag="move"):
    player: str
    path: tuple[str, ...]
    pushes: tuple[str, ...] = ()


class EndMove(Struct, frozen=True, tag_field="type", tag="end_move"):
    player: str


class Teleport(Struct, frozen=True, tag_field="type", tag="teleport"):
    player: str
    to: str


class MagicTake(Struct, frozen=True, tag_field="type", tag="magic_take"):
    player: str
    space: str


class PlaceDecoy(Struct, frozen=True, tag_field="type", tag="place_decoy"):
    player: str
    space: str


class SkipDecoy(Struct, frozen=True, tag_field="type", tag="skip_decoy"):
    player: str


class TakeToken(Struct, frozen=True, tag_field="type", tag="take_token"):
    player: str
    space: str


class SkipTake(Struct, frozen=True, tag_field="type", tag="skip_take"):
    player: str


class TurnGuardian(Struct, frozen=True, tag_field="type", tag="turn_guardian"):
    player: str
    facing: str


class FlipRotation(Struct, frozen=True, tag_field="type", tag="flip_rotation"):
    player: str


class SkipEffect(Struct, frozen=True, tag_field="type", tag="skip_effect"):
    player: str


class RollGuardian(Struct, frozen=True, tag_field="type", tag="roll_guardian"):
    player: str
    die: int


Action = (
    LayOut
    | RollFacing
    | DrawItem
    | ChooseStart
    | Enter
    | PlaceCard
    | TakeBackCard
    | RevealCard
    | Step
    | Push
    | Move
    | EndMove
    | Teleport
    | MagicTake
    | PlaceDecoy
    | SkipDecoy
    | TakeToken
    | SkipTake
    | TurnGuardian
    | FlipRotation
    | SkipEffect
    | RollGuardian
)

PHASE_ACTIONS: dict[str, tuple[type[Action], ...]] = {
    "layout": (LayOut,),
    "facing": (RollFacing,),
    "items": (DrawItem,),
    "start_player": (ChooseStart,),
    "entering": (Enter,),
    "programming": (PlaceCard, TakeBackCard),
    "reveal": (RevealCard,),
    "moving": (Step, Move, EndMove, Teleport, MagicTake),
    "pushing": (Push,),
    "decoy": (PlaceDecoy, SkipDecoy),
    "taking": (TakeToken, SkipTake),
    "effect": (TurnGuardian, FlipRotation, SkipEffect),
    "guardian": (RollGuardian,),
    "reentry": (Enter,),
    "finished": (),
}
KINDS_OF_ACTION: dict[str, type[Action]] = {
    str(kind.__struct_config__.tag): kind for kinds in PHASE_ACTIONS.values() for kind in kinds
}
