"""Every action possible next, each distinct outcome once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, overload

from companion.games.pyramid_raiders.board import (
    DIE_FACING,
    DIRECTIONS,
    FLIP,
    ITEMS,
    NAMES,
    NOTCH,
    SPACES,
    TURN,
    neighbours,
)
from companion.games.pyramid_raiders.moves import Walks
from companion.games.pyramid_raiders.state import (
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
    State,
    Step,
    TakeBackCard,
    TakeToken,
    Teleport,
    TurnGuardian,
)
from companion.games.pyramid_raiders.trails import Trails
from companion.games.pyramid_raiders.turn import (
    DOLL_CARD,
    DOOR_CARD,
    decoy_spaces,
    in_reach,
    landing_bar,
    open_rim,
)
from companion.games.pyramid_raiders.walking import Walker, walker_in_push


def legal(state: State) -> Sequence[Action]:
    """Nothing for `layout`: 42 tokens can lie in too many ways to list; `shown` reads them off the table."""
    return _LEGAL[state.phase](state)


def _nothing(state: State) -> list[Action]:
    return []


def _facing(state: State) -> list[Action]:
    return [RollFacing(die) for die in DIE_FACING]


def _items(state: State) -> list[Action]:
    left = [item for item in ITEMS if item not in state.items.values()]
    return [DrawItem(player, item) for player in state.players if player not in state.items for item in left]


def _start_player(state: State) -> list[Action]:
    return [ChooseStart(player, rotation) for player in state.players for rotation in NOTCH]


def _enter(state: State) -> list[Action]:
    player = _active(state)
    return [Enter(player, space) for space in open_rim(state, player)]


def _programming(state: State) -> list[Action]:
    placed = state.placed
    return [TakeBackCard(player) if player in placed else PlaceCard(player) for player in state.players]


def _reveal(state: State) -> list[Action]:
    player = _active(state)
    return [RevealCard(player, card) for card in state.hands[player]]


def _moving(state: State) -> Sequence[Action]:
    """Single steps, what items offer instead, and whole walks unless a single step comes to the same.

    Whole walks are those about which the walker alone decides. Where he pushes a pawn into somebody else, its player
    decides who goes where (PR-R24): such walks are made step by step, or read off the table (see `shown`).
    """
    player = _active(state)
    walker = Walker(state, player)
    actions: list[Action] = [Step(player, NAMES[to]) for to in walker.steps()]
    actions += instead_of_walking(state, player)
    return Actions(player, actions, walker, Trails if path_matters(state, player) else Walks)


class Actions(Sequence[Action]):
    """Some actions, and then all whole walks.

    A card 5 amid a crowd can be walked to ten thousand outcomes and more, so the walks are only worked out when
    somebody asks how many there are or looks at one, and the way to an outcome only when that one is looked at.
    """

    def __init__(self, player: str, actions: list[Action], walker: Walker, walks: type[Walks | Trails]) -> None:
        self._player = player
        self._actions = actions
        self._walker = walker
        self._kind = walks

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
        return len(self._actions) + self._count

    @overload
    def __getitem__(self, number: int) -> Action: ...
    @overload
    def __getitem__(self, number: slice) -> list[Action]: ...
    def __getitem__(self, number: int | slice) -> Action | list[Action]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        if 0 <= number < len(self._actions):
            return self._actions[number]
        if not -len(self) <= number < len(self):
            raise IndexError(f"no action {number}; there are {len(self)}")
        number %= len(self)
        return self._actions[number] if number < len(self._actions) else self._move(number - len(self._actions))

    def __iter__(self) -> Iterator[Action]:
        yield from self._actions
        for number in range(len(self._outcomes)):
            yield self._move(number)

    def _move(self, number: int) -> Move:
        end = self._walks.end(*self._outcomes[number])
        return Move(self._player, end.path, end.pushes)


def path_matters(state: State, player: str) -> bool:
    return state.card == DOLL_CARD and state.items.get(player) == "decoy_doll"


def instead_of_walking(state: State, player: str) -> list[Action]:
    """Ending the walk, the teleport door, magic hands."""
    actions: list[Action] = [] if state.need else [EndMove(player)]
    if len(state.path) > 1:
        return actions
    item = state.items.get(player)
    if item == "teleport_door" and state.card == DOOR_CARD:
        actions += [Teleport(player, space) for space in SPACES if not landing_bar(state, player, space)]
    elif item == "magic_hands":
        actions += [MagicTake(player, space) for space in in_reach(state, player)]
    return actions


def _pushing(state: State) -> list[Action]:
    player = _active(state)
    return [Push(player, NAMES[to]) for to in walker_in_push(state).push_targets()]


def _decoy(state: State) -> list[Action]:
    player = _active(state)
    return [*(PlaceDecoy(player, space) for space in decoy_spaces(state)), SkipDecoy(player)]


def _taking(state: State) -> list[Action]:
    player = _active(state)
    at = state.pawns[player]
    near = [] if at is None else [space for space in (at, *neighbours(at)) if space in state.tokens]
    actions: list[Action] = [TakeToken(player, space) for space in near]
    return actions if at in state.tokens else [*actions, SkipTake(player)]


def _effect(state: State) -> list[Action]:
    """Leaving the guardian as he stands is `skip_effect`; turning him to his old facing comes to the same."""
    player = _active(state)
    if state.card == TURN:
        ways = [way for way in DIRECTIONS if way != state.guardian.facing]
        return [*(TurnGuardian(player, way) for way in ways), SkipEffect(player)]
    return [FlipRotation(player), SkipEffect(player)] if state.card == FLIP else [SkipEffect(player)]


def _guardian(state: State) -> list[Action]:
    return [RollGuardian(_active(state), die) for die in DIE_FACING]


def _active(state: State) -> str:
    assert state.active is not None
    return state.active


_LEGAL: Mapping[str, Callable[[State], Sequence[Action]]] = {
    "layout": _nothing,
    "facing": _facing,
    "items": _items,
    "start_player": _start_player,
    "entering": _enter,
    "programming": _programming,
    "reveal": _reveal,
    "moving": _moving,
    "pushing": _pushing,
    "decoy": _decoy,
    "taking": _taking,
    "effect": _effect,
    "guardian": _guardian,
    "reentry": _enter,
    "finished": _nothing,
}
