"""What every game is to the rest of the companion: a handful of pure functions, and the records they hand out."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from companion.errors import BadInput
from companion.layout import Layout, Mark, Piece, Placement

if TYPE_CHECKING:  # only its name is needed here; at work it brings the kit's inks along
    from companion.kit.drawing import Cutout

State = Any  # each game's own frozen msgspec Struct
Action = Any  # each game's own tagged, frozen msgspec Struct; `type` and nearly always `player`
Json = Any

Effect = Literal["steady", "dim", "pulse", "path", "flash"]


class Light(msgspec.Struct, frozen=True, omit_defaults=True):
    """One space to light: colour as a name of COLOURS or "#rrggbb"; `after_s` and `for_s` lay effects out in time."""

    space: str
    colour: str
    effect: Effect = "steady"
    after_s: float = 0.0
    for_s: float | None = None  # None: until the next entry


class Glow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game wants lit, in its own terms; the light map says which LEDs that is."""

    lights: tuple[Light, ...] = ()
    timer_s: float | None = None  # so long may this moment last, where the owner of the table set no time himself
    bar: float | None = None  # or stands still at this share, 0..1


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a score and why it is so."""

    what: str
    points: int | None
    why: str
    parts: tuple["Line", ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """How one player stands: `total` in points, or in the game's progress measure where it has no points."""

    player: str
    total: int
    place: int
    lines: tuple[Line, ...]


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table's standings at any moment; `decided_by` names the tie-breaker that was needed at the end, if any."""

    standings: tuple[Standing, ...]  # in seat order
    ranking: tuple[tuple[str, int], ...]  # (player, place), best first, then seat order
    winners: tuple[str, ...]  # empty while the game goes on
    decided_by: str = ""
    unit: str = "points"


class Pick(msgspec.Struct, frozen=True, omit_defaults=True):
    """One tap on the way to a choice, shown as what it names: a space of the board, a piece, a die's face, or words."""

    label: str
    space: str | None = None
    piece: str | None = None
    turned: int | None = None  # the piece, or on a space its side, in degrees clockwise from upright
    face: int | None = None
    row: str = ""  # picks of a named row stand beside those of the next one, and are tapped in any order


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A button on a phone (or a space to tap): pressing it submits `action`.

    Of many alike the game says by which `picks` one comes to each: first the space, then the way round. What nobody
    could list is asked for with `fill`, field by field of the action:
    {"cards": {"of": {code: name}, "count": 3, "pieces": {code: piece}}} so many things one after the other,
    {"path": {"from": space, "of": {space: neighbours}, "lengths": [3], ...}} a way over the board (see `Way`),
    {"cell": {"asks": words, "spaces": [...]}} a space,
    {"tokens": {"paint": {...}}} a piece for every space (see `Paint`).
    """

    label: str
    action: Json
    space: str | None = None
    fill: Json = None
    picks: tuple[Pick, ...] = ()
    anew: bool = False  # before anything was entered: the game begins anew with `action` among its options


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a phone must know of the ways one may draw on the board: enough to light only what can be ended legally."""

    start: str = msgspec.field(name="from")
    of: Mapping[str, Sequence[str]]  # which spaces touch, among those that may be entered
    count: int  # the longest
    lengths: Sequence[int]  # a way is as long as one of these,
    ends: Sequence[str] = ()  # or ends in one of these, which nobody passes through
    goals: Mapping[str, Sequence[str]] = {}  # a good way to each end, for whoever taps only that
    prefix: str = ""  # before a name of these to make it a space of the layout
    again: bool = False  # spaces may be entered again, only not the one just left,
    came: str = ""  # which at the start is this one
    each: Json = None  # the action that is one step: what is drawn only halfway is submitted so, step by step,
    into: str = ""  # with the space in this field


class Paint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies where at the start, as a phone asks for it: paint it, or let the phone shuffle."""

    spaces: Sequence[str]
    of: Mapping[str, int]  # how many of each there are
    pieces: Mapping[str, str]  # how they look
    fixed: Mapping[str, str] = {}  # lies there anyway
    lying: Mapping[str, str] = {}  # where everything is now
    like: Sequence[Mapping[str, str]] = ()  # where not every order will do: some that do, to shuffle among


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a phone asks: `player` None means everybody."""

    text: str
    player: str | None = None
    choices: tuple[Choice, ...] = ()
    listed: bool = False  # its spaces are told apart as well by their names: as buttons, too
    short: str = ""  # in a word or two, for the button that opens it beside other questions


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one viewer may know: a player's name, or None for the open table (big screen, guests)."""

    phase: str
    headline: str  # "Round 3 of 11: Konga walks 4 spaces"
    acting: tuple[str, ...]  # who must act now
    prompts: tuple[Prompt, ...]
    story: tuple[str, ...]  # what just happened and why, one sentence a step
    table: Json  # the state as this viewer may know it
    over: bool = False
    mine: tuple[Line, ...] = ()  # what this viewer has before him, in few words: shovels, a backpack, an item
    drawn: tuple[tuple[str, ...], ...] = ()  # ways over spaces that he has drawn and the table does not show yet


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph of a game's rules page, in our own words; `codes` are the refusals that come from it."""

    id: str
    title: str
    text: str
    codes: tuple[str, ...] = ()


