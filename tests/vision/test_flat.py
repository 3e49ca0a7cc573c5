"""What flat pieces lie over, and what is printed on them."""

from dataclasses import replace

import numpy as np
import pytest

from companion.bench.eyes import service
from companion.bench.grading import graded
from companion.bench.hard_tables import CONDITIONS, simulated
from companion.games import game_named
from companion.simulation.camera import Picture
from companion.watch.aim import targets_of
from vision.book import Book, Face
from vision.eyes import Eyes
from vision.flat import is_on, lying_over, on_faces, printed
from vision.tags import Tag

CARDS = Book(
    ((20.0, 0.0, (1, 2, 3, 4)),),
    faces={n: Face("ace" if n < 3 else "king", (0.0, 1.0), (0.8, 2.0)) for n in (1, 2, 3)},
)


def tag(number: int, x: float, y: float, side: float = 40.0) -> Tag:
    half = side / 2
    corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
    return Tag(number, np.array(corners, np.float32))


def test_a_face_lies_as_far_from_its_marker_as_it_is_printed() -> None:
    card = tag(1, 0, 0)
    assert [is_on(np.array([x, y]), card, CARDS.faces[1]) for x, y in ((30, 110), (34, 110), (0, -45))] == [
        True,
        False,
        False,
    ]


def test_a_flat_piece_may_lie_over_what_is_beside_its_edge_and_not_over_its_own_print() -> None:
    card, near, far, on = tag(1, 0, 0), [40.0, 100.0], [60.0, 100.0], [10.0, 100.0]
    assert lying_over(np.array([near, far, on], np.float32), [card, tag(2, 500, 0)], CARDS) == [[card], [], []]
    assert lying_over(np.array([near], np.float32), [replace(card, sure=0.85)], CARDS) == [[]]


def test_a_place_lies_on_a_known_face_or_beside_all_of_them() -> None:
    places = np.array([[10.0, 90.0], [60.0, 90.0]], np.float32)
    assert on_faces(places, [tag(1, 0, 0)], CARDS).tolist() == [True, False]
    assert on_faces(places, [replace(tag(1, 0, 0), sure=0.85)], CARDS).tolist() == [False, False]


def test_what_lies_on_the_face_of_another_piece_is_printed() -> None:
    on_it, beside_it, second = tag(4, 10, 90), tag(4, 60, 90), tag(2, 10, 90)
    assert printed([on_it, beside_it, second], [tag(1, 0, 0)], CARDS).tolist() == [True, False, False]


@pytest.mark.parametrize(("seed", "size"), [(62, (1920, 1080)), (65, (1080, 1920)), (71, (1280, 720))])
def test_a_picture_on_a_card_is_no_marker(seed: int, size: tuple[int, int]) -> None:
    """In soft pictures a magnet in its frame was read as the token of a book, and a door as a guardian."""
    game, soft = "pyramid_raiders", next(condition for condition in CONDITIONS if condition.name == "very soft")
    case = simulated(game, soft, seed, Picture(*size))
    look = service(Eyes(targets_of(game_named(game).layout())), case)
    assert sum(tally.wrong for tally in graded(case, look.sightings).values()) == 0


def test_a_turned_face_hides_what_it_hides_seen_one_by_one() -> None:
    corners = np.array([[3, -2], [41, 9], [30, 47], [-8, 36]], np.float32)
    card, points = Tag(1, corners), np.random.default_rng(1).uniform(-80, 200, (60, 2)).astype(np.float32)
    tags = [Tag(4, np.float32(corners + point - card.centre)) for point in points]
    assert printed(tags, [card], CARDS).tolist() == [is_on(tag.centre, card, CARDS.faces[1]) for tag in tags]
