"""What the eyes see in one photograph, as JSON and drawn onto it."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import BadInput
from companion.games.protocol import Game, Json
from companion.watch.aim import placement_of, targets_of
from companion.watch.drawn import draw_marks, drawn_json, drawn_words
from companion.watch.prints import read_print
from companion.watch.problems import gathered, sentence
from hardware.camera import decode_picture, decode_shrunk
from hardware.errors import BadSetting
from vision.dice import DieSighting, find_dice, sure_of_all
from vision.eyes import Eyes, Look
from vision.problems import Problem
from vision.sighting import Sighting

Image = npt.NDArray[np.uint8]
T = TypeVar("T")


def open_photo(path: Path) -> Image:
    """The photo's pixels, turned upright."""
    return _opened(path, decode_picture)


def open_shrunk(path: Path) -> tuple[Image, int]:
    """The same, but a JPEG of more pixels than are needed to find dice is opened smaller; how many times."""
    return _opened(path, decode_shrunk)


def _opened(path: Path, decode: Callable[[bytes], T]) -> T:
    try:
        return decode(path.read_bytes())
    except OSError as missing:
        raise BadInput(f"cannot read {path}: {missing.strerror}") from None
    except BadSetting as wrong:
        raise BadInput(f"{path} is no picture that can be opened: {wrong}") from None


def read_dice(pixels: Image, times_shrunk: int = 1) -> tuple[Json, list[DieSighting]]:
    """Dice only, on any background; `sure` beside the total is of the whole roll; boxes are of the whole photo."""
    found = find_dice(pixels)
    dice = []
    for die in found:
        x0, y0, x1, y1 = (value * times_shrunk for value in die.box)
        row = {"value": die.value, "box": _rounded((x0, y0, x1, y1)), "sure": round(die.sure, 3), "state": die.state}
        dice.append(row)
    return {"dice": dice, "total": sum(die.value for die in found), "sure": round(sure_of_all(found), 3)}, found


def read_table(pixels: Image, game: Game, fov_deg: float = 66.0) -> tuple[Json, Look]:
    """A whole table of one game."""
    layout, look = read_print(game.layout(), pixels, lambda table: Eyes(targets_of(table), fov_deg), is_thorough=True)
    pieces = []
    for seen in look.sightings:
        placement = placement_of(layout, seen)
        pieces.append(
            {
                "piece": seen.what,
                "space": placement.space if placement else None,
                "x_mm": round(seen.x_mm, 1),
                "y_mm": round(seen.y_mm, 1),
                "turned_deg": round(seen.turned_deg, 1),
                "sure": round(seen.sure, 3),
            }
        )
    dice = [_die(seen) for seen in look.dice if seen.shows]
    board: dict[str, Json] = {"found": look.plane is not None, "game": game.name}
    if look.plane is not None:
        edge = [[0, 0], [layout.width_mm, 0], [layout.width_mm, layout.height_mm], [0, layout.height_mm]]
        board["corners_px"] = np.round(look.plane.px(np.array(edge)), 1).tolist()
        board["error_px"] = round(look.plane.error_px, 2)
        board["camera_mm"] = [round(value) for value in look.plane.eye_mm]
    found = gathered((*look.problems, *_bare(look)))
    problems = [{"what": p.what, "x_mm": p.x_mm, "y_mm": p.y_mm, "text": sentence(p, layout)} for p in found]
    read = {"pieces": pieces, "dice": dice, "board": board, "problems": problems}
    if any(piece.paper is not None for piece in layout.pieces):
        read["drawn"] = drawn_json(look.marks)
    return read, look


def _bare(look: Look) -> tuple[Problem, ...]:
    """A board with nothing on it, in a photo of which nobody knows how the game stands."""
    return (Problem("bare"),) if look.plane is not None and not look.sightings and not look.dice else ()


def in_words(found: Json) -> str:
    """A reading for people: what lies where, then what is wrong with the picture."""
    lines = [
        f"{p['piece']} on {p['space'] or 'no space'} ({p['x_mm']:g}, {p['y_mm']:g} mm)" for p in found.get("pieces", ())
    ]
    lines += drawn_words(found.get("drawn", ()))
    lines += [_die_in_words(die) for die in found["dice"]]
    if "total" in found and found["dice"]:
        lines.append(f"together {found['total']} (sure {found['sure']:g})")
    lines += dict.fromkeys(f"problem: {problem['text']}" for problem in found.get("problems", ()))
    return "\n".join(lines) or "nothing seen"


def _die_in_words(die: Json) -> str:
    if die.get("state") == "cocked":
        return f"a die lies cocked, nearest to {die['value']} (sure {die['sure']:g})"
    return f"a die shows {die['value']} (sure {die['sure']:g})"


def annotate_table(pixels: Image, look: Look) -> Image:
    """The photo with a box and a name on everything that was read."""
    drawn = pixels.copy()
    for seen in (*look.sightings, *look.dice):
        if seen.box_px is not None:
            _label(drawn, seen.box_px, seen.shows or seen.what, seen.sure)
    if look.plane is not None:
        draw_marks(drawn, look.marks, look.plane)
        for problem in look.problems:
            if problem.x_mm is not None and problem.y_mm is not None:
                x, y = look.plane.px(np.array([[problem.x_mm, problem.y_mm]]))[0]
                cv2.putText(drawn, problem.what, (int(x), int(y)), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 255), 2)
    return drawn


def annotate_dice(pixels: Image, dice: list[DieSighting]) -> Image:
    drawn = pixels.copy()
    for die in dice:
        _label(drawn, die.box, str(die.value), die.sure)
    return drawn


def save_picture(path: Path, pixels: Image) -> None:
    """Writes a picture; a place or an ending that cannot be written is refused in one line."""
    try:
        is_written = cv2.imwrite(str(path), pixels)
    except cv2.error:
        is_written = False
    if not is_written:
        raise BadInput(f"cannot write {path}; give a PNG or JPEG in a folder that exists")


def _label(drawn: Image, box: tuple[float, float, float, float], text: str, sure: float) -> None:
    x0, y0, x1, y1 = (round(value) for value in box)
    colour = (60, 160, 30) if sure >= 0.9 else (0, 140, 255)
    cv2.rectangle(drawn, (x0 - 2, y0 - 2), (x1 + 2, y1 + 2), colour, 2)
    size = max(0.35, min(1.2, (x1 - x0) / 70))
    cv2.putText(drawn, text, (x0, y0 - 5), cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), 3, cv2.LINE_AA)
    cv2.putText(drawn, text, (x0, y0 - 5), cv2.FONT_HERSHEY_SIMPLEX, size, (30, 30, 30), 1, cv2.LINE_AA)


def _die(seen: Sighting) -> Json:
    return {"value": int(seen.shows or 0), "box": _rounded(seen.box_px or (0, 0, 0, 0)), "sure": round(seen.sure, 3)}


def _rounded(box: tuple[float, float, float, float]) -> list[float]:
    return [round(value, 1) for value in box]
