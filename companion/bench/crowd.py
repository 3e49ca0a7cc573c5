"""How soon an ordinary request is answered while many others hold a connection, some of them without a word."""

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles

_HALF = b"GET /api/look HTTP/1.1\r\nHost: 127.0.0.1\r\n"  # and no empty line after it
_STREAM = _HALF.replace(b"/api/look", b"/api/stream") + b"\r\n"


@contextmanager
def held(port: int, count: int, said: bytes) -> Iterator[None]:
    """So many connections, each of which has said that much and stays."""
    talks = []
    try:
        for _ in range(count):
            talk = socket.create_connection(("127.0.0.1", port), timeout=10)
            talks.append(talk)
            talk.sendall(said)
        yield
    finally:
        for talk in talks:
            talk.close()


def streaming(port: int, count: int) -> dict[str, float]:
    """Every connection listens, as far as there are places for it; the others keep their connection too."""
    with held(port, count, _STREAM):
        return _answered(port)


def half_open(port: int, count: int) -> dict[str, float]:
    """Every connection has begun a request and never ends it."""
    with held(port, count, _HALF):
        return _answered(port)


def _answered(port: int, times: int = 60) -> dict[str, float]:
    """Each over a new connection, as from a phone that comes in just then."""
    waits = sorted(_asked(port) for _ in range(times))
    parts = quantiles(waits, n=20)
    return {"p50_ms": round(parts[9] * 1000, 1), "p95_ms": round(parts[18] * 1000, 1)}


def _asked(port: int) -> float:
    began = time.perf_counter()
    talk = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    talk.request("GET", "/api/look")
    talk.getresponse().read()
    talk.close()
    return time.perf_counter() - began
