"""One contract for every camera: blue first, the time of the clock handed in, an error instead of a wait."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as enumerate_threads

import cv2
import numpy as np
import pytest

from hardware.camera import Camera, FolderCamera, PhotoCamera
from hardware.errors import BadSetting, CameraHangs, CameraLost, HardwareError, NoCamera
from hardware.pi_camera import PiCamera
from hardware.url_camera import Snapshots, UrlCamera
from hardware.video_camera import WebCamera
from hardware.watched import WatchedCamera

WAIT_S = 2.0
DRIVERS = ("folder", "photo", "webcam", "motion_jpeg", "snapshots", "recording", "picamera2", "watched")


@dataclass
class Rig:
    """A camera, and how to take it away while it is open."""

    camera: Camera
    lose: Callable[[], None]


def jpeg(picture: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


def write_video(path: Path, pictures: list[np.ndarray], fps: int = 30) -> Path:
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (width, height))
    for picture in pictures:
        writer.write(picture)
    writer.release()
    return path


class CameraServer(ThreadingHTTPServer):
    """A network camera on loopback: /stream with lengths, /bare without, /shot.jpg, /page; `cut` ends the streams."""

    daemon_threads = True

    def __init__(self, pictures: list[bytes]) -> None:
        super().__init__(("127.0.0.1", 0), CameraPages)
        self.pictures = pictures
        self.heads: list[Message] = []
        self.cut = Event()
        self.stalled = Event()
        self.thread = Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self.thread.start()

    def address(self, page: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{page}"

    def stop(self) -> None:
        self.cut.set()
        self.shutdown()
        self.server_close()
        self.thread.join()


class CameraPages(BaseHTTPRequestHandler):
    server: CameraServer

    def do_GET(self) -> None:
        self.server.heads.append(self.headers)
        pages = {"/stream": self.stream, "/bare": self.stream, "/shot.jpg": self.shot, "/page": self.page}
        pages |= {"/drip": self.drip, "/drip.jpg": self.drip, "/drop": self.drop, "/moved": self.moved}
        if self.server.cut.is_set() or self.path not in pages:
            self.send_error(503)
        else:
            pages[self.path]()

    def stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
        self.end_headers()
        number = 0
        while not self.server.cut.wait(0.005):
            if self.server.stalled.is_set():
                continue
            picture = self.server.pictures[number % len(self.server.pictures)]
            length = f"Content-Length: {len(picture)}\r\n" if self.path == "/stream" else ""
            head = f"--picture\r\nContent-Type: image/jpeg\r\n{length}\r\n"
            try:
                self.wfile.write(head.encode() + picture + b"\r\n")
            except OSError:
                return
            number += 1

    def drip(self) -> None:
        """A head, and then a byte now and then for ever: no timeout on the line ever runs out."""
        kind = "image/jpeg" if self.path.endswith("jpg") else "multipart/x-mixed-replace; boundary=picture"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        with suppress(OSError):
            while not self.server.cut.wait(0.01):
                self.wfile.write(b"x")

    def drop(self) -> None:
        """Not even the head is ever whole."""
        with suppress(OSError):
            self.wfile.write(b"HTTP/1.0 200 OK\r\nX-Slow: ")
            while not self.server.cut.wait(0.01):
                self.wfile.write(b"x")

    def moved(self) -> None:
        self.send_response(302)
        self.send_header("Location", "/shot.jpg")
        self.end_headers()

    def shot(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "image/jpeg")
        self.end_headers()
        self.wfile.write(self.server.pictures[0])

    def page(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<p>no camera here</p>")

    def log_message(self, format: str, *args: object) -> None:
        """The test's output is for the test."""


@pytest.fixture
def server(scene: np.ndarray) -> Iterator[CameraServer]:
    server = CameraServer([jpeg(scene)])
    yield server
    server.stop()


