"""What goes in and out of the API, as types: requests are read with them, and the API's description is made of them."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games.protocol import Glow, Prompt, Score, View

Whole = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Millimetres = Annotated[float, Meta(gt=-10_000, lt=10_000)]  # and degrees: no table is larger
Action = Annotated[dict[str, Any], Meta(description="an action of the game's rulebook: `type`, nearly always `player`")]


class Request(msgspec.Struct, frozen=True):
    """What a phone sends."""


class ActionRequest(Request, frozen=True):
    """One action; `seen` is the newest entry its sender knew of."""

    action: Action
    seen: Whole | None = None


class AnswerRequest(Request, frozen=True):
    """The button pressed under the open question."""

    question: Whole
    choice: Whole


class StepsRequest(Request, frozen=True):
    """How many steps to take back or do again."""

    count: Whole = 1
    seen: Whole | None = None


class CorrectRequest(Request, frozen=True):
    """What really happened where an entry says otherwise."""

    entry: Whole
    action: Action
    seen: Whole | None = None


class RemoveRequest(Request, frozen=True):
    """An entry that never happened."""

    entry: Whole
    seen: Whole | None = None


class PreviewRequest(Request, frozen=True):
    """What an entry would be changed to; no action: it would be removed."""

    entry: Whole
    action: Action | None = None


class MoveRequest(Request, frozen=True):
    """Where a piece of the simulated table goes."""

    id: str
    x_mm: Millimetres = 0.0
    y_mm: Millimetres = 0.0
    turned_deg: Millimetres = 0.0


class JoinRequest(Request, frozen=True):
    """A seat to take, and what the person in it is called."""

    player: Annotated[str, Meta(min_length=1)]
    name: Annotated[str, Meta(max_length=24)] | None = None


class SeatRequest(Request, frozen=True):
    player: Annotated[str, Meta(min_length=1)]


class HostRequest(Request, frozen=True):
    """Without a PIN for the first visitor."""

    pin: str | int | None = None


class StartRequest(Request, frozen=True):
    """A new game; the players in seat order."""

    game: Annotated[str, Meta(min_length=1)]
    players: list[str] = []
    options: dict[str, Any] = {}
    bots: list[str] = []
    mine: str | None = None  # the seat the host takes
    names: dict[str, Annotated[str, Meta(max_length=24)]] = {}  # what the people in the seats are called


class PauseRequest(Request, frozen=True):
    paused: bool


class AnewRequest(Request, frozen=True):
    """Options that change, the others staying as they are."""

    options: dict[str, Any]


class TimerRequest(Request, frozen=True):
    """So many seconds for every turn; 0: no timer; null: as the game or the owner has it."""

    seconds: Annotated[float, Meta(ge=0, le=86_400)] | None


class HelpRequest(Request, frozen=True):
    """Whether this table needs somebody of the club."""

    help: bool


class BotsRequest(Request, frozen=True):
    """All the seats that bots play from now on."""

    bots: list[str]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the companion says."""


class Refusal(Answer, frozen=True):
    """Why not, for people."""

    ok: Literal[False]
    code: str
    reason: str
    number: int | None = None
    rule: str | None = None  # where the paragraph it comes from is read,
    title: str | None = None
    text: str | None = None  # and the paragraph itself
    trace: str | None = None


class Fine(Answer, frozen=True):
    ok: Literal[True]


class EntryLine(Answer, frozen=True):
    """A journal entry as that viewer may know it."""

    number: int
    what: Literal["action", "undo", "redo", "correct", "remove", "overrule"]
    by: str
    who: str | None
    at: float
    target: int | None
    words: str
    source: str
    stands: bool = False
    yours: bool = False
    corrected_by: int | None = None
    now: str | None = None
    unfit: str | None = None


class Taken(Answer, frozen=True):
    """The entry that was made."""

    ok: Literal[True]
    number: int
    entry: EntryLine


class Answered(Answer, frozen=True):
    ok: Literal[True]
    number: int
    entries: list[EntryLine]


class Fallen(Answer, frozen=True):
    """An entry that would no longer fit, and why."""

    number: int
    words: str
    why: str


class Foreseen(Answer, frozen=True):
    """What would follow: how many later entries still fit, which fall away, which fit again, and the scores."""

    entry: int
    fits: int
    falls: list[Fallen]
    mended: list[str]
    headline: str
    scores: list[dict[str, Any]]
    over: bool


class QuestionShown(Answer, frozen=True):
    number: int
    text: str
    player: str | None
    answers: list[dict[str, str]]
    spaces: list[str]


