"""Is anything moving, and what has changed since the table was read? On a small grey frame, so it costs little."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]

SHRINK = 4  # one small pixel stands for sixteen
STEP = 14  # grey levels that are more than noise and flicker
SPECK = 6  # small pixels that are less than anything on a table
LARGE = 0.01  # of the picture: less is never the light
BLOCK = 16  # small pixels across which light is even
TONES = 24  # shares of a picture, from dark to light, that each have their own change
EVENLY = 0.12  # logarithm of brightness: what changes otherwise than the rest by more is not the light's doing


@dataclass(frozen=True, eq=False)
class Change:
    """What the small frame tells: `where` is nonzero at small pixels that differ from the last table we read."""

    is_moving: bool
    where: Mask
    count: int

    @property
    def is_still(self) -> bool:
        return not self.is_moving and self.count < SPECK


class Stillness:
    """Compares each frame with the one before (is something moving?) and with the last one read (what is new?)."""

    def __init__(self) -> None:
        self._before: Image | None = None
        self._read: Image | None = None
        self._lamps: Mask | None = None

    def watch(self, pixels: Image, small: Image | None = None, ignore: Mask | None = None) -> Change:
        """`ignore` is nonzero where lamps shine: what blinks there is nobody's hand."""
        now = shrink(pixels) if small is None else small
        before, read = self._before, self._read
        self._before, self._lamps = now, ignore
        if before is None or before.shape != now.shape:
            self._read = None
            return Change(True, np.full(now.shape, 255, np.uint8), now.size)
        moving = cv2.countNonZero(_differ(now, before, ignore)) >= SPECK
        where = np.full(now.shape, 255, np.uint8) if read is None else _differ(now, read, ignore)
        return Change(moving, where, cv2.countNonZero(where))

    def but_for_light(self, change: Change) -> Change:
        """The change without what another light alone makes of the table that was read last."""
        if self._read is None or self._before is None or change.count < LARGE * change.where.size:
            return change
        where = _differ(self._before, relit(self._read, self._before), self._lamps)
        return Change(change.is_moving, where, cv2.countNonZero(where))

    def remember(self, hidden: Mask | None = None) -> None:
        """The frame last watched has been read; what was hidden in it stays as it was before, but for the light."""
        if self._before is None:
            return
        if hidden is None or self._read is None:
            self._read = self._before
        else:
            self._read = np.where(hidden > 0, relit(self._read, self._before), self._before)

    def forget(self) -> None:
        """Everything is to be read afresh: the camera was bumped, the light was switched."""
        self._read = None


def shrink(pixels: Image) -> Image:
    """A quarter of the size and grey: every fourth pixel, the mean of four of them so that noise averages out.

    Green is nearly luma, and taking it is free; whatever else of the frame is touched costs more than all that follows.
    """
    wide, high = pixels.shape[1] // SHRINK, pixels.shape[0] // SHRINK
    thin = pixels[::SHRINK, ::SHRINK] if pixels.ndim == 2 else pixels[::SHRINK, ::SHRINK, 1]
    return np.asarray(cv2.blur(np.ascontiguousarray(thin[:high, :wide]), (2, 2)), np.uint8)


def relit(picture: Image, now: Image) -> Image:
    """A small frame as it would look in the light of another of the same table: as most of it changed, all changes.

    What was equally bright is so again, whatever the camera makes of it (white stays white); and light may change more
    at one end of the table than at the other. Where most of the picture changed each in its own way, it is no light.
    """
    toned = np.asarray(cv2.LUT(picture, _tones(picture[::2, ::2].ravel(), now[::2, ::2].ravel())), np.uint8)
    wide, high = picture.shape[1] // BLOCK + 1, picture.shape[0] // BLOCK + 1
    was, is_now = (cv2.resize(one, (wide, high), interpolation=cv2.INTER_AREA) + 4.0 for one in (toned, now))
    gain = np.log(is_now / was).ravel()
    keep = np.abs(gain - np.median(gain)) < EVENLY
    if keep.mean() < 0.5:
        return picture
    rows, columns = np.mgrid[0:high, 0:wide]
    at = np.column_stack((columns.ravel(), rows.ravel(), np.ones(wide * high)))
    even = np.exp(at @ np.linalg.lstsq(at[keep], gain[keep], rcond=None)[0]).reshape(high, wide).astype(np.float32)
    return np.asarray(np.clip(toned * cv2.resize(even, picture.shape[::-1]), 0, 255), np.uint8)


def _tones(was: Image, is_now: Image) -> Image:
    """For each grey level what mostly became of it; levels that are rare follow their neighbours."""
    order = np.argsort(was, kind="stable")
    shares = [part for part in np.array_split(order, TONES) if len(part)]
    levels = [float(np.median(was[part])) for part in shares]
    became = [float(np.median(is_now[part])) for part in shares]
    return np.asarray(np.interp(np.arange(256), levels, np.maximum.accumulate(became)), np.uint8)


def _differ(a: Image, b: Image, ignore: Mask | None) -> Mask:
    _, mask = cv2.threshold(cv2.absdiff(a, b), STEP, 255, cv2.THRESH_BINARY)
    if ignore is not None:
        mask[ignore > 0] = 0
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
