"""The driver for the Pi's own camera, on a stand-in that is held to picamera2's real source."""

import ast
import importlib.util
from pathlib import Path
from threading import Event

import numpy as np
import pytest

import hardware.pi_camera
from hardware.errors import CameraHangs, CameraLost, NoCamera
from hardware.modes import Field
from hardware.pi_camera import SETTLE_FRAMES, SETTLE_MOST, PiCamera, pi_cameras

PI_CAMERA_3 = (4608, 2592)


def source_of(module: str) -> ast.Module:
    """The real source, read and never imported: importing needs libcamera."""
    spec = importlib.util.find_spec("picamera2")
    if spec is None or spec.origin is None:
        pytest.skip("picamera2 is not installed; uv pip install --no-deps picamera2 brings its source")
    return ast.parse((Path(spec.origin).parent / f"{module}.py").read_text())


def class_of(module: str, name: str) -> ast.ClassDef:
    return next(node for node in source_of(module).body if isinstance(node, ast.ClassDef) and node.name == name)


def signatures(node: ast.ClassDef) -> dict[str, list[str]]:
    """Method -> its parameters in order, those with a default marked; of overloads the last, which is the real one."""
    found = {}
    for method in (part for part in node.body if isinstance(part, ast.FunctionDef)):
        names = [argument.arg for argument in method.args.args]
        first_default = len(names) - len(method.args.defaults)
        found[method.name] = [f"{name}=" if at >= first_default else name for at, name in enumerate(names)]
    return found


def attributes(node: ast.AST, of: str) -> set[str]:
    """What is asked of `of` ("self._camera", "request") anywhere in the code."""
    return {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute) and ast.unparse(part.value) == of}


def stand_in_class(name: str) -> ast.ClassDef:
    tree = ast.parse((Path(__file__).parent / "conftest.py").read_text())
    return next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)


@pytest.mark.parametrize(
    ("ours", "module", "theirs"), [("StandIn", "picamera2", "Picamera2"), ("Request", "request", "CompletedRequest")]
)
def test_stand_in_has_the_signatures_of_the_real_class(ours, module, theirs):
    real = signatures(class_of(module, theirs))
    mine = signatures(stand_in_class(ours))
    mine.pop("__init__") if ours == "Request" else None  # picamera2 itself makes requests
    assert mine == {name: real[name] for name in mine}


def test_driver_asks_the_camera_only_for_what_the_real_one_has():
    driver = ast.parse(Path(hardware.pi_camera.__file__).read_text())
    real = class_of("picamera2", "Picamera2")
    known = {part.name for part in ast.walk(real) if isinstance(part, ast.FunctionDef)} | attributes(real, "self")
    assert attributes(driver, "self._camera") - known == set()
    assert attributes(driver, "self._camera") >= {"capture_request", "wait", "cancel_all_and_flush", "set_controls"}


def test_driver_asks_a_request_only_for_what_the_real_one_has():
    driver = ast.parse(Path(hardware.pi_camera.__file__).read_text())
    real = {part.name for part in class_of("request", "CompletedRequest").body if isinstance(part, ast.FunctionDef)}
    assert attributes(driver, "request") == {"make_array", "get_metadata", "release"} <= real


def test_reads_half_the_sensor_each_way_and_a_small_grey_frame(clock, stand_in):
    frame = PiCamera(0, clock, picamera2=stand_in(sensor=PI_CAMERA_3)).frame()
    assert frame.pixels.shape == (1296, 2304, 3)
    assert frame.small is not None
    assert frame.small.shape == (180, 320)


def test_asks_for_fresh_frames_of_the_whole_view_without_a_raw_stream(clock, stand_in):
    config = PiCamera(0, clock, picamera2=stand_in(sensor=PI_CAMERA_3))._camera.config
    assert (config["queue"], config["raw"], config["sensor"]) == (False, None, {"output_size": (2304, 1296)})


