"""Drawn dice of which the truth is known, and the fair way to time two works."""

import numpy as np
import pytest

from companion.bench.dice import HEIGHT, PIPS, WIDTH, DrawnDie, best_ms, draw_die, draw_table


@pytest.mark.parametrize("value", PIPS)
def test_a_die_shows_as_many_pips_as_its_value(value: int) -> None:
    assert len(PIPS[value]) == value == len(set(PIPS[value]))


def test_a_die_is_drawn_where_it_lies_and_nowhere_else() -> None:
    before = np.full((200, 200, 3), 90, np.uint8)
    after = before.copy()
    draw_die(after, DrawnDie(5, 100, 80), 40)
    changed = np.argwhere((before != after).any(axis=2))
    assert tuple(after[80, 110]) == (235, 238, 240)
    assert changed.min(axis=0)[0] >= 40
    assert changed.max(axis=0)[0] < 120


def test_more_pips_make_a_darker_face() -> None:
    faces = []
    for value in (1, 6):
        image = np.full((120, 120, 3), 90, np.uint8)
        draw_die(image, DrawnDie(value, 60, 60), 40)
        faces.append(image[46:74, 46:74].mean())
    assert faces[1] < faces[0]


def test_the_table_has_the_size_that_is_told_and_no_randomness() -> None:
    assert draw_table(5).shape == (HEIGHT, WIDTH, 3)
    assert (draw_table(5) == draw_table(5)).all()


def test_works_are_timed_in_turns() -> None:
    order: list[str] = []
    found = best_ms(lambda: order.append("a"), lambda: order.append("b"), rounds=3)
    assert order == ["a", "b"] * 3
    assert all(0 <= spent < 1000 for spent in found)
