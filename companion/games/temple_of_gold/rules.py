"""Temple of Gold: explore the jungle, overcome its adventures, reach the temple; the most gold wins."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.games.temple_of_gold.board import KINDS
from companion.games.temple_of_gold.ending import end_turn, is_income_due, take_income, why_no_income
from companion.games.temple_of_gold.exploring import explore, legal_explores, why_no_explore
from companion.games.temple_of_gold.gathering import (
    discard,
    legal_discards,
    legal_pick_ups,
    pick_up,
    why_no_discard,
    why_no_pick_up,
)
from companion.games.temple_of_gold.moving import legal_steps, take_step, why_no_step
from companion.games.temple_of_gold.reasons import refusal
from companion.games.temple_of_gold.state import (
    Action,
    AnnounceTreasure,
    Dig,
    Discard,
    EndTurn,
    Explore,
    PickUp,
    State,
    Step,
    TakeIncome,
    Units,
)
from companion.games.temple_of_gold.treasure import (
    announce,
    dig,
    legal_announcements,
    legal_digs,
    why_no_announcement,
    why_no_dig,
)

Json = Any


class Chapter(NamedTuple):
    """One kind of action: why it may be refused, and what it does."""

    why_not: Callable[[State, Any], str | None]
    perform: Callable[[State, Any], State]
    after_closing: bool = False  # possible when the turn is closing
    by_anyone: bool = False


CHAPTERS: Mapping[type, Chapter] = {
    Step: Chapter(why_no_step, take_step),
    PickUp: Chapter(why_no_pick_up, pick_up),
    Explore: Chapter(why_no_explore, explore),
    AnnounceTreasure: Chapter(why_no_announcement, announce, after_closing=True, by_anyone=True),
    Dig: Chapter(why_no_dig, dig),
    Discard: Chapter(why_no_discard, discard),
    TakeIncome: Chapter(why_no_income, take_income, after_closing=True),
    EndTurn: Chapter(lambda state, action: None, end_turn, after_closing=True),
}
FIELDS: Mapping[str, tuple[type, Mapping[str, Json]]] = {
    "step": (Step, {"to": None, "pay": Units(), "redo": False}),
    "pick_up": (PickUp, {"take": None}),
    "explore": (Explore, {"cell": None, "tile": None, "blocked": None}),
    "announce_treasure": (AnnounceTreasure, {"cell": None, "horizontal": None, "vertical": None}),
    "dig": (Dig, {"pay": None}),
    "discard": (Discard, {"give": None}),
    "take_income": (TakeIncome, {}),
    "end_turn": (EndTurn, {}),
}
COUNTED = frozenset(KINDS) | {"wild"}


def is_over(state: State) -> bool:
    return state.phase == "over"


def why_not(state: State, action: Action) -> str | None:
    """The first reason against an action, in the specification's order; whatever it carries, nothing is raised."""
    if state.phase == "over":
        return "game_over"
    chapter = CHAPTERS.get(type(action))
    if chapter is None:
        return "unknown_action"
    if all(action.player != player.id for player in state.players):
        return "unknown_player"
    if action.player != state.turn.player and not chapter.by_anyone:
        return "not_your_turn"
    if state.phase == "closing" and not chapter.after_closing:
        return "turn_closing"
    return chapter.why_not(state, action)


def apply(state: State, action: Action) -> State:
    if code := why_not(state, action):
        raise refusal(code)
    return CHAPTERS[type(action)].perform(state, action)


def read(state: State, raw: Mapping[str, Json]) -> Action:
    """An action from JSON; a value of the wrong sort is refused where the rules look at it.

    So a step to 7 is `not_adjacent` and a payment of "gold" a `wrong_payment`, after all reasons that come before.
    """
    if state.phase == "over":
        raise refusal("game_over")
    name = raw.get("type") if isinstance(raw, Mapping) else None
    if not isinstance(name, str) or name not in FIELDS:
        raise refusal("unknown_action")
    kind, fields = FIELDS[name]
    values = {field: _read_units(field, raw.get(field, default)) for field, default in fields.items()}
    action: Action = kind(player=raw.get("player"), **values)
    if code := why_not(state, action):
        raise refusal(code)
    if set(raw) - set(fields) - {"type", "player"}:
        raise refusal("malformed")
    return action


def _read_units(field: str, value: Json) -> Json:
    """Counts of units become Units; anything else stays as it came, for the rules to refuse."""
    if field not in ("pay", "take", "give") or not isinstance(value, Mapping) or set(value) - COUNTED:
        return value
    if all(type(count) is int and count >= 0 for count in value.values()):
        return Units(**value)
    return value


def legal(state: State) -> list[Action]:
    """Every action possible next. Announcements, the same whoever makes them, stand once, for the active player."""
    if state.phase == "over":
        return []
    actions: list[Action] = []
    if state.phase == "turn":
        actions += legal_steps(state)
        actions += legal_pick_ups(state)
        actions += legal_explores(state)
        actions += legal_digs(state)
        actions += legal_discards(state)
    actions += legal_announcements(state)
    if state.options.income == "claim" and is_income_due(state):
        actions.append(TakeIncome(state.turn.player))
    actions.append(EndTurn(state.turn.player))
    return actions
