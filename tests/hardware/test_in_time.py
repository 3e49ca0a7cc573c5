"""Bounds: work that never ends, and connections that drip."""

import socket
import time
from threading import Event

import pytest

from hardware.errors import CameraLost
from hardware.in_time import Job, cut_after


def test_work_in_time_gives_its_result():
    assert Job(lambda: 7, "counting").result(5) == 7


def test_work_that_fails_raises_where_it_is_waited_for():
    def fail() -> None:
        raise CameraLost("no frame")

    with pytest.raises(CameraLost, match="no frame"):
        Job(fail, "looking").result(5)


def test_work_that_takes_too_long_is_left_behind():
    free = Event()
    job = Job(free.wait, "waiting")
    with pytest.raises(TimeoutError, match=r"waiting takes more than 0\.01 s"):
        job.result(0.01)
    assert not job.is_done
    free.set()
    assert job.result(5)


def test_a_connection_that_takes_too_long_wakes_whoever_reads_from_it():
    ours, theirs = socket.socketpair()
    began_s = time.monotonic()
    with cut_after(ours, 0.05):
        assert ours.recv(10) == b""
    assert time.monotonic() - began_s < 5
    ours.close()
    theirs.close()
