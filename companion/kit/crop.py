"""What of a large drawing can be seen through a window: a board on twelve sheets is drawn once, not twelve times."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree

Box = tuple[float, float, float, float]  # x0, y0, x1, y1

SPARE_MM = 3.0  # for strokes, and for corners of what is turned
EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)


class Part(NamedTuple):
    box: Box
    art: str


def cropped(art: str, x: float, y: float, wide: float, high: float) -> str:
    """The top elements that may reach into the window; when in doubt, they do."""
    return "".join(
        part.art
        for part in _parts(art)
        if part.box[0] <= x + wide and part.box[2] >= x and part.box[1] <= y + high and part.box[3] >= y
    )


@lru_cache(maxsize=8)
def _parts(art: str) -> tuple[Part, ...]:
    top = ElementTree.fromstring(f"<g>{art}</g>")
    return tuple(Part(_grown(_box(child)), ElementTree.tostring(child, "unicode")) for child in top)


def _grown(box: Box) -> Box:
    return box[0] - SPARE_MM, box[1] - SPARE_MM, box[2] + SPARE_MM, box[3] + SPARE_MM


def _box(element: ElementTree.Element) -> Box:
    return _turned(_SHAPES.get(element.tag, _anywhere)(element), element.get("transform", ""))


def _anywhere(_: ElementTree.Element) -> Box:
    return EVERYWHERE


def _rect(element: ElementTree.Element) -> Box:
    x, y, w, h = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
    return x, y, x + w, y + h


def _circle(element: ElementTree.Element) -> Box:
    x, y, r = (float(element.get(name, "0")) for name in ("cx", "cy", "r"))
    return x - r, y - r, x + r, y + r


def _polygon(element: ElementTree.Element) -> Box:
    spots = [tuple(map(float, spot.split(","))) for spot in element.get("points", "").split()]
    return _around((x, y) for x, y in spots)


def _text(element: ElementTree.Element) -> Box:
    x, y, size = (float(element.get(name, "0")) for name in ("x", "y", "font-size"))
    long = size * len(element.text or "")
    return x - long, y - long - size, x + long, y + long + size


def _path(element: ElementTree.Element) -> Box:
    """Absolute steps only; an arc stays within its radii of its ends."""
    spots: list[tuple[float, float]] = []
    x = y = 0.0
    for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", element.get("d", "")):
        if command.islower():
            return EVERYWHERE
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", rest)]
        match command:
            case "H":
                x = numbers[-1]
            case "V":
                y = numbers[-1]
            case "A":
                rx, ry, (x, y) = numbers[0], numbers[1], numbers[-2:]
                spots += [(x - 2 * rx, y - 2 * ry), (x + 2 * rx, y + 2 * ry)]
            case "Z":
                continue
            case _:
                spots += zip(numbers[::2], numbers[1::2], strict=True)
                x, y = numbers[-2:]
        spots.append((x, y))
    return _around(spots)


def _group(element: ElementTree.Element) -> Box:
    boxes = [_box(child) for child in element]
    return _around(corner for box in boxes for corner in (box[:2], box[2:]))


_SHAPES: dict[str, Callable[[ElementTree.Element], Box]] = {
    **{"rect": _rect, "circle": _circle, "polygon": _polygon, "text": _text, "path": _path, "g": _group},
}


def _around(spots: Iterable[tuple[float, float]]) -> Box:
    found = list(spots)
    if not found:
        return EVERYWHERE
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return min(xs), min(ys), max(xs), max(ys)


def _turned(box: Box, transform: str) -> Box:
    """Moved and scaled; what is also turned may point anywhere around its own middle."""
    steps = re.findall(r"(\w+)\(([^)]*)\)", transform)
    for name, rest in reversed(steps):
        numbers = [float(number) for number in rest.split()]
        if name == "translate":
            box = box[0] + numbers[0], box[1] + numbers[1], box[2] + numbers[0], box[3] + numbers[1]
        elif name == "scale":
            box = box[0] * numbers[0], box[1] * numbers[0], box[2] * numbers[0], box[3] * numbers[0]
        elif name == "rotate" and len(numbers) == 1:
            far = 1.5 * max(map(abs, box))
            box = -far, -far, far, far
        else:
            return EVERYWHERE
    return box
