"""Which spaces of Temple of Gold exist and touch, and which pieces are in the box: names, no measures."""

from collections.abc import Mapping

SUITS = ("suns", "moons", "crowns", "arms", "spring", "summer", "fall", "winter")
VALUES = ("n", "a", "2", "3", "4", "5")
TILES = tuple(f"{suit}_{value}" for suit in SUITS for value in VALUES)  # in the order of their markers, 0 to 47
TILE_NAMES = {
    f"{suit}_{value}": f"{suit.capitalize()} {name}"
    for suit in SUITS
    for value, name in zip(VALUES, ("null", "ace", "2", "3", "4", "5"), strict=True)
}

PLAYER_SUITS = ("suns", "arms", "spring", "moons")
KINDS = ("food", "tools", "wood", "jewelry")

# Rulebook: "Setting Up". What each of the 48 tiles is for.
TROPHIES = {"suns": "suns_5", "fall": "fall_4", "summer": "summer_3", "arms": "arms_2"}
TROPHY_GOLD = {"suns": 5, "fall": 4, "summer": 3, "arms": 2}
ADVENTURES = ("suns", "fall", "summer", "arms")
ADVENTURE_NAMES = {"suns": "desert", "fall": "impenetrable jungle", "summer": "lake", "arms": "natives"}
PRICES = {"suns": ("food", 3), "fall": ("tools", 2), "summer": ("wood", 2), "arms": ("jewelry", 1)}
PILE = (
    *("suns_a", "suns_2", "suns_3", "suns_4"),
    *("fall_2", "fall_3", "fall_5"),
    *("summer_2", "summer_4"),
    *("arms_n", "arms_3", "arms_4"),
    *(f"moons_{value}" for value in VALUES),
    *(f"spring_{value}" for value in VALUES),
)
START_TILES = ("summer_a", "crowns_a")
TOWNS = ("winter_a", "winter_n", "fall_a", "fall_n")
COAST = "coast"
FACE_DOWN = (
    *("suns_n", "summer_n", "summer_5", "arms_a", "arms_5"),
    *("crowns_n", "crowns_2", "crowns_3", "crowns_4", "crowns_5"),
    *("winter_2", "winter_3", "winter_4", "winter_5"),
)

IN_PILE = frozenset(PILE)
SUIT_OF = {tile: tile.partition("_")[0] for tile in TILES}
STEPS_OF = {tile: {"n": 0, "a": 1, "2": 2, "3": 3, "4": 4, "5": 5}[tile[-1]] for tile in TILES}
ADVENTURE_OF = {tile: SUIT_OF[tile] for tile in PILE if SUIT_OF[tile] in ADVENTURES}

# Rulebook: "Setting Up". A 6 x 6 grid; letters go right, digits go up, as the camera sees it.
COLUMNS, ROWS = "ABCDEF", "123456"
SPACES = tuple(column + row for column in COLUMNS for row in ROWS)
START, TEMPLE = "F1", "A6"
LOWER_SIDE = ("A1", "B1", "C1", "D1", "E1")
RIGHT_SIDE = ("F2", "F3", "F4", "F5", "F6")
EDGE = LOWER_SIDE + RIGHT_SIDE
STRIP = (*LOWER_SIDE, START, *RIGHT_SIDE)  # along the coast, so that neighbours in it touch
JUNGLE = tuple(space for space in SPACES if space[0] != "F" and space[1] != "1" and space != TEMPLE)
IN_JUNGLE = frozenset(JUNGLE)
KNOWN_LAND = frozenset(STRIP)
DEFAULT_LAYOUT: Mapping[str, str] = {
    **dict.fromkeys(EDGE, COAST),
    **{"B1": "fall_a", "D1": "winter_a", "F3": "fall_n", "F5": "winter_n"},
}

SIDES = ("N", "E", "S", "W")
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
_STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
TURNED = {"S": 0, "W": 90, "N": 180, "E": 270}  # blocked side -> how far the tile is turned clockwise
BLOCKED_AT = {turned: side for side, turned in TURNED.items()}


def _beyond(space: str, side: str) -> str | None:
    column, row = COLUMNS.index(space[0]) + _STEP[side][0], ROWS.index(space[1]) + _STEP[side][1]
    return COLUMNS[column] + ROWS[row] if 0 <= column < 6 and 0 <= row < 6 else None


SIDE_TOWARDS = {
    (space, there): side for space in SPACES for side in SIDES if (there := _beyond(space, side)) is not None
}
NEIGHBOURS = {space: tuple(there for here, there in SIDE_TOWARDS if here == space) for space in SPACES}

# Figures that depend on how many play.
INCOME_PILE = {2: 2, 3: 4, 4: 6}
TOKENS_FOR_WILD = {2: 4, 3: 3, 4: 2}
PACK_SPACES = 8
COINS_OF_A_KIND = 6
CAMP_COINS = 6
CROSSING_FEE = 4

# Names on the table beyond the grid; the kit gives them their place.
SEATS = (1, 2, 3, 4)
WILD_STEPS = 6
SINGLES, PAIRS = ("right", "left"), "across"  # a backpack's columns: a coin in one is a unit, across their line two


def seat_spaces(seat: int) -> tuple[str, ...]:
    """Every space of one player's mat; as many pieces as there are may lie in each.

    >>> seat_spaces(1)[:4]
    ('seat1.right', 'seat1.left', 'seat1.across', 'seat1.pack')
    """
    names = (*SINGLES, PAIRS, "pack", "gold", "trophy", *(f"wild{step}" for step in range(WILD_STEPS)))
    return tuple(f"seat{seat}.{name}" for name in names)


SIDE_SPACES = (
    *(f"trophy.{suit}" for suit in ADVENTURES),
    *("pile", "income", "spare"),
    *(f"stack.{kind}" for kind in KINDS),
    *(f"torch.{seat}" for seat in SEATS),
)
TABLE_SPACES = (*SPACES, *SIDE_SPACES, *(name for seat in SEATS for name in seat_spaces(seat)))
COPIES: Mapping[str, int] = {
    **{f"tile.{tile}": 1 for tile in TILES},
    "tile.back": len(FACE_DOWN),
    **{f"pawn.{suit}": 1 for suit in PLAYER_SUITS},
    **{f"camp.{suit}": CAMP_COINS for suit in PLAYER_SUITS},
    **{f"die.{suit}": 1 for suit in PLAYER_SUITS},
    **{f"coin.{kind}": COINS_OF_A_KIND for kind in KINDS},
    **{"gold": 22, "amulet": 4, "clue": 16, "torch": 1},
}


def towards_spot(clue: str, steps: int, spot: str) -> tuple[bool, bool]:
    """Does a clue of that many steps point at the spot along its row, or along its column?

    >>> towards_spot("A4", 3, "D4"), towards_spot("D2", 2, "D4"), towards_spot("A4", 2, "D4")
    ((True, False), (False, True), (False, False))
    """
    across = COLUMNS.index(clue[0]) - COLUMNS.index(spot[0])
    up = ROWS.index(clue[1]) - ROWS.index(spot[1])
    return up == 0 and abs(across) == steps > 0, across == 0 and abs(up) == steps > 0
