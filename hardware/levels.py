"""From the colours of a scene to the levels that are sent: gamma, brightness, and no more than the supply can give."""

from collections.abc import Sequence
from itertools import chain

from hardware.errors import BadSetting
from hardware.lights import Colour

FULL_MA = 20.0  # one colour of one LED at full brightness
IDLE_MA = 1.0  # a dark LED's own driver
MOST_LEDS = 300


def gamma_table(gamma: float, brightness: float = 1.0) -> bytes:
    """What to send so that half looks like half, all of it dimmed to a share.

    >>> list(gamma_table(2.2))[::51]
    [0, 7, 34, 83, 156, 255]
    """
    return bytes(round(255 * brightness * (value / 255) ** gamma) for value in range(256))


def check_supply(count: int, limit_ma: float) -> None:
    """Refuses a chain too long to drive, or a supply that cannot even feed its dark LEDs."""
    if not 1 <= count <= MOST_LEDS:
        raise BadSetting(f"a chain of {count} LEDs was asked for; 1 to {MOST_LEDS} can be driven")
    if limit_ma < (need := count * IDLE_MA + FULL_MA):
        raise BadSetting(f"{limit_ma:g} mA cannot feed {count} LEDs; {need:g} mA is the least")


def check_brightness(share: float) -> float:
    if not 0 < share <= 1:
        raise BadSetting(f"a brightness of {share:g} was asked for; it is a share above 0, at most 1")
    return share


def levels_of(colours: Sequence[Colour], table: bytes) -> bytes:
    """Red, green, blue of one LED after the other, each looked up in the table."""
    return bytes(chain.from_iterable(colours)).translate(table)


def draws_ma(levels: bytes, count: int, share: float = 1.0) -> float:
    """What these levels take from the supply; `share` is a brightness the LEDs lay over them."""
    return count * IDLE_MA + sum(levels) / 255 * FULL_MA * share


def within_limit(levels: bytes, count: int, limit_ma: float, share: float = 1.0) -> bytes:
    """The levels, all dimmed alike where they would draw more than the limit."""
    wanted_ma = draws_ma(levels, count, share) - count * IDLE_MA
    free_ma = limit_ma - count * IDLE_MA
    if wanted_ma <= free_ma:
        return levels
    return levels.translate(bytes(int(value * free_ma / wanted_ma) for value in range(256)))
