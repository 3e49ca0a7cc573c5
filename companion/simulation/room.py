"""A pretend room: the table with its pieces, the hands, the camera over it and the eyes behind that."""

from collections.abc import Callable, Mapping
from random import Random

from companion.games.protocol import Game
from companion.kit.faces import face_svg, field_svg
from companion.kit.svg import raster
from companion.play.table import Table
from companion.simulation.camera import Lit, SimCamera
from companion.simulation.faults import faults_named
from companion.simulation.players import Hands
from companion.simulation.tabletop import Tabletop
from companion.watch.aim import targets_of
from companion.watch.watcher import Keep, Watcher
from hardware.camera import Frame
from vision.eyes import Eyes

FRAME_S = 0.2
SLOPPY_MM, SLOPPY_DEG = 2.6, 9.0  # a third of what is still taken for lying on its space


class _Clock:
    """The room's own time, which goes on with its frames."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Room:
    """Everything around a Table that is simulated; the eyes get frames and never the truth."""

    def __init__(
        self,
        table: Table,
        seed: int,
        faults: str = "",
        lit: Callable[[], Lit] = dict,
        keep: Keep = lambda frame, look, lit: None,
    ) -> None:
        game, layout = table.game, table.sitting.layout
        self._clock = _Clock()  # nothing here knows the room itself: it goes, pixels and all, when it is let go of
        self.frame: Frame | None = None  # the last one, for the page
        self._rng = Random(f"{seed} hands")
        self._faults, self._habits = faults_named(faults)
        askew = {"askew_mm": SLOPPY_MM, "askew_deg": SLOPPY_DEG} if "crooked" in self._habits else {}
        self.tabletop = Tabletop(layout, self._rng, **askew)
        self.hands = Hands(game, self.tabletop, self._rng)
        self.hands.forgets_torch = "forgot_torch" in self._habits
        self.camera = camera = sim_camera(game, self.tabletop, self._clock, seed, lit)
        self.watcher = Watcher(table, lambda table: Eyes(targets_of(table), camera.pose.fov_deg), lit, keep)

    @property
    def now_s(self) -> float:
        return self._clock.now_s

    def happens(self, habit: str) -> bool:
        """Whether people do that now, if it is one of their habits."""
        return habit in self._habits and self._rng.random() < self._habits[habit].chance

    def trouble(self) -> None:
        """The faults asked for, whenever somebody reaches in."""
        for fault in self._faults:
            fault.before(self.camera, self.tabletop, self._rng)

    def tick(self) -> None:
        """One frame, looked at."""
        self._clock.now_s += FRAME_S
        self.frame = self.camera.frame()
        self.watcher.see(self.frame)


def sim_camera(
    game: Game,
    tabletop: Tabletop,
    clock: Callable[[], float],
    seed: int,
    lit: Callable[[], Mapping[str, tuple[int, int, int]]] = dict,
) -> SimCamera:
    """A camera over the kit's own artwork."""
    return SimCamera(
        tabletop,
        field=lambda scale: raster(field_svg(game), scale),
        face=lambda piece, scale: raster(face_svg(game, piece), scale),
        clock=clock,
        seed=seed,
        lit=lit,
    )
