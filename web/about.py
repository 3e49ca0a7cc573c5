"""What this machine is, for the host: its camera, and the settings in force."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.config import Setting


@dataclass(frozen=True)
class About:
    """`camera` is how the camera was chosen."""

    camera: str = ""
    settings: Sequence[Setting] = ()
    in_club: bool = False  # somebody would hear a call for help
    light_test: Callable[[], None] | None = None  # lights every lamp in turn; None: there are no lights


NOTHING = About()  # of a table that runs on no machine in particular
