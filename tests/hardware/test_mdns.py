"""Asking for names and services, of a house on loopback that answers as the standard lays it out."""

import errno
import socket
import struct
from collections.abc import Iterator
from threading import Thread

import pytest

from hardware.mdns import PTR, SRV, A, Record, Service, address_of, question, records, services

WLED = "_wled._tcp.local"


def name(text: str) -> bytes:
    return b"".join(bytes([len(label)]) + label.encode() for label in text.split(".")) + b"\0"


def record(owner: bytes, kind: int, data: bytes) -> bytes:
    return owner + struct.pack(">HHIH", kind, 0x8001, 120, len(data)) + data


def answer(*lines: bytes) -> bytes:
    return struct.pack(">6H", 0, 0x8400, 0, len(lines), 0, 0) + b"".join(lines)


TABLE = answer(
    record(name(WLED), PTR, b"\x05Table\xc0\x0c"),  # the rest of the name stands at byte 12
    record(name(f"Table.{WLED}"), SRV, bytes(6) + name("wled-a1.local")),
    record(name("wled-a1.local"), A, bytes([192, 168, 1, 9])),
)
HALL = answer(
    record(name(WLED), PTR, name(f"Hall.{WLED}")),
    record(name(f"Hall.{WLED}"), SRV, bytes(6) + name("wled-b2.local")),
)
HALLS_ADDRESS = answer(record(name("wled-b2.local"), A, bytes([192, 168, 1, 7])))


@pytest.fixture
def house() -> Iterator[tuple[str, int]]:
    """Two controllers: one that tells all at once, one that must be asked for its address too."""
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind(("127.0.0.1", 0))
    replies = {question(WLED, PTR): [b"garbage", HALL, TABLE], question("wled-b2.local", A): [HALLS_ADDRESS]}

    def listen() -> None:
        while (asked := line.recvfrom(2000))[0] != b"enough":
            for reply in replies.get(asked[0], []):
                line.sendto(reply, asked[1])

    thread = Thread(target=listen, daemon=True)
    thread.start()
    yield line.getsockname()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
        last.sendto(b"enough", line.getsockname())
    thread.join()
    line.close()


def test_the_question_is_one_packet_for_an_answer_to_us_alone():
    assert question("a.local", A) == bytes(5) + b"\1" + bytes(6) + b"\1a\5local\0\0\1\x80\1"


def test_an_answer_is_read_with_its_shortened_names():
    assert records(TABLE) == [
        Record(WLED, PTR, f"table.{WLED}"),
        Record(f"table.{WLED}", SRV, "wled-a1.local"),
        Record("wled-a1.local", A, "192.168.1.9"),
    ]


@pytest.mark.parametrize("packet", [b"", b"short", TABLE[:-2], answer(b"\xc0\x0c"), bytes(5) + b"\xff" * 40])
def test_a_garbled_answer_is_no_fault(packet):
    assert all(found in records(TABLE) for found in records(packet))


def test_all_who_offer_the_service_are_found_with_their_addresses(house):
    assert services(WLED, group=house, wait_s=0.3) == [Service("hall", "192.168.1.7"), Service("table", "192.168.1.9")]


def test_a_name_has_an_address_and_another_has_none(house):
    assert address_of("WLED-b2.local", group=house, wait_s=2.0) == "192.168.1.7"
    assert address_of("nobody.local", group=house, wait_s=0.05) is None


class WithoutChoice(socket.socket):
    """As an emulated processor has it: the network cannot be chosen."""

    def setsockopt(self, *asked):
        raise OSError(errno.ENOPROTOOPT, "Protocol not available")


def test_where_no_network_can_be_chosen_the_question_is_asked_all_the_same(house, monkeypatch):
    monkeypatch.setattr(socket, "socket", WithoutChoice)
    assert address_of("WLED-b2.local", group=house, wait_s=20.0) == "192.168.1.7"
