"""Sightings -> placements -> the legal actions that explain them best, or a Question."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import NamedTuple

import msgspec

from companion.games.protocol import Action, Game, Seen, State, player_of, replay, to_json
from companion.layout import Layout, Piece, Placement
from companion.play.questions import Answer, Question
from companion.watch.aim import placed
from companion.watch.rolls import Dice, fits, readings, rolls
from vision.eyes import Look
from vision.sighting import Sighting

CLEAR = 0.5  # the winner must explain this much more than the next best
GAIN = 0.7  # and this much more than "nothing happened"
CROWDED = 0.25  # a missing piece counts so little where something taller stands in the way
LENGTH = 0.02  # each further action of a chain must earn its place
SILENT = 0.1  # and one that leaves no trace even more
MOST_SILENT = 3  # so many of them in a row, at the most
DEPTH = 8  # people are quick: so many actions between two looks
BEAM = 10
SURE_DIE = 0.9
MOST_ROLLS = 6  # answers about a roll that cannot be read
NONE = Answer("Something else")


@dataclass(frozen=True)
class Chain:
    """Some actions in a row, where they lead, and what of the table they leave unexplained."""

    actions: tuple[Action, ...]
    state: State
    cost: float
    penalty: float = 0.0
    silent: int = 0  # how many of the last actions left no trace
    dice: tuple[Dice, ...] = ()  # what may have been rolled, not used up yet

    @property
    def weight(self) -> float:
        return self.cost + self.penalty


@dataclass(frozen=True)
class Verdict:
    """What the tracker makes of a look: actions to journal, or a question, or neither."""

    actions: tuple[Action, ...] = ()
    question: Question | None = None


@dataclass
class _Leftover:
    """What already differed when the last entry was made: the table has to catch up, it proves nothing new."""

    missing: Seen = field(default_factory=Counter)
    extra: Seen = field(default_factory=Counter)


class Tracker:
    """Compares the table with what each legal action would make of it."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self._game = game
        self._layout = layout
        self._leftover = _Leftover()
        self._settled: _View | None = None  # the look on which the last entry was made
        self._lying_dice: Dice | None = None  # as they lay when last made use of

    def weigh(self, state: State, look: Look) -> Verdict:
        """The clear explanation of a table at rest, if there is one."""
        view = _View(self._layout, look, self._settled)
        view.seen = self._game.recognised(state, view.seen)
        self._catch_up(view)
        dice = self._fresh_dice(look.dice)
        start = Chain((), state, self._cost(state, view), dice=dice)
        chains = self._search(start, view)
        return self._judge(start, chains)

    def settle(self, state: State, look: Look | None) -> None:
        """An entry was made, by whomever: what differs from now on is what the table has to catch up with."""
        if look is None or look.plane is None:
            return
        view = _View(self._layout, look, self._settled)
        self._settled = view.without_past()
        expected = self._game.placements(state)
        self._leftover = _Leftover(Counter(view.missing(expected)), Counter(view.extra(expected)))

    def use_dice(self, look: Look) -> None:
        """The dice as they lie now have been made use of; only a new roll counts from here."""
        self._lying_dice = look.dice

    def differences(self, state: State, look: Look) -> tuple[str, ...]:
        """Which pieces lie otherwise than the rules expect, in words."""
        view = _View(self._layout, look, self._settled)
        expected = self._game.placements(state)
        extra = list(view.extra(expected))
        lines = []
        for placement in sorted(view.missing(expected), key=str):
            there = next((other for other in extra if other.piece == placement.piece), None)
            if there is not None:
                extra.remove(there)
            lines.append(_difference(placement, there))
        lines += [f"{other.piece} lies on {other.space}, where nothing like it belongs" for other in sorted(extra)]
        return tuple(lines)

    # Searching

    def _search(self, start: Chain, view: "_View") -> list[Chain]:
        """Chains that explain more than their beginnings, best first; states met twice are followed once."""
        if start.cost < GAIN and not start.dice:
            return []  # nothing to explain
        found, layer = [start], [start]
        met = {_key(start.state)}
        for _ in range(DEPTH):
            grown: list[Chain] = []
            for chain in layer:
                grown += self._grown(chain, view, met)
            layer = sorted(grown, key=lambda chain: chain.weight)[:BEAM]
            found += layer
            if not layer or any(chain.cost <= 0 and not chain.dice and not chain.silent for chain in layer):
                break
        return sorted((chain for chain in found if not chain.silent), key=lambda chain: chain.weight)

    def _grown(self, chain: Chain, view: "_View", met: set[bytes]) -> Iterator[Chain]:
        """The chain made one action longer, each way that explains the table no worse."""
        if self._game.is_over(chain.state):
            return
        before = self._game.placements(chain.state)
        for action in self._game.shown(chain.state, view.seen):
            rolled = self._game.rolled(action)
            if rolled and not any(fits(rolled, dice, self._layout) for dice in chain.dice):
                continue
            longer = self._lengthened(chain, action, before, view)
            if longer is not None and (key := _key(longer.state)) not in met:
                met.add(key)
                yield longer

    def _lengthened(self, chain: Chain, action: Action, before: Seen, view: "_View") -> Chain | None:
        state = self._game.apply(chain.state, action)
        if self._game.rolled(action):
            # the roll itself is what is seen; the table catches up with what follows from it
            return replace(self._longer(chain, action, state, chain.cost - 1, silent=False), dice=())
        after = self._game.placements(state)
        cost, traces = self._cost_of(after, view), trace(self._layout, before, after)
        if traces and cost <= chain.cost - CLEAR:
            return self._longer(chain, action, state, cost, silent=False)
        # no trace at all, or a step on the way to where the piece lies: what follows has to prove it
        if chain.silent < MOST_SILENT and cost <= chain.cost and not traces & view.seen:
            return self._longer(chain, action, state, cost, silent=True)
        return None

    def _longer(self, chain: Chain, action: Action, state: State, cost: float, silent: bool) -> Chain:
        penalty = chain.penalty + (SILENT if silent else LENGTH)
        return Chain((*chain.actions, action), state, cost, penalty, chain.silent + 1 if silent else 0, chain.dice)

    # Judging

    def _judge(self, start: Chain, chains: Sequence[Chain]) -> Verdict:
        if not chains or not chains[0].actions:
            return Verdict()
        best = chains[0]
        if best.weight > start.cost - GAIN:
            return Verdict()
        rivals = [chain for chain in chains[1:] if chain.weight < best.weight + CLEAR and not _begins(best, chain)]
        rivals = [chain for chain in rivals if chain.actions]
        if start.dice and not best.dice and (doubt := self._doubtful_roll(start, best)):
            return Verdict(question=doubt)
        if rivals:
            return Verdict(question=self._question(start, [best, *rivals[:4]]))
        return Verdict(actions=best.actions)

    def _doubtful_roll(self, start: Chain, best: Chain) -> Question | None:
        """Dice that cannot be read for certain are asked about: what they seem to show first, then any other value."""
        place = next(n for n, action in enumerate(best.actions) if self._game.rolled(action))
        before, action = best.actions[:place], best.actions[place]
        rolled = self._game.rolled(action)
        dice = next(dice for dice in start.dice if fits(rolled, dice, self._layout))
        if all(die.sure >= SURE_DIE for die in dice):
            return None
        state = self._after(start.state, before)
        seen = readings(dice, self._layout, tuple(rolled))
        others = [other for other in self._game.legal(state) if self._is_same_roll(other, action)]
        others.sort(key=lambda other: _unlikeness(self._game.rolled(other), seen))
        likely = [action, *(other for other in others if other != action)][:MOST_ROLLS]
        answers = [Answer(self._words(state, one), tuple(map(to_json, (*before, one)))) for one in likely]
        return Question("What do the dice show?" if len(dice) > 1 else "What does the die show?", (*answers, NONE))

    def _is_same_roll(self, other: Action, action: Action) -> bool:
        """Whether two actions are the same but for what was rolled."""
        names = self._game.rolled(other).keys() == self._game.rolled(action).keys()
        return type(other) is type(action) and names and player_of(other) == player_of(action)

    def _question(self, start: Chain, chains: Sequence[Chain]) -> Question:
        """Which of those chains it was, in the game's own words, to the phone of whoever did it."""
        answers = [
            Answer(self._story(start.state, chain.actions), tuple(map(to_json, chain.actions))) for chain in chains
        ]
        players = {player_of(chain.actions[0]) for chain in chains}
        who = players.pop() if len(players) == 1 else None
        text = f"What did {who} do?" if who else "What happened on the table?"
        return Question(text, (*answers, NONE), who, self._doubtful_spaces(start, chains))

    def _doubtful_spaces(self, start: Chain, chains: Sequence[Chain]) -> tuple[str, ...]:
        """Where the answers would make a difference."""
        tables = [self._game.placements(chain.state) for chain in chains]
        common = tables[0].copy()
        for table in tables[1:]:
            common &= table
        changed = {placement.space for table in tables for placement in table - common}
        return tuple(sorted(changed & self._layout.space.keys()))

    def _story(self, state: State, actions: Sequence[Action]) -> str:
        told = []
        for action in actions:
            told.append(self._words(state, action))
            state = self._game.apply(state, action)
        return ", then ".join(told)

    def _words(self, state: State, action: Action) -> str:
        return self._game.words(state, action, player_of(action))

    def _after(self, state: State, actions: Sequence[Action]) -> State:
        return replay(self._game, state, actions)

    # Costs

    def _cost(self, state: State, view: "_View") -> float:
        return self._cost_of(self._game.placements(state), view)

    def _cost_of(self, expected: Seen, view: "_View") -> float:
        missing = Counter(view.missing(expected)) - self._leftover.missing
        extra = Counter(view.extra(expected)) - self._leftover.extra
        return sum(view.doubt(placement) for placement in missing.elements()) + extra.total()

    def _catch_up(self, view: "_View") -> None:
        """What was left over and has been put right since counts again from now on."""
        self._leftover.missing -= view.seen
        self._leftover.extra &= view.seen | view.hidden_pieces(self._leftover.extra)

    def _fresh_dice(self, dice: Dice) -> tuple[Dice, ...]:
        if self._lying_dice is None:
            self._lying_dice = dice  # what lies there at the start was not rolled for us
        return tuple(rolls(dice, self._lying_dice))


