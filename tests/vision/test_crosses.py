"""Rings, crosses and ticks in ink that is known to the pixel."""

import cv2
import numpy as np
import pytest

from vision.crosses import box_marks, spot_marks
from vision.ink import PX_PER_MM, Ink

AT, RING_MM, USUAL = (20.0, 20.0), 6.4, 0.5
BOX = (30.0, 30.0, 37.0, 37.0)
FINE = 8  # px a millimetre while drawing


def bare():
    return np.zeros((60 * FINE, 60 * FINE), np.float32)


def stroke(dark, *points, width_mm=0.7):
    ends = np.round(np.array(points) * FINE).astype(np.int32)
    cv2.polylines(dark, [ends], False, (0.5,), round(width_mm * FINE))
    return dark


def seen(dark, covered=None):
    """As it is straightened: the ink, and what hides it."""
    size = (round(60 * PX_PER_MM), round(60 * PX_PER_MM))
    dark, hides = (
        cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in (dark, bare() if covered is None else covered)
    )
    return Ink(dark, (hides > 0.25).astype(np.uint8), np.zeros(dark.shape, np.uint8))


def ring(dark, at=AT, width_mm=0.7):
    turn = np.linspace(0, 6.4, 60)
    return stroke(dark, *zip(at[0] + 3.2 * np.cos(turn), at[1] + 3.2 * np.sin(turn), strict=True), width_mm=width_mm)


def cross(dark, at=AT, half=2.2, width_mm=0.7):
    x, y = at
    stroke(dark, (x - half, y - half), (x + half, y + half), width_mm=width_mm)
    return stroke(dark, (x + half, y - half), (x - half, y + half), width_mm=width_mm)


def read(dark, spots=None, line=()):
    ink = seen(dark, stroke(bare(), *line, width_mm=1.4) if line else None)
    ringed, crossed = spot_marks(ink, {"b3": AT}, RING_MM, USUAL, spots)
    assert (ringed.what, crossed.what, ringed.where) == ("ring", "cross", "b3")
    return ringed.sure, crossed.sure


def boxed(dark):
    return box_marks(seen(dark), {"box": BOX}, USUAL)[0]


def test_bare_paper_has_neither_ring_nor_cross():
    assert read(bare()) == (0.0, 0.0)


def test_a_cross_without_a_ring_is_sure():
    assert read(cross(bare())) == (pytest.approx(0, abs=0.3), 1.0)


def test_a_cross_in_a_ring_that_was_not_seen_before_is_never_sure():
    ringed, crossed = read(cross(ring(bare())))
    assert ringed == 1.0
    assert 0.2 < crossed < 0.8


def test_a_thick_ring_drawn_before_our_eyes_is_no_cross():
    spots = {}
    read(bare(), spots)
    assert read(ring(bare(), width_mm=1.5), spots) == (1.0, 0.0)


def test_a_cross_drawn_later_over_a_thick_ring_is_sure():
    spots, paper = {}, bare()
    read(paper, spots)
    read(ring(paper, width_mm=1.5), spots)
    assert read(cross(paper, width_mm=1.5), spots) == (1.0, 1.0)


def test_a_cross_over_a_ring_that_was_hardly_seen_before_is_at_least_asked_about():
    """The ring counts as one only together with the cross: what is new inside it was not drawn as a ring."""
    spots, paper = {}, bare()
    turn = np.linspace(0, 3.2, 40)
    read(paper, spots)
    stroke(paper, *zip(AT[0] + 3.2 * np.cos(turn), AT[1] + 3.2 * np.sin(turn), strict=True))
    assert read(paper, spots)[0] < 0.5
    ringed, crossed = read(cross(ring(paper)), spots)
    assert ringed == 1.0
    assert 0.2 < crossed < 0.8


def test_what_is_drawn_inside_a_ring_later_is_likelier_a_cross_than_what_came_with_it():
    """Else nobody could tell a foot crossed out poorly from one that was ringed carelessly."""
    spots, paper = {}, bare()
    read(paper, spots)
    together = read(stroke(ring(paper), (18.2, 20.0), (21.8, 20.0)), spots)[1]
    later = read(stroke(paper, (18.2, 18.2), (21.8, 21.8)), spots)[1]
    assert together > 0.2
    assert together + 0.25 < later


def test_a_cross_drawn_in_two_looks_is_sure_after_the_second():
    spots, paper = {}, bare()
    read(paper, spots)
    read(ring(paper), spots)
    read(stroke(paper, (17.8, 17.8), (22.2, 22.2)), spots)
    assert read(cross(paper), spots)[1] == 1.0


