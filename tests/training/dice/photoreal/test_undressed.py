"""Bare tables: where they show, and how they lie in the picture."""

import cv2
import numpy as np

from training.dice.photoreal.camera import a_camera
from training.dice.photoreal.plans import a_cluttered_plan, a_crowded_plan, smaller
from training.dice.photoreal.undressed import is_table, lie

GREY = 0.4564  # of BARE_TONE, as Mitsuba told it


def test_only_the_bare_tables_very_grey_is_table() -> None:
    seen = np.array([[[GREY] * 3, [GREY, GREY, 0.5], [0.3] * 3, [1.0] * 3]])
    assert is_table(seen).tolist() == [[True, False, False, False]]


def test_millimetres_of_the_table_lie_where_the_camera_sees_them() -> None:
    camera = a_camera(np.random.default_rng(4), oblique=True)
    places = np.array([[30.0, -20.0, 0], [-15.0, 42.0, 0]])
    told = cv2.perspectiveTransform(places[None, :, :2], lie(camera, 0.5))[0]
    assert np.allclose(told, camera.project(places) * 0.5, atol=0.01)


def test_a_bare_plan_has_a_ground_of_one_grey() -> None:
    for plan in (a_crowded_plan(7000, None, dressed=False), a_cluttered_plan(1000, None, dressed=False)):
        assert plan.ground.name == "bare"
        assert len(np.unique(plan.ground.colours)) == 1


def test_boxes_shrink_with_their_picture() -> None:
    row = smaller({"dice": [{"box": [30, 60, 90, 120], "value": 4}], "size": [960, 720]}, 2 / 3)
    assert row == {"dice": [{"box": [20, 40, 60, 80], "value": 4}], "size": [640, 480]}
