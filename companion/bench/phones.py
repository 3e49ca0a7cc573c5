"""How soon a hundred phones hear of an entry, over loopback, against plain sockets sent the same bytes in the same run;
and what a first page costs, what an update, what a crowd."""

import selectors
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random
from statistics import quantiles
from typing import Any

from companion.bench import crowd, page
from companion.games import game_named, game_names
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns
from web import create_app, serve
from web.feed import Feed, deflated
from web.people import People

PHONES = 100
EVENTS = 40
CONNECTED = 300
HALF_OPEN = 500
PAUSE_S = 0.02  # between entries, so that each is measured alone


def measure(phones: int = PHONES, events: int = EVENTS) -> dict[str, Any]:
    """All that is promised of speed; the page in a browser, where there is one."""
    return {
        **hearing(phones, events),
        "update_most_bytes": {name: largest_update(name, seed=1) for name in game_names()},
        **crowded(CONNECTED, HALF_OPEN),
        "first_page": first_pages() if page.has_browser() else "no browser here: install chromium and playwright",
    }


def first_pages() -> dict[str, dict[str, float]]:
    """Each game's first page on a slow phone, half way through the game: the best of three, for what is not ours."""
    found = {}
    with page.browsing() as browser:
        for name in game_names():
            with served(half_played(name)) as port:
                tries = [page.opened(browser, f"http://127.0.0.1:{port}/") for _ in range(3)]
            found[name] = min(tries, key=lambda one: one["board_ms"])
    return found


def half_played(name: str) -> Table:
    """A game among three bots, half of it played."""
    game = game_named(name)
    table = Table(Journal(":memory:"), time.time)
    table.start(name, game.names(3))
    actions = [to_json(action) for _, action, _ in turns(game, game.names(3), 2)]
    table.submit_all(actions[: len(actions) // 2], "bot")
    return table


@contextmanager
def served(table: Table, most_streams: int = 200) -> Iterator[int]:
    server = serve(create_app(table, address="http://127.0.0.1", most_streams=most_streams), "127.0.0.1", 0)
    yield server.port
    server.close()


def largest_update(name: str, seed: int, entries: int | None = None) -> int:
    """Bytes on the wire of the largest event of a game with a full table, of all or its first entries, for whoever
    gets most."""
    game, journal = game_named(name), Journal(":memory:")
    players = game.names(max(game.players))
    table = Table(journal, time.time)
    table.start(name, players)
    feed = Feed(table, People(table), time.time)
    looks = {viewer: feed.sent(viewer) for viewer in (None, *players)}
    most = 0
    for _, action, _ in islice(turns(game, players, seed), entries):
        table.submit(to_json(action), "bot")
        for viewer, look in looks.items():
            chunk, looks[viewer] = feed.step(viewer, look)
            most = max(most, len(deflated(chunk)))
    journal.close()
    return most


def crowded(connected: int, half: int) -> dict[str, dict[str, float]]:
    """Ordinary requests beside many connections."""
    with served(half_played("pyramid_raiders")) as port:
        return {
            f"requests_beside_{connected}_connections": crowd.streaming(port, connected),
            f"requests_beside_{half}_half_open": crowd.half_open(port, half),
        }


def hearing(phones: int, events: int) -> dict[str, float]:
    """Pyramid Raiders played at random: from `submit` to the last byte of the change at every phone."""
    journal = Journal(":memory:")
    table = Table(journal, time.time)
    game = game_named("pyramid_raiders")
    players = game.names(4)
    table.start(game.name, players)
    server = serve(create_app(table, address="http://127.0.0.1", most_streams=phones), "127.0.0.1", 0)
    try:
        with Phones([_stream(server.port) for _ in range(phones)]) as listening:
            listening.hear(b"event: look")
            actions = [to_json(action) for _, action, _ in islice(turns(game, players, 1), events)]
            waits = [listening.time(_submitting(table, action), b"event: change") for action in actions]
            size = listening.heard_bytes / phones / events
        reference = _reference(phones, events, int(size))
    finally:
        server.close()
        journal.close()
    times = _figures([wait for each in waits for wait in each], reference)
    return {"phones": phones, "events": events, "bytes_per_event": round(size), **times}


class Phones:
    """Many open sockets, read as the bytes come."""

    def __init__(self, sockets: list[socket.socket]) -> None:
        self._selector = selectors.DefaultSelector()
        self._sockets = sockets
        self._tails: dict[socket.socket, bytes] = {}
        self.heard_bytes = 0
        for one in sockets:
            self._selector.register(one, selectors.EVENT_READ)

    def __enter__(self) -> "Phones":
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()
        for one in self._sockets:
            one.close()

    def time(self, happen: Callable[[], object], words: bytes) -> list[float]:
        """Makes something happen; the seconds until each phone has heard of it whole."""
        time.sleep(PAUSE_S)
        began = time.perf_counter()
        happen()
        return [at - began for at in self.hear(words)]

    def hear(self, words: bytes) -> list[float]:
        """When each phone had the event of those words, to its end."""
        waiting, heard = set(self._sockets), []
        self._tails = dict.fromkeys(self._sockets, b"")
        while waiting:
            for key, _ in self._selector.select(10) or _nothing():
                one = key.fileobj
                assert isinstance(one, socket.socket)
                data = one.recv(65536)
                self.heard_bytes += len(data)
                self._tails[one] += data
                if one in waiting and b"\n\n" in self._tails[one].partition(words)[2]:
                    waiting.discard(one)
                    heard.append(time.perf_counter())
        return heard


def _nothing() -> list[tuple[selectors.SelectorKey, int]]:
    raise TimeoutError("a phone heard nothing for 10 s")


def _stream(port: int) -> socket.socket:
    talk = socket.create_connection(("127.0.0.1", port))
    talk.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    return talk


def _submitting(table: Table, action: dict[str, object]) -> Callable[[], object]:
    return lambda: table.submit(action, "bot")


def _reference(phones: int, events: int, size: int) -> list[float]:
    """The same bytes written straight to as many sockets: what loopback itself costs."""
    pairs = [socket.socketpair() for _ in range(phones)]
    payload = Random(1).randbytes(size).replace(b"\n", b" ") + b"event: change\n\n"

    def broadcast() -> None:
        for sender, _ in pairs:
            sender.sendall(payload)

    with Phones([receiver for _, receiver in pairs]) as listening:
        waits = [listening.time(broadcast, b"event: change") for _ in range(events)]
    for sender, _ in pairs:
        sender.close()
    return [wait for each in waits for wait in each]


def _figures(waits: list[float], reference: list[float]) -> dict[str, float]:
    parts, plain = quantiles(waits, n=20), quantiles(reference, n=20)
    return {
        "p50_ms": round(parts[9] * 1000, 2),
        "p95_ms": round(parts[18] * 1000, 2),
        "max_ms": round(max(waits) * 1000, 2),
        "plain_sockets_p95_ms": round(plain[18] * 1000, 2),
        "ratio_p95": round(parts[18] / plain[18], 2),
    }
