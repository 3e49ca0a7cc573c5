"""What Gold Mine looks like: dark rock, pale tunnels, gold where the lamp falls."""

from companion.games.gold_mine import board, icons
from companion.games.gold_mine.board import TILE, Tile
from companion.games.gold_mine.layout import COLOURS, HOMES, NOW, PITCH, layout
from companion.kit.drawing import (
    BOLD,
    DUNE,
    EARTH,
    GLEAM,
    GOLD,
    ICONS,
    INK,
    NIGHT,
    PARCHMENT,
    RUBY,
    SAND,
    TEAL,
    WHITE,
    Cutout,
    circle,
    is_light,
    lump,
    medal,
    middle,
    move,
    path,
    rect,
    stamp,
    words,
)
from companion.layout import Piece, Space, Zone

TITLE = "Gold Mine"
BOUGHT: tuple[str, ...] = ()
SHAPED: tuple[str, ...] = ()
NEEDS: tuple[str, ...] = ("a white die", "a black die")

EDGE = 22.5
ASIDE = NOW.aside
FLOOR, WALL, TRACK = "#ead9b6", "#33291f", "#cdb68b"
TUNNEL = 10.0
SPARED = 2.4  # what is drawn in a tunnel beside the marker's plate lies so far off its middle
ENDS = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}


def face(piece: Piece) -> str:
    kind, _, rest = piece.name.partition(".")
    if kind == "tile":
        return move(_tile(TILE[rest], piece.colour), EDGE, EDGE)
    if kind == "miner":
        return rect(0, 0, piece.width_mm, piece.height_mm, piece.colour)
    if kind == "nugget":
        return lump(piece.width_mm, piece.colour)
    if kind == "token":
        icon, ink = (icons.NUGGET, NIGHT) if rest == "gold" else (icons.BAT, WHITE)
        return medal(piece.width_mm, piece.marker_mm, piece.colour, rest.upper(), icon, ink)
    if kind == "torch":
        return medal(piece.width_mm, piece.marker_mm, piece.colour, "TORCH", icons.FLAME)
    return circle(6, 6, 6, piece.colour)


def back(piece: Piece) -> str | None:
    """Plain art and no marker, so that a face-down stack is never read as laid tiles."""
    if not piece.name.startswith("tile."):
        return None
    art = rect(0, 0, 45, 45, "#57483a") + rect(2, 2, 41, 41, "", GOLD, 0.5, r=3)
    if is_light():
        return art + stamp(icons.PICK, 22.5, 22.5, 15, EARTH, DUNE, EARTH)
    art += "".join(circle(x, y, r, "#65543f") for x, y, r in ((9, 12, 4), (36, 9, 3), (35, 34, 5), (10, 36, 3.4)))
    return art + circle(22.5, 22.5, 12, "#443729") + stamp(icons.PICK, 22.5, 22.5, 15, GLEAM, GLEAM, DUNE)


def _tile(tile: Tile, rock: str) -> str:
    """The tile around its own middle, unturned."""
    art = rect(-EDGE, -EDGE, 45, 45, rock) + _rubble(tile)
    if tile.kind == "cavern":
        art += path(_CAVE, FLOOR, WALL, 1.4)
    art += "".join(_tunnel(tile, number) for number in range(len(tile.paths)))
    if tile.is_chamber:
        art += rect(-17, -17, 34, 34, FLOOR, WALL, 1.4, r=7) + "".join(_mouth(side) for side in tile.paths[0])
    art += (_feet(tile) if tile.kind != "entrance" else "") + _features(tile)
    return art if tile.kind == "entrance" else art + middle(tile.id, 18.4, 20.2, 3.2, DUNE)


_CAVE = "M-18 -8C-20 -18 -8 -20 0 -18C10 -21 20 -14 18 -4C21 6 18 17 8 18C-2 21 -14 20 -17 12C-20 4 -16 0 -18 -8Z"


def _rubble(tile: Tile) -> str:
    if is_light():
        return ""
    shade = {"entrance": "#a9812f", "gold": "#7d6139", "tunnel": "#64533f", "cavern": "#4a636e"}[tile.kind]
    spots = (
        (17, -17, 2.6),
        (18, -10, 1.4),
        (11, -18, 1.2),
        (17, 15, 2.2),
        (11, 18, 1.3),
        (-17, 17, 2.6),
        (-10, 18, 1.2),
    )
    return "".join(circle(x, y, r, shade) for x, y, r in spots)


def _tunnel(tile: Tile, number: int) -> str:
    """Walls first, then the floor, so that joined arms share one floor and a bridge crosses over what was there."""
    arms = _centre_lines(tile.paths[number], len(tile.paths) > 1)
    if tile.kind == "cavern":
        return "".join(path(d, "", FLOOR, TUNNEL) for d in arms)
    end = _blind_end(tile.paths[number], len(tile.paths) > 1)
    walls = "".join(path(d, "", WALL, TUNNEL + 2) for d in arms) + (circle(*end, TUNNEL / 2 + 1, WALL) if end else "")
    floor = "".join(path(d, "", FLOOR, TUNNEL) for d in arms) + (circle(*end, TUNNEL / 2, FLOOR) if end else "")
    return walls + floor


