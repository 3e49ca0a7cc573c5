"""Lines, rings and crosses on a printed sheet, seen by a camera."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import cv2
import numpy as np
import pytest

from vision import ink as paper_ink
from vision.ink import Lying, blank_of, find_ink, straightened
from vision.plane import find_plane
from vision.sheets import Sheets
from vision.sighting import Form, Paper, Sighting
from vision.strokes import find_marks, marks_on
from vision.tags import Tag

PX = 8.0  # per mm while drawing
FRAME = {0: (18.0, 18.0), 1: (282.0, 18.0), 2: (282.0, 182.0), 3: (18.0, 182.0)}
SIZE = (1100, 800)
PLACES = {f"{row}{column}": (24.0 + 16 * column + 8 * (row == "b"), 30.0 + 14 * "abc".index(row))
          for row in "abc" for column in range(1, 6)}  # fmt: skip
EDGES = [(a, b) for a in PLACES for b in PLACES if a < b and np.hypot(*np.subtract(PLACES[a], PLACES[b])) < 17]
FORM = Form(140, 90, PLACES, EDGES, {"b3": (PLACES["b3"][0], PLACES["b3"][1] - 4.6)}, {"box": (110, 70, 117, 77)})
LYING = Lying(150.0, 105.0, 3.0)
PENCIL, PEN, RED = (80, 78, 76), (150, 60, 30), (40, 40, 210)


def printed():
    """A sheet with places, a symbol, a box and some words."""
    art = np.full((round(90 * PX), round(140 * PX), 3), (225, 240, 250), np.uint8)
    for name, at in PLACES.items():
        x, y = (round(value * PX) for value in at)
        cv2.circle(art, (x, y), 5, (130, 138, 141), -1, cv2.LINE_AA)
        cv2.circle(art, (x, y), round(8 * PX), (170, 210, 228), 2, cv2.LINE_AA)
        cv2.putText(art, name, (x + 20, y + 50), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (150, 170, 180), 1)
    x, y = (round(value * PX) for value in FORM.spots["b3"])
    cv2.rectangle(art, (x - 6, y - 14), (x + 6, y + 14), (40, 40, 40), -1)
    x0, y0, x1, y1 = (round(value * PX) for value in FORM.boxes["box"])
    cv2.rectangle(art, (x0, y0), (x1, y1), (60, 60, 200), 4)
    cv2.putText(art, "a sheet", (200, 680), cv2.FONT_HERSHEY_SIMPLEX, 2.0, (90, 60, 40), 5)
    for corner in ((60, 60), (1060, 60), (60, 660), (1060, 660)):
        cv2.rectangle(art, (corner[0] - 40, corner[1] - 40), (corner[0] + 40, corner[1] + 40), (20, 20, 20), 12)
    return art


BLANK = printed()


def pencil(art, ways, colour=PENCIL, width_mm=0.7, dark=0.8):
    """Draws ways of points in mm over the print."""
    cover = np.zeros(art.shape[:2], np.uint8)
    for way in ways:
        points = np.round(np.array(way) * PX).astype(np.int32)
        cv2.polylines(cover, [points], False, 255, max(1, round(width_mm * PX)), cv2.LINE_AA)
    share = cover[..., None] / 255 * dark
    return np.asarray(art * (1 - share) + np.minimum(art, colour) * share, np.uint8)


def way(*names, off=(0.0, 0.0), shake=0.0, seed=1):
    """From place to place, a little aside and trembling."""
    rng, points = Random(seed), []
    for a, b in pairwise(names):
        for t in np.linspace(0, 1, 24):
            at = np.add(np.multiply(PLACES[a], 1 - t), np.multiply(PLACES[b], t)) + off
            points.append(at + np.array([rng.gauss(0, shake), rng.gauss(0, shake)]))
    return points


def camera():
    """A table of 300 by 200 mm seen a little from the side: mm to pixels, and the plane found from its corners."""
    table = np.array([[0.0, 0], [300, 0], [300, 200], [0, 200]], np.float32)
    picture = np.array([[60.0, 50], [1040, 70], [1060, 740], [40, 720]], np.float32)
    to_px = cv2.getPerspectiveTransform(table, picture)
    square = np.array([[-15.0, -15], [15, -15], [15, 15], [-15, 15]])
    corners = {number: cv2.perspectiveTransform((square + at)[None], to_px)[0] for number, at in FRAME.items()}
    tags = [Tag(number, found.astype(np.float32)) for number, found in corners.items()]
    return to_px, find_plane(tags, FRAME, 30.0, SIZE)


TO_PX, PLANE = camera()


def photographed(art, lying=LYING, blur=0.8, noise=3.0, uneven=0.3, seed=1):
    """The sheet on the table as the camera sees it: perspective, uneven light, blur, noise."""
    a = np.radians(lying.turned_deg)
    turn = np.array([[np.cos(a), -np.sin(a), lying.x_mm], [np.sin(a), np.cos(a), lying.y_mm], [0, 0, 1]])
    middle = np.array([[1 / PX, 0, -70], [0, 1 / PX, -45], [0, 0, 1]])
    small = cv2.GaussianBlur(art, (0, 0), 1.2)
    frame = np.full((SIZE[1], SIZE[0], 3), (70, 90, 120), np.uint8)
    cv2.warpPerspective(small, TO_PX @ turn @ middle, SIZE, frame, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    light = 1.05 - uneven * np.linspace(0, 1, SIZE[0], dtype=np.float32)[None, :, None]
    grain = np.random.default_rng(seed).normal(0, noise, frame.shape)
    return np.clip(cv2.GaussianBlur(frame, (0, 0), blur) * light + grain, 0, 255).astype(np.uint8)


def read(art, blank=None, known=LYING, form=FORM, **weather):
    picture = photographed(art, **weather)
    return find_marks(picture, PLANE, form, known, blank_of(BLANK, form) if blank is None else blank)


def lines(marks, least=0.8):
    return {mark.where for mark in marks if mark.what == "line" and mark.sure >= least}


def marks_at(marks, name):
    return {mark.what for mark in marks if mark.where == name and mark.sure >= 0.8}


def names(*route):
    return {"-".join(sorted(pair)) for pair in pairwise(route)}


ROUTE = ("a1", "a2", "b2", "c3", "c4", "b4")


def test_an_empty_sheet_has_no_marks():
    assert read(BLANK) == ()


def test_print_seen_softly_is_no_ink():
    assert [mark for mark in read(BLANK, blur=2.6) if mark.sure >= 0.5] == []


def in_box(marks):
    return [(mark.what, mark.is_hidden) for mark in marks if mark.where == "box"]


def test_a_cross_of_a_hand_so_pale_may_be_there_in_a_soft_picture():
    """A hard pencil crossed out a printed foot, the picture was soft, and a move without it was entered."""
    pale, dark = (pencil(BLANK, [way(*ROUTE)], width_mm=width, dark=share) for width, share in ((0.4, 0.5), (0.7, 0.8)))
    soft = [in_box(read(art, blur=2.6)) for art in (pale, dark)]
    assert (*soft, in_box(read(pale))) == ([("cross", True)], [], [])


def test_a_cross_that_one_look_could_not_show_may_be_there_though_the_next_shows_none():
    pale, dark = (pencil(BLANK, [way(*ROUTE)], width_mm=width, dark=share) for width, share in ((0.4, 0.5), (0.7, 0.8)))
    sheets = Sheets({"sheet": Paper(FORM, lambda: BLANK)})
    sheets.follow([Sighting("sheet", LYING.x_mm, LYING.y_mm, LYING.turned_deg, 0.99)])
    for art in (pale, dark):
        assert sheets.is_waiting
        sheets.read(photographed(art, blur=2.6), PLANE)
    assert [(mark.what, mark.is_hidden) for mark in sheets.marks(PLANE) if mark.shows == "box"] == [("cross", True)]


def seen_once(art, seed):
    blank = blank_of(BLANK, FORM)
    return straightened(photographed(art, blur=2.6, seed=seed), PLANE, FORM, LYING), FORM, blank


def test_a_box_to_which_no_ink_came_is_not_crossed_however_pale_the_hand():
    """On film a hard pencil's every move was asked about: with the printed foot, or without?"""
    hand = {"width_mm": 0.5, "dark": 0.62}
    before, after = (pencil(BLANK, [way(*route)], **hand) for route in (ROUTE[:4], ROUTE))
    x0, y0, x1, y1 = FORM.boxes["box"]
    crossed = pencil(after, [[(x0, y0), (x1, y1)], [(x0, y1), (x1, y0)]], **hand)
    spots = {}
    first = in_box(marks_on(*seen_once(before, 1), spots))
    none, cross = (in_box(marks_on(*seen_once(art, seed), dict(spots))) for art, seed in ((after, 2), (crossed, 3)))
    assert first == [("cross", True)]  # nobody knows what lay there before
    assert (none, [what for what, _ in cross]) == ([], ["cross"])