class ProposalShown(Answer, frozen=True):
    game: str
    title: str
    players: list[str]
    text: str


class Look(Answer, frozen=True):
    """All that a phone shows."""

    news: int
    playing: bool
    notices: dict[str, str] | UnsetType = UNSET
    id: int | None = None
    game: str | None = None
    title: str | None = None
    players: list[str] = []
    number: int | None = None
    since: float | None = None
    phase_since: float | None = None
    view: View | None = None
    score: Score | None = None
    glow: Glow | None = None
    placements: list[tuple[str, str, int | None, str | None]] = []
    unfit: list[dict[str, Any]] = []
    differences: list[Any] = []
    question: QuestionShown | None = None
    proposal: ProposalShown | None = None
    extras: dict[str, Any] = {}
    can_undo: int = 0
    can_redo: int = 0
    undo_of: str | None = None
    redo_of: str | None = None
    seats: dict[str, Literal["phone", "bot", "free"]] = {}
    names: dict[str, str] = {}


class Prompts(Answer, frozen=True):
    number: int | None
    prompts: list[Prompt]


class Entries(Answer, frozen=True):
    number: int
    entries: list[EntryLine]


class LegalAction(Answer, frozen=True):
    action: Action
    words: str
    space: str | None


class Legal(Answer, frozen=True):
    number: int
    actions: list[LegalAction]
    all: int
    instead_of: Action | None = None


class Badge(Answer, frozen=True):
    player: str
    name: str
    letter: str
    shape: str
    colour: str
    piece: str | None


class LayoutShown(Answer, frozen=True):
    """The table in millimetres."""

    game: str
    width_mm: float
    height_mm: float
    middle: tuple[float, float, float, float]
    spaces: list[dict[str, Any]]
    zones: list[dict[str, Any]]
    pieces: list[dict[str, Any]]
    badges: list[Badge]


class Me(Answer, frozen=True):
    ok: Literal[True]
    seats: list[str]
    host: bool
    has_host: bool
    pin: str | None


class OptionOffered(Answer, frozen=True):
    """An option in words; no `values`: on or off."""

    name: str
    label: str
    about: str
    rule: str
    usual: Any
    values: list[tuple[Any, str]]


class GameOffered(Answer, frozen=True):
    name: str
    title: str
    players: list[int]
    options: dict[str, Any]
    offered: list[OptionOffered]
    own_seats: bool
    names: list[str]
    badges: list[Badge]


class GameSaved(Answer, frozen=True):
    id: int
    game: str
    version: str
    players: list[str]
    options: dict[str, Any]
    started: float
    over: bool


class Games(Answer, frozen=True):
    playing: int | None
    bots: bool
    games: list[GameOffered]
    saved: list[GameSaved]


class SatDown(Answer, frozen=True):
    ok: Literal[True]
    id: int
    game: str
    players: list[str]


class CoursePoint(Answer, frozen=True):
    """How everybody stood after an entry, in seat order."""

    number: int
    totals: list[int]
    is_round: bool


class Turning(Answer, frozen=True):
    """A step that changed much: whose lead grew by how much, in the words of the history."""

    number: int
    player: str
    by: int
    takes_lead: bool
    words: str


class Course(Answer, frozen=True):
    """How the game went so far."""

    id: int
    game: str
    title: str
    players: list[str]
    names: dict[str, str]
    unit: str
    over: bool
    winners: list[str]
    ranking: list[tuple[str, int]]
    decided: str
    points: list[CoursePoint]
    turning: list[Turning]


class Paused(Answer, frozen=True):
    ok: Literal[True]
    paused: bool


class Helped(Answer, frozen=True):
    """Since when help is called for."""

    ok: Literal[True]
    help: float | None


class BotsNow(Answer, frozen=True):
    ok: Literal[True]
    bots: list[str]


class Seen(Answer, frozen=True):
    """What the camera saw last; boxes as shares of the picture."""

    camera: bool
    picture: bool
    sightings: list[dict[str, Any]]
    problems: list[dict[str, Any]]


class PhotoRead(Answer, frozen=True):
    ok: Literal[True]
    seen: dict[str, Any]


class Pieces(Answer, frozen=True):
    pieces: list[dict[str, Any]]


class Aim(Answer, frozen=True):
    """How well the camera is aimed."""

    camera: Any
    picture: list[int] | None
    corners: list[dict[str, Any]]
    findings: list[dict[str, Any]]


class Settings(Answer, frozen=True):
    settings: list[dict[str, Any]]
