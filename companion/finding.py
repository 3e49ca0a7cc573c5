"""One thing that was looked at, and whether it will do: a line of `companion check`, a light on the aim page."""

from dataclasses import dataclass
from typing import Literal

State = Literal["good", "poor", "missing"]


@dataclass(frozen=True)
class Finding:
    """`mend` says what to do where it is not good."""

    part: str
    state: State
    found: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.state:8} {self.part}: {self.found}" + (f"; {self.mend}" if self.mend else "")