@pytest.mark.parametrize(
    ("colour", "width_mm", "dark"),
    [(PENCIL, 0.7, 0.8), (PENCIL, 0.5, 0.7), (PEN, 0.5, 0.9), (RED, 1.2, 0.8), ((60, 140, 50), 1.4, 0.6)],
    ids=["soft pencil", "thin pencil", "pen", "red felt", "green crayon"],
)
def test_a_line_from_place_to_place_is_seen_whatever_it_is_drawn_with(colour, width_mm, dark):
    marks = read(pencil(BLANK, [way(*ROUTE, shake=0.15)], colour, width_mm, dark))
    assert lines(marks) == lines(marks, 0.2) == names(*ROUTE)


@pytest.mark.parametrize("off", [(0.0, 4.0), (0.0, -3.0), (3.0, 0.0)])
def test_a_line_beside_the_places_is_seen(off):
    route = ("a1", "a2", "a3") if off[1] else ("a2", "b2", "c3")
    assert lines(read(pencil(BLANK, [way(*route, off=off)]))) == names(*route)


def test_a_shaky_line_is_seen():
    assert lines(read(pencil(BLANK, [way(*ROUTE, shake=0.6)]))) == names(*ROUTE)


def test_a_line_that_ends_half_way_is_not_sure():
    (x0, y0), (x1, y1) = PLACES["a1"], PLACES["a2"]
    half = [(x0, y0), ((x0 + x1) / 2, (y0 + y1) / 2)]
    marks = read(pencil(BLANK, [half, way("c1", "c2", "c3", "c4")]))
    assert lines(marks) == names("c1", "c2", "c3", "c4")


