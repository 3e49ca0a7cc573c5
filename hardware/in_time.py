"""Bounds for things that may hang: work that is left behind when it takes too long, and sockets that are cut off."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread, Timer
from typing import Generic, TypeVar

from hardware.errors import HardwareError

Result = TypeVar("Result")


class Job(Generic[Result]):
    """Work on a thread of its own, from now on; whoever waits for it waits only so long."""

    def __init__(self, work: Callable[[], Result], name: str) -> None:
        self._work = work
        self._result: list[Result] = []
        self._fault: Exception = RuntimeError(f"{name} failed; the log says why")
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._result.append(self._work())
        except (HardwareError, OSError, RuntimeError, ValueError) as wrong:
            self._fault = wrong  # for whoever waits, on their own thread

    @property
    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def result(self, within_s: float) -> Result:
        """What the work gave or raised; TimeoutError while it is not done."""
        self._thread.join(within_s)
        if self._thread.is_alive():
            raise TimeoutError(f"{self._thread.name} takes more than {within_s:g} s")
        if not self._result:
            raise self._fault
        return self._result[0]


@contextmanager
def cut_after(line: socket.socket, within_s: float) -> Iterator[None]:
    """Cuts a connection off that takes longer: its own timeout begins anew with every byte that drips in."""
    timer = Timer(within_s, cut, [line])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def cut(line: socket.socket) -> None:
    """Wakes whoever reads from it, on whatever thread; closing alone would leave them waiting."""
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