def test_a_line_that_leaves_through_a_ring_later_crosses_nothing_out():
    spots, paper = {}, bare()
    read(paper, spots)
    read(ring(paper), spots)
    stroke(paper, (14.0, 19.0), (26.0, 19.0))
    assert read(paper, spots, line=((14.0, 19.0), (26.0, 19.0)))[1] == 0.0


def test_a_line_that_leaves_through_a_ring_a_little_beside_its_way_crosses_nothing_out():
    """What ran over the edge of its way was taken for a cross, for certain, and a foot that nobody used was entered."""
    spots, paper = {}, bare()
    read(paper, spots)
    read(ring(paper), spots)
    stroke(paper, (14.0, 19.7), (26.0, 19.7), width_mm=1.0)
    assert read(paper, spots, line=((14.0, 19.0), (26.0, 19.0)))[1] == 0.0
    assert read(cross(paper), spots, line=((14.0, 19.0), (26.0, 19.0)))[1] == 1.0


def test_a_cross_is_seen_where_a_line_runs_through_the_symbol():
    spots, paper = {}, bare()
    read(paper, spots)
    line = (14.0, 19.0), (26.0, 19.0)
    read(stroke(ring(paper), *line), spots, line=line)
    assert read(cross(paper), spots, line=line)[1] == 1.0


def crossed_under(dark, spots, line):
    """How likely it is crossed out where the ends of lines may hide nearly all of the symbol."""
    along, ends = (seen(dark, stroke(bare(), *line, width_mm=wide) if line else None) for wide in (1.4, 6.0))
    return spot_marks(along, {"b3": AT}, RING_MM, USUAL, spots, ends)[1].sure


LINE = (14.0, 19.0), (26.0, 19.0)


def test_a_cross_is_noticed_under_lines_that_were_there_before_it():
    """They are known to the pixel: what came since is the cross, however much of the symbol they may hide."""
    spots, paper = {}, bare()
    crossed_under(paper, spots, ())
    stroke(ring(paper), *LINE)
    crossed_under(paper, spots, LINE)
    assert crossed_under(paper, spots, LINE) < 0.2
    assert crossed_under(cross(paper), spots, LINE) > 0.5


def test_a_line_that_comes_to_hide_a_ringed_symbol_leaves_doubt_once_and_a_cross_after_it_is_seen():
    spots, paper = {}, bare()
    crossed_under(paper, spots, ())
    crossed_under(ring(paper), spots, ())
    stroke(paper, *LINE)
    assert crossed_under(paper, spots, LINE) == 0.5  # it may have been crossed out for that very line
    assert crossed_under(paper, spots, LINE) == 0.5
    assert crossed_under(cross(paper), spots, LINE) > 0.75


def test_what_lies_across_a_ring_is_not_surely_a_cross():
    """A pencil, say."""
    spots, paper = {}, bare()
    read(paper, spots)
    read(ring(paper), spots)
    assert 0.2 < read(stroke(paper, (10.0, 10.0), (30.0, 30.0), width_mm=3.0), spots)[1] < 0.8


def test_a_box_is_crossed_ticked_or_bare():
    assert boxed(cross(bare(), (33.5, 33.5), 2.8)).what == "cross"
    tick = boxed(stroke(bare(), (31.0, 32.5), (32.0, 35.8), (32.8, 31.0), width_mm=0.5))
    assert (tick.what, tick.sure) == ("tick", 1.0)
    assert boxed(bare()).sure == 0.0


@pytest.mark.parametrize("light", [0.4, 2.0])
def test_a_ring_seen_in_another_light_was_not_crossed_out(light):
    """In a glaring light all ink looks paler, that of the lines, too."""
    spots, paper = {}, ring(bare(), width_mm=1.4)
    nothing = np.zeros(paper.shape, np.uint8)
    read(bare(), spots)
    spot_marks(Ink(paper * light, nothing, nothing), {"b3": AT}, RING_MM, USUAL * light, spots)
    assert read(paper, spots) == (1.0, 0.0)
    assert read(cross(paper), spots)[1] == 1.0


@pytest.mark.parametrize("aside", [(0.25, 0.0), (-0.2, 0.2), (0.1, -0.25)])
def test_a_ring_seen_a_little_aside_was_not_crossed_out(aside):
    """The sheet's place was known to a quarter of a millimetre, and the edge of the ring looked like new ink."""
    spots, moved = {}, (AT[0] + aside[0], AT[1] + aside[1])
    read(bare(), spots)
    read(ring(bare(), width_mm=1.4), spots)
    assert read(ring(bare(), moved, width_mm=1.4), spots)[1] < 0.1
    assert read(cross(ring(bare(), moved, width_mm=1.4), moved), spots)[1] == 1.0
