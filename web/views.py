"""What pages may show of camera and simulated table, as protocols: whoever has them hands them in."""

from collections.abc import Sequence
from typing import Protocol

from companion.games.protocol import Json
from companion.watch.lookout import Glance


class EyesView(Protocol):
    """The last look of the eyes."""

    def glance(self) -> Glance | None: ...


class SimTable(Protocol):
    """The simulated table, for hands on a page."""

    def pieces(self) -> Sequence[Json]:
        """Every piece lying there: {"id", "piece", "x_mm", "y_mm", "turned_deg"} and, where known, "shows"."""

    def move(self, piece_id: str, x_mm: float, y_mm: float, turned_deg: float) -> None: ...
