"""Everything that may go wrong, drawn at random, in accelerated time: the game goes on, and the page says what is."""

import logging
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.errors import CompanionError
from companion.games import game_named, game_names
from companion.games.protocol import to_json
from companion.play.buttons import press
from companion.play.history import History
from companion.play.journal import Entry, Journal
from companion.play.table import Table
from companion.play.timekeeper import Timekeeper
from companion.play.timer import TimerConfig
from companion.shine.lamps import Lamps
from companion.watch.aim import targets_of
from companion.watch.lookout import Lookout
from companion.watch.watcher import Watcher
from hardware.camera import Frame
from hardware.errors import CameraLost, LightsLost
from hardware.watched import News, WatchedCamera
from vision.eyes import Eyes
from web import create_app

STEP_S = 0.5  # of the simulated time
SAID_WITHIN_S = 2.0
WELL_WITHIN_S = 2.5
BREAKS = {  # each beat
    "camera": 0.04,
    "lamps": 0.04,
    "buttons": 0.03,
    "disk": 0.03,
    "read-only": 0.02,
    "slow": 0.02,
    "network": 0.05,
}
CHATTER = 12  # presses in half a second from a button with a loose contact
BLANK = np.full((48, 64, 3), 90, np.uint8)  # too small to be read, and cheap


class Clock:
    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@dataclass
class Parts:
    """What is broken just now."""

    broken: dict[str, float] = field(default_factory=dict)  # part -> since

    def __contains__(self, part: str) -> bool:
        return part in self.broken


class Camera:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def frame(self) -> Frame:
        if "camera" in self._parts:
            raise CameraLost("no frame for 2 s; check its plug")
        return Frame(BLANK, 0.0)

    def close(self) -> None:
        """Nothing to let go of."""


class SlowJournal(Journal):
    """Whose disk takes its time while it is worn."""

    def __init__(self, path: Path, parts: Parts, wait: Callable[[float], None]) -> None:
        super().__init__(path)
        self._parts, self._wait = parts, wait

    def append_all(self, game_id: int, entries: Sequence[Entry], over: bool) -> None:
        if "slow" in self._parts:
            self._wait(3.0)
        super().append_all(game_id, entries, over)


class Lights:
    count = 64

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def show(self, colours: Sequence[tuple[int, int, int]]) -> None:
        if "lamps" in self._parts:
            raise LightsLost("the LED chain does not answer; check its plug")

    def close(self) -> None:
        """Nothing to let go of."""


