"""The plug is pulled at random moments while people play: what they were told is there, once, and play goes on."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.games import game_named
from companion.play.history import History
from companion.play.journal import Entry, Journal, Saved
from companion.play.sitting import sit_down
from companion.shine.light_map import LightsConfig, lights_for
from tests.soak.phone import Phone
from web.looks import sitting_json

MORTAL = Path(__file__).with_name("mortal.py")
SHOWN = (
    "id",
    "number",
    "since",
    "score",
    "placements",
    "can_undo",
    "can_redo",
)  # of the look: words have names in them
START_S = 5.0  # at most, until phones are answered again
PATIENCE_S = 60.0  # of a phone, on a machine that has other work
LIFE_S = 0.3  # at most, from the first answer to the kill
BIRTH_S = 0.2  # at most, for those lives that are over before they began
REMATCH = 0.03  # of all taps: who sits where must come along
FIRST = 5  # actions that are told before the first kill


class Victim:
    """The service, through all its lives."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.longest_s = 0.0
        self.is_doomed = threading.Event()
        self._living = 0  # its process
        self._folder = folder
        root = Path(__file__).parents[2]
        command = [sys.executable, str(MORTAL), str(folder), str(self.port)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        around = {**os.environ, "PYTHONPATH": str(root)}
        self._process = subprocess.Popen(command, **pipes, env=around)  # type: ignore[call-overload]
        assert self._process.stdout.readline() == "ready\n"

    @contextmanager
    def alive(self) -> Iterator[Callable[[float], None]]:
        """One life, from the first answer to a phone; whoever is in here says how soon it is to be killed."""
        began, pid = time.monotonic(), self._born()
        self._await_answer()
        self.longest_s = max(self.longest_s, time.monotonic() - began)
        yield lambda after_s: threading.Timer(after_s, self._kill, (pid,)).start()
        self._await_death()

    def stillborn(self, after_s: float) -> None:
        """A life that is over so soon after it was begun, answered or not."""
        pid = self._born()
        threading.Timer(after_s, self._kill, (pid,)).start()
        self._await_death()

    def _born(self) -> int:
        self.is_doomed.clear()
        print("live", file=self._process.stdin, flush=True)
        self._living = int(self._process.stdout.readline().split()[1])
        return self._living

    def _kill(self, pid: int) -> None:
        self.is_doomed.set()
        os.kill(pid, signal.SIGKILL)

    def _await_death(self) -> None:
        assert self._process.stdout.readline() == "dead\n"
        self._living = 0
        assert self.is_doomed.is_set(), "the service went away by itself"

    def _await_answer(self) -> None:
        patience = time.monotonic() + PATIENCE_S
        while time.monotonic() < patience:
            try:
                Phone(self.port, PATIENCE_S).get("/api/look")
                return
            except OSError:
                time.sleep(0.005)  # nothing tells that a port is open but trying it
        raise AssertionError("the service did not come back")

    @contextmanager
    def journal(self) -> Iterator[Journal]:
        """What is on the disk."""
        journal = Journal(self._folder / "companion.sqlite3")
        try:
            yield journal
        finally:
            journal.close()

    def close(self) -> None:
        if self._living:  # where a test failed in the middle of a life
            with suppress(ProcessLookupError):
                os.kill(self._living, signal.SIGKILL)
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()


@pytest.fixture
def victim(tmp_path: Path) -> Iterator[Victim]:
    victim = Victim(tmp_path)
    yield victim
    victim.close()


class Player:
    """Plays for everybody; remembers what was acknowledged, and what was on its way when the service died."""

    def __init__(self, port: int, rng: Random) -> None:
        self.phone = Phone(port, PATIENCE_S)
        self.told: dict[tuple[int, int], object] = {}  # game, number -> action
        self.unanswered: dict[str, Any] | None = None
        self.cut_off = 0
        self._rng = rng
        self._game = 0

    def sit_down(self) -> None:
        self.phone.post("/api/host")
        _, look = self.phone.get("/api/look")
        self._game = look["id"]
        status, _ = self.phone.post("/api/join", player=look["players"][0], name="Anna")
        assert status == 200

    def play(self, victim: Victim) -> None:
        """Until the service dies, in the middle of anything."""
        try:
            while True:
                self.act()
        except (ConnectionError, TimeoutError):
            assert victim.is_doomed.is_set(), "the service went away by itself"
        self.cut_off += self.unanswered is not None

    def go_on(self, victim: Victim) -> None:
        """After a kill, until the next."""
        try:
            self._resume(compare(victim, self))
        except (ConnectionError, TimeoutError):
            assert victim.is_doomed.is_set()
        else:
            self.play(victim)

    def act(self) -> None:
        _, legal = self.phone.get("/api/legal")
        if legal["actions"] and self._rng.random() > REMATCH:
            self._say({"action": self._rng.choice(legal["actions"])["action"], "seen": legal["number"]})
        else:
            self.phone.post("/api/rematch")
            self._game = self.phone.get("/api/look")[1]["id"]

    def _say(self, request: dict[str, Any]) -> int:
        """One action; it counts as told once it was answered."""
        self.unanswered = request
        status, said = self.phone.post("/api/action", **request)
        self.unanswered = None
        assert status in (200, 409, 429), said  # 429: faster than people tap
        if status == 200:
            self.told[self._game, said["number"]] = request["action"]
        return status

    def _resume(self, look: dict[str, Any]) -> None:
        """Says again what was never answered, as a phone does: taken if it had been lost, refused if it had not."""
        self._game = look["id"]
        request, self.unanswered = self.unanswered, None
        if request is None:
            return
        was_kept = look["number"] > request["seen"]
        if was_kept:
            self.told[self._game, request["seen"] + 1] = request["action"]
        assert self._say(request) == (409 if was_kept else 200)


def check(victim: Victim, player: Player) -> None:
    """All that was told is on the disk, once; beside it at most the one action that was on its way."""
    with victim.journal() as journal:
        entries = {saved.id: journal.entries(saved.id) for saved in journal.games()}
    for found in entries.values():
        assert [entry.number for entry in found] == list(range(1, len(found) + 1)), "an entry is missing or doubled"
    kept = {(game, entry.number): entry.action for game, found in entries.items() for entry in found}
    assert {place: kept.get(place) for place in player.told} == player.told, "what was told is not there"
    untold = [action for place, action in kept.items() if place not in player.told]
    on_its_way = [player.unanswered["action"]] if player.unanswered else []
    assert untold in ([], on_its_way), "what nobody said is there"


def replay(saved: Saved, entries: list[Entry]) -> Any:
    """The look of a game as its entries alone give it."""
    game = game_named(saved.game)
    history = History(game, game.setup(saved.players, saved.options), entries)
    lights = lights_for(LightsConfig())(game.layout(saved.players, saved.options))
    look = sitting_json(sit_down(game, saved, lights, history, len(entries)), None)
    return msgspec.json.decode(msgspec.json.encode(look))


def compare(victim: Victim, player: Player) -> dict[str, Any]:
    """What the phones are shown is what the journal says, and the seat is still theirs."""
    with victim.journal() as journal:
        saved = journal.last_seated()
        assert saved is not None
        entries = journal.entries(saved.id)
    _, look = player.phone.get("/api/look")
    replayed = replay(saved, entries)
    assert {key: look[key] for key in SHOWN} == {key: replayed[key] for key in SHOWN}
    _, me = player.phone.get("/api/me")
    assert me["seats"] == [saved.players[0]]
    return look


def kill(victim: Victim, times: int) -> Player:
    rng = Random(times)
    player = Player(victim.port, rng)
    with victim.alive() as doom:
        player.sit_down()
        while len(player.told) < FIRST:
            player.act()
        doom(rng.uniform(0.0, LIFE_S))
        player.play(victim)
    for number in range(1, times):
        check(victim, player)
        if number % 5 == 0:
            victim.stillborn(rng.uniform(0.0, BIRTH_S))
            continue
        with victim.alive() as doom:
            doom(rng.uniform(0.0, LIFE_S))
            player.go_on(victim)
    check(victim, player)
    return player


def test_what_was_told_survives_a_handful_of_kills(victim: Victim) -> None:
    assert len(kill(victim, 6).told) >= FIRST


@pytest.mark.soak
@pytest.mark.stopwatch
@pytest.mark.timeout(7200)
def test_what_was_told_survives_a_thousand_kills(victim: Victim, figure: Callable[[str], None]) -> None:
    player = kill(victim, 1000)
    kept = f"{len(player.told)} entries, none lost or doubled, {player.cut_off} kills in the middle of a request"
    figure(f"1,000 kills: {kept}; phones answered again within {victim.longest_s:.2f} s")
    assert victim.longest_s < START_S
