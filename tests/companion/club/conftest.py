"""A real Mosquitto on loopback, tables whose lines run beside the test, and an ear that hears the whole broker."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Condition, Event, Thread

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.club.broker import Broker, program
from companion.club.line import MqttConfig
from companion.club.membership import Membership
from companion.club.publisher import Publisher
from companion.errors import BadInput
from companion.play.journal import Journal
from companion.play.table import Table

LONG_S = 20.0  # to wait at the most


@pytest.fixture(scope="session")
def mosquitto() -> str:
    """Where it is; whoever needs it is skipped, and says so, without it."""
    try:
        return program()
    except BadInput as missing:
        pytest.skip(str(missing))


@pytest.fixture
def new_broker(mosquitto: str, tmp_path_factory) -> Iterator[Callable[..., Broker]]:
    made: list[Broker] = []

    def make(*settings: str, is_open: bool = True) -> Broker:
        made.append(Broker(tmp_path_factory.mktemp("broker"), settings=settings, is_open=is_open))
        return made[-1]

    yield make
    for broker in made:
        broker.close()


@pytest.fixture
def broker(new_broker) -> Broker:
    return new_broker()


class Ear:
    """Hears everything on a broker, the newest last, and can wait for something."""

    def __init__(self, port: int, topic: str = "#", retain_only: bool = False) -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self._changed = Condition()
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe(topic, 1)
        self._client.on_subscribe = lambda *_: self._note(("up", b"", False))
        self._client.on_message = lambda client, data, one: self._note((one.topic, one.payload, one.retain))
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        self.wait(lambda: self.heard)

    def _note(self, one: tuple[str, bytes, bool]) -> None:
        with self._changed:
            self.heard.append(one)
            self._changed.notify_all()

    def wait(self, is_true: Callable[[], object], timeout_s: float = LONG_S) -> None:
        with self._changed:
            assert self._changed.wait_for(is_true, timeout_s), self.heard[-5:]

    def on(self, topic: str) -> list[bytes]:
        return [data for where, data, _ in self.heard if where == topic]

    def say(self, topic: str, data: bytes | str, retain: bool = False) -> None:
        self._client.publish(topic, data, qos=1, retain=retain).wait_for_publish(LONG_S)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def new_ear() -> Iterator[Callable[..., Ear]]:
    made: list[Ear] = []

    def make(port: int, topic: str = "#") -> Ear:
        made.append(Ear(port, topic))
        return made[-1]

    yield make
    for ear in made:
        ear.close()


@pytest.fixture
def ear(broker, new_ear) -> Ear:
    return new_ear(broker.port)


class Member:
    """A table in the club: its line runs until `leave`."""

    def __init__(self, journal: Journal, config: MqttConfig, clock: Callable[[], float]) -> None:
        self.journal = journal
        self.table = Table(journal, clock)
        if self.table.resume() is None:
            self.table.start("gold_raiders", ["p1", "p2", "p3"])
        self.membership = Membership(journal, self.table.lock, config.table)
        self.publisher = Publisher(config, self.table, self.membership, clock, time.monotonic, come_again_s=0.3)
        self.table.listen(self.publisher.hear, "club")
        self._stop = Event()
        self._thread = Thread(target=self.publisher.run, args=(self._stop,), daemon=True)
        self._thread.start()

    def wait(self, is_true: Callable[[], object]) -> None:
        """Until that is so of the table; looked at with every news of it."""
        deadline, news = time.monotonic() + LONG_S, -1
        while not is_true():
            assert time.monotonic() < deadline, self.table.notices
            news = self.table.wait(news, 0.1)

    def leave(self) -> None:
        self._stop.set()
        self.publisher.wake()
        self._thread.join(LONG_S)
        assert not self._thread.is_alive()


@pytest.fixture
def new_member() -> Iterator[Callable[..., Member]]:
    made: list[Member] = []

    def make(
        port: int,
        name: str = "anker",
        journal: Path | str = ":memory:",
        clock: Callable[[], float] = time.time,
        **settings: object,
    ) -> Member:
        config = MqttConfig(**{"host": "127.0.0.1", "port": port, "table": name, "discovery": "", **settings})
        made.append(Member(Journal(journal), config, clock))
        return made[-1]

    yield make
    for member in made:
        member.leave()
        member.journal.close()


@pytest.fixture
def member(broker, new_member) -> Member:
    return new_member(broker.port)
