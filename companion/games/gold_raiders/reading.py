"""Reading a stack by day: the best of all its readings, and why. Rulebook: "Card Reference", "Consecutive Triplets"."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.games.gold_raiders.board import CARDS

ONE_RUN = "one_run"  # house rule against GR-R04: only one run of travel cards pays per stack
NO_RECON_TRIPLETS = "no_recon_triplets"  # house rule against GR-R08: an ignored recon does not close up a triplet
HOUSE = (ONE_RUN, NO_RECON_TRIPLETS)

TRIPLET = 5
CHASED = -2  # for each bandit


class Step(NamedTuple):
    """What some cards of the stack do, from the bottom: `at` is the lowest one's position, from 0."""

    at: int
    what: str
    gain: int


class Reading(NamedTuple):
    """How far a stack moves its raider before the ends of the trail stop it, and the steps that add up to it."""

    delta: int
    steps: tuple[Step, ...]


class _Way(NamedTuple):
    """The best way so far to read the lower part of a stack; smaller ranks first: less gain is a greater `short`."""

    short: int  # minus the gain
    ignored: int  # recons left out
    triplets: tuple[int, ...]  # where they begin
    steps: tuple[Step, ...]


class _Top(NamedTuple):
    """What the next card stands on: a run of that many cards from a 1 up, and how the 1s have paid so far."""

    run: int = 0
    paid: int = 0  # 0: no 1 yet; 1: one has paid; with ONE_RUN 1: its run goes on, 2: its run is over


@lru_cache(maxsize=20_000)
def evaluate(cards: tuple[str, ...], house: tuple[str, ...] = ()) -> Reading:
    """The reading with the greatest gain (GR-R10); bandits leave no choice (GR-R02).

    >>> evaluate(("1", "R", "2")).delta, evaluate(("1", "2", "2", "2")).delta, evaluate(("3", "B", "B")).delta
    (3, 6, -4)
    """
    if bandits := cards.count("B"):
        what = "1 bandit" if bandits == 1 else f"{bandits} bandits"
        return Reading(CHASED * bandits, (Step(cards.index("B"), what, CHASED * bandits),))
    ways: list[dict[_Top, _Way]] = [{} for _ in range(len(cards) + 1)]
    ways[0][_Top()] = _Way(0, 0, (), ())
    for at in range(len(cards)):
        for top, way in ways[at].items():
            for after, new_top, new_way in _next_ways(cards, at, top, way, house):
                known = ways[after].get(new_top)
                if known is None or new_way[:3] < known[:3]:
                    ways[after][new_top] = new_way
    best = min(ways[-1].values(), key=lambda way: way[:3])
    return Reading(-best.short, best.steps)


def _next_ways(
    cards: tuple[str, ...], at: int, top: _Top, way: _Way, house: tuple[str, ...]
) -> Iterator[tuple[int, _Top, _Way]]:
    """Ignore the card if it is a recon, take it by itself, or begin a triplet with it."""
    card = cards[at]
    if card == "R":
        steps = (*way.steps, Step(at, "recon ignored", 0))
        yield at + 1, top, way._replace(ignored=way.ignored + 1, steps=steps)
    for new_top, step in _alone(card, at, top, house):
        yield at + 1, new_top, way._replace(short=way.short - step.gain, steps=(*way.steps, step))
    end, ignored = _triplet(cards, at, house)
    if end:
        steps = (*way.steps, Step(at, f"three {_plural(card)} in a row", TRIPLET))
        steps += tuple(Step(recon, "recon ignored", 0) for recon in ignored)
        yield end, _cut(top, house), _Way(way.short - TRIPLET, way.ignored + len(ignored), (*way.triplets, at), steps)


def _alone(card: str, at: int, top: _Top, house: tuple[str, ...]) -> Iterator[tuple[_Top, Step]]:
    """The card taken by itself (GR-R03 to GR-R05); a 1 need not be the one that pays if only one run does."""
    if card == "1":
        below = _cut(top, house)
        if below.paid == 0:
            yield _Top(1, 1), Step(at, "1 mile", 1)
        if below.paid or ONE_RUN in house:
            what = (
                "another run: only one pays in a stack" if ONE_RUN in house else "another 1: only one pays in a stack"
            )
            yield _Top(1, below.paid), Step(at, what, 0)
    elif card in "23" and top.run == int(card) - 1:
        what = "2 on 1" if card == "2" else "3 on 2 on 1"
        pays = ONE_RUN not in house or top.paid == 1
        yield _Top(top.run + 1, top.paid), Step(at, what, int(card) if pays else 0)
    else:
        yield _cut(top, house), Step(at, _NOTHING[card], 0)


_NOTHING = {
    "2": "2: no 1 below",
    "3": "3: no 2 on a 1 below",
    "S": "steal does nothing here",
    "R": "recon does nothing here",
}


def _cut(top: _Top, house: tuple[str, ...]) -> _Top:
    """Nothing above can stand on what lies here; under the house rule a run that paid is over."""
    return _Top(0, 2 if ONE_RUN in house and top.paid else top.paid)


def _triplet(cards: tuple[str, ...], at: int, house: tuple[str, ...]) -> tuple[int, list[int]]:
    """GR-R06 to GR-R08: where a triplet that begins here ends, 0 if there is none, and which recons it ignores."""
    card, found = cards[at], 0
    ignored: list[int] = []
    for here in range(at, len(cards)):
        if cards[here] == card:
            found += 1
            if found == 3:
                return here + 1, ignored
        elif cards[here] == "R" and NO_RECON_TRIPLETS not in house:
            ignored.append(here)
        else:
            break
    return 0, []


def _plural(card: str) -> str:
    return f"{card}s" if card in "123" else f"{CARDS[card]}s"
