"""Builds camera, eyes, lights, table and web from the config: the one file that knows them all."""

import logging
import socket
import threading
import time
import warnings
from collections.abc import Mapping
from typing import Any

import cv2
from gpiozero.exc import PinFactoryFallback

from companion.aim import targets_of
from companion.check import Finding, Machine, check_camera, check_lights, check_machine, check_picture
from companion.config import Config, data_folder
from companion.errors import BadInput
from companion.games import game_named
from companion.journal import Entry, Journal
from companion.lamps import Lamps
from companion.light_map import LightMap, light_map
from companion.simulation.match import seats
from companion.simulation.show import Show
from companion.table import Table
from companion.watcher import Watcher, layout_of
from hardware.apa102 import Apa102
from hardware.camera import Frame
from hardware.choose_camera import Chosen, choose_camera
from hardware.errors import CameraLost, HardwareError
from hardware.lights import Lights, NoLights, RecordedLights
from hardware.systemd_notify import Systemd
from hardware.watched import News, WatchedCamera
from vision.eyes import Eyes, Look
from vision.tags import find_all_tags
from web import Server, create_app, serve

log = logging.getLogger(__name__)

FRAMES_S = 0.2  # a look five times a second


class App:
    """The running companion; `close` lets go of everything, the last part first."""

    def __init__(self, config: Config, is_new: bool = False) -> None:
        self.config = config
        self._stop = threading.Event()
        self._frame: Frame | None = None
        self._watched_id = -1
        self.journal = Journal(data_folder(config) / "companion.sqlite3")
        self.table = Table(self.journal, time.time)
        self._sit_down(is_new)
        self.chosen = self._choose_camera()
        self.lamps = self._build_lamps()
        self.watcher: Watcher | None = None
        self.show = Show(self.table, time.monotonic, self._lit) if self.chosen.kind == "sim" else None
        self.camera = self._open_camera()
        self.server = self._serve()
        self._threads = [
            threading.Thread(target=self._watch, name="camera", daemon=True),
            threading.Thread(target=self.lamps.run, args=(self._stop,), name="lamps", daemon=True),
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
            self.table.notice("lights", self.lamps.fault or None)
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
            self.table.start(game.NAME, seats(game, min(self.config.players, game.PLAYERS[-1])))

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
        lights = open_lights(self.config, plan)
        return Lamps(lights, plan, still=self.config.lights.still)

    def _light_map(self) -> LightMap:
        return light_map(layout_of(self.table.game, self.table), self.config.lights)

    def _serve(self) -> Server:
        self._web = create_app(
            self.table,
            address=f"http://{_own_address()}:{self.config.port}/",
            sim=self.show,
            eyes=self,
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

    def _lit(self) -> Mapping[str, tuple[int, int, int]]:
        return self.lamps.lit(time.monotonic())

    def _heard(self, entry: Entry) -> None:
        self._glow()

    def _glow(self) -> None:
        self.lamps.use(self._light_map())
        question = self.table.question
        self.lamps.show(self.table.game.glow(self.table.state), question.spaces if question else ())

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


def open_lights(config: Config, plan: LightMap) -> Lights:
    """The lights that were asked for; `auto` takes what is wired and says why if nothing is."""
    source, settings = config.lights_source, config.lights
    if source not in ("auto", "gpio", "sim", "none"):
        raise BadInput(f"no lights {source!r}; there are auto, gpio, sim, none")
    if source == "none":
        return NoLights()
    if source in ("auto", "gpio"):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", PinFactoryFallback)  # we say ourselves, and once, what is missing
                return Apa102(
                    plan.count, brightness=settings.brightness, gamma=settings.gamma, limit_ma=settings.limit_ma
                )
        except HardwareError as missing:
            if source == "gpio":
                raise
            log.info("lights: %s; the phones show the path", missing)
    return RecordedLights(plan.count, keep=1)


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
        findings += check_lights(lambda: open_lights(config, plan), plan)
    return findings


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
