"""What Pyramid Raiders looks like: sand, a night of deep teal, and gold."""

from math import hypot

from companion.games.pyramid_raiders import icons
from companion.games.pyramid_raiders.board import CHARACTERS
from companion.games.pyramid_raiders.layout import COLOURS, SEAT_SIZE, SEATS, layout
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
    SHAPES,
    TEAL,
    WHITE,
    Cutout,
    circle,
    hexagon,
    line,
    medal,
    middle,
    path,
    polar,
    polygon,
    rect,
    ring,
    stamp,
    star,
    words,
)
from companion.layout import Piece, Space

TITLE = "Pyramid Raiders"
BOUGHT: tuple[str, ...] = ()
SHAPED: tuple[str, ...] = ("pillar", "fountain")
NEEDS: tuple[str, ...] = ("one ordinary die", "a cloth bag")

LETTERS = {"thomas": "T", "harvison": "H", "konga": "K", "osiris": "O", "polavsky": "PO", "pengino": "PE"}
MARKS = dict(zip(CHARACTERS, SHAPES.values(), strict=True))
TREASURES = {
    "yellow": ("Y", ICONS["coin"], "coins"),
    "red": ("R", icons.POT, "pots"),
    "orange": ("O", icons.GOBLET, "goblets"),
    "purple": ("P", icons.TOTEM, "totems"),
    "blue": ("B", icons.SCARAB, "scarabs"),
    "green": ("G", icons.MASK, "masks"),
}
EFFECTS = {
    1: (ICONS["turn"], "then you may", "turn the guardian"),
    2: (icons.FLIP, "then you may", "flip the rotation"),
    3: (ICONS["foot"], "walk, and", "nothing else"),
    4: (icons.GUARDIAN, "the guardian", "goes 1 farther"),
    5: (icons.GUARDIAN, "the guardian", "goes 2 farther"),
}
ITEMS = {
    "lucky_charm": (icons.ANKH, "Lucky Charm", "A rolled 6 brings", "you no curse."),
    "big_magnets": (icons.MAGNET, "Big Magnets", "With cards 1 to 3: take", "one treasure beside you."),
    "spring_boots": (icons.SPRING, "Spring Boots", "Pillars on your way", "cost nothing."),
    "diving_helmet": (icons.HELMET, "Diving Helmet", "Dive from fountain", "to fountain."),
    "rocket_shoes": (icons.ROCKET, "Rocket Shoes", "One step more,", "if you like."),
    "snaking_box": (icons.BOX, "Snaking Box", "Unseen from more", "than 3 away."),
    "teleport_door": (icons.DOOR, "Teleport Door", "Card 5 may set you", "down anywhere free."),
    "power_gloves": (icons.GLOVE, "Power Gloves", "Push others one", "space or two."),
    "decoy_doll": (icons.DOLL, "Decoy Doll", "With card 4: leave", "it on your path."),
    "magic_hands": (icons.HANDS, "Magic Hands", "Reach as far as", "you could walk."),
}
SIGHTS = {1: (-60, 60), 2: (-120, 120), 3: (-60, 120)}  # the blue arrows, in degrees from the red one
FLESH, STONE = "#e9c39b", "#b9a27c"


def face(piece: Piece) -> str:
    kind, _, rest = piece.name.partition(".")
    match kind:
        case "pawn":
            return _medal(piece, LETTERS[rest], MARKS[rest], NIGHT if rest == "konga" else WHITE)
        case "guardian":
            return _guardian(piece, int(rest))
        case "decoy":
            return _medal(piece, "DECOY", icons.DOLL, NIGHT)
        case "token":
            return _token(piece, rest)
        case "pillar" | "fountain":
            return _obstacle(piece)
        case "action":
            who, number = rest.split(".")
            return _action(piece, who, int(number))
        case "item":
            return _item(rest)
        case "card":
            return _card_back()
        case "rot_cw" | "rot_ccw":
            return _rotation(piece, 1 if kind == "rot_cw" else -1)
    return _medal(piece, "ROUND", ICONS["sun"], NIGHT)


def back(piece: Piece) -> str | None:
    if piece.name.startswith("action."):
        return _card_back()
    if piece.name.startswith("item."):
        return _item_back()
    if piece.name == "rot_cw":
        return _rotation(layout().piece["rot_ccw"], -1)
    return None


def _medal(piece: Piece, letters: str, picture: str, ink: str) -> str:
    return medal(piece.width_mm, piece.marker_mm, piece.colour, letters, picture, ink)


