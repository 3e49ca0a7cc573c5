"""Gold Mine's box: the hundred tiles, how they read when turned, and the names of pieces and spaces; no measures."""

from dataclasses import dataclass
from functools import cached_property

NAME = "gold_mine"
TITLE = "Gold Mine"
VERSION = "1"
PLAYERS = range(2, 7)

Cell = tuple[int, int]
Place = tuple[int, int, int]  # a cell, and the number of the tunnel on the tile that lies there

SIDES = "NESW"
AWAY: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))  # the neighbour on each side; y grows southwards
BITS = (1, 2, 4, 8)  # a set of sides is a mask

ENTRANCE = "E00"
ENTRANCE_CELL: Cell = (0, 0)
LADDER: Place = (0, 0, 0)
CORNERS = ("nw", "ne", "se", "sw")  # of a tile, clockwise from the one with its marker
BESIDE = {(-1, 0): "e", (1, 0): "w"}  # the cells into which the entrance's six miners reach, and at which side
FIELD_X = range(-10, 11)
FIELD_Y = range(-7, 8)

COLOURS = ("red", "green", "blue", "yellow", "black", "white")  # the miners, which are also the players
NUGGETS = 28
TOKENS_EACH = 3
DEVELOPMENT_TILES = 20
PURSE_ROOM = 10  # nuggets that have room side by side; how many a player has beyond that is known by bookkeeping

FACES = range(1, 7)
WHITE_DIE, BLACK_DIE = "white", "black"  # the challenger's and the defender's
ANY_DIE = "die"  # one die alone is rolled with either

# ids, kind, tunnels at rotation 0, then what lies on which tunnel: s0 a secret passage on tunnel 0, m01 mud on both
BOX = """
E00      entrance  NESW
G01-G02  gold      N
G03-G05  gold      NS
G06-G08  gold      NE
G09-G18  gold      NES
G19-G24  gold      NESW
G25      gold      NS      s0
G26      gold      NE      s0
G27      gold      NES     s0
G28      gold      NESW    s0
T01-T03  tunnel    NS
T04-T06  tunnel    NE
T07-T21  tunnel    NES
T22-T36  tunnel    NESW
T37-T38  tunnel    NE/SW
T39      tunnel    NS/EW
T40-T41  tunnel    EW/N
T42      tunnel    NE/S
T43      tunnel    NES/W
T44      tunnel    N
T45      tunnel    NS      s0
T46-T49  tunnel    NES     s0
T50-T53  tunnel    NESW    s0
T54      tunnel    NE/SW   s0
T55      tunnel    EW/N    s1
T56-T57  tunnel    NS      m0
T58      tunnel    NE      m0
T59-T61  tunnel    NES     m0
T62-T65  tunnel    NESW    m0
T66      tunnel    NE/SW   m0
T67      tunnel    NE/SW   m01
C01-C04  cavern    NESW
"""


@dataclass(frozen=True)
class Turned:
    """A tile as it lies: the sides of each tunnel, and of them all, as masks."""

    tunnels: tuple[int, ...]
    mouths: int
    tunnel_at: tuple[int | None, ...]  # which tunnel has its mouth on that side
    rot: int = 0  # quarter turns clockwise


@dataclass(frozen=True)
class Tile:
    """A tile of the box; `paths` are its tunnels at rotation 0, and tunnels keep their number when it is turned."""

    id: str
    kind: str  # entrance, gold, tunnel, cavern
    paths: tuple[str, ...]
    secret: int | None = None
    muds: tuple[int, ...] = ()

    @property
    def is_chamber(self) -> bool:
        return self.kind == "gold"

    @property
    def is_free(self) -> bool:
        """Caverns, and the entrance, never clash with a neighbour. Rulings R-12 and R-13."""
        return self.kind in ("cavern", "entrance")

    @cached_property
    def turned(self) -> tuple[Turned, ...]:
        """How it lies after 0, 1, 2 and 3 quarter turns clockwise.

        >>> [SIDES[side] for side in range(4) if TILE["T01"].turned[1].tunnel_at[side] == 0]
        ['E', 'W']
        """
        return tuple(_turned(self.paths, rot) for rot in range(4))

    @cached_property
    def shape(self) -> tuple[bool, tuple[str, ...]]:
        """Tiles of one shape fit in the same places."""
        return self.kind == "cavern", self.paths


def _turned(paths: tuple[str, ...], rot: int) -> Turned:
    sides = [{(SIDES.index(side) + rot) % 4 for side in path} for path in paths]
    tunnels = tuple(sum(BITS[side] for side in path) for path in sides)
    tunnel_at = tuple(next((number for number, path in enumerate(sides) if side in path), None) for side in range(4))
    return Turned(tunnels, sum(tunnels), tunnel_at, rot)


def _ids(span: str) -> list[str]:
    first, _, last = span.partition("-")
    return [f"{first[0]}{number:02d}" for number in range(int(first[1:]), int((last or first)[1:]) + 1)]


def _tiles(row: str) -> list[Tile]:
    span, kind, paths, *features = row.split()
    on = {feature[0]: tuple(map(int, feature[1:])) for feature in features}
    secret = on["s"][0] if "s" in on else None
    return [Tile(tile, kind, tuple(paths.split("/")), secret, on.get("m", ())) for tile in _ids(span)]


