"""SVG as ink: a drawing becomes a document for the phone, and pixels for the simulated camera."""

from functools import lru_cache

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from companion.kit.drawing import font_file, num

MM_PER_INCH = 25.4


def document(art: str, width_mm: float, height_mm: float) -> str:
    """A stand-alone SVG whose user unit is the millimetre."""
    w, h = num(width_mm), num(height_mm)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">{art}</svg>'


def window(art: str, x: float, y: float, wide: float, high: float) -> str:
    """What of a drawing lies in that rectangle; for pictures only, a PDF page has windows of its own."""
    size = f'width="{num(wide)}" height="{num(high)}"'
    view = f"{num(x)} {num(y)} {num(wide)} {num(high)}"
    return f'<svg x="{num(x)}" y="{num(y)}" {size} viewBox="{view}">{art}</svg>'


@lru_cache(maxsize=256)
def png(svg: str, px_per_mm: float) -> bytes:
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        dpi=px_per_mm * MM_PER_INCH,
        skip_system_fonts=True,
        font_files=[str(font_file()), str(font_file(is_bold=True))],
    )


@lru_cache(maxsize=256)
def raster(svg: str, px_per_mm: float) -> NDArray[np.uint8]:
    """The picture in BGRA, not premultiplied; shared between callers, so it cannot be written to."""
    picture = cv2.imdecode(np.frombuffer(png(svg, px_per_mm), np.uint8), cv2.IMREAD_UNCHANGED)
    assert picture is not None  # resvg has raised if it could not draw
    pixels = np.asarray(picture, dtype=np.uint8)
    pixels.flags.writeable = False
    return pixels