def test_what_was_rubbed_out_is_less_sure_than_what_was_drawn():
    ghost = cv2.GaussianBlur(pencil(BLANK, [way("a3", "b3", "c4")], dark=0.14), (0, 0), 1.5)
    marks = read(pencil(ghost, [way("c1", "b1", "b2", "a2")]))
    assert lines(marks) == names("c1", "b1", "b2", "a2")


def test_lines_that_are_all_pale_are_never_sure():
    """They may be all that an eraser left."""
    marks = read(pencil(BLANK, [way(*ROUTE)], width_mm=0.4, dark=0.16))
    assert lines(marks) == set()
    assert lines(marks, 0.2) == names(*ROUTE)


def test_a_sheet_is_found_though_its_place_was_known_badly():
    near = Lying(LYING.x_mm + 2.0, LYING.y_mm - 1.5, LYING.turned_deg + 1.2)
    assert lines(read(pencil(BLANK, [way(*ROUTE)]), known=near)) == names(*ROUTE)


def test_the_blank_sheet_may_be_learnt_from_the_first_look():
    first = straightened(photographed(BLANK, seed=2), PLANE, FORM, LYING)
    moved = replace(LYING, x_mm=152.0, turned_deg=-2.0)
    picture = photographed(pencil(BLANK, [way(*ROUTE)]), lying=moved)
    assert lines(find_marks(picture, PLANE, FORM, moved, first)) == names(*ROUTE)


def test_something_else_in_its_place_is_not_read():
    assert read(np.full_like(BLANK, 128)) is None


