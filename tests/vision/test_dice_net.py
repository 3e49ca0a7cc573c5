"""The networks by themselves: what comes out has the shape and the range the dice reader counts on."""

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.bench.dice import DrawnDie, picture
from vision import dice_net
from vision.dice_net import (
    READER_PX,
    Spot,
    chances,
    even_out,
    find_spots,
    glance,
    heat_map,
    planes,
    read_spot,
    second_opinion,
    square,
)

GREY = np.full((120, 160, 3), 128, np.uint8)


def test_an_even_picture_has_no_hot_spot() -> None:
    assert find_spots(GREY, [1.0, 0.5], least=0.5) == []


def test_the_heat_has_a_cell_for_every_four_pixels() -> None:
    assert heat_map(GREY).shape == (4, 30, 40)


def test_the_heat_of_a_picture_does_not_hang_on_those_shown_before() -> None:
    rng = np.random.default_rng(2)
    pictures = [np.asarray(rng.integers(0, 256, (h, w, 3)), np.uint8) for h, w in ((160, 160), (160, 160), (152, 168))]
    first = [heat_map(p) for p in pictures]
    again = [heat_map(p) for p in reversed(pictures)]
    assert [np.array_equal(one, other) for one, other in zip(reversed(first), again, strict=True)] == [True] * 3


def test_levels_are_shown_to_the_finder_as_it_was_taught() -> None:
    page = np.full((8, 8, 3), (0, 128, 255), np.uint8)
    assert planes(page, 0)[0, :, 3, 4].tolist() == [-2.0, 0.0, 127 / 64]


def test_a_look_at_nothing_says_so_and_its_chances_are_chances() -> None:
    look = read_spot(GREY, Spot(80, 60, 30, 0.1))
    assert float(look.chances.sum()) == pytest.approx(1.0, abs=1e-4)
    assert look.chances.argmax() == 0


@pytest.mark.parametrize(("hunch", "asked"), [(0, []), (3, []), (None, ["dice_reader"])])
def test_the_whole_reader_is_asked_where_its_hunch_is_not_clear(
    hunch: int | None, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers, whole = np.zeros(12, np.float32), list[str]()
    if hunch is not None:
        numbers[hunch] = 9.0

    def answer(name: str, _: object) -> NDArray[np.float32]:
        whole.append(name)
        return np.asarray(np.eye(12)[2] * 9, np.float32)

    monkeypatch.setattr(dice_net, "_eye", lambda _: (numbers, np.zeros((1, 72, 7, 7), np.float32)))
    monkeypatch.setattr(dice_net, "_answer", answer)
    assert glance(GREY, Spot(80, 60, 30, 0.1)).chances.argmax() == (2 if hunch is None else hunch)
    assert whole == asked


def test_a_plain_die_and_a_bare_table_need_but_a_hunch(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = picture([DrawnDie(5, 640, 790, 15)])
    whole = read_spot(frame, Spot(640, 790, 40, 0.5))
    monkeypatch.setattr(dice_net, "_answer", None)  # nobody is asked
    assert glance(GREY, Spot(80, 60, 30, 0.1)).chances.argmax() == 0
    seen = glance(frame, Spot(640, 790, 40, 0.5))
    assert seen.chances.argmax() == whole.chances.argmax() == 5
    assert np.allclose(seen.box, whole.box, atol=2)


@pytest.mark.parametrize("value", [2, 5])
def test_the_second_reader_reads_a_die_as_well_and_in_a_mirror_the_same(value: int) -> None:
    frame = picture([DrawnDie(value, 640, 790, 15)])
    seen = second_opinion(frame, Spot(640, 790, 40, 0.5))
    mirrored = second_opinion(np.ascontiguousarray(frame[:, ::-1]), Spot(1280 - 640, 790, 40, 0.5))
    assert seen.argmax() == value
    assert float(seen.sum()) == pytest.approx(1.0, abs=1e-4)
    assert np.allclose(seen, mirrored, atol=0.03)


def test_a_square_beyond_the_rim_goes_on_as_the_border_does() -> None:
    page = GREY.copy()
    page[:, 0] = 7
    assert square(page, 0, 60, 40)[:, 0].mean() == pytest.approx(7, abs=1)
    assert square(page, -500, 60, 40).shape == (READER_PX, READER_PX, 3)


def test_squares_of_any_contrast_are_evened_out() -> None:
    rng = np.random.default_rng(1)
    soft = np.asarray(100 + 40 * rng.random((56, 56, 3)), np.uint8)
    hard = np.asarray(np.clip((soft.astype(float) - 120) * 3 + 120, 0, 255), np.uint8)
    assert abs(float(even_out(hard).std()) - float(even_out(soft).std())) < 0.4


def test_chances_do_not_overflow() -> None:
    assert chances(np.array([[1000.0, 0.0]], np.float32)).tolist() == [[1.0, 0.0]]
