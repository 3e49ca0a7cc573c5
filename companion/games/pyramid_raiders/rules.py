"""Pyramid Raiders: reading actions, checking them, and what each of them changes."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.pyramid_raiders import guardian
from companion.games.pyramid_raiders.board import (
    BOOK,
    BOOK_SPACES,
    COLOURS,
    COPIES,
    DIE_FACING,
    DISTANCE,
    EXTRA,
    FLIP,
    INDEX,
    ITEMS,
    KINDS,
    NOTCH,
    SPACES,
    TURN,
    TURNED,
    distance,
)
from companion.games.pyramid_raiders.reasons import refusal
from companion.games.pyramid_raiders.state import (
    KINDS_OF_ACTION,
    PHASE_ACTIONS,
    Action,
    ChooseStart,
    DrawItem,
    EndMove,
    Enter,
    FlipRotation,
    Guardian,
    LayOut,
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
    DOOR_CARD,
    after_guardian,
    begin_round,
    begin_walk,
    decoy_bar,
    end_round,
    end_walk,
    entry_bar,
    figure_spaces,
    gather,
    landing_bar,
    pass_turn,
    reverse_order,
    take,
    to_effect,
)
from companion.games.pyramid_raiders.walking import Walker, walk_path, walker_in_push
from companion.games.rulebook import decode

_TABLES_OWN = (LayOut, RollFacing, ChooseStart)  # nobody's turn: the table itself tells


def read(state: State, raw: Any) -> Action:
    """An action from JSON; checks in this order: game over, unknown, wrong phase, not your turn, malformed."""
    if state.phase == "finished":
        raise refusal("game_over")
    kind = raw.get("type") if isinstance(raw, Mapping) else None
    if not isinstance(kind, str) or kind not in KINDS_OF_ACTION:
        raise refusal("unknown_action")
    _check_turn(state, KINDS_OF_ACTION[kind], raw.get("player"))
    action: Action = decode(raw, KINDS_OF_ACTION, lambda _: refusal("bad_value"))
    _check_fields(state, action)
    return action


def apply(state: State, action: Action) -> State:
    """The state after that action, or IllegalAction and nothing has changed."""
    if state.phase == "finished":
        raise refusal("game_over")
    kind = type(action)
    if kind not in _EFFECTS:
        raise refusal("unknown_action")
    _check_turn(state, kind, getattr(action, "player", None))
    _check_fields(state, action)
    return _EFFECTS[kind](state, action)


def _check_turn(state: State, kind: type[Action], player: Any) -> None:
    if kind not in PHASE_ACTIONS[state.phase]:
        raise refusal("wrong_phase")
    if kind in _TABLES_OWN:
        return
    if state.active is None:
        if not isinstance(player, str) or player not in state.pawns:
            raise refusal("not_your_turn")
    elif player != state.active:
        raise refusal("not_your_turn")


def _check_fields(state: State, action: Action) -> None:
    """Malformed contents: a space that does not exist is bad_space, anything else bad_value."""
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if name in _ONE_SPACE:
            _check_space(value)
        elif name in _SOME_SPACES:
            _check_spaces(value)
        elif name != "player" and not _VALUES[name](value):
            raise refusal("bad_value")
    if isinstance(action, ChooseStart) and action.player not in state.players:
        raise refusal("bad_value")


def _check_space(value: Any) -> None:
    if not isinstance(value, str):
        raise refusal("bad_value")
    if value not in INDEX:
        raise refusal("bad_space")


def _check_spaces(value: Any) -> None:
    if not isinstance(value, tuple) or not all(isinstance(space, str) for space in value):
        raise refusal("bad_value")
    if any(space not in INDEX for space in value):
        raise refusal("bad_space")


def _is_tokens(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    for space in value:
        _check_space(space)
    return all(isinstance(kind, str) and kind in KINDS for kind in value.values())


_ONE_SPACE = ("to", "space")
_SOME_SPACES = ("path", "pushes")
_VALUES: Mapping[str, Callable[[Any], bool]] = {
    "tokens": _is_tokens,
    "die": lambda value: type(value) is int and 1 <= value <= 6,
    "card": lambda value: type(value) is int and 1 <= value <= 5,
    "item": lambda value: isinstance(value, str) and value in ITEMS,
    "rotation": lambda value: isinstance(value, str) and value in NOTCH,
    "facing": lambda value: isinstance(value, str) and value in TURNED,
}


def _lay_out(state: State, action: LayOut) -> State:
    """Rulebook: "Map Setup", 1-3."""
    free = set(SPACES) - set(state.pillars) - set(state.fountains)
    tokens = action.tokens
    books = {space for space, kind in tokens.items() if kind == BOOK}
    counts = [list(tokens.values()).count(colour) for colour in COLOURS]
    if set(tokens) != free or books != BOOK_SPACES or any(count != COPIES for count in counts):
        raise refusal("bad_token_layout")
    return replace(state, phase="facing", tokens=dict(sorted(tokens.items())))


def _roll_facing(state: State, action: RollFacing) -> State:
    return replace(state, phase="items", guardian=Guardian(state.guardian.at, DIE_FACING[action.die]))


def _draw_item(state: State, action: DrawItem) -> State:
    if action.item in state.items.values():
        raise refusal("item_taken")
    if action.player in state.items:
        raise refusal("already_has_item")
    drawn = {**state.items, action.player: action.item}
    items = {player: drawn[player] for player in state.players if player in drawn}
    return replace(state, items=items, phase="start_player" if len(items) == len(state.players) else "items")


def _choose_start(state: State, action: ChooseStart) -> State:
    queue = reverse_order(state, action.player)
    return replace(state, phase="entering", start=action.player, rotation=action.rotation, queue=queue, active=queue[0])


def _enter(state: State, action: Enter) -> State:
    """Nobody takes a token on entering (PR-R02)."""
    if bar := entry_bar(state, action.player, action.space):
        raise refusal(bar)
    queue = state.queue[1:]
    was, pawns = state.phase, {**state.pawns, action.player: action.space}
    state = replace(state, pawns=pawns, queue=queue, active=queue[0] if queue else None)
    if queue:
        return state
    return begin_round(state) if was == "entering" else end_round(state)


def _place_card(state: State, action: PlaceCard) -> State:
    if action.player in state.placed:
        raise refusal("already_placed")
    placed = tuple([player for player in state.players if player in state.placed or player == action.player])
    if len(placed) < len(state.players):
        return replace(state, placed=placed)
    return replace(state, placed=placed, phase="reveal", active=state.start)


def _take_back_card(state: State, action: TakeBackCard) -> State:
    if action.player not in state.placed:
        raise refusal("not_placed")
    return replace(state, placed=tuple(player for player in state.placed if player != action.player))


def _reveal_card(state: State, action: RevealCard) -> State:
    """Cards 4 and 5 lengthen the guardian's walk at once (PR-R03)."""
    player, card = action.player, action.card
    hand = state.hands[player]
    if card not in hand:
        raise refusal("card_not_in_hand")
    return begin_walk(
        replace(
            state,
            hands={**state.hands, player: tuple([other for other in hand if other != card])},
            extra=state.extra + EXTRA.get(card, 0),
            placed=tuple([other for other in state.placed if other != player]),
            card=card,
        ),
        player,
    )


