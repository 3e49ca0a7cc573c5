"""Builds camera, eyes, lights, table and web from the config, and closes them: the one file that knows them all."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO

import msgspec
from gpiozero.pins import Factory

from companion.check import LampTour, Machine, ask_service, check_camera, check_lights, check_machine
from companion.club.membership import Membership
from companion.club.publisher import Publisher, name_from
from companion.config import Config, Setting, data_folder
from companion.errors import BadInput, CannotKeep, CompanionError, JournalError
from companion.finding import Finding
from companion.games import game_named
from companion.layout import Layout
from companion.play.buttons import press
from companion.play.folder import hold, open_journal
from companion.play.journal import Journal
from companion.play.table import Table
from companion.play.timekeeper import Timekeeper
from companion.shine.effects import every_lamp
from companion.shine.lamps import Lamps
from companion.shine.light_map import LightMap, light_map, lights_for
from companion.shine.signals import Signals
from companion.simulation.show import Show
from companion.watch.aim import targets_of
from companion.watch.lookout import Lookout, watch
from companion.watch.prints import read_print
from companion.watch.recording import Recording
from companion.watch.setting_up import SettingUp
from companion.watch.signs import module_mm, signs
from companion.watch.watcher import Watcher
from hardware.camera import Frame
from hardware.choose_camera import Chosen, choose_camera
from hardware.desk import Desk
from hardware.errors import NoPins
from hardware.lights import Lights, NoLights, RecordedLights
from hardware.modes import Field
from hardware.network import own_address
from hardware.pins import Pins, open_pins
from hardware.systemd_notify import Systemd
from hardware.watched import News, Tell, WatchedCamera
from vision.eyes import Eyes, Look
from web import About, Server, create_app, serve
from web.people import PEOPLE, has_people, names_kept, new_pin

FORGOTTEN = "games are played from memory and forgotten at the next start, until it is mended"
RETRY_S = 1.0  # between two tries to write on a disk that took nothing


class App:
    """The running companion; `close` lets go of everything, the last part first."""

    def __init__(
        self,
        config: Config,
        is_new: bool = False,
        open_factory: Callable[[], Factory] = open_pins,
        environ: Mapping[str, str] = os.environ,
        settings: Sequence[Setting] = (),
        record: Path | None = None,
    ) -> None:
        self.config = config
        self._settings = settings
        self.recording: Recording | None = None
        self._environ = environ
        self._retried_s = 0.0
        self._port = config.port
        self._stop = threading.Event()
        self._held: IO[bytes] | None = None
        self.journal, said = self._open_kept()
        self.table = Table(self.journal, time.time, lights_for(config.lights))
        self.table.notice("disk", said or None)
        try:
            self._build(is_new, open_factory, record)
        except BaseException:
            self._let_go()
            raise

    def _build(self, is_new: bool, open_factory: Callable[[], Factory], record: Path | None) -> None:
        self._sit_down(is_new)
        if record is not None:
            camera = self.config.camera
            self.recording = Recording(record, self.table, time.time, camera.fov_deg, (camera.lens_k1, camera.lens_k2))
        self.chosen = self._choose_camera()
        self.desk = open_desk(self.config, self._pressed, self._tell_desk, open_factory)
        self.lamps = self._build_lamps()
        self.signals = self._build_signals()
        self.keeper = Timekeeper(self.table, self.config.timer, time.monotonic, time.time, self.signals.ring)
        self.camera = self._open_camera()
        self.eyes = self._build_eyes()
        self.show = self.eyes if isinstance(self.eyes, Show) else None
        for name, part in (("lamps", self.lamps), ("timer", self.keeper), ("signals", self.signals)):
            self.table.listen(part.hear, name)
        self.server = self._serve()
        self.club = self._join_club()
        self._threads = [
            threading.Thread(target=watch, args=(self.table, self.eyes, self._stop), name="camera", daemon=True),
            threading.Thread(target=self.lamps.run, args=(self._stop, self._beside()), name="lamps", daemon=True),
        ]
        if self.club is not None:
            self._threads.append(threading.Thread(target=self.club.run, args=(self._stop,), name="club", daemon=True))

    @property
    def pin(self) -> str:
        """What further hosts type in."""
        return str(self._web.config["PIN"])

    @property
    def address(self) -> str:
        """Where phones find us, as the network is just now."""
        return self._locate()

    def run(self, systemd: Systemd | None = None) -> None:
        """Until somebody calls `stop`."""
        systemd = systemd or Systemd()
        for thread in self._threads:
            thread.start()
        systemd.ready(f"serving {self.address}")
        while not self._stop.wait(1.0):
            systemd.alive(time.monotonic())
        systemd.stopping()

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._stop.set()
        if self.club is not None:
            self.club.wake()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(5)
        self.server.close()
        self.lamps.close()
        if self.desk is not None:
            self.desk.close()
        if self.camera is not None:
            self.camera.close()
        if self.recording is not None:
            self.recording.close()
        self._let_go()

    def _let_go(self) -> None:
        self.journal.close()
        if self._held is not None:
            self._held.close()

    # Building

    def _open_kept(self) -> tuple[Journal, str]:
        """The journal, and what is to be said of it; a service plays without one where nothing can be written."""
        try:
            folder = data_folder(self.config)
            self._held = hold(folder)
            return open_journal(folder)
        except CannotKeep as refused:
            if not Systemd(self._environ).is_there:
                raise
            return Journal(":memory:"), f"{refused}; {FORGOTTEN}"

    def _sit_down(self, is_new: bool) -> None:
        """A disk that takes nothing, from the start, does not keep a service down."""
        try:
            self._go_on(is_new)
        except JournalError as refused:
            if not Systemd(self._environ).is_there:
                raise
            self.journal.close()
            self.journal = Journal(":memory:")
            self.table = Table(self.journal, time.time, lights_for(self.config.lights))
            self.table.notice("disk", f"{refused}; {FORGOTTEN}")
            self._go_on(is_new)

    def _go_on(self, is_new: bool) -> None:
        """Goes on with the game that was being played; sets a new one up if there is none, or another was asked for."""
        saved = self.table.resume()
        asked = saved is not None and is_new and saved.game != self.config.game
        if saved is None or asked:
            game = game_named(self.config.game)
            self.table.start(game.name, game.names(min(self.config.players, game.players[-1])))

    def _choose_camera(self) -> Chosen:
        """The simulated table plays only where it was asked for, or where nobody could take it for the real one."""
        source = self.config.camera.source
        if source == "sim":
            self._keep_bots_away()
            return Chosen("sim", None, "the simulated table was asked for")
        chosen = choose_camera(source, field=field_of(self.table.sitting.layout, self.config.camera.fov_deg))
        if source != "auto" or chosen.open is not None:
            return chosen
        if has_people(self.table) or Systemd(self._environ).is_there:
            self.table.notice("camera", f"{chosen.why}: moves are entered on the phones until a camera is there")
            return chosen
        return Chosen("sim", None, f"{chosen.why}: the simulated table plays instead")

    def _keep_bots_away(self) -> None:
        """From a game people sat down to at a real table: there nobody ever said which seats are the bots'."""
        if has_people(self.table) and self.table.kept(PEOPLE) is None:
            self.table.keep(PEOPLE, list(self.table.saved.players))

    def _open_camera(self) -> WatchedCamera | None:
        if self.chosen.open is None:
            return None
        return WatchedCamera(self.chosen.open, time.monotonic, self._tell, give_up=Systemd(self._environ).give_up)

    def _build_lamps(self) -> Lamps:
        still, plan = self.config.lights.still, self.table.sitting.lights
        if self.desk is not None:
            return Lamps(self.desk.lights, plan, bar=self.desk.bar, still=still, tell=self._tell_lamps)
        lights: Lights = NoLights() if self.config.lights_source == "none" else RecordedLights(plan.count, keep=1)
        return Lamps(lights, plan, still=still, tell=self._tell_lamps)

    def _build_signals(self) -> Signals:
        if self.desk is None:
            return Signals(lambda tune: None, lambda status: None)
        return Signals(self.desk.buzzer.play, self.desk.say)

    def _build_eyes(self) -> Lookout | Show:
        """The camera over the table; the simulated table brings its own."""
        if self.chosen.kind == "sim":
            return Show(self.table, time.monotonic, self._lit, keep=self._keep)
        watcher = Watcher(self.table, self._eyes, self._lit, self._keep)
        set_up = SettingUp(self.table, self._eyes).see
        return Lookout(self.table, watcher, self.camera, time.monotonic, self.lamps.see_room, set_up)

    def _keep(self, frame: Frame, look: Look, lit: Iterable[str]) -> None:
        if self.recording is not None:
            self.recording.keep(frame, look, lit)

    def _eyes(self, layout: Layout) -> Eyes:
        camera = self.config.camera
        return Eyes(targets_of(layout), camera.fov_deg, camera.lens_k1, camera.lens_k2)

    def _serve(self) -> Server:
        self._web = create_app(
            self.table,
            address=self._locate,
            sim=self.show,
            eyes=self.eyes,
            photos=None if isinstance(self.eyes, Show) else self.eyes.read_photo,
            pin=self.config.pin or self._kept_pin(),
            about=About(self.chosen.why, tuple(self._settings), bool(self.config.mqtt.host), self._test_lights),
        )
        server = serve(self._web, self.config.host, self.config.port)
        self._port = server.port
        return server

    def _test_lights(self) -> None:
        """Every space of the table, one after the other, until the next entry."""
        self.lamps.show(every_lamp(self.table.sitting.layout))

    def _join_club(self) -> Publisher | None:
        """Tells a broker what happens here, where the settings name one."""
        mqtt = self.config.mqtt
        if not mqtt.host:
            return None
        mqtt = msgspec.structs.replace(mqtt, table=mqtt.table or name_from(socket.gethostname()))
        membership = Membership(self.journal, self.table.lock, mqtt.table)
        club = Publisher(mqtt, self.table, membership, time.time, time.monotonic, names_kept, self._locate)
        self.table.listen(club.hear, "club")
        return club

    def _locate(self) -> str:
        return f"http://{own_address()}:{self._port}/"

    def _kept_pin(self) -> str:
        """Drawn once for this journal: a host's second phone comes in after a restart as before it."""
        pin = self.journal.setting("pin")
        if pin is None:
            pin = new_pin()
            self.journal.set("pin", pin)
        return pin

    # What the parts hand each other

    def _lit(self) -> Mapping[str, tuple[int, int, int]]:
        return self.lamps.lit(time.monotonic())

    def _beside(self) -> tuple[Callable[[float], None], ...]:
        """What else wants the lamps' beat: the timer, and the buzzer and buttons where they are wired."""
        parts = (self.keeper.step, self._retry, lambda now: self.lamps.show_timer(self.keeper.timer.share))
        return parts if self.desk is None else (*parts, self.desk.step)

    def _retry(self, now: float) -> None:
        """Once a second while the disk takes nothing."""
        if now - self._retried_s >= RETRY_S:
            self._retried_s = now
            self.table.try_disk()

    def _pressed(self, button: str) -> None:
        """A button at the table; what it cannot do is said on the phones."""
        try:
            press(self.table, button, self.keeper.pause)
            self.table.notice("buttons", None)
        except CompanionError as refused:
            self.table.notice("buttons", str(refused))

    def _tell(self, news: News) -> None:
        self.table.notice(news.part, None if news.is_well else news.text)

    def _tell_desk(self, news: News) -> None:
        """Nobody misses pins on a table that is simulated."""
        if news.part != "pins" or self.chosen.kind != "sim":
            self._tell(news)

    def _tell_lamps(self, fault: str) -> None:
        self.table.notice("lamps", fault or None)


