"""A picture's size is known before a single pixel of it is made."""

import struct
import zlib
from contextlib import suppress

import cv2
import numpy as np
import pytest

from hardware.camera import MOST_PIXELS, decode_picture
from hardware.errors import BadSetting
from hardware.picture_size import size_of

NO_QUALITY: list[int] = []
KINDS = {
    "png": (".png", NO_QUALITY),
    "jpeg": (".jpg", NO_QUALITY),
    "progressive jpeg": (".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
    "webp": (".webp", [cv2.IMWRITE_WEBP_QUALITY, 70]),
    "lossless webp": (".webp", [cv2.IMWRITE_WEBP_QUALITY, 101]),
    "bmp": (".bmp", NO_QUALITY),
}


def picture(kind: str, wide: int = 321, high: int = 203) -> bytes:
    ending, options = KINDS[kind]
    pixels = np.random.default_rng(1).integers(0, 255, (high, wide, 3), np.uint8)
    return bytes(cv2.imencode(ending, pixels, options)[1])


def png_bomb(wide: int, high: int) -> bytes:
    """A small file that unfolds into a very large picture: every row the same."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    squeezed, row = zlib.compressobj(9), bytes(1 + 3 * wide)
    rows = b"".join(squeezed.compress(row) for _ in range(min(high, 4000))) + squeezed.flush()
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", KINDS)
def test_the_size_is_read_from_the_header(kind: str) -> None:
    assert size_of(picture(kind)) == (321, 203)


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_of_a_known_kind_is_decoded(kind: str) -> None:
    assert decode_picture(picture(kind)).shape == (203, 321, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_cut_short_or_spoilt_is_refused_or_decoded_but_nothing_else(kind: str) -> None:
    whole, random = picture(kind), np.random.default_rng(2)
    for _ in range(40):
        spoilt = bytearray(whole[: random.integers(1, len(whole))])
        for place in random.integers(0, len(spoilt), 4):
            spoilt[place] = random.integers(0, 256)
        with suppress(BadSetting):
            assert decode_picture(bytes(spoilt)).ndim == 3


def test_a_bomb_is_refused_before_it_unfolds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *arguments: pytest.fail("it was decoded"))
    bomb = png_bomb(30_000, 28_000)
    assert len(bomb) < 1_200_000
    with pytest.raises(BadSetting, match="30000 x 28000 pixels; send one of at most 50 million"):
        decode_picture(bomb)


def test_a_part_that_says_it_is_longer_than_the_file_is_refused_before_room_is_made_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *arguments: pytest.fail("it was decoded"))
    whole = picture("png")
    at = whole.index(b"IDAT")
    with pytest.raises(BadSetting, match="send a JPEG or PNG"):
        decode_picture(whole[: at - 4] + struct.pack(">I", 2_885_689_344) + whole[at:])


def test_a_jpeg_that_says_two_sizes_counts_as_the_larger() -> None:
    whole = picture("jpeg")
    at = whole.index(b"\xff\xc0")
    second = bytearray(whole[at : at + 2 + int.from_bytes(whole[at + 2 : at + 4], "big")])
    second[5:9] = struct.pack(">HH", 60_000, 60_000)
    after = at + len(second)
    assert size_of(whole[:after] + bytes(second) + whole[after:]) == (60_000, 60_000)


@pytest.mark.parametrize("head", [b"GIF89a", b"II*\x00", b"v/1\x01", b"\xff\xd8", b"BM"])
def test_kinds_whose_size_is_not_known_are_not_decoded(head: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *arguments: pytest.fail("it was decoded"))
    with pytest.raises(BadSetting, match="send a JPEG or PNG"):
        decode_picture(head)


def test_the_largest_picture_of_a_phone_is_taken() -> None:
    assert MOST_PIXELS >= 8064 * 6048