def _step(state: State, action: Step) -> State:
    walker = Walker(state, action.player)
    walker.step(INDEX[action.to])
    return _walked_on(state, walker)


def _push(state: State, action: Push) -> State:
    walker = walker_in_push(state)
    walker.push(INDEX[action.to])
    return _walked_on(state, walker)


def _walked_on(state: State, walker: Walker) -> State:
    after = walker.state_after(state)
    return end_walk(after) if walker.link is None and walker.is_done() else after


def _move(state: State, action: Move) -> State:
    return end_walk(walk_path(state, action.player, action.path, action.pushes))


def _end_move(state: State, action: EndMove) -> State:
    if state.need:
        raise refusal("must_move_exact", need=state.need, spaces="space" if state.need == 1 else "spaces")
    return end_walk(state)


def _teleport(state: State, action: Teleport) -> State:
    """PR-R46: instead of walking, any free space, the own one included."""
    if state.items.get(action.player) != "teleport_door":
        raise refusal("item_not_owned")
    if state.card != DOOR_CARD:
        raise refusal("item_wrong_card")
    if len(state.path) > 1:
        raise refusal("already_moving")
    if bar := landing_bar(state, action.player, action.to):
        raise refusal(bar)
    return end_walk(replace(state, pawns={**state.pawns, action.player: action.to}, path=(*state.path, action.to)))


