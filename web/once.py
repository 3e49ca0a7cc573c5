"""A request said twice is done once: answers are kept for a while under the key that came with them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Lock

from flask import Response

from web.people import NotAllowed

HEADER = "Idempotency-Key"
MOST_LETTERS = 80
_KEPT_S = 600.0
_MOST = 500
_PATIENCE_S = 10.0  # for the first of two equal requests to be done


@dataclass
class Said:
    """One request, and what was answered once it is."""

    mark: bytes
    at: float
    done: Event = field(default_factory=Event)
    status: int = 0
    headers: list[tuple[str, str]] = field(default_factory=list)
    data: bytes = b""


class Once:
    """Who said what under which key. Only what came to an end is kept: our own mistakes may be tried again."""

    def __init__(self, ticks: Callable[[], float]) -> None:
        self._ticks = ticks
        self._said: dict[tuple[str, str], Said] = {}
        self._lock = Lock()

    def begin(self, who: str, key: str, mark: bytes) -> Response | None:
        """None for whoever is first; all others get what the first was answered."""
        if len(key) > MOST_LETTERS:
            raise NotAllowed("key_used", f"{HEADER} has at most {MOST_LETTERS} letters")
        with self._lock:
            self._forget()
            said = self._said.get((who, key))
            if said is None:
                self._said[who, key] = Said(mark, self._ticks())
                return None
        if said.mark != mark:
            raise NotAllowed("key_used", f"the key {key} came with another request before; take a new one for each")
        if not said.done.wait(_PATIENCE_S) or not said.status:
            raise NotAllowed("still_doing", "the same request is still being done; look again")
        again = Response(said.data, said.status, said.headers)
        again.headers["Idempotency-Replayed"] = "true"
        return again

    def finish(self, who: str, key: str, reply: Response | None) -> None:
        """What the first was answered; None, or a mistake of ours, and the next may try again."""
        with self._lock:
            said = self._said.get((who, key))
            if said is None or said.done.is_set():
                return
            if reply is None or reply.status_code >= 500:
                del self._said[who, key]
            else:
                said.status, said.data = reply.status_code, reply.get_data()
                said.headers = [one for one in reply.headers if one[0] != "Content-Length"]
            said.done.set()

    def _forget(self) -> None:
        now = self._ticks()
        kept = {name: said for name, said in self._said.items() if now - said.at < _KEPT_S}
        self._said = kept if len(kept) < _MOST else dict(list(kept.items())[_MOST // 2 :])
