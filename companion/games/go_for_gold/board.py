"""The islands: which spaces exist, touch and hold what; the names of the sheets; no measures."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from companion.errors import BadInput

NAME = "go_for_gold"
TITLE = "Go for Gold"
VERSION = "1"
PLAYERS = range(2, 5)

SIDES = ("A", "B")
SEAT_COLOURS = ("red", "blue", "green", "yellow")  # of the seats, clockwise
TEMPLES = ("red", "blue", "green", "purple", "orange")  # the boxes printed on every sheet
KINDS = ("plain", "shovel", "foot", "treasure", "temple", "port")
PORT_NAMES: Mapping[str, str] = {"N": "north", "E": "east", "S": "south", "W": "west"}

SHOVELS = 2  # everybody starts with
FEET = 1
BOXES = 6  # scoring spaces on a sheet
TEMPLE_POINTS = 9
PENALTY = -1
MOST_SPACES = 63  # of an island, so that each has a bit in one number
DIE = "die"  # there is one; in the tray it counts for everybody
LINE = "line"  # what people draw, as pieces on the spaces of a sheet
FAINT = "faint"  # what may be drawn, or rubbed out
CROSS = "cross"
RING = "ring"
MOORING = "mooring"  # the cross in a port where a ship lies
STROKES = (LINE, FAINT, CROSS, RING, MOORING)
START_FOOT = "foot"  # the one that is ringed from the start
START_SHOVEL = "start.shovel."  # and its number
TEMPLE_BOX = "temple."  # and its colour
LONGEST = 6  # what a die or a foot allows
PIPS = range(1, 7)


@dataclass(frozen=True)
class Treasure:
    """Roll at least the number, write the value."""

    number: int
    value: int


@dataclass(frozen=True, eq=False)
class Island:
    """One side of the sheet as a graph of land spaces."""

    neighbours: Mapping[str, tuple[str, ...]]  # in the order of their names
    ports: tuple[str, ...]  # clockwise
    port_names: Mapping[str, str]
    shovels: Mapping[str, int]
    feet: Mapping[str, int]
    treasures: Mapping[str, Treasure]
    temples: Mapping[str, str]  # space -> colour
    bit: Mapping[str, int]  # a bit of its own for each space

    def mask(self, spaces: tuple[str, ...]) -> int:
        """Those spaces as one number, so that paths and lines are compared at a stroke."""
        bit = self.bit
        mask = 0
        for space in spaces:
            mask |= bit[space]
        return mask


@lru_cache
def printed() -> Mapping[str, Any]:
    """The data file: `sheet`, the print layout, and `sides` A, B and mini (not printed; for examples)."""
    data: dict[str, Any] = msgspec.json.decode(files(__package__).joinpath("sheets.json").read_bytes())
    return data


@lru_cache(maxsize=64)
def island_of(side: str, sheet: str | None = None) -> Island:
    """The island of a printed side, or of a sheet somebody handed in as JSON text.

    >>> island_of("A").ports
    ('A5', 'E9', 'I5', 'E1')
    """
    return _island(msgspec.json.decode(sheet) if sheet else printed()["sides"][side])


def fresh_temples(island: Island) -> dict[str, str | None]:
    """Nobody has raided any; a sheet of one's own may have further colours."""
    return dict.fromkeys((*TEMPLES, *(color for color in island.temples.values() if color not in TEMPLES)))


def sides() -> tuple[str, ...]:
    """Every side with an island in the data file; "mini" is for examples only."""
    return tuple(printed()["sides"])


