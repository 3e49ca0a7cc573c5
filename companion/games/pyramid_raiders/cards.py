"""Action cards: laid face down, turned up in turn, and what the first two do besides walking."""

from msgspec.structs import replace

from companion.games.pyramid_raiders.actions import (
    FlipRotation,
    PlaceCard,
    RevealCard,
    SkipEffect,
    TakeBackCard,
    TurnGuardian,
)
from companion.games.pyramid_raiders.board import EXTRA, FLIP, TURN
from companion.games.pyramid_raiders.ending import pass_turn
from companion.games.pyramid_raiders.state import Guardian, State
from companion.games.pyramid_raiders.walking import begin_walk


def why_no_card(state: State, action: PlaceCard) -> str | None:
    return "already_placed" if action.player in state.placed else None


def place_card(state: State, action: PlaceCard) -> State:
    placed = tuple([player for player in state.players if player in state.placed or player == action.player])
    if len(placed) < len(state.players):
        return replace(state, placed=placed)
    return replace(state, placed=placed, phase="reveal", active=state.start)


def why_not_back(state: State, action: TakeBackCard) -> str | None:
    return None if action.player in state.placed else "not_placed"


def take_back_card(state: State, action: TakeBackCard) -> State:
    return replace(state, placed=tuple(player for player in state.placed if player != action.player))


def why_not_up(state: State, action: RevealCard) -> str | None:
    return None if action.card in state.hands[action.player] else "card_not_in_hand"


def reveal_card(state: State, action: RevealCard) -> State:
    """Cards 4 and 5 lengthen the guardian's walk at once (PR-R03)."""
    player, card = action.player, action.card
    return begin_walk(
        replace(
            state,
            hands={**state.hands, player: tuple([other for other in state.hands[player] if other != card])},
            extra=state.extra + EXTRA.get(card, 0),
            placed=tuple([other for other in state.placed if other != player]),
            card=card,
        ),
        player,
    )


def why_not_turn(state: State, action: TurnGuardian) -> str | None:
    return None if state.card == TURN else "wrong_effect"


def turn_guardian(state: State, action: TurnGuardian) -> State:
    """PR-R04: any facing, the old one too; the guardian does not look during players' turns."""
    return pass_turn(replace(state, guardian=Guardian(state.guardian.at, action.facing)))


def why_not_flip(state: State, action: FlipRotation) -> str | None:
    return None if state.card == FLIP else "wrong_effect"


def flip_rotation(state: State, action: FlipRotation) -> State:
    return pass_turn(replace(state, rotation="ccw" if state.rotation == "cw" else "cw"))


def skip_effect(state: State, action: SkipEffect) -> State:
    return pass_turn(state)
