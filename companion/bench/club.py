"""A club on a real Mosquitto: how soon an entry is on the venue's page, and that nothing is lost when things break."""

import logging
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from functools import cache
from heapq import heappop, heappush
from http.client import HTTPException
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

import msgspec
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.club.broker import Broker, free_port
from companion.club.line import MqttConfig
from companion.games import game_named
from companion.games.protocol import Action, Bots, Game, State
from companion.simulation.club import ClubTable
from companion.simulation.match import turns

TABLES = 200
HUMAN_S = 6.0  # between two entries of a brisk table; the tables here are twice as quick
STEADY_S = 60.0
BROKEN_S = 5.0  # how long broker and venue are away
OFFLINE_S = 600.0  # how long one table is: its entries of that time are played at once
SETTLE_S = 90.0  # to have everything there afterwards, at the most
WORKERS = 2
GAMES = ("go_for_gold", "pyramid_raiders", "gold_raiders", "temple_of_gold", "gold_mine")
_HZ = os.sysconf("SC_CLK_TCK")


def measure(
    tables: int = TABLES,
    steady_s: float = STEADY_S,
    broken_s: float = BROKEN_S,
    offline_s: float = OFFLINE_S,
    games: Sequence[str] = GAMES,
) -> dict[str, Any]:
    """Tables without a camera, their journals in memory: each stands for a Pi with a disk of its own."""
    with TemporaryDirectory() as folder:
        broker = Broker(Path(folder))
        venue = _Venue(broker.port, Path(folder))
        workers = [_Worker(place, tables, broker.port, games) for place in range(WORKERS)]
        try:
            page = _Page(venue.port)
            plain = _plain_ms(broker.port)
            _wait(lambda: page.tables >= tables, "not every table came")
            before = _cpu(broker, venue, workers)
            began = time.monotonic()
            _all(workers, "play")
            time.sleep(steady_s)
            ended = time.monotonic()
            steady = _cpu(broker, venue, workers)
            _all(workers, "mark")
            downs = _break_things(broker, venue, workers, broken_s, offline_s)
            truth = _truth(workers)
            settled_s = _settle(venue, truth)
            page.close()
        finally:
            for worker in workers:
                worker.close()
            venue.kill()
            broker.close()
        told = [one for one in truth["submitted"] if began <= one[3] <= ended - 1.0]
        waits = page.waits(told)
        return {
            "tables": tables,
            "entries_per_s": round(len(told) / (ended - 1.0 - began), 1),
            **_figures(waits, plain),
            "unseen": len(told) - len(waits),
            **downs,
            **_check(venue.file, truth),
            "settled_s": round(settled_s, 1),
            **_costs(before, steady, len(told)),
            "load": round(os.getloadavg()[0], 1),
        }


def _figures(waits: Sequence[float], plain: Sequence[float]) -> dict[str, float]:
    parts = quantiles(waits, n=20, method="inclusive")
    return {
        "p50_ms": round(parts[9] * 1000, 1),
        "p95_ms": round(parts[18] * 1000, 1),
        "max_ms": round(max(waits) * 1000, 1),
        "plain_mqtt_p95_ms": round(quantiles(plain, n=20, method="inclusive")[18] * 1000, 2),
    }


# The tables, in processes of their own


