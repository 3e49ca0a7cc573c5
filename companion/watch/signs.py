"""How well the camera is aimed: corners, size, angle, light, focus and glare, each good, poor or missing."""

from dataclasses import dataclass
from math import atan2, ceil, degrees, hypot

import cv2
import numpy as np
import numpy.typing as npt

from companion.finding import Finding
from companion.layout import FRAME_MARKER_INSET_MM, FRAME_MARKER_MM, Layout
from companion.watch.problems import gathered, in_words, sentence, where
from hardware.modes import LEAST_PX, SPARE
from vision.eyes import Look
from vision.plane import Plane
from vision.problems import Problem
from vision.tags import MODULES

Pixels = npt.NDArray[np.uint8]

DIM, BRIGHT = 55.0, 215.0  # average brightness of a frame, 0..255
TOO_SMALL_PX = 1.8  # a module, below which hardly anything is read
SOFT, TOO_SOFT = 0.5, 0.75  # modules of the smallest marker an edge is wide
BLURRED = 0.5  # see blur()
GRAIN = 9.0  # grey levels between neighbours that are the sensor's noise
ASIDE_DEG, STEEP_DEG = 25.0, 45.0
OF_PIECES = ("two boards", "second board", "foreign", "surplus", "hand", "unread", "covered")
MOST_TOLD = 4
CORNERS = ("upper left", "upper right", "lower right", "lower left")


@dataclass(frozen=True)
class Corner:
    """One of the board's corner markers: where it is in the picture, as shares of its width and height."""

    name: str
    x: float
    y: float
    is_seen: bool

    @property
    def is_outside(self) -> bool:
        return not (0 <= self.x <= 1 and 0 <= self.y <= 1)


def signs(look: Look, pixels: Pixels, layout: Layout) -> list[Finding]:
    """In the order in which they should be put right."""
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    if look.plane is None:
        light = _light(look, grey)
        return [_no_board(look, layout), light, *([_focus_by_itself(grey)] if light.state != "missing" else [])]
    module_px = px_a_module(look.plane, layout)
    return [
        _corners(look, layout),
        _size(look.plane, layout, module_px),
        _angle(look.plane, layout),
        _light(look, grey),
        _focus(look, grey, module_px),
        _glare(look, layout),
        *_pieces(look, layout),
    ]


def _pieces(look: Look, layout: Layout) -> list[Finding]:
    """What lies there and cannot be read, and what does not belong there; nothing while there is nothing to mend."""
    told = dict.fromkeys(sentence(one, layout) for one in gathered(look.problems) if one.what in OF_PIECES)
    return [Finding("pieces", "poor", *text.split("; ", 1)) for text in list(told)[:MOST_TOLD]]


def corners(look: Look, layout: Layout) -> list[Corner]:
    """The four of them, clockwise from the upper left; none while the board is not found."""
    if look.plane is None:
        return []
    near, wide, high = FRAME_MARKER_INSET_MM, layout.width_mm, layout.height_mm
    places = np.array([[near, near], [wide - near, near], [wide - near, high - near], [near, high - near]])
    hidden = {(p.x_mm, p.y_mm) for p in look.problems if p.what == "marker hidden"}
    shares = look.plane.px(places) / np.array(look.plane.size_px)
    return [
        Corner(name, float(x), float(y), tuple(place) not in hidden)
        for name, place, (x, y) in zip(CORNERS, places.tolist(), shares, strict=True)
    ]


def module_mm(layout: Layout) -> float:
    """One module of the smallest marker that has to be read."""
    sides = [piece.marker_mm for piece in layout.pieces if piece.marker is not None]
    return min(sides, default=FRAME_MARKER_MM) / MODULES


def px_a_module(plane: Plane, layout: Layout) -> float:
    """What a module of the smallest marker has where the table is farthest away."""
    places = [(layout.width_mm * x, layout.height_mm * y) for x in (0.05, 0.95) for y in (0.05, 0.95)]
    return module_mm(layout) * min(plane.px_per_mm(*place) for place in places)


def _no_board(look: Look, layout: Layout) -> Finding:
    why = in_words([problem for problem in look.problems if problem.what != "dark"], layout)
    found, _, mend = (why or in_words([Problem("no board")], layout) or "").partition("; ")
    return Finding("corners", "missing", found, mend)


def _corners(look: Look, layout: Layout) -> Finding:
    found = corners(look, layout)
    outside = next((corner for corner in found if corner.is_outside), None)
    if outside is not None:
        mend = f"{_towards(outside)}, or hang it higher"
        return Finding("corners", "poor", f"the {outside.name} corner is outside the picture", mend)
    hidden = [corner.name for corner in found if not corner.is_seen]
    if hidden:
        return Finding("corners", "poor", f"the {' and the '.join(hidden)} corner cannot be seen", "uncover it")
    return Finding("corners", "good", "all four are seen")