class Option(msgspec.Struct, frozen=True):
    """An option as the host chooses it: a switch, or one of the values that are named."""

    label: str
    about: str
    rule: str  # the paragraph it belongs to
    values: tuple[tuple[Json, str], ...] = ()  # each value with its words; none: on or off


class Guide(msgspec.Struct, frozen=True):
    """What people read about a game: its rules in short, its options, and what decided a tie."""

    paragraphs: tuple[Paragraph, ...] = ()
    options: Mapping[str, Option] = {}
    ties: Mapping[str, str] = {}

    def rule_of(self, code: str) -> str | None:
        """The paragraph a refusal comes from."""
        return next((one.id for one in self.paragraphs if code in one.codes), None)


class Bots(Protocol):
    """Players for empty seats, who also deal, roll and draw for a simulated table; the same seed plays the same."""

    def choose(self, state: State) -> Action:
        """The next action at the table, by whoever must act or by chance; the game is not over."""

    def saw(self, state: State, action: Action) -> None:
        """Told of every action before it is applied (its own too), so that hidden things are kept straight."""


class Artwork(Protocol):
    """What a game draws, everything in mm from the upper left corner; a module `artwork` is one."""

    @property
    def TITLE(self) -> str: ...

    @property
    def BOUGHT(self) -> Sequence[str]:
        """Pieces nobody prints: dice."""

    @property
    def SHAPED(self) -> Sequence[str]:
        """Pieces neither round nor square: their drawing shows where to cut."""

    @property
    def NEEDS(self) -> Sequence[str]:
        """What else must be on the table, in words."""

    def face(self, piece: Piece) -> str:
        """All but the marker; the kit puts that on top, on its white plate."""

    def back(self, piece: Piece) -> str | None: ...

    def field(self) -> str:
        """All that is printed on the table field but the frame markers."""

    def round_pictures(self) -> Sequence[tuple[str, str]]:
        """The round in six pictures, each within 12 units of its middle, with a few words below."""

    def cutouts(self) -> "Sequence[Cutout]": ...


