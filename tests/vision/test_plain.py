"""Pieces without a marker, drawn on paper under several lights."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.plain import White, doubtful, find_plain, find_white, is_telling, padded, tint_of, within
from vision.plane import Plane
from vision.sighting import Plain, Sighting
from vision.tags import Tag

GOLD, BLUE = (48, 194, 242), (240, 108, 90)
PAPER = (184, 223, 239)
DAYLIGHT = White(np.array([[0, 0, 240], [0, 0, 240], [0, 0, 240]], np.float32))
PLACES = ((100.0, 100.0, 20.0), (200.0, 100.0, 20.0), (300.0, 150.0, 20.0))
NUGGET = Plain("nugget", GOLD, 12, 12, 0, PLACES)
CAMP = Plain("camp", BLUE, 16, 16, 0, PLACES)
BOX = (0, 0, 800, 500)


class Straight:
    """A camera that looks straight down, two pixels a millimetre."""

    size_px = (800, 500)

    def mm(self, points, height_mm=0.0):
        return np.asarray(points, float) / 2

    def px(self, points, height_mm=0.0):
        return np.asarray(points, float) * 2

    eye_mm = (200.0, 125.0, 1e9)

    def local(self, points):
        return np.tile(2.0 * np.eye(2), (len(points), 1, 1))


PLANE: Plane = Straight()  # type: ignore[assignment]


def table(*discs: tuple[float, float, float, tuple[int, int, int]]) -> npt.NDArray[np.uint8]:
    page = np.full((500, 800, 3), PAPER, np.uint8)
    for x, y, width, colour in discs:
        cv2.circle(page, (round(2 * x), round(2 * y)), round(width), colour, -1, cv2.LINE_AA)
    return page


def places(found: list[Sighting]) -> list[tuple[str, int, int]]:
    return sorted((one.what, round(one.x_mm / 5) * 5, round(one.y_mm / 5) * 5) for one in found)


def test_a_disc_of_the_right_colour_and_size_is_found_at_its_place() -> None:
    found = find_plain(table((100, 100, 12, GOLD)), PLANE, [NUGGET], DAYLIGHT, BOX)
    assert places(found) == [("nugget", 100, 100)]
    assert found[0].sure >= 0.9


def test_what_lay_there_before_may_look_otherwise_now_and_is_not_sure() -> None:
    """Of a nugget half hidden by a miner too little was near enough to its colour: nobody missed it when it went."""
    page = table((100, 100, 12, (20, 112, 200)))
    lay = find_plain(table((100, 100, 12, GOLD)), PLANE, [NUGGET], DAYLIGHT, BOX)
    (still,) = find_plain(page, PLANE, [NUGGET], DAYLIGHT, BOX, lay)
    assert still.sure < 0.9
    assert find_plain(page, PLANE, [NUGGET], DAYLIGHT, BOX) == []
    assert find_plain(table((200, 100, 12, (20, 112, 200))), PLANE, [NUGGET], DAYLIGHT, BOX, lay) == []
    assert find_plain(table((100, 100, 12, (20, 90, 190))), PLANE, [NUGGET], DAYLIGHT, BOX, lay) == []


def test_a_bar_is_several_discs_only_where_several_may_lie_side_by_side() -> None:
    """The red bars of two tiles beside each other were three camps on one of them."""
    page = table()
    cv2.rectangle(page, (160, 188), (240, 212), BLUE, -1)
    assert len(find_plain(page, PLANE, [CAMP], DAYLIGHT, BOX)) > 1
    assert find_plain(page, PLANE, [replace(CAMP, are_beside=False)], DAYLIGHT, BOX) == []


def test_an_empty_table_has_none() -> None:
    assert find_plain(table(), PLANE, [NUGGET, CAMP], DAYLIGHT, BOX) == []


def test_sorts_are_told_apart_by_their_colour() -> None:
    page = table((100, 100, 12, GOLD), (200, 100, 16, BLUE))
    assert places(find_plain(page, PLANE, [NUGGET, CAMP], DAYLIGHT, BOX)) == [("camp", 200, 100), ("nugget", 100, 100)]


@pytest.mark.parametrize("width", [4, 40], ids=["a crumb", "a whole tile"])
def test_something_of_that_colour_and_another_size_is_none(width: float) -> None:
    assert find_plain(table((100, 100, width, GOLD)), PLANE, [NUGGET], DAYLIGHT, BOX) == []


def test_what_lies_on_no_place_of_its_sort_is_none() -> None:
    assert find_plain(table((250, 30, 12, GOLD)), PLANE, [NUGGET], DAYLIGHT, BOX) == []


def test_two_that_touch_are_two() -> None:
    page = table((98, 100, 12, GOLD), (109, 100, 12, GOLD))
    assert len(find_plain(page, PLANE, [NUGGET], DAYLIGHT, BOX)) == 2


@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (0.55, 0.75, 0.95), (0.5, 0.5, 0.5)], ids=["day", "warm", "dim"])
def test_it_is_found_under_any_lamp_whose_white_is_known(light: tuple[float, float, float]) -> None:
    page = np.asarray(table((100, 100, 12, GOLD)) * np.array(light), np.uint8)
    white = White(np.array([[0, 0, 240 * part] for part in light], np.float32))
    assert places(find_plain(page, PLANE, [NUGGET], white, BOX)) == [("nugget", 100, 100)]


def test_the_light_is_learnt_from_the_markers_white() -> None:
    page = np.full((400, 400, 3), (120, 170, 210), np.uint8)
    tags = []
    for x, y in ((50, 50), (300, 60), (60, 300), (300, 310)):
        page[y + 8 : y + 24, x + 8 : x + 24] = 10
        tags.append(Tag(1, np.array([[x, y], [x + 32, y], [x + 32, y + 32], [x, y + 32]], np.float32)))
    white = find_white(page, tags)
    assert white is not None
    assert white.at(200, 200).tolist() == pytest.approx([120, 170, 210], abs=2)
    assert find_white(page, tags[:2]) is None


def test_grey_white_and_black_tell_nothing() -> None:
    assert [is_telling(colour) for colour in ((128, 128, 128), (255, 255, 255), (26, 24, 22), GOLD)] == [
        False,
        False,
        False,
        True,
    ]


def test_a_piece_whose_edge_or_colour_changed_is_looked_at_whole() -> None:
    """Half of a nugget lay under a miner: the rest was too little for a change to tell, and it lay there still."""
    gone, there = table(), table((100, 100, 12, GOLD))
    nugget = Sighting("nugget", 100, 100, 0, 0.7, None, (188.0, 188.0, 212.0, 212.0))
    tints = {nugget.box_px: tint_of(there, nugget)}
    edge, elsewhere = (206, 180, 230, 220), (300, 300, 340, 340)
    assert within([nugget], [edge]) == []
    assert within([nugget], doubtful([nugget], [edge], there, tints)) == [nugget]
    assert within([nugget], doubtful([nugget], [elsewhere], gone, tints)) == [nugget]
    dim = (there * 0.6).astype(np.uint8)
    assert doubtful([nugget], [elsewhere], dim, tints) == [elsewhere]


def test_only_what_lies_in_a_part_belongs_to_it() -> None:
    one = Sighting("nugget", 0, 0, 0, 0.9, None, (10, 10, 20, 20))
    assert within([one], [(0, 0, 30, 30)]) == [one]
    assert within([one], [(16, 0, 30, 30)]) == []
    assert within([one], [(16, 0, 30, 30)], inside=False) == [one]
    assert padded((100, 100, 200, 200)) == (60, 60, 240, 240)
