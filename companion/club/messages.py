"""What tables and venues tell each other through a broker: versioned records, their topics, never more than 4 KB."""

import re
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from companion.errors import BadInput

VERSION = 1
MOST_BYTES = 4096
ROOT = "companion"
NAMES = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")  # a table's name is part of a topic and of Home Assistant's ids

Moment = Annotated[float, msgspec.Meta(ge=0, le=4e9)]  # seconds since 1970, by the sender's clock
Count = Annotated[int, msgspec.Meta(ge=0, le=2**40)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Scalar = str | int | bool | None


class Message(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What every message begins with: `id` is the sender's own, for as long as its journal lasts."""

    v: int = 0  # 0 in none of ours: whoever leaves it out is a stranger
    id: Id
    sent: Moment


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player with the score so far; `name` is what the person in the seat is called, where that was said."""

    player: str
    total: int
    place: int
    name: str = ""


class Countdown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The timer: the moment it is out by the sender's clock, or what is left while it stands."""

    total_s: float
    whose: str | None = None
    ends_at: float | None = None
    left_s: float | None = None


class Online(Message, frozen=True, kw_only=True):
    """Whether a table is there; its last will says that it is not."""

    online: bool


class Now(Message, frozen=True, kw_only=True):
    """How a table stands, as anybody beside it may see."""

    game: str = ""  # empty: nothing is being played
    title: str = ""
    game_id: Count = 0
    number: Count = 0  # of the newest entry
    options: dict[str, Scalar] = msgspec.field(default_factory=dict)
    round: int | None = None
    headline: str = ""
    acting: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()  # in seat order
    unit: str = "points"
    over: bool = False
    paused: bool = False
    timer: Countdown | None = None
    question: bool = False
    faults: dict[str, str] = msgspec.field(default_factory=dict)
    help: Moment | None = None  # since when somebody there calls for help
    finished: Count = 0  # games that have a result: one who has fewer asks for them
    address: str = ""  # the table's own page


class Board(Message, frozen=True, kw_only=True):
    """What lies where: piece -> spaces, each "space" or "space@turned=shows"."""

    game_id: Count
    number: Count
    lying: dict[str, tuple[str, ...]]
    left_out: int = 0  # pieces that found no room in the message


class Told(Message, frozen=True, kw_only=True):
    """One entry of the journal in words that anybody may hear."""

    game_id: Count
    number: Annotated[int, msgspec.Meta(ge=1, le=2**40)]
    at: Moment
    what: Literal["action", "undo", "redo", "correct", "remove", "overrule"]
    by: str
    who: str | None = None
    words: str = ""
    cues: tuple[str, ...] = ()


class Result(Message, frozen=True, kw_only=True):
    """A finished game; one that was taken back to before its end is `withdrawn`."""

    game_id: Count
    number: Count
    game: str
    title: str
    started: Moment
    ended: Moment
    seats: tuple[Seat, ...] = ()
    winners: tuple[str, ...] = ()
    unit: str = "points"
    decided_by: str = ""
    withdrawn: bool = False


class Ask(Message, frozen=True, kw_only=True):
    """A venue asks a table for what it missed: entries of a game after a number, or all results; `now` comes anyway."""

    game_id: Count | None = None
    after: Count = 0
    results: bool = False


class Command(Message, frozen=True, kw_only=True):
    """Somebody wants a table to do something; only with the secret of its host."""

    do: str
    secret: str = ""


class Answer(Message, frozen=True, kw_only=True):
    """What became of a command."""

    do: str
    ok: bool
    reason: str = ""


KINDS: dict[str, type[Message]] = {
    "online": Online,
    "now": Now,
    "board": Board,
    "entry": Told,
    "result": Result,
    "ask": Ask,
    "command": Command,
    "answer": Answer,
}
_Kind = TypeVar("_Kind", bound=Message)


def encode(message: Message) -> bytes:
    """A message as it travels; BadInput if it is longer than anybody takes."""
    data = msgspec.json.encode(message)
    if len(data) > MOST_BYTES:
        raise BadInput(f"a message of {len(data)} bytes is too long; at most {MOST_BYTES} are sent")
    return data


def decode(data: bytes, kind: type[_Kind]) -> _Kind:
    """A message of that kind; BadInput says in one line why it is none of ours."""
    if len(data) > MOST_BYTES:
        raise BadInput(f"{len(data)} bytes are no message of a table; those have at most {MOST_BYTES}")
    try:
        found = msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise BadInput(f"that is no message of a table: {wrong}") from None
    if found.v != VERSION:
        raise BadInput(f"that speaks version {found.v} of our messages, this companion version {VERSION}")
    return found


def topic(table: str, kind: str, *more: str) -> str:
    """
    >>> topic("table-7", "result", "17")
    'companion/table-7/result/17'
    """
    return "/".join((ROOT, table, kind, *more))


def read_topic(text: str) -> tuple[str, str]:
    """Whose topic that is and of which kind; BadInput for what is none of ours.

    >>> read_topic("companion/table-7/result/3f9a-17")
    ('table-7', 'result')
    """
    parts = text.split("/")
    is_long = len(parts) == (4 if parts[2:3] == ["result"] else 3)
    if parts[0] != ROOT or not is_long or not NAMES.fullmatch(parts[1]) or parts[2] not in KINDS:
        raise BadInput(f"no table speaks on {clipped(text, 80)!r}")
    return parts[1], parts[2]


def clipped(text: str, most: int) -> str:
    """The beginning of a text.

    >>> clipped("a long story", 7)
    'a long…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def plain(message: Message) -> dict[str, Any]:
    """For a page: nested dicts and lists, defaults left out."""
    return dict(msgspec.json.decode(msgspec.json.encode(message)))
