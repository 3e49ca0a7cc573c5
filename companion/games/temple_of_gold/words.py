"""Temple of Gold in plain words: an action on a button, a price, a tile; what is heard, and what a long press ends."""

from collections.abc import Mapping
from typing import Any

from companion.games.protocol import Cue
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
from companion.games.temple_of_gold.board import ADVENTURE_NAMES, ADVENTURE_OF, KINDS, TEMPLE, TILE_NAMES
from companion.games.temple_of_gold.ending import did_nothing
from companion.games.temple_of_gold.moving import Price
from companion.games.temple_of_gold.state import State, Units, active

SIDE_WORDS = {"N": "up", "E": "right", "S": "down", "W": "left"}


def words(state: State, action: Action, viewer: str | None) -> str:
    """What an action is, for anybody: nothing done in Temple of Gold is secret.

    >>> words(None, PickUp("p1", Units(food=2, jewelry=1)), None)
    'pick up 2 food and 1 jewelry'
    """
    said: str = _WORDS[type(action)](state, action)
    return said


def _step(state: State, step: Step) -> str:
    there = "the temple" if step.to == TEMPLE else step.to
    again = " for another camp" if step.redo else ""
    return f"step to {there}{again}" + (f", paying {units_words(step.pay)}" if step.pay != Units() else "")


def laying_words(action: Explore) -> str:
    """
    >>> laying_words(Explore("p1", "C3", "suns_a", "W")), laying_words(Explore("p1", "A6"))
    ('Suns ace (desert), blocked left', 'open the temple')
    """
    if action.tile is None or action.blocked is None:
        return "open the temple"
    return f"{tile_words(action.tile)}, blocked {SIDE_WORDS[action.blocked]}"


def _explore(state: State, action: Explore) -> str:
    return laying_words(action) if action.tile is None else f"explore {action.cell}: {laying_words(action)}"


def _announce(state: State, action: AnnounceTreasure) -> str:
    return f"announce a treasure on {action.cell}, by the clues on {action.horizontal} and {action.vertical}"


def _end(state: State, action: EndTurn) -> str:
    return "do nothing" if state.phase == "turn" and did_nothing(state) else "end the turn"


_WORDS: Mapping[type[Any], Any] = {
    Step: _step,
    PickUp: lambda state, action: f"pick up {units_words(action.take)}",
    Explore: _explore,
    AnnounceTreasure: _announce,
    Dig: lambda state, action: f"dig up the treasure, paying {units_words(action.pay)}",
    Discard: lambda state, action: f"discard {units_words(action.give)}",
    TakeIncome: lambda state, action: "take 1 gold from the income pile",
    EndTurn: _end,
}


def cues(before: State, action: Action, after: State) -> tuple[Cue, ...]:
    """A treasure, announced or dug up; a turn, a round and the game that end."""
    heard: list[Cue] = []
    if isinstance(action, AnnounceTreasure | Dig):
        heard.append("treasure")
    if after.phase == "over":
        heard.append("game_over")
    elif after.round > before.round:
        heard.append("round")
    if after.phase != "over" and after.turn.player != before.turn.player:
        heard.append("your_turn")
    return tuple(heard)


def endings(state: State) -> tuple[EndTurn, ...]:
    """The confirm button ends the turn."""
    return () if state.phase == "over" else (EndTurn(active(state).id),)


def price_words(price: Price) -> str:
    """
    >>> price_words((4, "food", 3)), price_words((2, "tools", 2)), price_words((4, None, 0))
    ('4 units, 3 of them food', '2 tools', '4 units of any kind')
    """
    units, kind, number = price
    if kind is None:
        return f"{units} units of any kind"
    return f"{units} {kind}" if units == number else f"{units} units, {number} of them {kind}"


def units_words(units: Units) -> str:
    """
    >>> units_words(Units(food=2, wild=1)), units_words(Units(food=1, wood=1, jewelry=1))
    ('2 food and 1 wild', '1 food, 1 wood and 1 jewelry')
    """
    told = [f"{number} {kind}" for kind in (*KINDS, "wild") if (number := getattr(units, kind))]
    return " and ".join([", ".join(told[:-1]), *told[-1:]] if len(told) > 1 else told) or "nothing"


def tile_words(tile: str) -> str:
    """
    >>> tile_words("suns_a"), tile_words("moons_3")
    ('Suns ace (desert)', 'Moons 3')
    """
    return TILE_NAMES[tile] + (f" ({ADVENTURE_NAMES[ADVENTURE_OF[tile]]})" if tile in ADVENTURE_OF else "")


def count_words(number: int, what: str) -> str:
    """
    >>> count_words(1, "step"), count_words(0, "step")
    ('1 step', '0 steps')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
