"""What `companion calibrate` does: pictures of the printed page, from photos or the camera, to a measured lens."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.errors import BadInput
from companion.watch.reading import open_photo
from hardware.camera import Camera
from hardware.choose_camera import choose_camera
from vision.calibration import ENOUGH, MOST_ERROR_PX, Calibration, Measured

LEAST_PHOTOS = 3
PATIENCE_S = 180.0  # without a picture that helps


def by_photos(photos: Sequence[Path], fov_deg: float, say: Callable[[str], None]) -> Measured:
    calibration = Calibration(fov_deg)
    for photo in photos:
        why_not = calibration.take(open_photo(photo))
        say(f"{photo}: {why_not or 'taken'}")
    if calibration.count < LEAST_PHOTOS:
        few = f"{calibration.count} of the photos can be used and {LEAST_PHOTOS} are needed"
        raise BadInput(f"{few}; take the page from more sides")
    return _sound(calibration.measured())


def by_camera(
    source: str, fov_deg: float, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic
) -> Measured:
    """Watches until it has seen the page from enough sides."""
    chosen = choose_camera(source)
    if chosen.open is None:
        raise BadInput(f"{chosen.why}; give photos of the page in place of it: companion calibrate PHOTO ...")
    camera = chosen.open()
    try:
        return _sound(_watched(camera, Calibration(fov_deg), say, clock).measured())
    finally:
        camera.close()


def _watched(
    camera: Camera, calibration: Calibration, say: Callable[[str], None], clock: Callable[[], float]
) -> Calibration:
    since, told = clock(), ""
    while calibration.count < ENOUGH:
        said = calibration.take(camera.frame().pixels)
        if not said:
            since = clock()
            said = f"picture {calibration.count} of {ENOUGH} taken; now tilt or turn the page"
        if said != told:
            say(said)
            told = said
        if clock() - since > PATIENCE_S:
            raise BadInput(f"no picture that helps for {PATIENCE_S:g} s: {told}")
    return calibration


def _sound(measured: Measured) -> Measured:
    if measured.error_px > MOST_ERROR_PX:
        raise BadInput(
            f"the page's corners are up to {measured.error_px:g} px off; glue it flat on card, and print it at 100 %"
        )
    return measured


def as_settings(measured: Measured) -> str:
    """Lines for /etc/companion.toml."""
    return (
        f"# measured from {measured.pictures} pictures; corners at most {measured.error_px:g} px off\n[camera]\n"
        f"fov_deg = {measured.fov_deg}\nlens_k1 = {measured.lens_k1}\nlens_k2 = {measured.lens_k2}"
    )
