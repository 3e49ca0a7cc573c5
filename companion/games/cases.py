"""Runs rule cases: a position, the actions done in it, and part of what must come of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from companion.errors import BadInput, IllegalAction
from companion.games.protocol import Action, Json, State

Look = Callable[["Outcome", Json], list[str]]  # one line per thing that is not as wanted


@dataclass(frozen=True)
class Cases:
    """How one game's cases are written: how `given` becomes a state, and what `expect` may look at.

    `begin` raises IllegalAction where the rules refuse to set the game up, and BadInput where the case makes no sense.
    `others` looks at the expectations that have no look of their own, by name; None where there are none such.
    """

    read: Callable[[State, Mapping[str, Json]], Action]
    apply: Callable[[State, Action], State]
    begin: Callable[[Json], State]
    looks: Mapping[str, Look]
    others: Callable[["Outcome", str, Json], list[str] | None] = lambda outcome, name, wanted: None

    def examine(self, given: Json, do: Sequence[Mapping[str, Json]], expect: Mapping[str, Json]) -> list[str]:
        """One line per expectation that does not hold; a case that makes no sense is such a line too."""
        if not isinstance(expect, Mapping) or not isinstance(do, list | tuple):
            return ["case: do is a list of actions and expect an object"]
        try:
            outcome = self._played(given, do)
        except BadInput as wrong:
            return [f"case: {wrong}"]
        lines = check_error(outcome, expect)
        for name, wanted in expect.items():
            if name != "error":
                lines += self._look(outcome, name, wanted)
        return lines

    def _played(self, given: Json, do: Sequence[Mapping[str, Json]]) -> "Outcome":
        try:
            state = self.begin(given)
        except IllegalAction as refusal:
            return Outcome((), refusal)
        return self._run(state, do)

    def _run(self, state: State, do: Sequence[Mapping[str, Json]]) -> "Outcome":
        """Applies the actions in order; all but the last must be accepted."""
        states, done = [state], list[Mapping[str, Json]]()
        for number, raw in enumerate(do, start=1):
            try:
                states.append(self.apply(states[-1], self.read(states[-1], raw)))
                done.append(raw)
            except IllegalAction as refusal:
                if number < len(do):
                    raise BadInput(f"action {number} of {len(do)} was refused: {refusal.code} ({refusal})") from None
                return Outcome(tuple(states), refusal, tuple(done))
        return Outcome(tuple(states), None, tuple(done))

    def _look(self, outcome: "Outcome", name: str, wanted: Json) -> list[str]:
        look = self.looks.get(name)
        if look is None and (lines := self.others(outcome, name, wanted)) is not None:
            return lines
        if look is None:
            return [f"{name}: no such expectation"]
        if not outcome.states:
            return [f"{name}: expected a game, found none"]
        try:
            return look(outcome, wanted)
        except BadInput as wrong:
            return [f"{name}: {wrong}"]


@dataclass(frozen=True)
class Outcome:
    """How a case went: the states met, the last one last (none: it was not set up), the refusal that ended it, if any,
    and the actions that were accepted."""

    states: tuple[State, ...]
    refusal: IllegalAction | None
    done: tuple[Mapping[str, Json], ...] = ()

    @property
    def state(self) -> State:
        return self.states[-1]


def check_error(outcome: Outcome, expect: Mapping[str, Json]) -> list[str]:
    """The one expectation all games share: `error` names the last action's refusal, or there is none."""
    wanted, found = expect.get("error"), outcome.refusal.code if outcome.refusal else None
    return [] if wanted == found else [f"error: expected {wanted}, found {found}"]


def differences(where: str, expected: Json, found: Json, exact: Iterable[str] = ()) -> list[str]:
    """Compares objects as subsets (those whose path is in `exact` to the letter), everything else for equality.

    >>> differences("pawns", {"p1": "e5"}, {"p1": "e5", "p2": "a1"})
    []
    >>> differences("loot", {"p1": {}}, {"p1": {"red": 1}}, exact=("loot.p1",))
    ['loot.p1: expected {}, found {"red":1}']
    """
    exact = tuple(exact)
    if isinstance(expected, Mapping) and isinstance(found, Mapping) and where not in exact:
        lines = []
        for key, value in expected.items():
            if str(key) in found:
                lines += differences(f"{where}.{key}", value, found[str(key)], exact)
            else:
                lines.append(f"{where}.{key}: expected {_shown(value)}, found nothing")
        return lines
    return [] if expected == found else [f"{where}: expected {_shown(expected)}, found {_shown(found)}"]


def _shown(value: Json) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
