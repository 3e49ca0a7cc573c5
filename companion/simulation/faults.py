"""What goes wrong at real tables, on demand: bumps, bad light, glare, clumsy hands."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from companion.errors import BadInput
from companion.simulation.camera import SimCamera
from companion.simulation.tabletop import Tabletop

Change = Callable[[SimCamera, Tabletop, Random], None]


@dataclass(frozen=True)
class Fault:
    """A change made to camera or table before some of the actions."""

    name: str
    about: str
    change: Change
    chance: float = 1.0

    def before(self, camera: SimCamera, tabletop: Tabletop, rng: Random) -> None:
        if rng.random() < self.chance:
            self.change(camera, tabletop, rng)


def _bump(camera: SimCamera, tabletop: Tabletop, rng: Random) -> None:
    pose = camera.pose
    x, y = pose.over_mm
    camera.bump(
        replace(
            pose,
            over_mm=(x + rng.uniform(-6, 6), y + rng.uniform(-4, 4)),
            roll_deg=pose.roll_deg + rng.uniform(-0.4, 0.4),
        )
    )


def _light(camera: SimCamera, tabletop: Tabletop, rng: Random) -> None:
    camera.weather = replace(camera.weather, light=rng.uniform(0.55, 1.25))


def _glare(camera: SimCamera, tabletop: Tabletop, rng: Random) -> None:
    layout = tabletop.layout
    spot = rng.uniform(0, layout.width_mm), rng.uniform(0, layout.height_mm), 30.0
    camera.weather = replace(camera.weather, glare=spot if camera.weather.glare is None else None)


def _weather(**changes: float) -> Change:
    def change(camera: SimCamera, tabletop: Tabletop, rng: Random) -> None:
        camera.weather = replace(camera.weather, **changes)  # type: ignore[arg-type]

    return change


@dataclass(frozen=True)
class Habit:
    """How people at this table behave; the hands and the match ask for it by name."""

    name: str
    about: str
    chance: float


FAULTS = {
    fault.name: fault
    for fault in (
        Fault("bump", "somebody knocks against the lamp arm", _bump, 0.05),
        Fault("light", "the room's light changes", _light, 0.05),
        Fault("glare", "a lamp is mirrored in the print, comes and goes", _glare, 0.1),
        Fault("warm", "a warm lamp", _weather(warmth=0.25)),
        Fault("cold", "a cold lamp", _weather(warmth=-0.2)),
        Fault("dim", "half the light, more noise", _weather(light=0.5, noise=5.0)),
        Fault("shadow", "an edge of shadow across the table", _weather(shadow=0.45)),
        Fault("blur", "not quite in focus", _weather(blur_px=1.2)),
    )
}
HABITS = {
    habit.name: habit
    for habit in (
        Habit("hand", "a hand rests on the table for a moment after a move", 0.2),
        Habit("crooked", "pieces are laid sloppily, up to 8 mm off and turned", 1.0),
        Habit("quick", "two moves come so quickly that the camera sees only what they led to", 0.15),
        Habit("correct", "a piece is put on a wrong place first and moved after a second", 0.08),
        Habit("knock", "a pawn is knocked over and set up again", 0.03),
        Habit("offtray", "a die falls beside the tray and is rolled again", 0.1),
        Habit("forgot_torch", "nobody passes the torch on", 1.0),
    )
}


def faults_named(names: str) -> tuple[tuple[Fault, ...], dict[str, Habit]]:
    """The faults and habits of a list such as "bump,dim,quick"."""
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted:
        if name not in FAULTS and name not in HABITS:
            raise BadInput(f"no fault called {name!r}; there are {', '.join((*FAULTS, *HABITS))}")
    return tuple(FAULTS[n] for n in wanted if n in FAULTS), {n: HABITS[n] for n in wanted if n in HABITS}
