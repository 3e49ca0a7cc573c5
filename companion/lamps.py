"""Runs a Glow over time onto the lights: 30 frames a second, on a clock that is handed in."""

import time
from collections.abc import Callable, Iterable, Mapping
from threading import Event, Lock

from companion.effects import Colour, bar_share, doubt, scene
from companion.light_map import LightMap
from companion.rules import Glow
from hardware.lights import Bar, Lights

FPS = 30


class Lamps:
    """What the table's lamps show; `step` sends a frame, `lit` says what is lit without sending anything."""

    def __init__(
        self,
        lights: Lights,
        light_map: LightMap,
        clock: Callable[[], float] = time.monotonic,
        *,
        bar: Bar | None = None,
        still: bool = False,
    ) -> None:
        self._lights = lights
        self._map = light_map
        self._clock = clock
        self._bar = bar
        self._lock = Lock()
        self._glow = Glow()
        self._doubtful: tuple[str, ...] = ()
        self._began_s = clock()
        self._timer_share: float | None = None
        self.still = still

    def show(self, glow: Glow, doubtful: Iterable[str] = (), began_s: float | None = None) -> None:
        """Shows that glow from now on, or as if since `began_s`; the one that is already shown goes on undisturbed."""
        with self._lock:
            if began_s is not None or glow != self._glow:
                self._began_s = self._clock() if began_s is None else began_s
            self._glow, self._doubtful = glow, tuple(doubtful)

    def show_timer(self, share: float | None) -> None:
        """Lays the round timer over the glow's own bar; None takes it away."""
        self._timer_share = share

    def lit(self, now: float) -> Mapping[str, Colour]:
        """Every space that is lit now and its colour, for phones, the simulated frame and the eyes."""
        with self._lock:
            lit = scene(self._glow, now - self._began_s, self.still)
            lit.update(scene(Glow(doubt(self._doubtful)), now - self._began_s, self.still))
        return {space: colour for space, colour in lit.items() if any(colour)}

    def bar(self, now: float) -> float | None:
        """How full the timer bar is now; None: it is dark and nobody uses it."""
        if self._timer_share is not None:
            return self._timer_share
        return bar_share(self._glow, now - self._began_s, self.still)

    def step(self, now: float) -> None:
        """Sends the frame of this moment to the lights."""
        share = self.bar(now)
        self._lights.show(self._map.paint(self.lit(now), share))
        if self._bar is not None:
            self._bar.show(share or 0.0)

    def run(self, stop: Event) -> None:
        """Steps on an even beat until told to stop; a late frame does not make the next ones late."""
        beat = 0
        start = self._clock()
        while not stop.wait(max(0.0, start + beat / FPS - self._clock())):
            self.step(self._clock())
            beat = max(beat + 1, int((self._clock() - start) * FPS))

    def close(self) -> None:
        self._lights.close()
        if self._bar is not None:
            self._bar.close()
