"""What is drawn on sheets, in words, as JSON and over the picture."""

import numpy as np

from companion.watch.drawn import draw_marks, drawn_json, drawn_words, joined
from vision.plane import Plane
from vision.sighting import Sighting

STRAIGHT = Plane(np.eye(3), np.eye(3), 0.0, (300, 200), (150, 100, 1000), 0.1)


def mark(what, where, sure=1.0, on="sheet.A.1", at=(50.0, 40.0), turned=0.0):
    return Sighting(what, *at, turned, sure, where, (at[0] - 3, at[1] - 3, at[0] + 3, at[1] + 3), on=on)


def test_each_mark_says_where_it_is_on_its_sheet_and_on_the_table():
    assert drawn_json([mark("line", "A5-B5", 0.98765)]) == [
        {"sheet": "sheet.A.1", "what": "line", "where": "A5-B5", "sure": 0.988, "x_mm": 50.0, "y_mm": 40.0}
    ]


def test_a_sheet_is_told_in_one_line_with_its_way_and_what_is_doubtful():
    marks = [
        mark("line", "B5-C5"),
        mark("line", "A5-B5"),
        mark("cross", "A5"),
        mark("ring", "C5"),
        mark("cross", "foot"),
    ]
    marks += [mark("line", "C5-C6", 0.6), mark("line", "D5-D6", 0.3), mark("line", "E1-E2", on="sheet.B.2")]
    assert drawn_words(drawn_json(marks)) == [
        "drawn on sheet.A.1: line A5-B5-C5; crosses at A5, foot; rings at C5; perhaps line C5-C6",
        "drawn on sheet.B.2: line E1-E2",
    ]


def test_nothing_drawn_is_not_told():
    assert drawn_words([]) == []


def test_a_way_round_and_a_fork_use_every_line_once():
    assert joined(["a-b", "b-c", "a-c"]) == ["a-b-c-a"]
    assert sorted(joined(["a-b", "b-c", "b-d"])) == ["a-b-c", "d-b"]


def test_marks_are_drawn_where_they_are():
    picture = np.zeros((200, 300, 3), np.uint8)
    draw_marks(picture, [mark("line", "a-b", turned=90.0)], STRAIGHT)
    rows, columns = np.nonzero(picture.any(axis=2))
    assert abs(rows.mean() - 40) < 1
    assert abs(columns.mean() - 50) < 1
    assert rows.max() - rows.min() >= 10
    assert columns.max() - columns.min() <= 4
    before = picture.copy()
    draw_marks(picture, [mark("cross", "a", at=(200.0, 100.0))], STRAIGHT)
    assert (picture[90:110, 190:210] != before[90:110, 190:210]).any()
