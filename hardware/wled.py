"""A WLED controller in the house: whole scenes to it by UDP, as DDP or as its own realtime protocol.

https://kno.wled.ge/interfaces/ddp and .../udp-realtime. Nothing of its own settings is changed: its brightness and its
power limit stay in force over what we send, and it goes back to what it showed before soon after we fall silent.
"""

import json
import logging
import socket
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException

from hardware.errors import BadSetting, LightsLost
from hardware.in_time import cut_after
from hardware.levels import check_brightness, check_supply, gamma_table, levels_of, within_limit
from hardware.lights import DARK, Colour, check_count
from hardware.mdns import Service, address_of, services

log = logging.getLogger(__name__)

SERVICE = "_wled._tcp.local"
PORTS = {"ddp": 4048, "udp": 21324}
INFO_PORT = 80
WAIT_S = 2.0
SILENT_S = 2  # so long after the last scene the realtime protocol lets WLED go back to its own light
PUSH, DDP_RGB, DDP_DISPLAY = 0x41, 0x0B, 1  # version 1 and show it now; 8 bits each of red, green, blue; the strip
DRGB = 2  # realtime protocol: red, green, blue of every LED from the first

Find = Callable[[str], list[Service]]
Resolve = Callable[[str], str | None]


@dataclass(frozen=True)
class WledInfo:
    """What a controller says of itself; `limit_ma` 0: it watches no limit of its own."""

    name: str
    leds: int
    limit_ma: float


class Wled:
    """A strip of `count` LEDs behind a WLED that told of itself as `info`.

    UDP tells nobody what arrived, but a controller that is gone is noticed: the network answers that its port or its
    address cannot be reached, and the next scene raises LightsLost.
    """

    def __init__(
        self,
        address: str,
        count: int,
        info: WledInfo,
        *,
        protocol: str = "ddp",
        brightness: float = 0.5,
        gamma: float = 2.2,
        limit_ma: float = 2000.0,
        port: int = 0,
    ) -> None:
        check_supply(count, limit_ma)
        if protocol not in PORTS:
            raise BadSetting(f"a protocol {protocol!r} was asked for; WLED is spoken to by {' or '.join(PORTS)}")
        if info.leds < count:
            log.info("%s has %d LEDs and %d are sent; the rest is lost", info.name, info.leds, count)
        self.count = count
        self._address = address
        self._encode = {"ddp": self._ddp, "udp": self._realtime}[protocol]
        self._table = gamma_table(gamma, check_brightness(brightness))
        self._fed = min(count, info.leds)
        self._limit_ma = min(limit_ma, info.limit_ma or limit_ma)
        check_supply(self._fed, self._limit_ma)
        self._sequence = 0
        self._line: socket.socket | None = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._line.setblocking(False)
        self._line.connect((address, port or PORTS[protocol]))

    def show(self, colours: Sequence[Colour]) -> None:
        check_count(colours, self.count)
        if self._line is None:
            raise LightsLost("the WLED is closed; open it again")
        try:
            self._line.send(self.encode(colours))
        except BlockingIOError:
            pass  # the network is busy: this scene is dropped, the next one comes in a moment
        except OSError as wrong:
            raise LightsLost(
                f"the WLED at {self._address} cannot be reached: {wrong}; check its supply and Wi-Fi"
            ) from wrong

    def encode(self, colours: Sequence[Colour]) -> bytes:
        """The packet of that scene."""
        return self._encode(within_limit(levels_of(colours, self._table), self._fed, self._limit_ma))

    def _ddp(self, levels: bytes) -> bytes:
        self._sequence = self._sequence % 15 + 1
        return struct.pack(">BBBBIH", PUSH, self._sequence, DDP_RGB, DDP_DISPLAY, 0, len(levels)) + levels

    def _realtime(self, levels: bytes) -> bytes:
        return bytes([DRGB, SILENT_S]) + levels

    def close(self) -> None:
        if self._line is None:
            return
        with suppress(LightsLost):
            self.show([DARK] * self.count)
        self._line.close()
        self._line = None


def ask_wled(address: str, port: int = INFO_PORT, wait_s: float = WAIT_S) -> WledInfo:
    """What the controller says at /json/info, within the time; LightsLost if it is none or says nothing."""
    line = HTTPConnection(address, port, timeout=wait_s)
    try:
        line.connect()
        with cut_after(line.sock, wait_s):
            line.request("GET", "/json/info", headers={"User-Agent": "companion"})
            told = json.loads(line.getresponse().read(100_000))
        leds = told["leds"]
        return WledInfo(str(told.get("name", "WLED")), int(leds["count"]), float(leds.get("maxpwr", 0)))
    except (OSError, HTTPException, ValueError, LookupError, TypeError) as wrong:
        raise LightsLost(
            f"no WLED at {address}: {wrong or type(wrong).__name__}; open http://{address}/ to see it"
        ) from wrong
    finally:
        line.close()


def find_wled(host: str, find: Find = services, resolve: Resolve = address_of) -> str:
    """The address of the controller: by name, by number, or with "auto" the first one that calls itself WLED."""
    try:
        return _first(find(SERVICE)) if host == "auto" else _resolved(host, resolve)
    except OSError as wrong:
        raise LightsLost(f"WLED {host} cannot be looked for: {wrong}; is this machine in a network?") from wrong


def _first(found: list[Service]) -> str:
    if not found:
        raise LightsLost('no WLED answers in this network; plug it in, or name it: lights.host = "wled-xyz.local"')
    if len(found) > 1:
        log.info("%d WLEDs answer; %s is taken, lights.host names another", len(found), found[0].name)
    return found[0].address


def _resolved(host: str, resolve: Resolve) -> str:
    """Asks the house first for .local names: a machine without avahi knows none of them."""
    if host.endswith(".local") and (address := resolve(host)):
        return address
    try:
        return socket.gethostbyname(host)
    except (OSError, UnicodeError) as wrong:
        raise LightsLost(f"no WLED {host}: {wrong}; lights.host is its name or number in this network") from wrong
