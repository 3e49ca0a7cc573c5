"""The broker we start ourselves."""

import subprocess
import sys

import pytest

from companion.club.broker import Broker, ask_to_end, free_port, program
from companion.errors import BadInput


def test_a_killed_broker_comes_back_on_its_port_with_what_it_had_kept(broker, new_ear):
    new_ear(broker.port).say("companion/anker/now", b"{}", retain=True)
    before = broker.port
    broker.close()
    broker.start()
    later = new_ear(broker.port)
    later.wait(lambda: later.on("companion/anker/now"))
    assert (broker.port, later.on("companion/anker/now")) == (before, [b"{}"])


def test_a_broker_that_will_not_start_says_why(mosquitto, tmp_path):
    with pytest.raises(BadInput, match=r"mosquitto would not start: .*nonsense"):
        Broker(tmp_path, settings=["nonsense yes"])


def test_without_mosquitto_it_is_said_how_to_get_it(tmp_path):
    with pytest.raises(BadInput, match="sudo apt install mosquitto"):
        program(str(tmp_path))


def test_a_free_port_can_be_had():
    assert 1023 < free_port() < 65536


FORGETFUL = """import signal, sys
asked = []
signal.signal(signal.SIGTERM, lambda *_: sys.exit() if asked else asked.append(1))
print("running", flush=True)
while True:
    signal.pause()
"""


def test_a_broker_that_forgot_the_first_asking_is_asked_again():
    with subprocess.Popen([sys.executable, "-c", FORGETFUL], stdout=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        ask_to_end(process)
        assert process.returncode == 0
