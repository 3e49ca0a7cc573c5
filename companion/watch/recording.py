"""What the camera saw and what was entered, kept in a folder: only what changed, and never more than its share."""

import logging
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Lock

import cv2
import msgspec
import numpy as np

from companion.errors import BadInput
from companion.play.journal import Entry
from companion.play.news import Asked, Entered, News, SatDown
from companion.play.sitting import Sitting
from companion.play.table import Table
from hardware.camera import Frame, Pixels
from vision.eyes import Look

log = logging.getLogger(__name__)

FILE = "recording.jsonl"
FORMAT = "companion-recording-1"
MOST_BYTES = 2_000_000_000  # two and a half hours of moving hands
SPARE_BYTES = 500_000_000  # what is left free on the disk, for the journal above all
QUALITY = 92  # JPEG: measured to read the same as the frame itself, at a tenth of its size
SHRINK = 4
STEP = 9  # grey levels of the small picture: less than the eyes call a change, more than a camera's noise
SPECK = 4  # small pixels
BLOCK = 16  # a part that was kept begins and ends where JPEG's own blocks do

Box = tuple[int, int, int, int]


class Seated(msgspec.Struct, frozen=True, tag="table"):
    """A game came onto the table: as it would be exported at that moment, and through which lens it is seen."""

    format: str
    at: float
    fov_deg: float
    lens_k1: float | None
    lens_k2: float
    whole: msgspec.Raw


class Shown(msgspec.Struct, frozen=True, tag="frame", omit_defaults=True):
    """A frame that differs from what was kept: a whole picture, or the part that belongs at x, y of the one before."""

    at: float
    picture: str
    is_whole: bool = False
    x: int = 0
    y: int = 0
    lit: tuple[str, ...] = ()


class Rested(msgspec.Struct, frozen=True, tag="still"):
    """So many frames in which nothing changed."""

    frames: int


class Said(msgspec.Struct, frozen=True, tag="entry"):
    entry: Entry


class Wondered(msgspec.Struct, frozen=True, tag="question"):
    """A question came up."""

    at: float
    text: str
    answers: tuple[str, ...]


Line = Seated | Shown | Rested | Said | Wondered


