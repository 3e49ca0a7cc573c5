"""Runs a Glow over time onto the lights: 30 frames a second, on a clock that is handed in."""

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Event, Lock

from companion.errors import CompanionError
from companion.games.protocol import Glow
from companion.play.news import Asked, Cleared, Entered, News, Noticed, SatDown
from companion.shine.effects import DARK, Calm, Colour, bar_share, doubt, room_share, scaled, scene
from companion.shine.light_map import LightMap
from hardware.errors import HardwareError, LightsLost
from hardware.lights import Bar, Lights

log = logging.getLogger(__name__)

FPS = 30
REFRESH_S = 1.0  # an unchanged scene is sent again this often: a chain that was plugged in late catches up
ROOM_STEP = 0.1  # the lamps follow the room's brightness by at most this share a second


class Lamps:
    """What the table's lamps show; `step` sends a frame, `lit` says what is lit without sending anything.

    `still` may be set at any time: nothing moves then, for the eyes while they read, or for good.
    """

    def __init__(
        self,
        lights: Lights,
        light_map: LightMap,
        clock: Callable[[], float] = time.monotonic,
        *,
        bar: Bar | None = None,
        still: bool = False,
        tell: Callable[[str], None] = lambda fault: None,
    ) -> None:
        self._lights = lights
        self._map = light_map
        self._clock = clock
        self._bar = bar
        self._tell = tell
        self._lock = Lock()
        self._glow = Glow()
        self._doubtful: tuple[str, ...] = ()
        self._reminded: dict[str, tuple[tuple[str, ...], float]] = {}  # by who reminds: where, and since when
        self._began_s = self._doubted_s = self._out_s = clock()
        self._left: float | None = None
        self._calm_spaces: Calm[str] = Calm()
        self._calm_leds: Calm[int] = Calm()
        self._room, self._room_wanted, self._room_s = 1.0, 1.0, clock()
        self._sent: list[Colour] = []
        self._sent_share: float | None = None
        self._sent_s = float("-inf")
        self._faults: dict[str, str] = {}  # by what failed: each stays until that same thing went well
        self.still = still

    def hear(self, news: News) -> None:
        """Another game, another map; every entry another glow; what is asked or reminded of blinks meanwhile."""
        match news:
            case SatDown(sitting):
                self._reminded.clear()
                self.use(sitting.lights)
                self.show(sitting.glow)
            case Entered(sitting=sitting):
                self.show(sitting.glow)
            case Asked(question):
                self.doubt(question.spaces)
            case Cleared():
                self.doubt(())
            case Noticed(part, spaces=spaces):
                self._remind(part, spaces)

    def _remind(self, part: str, spaces: tuple[str, ...]) -> None:
        with self._lock:
            if spaces:
                self._reminded[part] = spaces, self._clock()
            else:
                self._reminded.pop(part, None)

    def show(self, glow: Glow) -> None:
        """Shows that glow from now on; the one that is already shown goes on undisturbed.

        BadInput for a colour nobody knows, here and not on the lamps' own thread.
        """
        scene(glow, 0.0, still=True)
        with self._lock:
            if glow != self._glow:
                self._began_s = self._clock()
            self._glow = glow

    def doubt(self, spaces: Iterable[str]) -> None:
        """These spaces blink: somebody is asked about them."""
        spaces = tuple(spaces)
        with self._lock:
            if spaces != self._doubtful:
                self._doubted_s = self._clock()
            self._doubtful = spaces

    def show_timer(self, left: float | None) -> None:
        """Lays the timer over the glow's own bar, the share of time that is left; None takes it away."""
        if left == 0 and self._left != 0:
            self._out_s = self._clock()
        self._left = left

    def see_room(self, brightness: float) -> None:
        """Told how bright the camera sees the room, 0..255; the lamps follow slowly, so that they never pump."""
        self._room_wanted = room_share(brightness)

    def use(self, light_map: LightMap) -> None:
        """Another game, another map; the lights stay."""
        with self._lock:
            self._map = light_map
            self._sent_s = float("-inf")

    @property
    def light_map(self) -> LightMap:
        return self._map

    @property
    def fault(self) -> str:
        """Why the lights cannot be reached just now; empty while all is well."""
        return "; ".join(self._faults.values())

    def lit(self, now: float) -> Mapping[str, Colour]:
        """Every space that is lit now and its colour, for phones, the simulated frame and the eyes."""
        with self._lock:
            wanted = scene(self._glow, now - self._began_s, self.still)
            for spaces, since_s in self._reminded.values():
                wanted.update(scene(Glow(doubt(spaces)), now - since_s, self.still))
            wanted.update(scene(Glow(doubt(self._doubtful)), now - self._doubted_s, self.still))
            return self._calm_spaces.show(wanted, now)

    def bar(self, now: float) -> float | None:
        """How full the timer bar is now; None: it is dark and nobody uses it."""
        if self._left is not None:
            return bar_share(self._left, now - self._out_s, self.still)
        share = self._glow.bar
        return None if share is None else min(max(share, 0.0), 1.0)

    def step(self, now: float) -> None:
        """Sends the frame of this moment to the lights, if it differs from the last one or that is long ago."""
        share = self.bar(now)
        colours = self._frame(now, share)
        if colours == self._sent and share == self._sent_share and now - self._sent_s < REFRESH_S:
            return
        self._send(colours, share)
        self._sent, self._sent_share, self._sent_s = colours, share, now

    def _frame(self, now: float, share: float | None) -> list[Colour]:
        painted = self._map.paint(self.lit(now), share, self._lights.count)
        room = self._follow_room(now)
        wanted = {led: scaled(colour, room) for led, colour in enumerate(painted) if colour != DARK}
        calm = self._calm_leds.show(wanted, now)
        return [calm.get(led, DARK) for led in range(len(painted))]

    def _follow_room(self, now: float) -> float:
        most = ROOM_STEP * max(now - self._room_s, 0.0)
        self._room += min(max(self._room_wanted - self._room, -most), most)
        self._room_s = now
        return self._room

    def _send(self, colours: Sequence[Colour], share: float | None) -> None:
        try:
            self._lights.show(colours)
            if self._bar is not None:
                self._bar.show(share or 0.0)
        except LightsLost as wrong:
            self._say("lights", str(wrong))
        else:
            self._say("lights", "")

    def _say(self, what: str, fault: str) -> None:
        if fault == self._faults.get(what, ""):
            return
        if fault:
            log.warning("%s", fault)
            self._faults[what] = fault
        else:
            del self._faults[what]
        self._tell(self.fault)

    def run(self, stop: Event, beside: Sequence[Callable[[float], None]] = ()) -> None:
        """Steps on an even beat until told to stop; a late frame does not make the next ones late.

        `beside` are steps of others that want the same beat: the buzzer's, the buttons'.
        """
        beat, start = 0, self._clock()
        while not stop.wait(max(0.0, start + beat / FPS - self._clock())):
            now = self._clock()
            for place, step in enumerate((self.step, *beside)):
                self._guarded(f"step {place}", step, now)
            beat = max(beat, int((now - start) * FPS)) + 1

    def _guarded(self, name: str, step: Callable[[float], None], now: float) -> None:
        """A full disk or a loose wire must not end the lamps: it is said, and tried again with the next beat."""
        try:
            step(now)
        except (CompanionError, HardwareError) as wrong:
            self._say(name, str(wrong))
        except Exception as mistake:  # ours; the timer runs on this thread too
            log.debug("%s", name, exc_info=True)
            self._say(name, f"{type(mistake).__name__}: {mistake}")
        else:
            self._say(name, "")

    def close(self) -> None:
        self._lights.close()
        if self._bar is not None:
            self._bar.close()
