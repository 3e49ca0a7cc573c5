"""The plug is pulled at random moments while people play: what they were told is there, once, and play goes on."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.history import History
from companion.play.journal import Entry, Journal, Saved
from tests.soak.phone import Phone

MORTAL = Path(__file__).with_name("mortal.py")
START_S = 5.0  # at most, until phones are answered again


class Victim:
    """The service, through all its lives."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.longest_s = 0.0
        self._folder = folder
        root = Path(__file__).parents[2]
        command = [sys.executable, str(MORTAL), str(folder), str(self.port)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        around = {**os.environ, "PYTHONPATH": str(root)}
        self._process = subprocess.Popen(command, **pipes, env=around)  # type: ignore[call-overload]

    @contextmanager
    def alive(self) -> Iterator[int]:
        """One life, from the first answer to the kill."""
        began = time.monotonic()
        print("live", file=self._process.stdin, flush=True)
        pid = int(self._process.stdout.readline().split()[1])
        try:
            self._await_page()
            self.longest_s = max(self.longest_s, time.monotonic() - began)
            yield pid
        finally:
            os.kill(pid, signal.SIGKILL)
            assert self._process.stdout.readline() == "dead\n"

    def _await_page(self) -> None:
        patience = time.monotonic() + 60
        while time.monotonic() < patience:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                    return
            except OSError:
                time.sleep(0.005)  # nothing tells that a port is open but trying it
        raise AssertionError("the service did not come back")

    def entries(self) -> tuple[Saved, list[Entry]]:
        """What is on the disk of the game that lies on the table."""
        journal = Journal(self._folder / "companion.sqlite3")
        try:
            saved = journal.last_seated()
            assert saved is not None
            return saved, journal.entries(saved.id)
        finally:
            journal.close()

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()


@pytest.fixture
def victim(tmp_path: Path) -> Iterator[Victim]:
    victim = Victim(tmp_path)
    yield victim
    victim.close()


class Player:
    """Plays for everybody, and remembers what was acknowledged."""

    def __init__(self, port: int, rng: Random) -> None:
        self.phone = Phone(port)
        self.rng = rng
        self.told: dict[int, object] = {}  # number -> action, of the game being played
        self.acknowledged = 0

    def sit_down(self) -> None:
        self.phone.post("/api/host")
        _, me = self.phone.get("/api/look")
        status, _ = self.phone.post("/api/join", player=me["players"][0], name="Anna")
        assert status == 200

    def play(self, pid: int, for_s: float) -> None:
        """Until the kill, which comes in the middle of something."""
        stop = time.monotonic() + for_s
        try:
            while time.monotonic() < stop:
                self._act()
        except (ConnectionError, TimeoutError):
            pytest.fail("the service went away by itself")

    def _act(self) -> None:
        _, legal = self.phone.get("/api/legal")
        if not legal["actions"]:
            _, look = self.phone.get("/api/look")
            self.phone.post("/api/games", game=look["game"], players=look["players"])
            self.told.clear()
            return
        action = self.rng.choice(legal["actions"])["action"]
        status, said = self.phone.post("/api/action", action=action, seen=legal["number"])
        if status == 429:  # faster than people tap
            return
        assert status == 200, said
        self.told[said["number"]] = action
        self.acknowledged += 1


def check(victim: Victim, player: Player) -> None:
    _, entries = victim.entries()
    numbers = [entry.number for entry in entries]
    assert numbers == list(range(1, len(numbers) + 1)), "an entry is missing or doubled"
    kept = {entry.number: entry.action for entry in entries}
    assert {number: kept.get(number) for number in player.told} == player.told, "what was told is not there"


def compare(victim: Victim, player: Player) -> None:
    """What the phones are shown is what the journal says, and the seat is still theirs."""
    saved, entries = victim.entries()
    game = game_named(saved.game)
    history = History(game, game.setup(saved.players, saved.options), entries)
    _, look = player.phone.get("/api/look")
    assert (look["id"], look["number"]) == (saved.id, len(entries))
    assert look["view"]["headline"] == to_json(game.view(history.state, None))["headline"]
    assert look["score"] == to_json(game.score(history.state))
    _, me = player.phone.get("/api/me")
    assert me["seats"] == [saved.players[0]]


def kill(victim: Victim, times: int) -> Player:
    rng = Random(times)
    player = Player(victim.port, rng)
    with victim.alive() as pid:
        player.sit_down()
        player.play(pid, rng.uniform(0.0, 0.3))
    for _ in range(times - 1):
        check(victim, player)
        with victim.alive() as pid:
            compare(victim, player)
            player.play(pid, rng.uniform(0.0, 0.3))
    check(victim, player)
    return player


def test_what_was_told_survives_a_handful_of_kills(victim: Victim) -> None:
    assert kill(victim, 6).acknowledged > 10
    assert victim.longest_s < START_S


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_what_was_told_survives_a_thousand_kills(victim: Victim, figure) -> None:
    player = kill(victim, 1000)
    kept = f"{player.acknowledged} acknowledged, none lost or doubled"
    figure(f"1,000 kills: {kept}; back within {victim.longest_s:.2f} s")
    assert victim.longest_s < START_S
