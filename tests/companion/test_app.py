"""The whole service in one piece: starts, serves, is stopped, goes on where it was."""

import json
import sqlite3
import threading
import urllib.request
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.app import App
from companion.club.broker import Broker
from companion.club.line import MqttConfig
from companion.config import CameraConfig, Config
from companion.errors import BadInput, JournalError
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.shine.light_map import LightsConfig
from companion.watch.footage import footage_in
from companion.watch.replaying import replayed
from hardware.choose_camera import Chosen
from hardware.errors import HardwareError, NoPins


def config(tmp_path: Path, **changes: Any) -> Config:
    settings: dict[str, Any] = {
        "data": str(tmp_path),
        "port": 0,
        "host": "127.0.0.1",
        "camera": CameraConfig(source="sim"),
        "lights_source": "sim",
    }
    return Config(**{**settings, **changes})


def running(app: App) -> threading.Thread:
    thread = threading.Thread(target=app.run, daemon=True)
    thread.start()
    return thread


def get(app: App, path: str) -> Any:
    with urllib.request.urlopen(f"http://127.0.0.1:{app.server.port}{path}", timeout=20) as answer:
        return answer.read()


def test_the_demo_plays_by_itself_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    app = App(config(tmp_path))
    thread = running(app)
    try:
        news = 0
        while app.table.number < 2:
            news = app.table.wait(news, timeout_s=30)
        look = json.loads(get(app, "/api/look"))
        assert (look["game"], look["playing"]) == ("pyramid_raiders", True)
        assert get(app, "/").startswith(b"<!doctype html>")
    finally:
        app.stop()
        thread.join(10)
        app.close()
    number, steps = app.table.number, [step.action for step in app.table.steps()]
    again = App(config(tmp_path))
    try:
        assert again.table.number >= number >= 2
        assert [step.action for step in again.table.steps()][: len(steps)] == steps
    finally:
        again.close()


def test_without_a_camera_everything_can_be_entered_on_a_phone(tmp_path: Path) -> None:
    app = App(config(tmp_path, camera=CameraConfig(source="none"), lights_source="none"))
    try:
        assert app.show is None
        assert json.loads(get(app, "/api/look"))["view"]["phase"] == "layout"
    finally:
        app.close()


def quiet(tmp_path: Path, **changes: Any) -> Config:
    """A companion without camera or lights: phones only."""
    return config(tmp_path, **{"camera": CameraConfig(source="none"), "lights_source": "none", **changes})


def broken(tmp_path: Path, change: str) -> Path:
    """A folder whose only game was changed in that way."""
    App(quiet(tmp_path)).close()
    db = sqlite3.connect(tmp_path / "companion.sqlite3")
    db.execute(change)
    db.commit()
    db.close()
    return tmp_path


@pytest.mark.parametrize("game", ["pyramid_raiders", "temple_of_gold"])
@pytest.mark.parametrize("change", ["UPDATE games SET game = 'chess'", "UPDATE games SET options = '[]'"])
def test_an_unfit_game_stops_no_start_and_is_named_on_the_page(tmp_path: Path, change: str, game: str) -> None:
    app = App(quiet(broken(tmp_path, change), game=game), is_new=True)
    try:
        look = json.loads(get(app, "/api/look"))
        assert (look["game"], look["id"]) == (game, 2)
        assert "game 1" in look["notices"]["journal"]
        assert json.loads(app.table.export(1))["version"] == "1"
    finally:
        app.close()


@pytest.mark.parametrize(
    "extras", ['{"timer_saved": "soon"}', '{"phones": 7, "people": 3}', '{"phones": {"seats": [1]}}']
)
def test_odd_things_kept_beside_a_game_stop_no_start(tmp_path: Path, extras: str) -> None:
    app = App(quiet(broken(tmp_path, f"UPDATE games SET extras = '{extras}'")))
    try:
        assert json.loads(get(app, "/api/look"))["id"] == 1
        assert json.loads(get(app, "/api/me"))["seats"] == []
    finally:
        app.close()


def test_lights_that_are_looked_for_and_not_found_are_said_on_the_page(tmp_path: Path) -> None:
    def none() -> MockFactory:
        raise NoPins("this machine has no GPIO pins")

    app = App(quiet(tmp_path, lights_source="auto"), open_factory=none)
    try:
        app.table.start("temple_of_gold", ["a", "b"])
        assert "no lamps are lit" in json.loads(get(app, "/api/look"))["notices"]["pins"]
    finally:
        app.close()


