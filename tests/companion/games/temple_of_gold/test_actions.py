"""Actions as the journal keeps them: their names and fields are those of the specification."""

import msgspec
import pytest

from companion.games.protocol import kind_of, player_of, to_json
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
from companion.games.temple_of_gold.state import Units

WRITTEN = [
    (Step("p1", "E1"), {"type": "step", "player": "p1", "to": "E1", "pay": {}, "redo": False}),
    (PickUp("p1", Units(food=2)), {"type": "pick_up", "player": "p1", "take": {"food": 2}}),
    (Explore("p1", "A6"), {"type": "explore", "player": "p1", "cell": "A6"}),
    (
        AnnounceTreasure("p1", "D4", "A4", "D2"),
        {"type": "announce_treasure", "player": "p1", "cell": "D4", "horizontal": "A4", "vertical": "D2"},
    ),
    (Dig("p1", Units(wild=2)), {"type": "dig", "player": "p1", "pay": {"wild": 2}}),
    (Discard("p1", Units(wood=1)), {"type": "discard", "player": "p1", "give": {"wood": 1}}),
    (TakeIncome("p1"), {"type": "take_income", "player": "p1"}),
    (EndTurn("p1"), {"type": "end_turn", "player": "p1"}),
]


@pytest.mark.parametrize(("action", "written"), WRITTEN, ids=lambda value: getattr(value, "player", ""))
def test_an_action_is_written_as_in_the_specification(action, written):
    assert to_json(action) == written
    assert msgspec.convert(written, Action) == action
    assert (kind_of(action), player_of(action)) == (written["type"], "p1")