class House:
    """A whole companion on clocks of its own, with parts that break."""

    def __init__(self, folder: Path, game: str, seed: int) -> None:
        self.rng = Random(f"{game} {seed}")
        self.ticks, self.wall = Clock(100.0), Clock(1_700_000_000.0)
        self.parts = Parts()
        self.journal = SlowJournal(folder / f"{game}{seed}.sqlite3", self.parts, self._wait)
        self.table = Table(self.journal, self.wall, ticks=self.ticks)
        self.rules = game_named(game)
        self.bots = self.rules.bots(self.rng, "random")
        players = self.rules.names(self.rng.choice(list(self.rules.players)))
        self.table.start(game, players)
        self.camera = WatchedCamera(lambda: Camera(self.parts), self.ticks, self._tell, wait=self._wait)
        watcher = Watcher(self.table, lambda layout: Eyes(targets_of(layout)))
        self.lookout = Lookout(self.table, watcher, self.camera, self.ticks)
        tell = lambda fault: self.table.notice("lamps", fault or None)  # noqa: E731
        self.lamps = Lamps(Lights(self.parts), self.table.sitting.lights, self.ticks, tell=tell)
        self.keeper = Timekeeper(self.table, TimerConfig(seconds=60), self.ticks, self.wall)
        self.table.listen(self.lamps.hear, "lamps")
        self.table.listen(self.keeper.hear, "timer")
        app = create_app(self.table, address="http://x", clock=self.wall, ticks=self.ticks)
        self.phone = app.test_client()
        for path, fields in (("/api/host", {}), ("/api/join", {"player": players[0]})):
            self.ask(path, fields)
        self.taken: list[tuple[int, object]] = []
        self.seen: Counter[str] = Counter()
        self.mended: dict[str, float] = {}

    def _tell(self, news: News) -> None:
        self.table.notice(news.part, None if news.is_well else news.text)

    def _wait(self, seconds: float) -> None:
        self.ticks.now += seconds

    def ask(self, path: str, fields: dict[str, object]):
        return self.phone.post(path, json=fields, headers={"X-Companion": "1"})

    # Trouble

    def trouble(self) -> None:
        """Something breaks, something is mended; the clock is set."""
        for part, breaks in BREAKS.items():
            if part in self.parts:
                if self.rng.random() < 0.2 and self.ticks.now - self.parts.broken[part] > SAID_WITHIN_S:
                    self._mend(part)
            elif self.rng.random() < breaks and not (part in ("disk", "read-only") and self._is_disk_broken()):
                self._break(part)
        if self.rng.random() < 0.02:
            self.wall.now += self.rng.choice((-3600.0, 3600.0, -86400.0, 7.0))
            self.seen["clock"] += 1

    def _is_disk_broken(self) -> bool:
        return "disk" in self.parts or "read-only" in self.parts

    def _break(self, part: str) -> None:
        self.parts.broken[part] = self.ticks.now
        self.seen[part] += 1
        if part == "disk":  # as full as it is: SQLite's own refusal, not a pretended one
            pages = self._sql("PRAGMA page_count")
            self._sql(f"PRAGMA max_page_count = {pages}")
            self._sql("PRAGMA wal_checkpoint(TRUNCATE)")
            self._fill()
        if part == "read-only":
            self._sql("PRAGMA query_only = 1")

    def _fill(self) -> None:
        """Uses up what room is left inside the file's pages."""
        db = self.journal._db
        try:
            for size in (2000, 200, 20):
                for n in range(400):
                    row = (f"f{size}.{n}", "x" * size)
                    db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", row)
        except sqlite3.OperationalError:
            return

    def _mend(self, part: str) -> None:
        del self.parts.broken[part]
        self.mended[part] = self.ticks.now
        if part == "disk":
            self._sql("PRAGMA max_page_count = 1000000")
            self._sql("DELETE FROM settings WHERE name LIKE 'f%'")
        if part == "read-only":
            self._sql("PRAGMA query_only = 0")

    def _sql(self, words: str) -> object:
        row = self.journal._db.execute(words).fetchone()
        return row[0] if row else None

    # Time

    def beat(self) -> None:
        """Half a second of everything that runs by itself."""
        self.ticks.now += STEP_S
        self.wall.now += STEP_S
        self.lookout.step()
        for _ in range(CHATTER if "buttons" in self.parts else 0):
            self.press()
        for step in (self.lamps.step, self.keeper.step, lambda now: self.table.try_disk()):
            try:
                step(self.ticks.now)
            except CompanionError as refused:  # as Lamps.run has it: said, and tried again with the next beat
                self.seen[f"refused: {type(refused).__name__}"] += 1
        self._is_said()

    def _is_said(self) -> None:
        notices = self.phone.get("/api/look").json["notices"]
        for part in ("camera", "lamps"):
            broken, mended = self.parts.broken.get(part), self.mended.get(part, 0.0)
            if broken is not None and self.ticks.now - broken > SAID_WITHIN_S:
                assert part in notices, f"{part} is broken and nobody says so"
            if broken is None and self.ticks.now - mended > WELL_WITHIN_S:
                assert part not in notices, f"{part} is well and {notices.get(part)!r} still stands there"
        if not self._is_disk_broken():
            assert "writing" not in notices, "the disk is well again, and nobody says so"

    # People

    def act(self) -> None:
        """Somebody enters a move; if the answer is lost on the way it is sent again, as phones do."""
        state, seen = self.table.state, self.table.number
        if self.rules.is_over(state):
            return
        chosen = self.bots.choose(state)
        action = to_json(chosen)
        answer = self.ask("/api/action", {"action": action, "seen": seen})
        if "network" in self.parts and answer.status_code == 200:
            again = self.ask("/api/action", {"action": action, "seen": seen})
            assert again.status_code == 409, "one tap, two entries"
        if self._is_disk_broken():
            assert answer.status_code in (200, 500)
            if answer.status_code == 500:
                assert answer.json["code"] != "broken", answer.json
                assert "writing" in self.phone.get("/api/look").json["notices"]
        else:
            assert answer.status_code == 200, answer.json
        if answer.status_code == 200:
            is_said = "disk speed" in self.phone.get("/api/look").json["notices"]
            assert is_said == ("slow" in self.parts), "whether the disk is slow is not what people read"
            self.bots.saw(state, chosen)
            self.taken.append((answer.json["number"], action))

    def press(self) -> None:
        try:
            press(self.table, self.rng.choice(("confirm", "pause")), self.keeper.pause)
        except CompanionError:
            self.seen["button refused"] += 1

    def mend_all(self) -> None:
        for part in list(self.parts.broken):
            self._mend(part)

    def close(self) -> None:
        self.journal.close()


def evening(folder: Path, game: str, seed: int, actions: int) -> House:
    house = House(folder, game, seed)
    try:
        for _ in range(actions):
            house.trouble()
            house.beat()
            house.act()
            if house.rng.random() < 0.05:
                house.press()
        house.mend_all()
        house.act()  # by which a slow disk is seen to be well again
        for _ in range(12):
            house.beat()
        notices = set(house.phone.get("/api/look").json["notices"])
        over = {"disk speed"} if house.rules.is_over(house.table.state) else set()  # nothing more was written
        assert notices <= {"picture", "timer", *over}, notices
        _replayed(house)
    finally:
        house.close()
    return house


def _replayed(house: House) -> None:
    """Everything that was acknowledged is there, once, and the state is what the journal says."""
    entries = house.table.entries()
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    kept = {entry.number: entry.action for entry in entries}
    assert [kept.get(number) for number, _ in house.taken] == [action for _, action in house.taken]
    saved = house.table.saved
    again = History(house.rules, house.rules.setup(saved.players, saved.options), entries)
    assert to_json(again.state) == to_json(house.table.state)


@pytest.fixture
def quiet():
    """The log would fill the report: what is refused is said on the page, and looked at there."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("game", game_names())
def test_a_game_goes_on_through_troubles_of_all_kinds(tmp_path: Path, game: str, quiet: None) -> None:
    houses = [evening(tmp_path, game, seed, actions=50) for seed in range(2)]
    seen = sum((house.seen for house in houses), Counter())
    assert len(seen.keys() & BREAKS.keys()) >= 3
    assert sum(len(house.taken) for house in houses) > 40


@pytest.mark.soak
@pytest.mark.timeout(14400)
def test_a_thousand_games_go_on_through_troubles_of_all_kinds(
    tmp_path: Path, figure: Callable[[str], None], quiet: None
) -> None:
    seen: Counter[str] = Counter()
    taken = 0
    for seed in range(1000):
        house = evening(tmp_path, game_names()[seed % 5], 1000 + seed, actions=60)
        seen += house.seen
        taken += len(house.taken)
    figure(f"1,000 games with troubles: {taken} entries acknowledged, none lost or doubled; troubles {dict(seen)}")
