"""Waitress beside the rest: serving, streaming, a busy port, an end."""

import http.client
import socket

import pytest

from companion.errors import BadInput
from web import serve


def test_a_served_table_answers_and_closes(app):
    server = serve(app, "127.0.0.1", 0)
    talk = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    talk.request("GET", "/api/look")
    assert talk.getresponse().read().startswith(b'{"news"')
    talk.close()
    server.close()
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", server.port), timeout=2)


def test_an_entry_reaches_a_phone_over_the_wire_and_closing_ends_its_stream(app, table):
    server = serve(app, "127.0.0.1", 0)
    talk = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    talk.request("GET", "/api/stream")
    stream = talk.getresponse()
    wait_for(stream, b"event: look")
    table.submit({"type": "run", "player": "anna", "die": 2}, "phone")
    wait_for(stream, b"event: change")
    server.close()
    assert app.extensions["companion"].feed.streams == 0
    talk.close()


def wait_for(stream: http.client.HTTPResponse, words: bytes) -> None:
    while words not in stream.readline():
        pass


def test_a_phone_that_sleeps_is_left_before_much_piles_up_for_it(app, table):
    server, feed = serve(app, "127.0.0.1", 0), app.extensions["companion"].feed
    with socket.socket() as asleep:
        asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asleep.connect(("127.0.0.1", server.port))
        asleep.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert asleep.recv(10) == b"HTTP/1.1 2"
        assert feed.streams == 1
        for number in range(100_000):  # the system itself takes some megabytes before anything waits
            table.notice("camera", f"{number:06d}" * 20_000)
            if feed.streams == 0:
                break
        assert feed.streams == 0
    server.close()


def test_a_busy_port_is_refused_in_one_line_that_names_it(app):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match=rf"port {port} is taken .* --port$"):
            serve(app, "127.0.0.1", port)


def test_an_address_that_is_not_ours_is_refused_in_one_line(app):
    with pytest.raises(BadInput, match="choose another with --port"):
        serve(app, "192.0.2.1", 0)


def test_half_a_request_from_many_starves_nobody(app):
    server = serve(app, "127.0.0.1", 0)
    half = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(500)]
    for talk in half:
        talk.sendall(b"GET /api/look HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    whole = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    whole.request("GET", "/api/look")
    assert whole.getresponse().status == 200
    for talk in (*half, whole):
        talk.close()
    server.close()
