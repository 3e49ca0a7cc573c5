"""The aim page's traffic lights, on frames of the simulated table hung well and badly."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.finding import Finding
from companion.games import game_named
from companion.simulation.camera import Pose, Weather, hung_over
from companion.simulation.room import sim_camera
from companion.simulation.tabletop import Tabletop
from companion.watch.aim import targets_of
from companion.watch.signs import blur, corners, module_mm, px_a_module, signs
from vision.eyes import Eyes, Look
from vision.problems import Problem

GAME = game_named("pyramid_raiders")
LAYOUT = GAME.layout()
HUNG = hung_over(LAYOUT)


@pytest.fixture(scope="module")
def camera():
    return sim_camera(GAME, Tabletop(LAYOUT, Random(1)), lambda: 0.0, seed=1)


@pytest.fixture
def seen(camera) -> Callable[..., tuple[Look, np.ndarray]]:
    def see(pose: Pose = HUNG, weather: Weather | None = None) -> tuple[Look, np.ndarray]:
        camera.bump(pose)
        camera.weather = weather or Weather()
        pixels = camera.frame().pixels
        return Eyes(targets_of(LAYOUT)).read(pixels), pixels

    return see


def by_part(findings: list[Finding]) -> dict[str, Finding]:
    return {finding.part: finding for finding in findings}


def test_a_camera_that_hangs_well_has_every_light_but_size_green(seen):
    found = by_part(signs(*seen(), LAYOUT))
    assert list(found) == ["corners", "size", "angle", "light", "focus", "glare"]
    assert {part for part, finding in found.items() if finding.state != "good"} <= {"size"}


@pytest.mark.parametrize(
    ("what", "found", "mend"),
    [
        ("unread", "something on the left of the table cannot be read", "lay it flat, or tap it on the Table page"),
        ("covered", "pieces hide the marker of something on the left of the table", "move them a little aside"),
        ("hand", "a hand is over the table", ""),
        ("foreign", "a piece that is not of Pyramid Raiders lies on the left of the table", "take it off the table"),
    ],
)
def test_whatever_the_eyes_cannot_read_is_told_where_the_camera_is_aimed(seen, what: str, found: str, mend: str):
    look, pixels = seen()
    told = replace(look, problems=(*look.problems, Problem(what, 12, 562), Problem(what, 11, 563)))
    (pieces,) = [finding for finding in signs(told, pixels, LAYOUT) if finding.part == "pieces"]
    assert (pieces.state, pieces.found, pieces.mend) == ("poor", found, mend)


def test_pixels_a_module_are_those_of_the_smallest_marker_where_the_table_is_farthest(seen):
    look, _ = seen()
    middle = look.plane.px_per_mm(LAYOUT.width_mm / 2, LAYOUT.height_mm / 2) * module_mm(LAYOUT)
    assert 0.85 * middle < px_a_module(look.plane, LAYOUT) <= 1.02 * middle


def test_a_camera_that_hangs_too_high_is_told_how_high_it_should(seen):
    size = by_part(signs(*seen(replace(HUNG, height_mm=2 * HUNG.height_mm)), LAYOUT))["size"]
    assert size.state == "missing"
    said_cm = float(size.mend.removeprefix("hang the camera at ").split(" cm")[0])
    assert 0.85 * HUNG.height_mm < 10 * said_cm < 1.25 * HUNG.height_mm


def test_a_camera_that_hangs_aside_is_told_which_way_to_move(seen):
    aside = HUNG.over_mm[0] + 0.35 * LAYOUT.width_mm
    found = by_part(signs(*seen(replace(HUNG, over_mm=(aside, HUNG.over_mm[1]))), LAYOUT))["corners"]
    assert (found.state, "move the camera left" in found.mend) == ("poor", True)


def test_a_corner_under_a_sleeve_is_named(seen, camera):
    _, pixels = seen()
    x, y = (np.array([corners(*_read(pixels))[2].x, corners(*_read(pixels))[2].y]) * pixels.shape[1::-1]).astype(int)
    cv2.circle(pixels, (x, y), 60, (90, 60, 40), -1)
    found = by_part(signs(_read(pixels)[0], pixels, LAYOUT))["corners"]
    assert (found.state, found.found) == ("poor", "the lower right corner cannot be seen")


def _read(pixels: np.ndarray):
    return Eyes(targets_of(LAYOUT)).read(pixels), LAYOUT


@pytest.mark.parametrize(
    ("weather", "part", "state"),
    [
        (Weather(light=0.2), "light", "poor"),
        (Weather(light=0.06), "light", "missing"),
        (Weather(light=0.06), "corners", "missing"),
        (Weather(blur_px=2.8), "focus", "missing"),
        (Weather(glare=(300, 200, 60)), "glare", "poor"),
    ],
)
def test_bad_weather_turns_its_own_light(seen, weather, part, state):
    finding = by_part(signs(*seen(weather=weather), LAYOUT))[part]
    assert (finding.state, bool(finding.mend)) == (state, True)


def test_a_camera_from_the_side_is_told_to_hang_straighter(seen):
    angle = by_part(signs(*seen(hung_over(LAYOUT, margin=1.4, tilt_deg=(35.0, 0.0))), LAYOUT))["angle"]
    assert (angle.state, angle.found[:2]) == ("poor", "35")


def test_no_board_at_all_is_said_with_what_would_do(seen):
    empty = np.full((1080, 1920, 3), 140, np.uint8)
    found = by_part(signs(Eyes(targets_of(LAYOUT)).read(empty), empty, LAYOUT))
    assert str(found["corners"]) == (
        "missing  corners: the board's corner markers are not in the picture;"
        " move the camera until all four can be seen"
    )


def test_blur_grows_with_every_blurring():
    squares = np.kron(np.indices((24, 32)).sum(axis=0) % 2, np.ones((20, 20)))
    grey = (60 + 130 * squares).astype(np.uint8)
    values = [blur(grey)] + [blur(cv2.GaussianBlur(grey, (0, 0), sigma)) for sigma in (1, 2, 3, 4)]
    assert values == sorted(values)
    assert blur(np.zeros((10, 10), np.uint8)) == 1.0