def test_a_shadow_across_the_sheet_is_no_line():
    art = pencil(BLANK, [way(*ROUTE)])
    art[:, : round(62 * PX)] = (art[:, : round(62 * PX)] * 0.75).astype(np.uint8)
    assert lines(read(art)) == names(*ROUTE)


def dazzled(picture, at, radius_px=40.0):
    """A lamp mirrored at a place of the sheet, with the haze around it."""
    a = np.radians(LYING.turned_deg)
    dx, dy = at[0] - 70, at[1] - 45
    table = [[[LYING.x_mm + dx * np.cos(a) - dy * np.sin(a), LYING.y_mm + dx * np.sin(a) + dy * np.cos(a)]]]
    x, y = cv2.perspectiveTransform(np.array(table), TO_PX)[0, 0]
    down, right = np.mgrid[: SIZE[1], : SIZE[0]]
    haze = 700 * np.exp(-((right - x) ** 2 + (down - y) ** 2) / (2 * (radius_px / 1.7) ** 2))
    return np.clip(picture + haze[..., None], 0, 255).astype(np.uint8)


def test_what_a_mirrored_lamp_drowns_may_be_there_or_not():
    """A line that ran through it was read as another one, shorter and by foot: wrong in silence."""
    dim = (photographed(pencil(BLANK, [way(*ROUTE)])) * 0.35).astype(np.uint8)
    marks = find_marks(dazzled(dim, PLACES["c3"]), PLANE, FORM, LYING, blank_of(BLANK, FORM))
    hidden = {mark.where for mark in marks if mark.is_hidden}
    assert {"b2-c3", "c3-c4"} <= hidden
    assert {mark.sure for mark in marks if mark.is_hidden} == {0.5}
    assert lines(marks) == names("a1", "a2", "b2") | names("c4", "b4") - hidden


def test_sun_on_half_a_sheet_hides_nothing():
    art = pencil(BLANK, [way(*ROUTE)])
    art[:, : round(62 * PX)] = (art[:, : round(62 * PX)] * 0.4).astype(np.uint8)
    assert not any(mark.is_hidden for mark in read(art))


def test_a_thing_lying_on_the_sheet_is_no_line():
    art = pencil(BLANK, [way("c1", "c2", "c3")])
    x, y = (round(value * PX) for value in np.add(PLACES["a4"], PLACES["a5"]) / 2)
    cv2.rectangle(art, (x - 64, y - 64), (x + 64, y + 64), (60, 60, 60), -1)
    assert lines(read(art)) == names("c1", "c2", "c3")


def circle(at, radius, seed=1):
    turn = np.linspace(0, 6.6, 50)
    wobble = radius * (1 + 0.06 * np.sin(2 * turn + seed))
    return np.column_stack((at[0] + wobble * np.cos(turn), at[1] + wobble * np.sin(turn)))


def crossed(at, half):
    x, y = at
    return [[(x - half, y - half), (x + half, y + half)], [(x + half, y - half), (x - half, y + half)]]


def ring(at, radius_mm=3.4):
    return [(at[0] + radius_mm * np.cos(a), at[1] + radius_mm * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 40)]


def test_a_ring_on_the_way_to_the_next_place_is_no_half_of_a_line():
    """Of a line that ended at a ringed symbol the camera asked whether it went on to the harbour beside it."""
    at, anchor = FORM.spots["b3"], np.add(PLACES["a3"], (-0.4, 1.8))
    form = replace(FORM, spots={"b3": np.add(at, (-1.4, -1.0))})
    art = pencil(BLANK, [way("c3", "b3"), ring(form.spots["b3"])])
    x, y = (round(value * PX) for value in anchor)
    blank = BLANK.copy()
    for picture in (art, blank):
        cv2.circle(picture, (x, y), round(2.0 * PX), (90, 60, 30), -1)
    marks = read(art, blank=blank_of(blank, form), form=form)
    assert lines(marks) == {"b3-c3"}
    assert lines(marks, 0.5) == {"b3-c3"}


