"""What Go for Gold looks like: two islands to draw on, light by day and dim by night."""

from collections.abc import Mapping
from typing import Any

from companion.games.go_for_gold import board, icons
from companion.games.go_for_gold.layout import (
    COLOURS,
    GRAPHITE,
    LANDING,
    LANDINGS,
    READING,
    SHEET_SIZE,
    SHEETS,
    layout,
)
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
    arrow,
    circle,
    hexagon,
    line,
    middle,
    polar,
    polygon,
    rect,
    stamp,
    star,
    words,
)
from companion.layout import Piece

TITLE = board.TITLE
BOUGHT: tuple[str, ...] = board.STROKES  # drawn by hand
SHAPED: tuple[str, ...] = ()
NEEDS: tuple[str, ...] = ("one ordinary die", "a soft pencil for everybody")

TONES = {  # sea, shore, land, lines between spaces
    "A": ("#d8ebe8", "#bfe0dc", "#fbf3dd", "#e4d3a6"),
    "B": ("#bccbd6", "#a3b9c8", "#e9e8e2", "#c9c8be"),
}
TEMPLES = {"red": "#cf3f37", "blue": "#3478bd", "green": "#3d9a5b", "purple": "#7d55a8", "orange": "#e8852e"}
GREY = "#8d8a82"
PANEL_X = 173.0  # the middle between the island's sea and the upper right marker


def face(piece: Piece) -> str:
    if piece.name in BOUGHT:
        return _pencilled(piece)
    _, side, seat = piece.name.split(".")
    return _sheet(side, int(seat))


def _pencilled(piece: Piece) -> str:
    """A line runs from the middle of its picture to the right; a cross and a ring fill it."""
    wide, high = piece.width_mm, piece.height_mm
    if piece.stroke == "ring":
        return circle(wide / 2, high / 2, wide / 2 - 0.35, "", GRAPHITE, 0.7)
    if piece.stroke == "cross":
        return line(0, 0, wide, high, GRAPHITE, 0.7) + line(wide, 0, 0, high, GRAPHITE, 0.7)
    return line(wide / 2, high / 2, wide, high / 2, GRAPHITE, 0.7 if piece.name == board.LINE else 0.2)


def back(piece: Piece) -> str | None:
    if piece.name in BOUGHT:
        return None
    _, side, seat = piece.name.split(".")
    return _sheet("B", int(seat)) if side == "A" else None


def _sheet(side: str, seat: int) -> str:
    """One player's sheet, but for the markers in its corners."""
    sea, shore, _, _ = TONES[side]
    spaces: Mapping[str, Mapping[str, Any]] = board.printed()["sides"][side]["spaces"]
    art = rect(0, 0, *SHEET_SIZE, PARCHMENT) + rect(2, 2, 156, 144, sea, r=6)
    art += _waves(side)
    art += "".join(polygon(hexagon(s["x_mm"], s["y_mm"], 20), shore) for s in spaces.values())
    art += "".join(_space(side, name, about) for name, about in spaces.items())
    return art + _panel(side, seat)


def _waves(side: str) -> str:
    tone = TONES[side][1]
    spots = ((30, 32), (40, 22), (146, 24), (150, 110), (140, 128), (28, 118), (44, 136), (128, 14))
    wave = '<path d="M-10 0C-7 -5 -3 -5 0 0C3 5 7 5 10 0" fill="none" stroke="{a}" stroke-width="2.4"/>'
    return "".join(stamp(wave, x, y, 9, tone) for x, y in spots)


def _space(side: str, name: str, about: Mapping[str, Any]) -> str:
    """A line leaves a space at its six sides, so symbols sit above the middle and values below it."""
    x, y = about["x_mm"], about["y_mm"]
    _, _, land, edge = TONES[side]
    art = polygon(hexagon(x, y, 15.8), land, edge, 0.35) + circle(x, y, 0.6, GREY)
    art += words(name, x + 3.2, y + 6.6, 1.7, "#b5ae9c", anchor="start") if about["kind"] != "treasure" else ""
    return art + _symbol(about, x, y)


