"""The rulebook machine: one rule per action, one check, and refusals in the specification's order."""

from typing import Any

import msgspec
import pytest

from companion.errors import IllegalAction
from companion.games.rulebook import Rule, Rulebook, as_it_comes, in_phase, needed


class Run(msgspec.Struct, frozen=True, tag="run", tag_field="type"):
    player: str
    far: int
    by: tuple[str, ...] = ()


class Rest(msgspec.Struct, frozen=True, tag="rest", tag_field="type"):
    player: str


class State(msgspec.Struct, frozen=True):
    phase: str = "day"
    at: int = 0
    turn: str = "anna"


def not_your_turn(state: State, rule: Rule, action: Any) -> str | None:
    return "not_your_turn" if rule.by == "turn" and action.player != state.turn else None


def too_far(state: State, run: Run) -> str | IllegalAction | None:
    if type(run.far) is not int:
        return "bad_value"
    return IllegalAction("too_far", f"{run.far} is too far.") if run.far > 6 else None


def moved(state: State, run: Run) -> State:
    if run.far == 4:
        raise IllegalAction("stumbled", "Nobody runs four.")
    return msgspec.structs.replace(state, at=state.at + run.far)


BOOK = Rulebook(
    rules=[
        Rule(Run, moved, phases=("day",), why_not=too_far, each=lambda state: [Run(state.turn, n) for n in (1, 2)]),
        Rule(Rest, lambda state, rest: state, by="anybody", each=lambda state: [Rest("anna"), Rest("ben")]),
    ],
    refuse=lambda state, code: IllegalAction(code, f"{code}."),
    over=lambda state: state.at >= 12,
    checks=(in_phase("wrong_phase"), not_your_turn),
)


def refused(state: State, raw: Any) -> str:
    with pytest.raises(IllegalAction) as refusal:
        BOOK.read(state, raw)
    return refusal.value.code


def test_what_was_read_is_applied() -> None:
    state = State()
    run = BOOK.read(state, {"type": "run", "player": "anna", "far": 3, "by": ["a", "b"]})
    assert run == Run("anna", 3, ("a", "b"))
    assert BOOK.apply(state, run).at == 3


@pytest.mark.parametrize(
    ("state", "raw", "code"),
    [
        (State(at=12), {"type": "fly"}, "game_over"),
        (State(), {"type": "fly"}, "unknown_action"),
        (State(), ["run"], "unknown_action"),
        (State(), {"type": ["run"]}, "unknown_action"),
        (State(phase="night"), {"type": "run", "player": "ben", "far": 99}, "wrong_phase"),
        (State(), {"type": "run", "player": "ben", "far": 99}, "not_your_turn"),
        (State(), {"type": "run", "player": "anna", "far": "x"}, "bad_value"),
        (State(), {"type": "run", "player": "anna"}, "bad_value"),
        (State(), {"type": "run", "player": "anna", "far": 99}, "too_far"),
    ],
)
def test_the_first_reason_against_it_is_told(state: State, raw: Any, code: str) -> None:
    assert refused(state, raw) == code


def test_apply_refuses_what_read_would_refuse() -> None:
    with pytest.raises(IllegalAction) as refusal:
        BOOK.apply(State(), Run("ben", 1))
    assert refusal.value.code == "not_your_turn"


def test_a_rule_may_refuse_on_the_way_and_nothing_has_happened() -> None:
    state = State()
    with pytest.raises(IllegalAction, match="Nobody runs four"):
        BOOK.apply(state, Run("anna", 4))
    assert state == State()


def test_why_not_says_the_reason_without_raising() -> None:
    assert BOOK.why_not(State(), Run("ben", 1)) == "not_your_turn"
    assert BOOK.why_not(State(), Run("anna", 1)) is None
    assert BOOK.why_not(State(at=12), Run("anna", 1)) == "game_over"
    assert BOOK.why_not(State(), "run") == "unknown_action"


def test_legal_lists_the_rules_of_the_phase_in_their_order() -> None:
    assert BOOK.legal(State()) == [Run("anna", 1), Run("anna", 2), Rest("anna"), Rest("ben")]
    assert BOOK.legal(State(phase="night")) == [Rest("anna"), Rest("ben")]
    assert BOOK.legal(State(at=12)) == []


def test_everything_listed_as_legal_can_be_done() -> None:
    assert [BOOK.why_not(State(), action) for action in BOOK.legal(State())] == [None] * 4


def test_values_are_taken_as_they_come_for_the_rules_to_judge() -> None:
    assert as_it_comes(Run, {"player": 7, "further": 1}) == Run(7, None)
    assert needed(Run) == {"player", "far"}
