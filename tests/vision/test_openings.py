"""Which part of a marker lies open."""

from dataclasses import replace

import numpy as np

from companion.bench.eyes import service
from companion.bench.grading import graded
from companion.bench.hard_tables import CONDITIONS, simulated
from companion.games import game_named
from companion.watch.aim import targets_of
from vision.book import Book, Cover, Face
from vision.eyes import Eyes
from vision.openings import is_open, nearest, standing
from vision.plane import Plane
from vision.tags import Tag

PLANE = Plane(np.diag([0.5, 0.5, 1]), np.diag([2.0, 2.0, 1]), 0.0, (1280, 960), (320.0, 240.0, 900.0), 0.0)
BOOK = Book(((20.0, 0.0, (1, 2)),), {2: Cover(0.6, 40.0)})


def tag(number: int, x: float, y: float, side: float = 40.0) -> Tag:
    half = side / 2
    corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
    return Tag(number, np.array(corners, np.float32))


def test_what_stands_hides_as_much_as_it_is_wide_and_a_marker_of_unknown_size_its_margin() -> None:
    points = np.array([[20.0, 0.0], [25.5, 0.0], [27.0, 0.0]])
    assert is_open(points, [tag(2, 0, 0)], BOOK).tolist() == [False, True, True]
    assert is_open(points, [tag(1, 0, 0)], BOOK).tolist() == [False, False, True]


def test_what_is_seen_from_the_side_hides_what_lies_behind_it() -> None:
    (seen,) = standing([tag(2, 100, 480)], PLANE, BOOK)
    assert seen.down[0] > 0  # its foot is nearer to below the camera than its top
    behind = seen.centre + np.array([seen.down[0] * 0.9 + 20, 0])
    assert not is_open(behind[None].astype(np.float64), [seen], BOOK)[0]
    assert is_open(behind[None].astype(np.float64), [replace(seen, down=(0.0, 0.0))], BOOK)[0]


def test_one_right_below_the_camera_is_seen_from_above_only() -> None:
    (seen,) = standing([tag(2, 640, 480)], PLANE, BOOK)
    assert seen.down == (0.0, 0.0)


def test_the_nearest_are_those_within_so_many_of_their_own_sides() -> None:
    near, far = tag(1, 30, 0), tag(1, 70, 0)
    assert nearest(np.zeros(2, np.float32), [near, far]) == [near]
    assert nearest(np.zeros(2, np.float32), [near, far], sides=2.0) == [near, far]
    assert nearest(np.zeros(2, np.float32), []) == []


CARDS = Book(
    ((20.0, 0.0, (1, 2, 3, 4)),),
    faces={n: Face("ace" if n < 3 else "king", (0.0, 1.0), (0.8, 2.0)) for n in (1, 2, 3)},
)


def test_a_flat_piece_hides_its_whole_face_from_what_lies_beside_it() -> None:
    beside, below = np.array([[40.0, 100.0], [34.0, 100.0], [32.0, 100.0]]), np.array([[40.0, 10.0], [27.0, 10.0]])
    assert is_open(beside, [tag(1, 0, 0)], CARDS).tolist() == [True, True, False]
    assert is_open(below - [26.0, 0.0], [tag(1, 0, 0)], CARDS).tolist() == [False, False]  # around its middle: on it


def test_the_gap_between_two_tiles_with_print_on_either_side_is_no_tile() -> None:
    """One look in seven read a third tile there, and nothing lay over it."""
    shady = next(condition for condition in CONDITIONS if condition.name == "soft shadow")
    case = simulated("gold_mine", shady, 61)
    look = service(Eyes(targets_of(game_named("gold_mine").layout())), case)
    assert sum(tally.wrong for tally in graded(case, look.sightings).values()) == 0