def _guardian(piece: Piece, sight: int) -> str:
    """The red arrow is the marker's upper edge; blue arrows are where he also looks."""
    r = piece.width_mm / 2
    art = circle(r, r, r, piece.colour) + ring(r, r, 0, r, -40, 40, RUBY)
    art += polygon([(r, 0.5), (r + 3, 2.5), (r - 3, 2.5)], WHITE)
    for turn in SIGHTS[sight]:
        art += ring(r, r, 0, r, turn - 13, turn + 13, "#4fa3e0")
    return art + middle(f"SIGHT {sight}", r, 2 * r - 1.6, 2.6, WHITE, fit=7.8)


def _token(piece: Piece, name: str) -> str:
    if name == "book":
        return _medal(piece, "BOOK", icons.BOOK, GLEAM)
    letter, icon, _ = TREASURES[name]
    return _medal(piece, letter, icon, NIGHT if name == "yellow" else WHITE)


def _obstacle(piece: Piece) -> str:
    x, y = piece.marker_at_mm
    pale, icon = ("#d8c193", icons.PILLAR) if piece.name == "pillar" else ("#a9d3d6", icons.FOUNTAIN)
    art = polygon(hexagon(x, y, 40), piece.colour) + polygon(hexagon(x, y, 36.6), "", WHITE, 0.35)
    art += polygon(hexagon(x, y, 35), pale)
    return art + "".join(stamp(icon, x, y + side * 16.4, 6, NIGHT, TEAL, NIGHT) for side in (-1, 1))


def _card(colour: str) -> str:
    return rect(0, 0, 44, 63, PARCHMENT) + rect(0, 25.5, 44, 37.5, colour) + rect(25.5, 0, 18.5, 25.5, colour)


def _action(piece: Piece, who: str, number: int) -> str:
    icon, above, below = EFFECTS[number]
    art = _card(piece.colour) + rect(1.6, 27.6, 40.8, 33.8, PARCHMENT, r=1.5)
    art += stamp(ICONS["raider"], 34.8, 10.6, 16, FLESH, WHITE, NIGHT)
    art += middle(who.upper(), 34.8, 22.4, 3, NIGHT if who == "konga" else WHITE, fit=16.5)
    art += middle(str(number), 9.4, 35.6, 15, piece.colour if who != "konga" else EARTH)
    art += _trail(number)
    art += line(3.4, 46.2, 40.6, 46.2, GOLD, 0.4)
    art += stamp(icon, 8.6, 53.6, 10, piece.colour if who != "konga" else EARTH, NIGHT, NIGHT)
    return (
        art
        + words(above, 15.6, 52.6, 3, INK, anchor="start")
        + words(below, 15.6, 56.8, 3, INK, BOLD, "start", fit=25.4)
    )


def _trail(number: int) -> str:
    """As many stepping stones as the card lets you walk."""
    spots = [(19.5 + 4.9 * n, 37.6 if n % 2 else 33.4) for n in range(5)]
    stones = "".join(
        polygon(hexagon(x, y, 4.6), DUNE if n < number else "", DUNE, 0.3) for n, (x, y) in enumerate(spots)
    )
    feet = "".join(stamp(ICONS["foot"], x, y, 3.6, NIGHT, turn=90) for x, y in spots[:number])
    return stones + feet + middle(f"{number} SPACE{'S' if number > 1 else ''}", 29.3, 42.9, 2.4, EARTH)


def _item(name: str) -> str:
    icon, title, above, below = ITEMS[name]
    art = _card(NIGHT) + rect(1.6, 27.6, 40.8, 33.8, PARCHMENT, r=1.5) + stamp(icon, 34.8, 12.7, 14, GLEAM, GOLD, TEAL)
    art += stamp(icon, 22, 36.4, 15, TEAL, GOLD, NIGHT)
    art += words(title, 22, 50.2, 4, INK, BOLD, fit=38)
    return art + words(above, 22, 54.8, 2.9, INK, fit=38.5) + words(below, 22, 58.6, 2.9, INK, fit=38.5)


def _card_back() -> str:
    art = rect(0, 0, 44, 63, NIGHT) + rect(2, 2, 40, 59, "", GOLD, 0.5, r=2) + _pyramids(22, 57.5, 36, TEAL, GOLD)
    art += stamp(ICONS["sun"], 22, 9.6, 10, GOLD) + "".join(star(x, y, 4, 0.9, 0.3, GLEAM) for x, y in _STARS)
    return art