CAMERA_3_MODES = (
    {"size": (1536, 864), "fps": 120.13, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "fps": 56.03, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "fps": 14.35, "crop_limits": (0, 0, 4608, 2592)},
    {"format": "MJPEG"},  # a camera behind something that is no sensor tells no more
)


@pytest.mark.parametrize(
    ("module_mm", "size", "buffers"), [(2.0, (2304, 1296), 4), (1.25, (4608, 2592), 3), (0.3, (4608, 2592), 3)]
)
def test_a_mode_is_chosen_that_reads_the_smallest_marker(clock, stand_in, module_mm, size, buffers):
    camera = PiCamera(
        0, clock, field=Field(841, 594, module_mm), picamera2=stand_in(sensor=PI_CAMERA_3, modes=CAMERA_3_MODES)
    )
    config = camera._camera.config
    assert (config["main"]["size"], config["sensor"], config["buffer_count"]) == (size, {"output_size": size}, buffers)
    assert config["lores"]["size"] == (320, 180)


def test_a_camera_that_tells_no_modes_is_read_at_half_its_sensor(clock, stand_in):
    camera = PiCamera(0, clock, field=Field(841, 594, 2.0), picamera2=stand_in(sensor=PI_CAMERA_3))
    assert camera._camera.config["main"]["size"] == (2304, 1296)


def test_an_evening_may_be_exposed_for_as_long_as_a_look_lasts(clock, stand_in):
    controls = PiCamera(0, clock, picamera2=stand_in())._camera.config["controls"]
    assert controls == {"FrameDurationLimits": (33_333, 200_000), "AeExposureMode": 2}


def test_a_camera_without_those_controls_is_not_asked_for_them(clock, stand_in):
    assert PiCamera(0, clock, picamera2=stand_in(advertised=("AeEnable",)))._camera.config["controls"] == {}


def test_a_camera_whose_closing_never_ends_says_so_in_time(clock, stand_in):
    free = Event()
    camera = PiCamera(0, clock, close_s=0.01, picamera2=stand_in(close=lambda camera: free.wait()))
    with pytest.raises(CameraHangs, match=r"the Pi camera hangs: .* takes more than 0\.01 s; check its"):
        camera.close()
    free.set()


@pytest.mark.parametrize("kind", ["RGB888", "XBGR8888", "YUV420", "NV12"])
def test_decodes_the_format_the_camera_gives_not_the_one_asked_for(clock, stand_in, kind):
    pixels = PiCamera(0, clock, picamera2=stand_in(gives=kind)).frame().pixels
    assert pixels.shape == (720, 1280, 3)
    assert np.abs(pixels[600, 300].astype(int) - (200, 40, 20)).max() <= 6
    assert np.abs(pixels[600, 900].astype(int) - (20, 40, 200)).max() <= 6


def test_a_format_we_cannot_read_is_refused_by_name(clock, stand_in):
    with pytest.raises(NoCamera, match="it gives MJPEG, and we read RGB888, "):
        PiCamera(0, clock, picamera2=stand_in(gives="MJPEG"))


def test_a_camera_with_one_stream_only_is_used_without_a_small_frame(clock, stand_in):
    assert PiCamera(0, clock, picamera2=stand_in(has_lores=False)).frame().small is None


def test_a_camera_that_gives_a_large_second_stream_still_gives_a_small_frame(clock, stand_in):
    small = PiCamera(0, clock, picamera2=stand_in(lores_size=(1920, 1080))).frame().small
    assert small is not None
    assert small.shape == (180, 320)


def test_no_camera_on_the_ribbon_says_what_to_check(clock, stand_in):
    with pytest.raises(NoCamera, match=r"no Pi camera 0: .*; check its ribbon cable"):
        PiCamera(0, clock, picamera2=stand_in(cameras=()))