class Scripted:
    """Bots who thought about everything beforehand: a real table does not think for its players either."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions, self._place = actions, 0

    def choose(self, state: State) -> Action:
        return self._actions[self._place]

    def saw(self, state: State, action: Action) -> None:
        self._place += 1


@cache
def _script(game: str, players: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(action for _, action, _ in turns(game_named(game), players, 7))


def _scripted(game: Game, players: Sequence[str], rng: Random) -> Bots:
    return Scripted(_script(game.name, tuple(players)))


class _Worker:
    """A process full of tables; it is told what to do through a pipe."""

    def __init__(self, place: int, tables: int, port: int, games: Sequence[str]) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        numbers = list(range(place, tables, WORKERS))
        self._process = spawn.Process(target=_work, args=(theirs, numbers, port, games), daemon=True)
        self._process.start()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def tell(self, word: str, *more: object) -> None:
        self._pipe.send((word, *more))

    def answer(self) -> Any:
        return self._pipe.recv()

    def close(self) -> None:
        self._process.kill()
        self._process.join(5)


def _all(workers: Sequence[_Worker], word: str, *more: object) -> list[Any]:
    for worker in workers:
        worker.tell(word, *more)
    return [worker.answer() for worker in workers]


def _work(pipe: Connection, numbers: Sequence[int], port: int, games: Sequence[str]) -> None:
    logging.getLogger("companion.club").setLevel(logging.ERROR)  # that the broker goes is no news here
    for name in games:
        game = game_named(name)
        for count in game.players:
            _script(name, tuple(game.names(count)))
    tables = [_table(number, port, games) for number in numbers]
    submitted: list[tuple[str, int, int, float]] = []
    playing, stop = threading.Event(), threading.Event()
    player = threading.Thread(target=_play, args=(tables, submitted, playing, stop), daemon=True)
    player.start()
    while True:
        word, *more = pipe.recv()
        if word == "play":
            playing.set()
        elif word == "hang_up":
            _play_offline(tables[0], int(more[0]), submitted)
        elif word == "rejoin":
            tables[0].join()
        elif word == "truth":
            stop.set()
            player.join(10)
            pipe.send(_journals(tables, submitted))
            continue
        pipe.send("done")


def _table(number: int, port: int, games: Sequence[str]) -> ClubTable:
    config = MqttConfig(host="127.0.0.1", port=port, table=f"table-{number + 1}", discovery="")
    made = ClubTable(config, games, number, time.time, time.monotonic, bots_for=_scripted)
    for _ in range(Random(number).randrange(40)):  # an evening in full swing, and something to ask for
        made.act()
    return made


def _play(tables: list[ClubTable], submitted: list[Any], playing: threading.Event, stop: threading.Event) -> None:
    """Every table acts when it is its time, at twice the pace of people, more or less."""
    playing.wait()
    rng, due = Random(len(tables)), list[tuple[float, int]]()
    for place in range(len(tables)):
        heappush(due, (time.monotonic() + rng.uniform(0, HUMAN_S / 2), place))
    while not stop.is_set():
        at, place = heappop(due)
        if (wait := at - time.monotonic()) > 0:
            stop.wait(wait)
        _act(tables[place], submitted)
        heappush(due, (at + rng.uniform(0.5, 1.5) * HUMAN_S / 2, place))


def _act(table: ClubTable, submitted: list[Any]) -> None:
    began = time.monotonic()
    if (entry := table.act()) is not None:
        submitted.append((table.publisher.name, table.table.saved.id, entry.number, began))


def _play_offline(table: ClubTable, actions: int, submitted: list[Any]) -> None:
    table.hang_up()
    for _ in range(actions):
        table.act()


def _journals(tables: Sequence[ClubTable], submitted: Sequence[Any]) -> dict[str, Any]:
    """What really happened: the newest entry of every game, and which of them are over."""
    entries, results = {}, []
    for one in tables:
        with one.table.lock:
            for saved in one.journal.games():
                entries[f"{one.membership.id} {saved.id}"] = one.journal.newest(saved.id)
                if saved.over:
                    results.append(f"{one.membership.id} {saved.id}")
    return {"entries": entries, "results": results, "submitted": list(submitted)}


def _truth(workers: Sequence[_Worker]) -> dict[str, Any]:
    parts = _all(workers, "truth")
    return {
        "entries": {key: number for part in parts for key, number in part["entries"].items()},
        "results": [key for part in parts for key in part["results"]],
        "submitted": [one for part in parts for one in part["submitted"]],
    }


# The venue, and what breaks


class _Venue:
    """`companion venue` as a process that can be killed and started again."""

    def __init__(self, broker: int, folder: Path) -> None:
        self.port, self._broker, self._folder = free_port(), broker, folder
        self.file = folder / "venue.sqlite3"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "companion.cli", "venue", "--broker", f"127.0.0.1:{self._broker}"]
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self._folder)]
        self._process = subprocess.Popen([*command, *where], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


def _break_things(
    broker: Broker, venue: _Venue, workers: Sequence[_Worker], broken_s: float, offline_s: float
) -> dict[str, Any]:
    """The broker killed and back, the venue killed and back, a table offline, all while everybody plays on."""
    missed = round(offline_s / (HUMAN_S / 2))
    workers[0].tell("hang_up", missed)
    broker.kill()
    time.sleep(broken_s)
    broker.start()
    time.sleep(broken_s)
    venue.kill()
    time.sleep(broken_s)
    venue.start()
    workers[0].answer()
    workers[0].tell("rejoin")
    workers[0].answer()
    time.sleep(broken_s)
    return {"broker_away_s": broken_s, "venue_away_s": broken_s, "offline_entries": missed}


def _settle(venue: _Venue, truth: dict[str, Any]) -> float:
    """How long it takes until the venue's journal has everything; what is still missing then is counted."""
    began = time.monotonic()
    while time.monotonic() - began < SETTLE_S:
        found = _check(venue.file, truth)
        if not found["lost_entries"] and not found["lost_results"]:
            break
        time.sleep(0.5)
    return time.monotonic() - began


