"""Every action possible next, each distinct outcome once."""

from collections.abc import Callable, Mapping

from companion.games.pyramid_raiders.board import (
    DIE_FACING,
    DIRECTIONS,
    FLIP,
    INDEX,
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
from companion.games.pyramid_raiders.turn import (
    DOLL_CARD,
    DOOR_CARD,
    decoy_spaces,
    in_reach,
    landing_bar,
    open_rim,
)
from companion.games.pyramid_raiders.walking import Walker, walker_in_push


def legal(state: State) -> list[Action]:
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


def _moving(state: State) -> list[Action]:
    """Single steps, whole walks where they are more than one step without a push, and what items offer instead."""
    player = _active(state)
    walker = Walker(state, player)
    actions: list[Action] = [Step(player, NAMES[to]) for to in walker.steps()]
    actions += [move for move in whole_moves(state, walker, player) if not _is_a_step(walker, move)]
    return actions + instead_of_walking(state, player)


def _is_a_step(walker: Walker, move: Move) -> bool:
    """Whether a single step comes to the same: it ends the walk and pushes nobody."""
    if walker.need > 1 or len(move.path) > 1 or move.pushes:
        return False
    return walker.need == 0 or not walker.has_spare_step_from(INDEX[move.path[0]])


def whole_moves(state: State, walker: Walker, player: str) -> list[Move]:
    """All walks to their end; for the owner of the decoy doll with card 4 also by the spaces walked over."""
    return [Move(player, end.path, end.pushes) for end in Walks(walker, tells_paths=path_matters(state, player))]


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


_LEGAL: Mapping[str, Callable[[State], list[Action]]] = {
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