class Unpluggable:
    """A real video in a webcam's place: at a webcam's pace, for ever, until it is unplugged."""

    def __init__(self, path: Path) -> None:
        self.video = cv2.VideoCapture(str(path))
        self.isOpened, self.set, self.get = self.video.isOpened, self.video.set, self.video.get
        self.retrieve, self.release = self.video.retrieve, self.video.release
        self.unplugged = Event()

    def grab(self) -> bool:
        if self.unplugged.wait(0.005):
            return False
        if self.video.grab():
            return True
        self.video.set(cv2.CAP_PROP_POS_FRAMES, 0)
        return self.video.grab()


def folder_rig(tmp_path, scene, clock, server, stand_in) -> Rig:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), scene)
    return Rig(FolderCamera(tmp_path, clock), picture.unlink)


def photo_rig(tmp_path, scene, clock, server, stand_in) -> Rig:
    camera = PhotoCamera(clock, wait_s=0.01)
    camera.put(jpeg(scene))
    return Rig(camera, camera.close)


def webcam_rig(tmp_path, scene, clock, server, stand_in) -> Rig:
    video = Unpluggable(write_video(tmp_path / "table.avi", [scene] * 5))
    camera = WebCamera(0, clock, wait_s=WAIT_S, open_capture=lambda device: video)
    return Rig(camera, video.unplugged.set)


def motion_jpeg_rig(tmp_path, scene, clock, server, stand_in) -> Rig:
    return Rig(UrlCamera(server.address("stream"), clock, wait_s=WAIT_S), server.stalled.set)


def snapshots_rig(tmp_path, scene, clock, server, stand_in) -> Rig:
    return Rig(UrlCamera(server.address("shot.jpg"), clock, wait_s=WAIT_S), server.cut.set)


def recording_rig(tmp_path, scene, clock, server, stand_in) -> Rig:
    video = write_video(tmp_path / "table.avi", [scene] * 60, fps=60)
    camera = UrlCamera(video.as_uri(), clock, wait_s=WAIT_S)

    def play_to_the_end() -> None:
        with suppress(CameraLost):
            for _ in range(61):
                camera.frame()

    return Rig(camera, play_to_the_end)


def picamera2_rig(tmp_path, scene, clock, server, stand_in) -> Rig:
    camera = PiCamera(0, clock, picamera2=stand_in())
    return Rig(camera, lambda: setattr(camera._camera, "has_frames", False))


def watched_rig(tmp_path, scene, clock, server, stand_in) -> Rig:
    rig = folder_rig(tmp_path, scene, clock, server, stand_in)
    return Rig(WatchedCamera(lambda: rig.camera, clock, wait=clock.wait), rig.lose)


RIGS = {name: globals()[f"{name}_rig"] for name in DRIVERS}


@pytest.fixture(params=DRIVERS)
def rig(request, tmp_path, scene, clock, server, stand_in) -> Iterator[Rig]:
    rig = RIGS[request.param](tmp_path, scene, clock, server, stand_in)
    yield rig
    rig.camera.close()


