"""Players for empty seats, who also draw from the exploring pile: random ones and sensible ones."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from companion.games.temple_of_gold.actions import (
    Action,
    AnnounceTreasure,
    Dig,
    Discard,
    EndTurn,
    Explore,
    PickUp,
    Step,
    TakeIncome,
)
from companion.games.temple_of_gold.board import PACK_SPACES, TEMPLE
from companion.games.temple_of_gold.exploring import pile
from companion.games.temple_of_gold.legal import announcements, each_end, each_income
from companion.games.temple_of_gold.planning import Plan, plan_of, ways, worth
from companion.games.temple_of_gold.rules import RULES
from companion.games.temple_of_gold.state import State, active, items, total

PLAYFUL_ROUNDS = 12
# how readily a random player does each sort of thing
FANCY: Mapping[type, int] = {
    Step: 8,
    PickUp: 4,
    Explore: 6,
    AnnounceTreasure: 3,
    Dig: 4,
    Discard: 1,
    TakeIncome: 6,
    EndTurn: 3,
}


def every_action(state: State) -> list[Action]:
    """What may be done next, treasures to announce among it: bots find every clue."""
    actions: list[Action] = RULES.legal(state)
    place = len(actions) - len(each_income(state)) - len(each_end(state))  # they stand before the ends of a turn
    actions[place:place] = announcements(state)
    return actions


class RandomBots:
    """Do anything that is allowed, moving and exploring more readily than idling.

    Chance alone wanders for thousands of turns, so with the rounds they head for the temple more and more often.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, state: State) -> Action:
        by_kind: dict[type, list[Action]] = {}
        for action in every_action(state):
            if not _traps(state, action):
                by_kind.setdefault(type(action), []).append(action)
        if self._rng.random() < min(0.8, (state.round - PLAYFUL_ROUNDS) / 40):
            return self._homeward(state, by_kind)
        kinds = list(by_kind)
        kind = self._rng.choices(kinds, [FANCY[kind] for kind in kinds])[0]
        return self._rng.choice(by_kind[kind])

    def _homeward(self, state: State, by_kind: Mapping[type, Sequence[Action]]) -> Action:
        """A step nearer to the temple, else a tile, else the end of the turn."""
        player = active(state)
        if player.amulet_round is None and Step in by_kind:
            way = ways(state, player, TEMPLE)
            steps = [step for step in by_kind[Step] if isinstance(step, Step)]
            nearest = min(steps, key=lambda step: way[step.to])
            if way[nearest.to] < way[player.pos]:
                return nearest
        return self._rng.choice(by_kind.get(Explore) or by_kind.get(TakeIncome) or by_kind[EndTurn])

    def saw(self, state: State, action: Action) -> None:
        """Nothing is hidden but the order of the pile, and that is drawn afresh each time."""


def _traps(state: State, action: Action) -> bool:
    """Without discarding, a pack filled to the brim may never allow a step again."""
    if state.options.allow_discard or not isinstance(action, PickUp):
        return False
    return items(active(state)) + total(action.take) >= PACK_SPACES


class SensibleBots:
    """Head for the temple, gather what the way costs, do adventures and dig what lies near."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, state: State) -> Action:
        actions = every_action(state)
        plan = plan_of(state, state.turn.player)
        better = self._best(state, [*_considered(state, actions)], plan)
        if better is not None:
            return better
        drawn = self._draw(state, actions)
        if drawn:
            return max(drawn, key=lambda action: worth(RULES.apply(state, action), plan))
        return next(action for kind in (Dig, TakeIncome, EndTurn) for action in actions if isinstance(action, kind))

    def _best(self, state: State, actions: Sequence[Action], plan: Plan) -> Action | None:
        """The action that helps the plan most, if any does."""
        now = worth(state, plan)
        rated = [(worth(RULES.apply(state, action), plan), -n) for n, action in enumerate(actions)]
        value, place = max(rated, default=(now, 0))
        return actions[-place] if value > now + 1e-6 else None

    def _draw(self, state: State, actions: Iterable[Action]) -> list[Explore]:
        """The ways to lay the next tile of the pile, or to open the temple."""
        explores = [action for action in actions if isinstance(action, Explore)]
        if not explores:
            return []
        drawn = self._rng.choice(pile(state) or [None])
        return [action for action in explores if action.tile in (drawn, None)]

    def saw(self, state: State, action: Action) -> None:
        """Nothing is hidden but the order of the pile, and that is drawn afresh each time."""


def _considered(state: State, actions: Iterable[Action]) -> Iterable[Action]:
    """What is worth weighing: a few payments for each step, single units to discard, no digging before the end."""
    seen: dict[tuple[str, bool], int] = {}
    for action in actions:
        if isinstance(action, Step):
            seen[action.to, action.redo] = seen.get((action.to, action.redo), 0) + 1
            if seen[action.to, action.redo] <= 6:
                yield action
        elif isinstance(action, Discard):
            if total(action.give) == 1 and items(active(state)) > 5:
                yield action
        elif isinstance(action, PickUp | AnnounceTreasure):
            yield action