_STARS = ((6, 8), (12, 13), (34, 7), (38, 14), (6, 22), (38, 26), (5.5, 40), (38.6, 42), (31, 13.5))


def _item_back() -> str:
    art = rect(0, 0, 44, 63, GOLD) + rect(2, 2, 40, 59, NIGHT, GLEAM, 0.5, r=2) + _pyramids(22, 57.5, 36, TEAL, GOLD)
    return art + stamp(ICONS["sun"], 22, 26, 22, GOLD) + middle("ITEM", 22, 44, 5, GOLD)


def _pyramids(x: float, y: float, wide: float, dark: str, light: str) -> str:
    """Three pyramids on a line, each lit from the left."""
    art = ""
    for dx, size in ((-0.28, 0.34), (0.3, 0.28), (0.02, 0.5)):
        px, half = x + dx * wide, size * wide / 2
        top = y - half * 1.05
        art += polygon([(px - half, y), (px, top), (px + half * 0.25, y)], light, more='fill-opacity="0.85"')
        art += polygon([(px, top), (px + half, y), (px + half * 0.25, y)], dark)
    return art


def _rotation(piece: Piece, way: int) -> str:
    r, away = piece.width_mm / 2, 14.75
    dark = GLEAM if way < 0 else NIGHT
    art = circle(r, r, r, piece.colour)
    for side in (0, 90, 180, 270):
        art += _ring_arrow(r, away, side, way, dark)
    return art


def _ring_arrow(r: float, away: float, side: float, way: int, fill: str) -> str:
    (ax, ay), (bx, by) = polar(r, r, away, side - 24 * way), polar(r, r, away, side + 10 * way)
    sweep = 1 if way > 0 else 0
    tip, left, right = (
        polar(r, r, away, side + 26 * way),
        polar(r, r, away + 1.5, side + 9 * way),
        polar(r, r, away - 1.5, side + 9 * way),
    )
    arc = path(f"M{ax} {ay}A{away} {away} 0 0 {sweep} {bx} {by}", "", fill, 1.1)
    return arc + polygon([tip, left, right], fill)


def field() -> str:
    """The side-5 hexagon in the middle, the round track and three fields below, six players' mats around."""
    table = layout()
    art = rect(0, 0, 840, 594, PARCHMENT) + _desert()
    spaces = [space for space in table.spaces if "pawn" in space.seats]
    art += "".join(polygon(hexagon(s.x_mm, s.y_mm, 53), TEAL) for s in spaces)
    art += "".join(_hexagon(s) for s in spaces)
    art += "".join(_round(n, table.space[f"round.{n}"]) for n in range(1, 16))
    art += rect(225, 450, 100, 110, TEAL, r=10) + words("die", 275, 569, 8, TEAL, BOLD)
    for name, label in (("removed", "treasures out of the game"), ("curses", "curses")):
        zone = table.zone[name]
        art += rect(zone.x0, zone.y0, zone.x1 - zone.x0, zone.y1 - zone.y0, SAND, GOLD, 0.6, r=10)
        art += words(label, (zone.x0 + zone.x1) / 2, 569, 8, TEAL, BOLD, fit=zone.x1 - zone.x0 - 4)
    art += "".join(_mat(number, x, y) for number, (x, y) in enumerate(SEATS, start=1))
    return art + words("PYRAMID RAIDERS", 420, 586, 12, TEAL, BOLD)


def _desert() -> str:
    art = stamp(ICONS["sun"], 252, 62, 44, GLEAM) + _pyramids(600, 74, 60, DUNE, SAND)
    return art + _pyramids(246, 388, 62, DUNE, SAND) + _pyramids(592, 388, 62, DUNE, SAND)


def _hexagon(space: Space) -> str:
    x, y = space.x_mm, space.y_mm
    away = round(max(abs(x - 420) / 48, abs(y - 205) / 41.57, (abs(x - 420) / 48 + abs(y - 205) / 83.14)))
    is_corner = hypot(x - 420, y - 205) > 191
    fill = "#f6e7bf" if away == 4 else SAND
    art = polygon(hexagon(x, y, 47.2), GLEAM if is_corner or away == 0 else fill, DUNE, 0.5)
    art += circle(*space.seat("pawn"), 13, "#e7d2a1" if away < 4 else "#ecdcae")
    if is_corner or away == 0:
        art += stamp(icons.BOOK, x, y + 13, 15, "#b89d63", "#f6e9c3", "#cdb27a")
    else:
        art += circle(x, y + 13, 11.5, "", "#d3b980", 0.5)
    lamp_x, lamp_y = space.seat("lamp")
    return art + circle(lamp_x, lamp_y, 3, WHITE, GOLD, 0.7) + middle(space.name, x - 17, y, 5.6, EARTH)


