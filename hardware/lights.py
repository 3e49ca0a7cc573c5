"""Lights protocol: a row of lamps that shows a row of colours; and the rows that need no wire."""

from collections.abc import Sequence
from typing import Protocol

from hardware.errors import BadSetting

Colour = tuple[int, int, int]  # red, green, blue, each 0..255
DARK: Colour = (0, 0, 0)


class Lights(Protocol):
    """A row of lamps: `show` takes exactly `count` colours, and raises LightsLost when the wire is dead."""

    @property
    def count(self) -> int: ...

    def show(self, colours: Sequence[Colour]) -> None: ...

    def close(self) -> None:
        """Turns all lamps off and lets go of the device; closing twice is no fault."""


class Bar(Protocol):
    """A bar that fills: `show` takes the share that is lit, 0..1."""

    def show(self, share: float) -> None: ...

    def close(self) -> None: ...


def check_count(colours: Sequence[Colour], count: int) -> None:
    """Refuses a scene for another number of lamps."""
    if len(colours) != count:
        raise BadSetting(f"{len(colours)} colours for {count} lamps; give one colour each")


class NoLights:
    """No lamps at all: the phones show the path."""

    count = 0

    def show(self, colours: Sequence[Colour]) -> None:
        check_count(colours, 0)

    def close(self) -> None:
        """Nothing is open."""


class RecordedLights:
    """Keeps what it was shown, newest last, for laptops and tests; only the last `keep` scenes."""

    def __init__(self, count: int, keep: int = 1000) -> None:
        self.count = count
        self.scenes: list[tuple[Colour, ...]] = []
        self._keep = keep

    def show(self, colours: Sequence[Colour]) -> None:
        check_count(colours, self.count)
        self.scenes.append(tuple(colours))
        del self.scenes[: -self._keep]

    def close(self) -> None:
        if not self.scenes or any(colour != DARK for colour in self.scenes[-1]):
            self.show([DARK] * self.count)


class RecordedBar:
    """Keeps the shares it was shown, newest last."""

    def __init__(self, keep: int = 1000) -> None:
        self.shares: list[float] = []
        self._keep = keep

    def show(self, share: float) -> None:
        self.shares.append(share)
        del self.shares[: -self._keep]

    def close(self) -> None:
        if not self.shares or self.shares[-1]:
            self.show(0.0)


class JoinedLights:
    """Several rows as one long row, in the order given: the chain first, then the lamps on single pins."""

    def __init__(self, *rows: Lights) -> None:
        self._rows = rows
        self.count = sum(row.count for row in rows)

    def show(self, colours: Sequence[Colour]) -> None:
        check_count(colours, self.count)
        start = 0
        for row in self._rows:
            row.show(colours[start : start + row.count])
            start += row.count

    def close(self) -> None:
        for row in self._rows:
            row.close()
