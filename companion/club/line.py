"""A line to an MQTT broker that mends itself, on one thread of its own, with a sentence for every fault."""

import logging
import select
import socket
import ssl
from binascii import crc32
from collections.abc import Callable, Sequence
from threading import Event
from typing import Annotated, Any, Literal, Protocol

import msgspec
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from companion.club.messages import NAMES
from companion.errors import CompanionError

log = logging.getLogger(__name__)

MOST_UNACKED = 40  # messages on their way at once; the rest waits with whoever sends it
KEEPALIVE_S = 20
PATIENCE_S = 20.0  # a broker that has taken nothing for so long is said to be full
_CONNECT_S = 5.0
_FIRST_S, _LONGEST_S = 0.5, 20.0  # between two attempts
_PLAIN, _TLS = 1883, 8883


class MqttConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The broker of a club or a house, under [mqtt]; off while `host` is empty."""

    host: str = ""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0  # 0: 1883, with TLS 8883
    tls: bool = False
    ca: str = ""  # a file with the certificate that signed the broker's; empty: those the system trusts
    user: str = ""
    password: str = ""
    table: str = ""  # this table's name in the club; empty: the machine's
    allow: tuple[Literal["pause", "resume"], ...] = ()  # commands from the broker that are obeyed, with the secret
    secret: str = ""  # the host's; without one no command is obeyed
    discovery: str = "homeassistant"  # where Home Assistant looks for devices; empty: it is told nothing
    light: str = ""  # a light's command topic (JSON schema), to flash at knock-outs, treasures and the end

    def __post_init__(self) -> None:
        if self.table and not NAMES.fullmatch(self.table):
            raise ValueError(f"mqtt.table is {self.table!r}; give 1 to 32 letters, digits, - and _, as in table-7")
        if self.allow and not self.secret:
            raise ValueError("mqtt.allow lets the broker give commands; set mqtt.secret for the host, too")
        if any(mark in topic for topic in (self.discovery, self.light) for mark in "+#"):
            raise ValueError("mqtt.discovery and mqtt.light are topics; leave + and # out")

    @property
    def where(self) -> str:
        return f"{self.host}:{self.port or (_TLS if self.tls else _PLAIN)}"


class Ear(Protocol):
    """What a line tells its owner, always on the line's own thread."""

    def up(self) -> None:
        """The line stands, all subscriptions are made."""

    def down(self) -> None:
        """It does not: what was not acknowledged may be lost."""

    def heard(self, topic: str, data: bytes, is_retained: bool) -> None: ...

    def acked(self, number: int) -> None: ...

    def step(self) -> None:
        """Called after everything that happened, after `wake`, and once a second."""

    def leaving(self) -> None:
        """The last moment to send something before the line is closed for good."""

    def tell(self, fault: str | None) -> None:
        """What is wrong with the line, in one sentence; None: it is well again."""