Cue = Literal["knock_out", "treasure", "your_turn", "round", "game_over"]
Seen = Counter[Placement]  # what lies on the table: two equal coins in one purse are two
Options = Mapping[str, Json]
_FILLED_IN: Any = None  # a simple game leaves it out: see Game.__post_init__


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A rulebook: what the box holds, and pure functions without devices, clock or randomness.

    Games are found by the entry point group `companion.games`; each names one of these records.
    """

    name: str
    title: str
    version: str  # of the rules as written here; a saved game names it
    players: range
    options: Options = field(default_factory=dict)  # every option with its default
    seats: tuple[str, ...] = ()  # what its players are called, where the box says so
    state: type[Any] | None = None  # the record of its state; enough to read positions written as JSON

    setup: Callable[[Sequence[str], Options | None], State]
    # every action possible next, each distinct outcome once; contents too many to list are left to `shown`
    legal: Callable[[State], Sequence[Action]]
    # an action from JSON, or IllegalAction, with the checks in the order of the specification
    read: Callable[[State, Mapping[str, Json]], Action]
    apply: Callable[[State, Action], State]
    is_over: Callable[[State], bool]
    view: Callable[[State, str | None], View]
    score: Callable[[State], Score]

    # how the table should look, as far as the camera can tell
    placements: Callable[[State], Seen]
    # of that what everybody may be told; left out: all of it
    disclosed: Callable[[State], Seen] = _FILLED_IN
    # the legal actions a table at rest may show: whole walks, draws and layouts read off what is seen
    shown: Callable[[State, Seen], Iterable[Action]] = _FILLED_IN
    # what is seen in the words of the rules, where a game tells pieces or places apart better than their markers do
    recognised: Callable[[State, Seen], Seen] = lambda state, seen: seen
    # what people drew on their sheets as pieces on spaces, in the words of the rules
    marked: Callable[[State, Iterable[Mark]], Seen] = lambda state, marks: Counter()
    # whether all that is drawn on that sheet has been accounted for: nobody has to draw there now
    accounted: Callable[[State, str], bool] = lambda state, sheet: True
    # what people forgot to draw, in a sentence for all of them
    forgotten: Callable[[State, Iterable[Mark]], str | None] = lambda state, marks: None
    # whether nobody is to be told yet that this lies there: what is drawn in secret
    private: Callable[[State, Placement], bool] = lambda state, placement: False
    # the dice this action reads off the table, by the names the layout gives them; empty if it needs none
    rolled: Callable[[Action], Mapping[str, int]] = lambda action: {}
    # whether only people can say so: section 8 of the specification gives it to the phones (opting out, whom one
    # challenges, doing nothing); simulated players tell it, and nobody is blamed for not seeing it
    told: Callable[[State, Action], bool] = lambda state, action: False
    layout: Callable[..., Layout]  # of those players and options; of the whole box without any
    artwork: Callable[[], Artwork] | None = None  # called when something is drawn; None: plain shapes with names

    # an action in a few words for buttons, questions and histories, as that viewer may know it
    words: Callable[[State, Action, str | None], str] = _FILLED_IN
    # what is to be heard and felt of an action: a knock-out, a treasure, somebody's turn
    cues: Callable[[State, Action, State], Sequence[Cue]] = lambda before, action, after: ()
    # what the table's confirm button may end just now, held down long
    endings: Callable[[State], Sequence[Action]] = lambda state: ()
    glow: Callable[[State], Glow] = lambda state: Glow()
    # which round it is, in a game that counts them
    round: Callable[[State], int | None] = lambda state: None

    # bots by their style; "random" is always there
    styles: Mapping[str, Callable[[Random], Bots]] = _FILLED_IN
    # a position written as in the specification, defaults left out
    state_from: Callable[[Mapping[str, Json]], State] = _FILLED_IN
    # runs one case of the specification; one line per expectation that does not hold
    examine: Callable[[Json, Sequence[Mapping[str, Json]], Mapping[str, Json]], list[str]] = _FILLED_IN

    guide: Guide = field(default_factory=Guide)  # the rules in short, for people
    # what else is worth timing: each makes a batch that is called with 0, 1, 2 ... and says how many it did
    benches: Mapping[str, Callable[[], Callable[[int], int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """What a simple game leaves out follows from what it has."""
        plain: dict[str, Any] = {
            "shown": lambda state, seen: self.legal(state),
            "disclosed": self.placements,
            "words": lambda state, action, viewer: plain_words(action),
            "styles": {"random": lambda rng: RandomBots(self, rng)},
            "state_from": self._plain_position,
            "examine": self._no_cases,
        }
        for name, default in plain.items():
            if getattr(self, name) is _FILLED_IN:
                object.__setattr__(self, name, default)

    def bots(self, rng: Random, style: str = "random") -> Bots:
        """Players for empty seats; the same Random plays the same game."""
        if style not in self.styles:
            raise BadInput(f"no bots play {style!r}; there are {', '.join(self.styles)}")
        return self.styles[style](rng)

    def names(self, count: int) -> list[str]:
        """Names for so many players, as the game likes to call them."""
        if count not in self.players:
            raise BadInput(f"{self.title} is for {self.players[0]} to {self.players[-1]} players, not {count}")
        return list(self.seats[:count]) or [f"p{number}" for number in range(1, count + 1)]

    def _plain_position(self, raw: Mapping[str, Json]) -> State:
        """A position written exactly as its state goes to JSON."""
        if self.state is None:
            raise BadInput(f"{self.title} reads no written positions; begin with setup and enter the actions")
        try:
            return msgspec.convert(raw, self.state)
        except msgspec.ValidationError as wrong:
            raise BadInput(f"this is no position of {self.title}: {wrong}") from None

    def _no_cases(self, given: Json, do: Sequence[Mapping[str, Json]], expect: Mapping[str, Json]) -> list[str]:
        return [f"case: {self.title} has no cases"]


class RandomBots:
    """Any legal action, each as likely as the other."""

    def __init__(self, game: Game, rng: Random) -> None:
        self._game = game
        self._rng = rng

    def choose(self, state: State) -> Action:
        return self._rng.choice(self._game.legal(state))

    def saw(self, state: State, action: Action) -> None:
        """Nothing is hidden from them."""


def to_json(value: Any) -> Json:
    """Any of our records as plain dicts, lists, strings and numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))  # to_builtins would leave tuples as they are


def player_of(action: Action) -> str | None:
    """Whose action it is; None for the table's own (a deal, a layout)."""
    return getattr(action, "player", None)


MARK = "\u2063"  # around a seat in a sentence; it has no width, so a sentence that nobody filled in reads well, too


def person(player: str | None) -> str:
    """A player within a sentence: `companion.games.naming` says what the people in the seats are called. Nobody is the
    table itself."""
    return f"{MARK}{player or ''}{MARK}"


def people(players: Iterable[str]) -> str:
    """Several of them: one, two and three."""
    *first, last = map(person, players)
    return f"{', '.join(first)} and {last}" if first else last


def dice(rolled: Mapping[str, int]) -> tuple[Pick, ...]:
    """A die as its faces, several dice as so many rows of them.

    >>> [(pick.face, pick.row) for pick in (*dice({"die": 3}), *dice({"white": 2, "black": 5}))]
    [(3, ''), (2, 'white'), (5, 'black')]
    """
    return tuple(Pick(str(face), face=face, row=name if len(rolled) > 1 else "") for name, face in rolled.items())


def kind_of(action: Action) -> str:
    """The action's name in the rulebook's words: "reveal_card"."""
    return str(type(action).__struct_config__.tag)


def plain_words(action: Action) -> str:
    """An action's name and what it names, for a game that has no better words."""
    fields = [getattr(action, name) for name in action.__struct_fields__ if name != "player"]
    return " ".join([kind_of(action).replace("_", " "), *(str(value) for value in fields if value not in (None, ()))])


def replay(game: Game, state: State, actions: Iterable[Action]) -> State:
    """The state after all those actions."""
    for action in actions:
        state = game.apply(state, action)
    return state