def _check(file: Path, truth: dict[str, Any]) -> dict[str, int]:
    """The venue's journal against those of the tables."""
    db = sqlite3.connect(file)
    rows = db.execute("SELECT source || ' ' || game_id, count(*), max(number) FROM entries GROUP BY 1").fetchall()
    kept = {key: (count, newest) for key, count, newest in rows}
    settled = {str(row[0]) for row in db.execute("SELECT source || ' ' || game_id FROM results")}
    db.close()
    lost = sum(number - kept.get(key, (0, 0))[0] for key, number in truth["entries"].items())
    beyond = sum(newest > truth["entries"].get(key, 0) for key, (_, newest) in kept.items())
    return {
        "entries": sum(truth["entries"].values()),
        "lost_entries": lost,
        "made_up_entries": beyond,
        "results": len(truth["results"]),
        "lost_results": len(set(truth["results"]) - settled),
        "doubled": sum(count for count, _ in kept.values()) + lost - sum(truth["entries"].values()),
    }


# What the page is sent


class _Page:
    """Reads the venue's stream as a browser does, and notes when each table stood where."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}/api/stream"
        self._seen: dict[str, list[tuple[float, int, int]]] = {}
        self._games: dict[str, int] = {}
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    @property
    def tables(self) -> int:
        return len(self._seen)

    def _read(self) -> None:
        while not self._closed.is_set():
            try:
                with urlopen(self._address, timeout=8) as reply:
                    for line in reply:
                        if line.startswith(b"data: {"):
                            self._take(msgspec.json.decode(line[6:]))
            except (OSError, HTTPException):
                self._closed.wait(0.3)

    def _take(self, data: dict[str, Any]) -> None:
        now = time.monotonic()
        for name, table in (data.get("tables") or {}).items():
            if table and ("number" in table or "game_id" in table):
                game = self._games[name] = table.get("game_id", self._games.get(name, 0))
                self._seen.setdefault(name, []).append((now, game, table.get("number") or 0))

    def waits(self, submitted: Sequence[tuple[str, int, int, float]]) -> list[float]:
        """From each submission to the moment the page stood there, or past it."""
        found = []
        for name, game, number, began in submitted:
            seen = (at for at, of, to in self._seen.get(name, ()) if at >= began and (of, to) >= (game, number))
            if (at := next(seen, None)) is not None:
                found.append(at - began)
        return found

    def close(self) -> None:
        self._closed.set()


def _plain_ms(port: int, count: int = 200, size: int = 400) -> list[float]:
    """The reference: as many bytes through the same broker from one bare client to another."""
    came, times = threading.Event(), []
    listener, sender = (Client(CallbackAPIVersion.VERSION2) for _ in range(2))
    listener.on_subscribe = lambda *_: came.set()
    listener.on_message = lambda *_: came.set()
    listener.on_connect = lambda client, *_: client.subscribe("bench/plain", 1)
    for client in (listener, sender):
        client.connect("127.0.0.1", port)
        client.loop_start()
    came.wait(10)
    for _ in range(count):
        came.clear()
        began = time.monotonic()
        sender.publish("bench/plain", b"x" * size, qos=1)
        came.wait(10)
        times.append(time.monotonic() - began)
    for client in (listener, sender):
        client.disconnect()
        client.loop_stop()
    return times


# What it costs


def _cpu(broker: Broker, venue: _Venue, workers: Sequence[_Worker]) -> dict[str, float]:
    """Seconds of processor time so far."""
    pids = {"broker": [broker.pid], "venue": [venue.pid], "tables": [worker.pid for worker in workers]}
    return {part: sum(map(_seconds, found)) for part, found in pids.items()}


def _seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _HZ


def _costs(before: dict[str, float], after: dict[str, float], entries: int) -> dict[str, float]:
    return {f"{part}_ms_per_entry": round((after[part] - before[part]) / max(1, entries) * 1000, 3) for part in before}


def _wait(is_true: Any, else_say: str) -> None:
    deadline = time.monotonic() + 120
    while not is_true():
        if time.monotonic() > deadline:
            raise TimeoutError(else_say)
        time.sleep(0.2)