class Line:
    """Connects, subscribes, sends and hears until told to stop; a lost line is made again, ever more patiently."""

    def __init__(
        self,
        config: MqttConfig,
        client_id: str,
        ear: Ear,
        subscribe: Sequence[str],
        ticks: Callable[[], float],
        will: tuple[str, bytes] | None = None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._config, self._client_id, self._ear = config, client_id, ear
        self._subscribe, self._will, self._ticks = subscribe, will, ticks
        self._full_after_s = patience_s
        self._inner, self._outer = socket.socketpair()
        self._inner.setblocking(False)
        self._outer.setblocking(False)
        self._client: Client | None = None
        self._sent: dict[int, float] = {}  # message number -> when it was sent
        self._is_up = False
        self._leave_for_s: float | None = None
        self._fault: str | None = None
        self._answer = 0  # the broker's, to our wish to connect
        self._patience_s = _FIRST_S * (1 + crc32(client_id.encode()) % 1000 / 1000)  # not all at the same moment

    # From any thread

    def wake(self) -> None:
        """Something is to be sent."""
        try:
            self._outer.send(b"!")
        except (BlockingIOError, OSError):  # it is awake already, or gone
            return

    # On the line's own thread

    @property
    def room(self) -> int:
        """How many messages may be sent just now."""
        return MOST_UNACKED - len(self._sent) if self._is_up else 0

    @property
    def has_room(self) -> bool:
        return self.room > 0

    def publish(self, topic: str, data: bytes, retain: bool = False) -> int:
        """Sends with quality of service 1; `acked` hears of the returned number once the broker has it."""
        assert self._client is not None
        info = self._client.publish(topic, data, qos=1, retain=retain)
        if not self._sent:
            self._since_s = self._ticks()
        self._sent[info.mid] = self._ticks()
        return info.mid

    def leave(self, for_s: float, why: str) -> None:
        """Says goodbye, so that the last will stays unsaid, and comes again after a while."""
        self._leave_for_s = for_s
        self._say(why)

    def run(self, stop: Event) -> None:
        wait_s = self._patience_s
        while not stop.is_set():
            try:
                self._serve(stop)
            except (OSError, ValueError, CompanionError) as wrong:
                self._say(why(self._config, wrong))
            except Exception as mistake:  # ours; the club must do without us for a moment, the table never
                log.exception("the line to %s", self._config.where)
                self._say(f"{type(mistake).__name__}: {mistake}; see the log")
            wait_s = self._patience_s if self._part() else wait_s
            pause_s, self._leave_for_s = self._leave_for_s or wait_s, None
            wait_s = min(2 * wait_s, _LONGEST_S)
            stop.wait(pause_s)
        self._inner.close()
        self._outer.close()

    def _serve(self, stop: Event) -> None:
        """One connection, from hello to its loss."""
        client = self._client = self._connect()
        began_s = self._ticks()
        while not stop.is_set() and self._leave_for_s is None:
            if not self._is_up and self._ticks() - began_s > 2 * _CONNECT_S:
                raise Silent
            self._take_turn(client)
            if self._is_up:
                self._ear.step()
        if self._is_up and self._leave_for_s is None:
            self._ear.leaving()
        self._goodbye(client)

    def _connect(self) -> Client:
        config = self._config
        client = Client(CallbackAPIVersion.VERSION2, self._client_id, reconnect_on_failure=False)
        client.connect_timeout = _CONNECT_S
        client.max_inflight_messages_set(MOST_UNACKED)
        if config.user:
            client.username_pw_set(config.user, config.password)
        if config.tls:
            context = ssl.create_default_context(cafile=config.ca or None)
            context.sslsocket_class = _Tidy
            client.tls_set_context(context)
        if self._will is not None:
            client.will_set(*self._will, qos=1, retain=True)
        client.on_connect = self._greeted
        client.on_subscribe = self._stood_up
        client.on_message = self._heard
        client.on_publish = self._acked
        self._answer = 0
        host, _, port = config.where.rpartition(":")
        try:
            client.connect(host, int(port), keepalive=KEEPALIVE_S)
        except ConnectionResetError:
            raise Silent from None
        return client

    def _take_turn(self, client: Client) -> None:
        try:
            self._turn(client)
        except ConnectionResetError:
            if self._answer:
                raise Refused(self._answer) from None
            if not self._is_up:
                raise Silent from None
            raise

    def _turn(self, client: Client) -> None:
        """Waits until something is to be read, written or sent, at most a second, and does it."""
        line = client.socket()
        if line is None:
            raise ConnectionResetError
        ready = _ready(line, self._inner, client.want_write())
        if ready.pop(self._inner.fileno(), 0):
            self._inner.recv(4096)
        happens = ready.pop(line.fileno(), 0)
        done = MQTTErrorCode.MQTT_ERR_SUCCESS
        if happens & ~select.POLLOUT:
            done = self._read(client, line)
        if happens & select.POLLOUT and not done:
            done = client.loop_write()
        if done or client.loop_misc():
            raise ConnectionResetError
        self._watch_room()

    def _read(self, client: Client, line: Any) -> MQTTErrorCode:
        done = client.loop_read()
        while not done and isinstance(line, ssl.SSLSocket) and line.pending():  # read already, but not by select
            done = client.loop_read()
        return done

    def _watch_room(self) -> None:
        if self._sent and self._ticks() - self._since_s > self._full_after_s:
            self._say(f"the broker {self._config.where} has taken nothing for a while; it is full, or very busy")

    def _greeted(self, client: Client, data: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            self._answer = int(reason.value)
            raise ConnectionResetError
        client.subscribe([(topic, 1) for topic in self._subscribe])

    def _stood_up(self, client: Client, data: Any, number: int, reasons: Any, properties: Any) -> None:
        if any(reason.is_failure for reason in reasons):
            self._answer = 135
            raise ConnectionResetError
        self._is_up = True
        self._say(None)
        self._ear.up()

    def _heard(self, client: Client, data: Any, message: Any) -> None:
        try:
            self._ear.heard(message.topic, message.payload, message.retain)
        except CompanionError as odd:
            log.warning("%s: %s", message.topic, odd)
        except Exception:  # whatever strangers send, the line stands
            log.exception("%s could not be taken", message.topic)

    def _acked(self, client: Client, data: Any, number: int, reason: Any, properties: Any) -> None:
        self._sent.pop(number, None)
        self._since_s = self._ticks()
        self._say(None)
        self._ear.acked(number)

    def _goodbye(self, client: Client) -> None:
        client.disconnect()
        line = client.socket()
        while line is not None and client.want_write() and not client.loop_write():
            _ready(line, self._inner, is_full=True)

    def _part(self) -> bool:
        """Lets go of the connection however it ended; whether it ever stood."""
        client, self._client = self._client, None
        was_up, self._is_up = self._is_up, False
        self._sent.clear()
        if client is not None and (line := client.socket()) is not None:
            line.close()
        if was_up:
            self._ear.down()
        return was_up

    def _say(self, fault: str | None) -> None:
        if fault == self._fault:
            return
        self._fault = fault
        log.warning("%s", fault) if fault else log.info("the line to %s stands", self._config.where)
        self._ear.tell(fault)


def _ready(line: Any, inner: socket.socket, is_full: bool) -> dict[int, int]:
    """What can be read or, of a full line, written, within a second; poll, for select knows no numbers past 1023."""
    poll = select.poll()
    poll.register(line, select.POLLIN | (select.POLLOUT if is_full else 0))
    poll.register(inner, select.POLLIN)
    return dict(poll.poll(1000))


class _Tidy(ssl.SSLSocket):
    """Lets go of the connection when the other side is not to be trusted; paho leaves that to the collector."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


class Silent(ConnectionError):
    """Somebody took the call and says nothing."""


class Refused(ConnectionError):
    """The broker answered, and it said no."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def why(config: MqttConfig, wrong: Exception) -> str:
    """What is wrong with the line to that broker, and what would do."""
    broker = f"the broker {config.where}"
    if isinstance(wrong, Refused):
        return _refusal(broker, config, wrong.code)
    if isinstance(wrong, ssl.SSLCertVerificationError):
        return f"{broker} shows a certificate we do not trust ({wrong.verify_message}); name its CA's file as mqtt.ca"
    if isinstance(wrong, ssl.SSLError):
        said = getattr(wrong, "reason", None) or wrong
        return f"{broker} does not speak TLS as we do ({said}); set mqtt.tls = false, or the port that has TLS"
    if isinstance(wrong, FileNotFoundError | PermissionError):
        return f"cannot read the certificate {config.ca}: {wrong.strerror}; mend mqtt.ca"
    if isinstance(wrong, socket.gaierror):
        return f"no machine is called {config.host} here; mend mqtt.host"
    if isinstance(wrong, ConnectionRefusedError):
        return f"nobody listens at {config.where}; start the broker there, or mend mqtt.host and mqtt.port"
    if isinstance(wrong, Silent):
        hint = "has no TLS, set mqtt.tls = false" if config.tls else "wants TLS, set mqtt.tls = true"
        return f"{broker} breaks off before it has greeted us; if it {hint}, and look at its port"
    if isinstance(wrong, ConnectionResetError):
        return f"{broker} is gone, and is tried again"
    return f"{broker} cannot be reached ({getattr(wrong, 'strerror', None) or wrong}); it is tried again"


def _refusal(broker: str, config: MqttConfig, code: int) -> str:
    if code in (134, 135, 4, 5):  # by name or password, or by what this name may do
        who = f"the user {config.user}" if config.user else "guests without a user"
        return f"{broker} refuses {who}; mend mqtt.user and mqtt.password, and what the broker allows them"
    return f"{broker} refuses the connection (reason {code})"