def _blind_end(sides: str, is_shared: bool) -> tuple[float, float] | None:
    """Where a tunnel with one mouth stops: short of the middle, if another tunnel passes there."""
    if len(sides) > 1:
        return None
    x, y = ENDS[sides]
    end = 15.0 if is_shared else 1.0
    return x * end, y * end


def _centre_lines(sides: str, is_shared: bool) -> list[str]:
    """From the tile's edge inwards; two neighbouring sides make a bend."""
    if end := _blind_end(sides, is_shared):
        return [f"M{_edge(sides)}L{end[0]} {end[1]}"]
    if _is_straight(sides):
        return [f"M{_edge(sides[0])}L{_edge(sides[1])}"]
    if len(sides) == 2:
        return [f"M{_edge(sides[0])}A22.5 22.5 0 0 0 {_edge(sides[1])}"]
    return [f"M0 0L{_edge(side)}" for side in sides]


def _edge(side: str) -> str:
    x, y = ENDS[side]
    return f"{x * EDGE} {y * EDGE}"


def _is_straight(sides: str) -> bool:
    return sorted(sides) in (["N", "S"], ["E", "W"])


def _mouth(side: str) -> str:
    """A chamber's way out: floor through its wall."""
    x, y = ENDS[side]
    return path(f"M{x * 12} {y * 12}L{x * EDGE} {y * EDGE}", "", FLOOR, TUNNEL)


def _feet(tile: Tile) -> str:
    """Where miners stand: pairs of prints, but for the corner that the marker needs."""
    spots, turned = dict(NOW.feet()), tile.turned[0]
    pair = stamp(ICONS["foot"], -2, 0.8, 4.2, TRACK) + stamp(ICONS["foot"], 2, -0.6, 4.2, TRACK)
    art = ""
    for number in range(len(tile.paths)):
        for mark in board.marks_of(turned, number, board.ENTRANCE_CELL):
            (x, y), aside = spots[mark], SPARED if mark in ("n", "w") else 0.0
            if mark != board.CORNERS[0]:
                art += move(pair, x or aside, y or aside)
    return art


def _features(tile: Tile) -> str:
    if tile.kind == "entrance":
        return _ladder()
    art = ""
    if tile.is_chamber:
        art += circle(0, 0, 6.2, "#000000") + path("M-4.4 0H4.4M0 -4.4V4.4", "", WHITE, 1.6)
    if tile.secret is not None:
        at = (0.0, 12.6) if tile.is_chamber else _middle_of(tile.paths[tile.secret], len(tile.paths) > 1)
        art += stamp(icons.PASSAGE, *at, 8.4, TEAL, GLEAM, NIGHT)
    for mud in tile.muds:
        art += stamp(icons.MUD, *_middle_of(tile.paths[mud], len(tile.paths) > 1), 10, "#7a5230", "#a37a4e")
    return art


def _middle_of(sides: str, is_shared: bool) -> tuple[float, float]:
    """The middle of a tunnel, which every walk through it meets."""
    if len(sides) == 2 and not _is_straight(sides):
        (ax, ay), (bx, by) = ENDS[sides[0]], ENDS[sides[1]]
        return 7.0 * (ax + bx), 7.0 * (ay + by)
    if len(sides) == 1 and is_shared:
        x, y = ENDS[sides]
        return 13.5 * x + SPARED * abs(y), 13.5 * y + SPARED * abs(x)
    return 0.0, 0.0


def _ladder() -> str:
    """The ladder and who stands where around it, in the two corners that carry no marker."""
    art = rect(-17, -17, 34, 34, FLOOR, WALL, 1.2, r=4) + "".join(_mouth(side) for side in "NESW")
    art += stamp(icons.LADDER, 12, -12, 19, EARTH, DUNE)
    for colour, (x, y) in HOMES.items():
        spot = 5.4 * x - 11, 5.4 * y + 12
        art += circle(*spot, 2.5, COLOURS[colour], WALL, 0.3) + middle(colour[0].upper(), *spot, 3.2, _ink(colour))
    return art


def _ink(colour: str) -> str:
    return NIGHT if colour in ("yellow", "white") else WHITE


