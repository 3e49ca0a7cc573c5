"""Nobody but our own pages may change anything: checks of origin, address, header and haste."""

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Request

from web.people import NotAllowed

HEADER = "X-Companion"  # a page of another site cannot send it without our leave, and we never give it
_AT_HOME = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")


class TooFast(NotAllowed):
    """More requests than hands can make."""


class Hasty:
    """A bucket per address that fills again with time: `burst` at once, then `per_s` a second."""

    def __init__(self, clock: Callable[[], float], burst: float, per_s: float) -> None:
        self._clock, self._burst, self._per_s = clock, burst, per_s
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> None:
        now = self._clock()
        left = self._full(address, now)
        if left < 1:
            raise TooFast("too_fast", "that was too quick; wait a moment and try again")
        if len(self._left) > 500:
            self._forget(now)
        self._left[address] = left - 1, now

    def _full(self, address: str, now: float) -> float:
        left, at = self._left.get(address, (self._burst, now))
        return min(self._burst, left + max(now - at, 0.0) * self._per_s)

    def _forget(self, now: float) -> None:
        """Those who have been patient; and, should everybody be hasty at once, all."""
        hasty = {name: kept for name, kept in self._left.items() if self._full(name, now) < self._burst}
        self._left = hasty if len(hasty) <= 500 else {}


def guest(request: Request) -> str:
    """Who asks, as far as anybody can tell: the machine's address; of IPv6 the half that its network gave it."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return request.remote_addr or ""
    return str(address) if address.version == 4 else address.exploded[:19]


def refuse_strange_names(request: Request, address: str) -> None:
    """A name from outside that points here would let its owner's pages read ours: refused whatever is asked."""
    if not is_at_home(request.host, address):
        raise NotAllowed("foreign", f"this companion is not called {request.host}; open {address}")


def refuse_foreign(request: Request, address: str) -> None:
    """Refuses what a page of another site made this browser send."""
    if not request.headers.get(HEADER):
        raise NotAllowed("foreign", f"changes need the header {HEADER}: 1, so that other sites cannot make them")
    origin = request.headers.get("Origin")
    if origin and origin.partition("://")[2] != request.host:
        raise NotAllowed("foreign", f"a page of {origin} may not act here; open {address}")


def is_at_home(host: str, address: str) -> bool:
    """Whether a name can be that of a machine in this house; a name from outside pointing here is a known trick.

    >>> is_at_home("192.168.1.7:8000", ""), is_at_home("pi.local", ""), is_at_home("evil.example.com", "")
    (True, True, False)
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if not name:  # what is no name at all
        return False
    if name == urlsplit(address).hostname or "." not in name or name.endswith(_AT_HOME):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
