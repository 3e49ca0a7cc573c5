"""Where people draw on a sheet, in mm from its upper left corner, and what lines and crosses are called."""

from collections.abc import Iterator
from functools import cache
from math import atan2, degrees

from companion.games.go_for_gold.board import START_FOOT, START_SHOVEL, TEMPLE_BOX, printed
from companion.layout import Paper

Point = tuple[float, float]
Box = tuple[float, float, float, float]
WAYS = (0, 60, 120)  # a line is named after its end from which it goes this way, in degrees clockwise from the right


@cache
def paper(side: str) -> Paper:
    """The places of a printed side; shovels, feet and anchors are ringed or crossed, so are the panel's boxes."""
    sheet, about = printed()["sheet"], printed()["sides"][side]
    places = {name: (spot["x_mm"], spot["y_mm"]) for name, spot in about["spaces"].items()}
    dx, dy = sheet["symbol_offset_mm"]
    symbols = [name for name, spot in about["spaces"].items() if spot["kind"] in ("shovel", "foot", "port")]
    wide, high = sheet["size_mm"]
    return Paper(
        wide,
        high,
        places,
        tuple((a, b) for a in places for b in about["adjacency"][a] if way(places[a], places[b]) in WAYS),
        {name: (places[name][0] + dx, places[name][1] + dy) for name in symbols},
        dict(_boxes()),
        sheet["ring_diameter_mm"],
    )


def _boxes() -> Iterator[tuple[str, Box]]:
    for item in printed()["sheet"]["panel"]:
        box = item["x_mm"], item["y_mm"], item["x_mm"] + item["w_mm"], item["y_mm"] + item["h_mm"]
        if item["item"] == "temple_box":
            yield TEMPLE_BOX + item["color"], box
        elif item["item"] == "start_symbol":
            yield (START_FOOT if item["kind"] == "foot" else f"{START_SHOVEL}{item['n']}"), box


def way(a: Point, b: Point) -> int:
    """Which way a line goes from one place to its neighbour, in degrees clockwise from the right.

    >>> way((82.0, 18.6), (90.0, 32.456))
    60
    """
    return round(degrees(atan2(b[1] - a[1], b[0] - a[0])) / 60) * 60 % 360


@cache
def line_of(side: str, a: str, b: str) -> tuple[str, int]:
    """The name of the line between two neighbours: the end it is named after, and the way it goes from there.

    >>> line_of("A", "B5", "A5")
    ('A5', 60)
    """
    places = paper(side).places
    towards = way(places[a], places[b])
    return (a, towards) if towards in WAYS else (b, (towards + 180) % 360)