def field() -> str:
    """The grid around the entrance, pointers along two edges, the tray and the challenge plate at the right."""
    table = layout()
    art = rect(0, 0, NOW.width, NOW.height, PARCHMENT)
    left, top = NOW.centre[0] - 10.5 * PITCH, NOW.centre[1] - 7.5 * PITCH
    art += rect(left, top, 21 * PITCH, 15 * PITCH, "#eadbb9")
    art += "".join(_cell(table.space[board.cell_space(x, y)]) for y in board.FIELD_Y for x in board.FIELD_X)
    art += stamp(icons.LADDER, *NOW.centre, 26, DUNE, DUNE)
    art += "".join(_lamp(space) for space in table.spaces if "lamp" in space.seats)
    tray = table.zone["tray"]
    art += rect(tray.x0, tray.y0, 120, 120, TEAL, r=10) + words("dice", ASIDE, 57, 7, TEAL, BOLD)
    art += rect(ASIDE - 30, 190, 60, 30, SAND, GOLD, 0.8, r=6) + circle(ASIDE, 205, 12.5, PARCHMENT, DUNE, 0.5)
    art += words("challenge", ASIDE, 230.6, 9, TEAL, BOLD)
    art += rect(ASIDE - 24, 251, 48, 48, SAND, DUNE, 0.6, r=4) + words(
        "a tile that fits nowhere", ASIDE, 309, 6, TEAL, BOLD
    )
    art += words("timer", ASIDE, 340, 5, INK) + words("whose turn: the torch lies here", ASIDE, 387, 5, INK)
    art += "".join(_torch(table.space[board.torch_space(colour)]) for colour in board.COLOURS)
    for colour in board.COLOURS:
        purse = board.purse_space(colour)
        art += _purse(colour, table.space[purse], table.zone[purse])
    return art + words("GOLD MINE", ASIDE, 645, 20, TEAL, BOLD)


def _cell(space: Space) -> str:
    x, y = space.x_mm, space.y_mm
    is_entrance = space.name == "0,0"
    return rect(x - 22, y - 22, 44, 44, GLEAM if is_entrance else "#f3e7ca", r=3)


def _purse(colour: str, space: Space, zone: Zone) -> str:
    """Where a player's nuggets lie in a row: dark, so that gold stands out, with the owner's colour above it."""
    art = rect(zone.x0, zone.y0, zone.x1 - zone.x0, zone.y1 - zone.y0, WALL, r=6)
    for n in range(board.PURSE_ROOM):
        art += circle(space.x_mm + n * space.spread_mm[0], space.y_mm, 6.2, "", EARTH, 0.3)
    art += rect(zone.x0 + 8, zone.y0 - 4.6, 30, 3.2, COLOURS[colour], EARTH, 0.3, r=1)
    return art + words(f"{colour}'s nuggets", ASIDE, zone.y0 - 1.6, 4, INK, BOLD)


def _torch(space: Space) -> str:
    """A ring where the torch goes; one torch only, so that rings may overlap."""
    return circle(space.x_mm, space.y_mm, 14, "", DUNE, 0.4) + stamp(
        icons.FLAME, space.x_mm, space.y_mm, 12, DUNE, PARCHMENT
    )


def _lamp(space: Space) -> str:
    x, y, name = space.x_mm, space.y_mm, space.name
    art = circle(x, y, 3, WHITE, GOLD, 0.7)
    if name.startswith("seat."):
        colour = name[5:]
        letter = middle(colour[0].upper(), x - 7.5, y, 5, _ink(colour))
        return rect(x - 12, y - 6, 24, 12, COLOURS[colour], EARTH, 0.4, r=3) + art + letter
    if name in ("gold", "bats", "passage", "attention"):
        return art + words(name, x, y + 9, 4.6, INK)
    return art


def round_pictures() -> tuple[tuple[str, str], ...]:
    """Rulebook: one movement, then actions; first out with enough gold wins."""
    grow = stamp(icons.TILE, -6, 3, 11, WALL, FLOOR, "#57483a") + stamp(
        icons.TILE, 5, -3, 11, WALL, FLOOR, "#57483a", turn=90
    )
    dig = stamp(icons.PICK, -3, 0, 17, EARTH, DUNE, DUNE) + stamp(icons.TILE, 7, 5, 9, WALL, FLOOR, "#57483a")
    walk = stamp(ICONS["die"], -6, -3, 10, WHITE, WHITE, NIGHT) + stamp(icons.MINER, 5, 1, 15, RUBY, FLOOR, NIGHT)
    passage = stamp(icons.PASSAGE, -6, 3, 11, TEAL, GLEAM, NIGHT) + stamp(ICONS["die"], 4, -5, 8, WHITE, WHITE, NIGHT)
    passage += stamp(ICONS["die"], 9, 3, 8, WHITE, NIGHT, WHITE)
    fight = stamp(icons.NUGGET, -5, -3, 12, GOLD, GLEAM) + stamp(icons.BAT, 5, 3, 14, "#4b4468", WHITE)
    out = (
        stamp(icons.LADDER, -4, 0, 18, EARTH, DUNE)
        + stamp(icons.NUGGET, 6, 4, 10, GOLD, GLEAM)
        + stamp(icons.NUGGET, 7, -5, 8, GOLD, GLEAM)
    )
    return (
        (grow, "First lay 20 tiles, one a turn, mouth to mouth."),
        (dig, "Your turn, either: dig a new tile and step onto it."),
        (walk, "Or: roll and walk up to that far."),
        (passage, "Or on a passage: two dice; doubles or a 7 and you jump."),
        (fight, "Collect gold; one challenge: token on the plate. Pass the torch."),
        (out, "Back at the ladder with enough gold, you win."),
    )


def cutouts() -> tuple[Cutout, ...]:
    return ()
