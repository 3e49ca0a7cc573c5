"""How a game went: where everybody stood after each step, and the steps that turned it."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from companion.play.history import History, Step

MOST_SWINGS = 3


class Point(msgspec.Struct, frozen=True):
    """How everybody stood after an entry, in seat order; `is_round` where a round began with it."""

    number: int
    totals: tuple[int, ...]
    is_round: bool = False


class Swing(msgspec.Struct, frozen=True):
    """An entry after which a player stood so much better against the best of the others."""

    number: int
    player: str
    by: int
    takes_lead: bool


def points(history: History) -> list[Point]:
    """The start, then every step that stands and counts."""
    game = history.game
    found = [Point(0, _totals(history, history.states()[0]))]
    for step in counted(history):
        is_round = game.round(step.before) != game.round(step.state)
        found.append(Point(step.entry.number, _totals(history, step.state), is_round))
    return found


def swings(told: Sequence[Point], players: Sequence[str], most: int = MOST_SWINGS) -> list[Swing]:
    """The biggest, in the order they happened; none where nothing ever changed."""
    found = [swing for before, after in pairwise(told) if (swing := _swing(before, after, players))]
    biggest = sorted(found, key=lambda one: (-one.by, one.number))[:most]
    return sorted(biggest, key=lambda one: one.number)


def counted(history: History) -> list[Step]:
    return [step for step in history.steps if step.did is not None]


def _totals(history: History, state: object) -> tuple[int, ...]:
    return tuple(standing.total for standing in history.game.score(state).standings)


def _swing(before: Point, after: Point, players: Sequence[str]) -> Swing | None:
    was, now = _leads(before.totals), _leads(after.totals)
    by, seat = max((then - first, -seat) for seat, (first, then) in enumerate(zip(was, now, strict=True)))
    if by <= 0:
        return None
    return Swing(after.number, players[-seat], by, was[-seat] <= 0 < now[-seat])


def _leads(totals: Sequence[int]) -> list[int]:
    """How far each is before the best of the others."""
    others = [
        max((total for place, total in enumerate(totals) if place != seat), default=0) for seat in range(len(totals))
    ]
    return [own - other for own, other in zip(totals, others, strict=True)]
