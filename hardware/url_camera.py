"""A camera somewhere in the house by its address: motion JPEG or single pictures over HTTP, anything else by FFmpeg."""

import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import BinaryIO
from urllib.parse import unquote, urljoin, urlsplit

import cv2

from hardware.camera import Camera, Clock, Frame, Pixels, decode_picture
from hardware.errors import BadSetting, CameraLost, NoCamera
from hardware.in_time import cut, cut_after
from hardware.video_camera import WAIT_S, NewestFrame

SCHEMES = ("http", "https", "rtsp", "rtsps", "file")
MOST_BYTES = 50_000_000  # no picture is larger; a stream that says so is not one
MOST_MOVES = 3  # an answer may point elsewhere so often


def parts(stream: BinaryIO) -> Iterator[bytes]:
    """The pictures of a multipart stream, with or without a length in their heads."""
    boundary = b""
    while True:
        line = stream.readline(1000)
        if not line:
            return
        if not line.strip():
            continue
        boundary = boundary or line.strip()
        length = _length(stream)
        yield stream.read(length) if length else _until(stream, boundary)


def _length(stream: BinaryIO) -> int:
    """Reads a part's head to its empty line; 0 if it does not say how long the part is."""
    length = 0
    while (line := stream.readline(1000)).strip():
        name, _, value = line.decode("latin-1").partition(":")
        if name.strip().lower() == "content-length":
            length = min(int(value), MOST_BYTES)
    return length


def _until(stream: BinaryIO, boundary: bytes) -> bytes:
    picture = bytearray()
    while line := stream.readline(65_536):
        if line.strip().startswith(boundary):
            break
        picture += line
        if len(picture) > MOST_BYTES:
            raise OSError("the stream has a part without an end")
    return bytes(picture.rstrip(b"\r\n"))


@dataclass(frozen=True)
class Answer:
    """What a camera answers, and the line it comes on: a line can be cut off from any thread, an answer cannot."""

    head: HTTPResponse
    line: socket.socket

    def close(self) -> None:
        cut(self.line)
        self.head.close()
        self.line.close()


class MotionJpeg:
    """The pictures of a motion JPEG stream, one after the other; `interrupt` wakes a reader that waits for a byte."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._parts = parts(answer.head)
        self._newest = b""

    def interrupt(self) -> None:
        cut(self._answer.line)

    def grab(self) -> bool:
        try:
            self._newest = next(self._parts, b"")
        except (ValueError, HTTPException) as wrong:
            raise OSError(f"the stream is garbled: {wrong}") from wrong
        return bool(self._newest)

    def retrieve(self) -> tuple[bool, Pixels]:
        try:
            return True, decode_picture(self._newest)
        except BadSetting as wrong:
            raise OSError(str(wrong)) from wrong

    def release(self) -> None:
        self._answer.close()


class Snapshots:
    """A camera that hands out single pictures: one is asked for whenever one is needed."""

    def __init__(self, url: str, clock: Clock, wait_s: float) -> None:
        self._url = url
        self._clock = clock
        self._wait_s = wait_s
        self._is_closed = False

    def frame(self) -> Frame:
        if self._is_closed:
            raise CameraLost(f"the camera at {_without_password(self._url)} is closed; open it again")
        try:
            return Frame(decode_picture(_fetch(self._url, self._wait_s)), self._clock())
        except (OSError, HTTPException, BadSetting) as wrong:
            raise CameraLost(
                f"no picture from {_without_password(self._url)}: {wrong}; check the camera app"
            ) from wrong

    def close(self) -> None:
        self._is_closed = True


class UrlCamera:
    """A network camera, or a phone with a camera app: http, https or rtsp; or a recording: file."""

    def __init__(self, url: str, clock: Clock = time.monotonic, *, wait_s: float = WAIT_S) -> None:
        if urlsplit(url).scheme not in SCHEMES:
            raise BadSetting(f"no camera at {url!r}; its address begins with {', '.join(SCHEMES)}")
        self._camera = _open(url, clock, wait_s)

    def frame(self) -> Frame:
        return self._camera.frame()

    def close(self) -> None:
        self._camera.close()


def _open(url: str, clock: Clock, wait_s: float) -> Camera:
    name = _without_password(url)
    if url.startswith("http"):
        try:
            answer = _ask(url, wait_s)
        except (OSError, HTTPException, ValueError) as wrong:
            raise NoCamera(f"no camera at {name}: {wrong}; check the address in a browser") from wrong
        kind = answer.head.headers.get_content_type()
        if kind.startswith("multipart/"):
            stream = MotionJpeg(answer)
            return NewestFrame(stream, name, clock, wait_s, interrupt=stream.interrupt)
        answer.close()
        if kind.startswith("image/"):
            return Snapshots(url, clock, wait_s)
    video = _open_video(url, wait_s)
    every_s = 1 / max(video.get(cv2.CAP_PROP_FPS), 1.0) if url.startswith("file:") else 0.0
    return NewestFrame(video, name, clock, wait_s, every_s)


def _fetch(url: str, wait_s: float) -> bytes:
    """One picture, all of it within the time: a camera that drips would never be done."""
    answer = _ask(url, wait_s)
    try:
        with cut_after(answer.line, wait_s):
            return answer.head.read(MOST_BYTES)
    finally:
        answer.close()


def _ask(url: str, wait_s: float) -> Answer:
    """The head of the answer within the time, also where it says that the camera has moved."""
    for _ in range(MOST_MOVES + 1):
        answer = _ask_here(url, wait_s)
        moved = answer.head.getheader("Location") if 300 <= answer.head.status < 400 else None
        if not moved:
            break
        answer.close()
        url = urljoin(url, moved)
    if answer.head.status != 200:
        answer.close()
        raise OSError(f"it answers {answer.head.status} {answer.head.reason}")
    return answer


def _ask_here(url: str, wait_s: float) -> Answer:
    address = urlsplit(url)
    kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
    connection = kind(address.hostname or "", address.port, timeout=wait_s)
    connection.connect()
    line = connection.sock
    try:
        with cut_after(line, wait_s):
            connection.request(
                "GET",
                address._replace(scheme="", netloc="", fragment="").geturl() or "/",
                headers={"User-Agent": "companion", "Connection": "close", **_authorization(url)},
            )
            return Answer(connection.getresponse(), line)
    except (OSError, HTTPException):
        line.close()
        raise


def _authorization(url: str) -> dict[str, str]:
    """The head a browser would make of name:password@ in an address.

    >>> _authorization("http://me:secret@cam.local/live")
    {'Authorization': 'Basic bWU6c2VjcmV0'}
    """
    address = urlsplit(url)
    if not address.username:
        return {}
    words = f"{unquote(address.username)}:{unquote(address.password or '')}"
    return {"Authorization": f"Basic {b64encode(words.encode()).decode()}"}


def _open_video(url: str, wait_s: float) -> cv2.VideoCapture:
    wait_ms = int(wait_s * 1000)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, wait_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, wait_ms]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        capture.release()
        raise NoCamera(f"no video at {_without_password(url)}; check the address in a player such as VLC")
    return capture


def _without_password(url: str) -> str:
    """The address as it may be logged.

    >>> _without_password("rtsp://me:secret@cam.local/live")
    'rtsp://cam.local/live'
    """
    address = urlsplit(url)
    return address._replace(netloc=address.netloc.rpartition("@")[2]).geturl()