def _island(raw: Mapping[str, Any]) -> Island:
    spaces = raw["spaces"]

    def having(kind: str, key: str, default: Any = None) -> dict[str, Any]:
        return {name: about.get(key, default) for name, about in spaces.items() if about["kind"] == kind}

    numbers, values = having("treasure", "number"), having("treasure", "value")
    return Island(
        {name: tuple(sorted(raw["adjacency"].get(name, ()))) for name in spaces},
        tuple(raw["ports_clockwise"]),
        {name: PORT_NAMES.get(about, about) or name for name, about in having("port", "port", "").items()},
        having("shovel", "count", 1),
        having("foot", "count", 1),
        {name: Treasure(numbers[name], values[name]) for name in numbers},
        having("temple", "color"),
        {name: 1 << at for at, name in enumerate(spaces)},
    )


def check_sheet(raw: Any) -> str:
    """A sheet of one's own as JSON text, or why it cannot be one."""
    try:
        sheet = msgspec.convert(raw, _Sheet, strict=True)
    except (msgspec.ValidationError, TypeError, OverflowError, RecursionError) as wrong:
        raise BadInput(f"not a sheet: {wrong}") from None
    known, ports = set(sheet.spaces), {name for name, about in sheet.spaces.items() if about.kind == "port"}
    if set(sheet.adjacency) - known or any(set(row) - known for row in sheet.adjacency.values()):
        raise BadInput("a sheet's adjacency names a space that its spaces do not have")
    if set(sheet.ports_clockwise) != ports or len(sheet.ports_clockwise) != len(ports):
        raise BadInput("a sheet's ports_clockwise must name each of its ports once")
    if len(known) not in range(1, MOST_SPACES + 1):
        raise BadInput(f"a sheet has 1 to {MOST_SPACES} spaces, not {len(known)}")
    for name, about in sheet.spaces.items():
        if about.kind == "treasure" and (about.number is None or about.value is None):
            raise BadInput(f"the treasure {name} needs a number and a value")
        if about.kind == "temple" and not about.color:
            raise BadInput(f"the temple {name} needs a color")
    return msgspec.json.encode(sheet).decode()


class _Spot(msgspec.Struct, omit_defaults=True):
    kind: str
    count: int = 1
    number: int | None = None
    value: int | None = None
    color: str | None = None
    port: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no space is a {self.kind}; there are {', '.join(KINDS)}")


class _Sheet(msgspec.Struct, omit_defaults=True):
    spaces: dict[str, _Spot]
    adjacency: dict[str, list[str]]
    ports_clockwise: list[str]


def own_die(player: str) -> str:
    """What the one die is called while it lies in that player's field: it counts for nobody else.

    >>> own_die("Anna")
    'die of Anna'
    """
    return f"{DIE} of {player}"


def sheet_piece(side: str, seat: int) -> str:
    """
    >>> sheet_piece("A", 1)
    'sheet.A.1'
    """
    return f"sheet.{side}.{seat}"


def sheet_space(seat: int) -> str:
    return f"seat{seat}.sheet"


def lamp_space(seat: int) -> str:
    return f"seat{seat}.lamp"


def island_space(seat: int, space: str) -> str:
    """A space of the island on that seat's sheet.

    >>> island_space(2, "A5")
    'seat2.A5'
    """
    return f"seat{seat}.{space}"


def panel() -> tuple[str, ...]:
    """What may be crossed out beside the island: the temples' boxes and what everybody begins with."""
    shovels = (f"{START_SHOVEL}{number}" for number in range(1, SHOVELS + 1))
    return (*(TEMPLE_BOX + color for color in TEMPLES), *shovels, START_FOOT)


def spaces(side: str) -> tuple[str, ...]:
    """Every space of the table with that side up."""
    seats = range(1, PLAYERS.stop)
    own = tuple(place for seat in seats for place in (sheet_space(seat), lamp_space(seat)))
    own += tuple(island_space(seat, name) for seat in seats for name in panel())
    return own + tuple(island_space(seat, name) for seat in seats for name in island_of(side).neighbours)


def pieces() -> tuple[str, ...]:
    """What lies on the table, and what is drawn there."""
    return (*(sheet_piece(side, seat) for side in SIDES for seat in range(1, PLAYERS.stop)), *STROKES)