class _View:
    """One look in terms of pieces and spaces, beside the look before it."""

    def __init__(self, layout: Layout, look: Look, past: "_View | None") -> None:
        self._layout = layout
        self._look = look
        self._past = past
        self.seen = placed(layout, look.sightings)
        self._tall = [_Tall(s.x_mm, s.y_mm, layout.piece[s.what]) for s in look.sightings if _is_tall(layout, s)]
        self._doubts: dict[Placement, float] = {}

    def without_past(self) -> "_View":
        """Itself, to be remembered without everything before it."""
        self._past = None
        return self

    def missing(self, expected: Seen) -> Iterator[Placement]:
        """Expected but not seen, though nothing hides the place."""
        return (placement for placement in (expected - self.seen).elements() if self.doubt(placement) > 0)

    def extra(self, expected: Seen) -> Iterator[Placement]:
        """Seen where it is not expected, and not just lying about."""
        return (found for found in (self.seen - expected).elements() if not self._layout.piece[found.piece].is_loose)

    def doubt(self, placement: Placement) -> float:
        """How much it says that this piece is not seen there: nothing where the place is hidden, little in a crowd."""
        if placement not in self._doubts:
            self._doubts[placement] = self._doubt(placement)
        return self._doubts[placement]

    def _doubt(self, placement: Placement) -> float:
        piece, space = self._layout.piece.get(placement.piece), self._layout.space.get(placement.space)
        if piece is None or space is None or piece.marker is None or piece.seat not in space.seats:
            return 0.0
        x, y = space.seat(piece.seat)
        if self._look.is_hidden(x, y):
            return 0.0
        if any(other.space == placement.space and other.piece == placement.piece for other in self.seen):
            return 1.0  # seen there, but turned otherwise
        crowd = self._crowd(x, y, piece) if piece.top_mm < 5 else []
        if crowd and not (self._past and placement in self._past.seen and crowd == self._past._crowd(x, y, piece)):
            return CROWDED
        return 1.0

    def _crowd(self, x: float, y: float, piece: Piece) -> list[tuple[str, int, int]]:
        """What stands so near that it may cover a flat piece there."""
        near = (
            tall
            for tall in self._tall
            if hypot(x - tall.x, y - tall.y) < (piece.width_mm + tall.piece.width_mm) / 2 + 4
        )
        return sorted((tall.piece.name, round(tall.x / 4), round(tall.y / 4)) for tall in near)

    def hidden_pieces(self, placements: Seen) -> Seen:
        return Counter(placement for placement in placements.elements() if self.doubt(placement) == 0.0)


