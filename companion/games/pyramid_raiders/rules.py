"""Pyramid Raiders' rulebook: every action with its phase, whose it is, why not, what it does and which are listed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from companion.games.protocol import Action as AnyAction
from companion.games.pyramid_raiders import actions as act
from companion.games.pyramid_raiders import beginning, cards, guardian, items, taking, walking
from companion.games.pyramid_raiders import legal as listed
from companion.games.pyramid_raiders.actions import Action
from companion.games.pyramid_raiders.board import INDEX, ITEMS, KINDS, NOTCH, TURNED
from companion.games.pyramid_raiders.ending import is_over
from companion.games.pyramid_raiders.reasons import refusal
from companion.games.pyramid_raiders.state import State
from companion.games.rulebook import Rule, Rulebook, in_phase

TABLE = "table"  # nobody's turn: the table itself tells


def whose_turn(state: State, rule: Rule, action: AnyAction) -> str | None:
    if rule.by == TABLE:
        return None
    player = action.player
    if state.active is None:
        return None if isinstance(player, str) and player in state.pawns else "not_your_turn"
    return None if player == state.active else "not_your_turn"


def is_well_formed(state: State, rule: Rule, action: AnyAction) -> str | None:
    """Malformed contents: a space that does not exist is bad_space, anything else bad_value."""
    for name, wrong_in in _FIELDS[rule.action]:
        if wrong := wrong_in(getattr(action, name)):
            return wrong
    if rule.action is act.ChooseStart and action.player not in state.players:
        return "bad_value"
    return None


def _wrong_space(value: Any) -> str | None:
    if not isinstance(value, str):
        return "bad_value"
    return None if value in INDEX else "bad_space"


def _wrong_spaces(value: Any) -> str | None:
    if not isinstance(value, tuple) or not all(isinstance(space, str) for space in value):
        return "bad_value"
    return None if all(space in INDEX for space in value) else "bad_space"


def _wrong_tokens(value: Any) -> str | None:
    if not isinstance(value, dict):
        return "bad_value"
    for space in value:
        if wrong := _wrong_space(space):
            return wrong
    known = all(isinstance(kind, str) and kind in KINDS for kind in value.values())
    return None if known else "bad_value"


def _none_of(known: Mapping[Any, Any] | Sequence[Any], kind: type[str] | type[int]) -> Callable[[Any], str | None]:
    return lambda value: None if type(value) is kind and value in known else "bad_value"


_WRONG: Mapping[str, Callable[[Any], str | None]] = {
    "to": _wrong_space,
    "space": _wrong_space,
    "path": _wrong_spaces,
    "pushes": _wrong_spaces,
    "tokens": _wrong_tokens,
    "die": _none_of(range(1, 7), int),
    "card": _none_of(range(1, 6), int),
    "item": _none_of(ITEMS, str),
    "rotation": _none_of(NOTCH, str),
    "facing": _none_of(TURNED, str),
}

_FIELDS = {
    kind: [(name, _WRONG[name]) for name in kind.__struct_fields__ if name != "player"] for kind in get_args(Action)
}

# Walking refuses on the way what only shows there: a step is checked by making it.
RULES = Rulebook(
    rules=[
        Rule(act.LayOut, beginning.lay_out, ("layout",), beginning.why_no_layout, by=TABLE),
        Rule(act.RollFacing, beginning.roll_facing, ("facing",), each=listed.facings, by=TABLE),
        Rule(act.DrawItem, beginning.draw_item, ("items",), beginning.why_no_item, listed.draws),
        Rule(act.ChooseStart, beginning.choose_start, ("start_player",), each=listed.starts, by=TABLE),
        Rule(act.Enter, beginning.enter, ("entering", "reentry"), beginning.why_no_entry, listed.entries),
        Rule(act.PlaceCard, cards.place_card, ("programming",), cards.why_no_card, listed.laid_cards),
        Rule(act.TakeBackCard, cards.take_back_card, ("programming",), cards.why_not_back, listed.taken_back),
        Rule(act.RevealCard, cards.reveal_card, ("reveal",), cards.why_not_up, listed.reveals),
        Rule(act.Step, walking.step, ("moving",), each=listed.steps),
        Rule(act.EndMove, walking.end_move, ("moving",), walking.why_no_end, listed.stops),
        Rule(act.Teleport, items.teleport, ("moving",), items.why_no_door, listed.doors),
        Rule(act.MagicTake, items.magic_take, ("moving",), items.why_no_magic, listed.magic),
        Rule(act.Move, walking.move, ("moving",), each=listed.WholeWalks),
        Rule(act.Push, walking.push, ("pushing",), each=listed.pushes),
        Rule(act.PlaceDecoy, taking.place_decoy, ("decoy",), taking.why_no_decoy, listed.decoy_places),
        Rule(act.SkipDecoy, taking.skip_decoy, ("decoy",), each=listed.kept_decoy),
        Rule(act.TakeToken, taking.take_token, ("taking",), taking.why_no_token, listed.tokens_near),
        Rule(act.SkipTake, taking.skip_take, ("taking",), taking.why_no_skipping, listed.nothing_taken),
        Rule(act.TurnGuardian, cards.turn_guardian, ("effect",), cards.why_not_turn, listed.turns),
        Rule(act.FlipRotation, cards.flip_rotation, ("effect",), cards.why_not_flip, listed.flips),
        Rule(act.SkipEffect, cards.skip_effect, ("effect",), each=listed.no_effects),
        Rule(act.RollGuardian, guardian.roll_guardian, ("guardian",), each=listed.rolls),
    ],
    refuse=lambda state, code: refusal(code),
    over=is_over,
    checks=(in_phase("wrong_phase"), whose_turn, is_well_formed),
)


def legal(state: State) -> Sequence[Action]:
    """As the machine lists them, but whole walks, often thousands, stay unwritten until somebody looks at one.

    Nothing for `layout`: 42 tokens can lie in too many ways to list; `shown` reads them off the table.
    """
    if state.phase != "moving":
        return RULES.legal(state)
    walks = listed.WholeWalks(state)
    return listed.Listing(walks.first_steps(), listed.instead_of_walking(state), walks)
