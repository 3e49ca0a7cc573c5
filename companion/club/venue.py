"""The venue's end of the line: hears every table of a broker, keeps what it hears, asks for what it missed."""

import logging
from collections.abc import Callable
from secrets import token_hex
from threading import Event

from companion.club.hall import Hall
from companion.club.line import Line, MqttConfig
from companion.club.messages import KINDS, ROOT, decode, encode, read_topic, topic
from companion.errors import BadInput

log = logging.getLogger(__name__)

KINDS_HEARD = ("online", "now", "board", "entry", "result/+")
FLUSH_S = 0.2
MOST_ODD = 50  # foreign messages that are logged one by one


class Venue:
    """One of any number of venues on a broker; `run` is its thread."""

    def __init__(self, config: MqttConfig, hall: Hall, ticks: Callable[[], float]) -> None:
        self._hall, self._ticks = hall, ticks
        self._flushed_s = ticks()
        self._odd = 0
        topics = [f"{ROOT}/+/{kind}" for kind in KINDS_HEARD]
        self._line = Line(config, f"companion-venue-{token_hex(4)}", self, topics, ticks)

    def run(self, stop: Event) -> None:
        self._line.run(stop)

    def wake(self) -> None:
        """To be called after `stop` was set."""
        self._line.wake()

    def up(self) -> None:
        self._hall.show("broker", None)

    def down(self) -> None:
        self._hall.flush()

    def acked(self, number: int) -> None:
        """Questions are asked again where no answer comes."""

    def leaving(self) -> None:
        self._hall.flush()

    def tell(self, fault: str | None) -> None:
        self._hall.show("broker", fault)

    def heard(self, where: str, data: bytes, is_retained: bool) -> None:
        """Whatever is not a table's is counted, said once on the page, and left."""
        if not data and is_retained:
            return  # somebody has cleared a topic
        try:
            table, kind = read_topic(where)
            message = decode(data, KINDS[kind])
        except BadInput as odd:
            self._odd += 1
            if self._odd <= MOST_ODD:
                log.warning("%s: %s", where[:100], odd)
            self._hall.show(
                "strangers", f"{self._odd} messages on our topics are no table's; the last: {where[:60]}: {odd}"
            )
            return
        self._hall.hear(table, message, is_retained)

    def step(self) -> None:
        if self._ticks() - self._flushed_s < FLUSH_S:
            return
        self._flushed_s = self._ticks()
        self._hall.flush()
        for table, ask in self._hall.questions(self._line.room):
            self._line.publish(topic(table, "ask"), encode(ask))