class Recording:
    """Writes one folder; `keep` takes every frame, `hear` every entry. A full disk ends it and never the game."""

    def __init__(
        self,
        folder: Path,
        table: Table,
        clock: Callable[[], float],
        fov_deg: float = 66.0,
        lens: tuple[float | None, float] = (None, 0.0),
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._folder, self._table, self._clock = folder, table, clock
        self._lens = fov_deg, *lens
        self._most_bytes = most_bytes
        self._lock = Lock()  # taken inside the table's, never the other way round
        self._bytes, self._pictures = _begun(folder)
        self._file = (folder / FILE).open("ab")
        self._small: Pixels | None = None  # what was kept, small
        self._still = 0  # frames since the last line
        self._why_ended = ""
        table.listen(self.hear, "recording")

    @property
    def about(self) -> str:
        """For whoever started it."""
        most = f"{self._most_bytes / 1e9:g} GB"
        return f"frames that changed and all entries are kept in {self._folder}, {most} at the most"

    def hear(self, news: News) -> None:
        match news:
            case SatDown(sitting):
                self._write(self._seated(sitting))
            case Entered(entry):
                self._write(Said(entry))
            case Asked(question):
                self._write(Wondered(self._clock(), question.text, tuple(one.label for one in question.answers)))

    def keep(self, frame: Frame, look: Look, lit: Iterable[str] = ()) -> None:
        """One frame and what the eyes made of it, before anything comes of it."""
        with self._lock:
            was_open, pixels = not self._why_ended, frame.pixels
            if was_open and (look.is_moving or look.is_new or self._small is None):
                self._take(pixels, tuple(sorted(lit)))
            else:
                self._still += 1
            ended = self._why_ended if was_open else ""
        if ended:
            log.warning("%s", ended)
            self._table.notice("recording", ended)

    def close(self) -> None:
        with self._lock:
            self._rest()
            self._why_ended = self._why_ended or "closed"
            self._file.close()

    def _seated(self, sitting: Sitting) -> Seated:
        whole = msgspec.json.format(self._table.export(sitting.saved.id), indent=-1)
        return Seated(FORMAT, self._clock(), *self._lens, msgspec.Raw(whole))

    def _take(self, pixels: Pixels, lit: tuple[str, ...]) -> None:
        small = _small(pixels)
        box = changed(small, self._small, pixels)
        if box is None:
            self._still += 1
            return
        x0, y0, x1, y1 = box
        _, data = cv2.imencode(".jpg", pixels[y0:y1, x0:x1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if self._has_room(len(data)):
            before = self._small if self._small is not None and self._small.shape == small.shape else None
            self._small = small if before is None else _with_part(before, small, box)
            name = f"{self._pictures + 1:06d}.jpg"
            self._put(data.tobytes(), Shown(round(self._clock(), 2), name, before is None, x0, y0, lit))

    def _put(self, data: bytes, line: Shown) -> None:
        self._pictures += 1
        try:
            (self._folder / line.picture).write_bytes(data)
        except OSError as full:
            self._end(f"{line.picture} could not be written: {full.strerror}")
            return
        self._bytes += len(data)
        self._rest()
        self._append(line)

    def _write(self, line: Line) -> None:
        with self._lock:
            self._rest()
            self._append(line)

    def _rest(self) -> None:
        still, self._still = self._still, 0
        if still:
            self._append(Rested(still))

    def _append(self, line: Line) -> None:
        if self._why_ended:
            return
        data = msgspec.json.encode(line) + b"\n"
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as full:
            self._end(f"{FILE} could not be written: {full.strerror}")
        self._bytes += len(data)

    def _has_room(self, more: int) -> bool:
        if self._bytes + more > self._most_bytes:
            self._end(f"its {self._most_bytes / 1e9:g} GB are full")
        elif shutil.disk_usage(self._folder).free < SPARE_BYTES + more:
            self._end(f"less than {SPARE_BYTES / 1e9:g} GB are free on the disk")
        return not self._why_ended

    def _end(self, why: str) -> None:
        self._why_ended = f"the recording in {self._folder} has ended: {why}; the game goes on"


def changed(now: Pixels, before: Pixels | None, pixels: Pixels) -> Box | None:
    """The part of a picture that differs from what was kept, in its own pixels; None where nothing does."""
    high, wide = pixels.shape[:2]
    if before is None or before.shape != now.shape:
        return 0, 0, wide, high
    _, mask = cv2.threshold(cv2.absdiff(now, before), STEP, 255, cv2.THRESH_BINARY)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    if cv2.countNonZero(mask) < SPECK:
        return None
    x, y, w, h = cv2.boundingRect(mask)
    x0, y0 = ((at * SHRINK - BLOCK) // BLOCK * BLOCK for at in (x, y))
    x1, y1 = (-(-(at * SHRINK + BLOCK) // BLOCK) * BLOCK for at in (x + w, y + h))
    return max(0, x0), max(0, y0), min(wide, x1), min(high, y1)


def _small(pixels: Pixels) -> Pixels:
    size = pixels.shape[1] // SHRINK, pixels.shape[0] // SHRINK
    return np.asarray(cv2.resize(pixels[:, :, 1], size, interpolation=cv2.INTER_AREA), np.uint8)


def _with_part(before: Pixels, now: Pixels, box: Box) -> Pixels:
    x0, y0, x1, y1 = (at // SHRINK for at in box)
    kept = before.copy()
    kept[y0:y1, x0:x1] = now[y0:y1, x0:x1]
    return kept


def _begun(folder: Path) -> tuple[int, int]:
    """How many bytes and pictures the folder holds; made if it is not there, gone on with if it is a recording."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        inside = list(folder.iterdir())
        is_ours = (folder / FILE).exists() or not inside
        if not is_ours or not os.access(folder, os.W_OK):
            why = "it holds other things" if not is_ours else "it cannot be written"
            raise BadInput(f"no recording in {folder}: {why}; name a new folder, or that of a recording to go on with")
        return sum(path.stat().st_size for path in inside), _last_picture(inside)
    except OSError as refused:
        raise BadInput(f"no recording in {folder}: {refused.strerror}; name another folder") from None


def _last_picture(paths: Iterable[Path]) -> int:
    return max((int(path.stem) for path in paths if path.suffix == ".jpg" and path.stem.isdigit()), default=0)
