"""A crowd: phones that listen, phones that sleep, phones that act, and connections that never finish a request."""

import gc
import json
import os
import socket
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import StringIO
from pathlib import Path
from random import Random
from statistics import quantiles

import pytest

from companion.bench.phones import Phones
from companion.games import game_named
from companion.play.journal import Journal
from companion.play.table import Table
from tests.soak.phone import Phone
from web import Server, create_app, serve

LISTEN = b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

MOST_ENTRIES = 1000  # those who tap at random find no end of a game; people would

HALF = b"POST /api/action HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le"


@contextmanager
def service(path: Path, streams: int) -> Iterator[tuple[Table, Server]]:
    journal = Journal(path)
    table = Table(journal, time.time)
    table.start("gold_raiders", game_named("gold_raiders").names(6))
    server = serve(create_app(table, address="http://127.0.0.1", most_streams=streams, pin="4711"), "127.0.0.1", 0)
    try:
        yield table, server
    finally:
        server.close()
        journal.close()


def connected(port: int, words: bytes) -> socket.socket:
    talk = socket.create_connection(("127.0.0.1", port))
    talk.sendall(words)
    return talk


def resident_mb() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


class Crowd:
    """Ten people who act; what each was told.

    They keep that in one block each: thousands of little things, each holding on to its part of the memory, would be
    taken for the service's own growth.
    """

    def __init__(self, port: int, acting: int, stop: threading.Event) -> None:
        self.waits_s = array("d")
        self._told = StringIO()  # a line each: game, number, action
        self.wrong: list[str] = []
        self._port, self._stop = port, stop
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._play, args=(seed,)) for seed in range(acting)]

    def __enter__(self) -> "Crowd":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(30)

    def _play(self, seed: int) -> None:
        rng, phone = Random(seed), Phone(self._port)
        phone.post("/api/host", pin="4711")
        while not self._stop.wait(rng.uniform(0.3, 1.2)):
            try:
                self._tap(phone, rng)
            except (OSError, AssertionError) as wrong:
                self.wrong.append(repr(wrong))

    def _tap(self, phone: Phone, rng: Random) -> None:
        look = self._timed(lambda: phone.get("/api/look"))
        legal = self._timed(lambda: phone.get("/api/legal"))
        if not legal["actions"]:
            return
        action = rng.choice(legal["actions"])["action"]
        began = time.perf_counter()
        status, said = phone.post("/api/action", action=action, seen=legal["number"])
        self.waits_s.append(time.perf_counter() - began)
        assert status in (200, 409, 422), said
        if status == 200:
            with self._lock:
                print(json.dumps((look["id"], said["number"], action)), file=self._told)

    @property
    def told(self) -> list[tuple[int, int, object]]:
        return [tuple(json.loads(line)) for line in self._told.getvalue().splitlines()]

    def _timed(self, ask: Callable[[], tuple[int, dict[str, object]]]) -> dict[str, object]:
        began = time.perf_counter()
        status, answer = ask()
        self.waits_s.append(time.perf_counter() - began)
        assert status == 200, answer
        return answer


def press_on(path: Path, listening: int, asleep: int, acting: int, half_open: int, for_s: float) -> tuple[Crowd, float]:
    """All of them at once for so long; the crowd, and how many MB the memory grew after the first tenth."""
    stop = threading.Event()
    with service(path, listening + asleep) as (table, server), ExitStack() as open_ones:
        for _ in range(half_open):
            open_ones.enter_context(connected(server.port, HALF))
        for _ in range(asleep):
            open_ones.enter_context(connected(server.port, LISTEN))  # and never reads a byte
        ears = open_ones.enter_context(Phones([connected(server.port, LISTEN) for _ in range(listening)]))
        reader = threading.Thread(target=_read, args=(ears, stop))
        reader.start()
        with Crowd(server.port, acting, stop) as crowd:
            stop.wait(for_s / 10)
            before = resident_mb()
            _play_on(table, stop, for_s * 0.9)
            grown = resident_mb() - before
        reader.join(30)
        _all_there(table, crowd)
    return crowd, grown


def _read(ears: Phones, stop: threading.Event) -> None:
    while not stop.is_set():
        for key, _ in ears._selector.select(0.2):
            key.fileobj.recv(65536)  # type: ignore[union-attr]


def _play_on(table: Table, stop: threading.Event, for_s: float) -> None:
    """A game that is over, or as long as any that people play, is followed by another."""
    until = time.monotonic() + for_s
    while time.monotonic() < until:
        if table.sitting.is_over or table.number >= MOST_ENTRIES:
            table.start(table.saved.game, table.saved.players)
        stop.wait(0.2)


def _all_there(table: Table, crowd: Crowd) -> None:
    assert crowd.wrong == []
    told = crowd.told
    kept = {
        (saved.id, entry.number): entry.action for saved in table.games() for entry in table._journal.entries(saved.id)
    }
    assert len({(game, number) for game, number, _ in told}) == len(told), "two were told of one entry"
    assert [kept.get((game, number)) for game, number, _ in told] == [action for _, _, action in told]
    for saved in table.games():
        numbers = [entry.number for entry in table._journal.entries(saved.id)]
        assert numbers == list(range(1, len(numbers) + 1))


def p95_ms(waits_s: Sequence[float]) -> float:
    return quantiles(waits_s, n=20)[18] * 1000


def test_a_small_crowd_is_served_and_nothing_is_lost(tmp_path: Path) -> None:
    crowd, _ = press_on(tmp_path / "j.sqlite3", listening=12, asleep=4, acting=3, half_open=40, for_s=4)
    assert len(crowd.told) >= 3


@pytest.mark.soak
@pytest.mark.stopwatch
@pytest.mark.timeout(3600)
def test_two_hundred_phones_for_ten_minutes(tmp_path: Path, figure: Callable[[str], None]) -> None:
    began = time.process_time()
    crowd, grown = press_on(tmp_path / "j.sqlite3", listening=150, asleep=50, acting=10, half_open=500, for_s=600)
    p95, worked = p95_ms(crowd.waits_s), (time.process_time() - began) / len(crowd.waits_s) * 1000
    beside = f"{worked:.1f} ms of the processor each, phones and all; the machine's load was {os.getloadavg()[2]:.1f}"
    crowd_words = "200 phones, 50 of them asleep, 10 acting, 500 half-open, 10 min"
    kept = f"{len(crowd.told)} entries acknowledged, none lost or doubled"
    figure(f"{crowd_words}: {kept}; memory {grown:+.0f} MB")
    figure(f"{len(crowd.waits_s)} requests: {p95:.0f} ms at the 95th percentile, {beside}")
    assert p95 < 100
    assert grown < 30
