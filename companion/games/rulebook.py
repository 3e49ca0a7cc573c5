"""A rulebook as a table of rules: every kind of action once, with when it may happen, why not, and what it does."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.errors import IllegalAction
from companion.games.protocol import Action, Json, State

Why = str | IllegalAction | None  # the code of a reason, or the whole refusal; None: nothing speaks against it
Check = Callable[[State, "Rule", Action], Why]


@dataclass(frozen=True)
class Rule:
    """One kind of action.

    `why_not` is its own reason against it, asked after the checks all actions share; `does` may still refuse what only
    shows on the way, for it makes a new state and never half happens. `each` lists the legal ones.
    """

    action: type[Any]
    does: Callable[[State, Any], State]
    phases: tuple[str, ...] = ()  # in which it may happen; empty: in all of them
    why_not: Callable[[State, Any], Why] | None = None
    each: Callable[[State], Iterable[Action]] | None = None
    by: str = "turn"  # whose it is, in the words of the game's own checks: whoever's turn it is, anybody's, the table's

    @property
    def kind(self) -> str:
        """Its name in the rulebook's words: "reveal_card"."""
        return str(self.action.__struct_config__.tag)


def as_it_comes(action: type[Any], raw: Mapping[str, Json]) -> Action:
    """The action with whatever values it was sent, lists as tuples, further fields dropped: the rules look at them."""
    keys = zip(action.__struct_fields__, action.__struct_encode_fields__, strict=True)
    given = {name: _frozen(raw[key]) for name, key in keys if key in raw}
    missing = dict.fromkeys(needed(action) - given.keys())
    return action(**missing, **given)


def needed(action: type[Any]) -> set[str]:
    """The fields of an action that have no default."""
    fields = action.__struct_fields__
    return set(fields[: len(fields) - len(action.__struct_defaults__)])


def _frozen(value: Json) -> Json:
    return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True)
class Rulebook:
    """All rules of a game, and the order in which a wrong action is refused.

    `over` is asked first, even of what is no action at all; then `checks`, in their order, then the rule itself.

        >>> import msgspec
        >>> class Run(msgspec.Struct, frozen=True, tag="run"):
        ...     player: str
        ...     rolled: int
        >>> book = Rulebook(
        ...     rules=[Rule(Run, lambda state, run: state + run.rolled, each=lambda state: [Run("anna", 3)])],
        ...     refuse=lambda state, code: IllegalAction(code, f"{code} at {state}"),
        ...     over=lambda state: state >= 12,
        ... )
        >>> book.apply(4, book.read(4, {"type": "run", "player": "anna", "rolled": 3}))
        7
        >>> book.legal(4), book.legal(12)
        ([Run(player='anna', rolled=3)], [])
        >>> book.read(4, {"type": "fly"})
        Traceback (most recent call last):
        companion.errors.IllegalAction: unknown_action at 4
    """

    rules: Sequence[Rule]
    refuse: Callable[[State, str], IllegalAction]
    over: Callable[[State], bool]
    checks: Sequence[Check] = ()
    reads: Callable[[type[Any], Mapping[str, Json]], Action] = as_it_comes
    phase: Callable[[State], str] = lambda state: str(getattr(state, "phase", ""))
    over_code: str = "game_over"
    unknown_code: str = "unknown_action"

    @cached_property
    def kinds(self) -> Mapping[str, Rule]:
        """The rules by the names of their actions."""
        return {rule.kind: rule for rule in self.rules}

    @cached_property
    def _listings(self) -> dict[str, Sequence[Callable[[State], Iterable[Action]]]]:
        return {}

    @cached_property
    def _of(self) -> Mapping[type[Any], Rule]:
        return {rule.action: rule for rule in self.rules}

    def read(self, state: State, raw: Any) -> Action:
        """An action from JSON that can be applied, or the first reason why not."""
        kind = raw.get("type") if isinstance(raw, Mapping) else None
        rule = self.kinds.get(kind) if isinstance(kind, str) else None
        if rule is None or self.over(state):
            raise self.refuse(state, self.over_code if self.over(state) else self.unknown_code)
        action = self.reads(rule.action, raw)
        self._check(state, rule, action)
        return action

    def apply(self, state: State, action: Action) -> State:
        """The state after that action, or IllegalAction and nothing has changed."""
        rule = self._of.get(type(action))
        if rule is None or self.over(state):
            raise self.refuse(state, self.over_code if self.over(state) else self.unknown_code)
        self._check(state, rule, action)
        return rule.does(state, action)

    def why_not(self, state: State, action: Action) -> Why:
        """The first reason against an action, in the order of the specification; None: it can be done."""
        if self.over(state):
            return self.over_code
        rule = self._of.get(type(action))
        return self.unknown_code if rule is None else self._against(state, rule, action)

    def _against(self, state: State, rule: Rule, action: Action) -> Why:
        for check in self.checks:
            if why := check(state, rule, action):
                return why
        return rule.why_not(state, action) if rule.why_not else None

    def _check(self, state: State, rule: Rule, action: Action) -> None:
        why = self._against(state, rule, action)
        if why is not None:
            raise why if isinstance(why, IllegalAction) else self.refuse(state, why)

    def legal(self, state: State) -> list[Action]:
        """What each rule of this phase lists, in the order of the rules."""
        if self.over(state):
            return []
        return [action for each in self._listing(self.phase(state)) for action in each(state)]

    def _listing(self, phase: str) -> Sequence[Callable[[State], Iterable[Action]]]:
        """What lists the legal actions of a phase, looked up once."""
        if phase not in self._listings:
            rules = (rule for rule in self.rules if not rule.phases or phase in rule.phases)
            self._listings[phase] = [rule.each for rule in rules if rule.each]
        return self._listings[phase]


def in_phase(code: str, phase: Callable[[State], str] = lambda state: str(state.phase)) -> Check:
    """The check that a rule's phases hold the state's."""
    return lambda state, rule, action: code if rule.phases and phase(state) not in rule.phases else None
