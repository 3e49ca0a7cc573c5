"""Rules only: cases of a specification, or lines of JSON in and out."""

import json
from typing import Any

import pytest

from companion.errors import BadInput
from companion.games import game_named
from companion.games.protocol import to_json
from companion.games.referee import MOST_LEGAL, failures, read_cases, referee

GAME = game_named("gold_raiders")
PLAYERS = ["p1", "p2", "p3"]
SETUP = json.dumps({"setup": {"players": PLAYERS}})


def answers(*lines: str) -> list[Any]:
    return list(referee(GAME, lines))


def test_a_legal_action_is_accepted_and_the_state_comes_last() -> None:
    start = GAME.setup(PLAYERS, None)
    action = GAME.legal(start)[0]
    accepted, last = answers(SETUP, "", json.dumps(to_json(action)))
    assert accepted == {"ok": True}
    assert last["state"] == to_json(GAME.apply(start, action))
    assert [standing["player"] for standing in last["scores"]] == PLAYERS
    assert len(last["legal"]) <= MOST_LEGAL


def test_a_refusal_has_a_code_and_a_sentence_and_changes_nothing() -> None:
    refused, last = answers(SETUP, '{"type": "fly"}')
    assert (refused["ok"], set(refused)) == (False, {"ok", "reason", "sentence"})
    assert last["state"] == answers(SETUP)[-1]["state"]


def test_a_state_that_came_out_goes_in_again() -> None:
    state = answers(SETUP)[-1]["state"]
    assert answers(json.dumps({"state": state}))[-1]["state"] == state


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "nothing to referee"),
        (["{"], "line 1 is no JSON"),
        (['{"type": "roll"}'], "the first line is"),
        (['{"setup": 3}'], '"setup" is an object'),
        (['{"setup": {}}'], 'needs "players"'),
    ],
)
def test_what_cannot_be_refereed_is_refused_with_what_would_do(lines: list[str], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        answers(*lines)


def test_cases_are_a_list_or_lines() -> None:
    case = {"id": "A1", "expect": {}}
    assert read_cases(json.dumps([case]), "f") == read_cases(json.dumps(case) + "\n\n", "f") == [case]


@pytest.mark.parametrize("text", ["[", "[1]", '[{"id": "A1"}]'])
def test_what_are_no_cases_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadInput, match=r"cases\.json"):
        read_cases(text, "cases.json")


def test_a_case_that_cannot_be_read_has_failed() -> None:
    assert failures(GAME, {"expect": 3}) == ['the case needs "do", a list, and "expect", an object']
    assert "a position needs players" in failures(GAME, {"given": {"players": 99}, "expect": {}})[0]
