"""Waitress in a thread beside the camera loop: one process, many phones."""

import errno
import logging
import resource
import socket
from contextlib import suppress
from threading import Thread
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from companion.errors import BadInput
from web.feed import Feed

_SPARE_THREADS = 28  # for everything that is not a stream; measured to keep requests quick with all streams taken
_MOST_TALKS = 1500  # connections, most of which say nothing: phones keep one open, strangers begin and never end
_SILENCE_S = 15  # after which a connection without a whole request is hung up
_OWN_FILES = 200  # besides the connections: journal, camera, libraries


class Server:
    """A running web server; `close` ends it and all streams."""

    def __init__(self, server: Any, feed: Feed) -> None:
        self._server, self._feed = server, feed
        self.port = int(server.effective_port)
        self._thread = Thread(target=server.run, name="web", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._feed.close()
        with suppress(OSError):  # woken by somebody else, its loop may have hung up before this call is through
            self._server.trigger.pull_trigger(self._hang_up)
        self._thread.join(5)
        self._server.task_dispatcher.shutdown(timeout=3)

    def _hang_up(self) -> None:
        """In the server's own thread: without anything left to listen to, its loop ends."""
        wasyncore.close_all(self._server._map, ignore_all=True)  # type: ignore[no-untyped-call]


def serve(app: Flask, host: str, port: int) -> Server:
    """Starts serving; a port that cannot be had is refused in one line, before any thread is started."""
    feed: Feed = app.extensions["companion"].feed
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=512)
    except OSError as refused:
        raise BadInput(_why(host, port, refused)) from None
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # many phones coming at once is no news
    server = create_server(  # type: ignore[no-untyped-call]
        app,
        sockets=[listening],
        threads=feed.most_streams + _SPARE_THREADS,
        connection_limit=_room(feed.most_streams + _MOST_TALKS),
        asyncore_use_poll=True,  # select ends at 1024 files
        channel_timeout=_SILENCE_S,
        cleanup_interval=5,
        backlog=512,
        channel_request_lookahead=1,  # so that a closed stream is noticed
        max_request_body_size=16 * 1024 * 1024,
        ident="companion",
    )
    return Server(server, feed)


def _room(wanted: int) -> int:
    """So many connections, or as many as the system lets us have files open."""
    needed = wanted + _OWN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed - _OWN_FILES


def _why(host: str, port: int, refused: OSError) -> str:
    if refused.errno == errno.EADDRINUSE:
        return f"port {port} is taken by another program (or another companion); stop it, or choose one with --port"
    if refused.errno == errno.EACCES:
        return f"port {port} is not ours to open; choose one above 1023 with --port"
    return f"cannot listen on {host} port {port} ({refused.strerror}); choose another with --port"
