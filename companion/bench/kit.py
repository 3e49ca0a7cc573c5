"""How long a printed kit takes, beside drawing its board once at print resolution with resvg."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.games import game_named
from companion.kit import faces, svg
from companion.kit.make import DPI, make_kit

GAME = "gold_mine"  # the kit with the most pieces
LIMIT_S = 30.0


def measure() -> dict[str, float]:
    """Seconds of this process's own work: `ratio` is the whole kit in boards."""
    with TemporaryDirectory() as folder:
        begun = time.process_time()
        pages = make_kit(game_named(GAME), Path(folder) / "kit.pdf")
        kit_s = time.process_time() - begun
    begun = time.process_time()
    svg.png(faces.field_svg(game_named(GAME)), DPI / svg.MM_PER_INCH)
    reference_s = time.process_time() - begun
    return {
        "kit_s": round(kit_s, 3),
        "reference_s": round(reference_s, 3),
        "ratio": round(kit_s / reference_s, 3),
        "pages": float(len(pages)),
        "share_of_30_s": round(kit_s / LIMIT_S, 3),
    }
