"""Which sheets are read again, and where on the table the marks on them are."""

import cv2
import numpy as np
import pytest

from vision.plane import Plane
from vision.sheets import GLANCE, MOST_LOOKS, Sheets
from vision.sighting import Form, Paper, Sighting
from vision.stillness import SHRINK

PX = 4.0  # of the picture, per mm
SIZE = (800, 600)
STRAIGHT = Plane(np.diag([1 / PX, 1 / PX, 1.0]), np.diag([PX, PX, 1]), 0.0, SIZE, (100, 75, 1000), 0.1)
PLACES = {f"{row}{column}": (14.0 + 16 * column + 8 * (row == "b"), 16.0 + 14 * "ab".index(row))
          for row in "ab" for column in range(4)}  # fmt: skip
EDGES = [(a, b) for a in PLACES for b in PLACES if a < b and np.hypot(*np.subtract(PLACES[a], PLACES[b])) < 17]
FORM = Form(90, 50, PLACES, EDGES, {}, {})
HERE, ASIDE = (60.0, 50.0), (140.0, 110.0)  # the middles of two sheets


def printed():
    art = np.full((400, 720, 3), (225, 240, 250), np.uint8)
    for x, y in PLACES.values():
        cv2.circle(art, (round(x * 8), round(y * 8)), 60, (170, 200, 220), 2, cv2.LINE_AA)
        cv2.circle(art, (round(x * 8), round(y * 8)), 4, (130, 138, 141), -1, cv2.LINE_AA)
    for corner in ((40, 40), (680, 40), (40, 360), (680, 360)):
        cv2.rectangle(art, (corner[0] - 30, corner[1] - 30), (corner[0] + 30, corner[1] + 30), (20, 20, 20), 12)
    return art


PRINT = printed()


class Table:
    """Two sheets before the eyes."""

    def __init__(self) -> None:
        self.sheets = Sheets({name: Paper(FORM, lambda: PRINT) for name in ("one", "two")})
        self.at = {"one": HERE, "two": ASIDE}
        self.lines = {"one": [], "two": []}

    def picture(self):
        picture = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
        for name, (x, y) in self.at.items():
            art = PRINT.copy()
            for a, b in self.lines[name]:
                ends = (tuple(round(8 * value) for value in PLACES[place]) for place in (a, b))
                cv2.line(art, *ends, (60, 60, 60), 6, cv2.LINE_AA)
            small = cv2.resize(art, (360, 200), interpolation=cv2.INTER_AREA)
            left, top = round((x - 45) * PX), round((y - 25) * PX)
            picture[top : top + 200, left : left + 360] = small
        return picture

    def follow(self, *names):
        self.sheets.follow([Sighting(name, *self.at[name], 0.0, 0.99) for name in names or self.at])

    def read(self, hand=None):
        return self.sheets.read(self.picture(), STRAIGHT, hand)

    def rest(self):
        """All that is due is read; returns how often it took."""
        looks = 0
        while self.sheets.is_waiting:
            self.read()
            looks += 1
        return looks

    def drawn(self, least=0.8):
        return {(mark.on, mark.shows) for mark in self.sheets.marks(STRAIGHT) if mark.sure >= least}


