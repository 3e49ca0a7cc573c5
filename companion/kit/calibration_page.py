"""The page that `companion calibrate` photographs: a field of markers of known size, and what to do with it."""

from pathlib import Path

from companion.errors import BadInput
from companion.kit.drawing import BOLD, INK, TEAL, line, middle, paragraph, tag, words
from companion.kit.pdf import write_pdf
from companion.kit.sheets import Layer, Page, Paper, paper_of
from vision.calibration import HEIGHT_MM, PAGE, SIDE_MM, WIDTH_MM

TOP = 22.0
RULER_MM = 100
STEPS = (
    "Print this page at 100 %: the line below is 10 cm long. Glue it on card so that it lies flat.",
    "Hold it under the camera and run: companion calibrate. It takes six pictures by itself: tilt and turn the page "
    "between them, and bring it into the corners of the picture too.",
    "Put the three lines it prints into /etc/companion.toml under [camera].",
)


def calibration_page(paper: Paper) -> Page:
    left = (paper.width_mm - WIDTH_MM) / 2
    art = words("A page to measure the camera's lens", left + 4, 14, 7, TEAL, BOLD, "start")
    art += "".join(tag(marker, left + x, TOP + y, SIDE_MM) for marker, (x, y) in PAGE.items())
    below = TOP + HEIGHT_MM + 3
    for number, step in enumerate(STEPS):
        art += paragraph(f"{number + 1}. {step}", left + 4, below + 10.5 * number, WIDTH_MM - 8, 3.4, INK)
    art += _ruler(paper.width_mm / 2, below + 31)
    tags = tuple((marker, left + x, TOP + y, SIDE_MM) for marker, (x, y) in PAGE.items())
    return Page("calibration", paper.width_mm, paper.height_mm, (Layer(art),), "paper, then glued on card", tags)


def _ruler(x: float, y: float) -> str:
    left, right = x - RULER_MM / 2, x + RULER_MM / 2
    ends = "".join(line(at, y - 1.5, at, y + 1.5, INK, 0.3) for at in (left, right))
    return line(left, y, right, y, INK, 0.3) + ends + middle("10 cm", x, y - 2.4, 3, INK)


def write_page(out: Path, paper: str = "a4") -> None:
    try:
        write_pdf([calibration_page(paper_of(paper))], out, "Calibration page")
    except OSError as wrong:
        raise BadInput(f"cannot write {out}: {wrong.strerror}; choose another place") from None
