"""`companion calibrate` with a pretend page and camera: what it takes, what it says, when it gives up."""

import cv2
import numpy as np
import pytest

from companion import calibrate
from companion.calibrate import as_settings, by_camera, by_photos
from companion.config import read_config
from companion.errors import BadInput
from hardware.camera import Frame
from hardware.choose_camera import Chosen
from vision.calibration import ENOUGH, Measured

GREY = np.full((120, 160, 3), 127, np.uint8)
GOOD = Measured(66.4, -0.01, 0.002, 0.4, 6)


class Pretend:
    """Takes what it is told to; `answers` are what each picture comes to."""

    answers: tuple[str, ...] = ()
    result = GOOD

    def __init__(self, fov_deg: float) -> None:
        self.count = 0
        self._answers = list(self.answers)

    def take(self, pixels: np.ndarray) -> str:
        said = self._answers.pop(0) if self._answers else ""
        self.count += not said
        return said

    def measured(self) -> Measured:
        return self.result


class Camera:
    is_closed = False

    def frame(self) -> Frame:
        return Frame(GREY, 0.0)

    def close(self) -> None:
        Camera.is_closed = True


@pytest.fixture
def pretend(monkeypatch):
    monkeypatch.setattr(calibrate, "Calibration", Pretend)
    monkeypatch.setattr(calibrate, "choose_camera", lambda source: Chosen("webcam", Camera, "a webcam"))
    monkeypatch.setattr(Pretend, "answers", ())
    return Pretend


@pytest.fixture
def photos(tmp_path):
    paths = [tmp_path / f"{number}.png" for number in range(4)]
    for path in paths:
        cv2.imwrite(str(path), GREY)
    return paths


def test_photos_are_named_with_what_became_of_each(pretend, photos, monkeypatch):
    monkeypatch.setattr(Pretend, "answers", ("", "too far away"))
    said: list[str] = []
    assert by_photos(photos, 66.0, said.append) == GOOD
    assert said == [f"{photos[0]}: taken", f"{photos[1]}: too far away", f"{photos[2]}: taken", f"{photos[3]}: taken"]


def test_too_few_photos_are_refused(pretend, photos):
    with pytest.raises(BadInput, match="2 of the photos can be used and 3 are needed"):
        by_photos(photos[:2], 66.0, lambda line: None)


def test_photos_without_the_page_are_refused_for_real(photos):
    with pytest.raises(BadInput, match="0 of the photos can be used"):
        by_photos(photos, 66.0, lambda line: None)


def test_the_camera_is_watched_until_there_are_enough_and_then_closed(pretend, monkeypatch):
    monkeypatch.setattr(Pretend, "answers", ("tilt it", "tilt it", ""))
    said: list[str] = []
    assert by_camera("auto", 66.0, said.append, clock=lambda: 0.0) == GOOD
    assert said[0] == "tilt it"
    assert said[1:] == [f"picture {n + 1} of {ENOUGH} taken; now tilt or turn the page" for n in range(ENOUGH)]
    assert Camera.is_closed


def test_a_page_that_never_comes_ends_in_one_line(pretend, monkeypatch):
    monkeypatch.setattr(Pretend, "answers", ("no page",) * 500)
    times = iter(range(0, 10_000, 30))
    with pytest.raises(BadInput, match="no picture that helps for 180 s: no page"):
        by_camera("auto", 66.0, lambda line: None, clock=lambda: next(times))


def test_without_a_camera_photos_are_offered(pretend, monkeypatch):
    monkeypatch.setattr(calibrate, "choose_camera", lambda source: Chosen("none", None, "no camera found"))
    with pytest.raises(BadInput, match=r"no camera found; .* companion calibrate PHOTO"):
        by_camera("auto", 66.0, lambda line: None)


def test_a_page_that_is_not_flat_is_refused(pretend, photos, monkeypatch):
    monkeypatch.setattr(Pretend, "result", Measured(66, 0, 0, 2.5, 4))
    with pytest.raises(BadInput, match=r"up to 2\.5 px off; glue it flat"):
        by_photos(photos, 66.0, lambda line: None)


def test_what_it_prints_is_read_back_as_settings(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_text(as_settings(GOOD))
    camera = read_config(path).camera
    assert (camera.fov_deg, camera.lens_k1, camera.lens_k2) == (66.4, -0.01, 0.002)
