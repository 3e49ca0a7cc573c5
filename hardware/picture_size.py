"""How large a picture says it is, read from its first bytes: nothing is decoded, so nothing can burst."""

import struct

_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}  # the JPEG markers that begin a picture, whatever its kind
_BARE = {0x01, *range(0xD0, 0xD9)}  # JPEG markers without a length


def size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a PNG, JPEG, WebP or BMP; None for all else, and for what is cut short.

    >>> size_of(b"\\x89PNG\\r\\n\\x1a\\n\\x00\\x00\\x00\\rIHDR\\x00\\x00\\x02\\x80\\x00\\x00\\x01\\xe0")
    (640, 480)
    """
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
            return struct.unpack_from(">II", data, 16)
        if data.startswith(b"\xff\xd8"):
            return _jpeg(data)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp(data)
        if data.startswith(b"BM"):
            wide, high = struct.unpack_from("<ii", data, 18)
            return abs(wide), abs(high)
    except (struct.error, IndexError):
        return None
    return None


def is_within(data: bytes) -> bool:
    """Whether no part of a PNG says that it is longer than what was sent: decoders make room for all it says first."""
    at = 8
    while data.startswith(b"\x89PNG") and at + 8 <= len(data) and data[at + 4 : at + 8] != b"IEND":
        at += 12 + struct.unpack_from(">I", data, at)[0]
    return at <= len(data)


def _jpeg(data: bytes) -> tuple[int, int] | None:
    """From marker to marker; the largest picture counts should there be several."""
    at, found = 2, None
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:  # padding
            at += 1
        elif kind in _BARE:
            at += 2
        elif kind == 0xDA:  # the pixels themselves
            return found
        else:
            if kind in _FRAMES:
                high, wide = struct.unpack_from(">HH", data, at + 5)
                found = max(found or (0, 0), (wide, high), key=lambda size: size[0] * size[1])
            at += 2 + struct.unpack_from(">H", data, at + 2)[0]
    return found


def _webp(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":  # extended: 24 bits each, less one
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":  # lossless: 14 bits each, less one
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        wide, high = struct.unpack_from("<HH", data, 26)
        return wide & 0x3FFF, high & 0x3FFF
    return None
