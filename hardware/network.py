"""This machine's address in the house, now: asked again each time, for it comes late and changes."""

import fcntl
import socket
import struct
from collections.abc import Callable, Iterable

SIOCGIFADDR = 0x8915
NOBODY = "127.0.0.1"
SOMEWHERE = ("192.0.2.1", 9)  # a documentation address: only the route is looked up, no packet is sent

Interfaces = Callable[[], Iterable[tuple[int, str]]]


def own_address(
    routed: Callable[[], str | None] = lambda: _routed(),
    interfaces: Interfaces = socket.if_nameindex,
    address_of: Callable[[str], str | None] = lambda interface: _address_of(interface),
) -> str:
    """The address phones reach this machine at: of the way out, else of any network; a table may have no router."""
    if (address := routed()) is not None:
        return address
    return next(iter(own_addresses(interfaces, address_of)), NOBODY)


def own_addresses(
    interfaces: Interfaces = socket.if_nameindex,
    address_of: Callable[[str], str | None] = lambda interface: _address_of(interface),
) -> list[str]:
    """One address for each network this machine is in."""
    found = (address_of(name) for _, name in interfaces() if name != "lo")
    return [address for address in found if address is not None]


def _routed() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _address_of(interface: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            told = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        except OSError:
            return None
    return socket.inet_ntoa(told[20:24])
