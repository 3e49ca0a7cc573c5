"""The camera loop: it outlives lost cameras and our own mistakes, and keeps the last picture."""

from threading import Event

import cv2
import numpy as np
import pytest

from companion.errors import BadInput
from companion.play.journal import Journal
from companion.play.table import Table
from companion.watch import lookout
from companion.watch.lookout import Lookout, watch
from companion.watch.watcher import Watcher
from hardware.camera import Frame
from hardware.errors import CameraLost
from vision.eyes import Look

GREY = np.full((80, 120, 3), 100, np.uint8)


class Eyes:
    def look(self, pixels, small, lit) -> Look:
        return Look()


class Camera:
    def __init__(self, *frames) -> None:
        self.frames = list(frames)

    def frame(self) -> Frame:
        frame = self.frames.pop(0)
        if isinstance(frame, Exception):
            raise frame
        return frame

    def close(self) -> None: ...


@pytest.fixture
def table() -> Table:
    one = Table(Journal(":memory:"), lambda: 0.0)
    one.start("pyramid_raiders", ["p1", "p2", "p3"])
    return one


def rig(table: Table, *frames, see_room=lambda brightness: None, set_up=lambda frame, look: None) -> Lookout:
    return Lookout(table, Watcher(table, lambda layout: Eyes()), Camera(*frames), lambda: 7.0, see_room, set_up)


def test_before_the_first_frame_there_is_no_glance(table: Table) -> None:
    assert rig(table).glance() is None


def test_the_last_frame_is_kept_as_a_picture(table: Table) -> None:
    one = rig(table, Frame(GREY, 1.0))
    one.step()
    glance = one.glance()
    assert glance is not None
    assert glance.size_px == (120, 80)
    assert cv2.imdecode(np.frombuffer(glance.jpeg(), np.uint8), cv2.IMREAD_COLOR).shape == (80, 120, 3)


def test_a_lost_camera_leaves_the_last_picture(table: Table) -> None:
    one = rig(table, Frame(GREY, 1.0), CameraLost("no frames for 3 s"))
    one.step()
    one.step()
    assert one.glance() is not None


def test_the_lamps_are_told_how_bright_the_room_is(table: Table) -> None:
    heard: list[float] = []
    rig(table, Frame(GREY, 1.0), see_room=heard.append).step()
    assert heard == [100.0]


def test_whoever_looks_for_another_game_gets_every_frame(table: Table) -> None:
    heard: list[float] = []
    rig(table, Frame(GREY, 3.0), set_up=lambda frame, look: heard.append(frame.taken_s)).step()
    assert heard == [3.0]


def test_a_photo_goes_the_way_of_every_frame(table: Table) -> None:
    one = rig(table)
    _, png = cv2.imencode(".png", GREY)
    glance, entries = one.read_photo(png.tobytes())
    assert (glance.frame.taken_s, glance.size_px, entries) == (7.0, (120, 80), 0)


def test_a_photo_of_more_pixels_than_the_eyes_can_use_is_made_smaller(table: Table) -> None:
    _, jpeg = cv2.imencode(".jpg", np.zeros((4500, 6000, 3), np.uint8))
    wide, high = rig(table).read_photo(jpeg.tobytes())[0].size_px
    assert wide * high <= lookout.PHOTO_PIXELS * 1.001
    assert wide / high == pytest.approx(4 / 3, rel=0.01)


def test_what_is_no_picture_is_refused(table: Table) -> None:
    with pytest.raises(BadInput, match="send a JPEG or PNG"):
        rig(table).read_photo(b"no picture")


def test_our_own_mistake_is_shown_and_the_loop_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stop, seen = Event(), []

    class Stumbling:
        def step(self) -> None:
            seen.append(dict(table.notices))
            if len(seen) == 1:
                raise ZeroDivisionError("of our own making")
            if len(seen) == 3:
                stop.set()

    monkeypatch.setattr(lookout, "FRAMES_S", 0.0)
    watch(table, Stumbling(), stop)
    assert "of our own making" in seen[1]["camera loop"]
    assert seen[2] == {}
    assert "ZeroDivisionError" in caplog.text
