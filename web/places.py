"""Places for streams: each open page holds a thread, so there are only so many."""

from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

ASLEEP_BYTES = 64 * 1024  # beyond the system's own buffers: it has read nothing for long, and asks anew when it wakes


def away(environ: Mapping[str, Any]) -> Callable[[], bool]:
    """Whether whoever asked has hung up, or sleeps: what is sent to a sleeper would pile up here for ever."""
    hung_up = environ.get("waitress.client_disconnected", lambda: False)
    channel = getattr(hung_up, "__self__", None)
    return lambda: hung_up() or getattr(channel, "total_outbufs_len", 0) > ASLEEP_BYTES


class Places:
    """Whoever sends streams hands out places for them, until it closes."""

    def __init__(self, most_streams: int) -> None:
        self.most_streams = most_streams
        self.is_closed = False
        self._streams = 0
        self._taking = Lock()

    @property
    def streams(self) -> int:
        return self._streams

    def open(self) -> bool:
        """Takes one of the places; False when all are taken."""
        with self._taking:
            if self._streams >= self.most_streams or self.is_closed:
                return False
            self._streams += 1
            return True

    def leave(self) -> None:
        with self._taking:
            self._streams -= 1