def _symbol(about: Mapping[str, Any], x: float, y: float) -> str:
    top = y - 4.6
    match about["kind"]:
        case "shovel" if about.get("count", 1) == 2:
            return stamp(icons.SHOVEL, x - 1.5, top, 4, INK) + stamp(icons.SHOVEL, x + 1.5, top, 4, INK)
        case "shovel":
            return stamp(icons.SHOVEL, x, top, 4.2, INK)
        case "foot":
            return stamp(ICONS["foot"], x, top, 4.2, TEAL)
        case "port":
            return stamp(icons.ANCHOR, x, top, 5, NIGHT) + middle(about["port"], x, y + 4.6, 3, NIGHT)
        case "temple":
            colour = TEMPLES[about["color"]]
            art = stamp(ICONS["temple"], x, top, 6.2, colour, GLEAM, NIGHT)
            return art + middle(about["color"][0].upper(), x, y + 4.6, 3, colour)
        case "treasure":
            return _treasure(about, x, y)
    return ""


def _treasure(about: Mapping[str, Any], x: float, y: float) -> str:
    """The number to roll in a ring of as many pips, its value on a coin."""
    number, value = about["number"], about["value"]
    art = middle(str(number), x, y - 4.4, 3.6, RUBY)
    art += "".join(circle(*polar(x, y - 4.5, 2.6, n * 360 / number), 0.4, RUBY) for n in range(number))
    return (
        art + circle(x, y + 4.8, 2.2, GOLD) + circle(x, y + 4.8, 1.8, GLEAM) + middle(str(value), x, y + 4.8, 3.2, INK)
    )


def _panel(side: str, seat: int) -> str:
    data = board.printed()
    about = data["sides"][side]
    first, _, second = about["name"].partition(" ")  # two lines, so that it stays between the island and the marker
    art = words(first, PANEL_X, 7.4, 5.2, INK, BOLD, fit=25) + words(second, PANEL_X, 12.8, 5.2, INK, BOLD, fit=25)
    colour = COLOURS[seat - 1]
    ink = NIGHT if board.SEAT_COLOURS[seat - 1] == "yellow" else WHITE
    art += rect(PANEL_X - 13, 15.4, 26, 6, colour, r=1.4) + middle(f"SIDE {side}", PANEL_X, 18.4, 4.6, ink)
    for item in data["sheet"]["panel"]:
        art += _box(item)
    art += words("temples: cross out", 182, 74.6, 3.4, EARTH) + words("you begin with", 182, 87, 3.4, EARTH)
    name = board.SEAT_COLOURS[seat - 1]
    return art + words(f"seat {seat}, {name}", 172, 141, 3.4, EARTH, BOLD)


def _box(item: Mapping[str, Any]) -> str:
    x, y, w, h = item["x_mm"], item["y_mm"], item["w_mm"], item["h_mm"]
    match item["item"]:
        case "score":
            art = rect(x, y, w, h, WHITE, GOLD, 0.6, r=2)
            return art + words(str(item["n"]), x + 1.4, y + 3.4, 2.8, DUNE, BOLD, "start")
        case "temple_box":
            colour = TEMPLES[item["color"]]
            return rect(x, y, w, h, WHITE, colour, 0.7, r=1) + middle(
                item["color"][0].upper(), x + w / 2, y + h / 2, 4, colour
            )
        case "start_symbol":
            icon = icons.SHOVEL if item["kind"] == "shovel" else ICONS["foot"]
            ring = circle(x + w / 2, y + h / 2, 3.2, "", INK, 0.5)
            return ring + stamp(icon, x + w / 2, y + h / 2, 4.2, INK if item["kind"] == "shovel" else TEAL)
        case "total":
            return rect(x, y, w, h, WHITE, GOLD, 0.8, r=2) + words("total", x + 1.6, y + 4, 3, DUNE, BOLD, "start")
    return line(x, y + h, x + w, y + h, EARTH, 0.4) + words("name", x, y + 3, 2.8, DUNE, BOLD, "start")


