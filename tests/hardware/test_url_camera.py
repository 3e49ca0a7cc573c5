"""A camera by its address: the parts of a stream, and what of an address may be sent and said."""

from io import BytesIO
from types import SimpleNamespace

import pytest

from hardware.errors import BadSetting, CameraLost
from hardware.url_camera import MotionJpeg, Snapshots, UrlCamera, parts


def test_parts_of_a_stream_with_and_without_length_are_the_pictures_sent():
    stream = (
        b"\r\n--b\r\nContent-Length: 3\r\n\r\nabc\r\n--b\r\nX: y\r\n\r\nde\r\nf\r\n--b\r\nContent-Length: 1\r\n\r\ng"
    )
    assert list(parts(BytesIO(stream)))[:2] == [b"abc", b"de\r\nf"]


def test_an_address_of_another_kind_is_refused():
    with pytest.raises(BadSetting, match="its address begins with http, https, rtsp"):
        UrlCamera("ftp://somewhere/stream")


def test_a_stream_that_breaks_off_ends():
    assert list(parts(BytesIO(b""))) == []
    assert list(parts(BytesIO(b"--b\r\nContent-Length: 9\r\n\r\nabc"))) == [b"abc"]


def test_a_length_that_is_no_number_is_a_garbled_stream():
    stream = MotionJpeg(SimpleNamespace(head=BytesIO(b"--b\r\nContent-Length: many\r\n\r\nabc")))
    with pytest.raises(OSError, match="the stream is garbled"):
        stream.grab()


def test_a_part_that_is_no_picture_cannot_be_decoded():
    stream = MotionJpeg(SimpleNamespace(head=BytesIO(b"--b\r\nContent-Length: 3\r\n\r\nabc")))
    assert stream.grab()
    with pytest.raises(OSError, match="cannot be decoded"):
        stream.retrieve()


def test_a_closed_camera_says_so_without_its_password(clock):
    camera = Snapshots("http://me:secret@cam.local/shot.jpg", clock, 1.0)
    camera.close()
    with pytest.raises(CameraLost, match=r"the camera at http://cam\.local/shot\.jpg is closed"):
        camera.frame()
