"""Tells systemd that the service is ready, alive and what it is doing; silent where systemd did not ask."""

import logging
import os
import socket
from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)


class Systemd:
    """The service's line to systemd: one datagram a message to $NOTIFY_SOCKET, nothing without it."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        watched = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self._beat_s = int(environ.get("WATCHDOG_USEC", "0")) / 2_000_000 if watched else 0.0
        self._next_beat_s = float("-inf")

    @property
    def is_there(self) -> bool:
        """Whether systemd started us and listens."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        self._send(f"READY=1\nSTATUS={_line(status)}")

    def status(self, status: str) -> None:
        self._send(f"STATUS={_line(status)}")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def give_up(self, why: str, leave: Callable[[int], object] = os._exit) -> None:
        """Ends this process at once, for systemd to start a new one; where nobody would, it only says why.

        No ordinary exit: picamera2 closes its camera on the way out, and that is what hangs.
        """
        log.error("%s", why)
        if self._address:
            self._send(f"STATUS={_line(why)}")
            leave(1)

    def alive(self, now: float) -> None:
        """Call it as often as you like: a sign of life goes out twice in every watchdog period."""
        if self._beat_s and now >= self._next_beat_s:
            self._next_beat_s = now + self._beat_s
            self._send("WATCHDOG=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.connect(address)
            line.sendall(message.encode())


def _line(text: str) -> str:
    return " ".join(text.split())
