"""How the table lay when the last entry was made, and what a look leaves unexplained beside that."""

from collections import Counter
from dataclasses import dataclass, field
from math import dist

from companion.games.protocol import Seen
from companion.layout import Layout, Placement
from companion.watch.chains import Cost
from companion.watch.scene import STIRRED_MM, Scene
from vision.eyes import Look
from vision.sighting import Sighting

TORCH = 1.0  # a torch that people use and that lies elsewhere speaks as loudly as a piece
TORCH_UNPROVEN = 0.1  # one that has not been passed on yet only raises a doubt


@dataclass
class Memory:
    """What differed when the last entry was made has to catch up already: it proves nothing new."""

    layout: Layout
    missing: Seen = field(default_factory=Counter)
    extra: Seen = field(default_factory=Counter)
    scene: Scene | None = None
    torch: str | None = None  # where it belonged
    is_proven: bool = False  # the torch was passed on when the turn last passed
    look: Look | None = None  # as it was seen: what lies midway between two places is moved in a scene

    def shows(self, piece: Sighting) -> bool:
        """Whether that very piece lay there."""
        lying = (one for one in self.look.sightings if one.what == piece.what) if self.look is not None else ()
        return any(dist((one.x_mm, one.y_mm), (piece.x_mm, piece.y_mm)) < STIRRED_MM for one in lying)

    def cost(self, placements: Seen, scene: Scene) -> Cost:
        """What a table that should lie so leaves unexplained of that scene."""
        expected, torch = split(self.layout, placements)
        missing = Counter(scene.missing(expected)) - self.missing
        extra = self.news(placements, scene)
        unread = sum(scene.doubt(placement) for placement in missing.elements())
        astray = sum(is_certain(self.layout, one) for one in extra.elements())
        gone = sum(is_certain(self.layout, one) and scene.doubt(one) >= 1 for one in missing.elements())
        return Cost(extra.total(), unread, self._torch_cost(torch, scene), astray, gone)

    def news(self, placements: Seen, scene: Scene) -> Seen:
        """What lies where nothing like it should, and did not when the last entry was made."""
        expected, _ = split(self.layout, placements)
        return Counter(scene.extra(expected)) - self.extra

    def _torch_cost(self, expected: str | None, scene: Scene) -> float:
        """What the torch says against it: nothing where it is not seen, little until people have shown they use it.

        One that was forgotten when the turn last passed says nothing until somebody moves it.
        """
        if expected is None or scene.torch is None or scene.torch == expected:
            return 0.0
        was = self.scene.torch if self.scene is not None else None
        if scene.torch == was and was != self.torch:
            return 0.0
        return TORCH if self.is_proven or scene.torch != was else TORCH_UNPROVEN

    def catch_up(self, scene: Scene) -> None:
        """What was left over and has been put right since counts again from now on; so does a torch passed on late."""
        self.missing -= scene.seen
        self.extra &= scene.seen | scene.hidden(self.extra)
        if self.scene is not None and scene.torch is not None and self.scene.torch != scene.torch == self.torch:
            self.scene.torch, self.is_proven = scene.torch, True


def split(layout: Layout, placements: Seen) -> tuple[Seen, str | None]:
    """The pieces, and the torch's space by itself."""
    if not layout.torch:
        return placements, None
    torch = next((placement for placement in placements if placement.piece == layout.torch), None)
    if torch is None:
        return placements, None
    return placements - Counter([torch]), torch.space


def is_certain(layout: Layout, placement: Placement) -> bool:
    """Whether there is no doubt what it is when it is seen: by a marker, not by its colour."""
    return not layout.piece[placement.piece].is_plain