TILES = tuple(tile for row in BOX.strip().splitlines() for tile in _tiles(row))  # in the order of their markers, 0..99
TILE = {tile.id: tile for tile in TILES}
TILE_ORDER = {tile.id: number for number, tile in enumerate(TILES)}
CAVERNS = tuple(tile.id for tile in TILES if tile.kind == "cavern")
PASSAGE_TUNNELS = tuple(tile.id for tile in TILES if tile.kind == "tunnel" and tile.secret is not None)
MUD_TUNNELS = tuple(tile.id for tile in TILES if tile.muds)

NUGGET = "nugget"
TOKEN_GOLD = "token.gold"
TOKEN_BAT = "token.bat"
TORCH = "torch"  # lies beside whoever's turn it is, and is passed on
PLATE = "plate"  # the challenge plate
SHOW = "show"  # where a tile that fits nowhere is shown before it goes back


def tile_piece(tile: str) -> str:
    return f"tile.{tile}"


def miner_piece(colour: str) -> str:
    return f"miner.{colour}"


PIECES = (
    *(tile_piece(tile.id) for tile in TILES),
    *(miner_piece(colour) for colour in COLOURS),
    NUGGET,
    TOKEN_GOLD,
    TOKEN_BAT,
    TORCH,
)


def cell_space(x: int, y: int) -> str:
    return f"{x},{y}"


def foot_space(x: int, y: int, mark: str) -> str:
    """A foot mark of a cell: n, e, s, w at the mouths (of the table, not of the tile), ne to nw in the corners, c in
    the middle."""
    return f"{x},{y},{mark}"


def entrance_space(colour: str) -> str:
    """Everybody has a foot mark of his own at the foot of the ladder."""
    return f"0,0,{colour}"


def sides_of(tunnel: int) -> str:
    """The sides a tunnel (a mask) leads to, in words.

    >>> sides_of(0b0011), sides_of(0b0100)
    ('north-east', 'south')
    """
    names = ("north", "east", "south", "west")
    return "-".join(name for name, bit in zip(names, BITS, strict=True) if tunnel & bit)


def purse_space(colour: str) -> str:
    """Where a player's nuggets lie, side by side."""
    return f"purse.{colour}"


def torch_space(colour: str) -> str:
    """Where the torch lies in that player's turn: colours count as they lie in the box.

    >>> torch_space("red"), torch_space("white")
    ('torch.1', 'torch.6')
    """
    return f"torch.{COLOURS.index(colour) + 1}"


def tunnel_of(turned: Turned, mark: str) -> int | None:
    """The tunnel a foot mark belongs to: on a tile with one tunnel every mark does, a corner between the mouths of two
    belongs to neither.

    >>> [tunnel_of(TILE["T37"].turned[0], mark) for mark in ("n", "ne", "sw", "nw", "c")]
    [0, 0, 1, None, None]
    """
    if len(turned.tunnels) == 1:
        return 0
    owners = {turned.tunnel_at[SIDES.lower().index(side)] for side in mark if side in SIDES.lower()} - {None}
    return owners.pop() if len(owners) == 1 else None


def marks_of(turned: Turned, number: int, cell: Cell) -> tuple[str, ...]:
    """Where the miners of a tunnel stand: in corners of the tile, all four of which have room beside each other.

    The corner with the tile's marker comes last; a tunnel without a corner of its own has its mouths. Where the
    entrance's miners reach over the edge, nobody else stands.

    >>> marks_of(TILE["T01"].turned[0], 0, (3, 2)), marks_of(TILE["T01"].turned[1], 0, (-1, 0))
    (('ne', 'se', 'sw', 'nw'), ('sw', 'nw'))
    >>> marks_of(TILE["T40"].turned[0], 0, (3, 2)), marks_of(TILE["T40"].turned[0], 1, (3, 2))
    (('se', 'sw'), ('n',))
    """
    clockwise = CORNERS[turned.rot + 1 :] + CORNERS[: turned.rot + 1]
    own = (mark for mark in clockwise if tunnel_of(turned, mark) == number)
    return tuple(mark for mark in own if BESIDE.get(cell, "-") not in mark) or _mouths_of(turned.tunnels[number], cell)


def _mouths_of(tunnel: int, cell: Cell) -> tuple[str, ...]:
    """Rather those that do not lead to the entrance."""
    mouths = [side.lower() for side, bit in zip(SIDES, BITS, strict=True) if tunnel & bit]
    return tuple(side for side in mouths if side != BESIDE.get(cell)) or tuple(mouths)


def mark_of(turned: Turned, number: int, cell: Cell, colour: str) -> str:
    """Which foot mark is a miner's: by colour, so that miners seldom share one.

    >>> [mark_of(TILE["T01"].turned[0], 0, (3, 2), colour) for colour in ("red", "green", "blue", "yellow")]
    ['ne', 'se', 'sw', 'nw']
    """
    marks = marks_of(turned, number, cell)
    return marks[COLOURS.index(colour) % len(marks)]
