"""The records of actions and the names journals keep them under."""

from typing import get_args

from companion.games.go_for_gold.actions import Action, Move
from companion.games.go_for_gold.rules import RULES
from companion.games.protocol import kind_of, to_json


def test_every_action_has_a_rule_of_its_name():
    assert [kind.__struct_config__.tag for kind in get_args(Action)] == list(RULES.kinds)


def test_a_line_is_written_as_journals_have_it():
    line = Move("p1", ("T1", "T2"))
    assert kind_of(line) == "move"
    assert to_json(line) == {"type": "move", "player": "p1", "path": ["T1", "T2"], "use_foot": False}
