"""All that one viewer's phone shows, as JSON."""

import numpy as np

from companion.errors import BadInput, IllegalAction, StaleAction
from companion.play.questions import Answer, Question
from companion.play.table import Table
from companion.watch.lookout import Glance
from hardware.camera import Frame
from vision.eyes import Look
from vision.problems import Problem
from vision.sighting import Sighting
from web.looks import glance_json, refusal_json, sitting_json


def test_a_viewer_sees_what_is_whispered_to_them_alone(table: Table):
    assert sitting_json(table.sitting, "anna")["view"]["table"] == {"whisper": "only for anna"}
    assert sitting_json(table.sitting, None)["view"]["table"] == {}


def test_pieces_come_as_plain_lists_in_a_steady_order(table: Table):
    assert sitting_json(table.sitting, None)["placements"] == [
        ["pawn.anna", "trail.0", None, None],
        ["pawn.ben", "trail.0", None, None],
    ]


def test_what_is_kept_with_the_game_is_shown_but_for_who_sits_where(table: Table, annas):
    table.keep("paused", True)
    assert annas.get("/api/look").json["extras"] == {"paused": True}


def test_the_question_goes_to_phones_while_it_stands(table: Table, annas):
    table.ask(Question("Who?", (Answer("Something else"),)))
    assert annas.get("/api/look").json["question"]["text"] == "Who?"
    table.withdraw()
    assert annas.get("/api/look").json["question"] is None


def test_a_box_is_a_share_of_the_picture_and_problems_are_sentences(table: Table):
    seen = Sighting("pawn.anna", 40, 50, 0, 0.9, box_px=(10, 20, 30, 40))
    look = Look((seen,), problems=(Problem("dark", amount=12),))
    found = glance_json(Glance(Frame(np.zeros((80, 100, 3), np.uint8), 0.0), look), table.sitting.layout)
    assert found["sightings"][0]["box"] == [0.1, 0.25, 0.3, 0.5]
    assert found["problems"][0]["text"] == "it is too dark to read the table; switch a lamp on"


def test_what_the_camera_reads_from_sheets_is_shown_to_nobody(table: Table):
    line = Sighting("line", 50, 40, 0, 0.99, "A5-B5", (10, 20, 30, 40), on="sheet.A.1")
    found = glance_json(Glance(Frame(np.zeros((80, 100, 3), np.uint8), 0.0), Look(marks=(line,))), table.sitting.layout)
    assert found["sightings"] == []


def test_without_a_glance_there_is_no_picture(table: Table):
    assert glance_json(None, table.sitting.layout) == {"picture": False, "sightings": [], "problems": []}


def test_a_refusal_says_its_code():
    codes = [
        refusal_json(wrong)["code"] for wrong in (IllegalAction("no_path", "No."), StaleAction("late"), BadInput("x"))
    ]
    assert codes == ["no_path", "stale", "refused"]
