"""An action in a few words, what is to be heard of it, and what the confirm button may end."""

from collections.abc import Callable, Mapping, Sequence

from companion.games.protocol import Cue
from companion.games.pyramid_raiders.actions import (
    Action,
    ChooseStart,
    DrawItem,
    EndMove,
    Enter,
    FlipRotation,
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
    Step,
    TakeBackCard,
    TakeToken,
    Teleport,
    TurnGuardian,
)
from companion.games.pyramid_raiders.board import DIE_FACING, EXTRA, TURN
from companion.games.pyramid_raiders.legal import kept_decoy, no_effects, nothing_taken, stops
from companion.games.pyramid_raiders.state import State, acting
from companion.games.pyramid_raiders.story import SENSE, WAYS, called, spaces, treasure
from companion.games.pyramid_raiders.walking import pushed_figure, victims

LONGEST = 90  # characters that fit on a button


def words(state: State, action: Action, viewer: str | None) -> str:
    """What the action does, without the name of whoever does it; the same for every viewer: nothing is secret.

    A history may hold actions that no longer fit after a correction: those have words, too.
    """
    match action:
        case Move():
            return _walk(state, action)
        case Step(_, to) | Enter(_, to) | Push(_, to):
            return _going(state, action, to)
        case MagicTake(_, space):
            return f"reach for {_lying(state, space)} on {space}"
        case TakeToken(_, space):
            return f"take {_lying(state, space)} from {space}"
        case Teleport(_, to):
            return f"go through the door to {to}"
        case PlaceDecoy(_, space):
            return f"set the decoy on {space}"
        case RevealCard(_, card):
            return _card(card)
        case DrawItem(_, item):
            return f"draw the {item.replace('_', ' ')}"
        case RollFacing(die):
            return f"roll a {die}: the guardian faces {WAYS[DIE_FACING[die]]}"
        case RollGuardian(_, die):
            return f"roll a {die} for the guardian"
        case ChooseStart(player, rotation):
            return f"start player {called(player)}, rotation {SENSE[rotation]}"
        case TurnGuardian(_, facing):
            return f"turn the guardian to the {WAYS[facing]}"
        case _:
            return _plain(state, action)


def _going(state: State, action: Action, to: str) -> str:
    match action:
        case Step():
            here = [who for who, space in {**state.pawns, "decoy": state.decoy}.items() if space == to]
            return f"step to {to}, pushing {called(here[0])}" if here else f"step to {to}"
        case Enter():
            return f"enter on {to}" if state.phase == "entering" else f"come back in on {to}"
        case _:
            who = called(pushed_figure(state)) if state.phase == "pushing" else "whoever stands there"
            return f"push {who} to {to}"


def _lying(state: State, space: str) -> str:
    return treasure(state.tokens[space], "the") if space in state.tokens else "the treasure"


def _walk(state: State, walk: Move) -> str:
    """The way and who was pushed where; where that is too long for a button, the pushes get shorter."""
    way = f"walk {', '.join(walk.path)}"
    if not walk.pushes:
        return way
    met = [called(who) for who in victims(state, walk)]
    named = " and ".join(f"{who} to {space}" for who, space in zip(met, walk.pushes, strict=False))
    tellings = [f"{way}, pushing to {', '.join(walk.pushes)}", f"{way}, with {len(walk.pushes)} pushes"]
    if len(met) == len(walk.pushes):
        tellings.insert(0, f"{way}, pushing {named}")
    return next((told for told in tellings if len(told) <= LONGEST), tellings[-1])


def _card(card: int) -> str:
    farther = f", the guardian {EXTRA[card]} farther" if card in EXTRA else ""
    return f"turn up card {card}: walk {spaces(card)}{farther}"


def _plain(state: State, action: Action) -> str:
    match action:
        case LayOut():
            return "lay out the treasures"
        case PlaceCard():
            return "lay a card face down"
        case TakeBackCard():
            return "take the laid card back"
        case EndMove():
            return "stop here"
        case SkipDecoy():
            return "leave the decoy where it is" if state.decoy else "keep the decoy"
        case SkipTake():
            return "take nothing"
        case FlipRotation():
            return f"flip the rotation to {SENSE['ccw' if state.rotation == 'cw' else 'cw']}"
        case SkipEffect() if state.card == TURN:
            return "leave the guardian as he stands"
        case _:
            return "leave the rotation as it is"


def cues(before: State, action: Action, after: State) -> Sequence[Cue]:
    """A knock-out, a treasure won, a new round, the end, and somebody whose turn it now is."""
    heard: list[Cue] = []
    if isinstance(action, RollGuardian) and after.walk is not None and after.walk.knocked_out:
        heard.append("knock_out")
    if after.loot != before.loot:
        heard.append("treasure")
    if after.phase == "finished":
        return [*heard, "game_over"]
    if after.phase == "programming" != before.phase:
        heard.append("round")
    return [*heard, "your_turn"] if set(acting(after)) - set(acting(before)) else heard


_ENDINGS: Mapping[str, Callable[[State], Sequence[Action]]] = {
    "moving": stops,
    "decoy": kept_decoy,
    "taking": nothing_taken,
    "effect": no_effects,
}


def endings(state: State) -> Sequence[Action]:
    """What may be left out or stopped just now: the rest of a walk, the decoy, a treasure, a card's effect."""
    return _ENDINGS[state.phase](state) if state.phase in _ENDINGS else ()
