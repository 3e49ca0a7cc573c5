"""What the lamps cost: 300 LEDs at 30 frames a second down to every driver's write, and how soon the first is out."""

import math
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from gpiozero.pins.mock import MockFactory

from companion.games.protocol import Effect, Glow, Light
from companion.layout import Layout, Space
from companion.shine.lamps import FPS, Lamps
from companion.shine.light_map import LightsConfig, light_map
from hardware.apa102 import Apa102
from hardware.lights import Lights, RecordedLights
from hardware.wled import Wled, WledInfo
from hardware.ws2812 import Ws2812

LEDS = 300
SECONDS = 10.0
LIMIT_MA = 9000.0


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


def _wled(protocol: str) -> Lights:
    return Deaf(Wled("127.0.0.1", LEDS, WledInfo("bench", LEDS, 0.0), protocol=protocol, limit_ma=LIMIT_MA))


class Deaf:
    """Encodes what a WLED would be sent, and keeps it: a port without a listener would refuse it."""

    def __init__(self, lights: Wled) -> None:
        self.count = lights.count
        self._lights = lights
        self._spi = NullSpi()

    def show(self, colours: Any) -> None:
        self._spi.write(self._lights.encode(colours))

    def close(self) -> None:
        self._lights.close()


DRIVERS: Mapping[str, Callable[[], Lights]] = {
    "apa102": lambda: Apa102(LEDS, NullFactory(), limit_ma=LIMIT_MA),
    "ws2812": lambda: Ws2812(LEDS, NullFactory(), limit_ma=LIMIT_MA),
    "wled_ddp": lambda: _wled("ddp"),
    "wled_udp": lambda: _wled("udp"),
    "recorded": lambda: RecordedLights(LEDS, keep=1),
}


def start(now: float, driver: str = "apa102") -> Lamps:
    """Lamps as the app builds them, on a driver whose wire leads nowhere."""
    spaces = tuple(Space(f"s{n}", 10.0 + n % 20 * 50, 10.0 + n // 20 * 50) for n in range(LEDS))
    layout = Layout("bench", 1000, 750, (0, 1, 2, 3), spaces, (), ())
    return Lamps(DRIVERS[driver](), light_map(layout, LightsConfig(limit_ma=LIMIT_MA)), lambda: now)


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


def frame_costs_s(driver: str) -> list[float]:
    """CPU seconds of every frame of some seconds of light, cheapest first."""
    lamps = start(0.0, driver)
    lamps.show(busy_glow())
    costs_s = []
    for frame in range(1, int(SECONDS * FPS) + 1):
        cpu_s = time.process_time()
        lamps.step(frame / FPS)
        costs_s.append(time.process_time() - cpu_s)
    lamps.close()
    return sorted(costs_s)


def measure() -> dict[str, float]:
    """CPU seconds per second of light with every driver, and the wall time until a new process has its first frame out.

    `core_share` and the frame's own figures are the dearest driver's.
    """
    costs_s = {driver: frame_costs_s(driver) for driver in DRIVERS}
    shares = {f"{driver}_core_share": sum(costs) / SECONDS for driver, costs in costs_s.items()}
    dearest = max(costs_s.values(), key=sum)
    return {
        "leds": LEDS,
        "frames_per_s": FPS,
        **shares,
        "core_share": max(shares.values()),
        "frame_ms": sum(dearest) / len(dearest) * 1000,
        "frame_p99_ms": dearest[math.ceil(0.99 * len(dearest)) - 1] * 1000,
        "first_frame_s": seconds_to_first_frame(),
    }