class _Tall(NamedTuple):
    x: float
    y: float
    piece: Piece


def _is_tall(layout: Layout, seen: Sighting) -> bool:
    return layout.piece[seen.what].top_mm > 5


def trace(layout: Layout, before: Seen, after: Seen) -> Seen:
    """What a camera could notice of the change: loose pieces that are done with may stay where they lie."""
    gone = (placement for placement in (before - after).elements() if not layout.piece[placement.piece].is_loose)
    return (after - before) + Counter(gone)


def _unlikeness(rolled: Mapping[str, int], seen: Sequence[Mapping[str, int]]) -> int:
    """How many dice show something else than they seem to."""
    return min((sum(values[name] != value for name, value in rolled.items()) for values in seen), default=0)


def _key(state: State) -> bytes:
    return msgspec.json.encode(state, order="sorted")


def _begins(chain: Chain, longer: Chain) -> bool:
    """Whether one chain is the beginning of the other: then they do not contradict each other."""
    short = min(len(chain.actions), len(longer.actions))
    return chain.actions[:short] == longer.actions[:short]


def _difference(expected: Placement, there: Placement | None) -> str:
    turned = f", turned {expected.turned}°" if expected.turned is not None else ""
    if there is None:
        return f"{expected.piece} belongs on {expected.space}{turned}, it is not seen there"
    if there.space == expected.space:
        return f"{expected.piece} on {expected.space} belongs turned {expected.turned}°"
    return f"{expected.piece} belongs on {expected.space}{turned}, it lies on {there.space}"
