"""What arrives at the far end of each wire: the colours an APA102, a WS2812 or a WLED makes of what was sent.

Written from the data sheets and not from the drivers, for their tests and for the pictures in the docs.
"""

import struct
from collections.abc import Iterator, Sequence

from hardware.errors import BadSetting
from hardware.lights import Colour

ZERO_NS, ONE_NS, SLACK_NS = (400, 850), (800, 450), 150  # WS2812B: high, then low, and how much either may be off
RESET_NS = 280_000


def bits_of(data: bytes) -> list[int]:
    return [byte >> place & 1 for byte in data for place in range(7, -1, -1)]


def number(bits: Sequence[int]) -> int:
    return int("".join(map(str, bits)), 2)


def apa102_hears(bits: Sequence[int], count: int) -> tuple[list[int], list[Colour], Sequence[int]]:
    """Brightness and colour of every LED, and the bits after the last one; BadSetting for what is no frame."""
    if any(bits[:32]):
        raise BadSetting("a frame starts with 32 zeros")
    levels, colours = [], []
    for start in range(32, 32 + 32 * count, 32):
        if list(bits[start : start + 3]) != [1, 1, 1]:
            raise BadSetting(f"the word at bit {start} does not start with three ones")
        levels.append(number(bits[start + 3 : start + 8]))
        blue, green, red = (number(bits[start + at : start + at + 8]) for at in (8, 16, 24))
        colours.append((red, green, blue))
    return levels, colours, bits[32 + 32 * count :]


def ws2812_hears(bits: Sequence[int], rate_hz: int) -> list[int]:
    """The bytes a strip reads, each pulse held to the data sheet's times; BadSetting names the pulse that is off."""
    pulses = list(_pulses(bits, 1e9 / rate_hz))
    read = []
    for place, (high_ns, low_ns) in enumerate(pulses):
        is_one = abs(high_ns - ONE_NS[0]) <= SLACK_NS
        wanted = ONE_NS if is_one else ZERO_NS
        is_last = place == len(pulses) - 1
        if abs(high_ns - wanted[0]) > SLACK_NS or not (is_last or abs(low_ns - wanted[1]) <= SLACK_NS):
            raise BadSetting(f"pulse {place} is high for {high_ns:.0f} ns and low for {low_ns:.0f}")
        if is_last and low_ns < RESET_NS:
            raise BadSetting(f"the wire is silent for {low_ns:.0f} ns at the end; {RESET_NS} are needed")
        read.append(int(is_one))
    return [number(read[start : start + 8]) for start in range(0, len(read), 8)]


def _pulses(bits: Sequence[int], bit_ns: float) -> Iterator[tuple[float, float]]:
    """How long the wire is high and then low, pulse after pulse."""
    high = low = 0
    for bit in bits:
        if bit and low and high:
            yield high * bit_ns, low * bit_ns
            high = low = 0
        high, low = (high + 1, 0) if bit else (high, low + 1)
    if high:
        yield high * bit_ns, low * bit_ns


def ddp_hears(packet: bytes) -> tuple[int, list[Colour]]:
    """Sequence number and colours of a DDP packet; BadSetting for one that WLED would not show at once."""
    flags, sequence, kind, device, offset, length = struct.unpack(">BBBBIH", packet[:10])
    if flags != 0x41:
        raise BadSetting(f"the flags are {flags:#04x}; 0x41 is version 1, shown at once, without a time code")
    if (kind, device, offset) != (0b00_001_011, 1, 0) or not length == len(packet) - 10 <= 1440:
        raise BadSetting("not red, green and blue of 8 bits each for the whole strip")
    return sequence, _colours(packet[10:])


def realtime_hears(packet: bytes) -> tuple[int, list[Colour]]:
    """Seconds until WLED goes back to its own light, and the colours, of a DRGB packet."""
    if packet[0] != 2 or len(packet) > 2 + 3 * 490:
        raise BadSetting(f"protocol {packet[0]} with {len(packet)} bytes; DRGB is 2, for at most 490 LEDs")
    return packet[1], _colours(packet[2:])


def _colours(data: bytes) -> list[Colour]:
    return [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]