def field_of(layout: Layout, fov_deg: float) -> Field:
    """What a camera over that table has to read."""
    return Field(layout.width_mm, layout.height_mm, module_mm(layout), fov_deg)


def refuse_unusable(config: Config) -> None:
    """Settings that can be read, and name a game, a light or a pin that is not there."""
    game_named(config.game)
    _refuse_lights(config.lights_source)
    _pins(config)


def open_desk(
    config: Config, pressed: Callable[[str], None], tell: Tell, open_factory: Callable[[], Factory] = open_pins
) -> Desk | None:
    """All that is wired to a Pi; None where nothing is, or nothing was asked for."""
    source, lights = config.lights_source, config.lights
    _refuse_lights(source)
    if source in ("sim", "none"):
        return None
    try:
        return Desk(
            pressed,
            tell,
            pins=_pins(config),
            leds=lights.leds,
            seats=len(lights.seats),
            brightness=lights.brightness,
            gamma=lights.gamma,
            limit_ma=lights.limit_ma,
            driver=lights.driver,
            colours=lights.colours,
            host=lights.host,
            protocol=lights.protocol,
            open_factory=open_factory,
        )
    except NoPins as missing:
        if source == "gpio":
            raise
        tell(News("pins", False, f"{missing}; no lamps are lit, the phones show the path (--lights none is quiet)"))
        return None


