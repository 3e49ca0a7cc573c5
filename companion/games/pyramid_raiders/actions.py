"""What can be done at the table: every action of section 5.2 with what it carries."""

from msgspec import Struct


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