def field() -> str:
    """Four places for sheets, a landing field for each, the tray, and the reading zone."""
    table = layout()
    art = rect(0, 0, 840, 594, PARCHMENT)
    for seat, ((x, y), (dx, dy)) in enumerate(zip(SHEETS, LANDINGS, strict=True), start=1):
        colour = COLOURS[seat - 1]
        art += rect(x - 2, y - 2, 214, 152, SAND, colour, 1.4, r=6)
        art += stamp(icons.SHIP, x + 105, y + 66, 60, "#e3cf9f", "#f3e6c4", "#e3cf9f")
        art += words(f"seat {seat}: {board.SEAT_COLOURS[seat - 1]}", x + 105, y + 122, 11, EARTH, BOLD)
        art += rect(dx, dy, LANDING, LANDING, TEAL, r=8) + words("dig, raid", dx + 25, dy + LANDING + 9, 9, TEAL, BOLD)
        lamp = table.space[board.lamp_space(seat)]
        art += circle(lamp.x_mm, lamp.y_mm, 5, colour) + circle(lamp.x_mm, lamp.y_mm, 3, WHITE, GOLD, 0.7)
    for x in (145, 695):
        art += (
            circle(x, 297, 34, "", SAND, 1.2) + star(x, 297, 8, 30, 9, SAND, 22.5) + star(x, 297, 4, 44, 9, "#e6d3a3")
        )
    art += rect(385, 262, 70, 70, TEAL, r=10) + words("everybody's roll", 420, 343, 9, TEAL, BOLD)
    x0, y0, x1, y1 = READING
    art += rect(x0, y0, x1 - x0, y1 - y0, SAND, GOLD, 0.8, r=6)
    art += stamp(ICONS["pencil"], 420, 480, 40, DUNE, GLEAM, EARTH) + words(
        "lay a sheet here to be read", 420, 522, 11, EARTH
    )
    art += stamp(icons.CHEST, 420, 150, 80, DUNE, GLEAM, EARTH) + stamp(icons.ANCHOR, 420, 226, 26, DUNE)
    return art + words("GO FOR GOLD", 420, 90, 20, TEAL, BOLD)


def round_pictures() -> tuple[tuple[str, str], ...]:
    """Rulebook: one roll for all, then everybody's find."""
    roll = stamp(ICONS["die"], 0, 0, 17, WHITE, WHITE, NIGHT)
    spots = ((-8, 4), (-3, -4), (3, 4), (8, -4))
    draw = "".join(polygon(hexagon(x, y, 7), GLEAM, DUNE, 0.4) for x, y in spots)
    draw += arrow([(-8, 4), (-3, -4), (3, 4), (8, -4)], INK, 0.9, 2.4)
    gather = stamp(icons.SHOVEL, -5, 0, 14, INK) + stamp(ICONS["foot"], 6, 0, 13, TEAL)
    dig = stamp(icons.CHEST, -3, 2, 15, EARTH, GOLD, NIGHT) + stamp(ICONS["die"], 8, -5, 8, WHITE, WHITE, NIGHT)
    raid = stamp(ICONS["temple"], -3, 0, 17, RUBY, GLEAM, NIGHT) + stamp(ICONS["die"], 8, -5, 8, WHITE, WHITE, NIGHT)
    port = stamp(icons.SHIP, -3, 0, 16, EARTH, PARCHMENT, EARTH) + stamp(icons.ANCHOR, 8, 2, 10, NIGHT)
    return (
        (roll, "The active player rolls for everybody."),
        (draw, "All draw a line of exactly that many new spaces."),
        (gather, "Ring the shovels and feet you enter; a foot changes the roll."),
        (dig, "On a treasure: roll its number; shovels fill what is missing."),
        (raid, "On a temple: roll no more than your shovels for 9, else −1."),
        (port, "On a port: sail on. The sixth score ends the game."),
    )


def cutouts() -> tuple[Cutout, ...]:
    return ()