def test_a_line_that_ends_at_dark_print_is_sure():
    """A harbour's anchor stands right at the place where lines end: they were asked about."""
    art, blank = pencil(BLANK, [way("c3", "b3", "a3")]), BLANK.copy()
    x, y = (round(value * PX) for value in np.add(PLACES["a3"], (0.8, 4.2)))
    for picture in (art, blank):
        cv2.circle(picture, (x, y), round(1.6 * PX), (90, 60, 30), -1)
    assert lines(read(art, blank=blank_of(blank, FORM))) == {"b3-c3", "a3-b3"}


def test_a_ring_around_a_symbol_is_one_and_no_line():
    marks = read(pencil(BLANK, [circle(FORM.spots["b3"], 3.2), way("c1", "c2", "c3")]))
    assert marks_at(marks, "b3") == {"ring"}
    assert lines(marks) == names("c1", "c2", "c3")


def test_a_cross_over_a_symbol_is_one():
    marks = read(pencil(BLANK, [*crossed(FORM.spots["b3"], 2.4), way("c1", "c2", "c3")]))
    assert marks_at(marks, "b3") == {"cross"}


def test_a_symbol_may_be_ringed_and_crossed():
    """Both at first sight: it may also be a thick ring."""
    ring = circle(FORM.spots["b3"], 3.4)
    marks = read(pencil(BLANK, [ring, *crossed(FORM.spots["b3"], 2.4), way("c1", "c2", "c3")]))
    assert {mark.what for mark in marks if mark.where == "b3" and mark.sure >= 0.6} == {"ring", "cross"}
    assert marks_at(marks, "b3") == {"ring"}


def test_boxes_are_crossed_or_ticked_or_left():
    assert marks_at(read(pencil(BLANK, crossed((113.5, 73.5), 2.8))), "box") == {"cross"}
    assert marks_at(read(pencil(BLANK, [[(111.5, 73.5), (113, 76), (116, 71)]])), "box") == {"tick"}
    assert marks_at(read(BLANK), "box") == set()


def test_a_form_without_lines_can_be_read():
    form = replace(FORM, edges=[])
    assert marks_at(read(pencil(BLANK, crossed((113.5, 73.5), 2.8)), form=form), "box") == {"cross"}


def test_ink_is_measured_against_the_paper_under_any_light():
    art = pencil(BLANK, [way("a1", "a2", "a3")], PEN, 1.0, 1.0)
    at = tuple(round(value * paper_ink.PX_PER_MM) for value in np.add(PLACES["a1"], PLACES["a2"]) / 2)
    found = []
    for uneven in (0.0, 0.5):
        ink = find_ink(straightened(photographed(art, uneven=uneven), PLANE, FORM, LYING), blank_of(BLANK, FORM))
        found.append(float(ink.dark[at[1] - 2 : at[1] + 3, at[0]].max()))
    assert found[0] == pytest.approx(found[1], rel=0.15)
    assert found[0] > 0.3


def looked_at(art, spots):
    """What is seen of a sheet that is remembered from look to look."""
    return marks_on(straightened(photographed(art), PLANE, FORM, LYING), FORM, blank_of(BLANK, FORM), spots)


@pytest.mark.parametrize("off", [(0.0, 0.0), (-1.2, 0.6), (1.2, -0.6)])
def test_a_line_drawn_later_through_a_ring_crosses_nothing_out(off):
    """Its last millimetres, where nothing is proved, were taken for a cross."""
    spots, at = {}, np.array(FORM.spots["b3"])
    turn = np.linspace(0, 6.4, 60)
    ring = at + 3.0 * np.column_stack((np.cos(turn), np.sin(turn)))
    looked_at(BLANK, spots)
    ringed = pencil(BLANK, [way("c2", "c3", "b3", off=off), ring])
    looked_at(ringed, spots)
    later = looked_at(pencil(ringed, [way("b3", "a4", "a3", off=off)]), spots)
    assert "ring" in marks_at(later, "b3")
    assert [mark.sure for mark in later if (mark.what, mark.where) == ("cross", "b3")] == []
    aslant = np.array([2.0, -2.0])
    crossed = [[at - 2.0, at + 2.0], [at - aslant, at + aslant]]
    used = looked_at(pencil(ringed, [way("b3", "a4", "a3", off=off), *crossed]), spots)
    assert "cross" in marks_at(used, "b3")