def test_every_request_is_given_back_even_if_it_cannot_be_read(clock, stand_in):
    camera = PiCamera(0, clock, picamera2=stand_in(padding=1))  # an odd padding cannot be taken apart
    with pytest.raises(ValueError):
        camera.frame()
    assert camera._camera.calls.count("release") == 1


def test_when_frames_stop_waiting_jobs_are_cancelled_so_that_closing_does_not_hang(clock, stand_in):
    camera = PiCamera(0, clock, picamera2=stand_in())
    camera._camera.has_frames = False
    with pytest.raises(CameraLost, match="gave no frame for 2 s"):
        camera.frame()
    camera.close()
    assert camera._camera.calls[-2:] == ["cancel_all_and_flush", "close"]


def test_exposure_colours_and_focus_are_fixed_once_they_have_settled(clock, stand_in):
    camera = PiCamera(0, clock, picamera2=stand_in())
    camera._camera.metadata |= {"AfState": 2, "LensPosition": 3.5}
    for _ in range(SETTLE_FRAMES + 10):
        camera.frame()
    assert camera._camera.controls == [
        {"AeEnable": True, "AwbEnable": True, "AfMode": 1, "AfTrigger": 0},
        {"AeEnable": False, "ExposureTime": 9000, "AnalogueGain": 2.0, "AwbEnable": False, "ColourGains": (1.5, 2.5)}
        | {"AfMode": 0, "LensPosition": 3.5},
    ]


def test_nothing_is_fixed_while_exposure_still_moves_or_focus_is_searched_for(clock, stand_in):
    camera = PiCamera(0, clock, picamera2=stand_in())
    for number in range(30):
        camera._camera.metadata |= {"ExposureTime": 9000 + 500 * number}
        camera.frame()
    camera._camera.metadata |= {"AfState": 1}
    for _ in range(30):
        camera.frame()
    assert len(camera._camera.controls) == 1


def test_a_camera_that_never_settles_is_fixed_as_it_is(clock, stand_in):
    camera = PiCamera(0, clock, picamera2=stand_in())
    for number in range(SETTLE_MOST):
        camera._camera.metadata |= {"ExposureTime": 9000 if number % 2 else 5000}
        camera.frame()
    assert [controls["AeEnable"] for controls in camera._camera.controls] == [True, False]


def test_controls_this_camera_lacks_are_left_out(clock, stand_in):
    camera = PiCamera(0, clock, picamera2=stand_in(advertised=("AeEnable", "ExposureTime", "AnalogueGain")))
    for _ in range(SETTLE_FRAMES + 1):
        camera.frame()
    assert camera._camera.controls == [
        {"AeEnable": True},
        {"AeEnable": False, "ExposureTime": 9000, "AnalogueGain": 2.0},
    ]


def test_a_room_that_stays_darker_makes_the_camera_settle_anew(clock, stand_in):
    camera = PiCamera(0, clock, picamera2=stand_in())
    for _ in range(SETTLE_FRAMES + 2):
        camera.frame()
    camera._camera.scene = camera._camera.scene // 3
    for _ in range(8):
        clock.now += 1
        camera.frame()
    assert [controls["AeEnable"] for controls in camera._camera.controls] == [True, False, True]


def test_a_sleeve_over_the_table_changes_nothing(clock, stand_in):
    camera = PiCamera(0, clock, picamera2=stand_in())
    for _ in range(SETTLE_FRAMES + 2):
        camera.frame()
    bright = camera._camera.scene
    for picture in (bright // 3, bright // 3, bright, bright // 3, bright):
        camera._camera.scene = picture
        clock.now += 2
        camera.frame()
    assert [controls["AeEnable"] for controls in camera._camera.controls] == [True, False]


def test_without_libcamera_the_driver_says_what_to_install():
    if importlib.util.find_spec("libcamera") is not None:
        pytest.skip("libcamera is installed here")
    with pytest.raises(NoCamera, match=r"picamera2 is not installed: .*; install python3-picamera2, or use a webcam"):
        pi_cameras()
