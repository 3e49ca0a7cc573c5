"""What systemd hears, on a real socket of the kind it listens on."""

import os
import socket
from collections.abc import Iterator

import pytest

from hardware.systemd_notify import Systemd


@pytest.fixture(params=["path", "abstract"])
def systemd(request, tmp_path) -> Iterator[tuple[socket.socket, str]]:
    name = str(tmp_path / "notify") if request.param == "path" else f"@companion-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(name.replace("@", "\0", 1))
        listening.setblocking(False)
        yield listening, name


def heard(listening: socket.socket) -> list[str]:
    messages = []
    while True:
        try:
            messages.append(listening.recv(4096).decode())
        except BlockingIOError:
            return messages


def test_ready_status_and_stopping_are_heard_in_order(systemd):
    listening, name = systemd
    line = Systemd({"NOTIFY_SOCKET": name})
    line.ready("at http://pi.local:8000\nall is well")
    line.status("the camera is lost")
    line.stopping()
    assert heard(listening) == [
        "READY=1\nSTATUS=at http://pi.local:8000 all is well",
        "STATUS=the camera is lost",
        "STOPPING=1",
    ]


def test_signs_of_life_go_out_twice_in_a_watchdog_period_however_often_they_are_given(systemd):
    listening, name = systemd
    line = Systemd({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid())})
    beats = []
    for tenth in range(301):
        line.alive(tenth / 10)
        beats += [tenth / 10] * len(heard(listening))
    assert beats == [0.0, 10.0, 20.0, 30.0]


@pytest.mark.parametrize("asked", [{}, {"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}])
def test_no_sign_of_life_where_none_is_asked_of_this_process(systemd, asked):
    listening, name = systemd
    Systemd({"NOTIFY_SOCKET": name, **asked}).alive(0.0)
    assert heard(listening) == []


def test_without_systemd_everything_is_silent():
    line = Systemd({})
    line.ready("well")
    line.alive(0.0)
    line.stopping()


def test_giving_up_says_why_and_leaves_at_once(systemd):
    listening, name = systemd
    left: list[int] = []
    Systemd({"NOTIFY_SOCKET": name}).give_up("the camera's driver hung 3 times", left.append)
    assert (heard(listening), left) == (["STATUS=the camera's driver hung 3 times"], [1])


def test_nobody_leaves_where_nobody_would_start_it_again():
    left: list[int] = []
    Systemd({}).give_up("the camera's driver hung 3 times", left.append)
    assert left == []