def _magic_take(state: State, action: MagicTake) -> State:
    """PR-R49: no walk, one token within the card's number of spaces as the crow flies."""
    if state.items.get(action.player) != "magic_hands":
        raise refusal("item_not_owned")
    if len(state.path) > 1:
        raise refusal("already_moving")
    at = state.pawns[action.player]
    if at is None or distance(at, action.space) > (state.card or 0):
        raise refusal("out_of_range")
    if action.space not in state.tokens:
        raise refusal("no_token")
    return take(replace(state, need=0), action.player, action.space)


def _place_decoy(state: State, action: PlaceDecoy) -> State:
    if bar := decoy_bar(state, action.space, figure_spaces(state)):
        raise refusal(bar)
    return gather(replace(state, decoy=action.space))


def _skip_decoy(state: State, action: SkipDecoy) -> State:
    return gather(state)


def _take_token(state: State, action: TakeToken) -> State:
    at = state.pawns[action.player]
    if at is None or DISTANCE[INDEX[at]][INDEX[action.space]] > 1:
        raise refusal("out_of_range")
    if action.space not in state.tokens:
        raise refusal("no_token")
    return take(state, action.player, action.space)


def _skip_take(state: State, action: SkipTake) -> State:
    if state.pawns[action.player] in state.tokens:
        raise refusal("must_take")
    return to_effect(state)


def _turn_guardian(state: State, action: TurnGuardian) -> State:
    """PR-R04: any facing, the old one too; the guardian does not look during players' turns."""
    if state.card != TURN:
        raise refusal("wrong_effect")
    return pass_turn(replace(state, guardian=Guardian(state.guardian.at, action.facing)))


def _flip_rotation(state: State, action: FlipRotation) -> State:
    if state.card != FLIP:
        raise refusal("wrong_effect")
    return pass_turn(replace(state, rotation="ccw" if state.rotation == "cw" else "cw"))


def _skip_effect(state: State, action: SkipEffect) -> State:
    return pass_turn(state)


def _roll_guardian(state: State, action: RollGuardian) -> State:
    return after_guardian(guardian.walked(state, guardian.walk(state, action.die)))


_EFFECTS: Mapping[type[Action], Callable[[State, Any], State]] = {
    LayOut: _lay_out,
    RollFacing: _roll_facing,
    DrawItem: _draw_item,
    ChooseStart: _choose_start,
    Enter: _enter,
    PlaceCard: _place_card,
    TakeBackCard: _take_back_card,
    RevealCard: _reveal_card,
    Step: _step,
    Push: _push,
    Move: _move,
    EndMove: _end_move,
    Teleport: _teleport,
    MagicTake: _magic_take,
    PlaceDecoy: _place_decoy,
    SkipDecoy: _skip_decoy,
    TakeToken: _take_token,
    SkipTake: _skip_take,
    TurnGuardian: _turn_guardian,
    FlipRotation: _flip_rotation,
    SkipEffect: _skip_effect,
    RollGuardian: _roll_guardian,
}


def is_over(state: State) -> bool:
    return state.phase == "finished"
