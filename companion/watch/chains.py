"""Chains of actions that explain a table: every one that does so as well as the best is found, silent ones too."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

import msgspec

from companion.games.protocol import Action, Game, Seen, State, player_of
from companion.layout import Layout
from companion.watch.rolls import Colour, Dice, fits
from companion.watch.scene import Scene, trace

CLEAR = 0.5  # the winner must explain this much more than the next best
ROLL = 1.0  # dice that were rolled and that nothing explains say as much as a piece
LENGTH = 0.02  # each further action of a chain must earn its place
OTHER = 0.25  # above all one of another player: hands need time
SILENT = 0.1  # one that leaves no trace even more
TOLD = 0.2  # and one that people are asked to tell their phones more still,
TOLD_HERE = 0.45  # above all where they have told such things before
PASSED = 0.13  # a turn passed in silence, where people neither tell nor show it
PASSED_UNTOLD = 0.6  # and where they do: then it would have been told
MOST_SILENT = 3  # so many of them in a row, at the most
MOST_PASSED = 7  # turns passed in silence: once around the largest table
DEPTH = 9  # people are quick: so many actions between two looks
MOST_GROWN = 600  # chains made longer, at the most: the likeliest come first
MOST_SHOWN = 400  # actions weighed at one point of a chain


class Cost(NamedTuple):
    """What a table leaves unexplained: `extra` pieces nobody expects, and how much is `missing` of those expected.

    What the `torch` says against it stands apart: it may have been forgotten. `astray` and `gone` are those of the
    extra and the missing that there is no doubt about: known by a marker, not by colour.
    """

    extra: float
    missing: float
    torch: float = 0.0
    astray: int = 0
    gone: int = 0

    @property
    def pieces(self) -> float:
        return self.extra + self.missing

    @property
    def total(self) -> float:
        return self.pieces + self.torch


@dataclass(frozen=True)
class Chain:
    """Some actions in a row, where they lead, and what of the table they leave unexplained."""

    actions: tuple[Action, ...]
    state: State
    left: Cost
    penalty: float = 0.0
    silent: int = 0  # how many of the last actions left no trace
    dice: tuple[Dice, ...] = ()  # what may have been rolled, not used up yet
    is_guessed: bool = False  # some action, whatever followed, left no trace

    @property
    def cost(self) -> float:
        return self.left.total + ROLL * bool(self.dice)

    @property
    def weight(self) -> float:
        return self.cost + self.penalty

    @property
    def key(self) -> bytes:
        return msgspec.json.encode(self.state, order="sorted")


@dataclass(frozen=True)
class Found:
    """The chains that end with something to be seen, best first; `is_cut` where there may be more of them."""

    chains: tuple[Chain, ...]
    is_cut: bool = False


class Explainer:
    """Seeks the chains that explain a scene; `cost` says what a table that should lie so leaves unexplained."""

    def __init__(self, game: Game, layout: Layout, cost: Callable[[Seen, Scene], Cost]) -> None:
        self._game = game
        self._layout = layout
        self._cost = cost
        self.owners: dict[str, Colour] = {}  # whose die has which colour, as far as it was learnt
        self.is_announced = True  # people say or show when a turn passes
        self.is_telling = False  # they told their phones what nobody can see, last time

    def search(self, start: Chain, scene: Scene) -> Found:
        """Likeliest chains first, until what is left could not come within the margin of the best."""
        best = start.weight
        found: dict[bytes, Chain] = {}
        met = {(start.key, start.dice): 0.0}
        order = count()
        waiting = [(start.weight, next(order), start)]
        for _ in range(MOST_GROWN):
            if not waiting:
                return _sorted(found)
            _, _, chain = heappop(waiting)
            if chain.penalty >= best + CLEAR or len(chain.actions) >= DEPTH:
                continue
            for longer in self._grown(chain, scene, best + CLEAR):
                known = met.get((longer.key, longer.dice))
                if known is not None and known <= longer.penalty:
                    continue
                met[longer.key, longer.dice] = longer.penalty
                heappush(waiting, (longer.weight, next(order), longer))
                if not longer.silent:
                    found[longer.key] = longer
                    best = min(best, longer.weight)
        left = any(chain.penalty < best + CLEAR and len(chain.actions) < DEPTH for _, _, chain in waiting)
        return replace(_sorted(found), is_cut=left)

    def _grown(self, chain: Chain, scene: Scene, limit: float) -> Iterator[Chain]:
        """The chain made one action longer, each way that explains the table no worse."""
        if self._game.is_over(chain.state):
            return
        before = self._game.placements(chain.state)
        for number, action in enumerate(self._game.shown(chain.state, scene.lying)):
            if number == MOST_SHOWN:
                return
            longer = self._longer(chain, action, before, scene)
            if longer is not None and longer.penalty < limit:
                yield longer

    def _longer(self, chain: Chain, action: Action, before: Seen, scene: Scene) -> Chain | None:
        rolled = self._game.rolled(action)
        if rolled:
            if not any(fits(rolled, dice, self._layout, self.owners) for dice in chain.dice):
                return None
            # the roll itself is what is seen; the table catches up with what follows from it
            state = self._game.apply(chain.state, action)
            return self._with(chain, action, state, chain.left, LENGTH, dice=())
        state = self._game.apply(chain.state, action)
        after = self._game.placements(state)
        left, traces = self._cost(after, scene), trace(self._layout, before, after)
        gain = chain.left.pieces - left.pieces
        if scene.has_torch_moved:  # else it lies right only because the round has come back to where it was forgotten
            gain += chain.left.torch - left.torch
        if traces and (gain >= CLEAR or chain.left.extra - left.extra >= 1):
            return self._with(chain, action, state, left, LENGTH, dice=chain.dice)
        # no trace at all, or a step on the way to where the piece lies: what follows has to prove it
        if chain.left.pieces < left.pieces or traces & scene.seen:
            return None
        passed = _torch(self._layout, before) != _torch(self._layout, after)
        if chain.silent >= (MOST_PASSED if passed else MOST_SILENT):
            return None
        return self._with(
            chain, action, state, left, self._silence(chain, action, passed), dice=chain.dice, silent=passed + 1
        )

    def _silence(self, chain: Chain, action: Action, passed: bool) -> float:
        """How unlikely it is that this was done without a trace."""
        told = 0.0
        if self._game.told(chain.state, action):
            told = TOLD_HERE if self.is_telling else TOLD
        if passed:
            return told + (PASSED_UNTOLD if self.is_announced else PASSED)
        return told or SILENT

    def _with(
        self,
        chain: Chain,
        action: Action,
        state: State,
        left: Cost,
        penalty: float,
        *,
        dice: tuple[Dice, ...],
        silent: int = 0,
    ) -> Chain:
        """`silent`: 1 for an action without a trace, 2 for one that only passes the turn."""
        if silent < 2 and chain.actions and player_of(action) not in (None, player_of(chain.actions[-1])):
            penalty += OTHER
        return Chain(
            (*chain.actions, action),
            state,
            left,
            chain.penalty + penalty,
            chain.silent + 1 if silent else 0,
            dice,
            chain.is_guessed or silent > 0,
        )


def _torch(layout: Layout, placements: Seen) -> str | None:
    """Beside whom it should lie."""
    if not layout.torch:
        return None
    return next((placement.space for placement in placements if placement.piece == layout.torch), None)


def _sorted(found: dict[bytes, Chain]) -> Found:
    return Found(tuple(sorted(found.values(), key=lambda chain: chain.weight)))