def _towards(corner: Corner) -> str:
    sides = ((corner.x < 0, "left"), (corner.x > 1, "right"), (corner.y < 0, "up"), (corner.y > 1, "down"))
    return "move the camera " + " and ".join(side for is_out, side in sides if is_out) + " as the picture shows it"


def _size(plane: Plane, layout: Layout, module_px: float) -> Finding:
    found = f"the smallest marker has {module_px:.1f} px a module"
    if module_px >= LEAST_PX:
        return Finding("size", "good", found)
    return Finding("size", "missing" if module_px < TOO_SMALL_PX else "poor", found, _larger(plane, layout, module_px))


def _larger(plane: Plane, layout: Layout, module_px: float) -> str:
    """Closer if the table then still fits into the picture, else more pixels."""
    wide, high = layout.width_mm, layout.height_mm
    edges = plane.px(np.array([[0.0, 0], [wide, 0], [wide, high], [0, high]]))
    share = float(((edges.max(axis=0) - edges.min(axis=0)) / np.array(plane.size_px)).max()) * SPARE
    closest = module_px / share
    height_cm = plane.eye_mm[2] / 10
    if closest >= LEAST_PX:
        return f"hang the camera at {height_cm * module_px / LEAST_PX:.0f} cm in place of {height_cm:.0f} cm"
    more = LEAST_PX / min(closest, LEAST_PX)
    width, height = (10 * ceil(side * more / 10) for side in plane.size_px)
    closer = f"hang the camera at {height_cm * share:.0f} cm, and " if share < 0.95 else ""
    return f"{closer}choose a picture of at least {width} x {height}, or print the kit larger"


def _angle(plane: Plane, layout: Layout) -> Finding:
    x, y, height = plane.eye_mm
    aside = degrees(atan2(hypot(x - layout.width_mm / 2, y - layout.height_mm / 2), height))
    found = f"{aside:.0f} degrees from straight down, {height / 10:.0f} cm high"
    if aside <= ASIDE_DEG:
        return Finding("angle", "good", found)
    mend = "hang it more straight over the middle of the table"
    return Finding("angle", "missing" if aside > STEEP_DEG else "poor", found, mend)


def _light(look: Look, grey: Pixels) -> Finding:
    seen = float(grey.mean())
    found = f"{seen:.0f} of 255"
    if any(problem.what == "dark" for problem in look.problems):
        return Finding("light", "missing", f"too dark: {found}", "switch a lamp on above the table")
    if seen < DIM:
        return Finding("light", "poor", f"dim: {found}", "switch a lamp on above the table")
    if seen > BRIGHT:
        return Finding("light", "poor", f"too bright: {found}", "draw the curtain or lower the lamp")
    return Finding("light", "good", found)


def _focus(look: Look, grey: Pixels, module_px: float) -> Finding:
    if look.soft_px is None:
        return _focus_by_itself(grey)
    soft = look.soft_px / module_px
    found = f"edges are {soft:.2f} of a module wide"
    if soft <= SOFT:
        return Finding("focus", "good", f"sharp: {found}")
    state, mend = "missing" if soft > TOO_SOFT else "poor", "turn the lens, wipe it, or mount the camera firmly"
    return Finding("focus", state, f"soft: {found}", mend)  # type: ignore[arg-type]


def _focus_by_itself(grey: Pixels) -> Finding:
    """Without a marker to measure at."""
    blurred = blur(grey)
    if blurred > BLURRED:
        mend = "turn the lens, wipe it, or mount the camera firmly"
        return Finding("focus", "poor", f"blurred ({blurred:.2f})", mend)
    return Finding("focus", "good", f"sharp ({blurred:.2f})")


def blur(grey: Pixels) -> float:
    """How blurred a picture is, 0 sharp to 1: how little detail is lost when it is blurred once more."""
    picture = grey.astype(np.float32)
    shares = []
    for size, axis in (((9, 1), 1), ((1, 9), 0)):
        detail = np.abs(np.diff(picture, axis=axis))
        left = np.abs(np.diff(cv2.blur(picture, size), axis=axis))
        detail[detail < GRAIN] = 0.0
        whole = float(detail.sum())
        shares.append(1.0 if whole == 0 else 1.0 - float(np.maximum(detail - left, 0).sum()) / whole)
    return max(shares)


def _glare(look: Look, layout: Layout) -> Finding:
    places = [where(problem, layout) for problem in look.problems if problem.what == "glare"]
    if not places:
        return Finding("glare", "good", "none")
    told = " and ".join(dict.fromkeys(places[:2]))
    return Finding("glare", "poor", f"a lamp is mirrored {told}", "move the lamp aside, print on matt paper")
