"""Which camera is chosen, and the sentence that says why."""

import cv2
import numpy as np
import pytest

from hardware.camera import FolderCamera
from hardware.choose_camera import choose_camera
from hardware.errors import BadSetting, NoCamera
from hardware.video_camera import webcam_names

WEBCAM = "/dev/v4l/by-id/usb-Good_Cam_4K-video-index0"


def choose(setting: str, pi=(), webcams=()):
    def find_pi_cameras() -> list[str]:
        if isinstance(pi, Exception):
            raise pi
        return list(pi)

    return choose_camera(setting, find_pi_cameras=find_pi_cameras, find_webcams=lambda: list(webcams))


@pytest.mark.parametrize(
    ("pi", "webcams", "kind", "why"),
    [
        (["imx708"], [WEBCAM], "picamera2", "a Pi camera (imx708) is connected"),
        ([], [WEBCAM], "webcam", f"a webcam ({WEBCAM}) is plugged in; picamera2 sees no camera"),
        (
            NoCamera("picamera2 is not installed"),
            [WEBCAM],
            "webcam",
            f"a webcam ({WEBCAM}) is plugged in; picamera2 is not installed",
        ),
        ([], [], "none", "no camera found: picamera2 sees no camera, and no webcam is plugged in"),
        (
            RuntimeError("libcamera is broken"),
            [],
            "none",
            "no camera found: libcamera is broken, and no webcam is plugged in",
        ),
    ],
)
def test_auto_takes_the_best_there_is_and_says_why(pi, webcams, kind, why):
    chosen = choose("auto", pi, webcams)
    assert (chosen.kind, chosen.why) == (kind, why)
    assert (chosen.open is None) == (kind == "none")


@pytest.mark.parametrize(
    ("setting", "kind", "why"),
    [
        ("none", "none", "no camera was asked for; moves are entered on the phones"),
        ("picamera2", "picamera2", "the Pi camera was asked for"),
        ("webcam", "webcam", "webcam 0 was asked for"),
        ("webcam:2", "webcam", "webcam 2 was asked for"),
        ("webcam:Good_Cam", "webcam", "webcam Good_Cam was asked for"),
        ("url:http://me:secret@cam/live", "url", "the camera at cam/live was asked for"),
        ("folder:/pictures", "folder", "the pictures in /pictures were asked for"),
    ],
)
def test_a_camera_that_is_asked_for_is_taken(setting, kind, why):
    chosen = choose(setting)
    assert (chosen.kind, chosen.why) == (kind, why)


@pytest.mark.parametrize("setting", ["", "sim", "webcam:", "url:", "folder:", "telescope", "picamera2:1"])
def test_a_camera_nobody_knows_is_refused_with_all_there_are(setting):
    with pytest.raises(BadSetting, match=r"there are auto, picamera2, webcam, webcam:N, .*, folder:DIR, none"):
        choose(setting)


def test_a_webcam_by_name_that_is_not_plugged_in_is_refused_when_opened():
    chosen = choose("webcam:Bad_Cam", webcams=[WEBCAM])
    assert chosen.open is not None
    with pytest.raises(NoCamera, match=f"no webcam Bad_Cam; plugged in are {WEBCAM}"):
        chosen.open()


def test_a_folder_is_opened_as_a_camera(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((2, 2, 3), np.uint8))
    opened = choose(f"folder:{tmp_path}").open
    assert opened is not None
    assert isinstance(opened(), FolderCamera)


def test_webcams_are_found_by_their_stable_names(tmp_path):
    for name in ("usb-B-video-index0", "usb-A-video-index0", "usb-A-video-index1"):
        (tmp_path / name).touch()
    assert webcam_names(tmp_path, tmp_path) == [f"{tmp_path}/usb-A-video-index0", f"{tmp_path}/usb-B-video-index0"]


def test_a_pis_own_codecs_and_camera_are_no_webcams(tmp_path):
    devices = {
        "video0": ("unicam-image", 0),
        "video1": ("USB cam", 0),
        "video2": ("USB cam", 1),
        "video10": ("bcm2835-codec", 0),
    }
    for device, (name, index) in devices.items():
        (tmp_path / "sys" / device).mkdir(parents=True)
        (tmp_path / "sys" / device / "name").write_text(f"{name}\n")
        (tmp_path / "sys" / device / "index").write_text(f"{index}\n")
    assert webcam_names(tmp_path / "none", tmp_path / "sys") == ["/dev/video1"]
