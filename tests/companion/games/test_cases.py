"""The case runner: what holds, what does not, and what makes no sense, each in one line."""

from typing import Any

import pytest

from companion.errors import BadInput, IllegalAction
from companion.games.cases import Cases, Outcome, differences


def read(state: int, raw: Any) -> int:
    if raw["by"] > 5:
        raise IllegalAction("too_far", "Nobody gets that far.")
    return int(raw["by"])


def begin(given: Any) -> int:
    if given == "crowd":
        raise IllegalAction("bad_player_count", "Too many.")
    if not isinstance(given, int):
        raise BadInput("given is a number")
    return given


def found(outcome: Outcome, wanted: Any) -> list[str]:
    return differences("at", wanted, outcome.state)


CASES = Cases(
    read=read,
    apply=lambda state, action: state + action,
    begin=begin,
    looks={"at": found},
    others=lambda outcome, name, wanted: [] if name.startswith("note") else None,
)


@pytest.mark.parametrize(
    ("given", "do", "expect", "lines"),
    [
        (1, [{"by": 2}], {"at": 3}, []),
        (1, [{"by": 2}], {"at": 4}, ["at: expected 4, found 3"]),
        (1, [{"by": 9}], {"error": "too_far", "at": 1}, []),
        (1, [{"by": 2}], {"error": "too_far"}, ["error: expected too_far, found None"]),
        (1, [{"by": 9}], {}, ["error: expected None, found too_far"]),
        (1, [{"by": 9}, {"by": 1}], {}, ["case: action 1 of 2 was refused: too_far (Nobody gets that far.)"]),
        ("crowd", [], {"error": "bad_player_count"}, []),
        ("crowd", [], {"error": "bad_player_count", "at": 1}, ["at: expected a game, found none"]),
        (1, [], {"color": "red"}, ["color: no such expectation"]),
        (1, [], {"note 1": "anything"}, []),
        ("x", [], {}, ["case: given is a number"]),
        (1, "do", {}, ["case: do is a list of actions and expect an object"]),
        (1, [], [], ["case: do is a list of actions and expect an object"]),
    ],
)
def test_a_case_is_examined(given: Any, do: Any, expect: Any, lines: list[str]) -> None:
    assert CASES.examine(given, do, expect) == lines


def test_the_outcome_knows_every_state_and_what_was_accepted() -> None:
    seen: list[Outcome] = []
    looks = {"at": lambda outcome, wanted: seen.append(outcome) or []}
    Cases(read, CASES.apply, begin, looks).examine(1, [{"by": 1}, {"by": 9}], {"error": "too_far", "at": 0})
    assert (seen[0].states, seen[0].done) == ((1, 2), ({"by": 1},))
