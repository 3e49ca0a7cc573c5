"""Places for streams: each open page holds a thread, so there are only so many."""

from threading import Lock


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
