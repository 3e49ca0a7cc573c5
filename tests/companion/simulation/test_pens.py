"""What pens leave on a sheet."""

from dataclasses import replace

import numpy as np
import pytest

from companion.simulation.pens import PENS, Pen, Stroke, drawn, pen_of

PX = 4.0
SHEET = np.full((200, 300, 4), 255, np.uint8)
LINE = Stroke("line", 20.0, 20.0, 16.0)
STEADY = Pen("steady", (60, 60, 60), shake_mm=0.0, off_mm=0.0)


def ink(*strokes, pen=STEADY, seed=1):
    """How much darker the sheet is than before."""
    return 255 - drawn(SHEET, PX, strokes, pen, seed)[:, :, :3].astype(int).mean(axis=2)


def test_nothing_drawn_leaves_the_sheet_as_printed():
    assert drawn(SHEET, PX, (), STEADY, 1) is SHEET


def test_a_line_runs_its_way_from_middle_to_middle():
    along = ink(replace(LINE, turned_deg=90.0))
    rows, columns = np.nonzero(along > 40)
    assert (rows.min() / PX, rows.max() / PX) == pytest.approx((20, 36), abs=0.6)
    assert columns.mean() / PX == pytest.approx(20, abs=0.3)


def test_rings_and_crosses_are_as_wide_as_their_pieces():
    for sort in ("ring", "cross"):
        rows, _ = np.nonzero(ink(Stroke(sort, 20.0, 20.0, 6.0)) > 40)
        assert (rows.max() - rows.min()) / PX == pytest.approx(6, abs=1.6)


def test_what_is_rubbed_out_leaves_a_ghost():
    fresh, ghost = ink(LINE), ink(replace(LINE, is_rubbed_out=True))
    assert 0 < ghost.max() < 0.4 * fresh.max()


def test_lines_meet_where_this_hand_takes_the_middle_to_be():
    careless = replace(STEADY, off_mm=4.0)
    first, second = ink(LINE, pen=careless), ink(replace(LINE, x_mm=36.0, turned_deg=90.0), pen=careless)
    both = (first > 60) & (second > 60)
    assert both.any()


def test_the_same_hand_draws_the_same_and_another_does_not():
    pen = PENS[7]
    assert (ink(LINE, pen=pen) == ink(LINE, pen=pen)).all()
    assert (ink(LINE, pen=pen) != ink(LINE, pen=pen, seed=2)).any()


def test_whoever_has_a_sheet_keeps_the_pen():
    assert {pen_of(3, "sheet.A.1") for _ in range(3)} == {pen_of(3, "sheet.A.1")}
    assert len({pen_of(seed, "sheet.A.1") for seed in range(40)}) > 6
