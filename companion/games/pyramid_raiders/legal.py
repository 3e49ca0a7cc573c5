"""What each rule lists: every action possible next, each distinct outcome once."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, overload

from companion.games.pyramid_raiders.actions import (
    Action,
    ChooseStart,
    DrawItem,
    EndMove,
    Enter,
    FlipRotation,
    MagicTake,
    Move,
    PlaceCard,
    PlaceDecoy,
    Push,
    RevealCard,
    RollFacing,
    RollGuardian,
    SkipDecoy,
    SkipEffect,
    SkipTake,
    Step,
    TakeBackCard,
    TakeToken,
    Teleport,
    TurnGuardian,
)
from companion.games.pyramid_raiders.beginning import open_rim
from companion.games.pyramid_raiders.board import (
    DIE_FACING,
    DIRECTIONS,
    DOOR_CARD,
    FLIP,
    ITEMS,
    NAMES,
    NEIGHBOURS,
    NOTCH,
    NUMBERS,
    SPACES,
    TURN,
    neighbours,
)
from companion.games.pyramid_raiders.items import in_reach, landing_bar
from companion.games.pyramid_raiders.moves import Walks
from companion.games.pyramid_raiders.state import State, active_in
from companion.games.pyramid_raiders.taking import decoy_spaces, is_doll_walk
from companion.games.pyramid_raiders.trails import Trails
from companion.games.pyramid_raiders.walking import Walker, walker_in_push


def facings(state: State) -> list[RollFacing]:
    return [RollFacing(die) for die in DIE_FACING]


def draws(state: State) -> list[DrawItem]:
    left = [item for item in ITEMS if item not in state.items.values()]
    return [DrawItem(player, item) for player in state.players if player not in state.items for item in left]


def starts(state: State) -> list[ChooseStart]:
    return [ChooseStart(player, rotation) for player in state.players for rotation in NOTCH]


def entries(state: State) -> list[Enter]:
    player = active_in(state)
    return [Enter(player, space) for space in open_rim(state, player)]


def laid_cards(state: State) -> list[PlaceCard]:
    return [PlaceCard(player) for player in state.players if player not in state.placed]


def taken_back(state: State) -> list[TakeBackCard]:
    return [TakeBackCard(player) for player in state.placed]


def reveals(state: State) -> list[RevealCard]:
    player = active_in(state)
    return [RevealCard(player, card) for card in state.hands[player]]


def steps(state: State) -> list[Step]:
    return WholeWalks(state).first_steps()


def quiet_ways(state: State) -> tuple[dict[str, list[str]], dict[str, list[str]]] | None:
    """Which free spaces touch, and a walk to every end that pushes nobody; None where walking is not just that.

    Spring boots hop, helmets dive and rocket shoes go one further: those walk step by step.
    """
    walker = Walker(state, active_in(state))
    if walker.need < 2 or walker.rocket or walker.ground.hops or walker.ground.pillars & ~walker.ground.bars:
        return None
    closed = walker.ground.bars | walker.ground.pillars | walker.taken
    near = {at: [to for to in NEIGHBOURS[at] if not closed >> to & 1] for at in NUMBERS}
    layer: dict[tuple[int, int], tuple[int, ...]] = {(walker.at, walker.came): ()}
    for _ in range(walker.need):
        layer = {(to, at): (*path, to) for (at, came), path in layer.items() for to in near[at] if to != came}
    reached = {at for at in NUMBERS if at == walker.at or not closed >> at & 1}
    touching = {NAMES[at]: [NAMES[to] for to in near[at]] for at in reached}
    goals = {NAMES[at]: [NAMES[to] for to in path] for (at, _), path in sorted(layer.items())}
    return (touching, goals) if goals else None


def stops(state: State) -> list[EndMove]:
    return [] if state.need else [EndMove(active_in(state))]


def doors(state: State) -> list[Teleport]:
    player = active_in(state)
    if len(state.path) > 1 or state.card != DOOR_CARD or state.items.get(player) != "teleport_door":
        return []
    return [Teleport(player, space) for space in SPACES if not landing_bar(state, player, space)]


def magic(state: State) -> list[MagicTake]:
    player = active_in(state)
    if len(state.path) > 1 or state.items.get(player) != "magic_hands":
        return []
    return [MagicTake(player, space) for space in in_reach(state, player)]


def instead_of_walking(state: State) -> list[Action]:
    """Ending the walk, the teleport door, magic hands."""
    return [*stops(state), *doors(state), *magic(state)]


class WholeWalks(Sequence[Move]):
    """All whole walks about which the walker alone decides, unless a single step comes to the same.

    Where he pushes a pawn into somebody else, its player decides who goes where (PR-R24): such walks are made step by
    step, or read off the table (see `shown`). A card 5 amid a crowd can be walked to ten thousand outcomes and more,
    so the walks are only worked out when somebody asks how many there are or looks at one, and the way to an outcome
    only when that one is looked at.
    """

    def __init__(self, state: State) -> None:
        self._player = active_in(state)
        self._walker = Walker(state, self._player)
        self._kind: type[Walks | Trails] = Trails if is_doll_walk(state, self._player) else Walks

    def first_steps(self) -> list[Step]:
        """The single steps a walk may begin with."""
        return [Step(self._player, NAMES[to]) for to in self._walker.steps()]

    @cached_property
    def _walks(self) -> Walks | Trails:
        return self._kind(self._walker, alone=True)

    @cached_property
    def _single(self) -> set[int]:
        """Where a single step ends the walk by itself: a walk there that pushes nobody comes to the same."""
        walker = self._walker
        steps = walker.steps() if walker.need < 2 else ()
        return {to for to in steps if walker.need == 0 or not walker.has_spare_step_from(to)}

    @cached_property
    def _outcomes(self) -> list[Any]:
        """All outcomes of walks but those that single steps have."""
        still, single = self._walks.still, self._single
        return [one for one in self._walks.outcomes() if one[0] != still or one[-1] not in single]

    @cached_property
    def _count(self) -> int:
        if isinstance(self._walks, Trails):
            return len(self._outcomes)
        still = self._walks.still
        return len(self._walks) - sum((still, to) in self._walks for to in self._single)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> Move: ...
    @overload
    def __getitem__(self, number: slice) -> list[Move]: ...
    def __getitem__(self, number: int | slice) -> Move | list[Move]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        end = self._walks.end(*self._outcomes[number])
        return Move(self._player, end.path, end.pushes)


class Listing(Sequence[Action]):
    """Several lists one after the other; none is counted or looked into before somebody asks for what is in it."""

    def __init__(self, *parts: Sequence[Action]) -> None:
        self._parts = parts

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    @overload
    def __getitem__(self, number: int) -> Action: ...
    @overload
    def __getitem__(self, number: slice) -> list[Action]: ...
    def __getitem__(self, number: int | slice) -> Action | list[Action]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        left = number if number >= 0 else number + len(self)
        for part in self._parts if left >= 0 else ():
            if left < len(part):
                return part[left]
            left -= len(part)
        raise IndexError(f"no action {number}; there are {len(self)}")

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self._parts)


def pushes(state: State) -> list[Push]:
    player = active_in(state)
    return [Push(player, NAMES[to]) for to in walker_in_push(state).push_targets()]


def decoy_places(state: State) -> list[PlaceDecoy]:
    return [PlaceDecoy(active_in(state), space) for space in decoy_spaces(state)]


def kept_decoy(state: State) -> list[SkipDecoy]:
    return [SkipDecoy(active_in(state))]


def tokens_near(state: State) -> list[TakeToken]:
    player = active_in(state)
    at = state.pawns[player]
    near = [] if at is None else [space for space in (at, *neighbours(at)) if space in state.tokens]
    return [TakeToken(player, space) for space in near]


def nothing_taken(state: State) -> list[SkipTake]:
    player = active_in(state)
    return [] if state.pawns[player] in state.tokens else [SkipTake(player)]


def turns(state: State) -> list[TurnGuardian]:
    """Leaving the guardian as he stands is `skip_effect`; turning him to his old facing comes to the same."""
    ways = [way for way in DIRECTIONS if way != state.guardian.facing] if state.card == TURN else []
    return [TurnGuardian(active_in(state), way) for way in ways]


def flips(state: State) -> list[FlipRotation]:
    return [FlipRotation(active_in(state))] if state.card == FLIP else []


def no_effects(state: State) -> list[SkipEffect]:
    return [SkipEffect(active_in(state))]


def rolls(state: State) -> list[RollGuardian]:
    return [RollGuardian(active_in(state), die) for die in DIE_FACING]
