"""Temple of Gold: explore the jungle, overcome its adventures, reach the temple; the most gold wins."""

from collections.abc import Mapping
from typing import Any

from companion.games.protocol import Json
from companion.games.rulebook import Rule, Rulebook, as_it_comes, in_phase
from companion.games.temple_of_gold.actions import (
    Action,
    AnnounceTreasure,
    Dig,
    Discard,
    EndTurn,
    Explore,
    PickUp,
    Step,
    TakeIncome,
)
from companion.games.temple_of_gold.board import KINDS
from companion.games.temple_of_gold.ending import end_turn, take_income, why_no_income
from companion.games.temple_of_gold.exploring import explore, why_no_explore
from companion.games.temple_of_gold.gathering import discard, pick_up, why_no_discard, why_no_pick_up
from companion.games.temple_of_gold.legal import (
    each_dig,
    each_discard,
    each_end,
    each_explore,
    each_income,
    each_pick_up,
    each_step,
)
from companion.games.temple_of_gold.moving import take_step, why_no_step
from companion.games.temple_of_gold.reasons import refusal
from companion.games.temple_of_gold.state import State, Units
from companion.games.temple_of_gold.treasure import announce, dig, why_no_announcement, why_no_dig

COUNTED = frozenset(KINDS) | {"wild"}
TURN, ANY = ("turn",), ("turn", "closing")


def is_over(state: State) -> bool:
    return state.phase == "over"


def _unknown_player(state: State, rule: Rule, action: Action) -> str | None:
    return None if action.player in [player.id for player in state.players] else "unknown_player"


def _not_your_turn(state: State, rule: Rule, action: Action) -> str | None:
    return "not_your_turn" if rule.by == "turn" and action.player != state.turn.player else None


def _with_units(kind: type[Any], raw: Mapping[str, Json]) -> Action:
    """The action as it comes, counts of units as Units; what is none stays as it is, for the rules to refuse.

    So a step to 7 is `not_adjacent` and a payment of "gold" a `wrong_payment`, after all reasons that come before.
    """
    units = {field: _units(raw[field]) for field in ("pay", "take", "give") if field in raw}
    action: Action = as_it_comes(kind, {**raw, **units})
    return action


def _units(value: Json) -> Json:
    if not isinstance(value, Mapping) or set(value) - COUNTED:
        return value
    if all(type(count) is int and count >= 0 for count in value.values()):
        return Units(**value)
    return value


RULES = Rulebook(
    rules=[
        Rule(Step, take_step, TURN, why_no_step, each_step),
        Rule(PickUp, pick_up, TURN, why_no_pick_up, each_pick_up),
        Rule(Explore, explore, TURN, why_no_explore, each_explore),
        Rule(Dig, dig, TURN, why_no_dig, each_dig),
        Rule(Discard, discard, TURN, why_no_discard, each_discard),
        Rule(AnnounceTreasure, announce, ANY, why_no_announcement, by="anyone"),  # listed nowhere: T77
        Rule(TakeIncome, take_income, ANY, why_no_income, each_income),
        Rule(EndTurn, end_turn, ANY, each=each_end),
    ],
    refuse=lambda state, code: refusal(code),
    over=is_over,
    checks=(_unknown_player, _not_your_turn, in_phase("turn_closing")),
    reads=_with_units,
)


def read(state: State, raw: Mapping[str, Json]) -> Action:
    """An action from JSON; last of all, one that carries what its kind does not know is refused too."""
    action: Action = RULES.read(state, raw)
    if set(raw) - set(action.__struct_fields__) - {"type"}:
        raise refusal("malformed")
    return action
