"""Names in the house without a server: asks by multicast DNS who offers a service, and what address a name has."""

import ipaddress
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from hardware.network import own_addresses

GROUP = ("224.0.0.251", 5353)
WAIT_S = 1.0
A, PTR, SRV = 1, 12, 33
HERE = 0x8001  # class IN, and the answer to us alone
MOST_HOPS = 20  # a name that points at itself would never end

Address = tuple[str, int]


@dataclass(frozen=True)
class Record:
    """One line of an answer; `value` is an address, or the name that is pointed at."""

    name: str
    kind: int
    value: str


@dataclass(frozen=True)
class Service:
    """Something that answers to a service's name, and where."""

    name: str
    address: str


def question(name: str, kind: int) -> bytes:
    """The packet that asks for one kind of record of a name."""
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    return struct.pack(">6H", 0, 0, 1, 0, 0, 0) + labels + struct.pack(">BHH", 0, kind, HERE)


def records(packet: bytes) -> list[Record]:
    """The addresses, services and pointers in an answer; of a garbled one what came before the garbage."""
    found: list[Record] = []
    try:
        _, _, questions, *counts = struct.unpack_from(">6H", packet)
        at = 12
        for _ in range(questions):
            at = _name(packet, at)[1] + 4
        for _ in range(sum(counts)):
            name, at = _name(packet, at)
            kind, _, _, length = struct.unpack_from(">HHIH", packet, at)
            at += 10
            found += _value(packet, name, kind, at, length)
            at += length
    except (struct.error, IndexError, ValueError):
        pass
    return found


def _value(packet: bytes, name: str, kind: int, at: int, length: int) -> Iterator[Record]:
    if kind == A and length == 4:
        yield Record(name, kind, str(ipaddress.IPv4Address(packet[at : at + 4])))
    elif kind == PTR:
        yield Record(name, kind, _name(packet, at)[0])
    elif kind == SRV:
        yield Record(name, kind, _name(packet, at + 6)[0])


def _name(packet: bytes, at: int) -> tuple[str, int]:
    """A name, and where the packet goes on behind it; names may end in a pointer to an earlier one."""
    labels: list[str] = []
    end = 0
    for _ in range(MOST_HOPS):
        length = packet[at]
        if length >= 0xC0:
            end = end or at + 2
            at = struct.unpack_from(">H", packet, at)[0] & 0x3FFF
        elif length == 0:
            return ".".join(labels).lower(), end or at + 1
        else:
            labels.append(packet[at + 1 : at + 1 + length].decode())
            at += 1 + length
    raise ValueError("a name without an end")


def ask(
    name: str,
    kind: int,
    *,
    group: Address = GROUP,
    wait_s: float = WAIT_S,
    is_enough: Callable[[list[Record]], bool] = lambda found: False,
    clock: Callable[[], float] = time.monotonic,
) -> list[Record]:
    """All that is answered within the time, or until it is enough; OSError where there is no network."""
    found: list[Record] = []
    until_s = clock() + wait_s
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        _send_everywhere(line, question(name, kind), group)
        while (left_s := until_s - clock()) > 0 and not is_enough(found):
            line.settimeout(left_s)
            try:
                found += records(line.recv(9000))
            except TimeoutError:
                break
    return found


def _send_everywhere(line: socket.socket, packet: bytes, group: Address) -> None:
    """Into every network this machine is in: without a router the system itself knows no way to a group."""
    addresses = own_addresses()
    for address in addresses:
        with suppress(OSError):  # an emulator cannot choose the network: then it goes where the system sends it
            line.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
        with suppress(OSError):  # a network may be going down just now
            line.sendto(packet, group)
    if not addresses:
        line.sendto(packet, group)


def services(service: str, *, group: Address = GROUP, wait_s: float = WAIT_S) -> list[Service]:
    """Who offers `service` (as in "_wled._tcp.local"), by name; those whose address nobody tells are left out."""
    found = ask(service, PTR, group=group, wait_s=wait_s)
    names = sorted({record.value for record in found if record.kind == PTR and record.name == service.lower()})
    host = {record.name: record.value for record in found if record.kind == SRV}
    told = {record.name: record.value for record in found if record.kind == A}
    offers = []
    for name in names:
        if name in host and (address := told.get(host[name]) or address_of(host[name], group=group, wait_s=wait_s)):
            offers.append(Service(name.removesuffix(f".{service.lower()}"), address))
    return offers


def address_of(host: str, *, group: Address = GROUP, wait_s: float = WAIT_S) -> str | None:
    """The address of a name that ends in .local; None if nobody answers to it."""
    host = host.lower()
    found = ask(host, A, group=group, wait_s=wait_s, is_enough=lambda all_found: _of(host, all_found) is not None)
    return _of(host, found)


def _of(host: str, found: list[Record]) -> str | None:
    return next((record.value for record in found if record.kind == A and record.name == host), None)
