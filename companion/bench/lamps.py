"""What the lamps cost: 150 LEDs at 30 frames a second down to the SPI write, and how soon the first frame is out."""

import math
import subprocess
import sys
import time
from typing import Any

from gpiozero.pins.mock import MockFactory

from companion.games.protocol import Effect, Glow, Light
from companion.layout import Layout, Space
from companion.shine.lamps import FPS, Lamps
from companion.shine.light_map import LightsConfig, light_map
from hardware.apa102 import Apa102

LEDS = 150
SECONDS = 10.0


class NullSpi:
    """Takes bytes and forgets them: all that is left to measure is our own work."""

    closed = False
    rate = 0

    def __init__(self) -> None:
        self.bytes = 0

    def write(self, data: bytes) -> int:
        self.bytes += len(data)
        return len(data)

    def close(self) -> None:
        """Nothing is open."""


class NullFactory(MockFactory):  # type: ignore[misc]
    """Pins of a pretend Pi whose SPI leads nowhere."""

    def spi(self, **spi_args: Any) -> NullSpi:
        return NullSpi()


def busy_glow() -> Glow:
    """Every lamp in motion at once: the most a game can ask for."""
    effects: tuple[Effect, ...] = ("pulse", "path", "flash", "steady", "pulse")
    lights = tuple(Light(f"s{n}", "#ff8040", effects[n % 5], after_s=n % 7 * 0.1) for n in range(LEDS))
    return Glow(lights, timer_s=30.0)


def start(now: float) -> Lamps:
    """Lamps as the app builds them, on a chain that leads nowhere."""
    spaces = tuple(Space(f"s{n}", 10.0 + n % 15 * 50, 10.0 + n // 15 * 50) for n in range(LEDS))
    layout = Layout("bench", 800, 600, (0, 1, 2, 3), spaces, (), ())
    config = LightsConfig(limit_ma=9000.0)
    chain = Apa102(LEDS, NullFactory(), limit_ma=config.limit_ma)
    return Lamps(chain, light_map(layout, config), lambda: now)


def first_frame() -> None:
    """From nothing to the first frame on the wire."""
    lamps = start(0.0)
    lamps.show(busy_glow())
    lamps.step(0.0)


def seconds_to_first_frame() -> float:
    """In a new process, its start and all imports counted; the best of three, for a machine with other work."""
    return min(_seconds_to_first_frame() for _ in range(3))


def _seconds_to_first_frame() -> float:
    began_s = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"import {__name__} as lamps; lamps.first_frame()"], check=True)
    return time.perf_counter() - began_s


def measure() -> dict[str, float]:
    """CPU seconds per second of light, and the wall time until the first frame of a new process is out."""
    lamps = start(0.0)
    lamps.show(busy_glow())
    frames = int(SECONDS * FPS)
    costs_s = []
    for frame in range(1, frames + 1):
        cpu_s = time.process_time()
        lamps.step(frame / FPS)
        costs_s.append(time.process_time() - cpu_s)
    costs_s.sort()
    return {
        "leds": LEDS,
        "frames_per_s": FPS,
        "core_share": sum(costs_s) / SECONDS,
        "frame_ms": sum(costs_s) / frames * 1000,
        "frame_p99_ms": costs_s[math.ceil(0.99 * frames) - 1] * 1000,
        "first_frame_s": seconds_to_first_frame(),
    }