def test_nobody_is_told_of_missing_pins_on_the_simulated_table(tmp_path: Path) -> None:
    """Whoever tried it on a laptop saw a red line about a package for the Pi's pins on every phone."""

    def none() -> MockFactory:
        raise NoPins("no GPIO pins on this machine")

    app = App(config(tmp_path, camera=CameraConfig(source="sim"), lights_source="auto"), open_factory=none)
    try:
        assert app.desk is None
        assert "pins" not in json.loads(get(app, "/api/look"))["notices"]
    finally:
        app.close()


def test_a_chain_too_short_for_a_game_refuses_no_move_and_no_start(tmp_path: Path) -> None:
    short = quiet(tmp_path, lights=LightsConfig(leds=40), game="gold_mine", lights_source="sim")
    for number in range(2):
        app = App(short)
        try:
            entry = app.table.submit(to_json(app.table.game.legal(app.table.state)[0]), by="phone")
            assert (entry.number, len(app.table.entries())) == (number + 1, number + 1)
            assert "40" in json.loads(get(app, "/api/look"))["notices"]["lights"]
        finally:
            app.close()


def test_a_second_companion_on_one_folder_is_refused(tmp_path: Path) -> None:
    app = App(quiet(tmp_path))
    try:
        with pytest.raises(BadInput, match="another companion keeps its games"):
            App(quiet(tmp_path))
    finally:
        app.close()


def sat_down_to(tmp_path: Path) -> None:
    """A game that somebody's phone has a seat in, played without the simulated table."""
    app = App(quiet(tmp_path))
    app.table.keep("phones", {"hosts": [], "seats": {app.table.saved.players[0]: "mark"}})
    app.close()


def test_no_camera_where_people_sat_down_is_a_notice_and_no_demo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.choose_camera", lambda source, field: Chosen("none", None, "no camera found"))
    sat_down_to(tmp_path)
    app = App(config(tmp_path, camera=CameraConfig(source="auto")), environ={})
    app.close()
    assert app.show is None
    assert "entered on the phones" in app.table.notices["camera"]


def test_no_camera_under_systemd_is_a_notice_and_no_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.choose_camera", lambda source, field: Chosen("none", None, "no camera found"))
    environ = {"NOTIFY_SOCKET": str(tmp_path / "notify")}
    app = App(config(tmp_path, camera=CameraConfig(source="auto")), environ=environ)
    app.close()
    assert (app.show, "camera" in app.table.notices) == (None, True)


def test_the_simulated_table_leaves_a_game_alone_that_people_sat_down_to(tmp_path: Path) -> None:
    sat_down_to(tmp_path)
    app = App(config(tmp_path))
    try:
        assert app.show is not None
        for _ in range(3):
            app.show.step()
        assert (app.table.number, app.table.kept("people")) == (0, list(app.table.saved.players))
    finally:
        app.close()


def test_what_lay_on_the_table_last_comes_back_and_not_the_newest(tmp_path: Path) -> None:
    app = App(quiet(tmp_path))
    app.table.start("temple_of_gold", ["a", "b"])
    app.table.load(1)
    app.close()
    again = App(quiet(tmp_path))
    again.close()
    assert again.table.saved.id == 1


SERVICE = {"NOTIFY_SOCKET": "@nobody"}


def test_a_service_that_can_keep_nothing_comes_up_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    settings = config(tmp_path, data=str(tmp_path / "file" / "games"), camera=CameraConfig(source="none"))
    with pytest.raises(BadInput, match="cannot keep games"):
        App(settings, environ={})
    app = App(settings, environ=SERVICE)
    try:
        assert "played from memory and forgotten at the next start" in app.table.notices["disk"]
        assert json.loads(get(app, "/api/look"))["playing"]
    finally:
        app.close()


def test_a_service_on_a_full_disk_comes_up_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = Journal.begin

    def full(journal: Journal, *game: Any) -> Any:
        if str(journal.path) != ":memory:":
            raise JournalError("a new game could not be written: database or disk is full")
        return begin(journal, *game)

    monkeypatch.setattr(Journal, "begin", full)
    settings = config(tmp_path, camera=CameraConfig(source="none"))
    with pytest.raises(JournalError):
        App(settings, environ={})
    app = App(settings, environ=SERVICE)
    try:
        assert "disk is full; games are played from memory" in app.table.notices["disk"]
    finally:
        app.close()


