"""PDF as ink: pages on paper, at exactly their size."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from fpdf import FPDF
from fpdf.drawing import BoundingBox, GraphicsContext, PaintBlendComposite, PaintComposite
from fpdf.drawing_primitives import Point, Transform
from fpdf.svg import SVGObject

from companion.kit import svg
from companion.kit.drawing import FONT, font_file
from companion.kit.sheets import Layer, Page, Window

Progress = Callable[[int, int], None]

EVERYWHERE = BoundingBox(-1e9, -1e9, 1e9, 1e9)
SPARE_MM = 2.0
LINE_SHARE = (
    0.8  # fpdf2 takes a letter for half an em: a line of the widest, and it may begin at either end, has that more
)


@dataclass(frozen=True)
class _Drawing:
    """A drawing as fpdf2 understood it; it also knows the box that each of its parts lies in."""

    group: GraphicsContext

    @cached_property
    def boxes(self) -> list[BoundingBox]:
        return [
            EVERYWHERE if isinstance(item, PaintComposite | PaintBlendComposite) else item.bounding_box(Point(0, 0))[0]
            for item in self.group.path_items
        ]


def write_pdf(pages: Sequence[Page], out: Path, title: str, progress: Progress | None = None) -> None:
    """One after the other; `progress` hears how many of how many are done."""
    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.set_title(title)
    pdf.add_font(FONT, "", font_file())
    pdf.add_font(FONT, "B", font_file(is_bold=True))
    read = cache(lambda art: _read(pdf, art))  # a board on twelve sheets is read once
    for number, page in enumerate(pages, start=1):
        pdf.add_page(format=(page.width_mm, page.height_mm))
        for layer in page.layers:
            _draw(pdf, layer, read(layer.art))
        if progress:
            progress(number, len(pages))
    pdf.output(str(out))


def _read(pdf: FPDF, art: str) -> _Drawing:
    _, _, group = SVGObject(svg.document(art, pdf.w, pdf.h)).transform_to_page_viewport(pdf)
    return _Drawing(group)


def _draw(pdf: FPDF, layer: Layer, drawing: _Drawing) -> None:
    moved = GraphicsContext()
    moved.style = drawing.group.style
    moved.transform = Transform.translation(layer.x_mm, layer.y_mm)
    if layer.window is None:
        moved.path_items = drawing.group.path_items
        pdf.draw_path(moved, copy=False)
        return
    moved.path_items = [
        item
        for item, box in zip(drawing.group.path_items, drawing.boxes, strict=True)
        if _reaches(box, layer, layer.window)
    ]
    with pdf.rect_clip(*layer.window):
        pdf.draw_path(moved, copy=False)


def _reaches(box: BoundingBox, layer: Layer, window: Window) -> bool:
    """Whether a part may be seen through the window; when in doubt, it is."""
    x, y, wide, high = window
    is_line = box.x1 - box.x0 > 1.2 * (box.y1 - box.y0)
    beside = SPARE_MM + (LINE_SHARE * (box.x1 - box.x0) if is_line else 0.0)
    left, right = box.x0 + layer.x_mm - beside, box.x1 + layer.x_mm + beside
    top, low = box.y0 + layer.y_mm - SPARE_MM, box.y1 + layer.y_mm + SPARE_MM
    return left <= x + wide and right >= x and top <= y + high and low >= y