def _round(number: int, space: Space) -> str:
    fill = GLEAM if number in (7, 9, 11, 15) else SAND
    art = rect(space.x_mm - 12.4, space.y_mm - 12.4, 24.8, 24.8, fill, DUNE, 0.5, r=6)
    art += middle(str(number), space.x_mm, space.y_mm - 2, 9, EARTH)
    players = {7: "6 players", 9: "5 players", 11: "4 players", 15: "3 players"}.get(number, "")
    return art + words(players, space.x_mm, space.y_mm + 8.6, 4.6, EARTH, BOLD, fit=23)


def _mat(number: int, x: float, y: float) -> str:
    wide, high = SEAT_SIZE
    art = rect(x + 2, y + 3.6, wide - 4, high - 7.4, SAND, GOLD, 0.7, r=8)
    slots = (("action card", 6, 6, 44, 63), ("item", 56, 6, 44, 63))
    for label, dx, dy, w, h in slots:
        art += rect(x + dx, y + dy, w, h, PARCHMENT, DUNE, 0.6, r=3) + words(
            label, x + dx + w / 2, y + dy + 33, 7.4, EARTH, BOLD, fit=40
        )
    art += circle(x + 129, y + 27, 17, PARCHMENT, DUNE, 0.6) + middle("start", x + 129, y + 27, 8, EARTH)
    for n in range(5):
        art += rect(x + 6 + 24 * n, y + 78, 44, 63, PARCHMENT, DUNE, 0.6, r=3)
    art += words("cards already played", x + 76, y + 151, 8, EARTH, BOLD)
    art += words("treasures", x + 171, y + 112, 8, EARTH, BOLD, fit=40)
    return art + circle(x + 174, y + 27, 13, TEAL) + middle(str(number), x + 174, y + 27, 14, WHITE)


def round_pictures() -> tuple[tuple[str, str], ...]:
    """Rulebook: one round, from the hidden card to the way back in."""
    lay = stamp(ICONS["card"], -4, 0, 20, NIGHT, GLEAM, NIGHT, turn=-10) + stamp(
        ICONS["card"], 5, 1, 20, NIGHT, GLEAM, TEAL, turn=8
    )
    walk = "".join(polygon(hexagon(-8 + 5.4 * n, 4 - 3 * (n % 2), 5), DUNE) for n in range(4))
    walk += stamp(ICONS["raider"], 7, -4, 12, FLESH, WHITE, RUBY) + stamp(ICONS["foot"], -7, -6, 8, EARTH, turn=60)
    loot = stamp(icons.POT, -5, 2, 12, COLOURS["red"], GLEAM, INK) + stamp(ICONS["coin"], 6, -4, 11, GOLD, GLEAM, EARTH)
    effect = stamp(ICONS["turn"], -5.5, -1, 12, RUBY) + stamp(icons.FLIP, 6, 2, 12, TEAL, GOLD)
    guardian = stamp(ICONS["die"], -6, 4, 9, INK, WHITE, INK) + stamp(icons.GUARDIAN, 4, -1, 16, NIGHT, GLEAM, TEAL)
    curse = stamp(icons.CURSE, 0, -2, 17, RUBY, GLEAM, INK)
    return (
        (lay, "Everybody lays one action card face down."),
        (walk, "In turn: reveal it and walk exactly that far."),
        (loot, "Take the treasure you end on."),
        (effect, "Cards 1 and 2: turn the guardian, flip the rotation."),
        (guardian, "Start player rolls; the guardian walks, 4 and 5 add to it."),
        (curse, "Whom he meets is cursed and comes back at the rim."),
    )


def cutouts() -> tuple[Cutout, ...]:
    """The curses; the companion counts them, so the camera need not."""
    curse = circle(9, 9, 9, NIGHT) + circle(9, 9, 8, "", GOLD, 0.4) + stamp(icons.CURSE, 9, 9, 13, RUBY, GLEAM, INK)
    return (Cutout("curse", 18, 18, curse, copies=24, is_round=True),)
