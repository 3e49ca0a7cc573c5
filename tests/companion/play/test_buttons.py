"""Confirm, undo, pause, and a long press that ends what may be ended."""

import pytest

from companion.errors import BadInput
from companion.play.buttons import press
from companion.play.journal import Journal
from companion.play.questions import Answer, Question
from companion.play.table import Table

PLAYERS = ["p1", "p2", "p3"]
REVEAL = {"type": "reveal_card", "player": "p1", "card": 2}


def table() -> Table:
    one = Table(Journal(":memory:"), lambda: 0.0)
    position = {"players": PLAYERS, "phase": "reveal", "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"}}
    one.start("pyramid_raiders", PLAYERS, {"position": {**position, "guardian": {"at": "i5", "facing": "E"}}})
    return one


def never() -> None:
    raise AssertionError("nobody pressed pause")


def test_confirm_takes_the_likeliest_answer() -> None:
    one = table()
    one.ask(Question("Which card?", (Answer("2", (REVEAL,)), Answer("Something else"))))
    press(one, "confirm", never)
    assert [(entry.by, entry.action) for entry in one.entries()] == [("button", REVEAL)]


def test_confirm_without_a_question_does_nothing() -> None:
    one = table()
    press(one, "confirm", never)
    assert one.number == 0


def test_undo_takes_the_last_action_back() -> None:
    one = table()
    one.submit(REVEAL, by="camera")
    press(one, "undo", never)
    assert one.state.phase == "reveal"


def test_pause_is_handed_on() -> None:
    pressed: list[str] = []
    press(table(), "pause", lambda: pressed.append("pause"))
    assert pressed == ["pause"]


def test_a_long_press_ends_what_may_be_ended() -> None:
    one = table()
    one.submit_all([REVEAL, {"type": "move", "player": "p1", "path": ["e6", "e7"]}], by="camera")
    press(one, "end_round", never)
    assert one.steps()[-1].action == {"type": "skip_effect", "player": "p1"}


def test_a_long_press_where_nothing_ends_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match="nothing to end here"):
        press(table(), "end_round", never)
