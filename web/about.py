"""What this machine is, for the host: its camera, and the settings in force."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.config import Setting


@dataclass(frozen=True)
class About:
    """`camera` is how the camera was chosen."""

    camera: str = ""
    settings: Sequence[Setting] = ()
    in_club: bool = False  # somebody would hear a call for help


NOTHING = About()  # of a table that runs on no machine in particular
