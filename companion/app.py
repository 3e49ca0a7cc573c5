"""Builds camera, eyes, lights, table and web from the config: the one file that knows them all."""

import logging
import socket
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import cv2
from gpiozero.pins import Factory

from companion.check import Finding, LampTour, Machine, check_camera, check_lights, check_machine, check_picture
from companion.config import Config, data_folder
from companion.errors import BadInput, CompanionError
from companion.games import game_named
from companion.play.buttons import press
from companion.play.journal import Entry, Journal
from companion.play.table import Table
from companion.play.timekeeper import Timekeeper
from companion.shine.lamps import Lamps
from companion.shine.light_map import LightMap, light_map
from companion.simulation.show import Show
from companion.watch.aim import targets_of
from companion.watch.watcher import Watcher, layout_of
from hardware.camera import Frame, decode_picture
from hardware.choose_camera import Chosen, choose_camera
from hardware.desk import Desk
from hardware.errors import CameraLost, NoPins
from hardware.lights import Lights, NoLights, RecordedLights
from hardware.pins import Pins, open_pins
from hardware.systemd_notify import Systemd
from hardware.watched import News, Tell, WatchedCamera
from vision.eyes import Eyes, Look
from vision.tags import find_all_tags
from web import Server, create_app, serve

log = logging.getLogger(__name__)

FRAMES_S = 0.2  # a look five times a second
PHOTO_LOOKS = 6  # at one photo: to settle, to read, to agree