def test_a_frame_is_a_picture_with_blue_first(rig):
    pixels = rig.camera.frame().pixels
    height, width = pixels.shape[:2]
    assert (pixels.dtype, pixels.ndim, pixels.flags.c_contiguous) == (np.uint8, 3, True)
    assert np.abs(pixels[height // 2, width // 4].astype(int) - (200, 40, 20)).max() <= 12
    assert np.abs(pixels[height // 2, width * 3 // 4].astype(int) - (20, 40, 200)).max() <= 12


def test_a_frame_tells_when_it_was_taken_on_the_clock_handed_in(rig, clock):
    assert rig.camera.frame().taken_s == clock.now == 100.0


def test_a_small_frame_is_grey_and_much_smaller_or_not_there(rig):
    frame = rig.camera.frame()
    assert frame.small is None or (frame.small.ndim == 2 and frame.small.size * 9 < frame.pixels.size)


def test_frames_go_on_for_as_long_as_they_are_asked_for(rig):
    assert [rig.camera.frame().pixels.shape for _ in range(3)] == [rig.camera.frame().pixels.shape] * 3


def last_words(camera: Camera) -> tuple[float, str]:
    """How long the last picture was waited for, and why it did not come; what was on its way still comes before."""
    while True:
        asked_s = time.monotonic()
        try:
            camera.frame()
        except CameraLost as lost:
            return time.monotonic() - asked_s, str(lost)


def test_a_lost_camera_says_so_in_one_line_and_in_time(rig):
    rig.camera.frame()
    rig.lose()
    lost_s, lost = last_words(rig.camera)
    assert lost_s < 3 * WAIT_S
    assert lost == lost.strip().replace("\n", " ") != ""


def test_closing_twice_is_no_fault(rig):
    rig.camera.close()
    rig.camera.close()


def test_a_folder_gives_its_pictures_in_order_and_stays_on_the_last(tmp_path, clock):
    for number in (3, 1, 2):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((4, 4, 3), number, np.uint8))
    (tmp_path / "notes.txt").write_text("not a picture")
    camera = FolderCamera(tmp_path, clock)
    assert [int(camera.frame().pixels[0, 0, 0]) for _ in range(5)] == [1, 2, 3, 3, 3]
    assert camera.is_at_the_end


def test_a_picture_put_into_the_folder_later_is_shown_next(tmp_path, clock):
    cv2.imwrite(str(tmp_path / "1.png"), np.full((4, 4, 3), 1, np.uint8))
    camera = FolderCamera(tmp_path, clock)
    camera.frame()
    cv2.imwrite(str(tmp_path / "2.png"), np.full((4, 4, 3), 2, np.uint8))
    assert not camera.is_at_the_end
    assert int(camera.frame().pixels[0, 0, 0]) == 2


@pytest.mark.parametrize("folder", ["missing", "empty"])
def test_a_folder_without_pictures_is_refused(tmp_path, folder):
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoCamera, match=r"no (folder|picture in) "):
        FolderCamera(tmp_path / folder)


def test_the_photo_camera_asks_for_a_photo_until_there_is_one(clock, scene):
    camera = PhotoCamera(clock, wait_s=0.01)
    with pytest.raises(CameraLost, match="no photo yet; take one with the phone"):
        camera.frame()
    camera.put(jpeg(scene))
    assert camera.frame().taken_s == 100.0


def test_a_newer_photo_takes_the_place_of_the_last(clock, scene):
    camera = PhotoCamera(clock, wait_s=0.01)
    camera.put(jpeg(scene))
    camera.put(jpeg(scene[:, :80]))
    assert camera.frame().pixels.shape == (240, 80, 3)


@pytest.mark.parametrize("data", [b"", b"not a picture"])
def test_a_photo_that_is_none_is_refused(data):
    with pytest.raises(BadSetting, match="send a JPEG or PNG"):
        PhotoCamera().put(data)


def test_a_webcam_gives_the_newest_frame_not_one_that_waited(tmp_path, clock):
    pictures = [np.full((48, 64, 3), 10 * number, np.uint8) for number in range(1, 25)]
    video = Unpluggable(write_video(tmp_path / "steps.avi", pictures))
    camera = WebCamera(0, clock, wait_s=WAIT_S, open_capture=lambda device: video)
    first = round(camera.frame().pixels.mean() / 10)
    video.unplugged.wait(0.06)  # the table is not looked at for a while, and the webcam goes on
    later = round(camera.frame().pixels.mean() / 10)
    camera.close()
    assert later - first >= 5


def test_a_webcam_that_is_not_there_is_refused_by_name():
    with pytest.raises(NoCamera, match="no webcam 7; plugged in are "):
        WebCamera(7, open_capture=lambda device: cv2.VideoCapture())


def ask_until_lost(camera: Camera) -> None:
    for _ in range(3):
        camera.frame()


def test_a_webcam_that_hangs_in_its_driver_holds_nobody_up(tmp_path, scene, clock):
    free = Event()

    video = Unpluggable(write_video(tmp_path / "table.avi", [scene] * 5))
    camera = WebCamera(0, clock, wait_s=0.05, open_capture=lambda device: video)
    video.grab = lambda: free.wait() and False
    with pytest.raises(CameraLost, match=r"no frame for 0\.05 s"):
        ask_until_lost(camera)
    with pytest.raises(CameraHangs, match="the camera 0 hangs in its driver; pull its plug"):
        camera.close()
    free.set()


def test_a_stream_that_only_drips_leaves_no_thread_behind(server, clock):
    before = set(enumerate_threads())
    for _ in range(3):
        camera = UrlCamera(server.address("drip"), clock, wait_s=0.1)
        with pytest.raises(CameraLost, match="no frame for"):
            camera.frame()
        camera.close()
    assert [thread.name for thread in set(enumerate_threads()) - before if thread.name.startswith("camera")] == []


def test_a_dripping_camera_that_is_watched_leaves_no_thread_behind(server, clock):
    camera = WatchedCamera(lambda: UrlCamera(server.address("drip"), clock, wait_s=0.1), clock, wait=clock.wait)
    for _ in range(4):
        with pytest.raises(CameraLost):
            camera.frame()
    left = [thread.name for thread in enumerate_threads() if "camera" in thread.name or "device" in thread.name]
    assert left == []


def test_a_picture_that_only_drips_is_a_lost_camera_in_time(server, clock):
    asked_s = time.monotonic()
    with pytest.raises(CameraLost):
        Snapshots(server.address("drip.jpg"), clock, 0.2).frame()
    assert time.monotonic() - asked_s < 3


def test_an_answer_that_never_begins_is_no_camera_in_time(server):
    asked_s = time.monotonic()
    with pytest.raises(NoCamera, match=r"no (camera|video) at http"):
        UrlCamera(server.address("drop"), wait_s=0.2)
    assert time.monotonic() - asked_s < 3


def test_a_camera_that_has_moved_is_followed(server, clock, scene):
    camera = UrlCamera(server.address("moved"), clock, wait_s=WAIT_S)
    assert camera.frame().pixels.shape == scene.shape
    camera.close()


def test_a_stream_whose_parts_have_no_length_is_read_all_the_same(server, clock, scene):
    camera = UrlCamera(server.address("bare"), clock, wait_s=WAIT_S)
    shape = camera.frame().pixels.shape
    camera.close()
    assert shape == scene.shape


@pytest.mark.parametrize("page", ["page", "nowhere"])
def test_an_address_without_a_camera_is_refused(server, page):
    with pytest.raises(NoCamera, match=r"no (camera|video) at http://127\.0\.0\.1"):
        UrlCamera(server.address(page), wait_s=WAIT_S)


def test_an_address_nobody_answers_is_refused_without_its_password(server):
    port = server.server_port
    server.stop()
    with pytest.raises(NoCamera, match=r"no camera at http://127\.0\.0\.1") as refused:
        UrlCamera(f"http://me:secret@127.0.0.1:{port}/stream", wait_s=WAIT_S)
    assert "secret" not in str(refused.value)


def test_name_and_password_of_an_address_are_sent_as_a_browser_would(server, clock):
    address = server.address("shot.jpg").replace("//", "//me:secret@")
    UrlCamera(address, clock, wait_s=WAIT_S).frame()
    assert [head["Authorization"] for head in server.heads] == ["Basic bWU6c2VjcmV0"] * 2


def test_a_garbled_picture_in_a_stream_is_a_lost_camera(clock):
    server = CameraServer([b"not a picture"])
    camera = UrlCamera(server.address("stream"), clock, wait_s=WAIT_S)
    with pytest.raises(CameraLost, match="cannot be decoded"):
        camera.frame()
    camera.close()
    server.stop()


def test_every_camera_error_is_one_of_ours():
    assert all(issubclass(kind, HardwareError) for kind in (CameraLost, NoCamera, BadSetting))
