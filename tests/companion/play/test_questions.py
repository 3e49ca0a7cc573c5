"""A question travels to phones as JSON and comes back the same."""

import msgspec

from companion.games.protocol import to_json
from companion.play.questions import Answer, Question

ASKED = Question("Which?", (Answer("e5", ({"type": "walk", "to": "e5"},)), Answer("Something else")), "konga", ("e5",))


def test_a_question_comes_back_from_json_as_it_was() -> None:
    assert msgspec.convert(to_json(ASKED), Question) == ASKED


def test_what_a_question_does_not_say_is_left_out() -> None:
    assert set(to_json(Question("Which?", (Answer("e5"),)))) == {"text", "answers"}


def test_an_answer_without_actions_is_something_else() -> None:
    assert ASKED.answers[-1].actions == ()
