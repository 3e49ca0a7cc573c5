"""Which addressable LEDs this owner has, as [lights] in the config file says it, and how they are opened."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gpiozero.pins import Factory

from hardware.apa102 import Apa102
from hardware.errors import BadSetting, LightsLost
from hardware.in_time import Job
from hardware.levels import MOST_LEDS
from hardware.lights import Lights
from hardware.wled import Wled, ask_wled, find_wled
from hardware.ws2812 import Ws2812

DRIVERS = ("apa102", "ws2812", "wled")


@dataclass(frozen=True)
class Chain:
    """The LEDs and how bright they may be.

    A chain whose length nobody gave is driven as if it were as long as can be: what is beyond its end is lost.
    """

    driver: str = "apa102"
    leds: int = 0
    colours: str = "GRB"  # ws2812: their order on the wire
    host: str = "auto"  # wled: its name or number in the house, or the first that answers
    protocol: str = "ddp"  # wled: ddp or udp
    brightness: float = 0.5
    gamma: float = 2.2
    limit_ma: float = 2000.0

    def __post_init__(self) -> None:
        if self.driver not in DRIVERS:
            raise BadSetting(f"no lights {self.driver!r}; lights.driver is one of {', '.join(DRIVERS)}")

    @property
    def count(self) -> int:
        return self.leds or MOST_LEDS

    @property
    def needs_pins(self) -> bool:
        return self.driver != "wled"


def open_chain(chain: Chain, pin_factory: Factory | None) -> Lights:
    """The driver, opened; BadSetting, NoPins or LightsLost say what is wrong."""
    look: dict[str, Any] = {"brightness": chain.brightness, "gamma": chain.gamma, "limit_ma": chain.limit_ma}
    if chain.driver == "apa102":
        return Apa102(chain.count, pin_factory, **look)
    if chain.driver == "ws2812":
        return Ws2812(chain.count, pin_factory, order=chain.colours, **look)
    address = find_wled(chain.host)
    return Wled(address, chain.count, ask_wled(address), protocol=chain.protocol, **look)


class OpenedApart:
    """Opens lights on a thread of its own: a controller that is looked for must not hold up the lamps' beat."""

    def __init__(self, open_lights: Callable[[], Lights], what: str) -> None:
        self._open = open_lights
        self._what = what
        self._job: Job[Lights] | None = None

    def __call__(self) -> Lights:
        """The lights once they are open; LightsLost while they are looked for, and when they were not found."""
        if self._job is None:
            self._job = Job(self._open, f"looking for {self._what}")
        if not self._job.is_done:
            raise LightsLost(f"{self._what} is being looked for")
        job, self._job = self._job, None
        return job.result(0)
