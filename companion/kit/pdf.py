"""PDF as ink: pages on paper, at exactly their size."""

from collections.abc import Callable, Sequence
from pathlib import Path

from fpdf import FPDF
from fpdf.svg import SVGObject

from companion.kit import svg
from companion.kit.drawing import FONT, font_file
from companion.kit.sheets import Layer, Page

Progress = Callable[[int, int], None]


def write_pdf(pages: Sequence[Page], out: Path, title: str, progress: Progress | None = None) -> None:
    """One after the other; `progress` hears how many of how many are done."""
    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.set_title(title)
    pdf.add_font(FONT, "", font_file())
    pdf.add_font(FONT, "B", font_file(is_bold=True))
    for number, page in enumerate(pages, start=1):
        pdf.add_page(format=(page.width_mm, page.height_mm))
        for layer in page.layers:
            _draw(pdf, layer, page)
        if progress:
            progress(number, len(pages))
    pdf.output(str(out))


def _draw(pdf: FPDF, layer: Layer, page: Page) -> None:
    drawing = SVGObject(svg.document(layer.art, page.width_mm, page.height_mm))
    if layer.window is None:
        drawing.draw_to_page(pdf, layer.x_mm, layer.y_mm)
        return
    with pdf.rect_clip(*layer.window):
        drawing.draw_to_page(pdf, layer.x_mm, layer.y_mm)
