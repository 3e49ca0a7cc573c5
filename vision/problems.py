"""Why a picture, or a part of it, cannot be read: short codes with a place; the companion turns them into sentences."""

from dataclasses import dataclass

MEANINGS = {
    "no picture": "what was handed in is no picture: no pixels, or of a sort that is not known",
    "too small": "the picture has too few pixels for any table; `amount` is its width",
    "too large": "the picture has more pixels than are looked at; `amount` is its width",
    "no board": "the frame's markers are not in the picture",
    "mirrored": "the board is there, but the picture is mirrored",
    "other board": "markers are there, but none of this game's frame",
    "face down": "pieces are there, but nothing of the frame",
    "two boards": "a marker of the frame is there twice",
    "marker hidden": "a marker of the frame cannot be seen; where it should be",
    "foreign": "a marker that is not of this game, or of another size than this game prints it, lies there",
    "surplus": "a marker is there more often than the game has it",
    "hand": "something reaches over the table and hides what lies under it",
    "glare": "a light is mirrored there so that the print is washed out",
    "dark": "too dark to tell black from white; `amount` is how many grey levels lie between them",
    "blur": "edges are soft; `amount` is how many modules of the smallest marker an edge is wide",
    "far": "a module of the smallest marker there has too few pixels; `amount` is how many",
    "steep": "the camera looks from the side; `amount` is how many degrees from straight down",
    "unread": "a square that looks like a marker of this game and cannot be read",
    "covered": "something lies there whose marker is hidden by what stands or lies on it",
}


@dataclass(frozen=True)
class Problem:
    """`what` is a key of MEANINGS; a place only where there is one to point at."""

    what: str
    x_mm: float | None = None
    y_mm: float | None = None
    amount: float | None = None
    marker: int | None = None  # which one it is about