class App:
    """The running companion; `close` lets go of everything, the last part first."""

    def __init__(self, config: Config, is_new: bool = False, open_factory: Callable[[], Factory] = open_pins) -> None:
        self.config = config
        self._stop = threading.Event()
        self._frame: Frame | None = None
        self._watched_id = -1
        self._phase: tuple[tuple[str, tuple[str, ...]], float] = ("", ()), 0.0  # what is going on, and since when
        self._story: tuple[str, ...] = ()  # what was last told
        self._asked = 0  # the newest question that was sounded
        self.journal = Journal(data_folder(config) / "companion.sqlite3")
        self.table = Table(self.journal, time.time)
        self._sit_down(is_new)
        self.chosen = self._choose_camera()
        self.desk = open_desk(config, self._pressed, self._tell, open_factory)
        self.lamps = self._build_lamps()
        self.keeper = Timekeeper(self.table, config.timer, time.monotonic, time.time, self._sound)
        self.watcher: Watcher | None = None
        self.show = Show(self.table, time.monotonic, self._lit) if self.chosen.kind == "sim" else None
        self.camera = self._open_camera()
        self.server = self._serve()
        self._threads = [
            threading.Thread(target=self._watch, name="camera", daemon=True),
            threading.Thread(target=self.lamps.run, args=(self._stop, self._beside()), name="lamps", daemon=True),
        ]

    @property
    def pin(self) -> str:
        """What further hosts type in."""
        return str(self._web.config["PIN"])

    @property
    def address(self) -> str:
        return f"http://{_own_address()}:{self.server.port}/"

    def run(self, systemd: Systemd | None = None) -> None:
        """Until somebody calls `stop`."""
        systemd = systemd or Systemd()
        self._glow()
        self.table.listen(self._heard)
        for thread in self._threads:
            thread.start()
        systemd.ready(f"serving {self.address}")
        while not self._stop.wait(1.0):
            systemd.alive(time.monotonic())
            self._look_after()
        systemd.stopping()

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self._stop.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(5)
        self.server.close()
        self.lamps.close()
        if self.desk is not None:
            self.desk.close()
        if self.camera is not None:
            self.camera.close()
        self.journal.close()

    # Building

    def _sit_down(self, is_new: bool) -> None:
        """Goes on with the game that was being played; sets a new one up if there is none, or another was asked for."""
        saved = self.table.resume()
        asked = saved is not None and is_new and saved.game != self.config.game
        if saved is None or asked:
            game = game_named(self.config.game)
            self.table.start(game.name, game.names(min(self.config.players, game.players[-1])))

    def _choose_camera(self) -> Chosen:
        source = self.config.camera.source
        if source == "sim":
            return Chosen("sim", None, "the simulated table was asked for")
        chosen = choose_camera(source)
        if source == "auto" and chosen.open is None:
            return Chosen("sim", None, f"{chosen.why}: the simulated table plays instead")
        return chosen

    def _open_camera(self) -> WatchedCamera | None:
        if self.chosen.open is None:
            return None
        return WatchedCamera(self.chosen.open, time.monotonic, self._tell)

    def _build_lamps(self) -> Lamps:
        plan = self._light_map()
        if self.desk is not None:
            return Lamps(self.desk.lights, plan, bar=self.desk.bar, still=self.config.lights.still)
        lights: Lights = NoLights() if self.config.lights_source == "none" else RecordedLights(plan.count, keep=1)
        return Lamps(lights, plan, still=self.config.lights.still)

    def _light_map(self) -> LightMap:
        return light_map(layout_of(self.table.game, self.table), self.config.lights)

    def _serve(self) -> Server:
        self._web = create_app(
            self.table,
            address=f"http://{_own_address()}:{self.config.port}/",
            sim=self.show,
            eyes=self,
            photos=None if self.show is not None else self._read_photo,
            pin=self.config.pin or None,
        )
        return serve(self._web, self.config.host, self.config.port)

    # Running

    def _watch(self) -> None:
        """The camera loop: one of the two places where anything may go wrong without ending the service."""
        while not self._stop.wait(FRAMES_S):
            try:
                if self.show is not None:
                    self.show.step()
                elif self.camera is not None:
                    self._see(self.camera.frame())
            except CameraLost as lost:
                log.debug("%s", lost)
            except Exception:
                log.exception("a frame could not be worked through")
                self.table.notice("camera", "a frame could not be worked through; see the log")

    def _see(self, frame: Frame) -> None:
        if self.watcher is None or self._watched_id != self.table.saved.id:
            self._watched_id = self.table.saved.id
            targets = targets_of(layout_of(self.table.game, self.table))
            camera = self.config.camera
            self.watcher = Watcher(self.table, Eyes(targets, camera.fov_deg, camera.lens_k1), self._lit)
        self._frame = frame
        self.watcher.see(frame)
        self.lamps.see_room(float(frame.pixels[::40, ::40].mean()))

    def _read_photo(self, data: bytes) -> dict[str, Any]:
        """One photo sent by a phone goes the way of every frame; several looks at it stand for a table at rest."""
        frame = Frame(decode_picture(data), time.monotonic())
        before = self.table.number
        for _ in range(PHOTO_LOOKS):
            self._see(frame)
        look = self.watcher.latest if self.watcher is not None else Look()
        seen = _seen(look, frame.pixels.shape[1], frame.pixels.shape[0])
        return {"pieces": len(look.sightings), "entries": self.table.number - before, "problems": seen["problems"]}

    def _lit(self) -> Mapping[str, tuple[int, int, int]]:
        return self.lamps.lit(time.monotonic())

    def _heard(self, entry: Entry) -> None:
        self.keeper.heard(entry)
        self._glow()
        story = self.table.game.view(self.table.state, None).story
        if story != self._story and any("knocks out" in sentence for sentence in story):
            self._sound("knock_out")
        self._story = story

    def _beside(self) -> tuple[Callable[[float], None], ...]:
        """What else wants the lamps' beat: the timer, and the buzzer and buttons where they are wired."""
        parts = (self.keeper.step, lambda now: self.lamps.show_timer(self.keeper.timer.share))
        return parts if self.desk is None else (*parts, self.desk.step)

    def _look_after(self) -> None:
        """Once a second: what is well, what waits for an answer."""
        fault, question = self.lamps.fault, self.table.question
        self.table.notice("lights", fault or None)
        if question is not None and question.number != self._asked:
            self._asked = question.number
            self._glow()
            self._sound("question")
        if self.desk is not None:
            self.desk.say("missing" if fault else "question" if question else "well")

    def _sound(self, tune: str) -> None:
        if self.desk is not None:
            self.desk.buzzer.play(tune)

    def _pressed(self, button: str) -> None:
        """A button at the table; what it cannot do is said on the phones."""
        try:
            press(self.table, button, self.keeper.pause)
            self.table.notice("buttons", None)
        except CompanionError as refused:
            self.table.notice("buttons", str(refused))

    def _glow(self) -> None:
        """The lamps show the new state; a countdown goes on while the same people are still to act."""
        game, state, question = self.table.game, self.table.state, self.table.question
        view, glow = game.view(state, None), game.glow(state)
        if (view.phase, view.acting) != self._phase[0]:
            self._phase = (view.phase, view.acting), time.monotonic()
        self.lamps.use(self._light_map())
        began_s = self._phase[1] if glow.timer_s is not None else None
        self.lamps.show(glow, question.spaces if question else (), began_s)

    def _tell(self, news: News) -> None:
        self.table.notice(news.part, None if news.is_well else news.text)

    # For the /table page

    def latest(self) -> dict[str, Any]:
        """What the camera saw last, with a picture only because somebody asked."""
        watcher, frame = self.watcher, self._frame
        if self.show is not None and self.show.room is not None:
            watcher, frame = self.show.room.watcher, self.show.room.frame
        if watcher is None or frame is None:
            return {"jpeg": None, "sightings": [], "problems": []}
        high, wide = frame.pixels.shape[:2]
        _, jpeg = cv2.imencode(".jpg", frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return {"jpeg": jpeg.tobytes(), **_seen(watcher.latest, wide, high)}


def open_desk(
    config: Config, pressed: Callable[[str], None], tell: Tell, open_factory: Callable[[], Factory] = open_pins
) -> Desk | None:
    """All that is wired to a Pi; None where nothing is, or nothing was asked for."""
    source, lights = config.lights_source, config.lights
    if source not in ("auto", "gpio", "sim", "none"):
        raise BadInput(f"no lights {source!r}; there are auto, gpio, sim, none")
    if source in ("sim", "none"):
        return None
    try:
        return Desk(
            pressed,
            tell,
            pins=Pins(**config.pins),
            leds=lights.leds,
            seats=len(lights.seats),
            brightness=lights.brightness,
            gamma=lights.gamma,
            limit_ma=lights.limit_ma,
            open_factory=open_factory,
        )
    except TypeError:
        raise BadInput(f"no part {', '.join(config.pins)} to wire; see the pin table in the README") from None
    except NoPins as missing:
        if source == "gpio":
            raise
        log.info("lights: %s; the phones show the path", missing)
        return None


def check(config: Config, is_lights: bool = False) -> list[Finding]:
    """Everything `companion check` looks at."""
    game = game_named(config.game)
    layout = game.layout()
    findings = check_machine(Machine(data=data_folder(config)))
    chosen = Chosen("sim", None, "sim") if config.camera.source == "sim" else choose_camera(config.camera.source)
    more, frame = check_camera(chosen.open, chosen.why)
    findings += more
    if frame is not None:
        tags = [tag.id for tag in find_all_tags(frame.pixels)]
        findings += check_picture(frame.pixels, tags, layout.frame_markers)
    plan = light_map(layout, config.lights)
    if is_lights:
        findings += check_lights(lambda: _lights_to_check(config, plan), plan)
    return findings


def tour_lights(config: Config, say: Callable[[str], None], wait: Callable[[float], None] = time.sleep) -> None:
    """Lights each space in turn and names it, here and on a page that can read it aloud."""
    game = game_named(config.game)
    plan = light_map(game.layout(), config.lights)
    table = Table(Journal(":memory:"), time.time)
    table.start(game.name, game.names(game.players[0]))
    server = serve(create_app(table, address=f"http://{_own_address()}:{config.port}/"), config.host, config.port)
    lights = _lights_to_check(config, plan)
    try:
        say(f"open http://{_own_address()}:{server.port}/ and press Read aloud to hear the names")
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


def _seen(look: Look, wide: int, high: int) -> dict[str, Any]:
    sightings = []
    for seen in (*look.sightings, *look.dice):
        one: dict[str, Any] = {
            "what": seen.what,
            "x_mm": seen.x_mm,
            "y_mm": seen.y_mm,
            "turned_deg": seen.turned_deg,
            "sure": seen.sure,
            "shows": seen.shows,
        }
        if seen.box_px is not None:
            x0, y0, x1, y1 = seen.box_px
            one["box"] = [x0 / wide, y0 / high, x1 / wide, y1 / high]
        sightings.append(one)
    problems = [{"text": p.what, "x_mm": p.x_mm, "y_mm": p.y_mm} for p in look.problems]
    return {"sightings": sightings, "problems": problems}


def _own_address() -> str:
    """This machine's address on the local network; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
