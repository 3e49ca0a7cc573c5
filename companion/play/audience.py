"""Who listens to a table: each hears all news in order, and one that fails keeps nobody from playing."""

import logging
from collections.abc import Callable, Mapping
from threading import Condition, RLock

from companion.play.news import News

log = logging.getLogger(__name__)

Listener = Callable[[News], None]


class Audience:
    """Listeners are told at once, while the table's lock is held; waiters are woken and look for themselves."""

    def __init__(self, lock: RLock) -> None:
        self._changed = Condition(lock)
        self._listeners: dict[str, Listener] = {}
        self._deaf: dict[str, str] = {}
        self._news = 0

    @property
    def news(self) -> int:
        """Grows with everything a phone should hear of."""
        return self._news

    @property
    def deaf(self) -> Mapping[str, str]:
        """Listeners that could not follow, each with what to say of it until it follows again."""
        return self._deaf

    def join(self, listener: Listener, name: str, first: News | None) -> None:
        """`listener` hears `first`, and everything from then on."""
        name = name or getattr(listener, "__qualname__", repr(listener))
        self._listeners[name] = listener
        if first is not None:
            self._let_hear(name, listener, first)

    def tell(self, news: News) -> None:
        self.wake()
        for name, listener in tuple(self._listeners.items()):
            self._let_hear(name, listener, news)

    def wake(self) -> None:
        """For whoever waits: there is something to look at."""
        with self._changed:
            self._news += 1
            self._changed.notify_all()

    def wait(self, after: int, timeout_s: float) -> int:
        """Waits until there is news past `after`, or the time is up; returns the newest."""
        with self._changed:
            self._changed.wait_for(lambda: self._news > after, timeout_s)
            return self._news

    def _let_hear(self, name: str, listener: Listener, news: News) -> None:
        try:
            listener(news)
        except Exception as wrong:  # no listener may fail an entry: it is on the disk already
            log.exception("%s could not follow %s", name, type(news).__name__)
            self._deaf[name] = f"{name} could not follow the game: {wrong}; see the log"
            self.wake()
        else:
            if self._deaf.pop(name, None) is not None:
                self.wake()
