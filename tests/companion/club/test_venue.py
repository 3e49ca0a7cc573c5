"""A venue on a real broker: it hears every table, rebuilds itself, and asks for what it missed."""

import time
from collections.abc import Callable
from itertools import islice
from threading import Event, Thread

import pytest

from companion.club.hall import Hall
from companion.club.ledger import Ledger
from companion.club.line import MqttConfig
from companion.club.venue import Venue
from companion.games.protocol import to_json
from companion.simulation.match import turns

from .conftest import LONG_S, Member


class Running:
    """A venue whose line runs until `close`."""

    def __init__(self, port: int, path: object) -> None:
        self.ledger = Ledger(path)
        self.hall = Hall(self.ledger, time.time, time.monotonic, "venue")
        self._venue = Venue(MqttConfig(host="127.0.0.1", port=port), self.hall, time.monotonic)
        self._stop, self._is_closed = Event(), False
        self._thread = Thread(target=self._venue.run, args=(self._stop,), daemon=True)
        self._thread.start()

    def wait(self, is_true: Callable[[], object]) -> None:
        deadline, news = time.monotonic() + LONG_S, -1
        while not is_true():
            assert time.monotonic() < deadline, (self.hall.faults, self.hall.missing())
            news = self.hall.wait(news, 0.1)

    def number(self, member: Member, game_id: int = 1) -> int:
        with self.hall.lock:
            return self.ledger.whole(member.membership.id, game_id)

    def close(self) -> None:
        self._stop.set()
        self._venue.wake()
        self._thread.join(LONG_S)
        if not self._is_closed:
            self._is_closed = True
            self.ledger.close()


@pytest.fixture
def new_venue():
    made: list[Running] = []

    def make(port: int, path: object = ":memory:") -> Running:
        made.append(Running(port, path))
        return made[-1]

    yield make
    for venue in made:
        venue.close()


def play(member: Member, actions: int = 5000, seed: int = 1) -> int:
    table = member.table
    for number, (_, action, _) in enumerate(islice(turns(table.game, table.saved.players, seed), actions)):
        if number >= table.number:
            table.submit(to_json(action), "bot")
    return table.number


def test_everything_of_two_tables_is_heard_once(broker, new_member, new_venue):
    venue = new_venue(broker.port)
    members = [new_member(broker.port, name) for name in ("anker", "beta")]
    counts = [play(member, seed=seed) for seed, member in enumerate(members)]
    venue.wait(lambda: [venue.number(member) for member in members] == counts)
    venue.wait(lambda: len(venue.hall.results()) == 2)
    assert {one.table for one in venue.hall.results()} == {"anker", "beta"}


def test_a_venue_that_comes_late_asks_for_the_whole_game(broker, new_member, new_venue):
    member = new_member(broker.port)
    count = play(member)
    venue = new_venue(broker.port)
    venue.wait(lambda: venue.number(member) == count and len(venue.hall.results()) == 1)


def test_a_venue_that_was_killed_has_everything_once_afterwards(broker, new_member, new_venue, tmp_path):
    member = new_member(broker.port)
    first = new_venue(broker.port, tmp_path / "venue")
    half = play(member, 100)
    first.wait(lambda: first.number(member) == half)
    first.close()
    count = play(member)
    again = new_venue(broker.port, tmp_path / "venue")
    again.wait(lambda: again.number(member) == count)
    assert [one.number for one in again.ledger.entries(member.membership.id, 1)] == list(range(1, count + 1))


def test_two_venues_at_once_have_the_same(broker, new_member, new_venue):
    one, other = new_venue(broker.port), new_venue(broker.port)
    member = new_member(broker.port)
    count = play(member)
    for venue in (one, other):
        venue.wait(lambda venue=venue: venue.number(member) == count and venue.hall.results())
    assert one.ledger.entries(member.membership.id, 1) == other.ledger.entries(member.membership.id, 1)


def test_after_the_broker_was_killed_nothing_is_missing(broker, new_member, new_venue):
    venue, member = new_venue(broker.port), new_member(broker.port)
    half = play(member, 100)
    venue.wait(lambda: venue.number(member) == half)
    broker.kill()
    venue.wait(lambda: "broker" in venue.hall.faults)
    count = play(member)
    broker.start()
    venue.wait(lambda: venue.number(member) == count)
    assert "broker" not in venue.hall.faults


def test_strangers_on_our_topics_are_said_in_one_line(broker, ear, new_member, new_venue):
    venue, member = new_venue(broker.port), new_member(broker.port)
    venue.wait(lambda: venue.hall.tables())
    for topic, data in (
        ("companion/anker/now", b"ON"), ("companion/anker/entry", b'{"v":9,"id":"a","sent":1}'),
        ("companion/ ?/now", b"{}"), ("companion/anker/now", b"x" * 9000), ("companion/x/result/1", b"\xff"),
    ):  # fmt: skip
        ear.say(topic, data)
    venue.wait(lambda: venue.hall.faults.get("strangers", "").startswith("5 messages"))
    assert "\n" not in venue.hall.faults["strangers"]
    assert play(member, 3) == 3
    venue.wait(lambda: venue.number(member) == 3)


def test_a_call_for_help_is_heard(broker, new_member, new_venue):
    venue, member = new_venue(broker.port), new_member(broker.port)
    member.table.keep("help", time.time())
    venue.wait(lambda: any(one.now.help for one in venue.hall.tables()))
