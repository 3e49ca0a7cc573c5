"""What the eyes read, held against the truth: what counts as right, missed, wrong and a lie."""

import numpy as np

from companion.bench.eyes import (
    FINER,
    NEAR_MM,
    SHOWS,
    SURE,
    Case,
    Condition,
    Film,
    Tally,
    Truth,
    develop,
    grade,
    simulated,
)
from companion.simulation.camera import Picture
from vision.sighting import Sighting

GREY = np.full((80, 120, 3), 128, np.uint8)
TRUTHS = (
    Truth("token", 100, 100, 1.0, 5.0),
    Truth("pawn", 200, 100, 1.0, 5.0),
    Truth("tile", 300, 100, SHOWS / 2, 5.0),
)
CASE = Case("case", "gold_raiders", "plain", GREY, TRUTHS)


def seen(what: str, x_mm: float, sure: float = 0.99) -> Sighting:
    return Sighting(what, x_mm, 100, 0, sure)


def test_a_piece_read_near_its_place_is_right_and_one_not_read_is_missed() -> None:
    tally = grade(CASE, [seen("token", 100 + NEAR_MM / 2)])
    assert (tally.shown, tally.right, tally.missed, tally.wrong) == (2, 1, 1, 0)
    assert tally.off_mm == [NEAR_MM / 2]


def test_what_is_read_too_far_off_is_wrong_and_a_lie_if_said_surely() -> None:
    tally = grade(CASE, [seen("token", 110), seen("pawn", 210, SURE - 0.1)])
    assert (tally.right, tally.wrong, tally.lies) == (0, 2, 1)


def test_a_covered_piece_is_neither_expected_nor_wrong() -> None:
    assert grade(CASE, [seen("tile", 300)]).wrong == 0
    assert grade(CASE, []).missed == 2


def test_a_doubtful_reading_is_right_but_told() -> None:
    assert grade(CASE, [seen("token", 100, SURE - 0.1)]).doubtful == 1


def test_tallies_add_up() -> None:
    whole = Tally()
    for found in ([seen("token", 100)], [seen("token", 101), seen("pawn", 200)]):
        whole.add(grade(CASE, found))
    assert whole.to_json()["right_share"] == 0.75
    assert whole.to_json()["off_mm_most"] == 1.0


def test_a_picture_is_developed_to_its_own_size() -> None:
    assert develop(GREY, Film(), np.random.default_rng(1)).shape == (80 // FINER, 120 // FINER, 3)


def test_a_softer_film_has_softer_edges() -> None:
    edge = np.zeros((80, 120, 3), np.uint8)
    edge[:, 60:] = 255
    sharp, soft = (develop(edge, Film(blur_px=blur, noise=0.0), np.random.default_rng(1)) for blur in (0.3, 3.0))
    steepest = [np.abs(np.diff(picture[:, :, 1].mean(axis=0))).max() for picture in (sharp, soft)]
    assert steepest[1] < steepest[0] / 2


def test_a_simulated_table_knows_its_truth() -> None:
    case = simulated("gold_raiders", Condition("plain"), 1, Picture(480, 270))
    assert case.pixels.shape == (270, 480, 3)
    assert len(case.truths) > 10
    assert all(0 <= truth.seen <= 1 for truth in case.truths)
