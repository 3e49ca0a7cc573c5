"""What players do in Gold Mine, one record per type of the specification's section 5.4, and how JSON becomes one."""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games.gold_mine.board import Cell, Place


class _Action(msgspec.Struct, frozen=True, tag_field="type"):
    """Records hold what was said, sensible or not: `why_not` of the rules judges it, for JSON and for code alike."""


class RollStart(_Action, frozen=True, tag="roll_start"):
    player: str
    dice: tuple[int, int]


class DrawTile(_Action, frozen=True, tag="draw_tile"):
    """The tile that came off a stack; None for the first of the list, as simulated play has it."""

    player: str
    tile: str | None = None


class PlaceTile(_Action, frozen=True, tag="place_tile"):
    player: str
    tile: str
    cell: Cell
    rot: int


class ReturnTile(_Action, frozen=True, tag="return_tile"):
    """Back into the stack at that index; None for the end."""

    player: str
    position: int | None = None


class PlayOwnTile(_Action, frozen=True, tag="play_own_tile"):
    player: str
    tile: str
    cell: Cell
    rot: int


class RollMove(_Action, frozen=True, tag="roll_move"):
    player: str
    die: int


class RollPassage(_Action, frozen=True, tag="roll_passage"):
    player: str
    dice: tuple[int, int]


class OptOut(_Action, frozen=True, tag="opt_out"):
    player: str


class Move(_Action, frozen=True, tag="move"):
    """The goal of a walk; which way it went does not matter."""

    player: str
    to: Place


class Traverse(_Action, frozen=True, tag="traverse"):
    player: str
    to: Place


class Stay(_Action, frozen=True, tag="stay"):
    player: str


class Collect(_Action, frozen=True, tag="collect"):
    player: str


class StartChallenge(_Action, frozen=True, tag="challenge"):
    player: str
    kind: str
    defender: str


class ChallengeRoll(_Action, frozen=True, tag="challenge_roll"):
    """One exchange: the challenger's white die, the defender's black one."""

    player: str
    challenger: int
    defender: int


class PlaceStolen(_Action, frozen=True, tag="place_stolen"):
    player: str
    cell: Cell


class DeclineSteal(_Action, frozen=True, tag="decline_steal"):
    player: str


class RollHeadStart(_Action, frozen=True, tag="roll_head_start"):
    player: str
    die: int


class SkipHeadStart(_Action, frozen=True, tag="skip_head_start"):
    player: str


class RollBats(_Action, frozen=True, tag="roll_bats"):
    player: str
    die: int


class HandOff(_Action, frozen=True, tag="hand_off"):
    player: str
    giver: str = msgspec.field(name="from")
    to: str
    count: int


class EndTurn(_Action, frozen=True, tag="end_turn"):
    player: str


class StopGame(_Action, frozen=True, tag="stop_game"):
    """The table agrees that nobody can win any more; it is nobody's turn and nobody's move. Ruling R-53."""


Action = (
    RollStart | DrawTile | PlaceTile | ReturnTile | PlayOwnTile | RollMove | RollPassage | OptOut | Move | Traverse
    | Stay | Collect | StartChallenge | ChallengeRoll | PlaceStolen | DeclineSteal | RollHeadStart | SkipHeadStart
    | RollBats | HandOff | EndTurn | StopGame
)  # fmt: skip


def action_from(kind: type[Any], raw: Mapping[str, Any]) -> Action:
    """The record of a JSON object; nothing is judged yet, missing things are None."""
    action: Action = kind(*(_plain(raw.get(name)) for name in kind.__struct_encode_fields__))
    return action


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def is_ints(value: object, count: int) -> bool:
    """Whether it is so many whole numbers, neither more nor fewer; true and false are no numbers.

    >>> is_ints((3, -1), 2), is_ints((3, True), 2), is_ints([3, 1], 2), is_ints(3, 1)
    (True, False, False, False)
    """
    return isinstance(value, tuple) and len(value) == count and all(type(part) is int for part in value)


def is_face(value: object) -> bool:
    """Whether it is what a die can show."""
    return type(value) is int and 1 <= value <= 6


def is_pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(map(is_face, value))