def _refuse_lights(source: str) -> None:
    if source not in ("auto", "gpio", "sim", "none"):
        raise BadInput(f"no lights {source!r}; there are auto, gpio, sim, none")


def _pins(config: Config) -> Pins:
    try:
        return Pins(**config.pins)
    except TypeError:
        raise BadInput(f"no part {', '.join(config.pins)} to wire; see the pin table in the README") from None


def check(config: Config, is_lights: bool = False) -> list[Finding]:
    """Everything `companion check` looks at."""
    game = game_named(config.game)
    layout = game.layout()
    findings = check_machine(Machine(data=data_folder(config)))
    findings += ask_service(config.port) or _look(config, layout)
    plan = light_map(layout, config.lights)
    if is_lights:
        findings += check_lights(lambda: _lights_to_check(config, plan), plan)
    return findings


def _look(config: Config, layout: Layout) -> list[Finding]:
    """Through the camera itself, which nobody else has open."""
    camera = config.camera
    field = field_of(layout, camera.fov_deg)
    chosen = Chosen("sim", None, "sim") if camera.source == "sim" else choose_camera(camera.source, field=field)
    findings, frame = check_camera(chosen.open, chosen.why)
    if frame is None:
        return findings
    table, look = read_print(
        layout, frame.pixels, lambda table: Eyes(targets_of(table), camera.fov_deg, camera.lens_k1, camera.lens_k2)
    )
    return findings + signs(look, frame.pixels, table)


def tour_lights(config: Config, say: Callable[[str], None], wait: Callable[[float], None] = time.sleep) -> None:
    """Lights each space in turn and names it, here and on a page that can read it aloud."""
    game = game_named(config.game)
    plan = light_map(game.layout(), config.lights)
    table = Table(Journal(":memory:"), time.time)
    table.start(game.name, game.names(game.players[0]))
    server = serve(create_app(table, address=f"http://{own_address()}:{config.port}/"), config.host, config.port)
    lights = _lights_to_check(config, plan)
    try:
        say(f"open http://{own_address()}:{server.port}/ and press Read aloud to hear the names")
        tour, turn = LampTour(plan, lights), 0.0
        while (name := tour.step(turn)) is not None:
            say(name)
            table.notice("lamp tour", f"This lamp is {name}.")
            turn += 1.0
            if not isinstance(lights, RecordedLights):  # nobody has to find those
                wait(1.0)
    finally:
        lights.close()
        server.close()


def _lights_to_check(config: Config, plan: LightMap) -> Lights:
    desk = open_desk(config, lambda button: None, lambda news: None)
    return RecordedLights(plan.count) if desk is None else desk.lights
