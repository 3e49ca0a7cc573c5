"""Which spaces exist and touch, and which pieces are in the box: names, no measures."""

from collections.abc import Mapping
from itertools import combinations

PLAYERS = range(3, 7)
ROUNDS: Mapping[int, int] = {3: 15, 4: 11, 5: 9, 6: 7}

CHARACTERS = ("thomas", "harvison", "konga", "osiris", "polavsky", "pengino")
PAWN_COLOURS: Mapping[str, str] = {
    "thomas": "orange",
    "harvison": "green",
    "konga": "yellow",
    "osiris": "purple",
    "polavsky": "red",
    "pengino": "blue",
}
COLOURS = ("yellow", "red", "orange", "purple", "blue", "green")
BOOK = "book"
KINDS = (*COLOURS, BOOK)
COPIES = 7  # of every kind of token
CARDS = (1, 2, 3, 4, 5)
EXTRA: Mapping[int, int] = {4: 1, 5: 2}  # spaces a card adds to the guardian's walk
TURN, FLIP = 1, 2  # the two cards with an effect to decide on
MAGNET_CARDS, DOLL_CARD, DOOR_CARD = (1, 2, 3), 4, 5  # with which three of the items may be used
DECOY = "decoy"
ITEMS = (
    "lucky_charm",
    "big_magnets",
    "spring_boots",
    "diving_helmet",
    "rocket_shoes",
    "snaking_box",
    "teleport_door",
    "power_gloves",
    "decoy_doll",
    "magic_hands",
)

DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")  # clockwise, as the camera sees the board
_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TURNED: Mapping[str, int] = {"NE": 30, "E": 90, "SE": 150, "SW": 210, "W": 270, "NW": 330}  # degrees from camera-up
DIE_FACING: Mapping[int, str] = dict(enumerate(DIRECTIONS, start=1))
NOTCH: Mapping[str, int] = {"cw": 1, "ccw": -1}
SIGHT: Mapping[int, tuple[int, int]] = {1: (-1, 1), 2: (-2, 2), 3: (-1, 2)}  # blue arrows, in notches from the red one

_SIDE = 4  # spaces from the centre to the rim
_AT = [(q, r) for r in range(-_SIDE, _SIDE + 1) for q in range(-_SIDE, _SIDE + 1) if abs(q + r) <= _SIDE]


def name_of(q: int, r: int) -> str:
    """The space at axial coordinates.

    >>> name_of(0, 0), name_of(4, 0), name_of(0, -4), name_of(-4, 4)
    ('e5', 'e9', 'a1', 'i1')
    """
    return "abcdefghi"[r + _SIDE] + str(q - max(-_SIDE, -_SIDE - r) + 1)


SPACES = tuple(name_of(q, r) for q, r in _AT)
AXIAL: Mapping[str, tuple[int, int]] = dict(zip(SPACES, _AT, strict=True))

# From here on spaces are numbers, and sets of spaces are whole numbers with a bit for each. Numbers run row by row with
# gaps for what is not on the board, so that one step in a direction is the same difference everywhere.
_ROW = 2 * _SIDE + 2
OFF = -1  # where a figure is that is not on the board
INDEX: Mapping[str, int] = {name: (r + _SIDE) * _ROW + q + _SIDE for name, (q, r) in AXIAL.items()}
SHIFT = tuple(dr * _ROW + dq for dq, dr in _STEPS)
NUMBERS = tuple(INDEX.values())
_SIZE = max(NUMBERS) + 1
BIT = tuple(1 << number for number in range(_SIZE))
BOARD = sum(BIT[number] for number in NUMBERS)
_AT_NUMBER = {INDEX[name]: at for name, at in AXIAL.items()}
NAMES = tuple(name_of(*_AT_NUMBER[number]) if number in _AT_NUMBER else "" for number in range(_SIZE))


def _away(one: int, other: int) -> int:
    if one not in _AT_NUMBER or other not in _AT_NUMBER:
        return _SIZE
    (q, r), (s, t) = _AT_NUMBER[one], _AT_NUMBER[other]
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))


def _next(at: int, shift: int) -> int:
    return at + shift if at in _AT_NUMBER and at + shift in _AT_NUMBER else OFF


DISTANCE = tuple(tuple(_away(one, other) for other in range(_SIZE)) for one in range(_SIZE))  # [space][space]
NEXT = tuple(tuple(_next(at, shift) for at in range(_SIZE)) for shift in SHIFT)  # [direction][space]
NEIGHBOURS = tuple(tuple(NEXT[way][at] for way in range(6) if NEXT[way][at] != OFF) for at in range(_SIZE))
NEAR = tuple(sum(BIT[near] for near in nears) for nears in NEIGHBOURS)
TRIANGLES = tuple(
    tuple(BIT[a] | BIT[b] for a, b in combinations(nears, 2) if DISTANCE[a][b] == 1) for nears in NEIGHBOURS
)  # pairs of neighbours that touch: with such a pair free one can walk in circles for ever
TWO_AWAY = tuple(tuple(far for far in NUMBERS if DISTANCE[at][far] == 2) for at in range(_SIZE))

CENTRE = "e5"
CORNERS = ("a1", "a5", "e9", "i5", "i1", "e1")
BOOK_SPACES = frozenset((*CORNERS, CENTRE))
RIM = tuple(name for name in SPACES if DISTANCE[INDEX[CENTRE]][INDEX[name]] == _SIDE)
RIM_SET = frozenset(RIM)


def neighbours(space: str) -> tuple[str, ...]:
    """The spaces that touch it, clockwise from the east.

    >>> neighbours("e5")
    ('e6', 'f5', 'f4', 'e4', 'd4', 'd5')
    """
    return tuple(NAMES[near] for near in NEIGHBOURS[INDEX[space]])


def distance(one: str, other: str) -> int:
    return DISTANCE[INDEX[one]][INDEX[other]]


def bits(spaces: tuple[str, ...]) -> int:
    """A set of named spaces as a whole number."""
    return sum(BIT[INDEX[space]] for space in set(spaces))


# Obstacles: (pillars, fountains)
MAPS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "sun_ring": (("c4", "d3", "d6", "f3", "f6", "g4"), ("b2", "b5", "e2", "e8", "h2", "h5")),
    "three_courts": (("b4", "c3", "e7", "f2", "g3", "g6"), ("c2", "c5", "d7", "e3", "g5", "h3")),
    "gatehouse": (("b5", "c2", "c3", "d5", "e7", "f7"), ("d2", "e2", "f2", "g6", "h4", "h5")),
}


def characters(players: tuple[str, ...]) -> dict[str, str]:
    """Whose pawn each player has: the one he is called after, else the first that nobody is called after.

    >>> characters(("ann", "konga", "bob"))
    {'ann': 'thomas', 'konga': 'konga', 'bob': 'harvison'}
    """
    free = iter([character for character in CHARACTERS if character not in players])
    return {player: player if player in CHARACTERS else next(free) for player in players}


def is_connected(pillars: tuple[str, ...], fountains: tuple[str, ...]) -> bool:
    """Whether people without special equipment can walk from every free space to every other."""
    free = BOARD & ~bits(pillars) & ~bits(fountains)
    reached = BIT[INDEX[CENTRE]]
    while True:
        wider = reached
        for number in NUMBERS:
            if reached & BIT[number]:
                wider |= NEAR[number] & free
        if wider == reached:
            return reached == free
        reached = wider
