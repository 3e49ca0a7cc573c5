"""What pages may show of camera and simulated table, as protocols: whoever has them hands them in."""

from collections.abc import Sequence
from typing import Protocol

from companion.games.protocol import Json


class EyesView(Protocol):
    """The last look of the eyes."""

    def latest(self) -> dict[str, Json]:
        """`jpeg`: bytes of the picture or None. `sightings`: a list of {"what", "x_mm", "y_mm", "turned_deg", "sure"}
        and, where known, "shows" and "box" (x0, y0, x1, y1 as shares 0..1 of the picture). `problems`: a list of
        sentences, or of {"text", "x_mm", "y_mm"}: why something cannot be read, and where."""


class SimTable(Protocol):
    """The simulated table, for hands on a page."""

    def pieces(self) -> Sequence[Json]:
        """Every piece lying there: {"id", "piece", "x_mm", "y_mm", "turned_deg"} and, where known, "shows"."""

    def move(self, piece_id: str, x_mm: float, y_mm: float, turned_deg: float) -> None: ...
