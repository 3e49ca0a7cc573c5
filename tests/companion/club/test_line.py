"""The line to a broker: whatever is wrong with it is one sentence, and it mends itself."""

import os
import shutil
import signal
import ssl
import subprocess
import time
from pathlib import Path
from threading import Event, Thread

import msgspec
import pytest

from companion.club.broker import free_port
from companion.club.line import MOST_UNACKED, Line, MqttConfig, why

LONG_S = 20.0


class Owner:
    """Notes what its line says."""

    def __init__(self) -> None:
        self.said: list[object] = []
        self.news = Event()
        self.line: Line | None = None
        self.to_send: list[bytes] = []

    def up(self) -> None:
        self.note("up")

    def down(self) -> None:
        self.note("down")

    def heard(self, topic: str, data: bytes, is_retained: bool) -> None:
        self.note((topic, data, is_retained))

    def acked(self, number: int) -> None:
        self.note("acked")

    def step(self) -> None:
        while self.to_send and self.line.has_room:
            self.line.publish("companion/anker/now", self.to_send.pop(), retain=True)

    def leaving(self) -> None:
        self.note("leaving")

    def tell(self, fault: str | None) -> None:
        self.note(("fault", fault))

    def note(self, one: object) -> None:
        self.said.append(one)
        self.news.set()

    def wait(self, one: object) -> None:
        deadline = time.monotonic() + LONG_S
        while one not in self.said:
            assert time.monotonic() < deadline, self.said
            self.news.wait(0.1)
            self.news.clear()

    @property
    def faults(self) -> list[str]:
        return [one[1] for one in self.said if isinstance(one, tuple) and one[0] == "fault" and one[1]]

    def wait_for_fault(self) -> str:
        deadline = time.monotonic() + LONG_S
        while not self.faults:
            assert time.monotonic() < deadline
            self.news.wait(0.1)
            self.news.clear()
        return self.faults[0]


@pytest.fixture
def new_line():
    stop, threads, lines = Event(), [], []

    def make(port: int, **settings: object) -> Owner:
        owner = Owner()
        config = MqttConfig(**{"host": "127.0.0.1", "port": port, **settings})
        owner.line = Line(config, "test", owner, ["companion/+/ask"], time.monotonic, patience_s=0.5)
        thread = Thread(target=owner.line.run, args=(stop,), daemon=True)
        threads.append(thread)
        lines.append(owner.line)
        thread.start()
        return owner

    yield make
    stop.set()
    for line in lines:
        line.wake()
    for thread in threads:
        thread.join(LONG_S)
        assert not thread.is_alive()


def test_it_hears_what_it_subscribed_to(broker, ear, new_line):
    owner = new_line(broker.port)
    owner.wait("up")
    ear.say("companion/anker/ask", b"well?")
    owner.wait(("companion/anker/ask", b"well?", False))


def test_it_comes_back_after_the_broker_was_killed(broker, new_line):
    owner = new_line(broker.port)
    owner.wait("up")
    broker.kill()
    owner.wait("down")
    owner.said.clear()
    broker.start()
    owner.wait("up")
    owner.wait(("fault", None))


def test_a_broker_that_takes_nothing_is_said_to_be_full_until_it_does(broker, new_line):
    owner = new_line(broker.port)
    owner.wait("up")
    os.kill(broker.pid, signal.SIGSTOP)
    owner.to_send = [b"x" * 4000] * 200
    owner.line.wake()
    assert "has taken nothing for a while" in owner.wait_for_fault()
    assert len(owner.to_send) == 200 - MOST_UNACKED
    os.kill(broker.pid, signal.SIGCONT)
    owner.wait(("fault", None))
    while owner.said.count("acked") < 200:
        owner.news.wait(LONG_S)
        owner.news.clear()
    assert owner.to_send == []


def test_a_broker_that_is_not_there_is_named(new_line):
    port = free_port()
    assert new_line(port).wait_for_fault() == (
        f"nobody listens at 127.0.0.1:{port}; start the broker there, or mend mqtt.host and mqtt.port"
    )


def test_a_wrong_password_is_said_and_the_password_is_not(new_broker, new_line, tmp_path):
    words = tmp_path / "words"
    made = subprocess.run(["mosquitto_passwd", "-b", "-c", str(words), "table", "right"], capture_output=True)
    assert made.returncode == 0, made.stderr
    words.chmod(0o644)
    broker = new_broker(f"password_file {words}", is_open=False)
    said = new_line(broker.port, user="table", password="wr0ng-one").wait_for_fault()
    assert said == (
        f"the broker 127.0.0.1:{broker.port} refuses the user table; mend mqtt.user and mqtt.password, "
        "and what the broker allows them"
    )
    new_line(broker.port, user="table", password="right").wait("up")
    assert "refuses guests without a user" in new_line(broker.port).wait_for_fault()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> tuple[Path, Path]:
    """A broker's own, signed by itself."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl here to make a certificate with")
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    asked = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    subprocess.run([*asked, "-keyout", str(key), "-out", str(cert), *names], check=True, capture_output=True)
    return cert, key


@pytest.fixture
def tls_port(new_broker, certificate) -> int:
    cert, key = certificate
    port = free_port()
    new_broker(f"listener {port} 127.0.0.1", f"certfile {cert}", f"keyfile {key}")
    return port


def test_with_the_right_certificate_tls_stands(tls_port, certificate, new_line):
    owner = new_line(tls_port, tls=True, ca=str(certificate[0]))
    owner.wait("up")
    assert owner.faults == []


def test_a_certificate_nobody_vouches_for_is_refused(tls_port, new_line):
    said = new_line(tls_port, tls=True).wait_for_fault()
    assert "shows a certificate we do not trust (self-signed certificate); name its CA's file as mqtt.ca" in said


def test_tls_to_a_broker_that_has_none_is_said(broker, new_line):
    said = new_line(broker.port, tls=True).wait_for_fault()
    assert "breaks off before it has greeted us" in said
    assert "set mqtt.tls = false" in said


def test_plain_words_to_a_broker_that_wants_tls_are_said(tls_port, new_line):
    said = new_line(tls_port).wait_for_fault()
    assert "breaks off before it has greeted us" in said
    assert "set mqtt.tls = true" in said


def test_a_certificate_file_that_is_not_there_is_named(broker, new_line):
    said = new_line(broker.port, tls=True, ca="/nowhere/ca.pem").wait_for_fault()
    assert said == "cannot read the certificate /nowhere/ca.pem: No such file or directory; mend mqtt.ca"


@pytest.mark.parametrize("wrong", [TimeoutError("timed out"), OSError(113, "No route to host"), ssl.SSLError("odd")])
def test_every_fault_is_one_line(wrong):
    assert "\n" not in why(MqttConfig(host="club.lan"), wrong)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"table": "a/b"}, "mqtt.table is 'a/b'"),
        ({"table": "x" * 33}, "1 to 32 letters"),
        ({"allow": ["pause"]}, "set mqtt.secret"),
        ({"allow": ["reboot"], "secret": "s"}, "Invalid enum value 'reboot'"),
        ({"light": "lamp/#"}, "leave + and # out"),
        ({"port": 70000}, "<= 65535"),
        ({"hots": "x"}, "unknown field `hots`"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, said):
    with pytest.raises(msgspec.ValidationError, match=said.replace("+", r"\+")):
        msgspec.convert(settings, MqttConfig)


def test_ports_follow_tls():
    assert MqttConfig(host="a").where == "a:1883"
    assert MqttConfig(host="a", tls=True).where == "a:8883"