def test_the_hosts_pin_is_the_same_after_a_restart(tmp_path: Path) -> None:
    pins = []
    for _ in range(3):
        app = App(quiet(tmp_path))
        pins.append(app.pin)
        app.close()
    assert len(set(pins)) == 1


def test_a_pin_the_owner_chose_wins(tmp_path: Path) -> None:
    app = App(quiet(tmp_path, pin="314159"))
    app.close()
    assert app.pin == "314159"


def test_a_busy_port_is_refused_with_one_line(tmp_path: Path) -> None:
    app = App(config(tmp_path / "a"))
    try:
        with pytest.raises(BadInput, match=f"port {app.server.port} is taken"):
            App(config(tmp_path / "b", port=app.server.port))
    finally:
        app.close()


def test_lights_that_are_asked_for_and_missing_stop_the_start(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="--lights none"):
        App(config(tmp_path, lights_source="gpio"))


def test_an_unknown_camera_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="no camera 'periscope'; there are auto"):
        App(config(tmp_path, camera=CameraConfig(source="periscope")))


def test_on_a_pi_the_guardians_path_goes_down_the_wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same service with gpiozero's mock pins: the chain is written, the buttons work."""
    factory = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)  # bit-banged SPI asks for no other
    app = App(config(tmp_path, lights_source="gpio", camera=CameraConfig(source="none")), open_factory=lambda: factory)
    try:
        assert app.desk is not None
        app.lamps.step(1.0)
        assert app.lamps.fault == ""
        clock = [state.state for state in factory.pin(11).states]
        assert sum(a != b for a, b in pairwise(clock)) > 32 * 61  # a bit a clock, 32 bits an LED
        undo = factory.pin(24)
        undo.drive_low()
        undo.drive_high()
        assert "cannot undo" in app.table.notices["buttons"]
    finally:
        app.close()


def test_a_photo_from_a_phone_goes_the_way_of_every_frame(tmp_path: Path, scene: Callable) -> None:
    app = App(config(tmp_path, camera=CameraConfig(source="none"), lights_source="none"))
    try:
        state, _, camera = scene(after=0)
        _, jpeg = cv2.imencode(".jpg", camera.frame().pixels, [cv2.IMWRITE_JPEG_QUALITY, 92])
        glance, entries = app.eyes.read_photo(jpeg.tobytes())
        assert (entries, glance.look.problems) == (1, ())
        assert len(glance.look.sightings) >= 60
        assert app.table.state.tokens == state.tokens
    finally:
        app.close()


def test_a_recording_of_the_service_reads_the_same_again(tmp_path: Path) -> None:
    app = App(config(tmp_path / "data", lights_source="none"), record=tmp_path / "table")
    thread = running(app)
    try:
        news = 0
        while app.table.number < 2:
            news = app.table.wait(news, timeout_s=30)
    finally:
        app.stop()
        thread.join(10)
        app.close()
    outcome = replayed(footage_in(tmp_path / "table"))
    assert (outcome.differs, outcome.read >= 2) == ([], True)


def test_a_table_whose_settings_name_a_broker_tells_it_and_its_phones_can_call_for_help(tmp_path: Path) -> None:
    try:
        broker = Broker(tmp_path)
    except BadInput as missing:
        pytest.skip(str(missing))
    mqtt = MqttConfig(host="127.0.0.1", port=broker.port, table="anker")
    app = App(config(tmp_path, camera=CameraConfig(source="none"), lights_source="none", mqtt=mqtt))
    heard, ear = threading.Event(), Client(CallbackAPIVersion.VERSION2)
    ear.on_connect = lambda client, *_: client.subscribe("companion/anker/now", 1)
    ear.on_message = lambda *_: heard.set()
    ear.connect("127.0.0.1", broker.port)
    ear.loop_start()
    thread = running(app)
    try:
        assert b"callhelp" in get(app, "/")
        assert heard.wait(20)
    finally:
        app.stop()
        thread.join(10)
        app.close()
        ear.disconnect()
        ear.loop_stop()
        broker.close()


def test_a_table_without_a_broker_tells_nobody(tmp_path: Path) -> None:
    app = App(config(tmp_path, camera=CameraConfig(source="none"), lights_source="none"))
    assert app.club is None
    assert b"callhelp" not in get(app, "/")
    app.close()