def small(x0, y0, x1, y1):
    """The small pixels of that part of the table."""
    mask = np.zeros((SIZE[1] // SHRINK, SIZE[0] // SHRINK), np.uint8)
    left, top, right, low = (round(value * PX / SHRINK) for value in (x0, y0, x1, y1))
    mask[top:low, left:right] = 255
    return mask


@pytest.fixture
def table():
    table = Table()
    table.follow()
    assert table.rest() == 2
    return table


def test_one_sheet_is_read_at_a_time():
    table = Table()
    table.lines["one"] = table.lines["two"] = [("a0", "a1"), ("a1", "b1")]
    table.follow()
    table.read()
    assert table.drawn() == {("one", "a0-a1"), ("one", "a1-b1")}
    table.read()
    assert {on for on, _ in table.drawn()} == {"one", "two"}


def test_a_sheet_nobody_touched_is_not_read_again(table):
    table.lines["one"] = [("a0", "a1")]
    assert not table.read()
    assert table.drawn() == set()


def test_a_sheet_that_a_hand_was_over_is_read_again(table):
    table.lines["one"] = [("a0", "a1")]
    table.sheets.stir(small(30, 30, 60, 60))
    assert table.read()
    assert table.drawn() == {("one", "a0-a1")}


def test_what_moves_beside_the_sheets_is_no_reason_to_read_them(table):
    table.lines["one"] = [("a0", "a1")]
    table.sheets.stir(small(120, 5, 190, 60))
    assert not table.read()


@pytest.mark.parametrize("light", [1.0, 0.9])
def test_a_stroke_that_nobody_was_seen_to_draw_is_found_soon(table, light):
    """A thin line between two frames, no hand: too little to count as a change, and the move was never noticed."""
    table.lines["one"] = [("a0", "a1")]
    picture = np.asarray(table.picture() * light, np.uint8)
    noise = np.random.default_rng(1)
    found = [table.sheets.read(_grained(picture, noise), STRAIGHT) for _ in range(2 * GLANCE + 1)]
    assert any(found)
    assert table.drawn() == {("one", "a0-a1")}


def test_neither_grain_nor_light_are_strokes(table):
    noise, waiting = np.random.default_rng(2), []
    for light in np.linspace(1.0, 0.85, 6 * GLANCE):
        table.sheets.read(_grained(table.picture() * light, noise), STRAIGHT)
        waiting.append(table.sheets.is_waiting)
    assert waiting == [False] * 6 * GLANCE


def _grained(picture, noise):
    return np.clip(picture + noise.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


def test_a_sheet_that_was_moved_is_read_again(table):
    table.lines["one"] = [("a0", "a1")]
    table.at["one"] = (66.0, 55.0)
    table.follow()
    assert table.read()
    (mark,) = (one for one in table.sheets.marks(STRAIGHT) if one.on == "one")
    assert (mark.what, mark.x_mm, mark.y_mm) == ("line", pytest.approx(66 - 45 + 22), pytest.approx(55 - 25 + 16))


def test_a_sheet_under_a_hand_waits_and_the_others_do_not(table):
    table.lines["one"] = table.lines["two"] = [("a0", "a1")]
    table.sheets.stir(small(0, 0, 200, 150))
    hand = small(30, 30, 60, 60)
    assert table.read(hand)
    assert not table.read(hand)
    assert table.drawn() == {("two", "a0-a1")}


def test_a_sheet_that_is_taken_up_says_nothing(table):
    table.lines["one"] = [("a0", "a1")]
    table.sheets.stir(small(30, 30, 60, 60))
    table.read()
    table.follow("two")
    assert table.drawn() == set()
    table.follow("one", "two")
    table.rest()
    assert table.drawn() == {("one", "a0-a1")}


def test_a_doubtful_sheet_is_looked_at_some_more(table):
    table.lines["one"] = [("a0", "a1")]
    faint = cv2.addWeighted(table.picture(), 0.07, Table().picture(), 0.93, 0)
    table.sheets.stir(small(30, 30, 60, 60))
    table.sheets.read(faint, STRAIGHT)
    looks = 1
    while table.sheets.is_waiting:
        table.sheets.read(faint, STRAIGHT)
        looks += 1
    assert looks == MOST_LOOKS
    assert table.drawn() == set()
    assert table.drawn(0.2) == {("one", "a0-a1")}


def test_without_sheets_nothing_is_kept():
    sheets = Sheets({})
    sheets.stir(small(0, 0, 200, 150))
    sheets.follow([Sighting("pawn", 10, 10, 0.0, 0.99)])
    assert not sheets.is_waiting
    assert not sheets.read(Table().picture(), STRAIGHT)
