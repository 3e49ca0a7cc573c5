"""The actions' records: names and fields are those of the specification, and of every journal so far."""

from typing import get_args

from companion.games.protocol import kind_of, to_json
from companion.games.pyramid_raiders.actions import Action, LayOut, Move, RollFacing, SkipEffect

FIELDS = {
    "lay_out": ("tokens",),
    "roll_facing": ("die",),
    "draw_item": ("player", "item"),
    "choose_start": ("player", "rotation"),
    "enter": ("player", "space"),
    "place_card": ("player",),
    "take_back_card": ("player",),
    "reveal_card": ("player", "card"),
    "step": ("player", "to"),
    "push": ("player", "to"),
    "move": ("player", "path", "pushes"),
    "end_move": ("player",),
    "teleport": ("player", "to"),
    "magic_take": ("player", "space"),
    "place_decoy": ("player", "space"),
    "skip_decoy": ("player",),
    "take_token": ("player", "space"),
    "skip_take": ("player",),
    "turn_guardian": ("player", "facing"),
    "flip_rotation": ("player",),
    "skip_effect": ("player",),
    "roll_guardian": ("player", "die"),
}


def test_actions_have_the_names_and_fields_of_the_specification():
    assert {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(Action)} == FIELDS


def test_an_action_is_written_with_its_type():
    assert to_json(Move("p1", ("e6",))) == {"type": "move", "player": "p1", "path": ["e6"], "pushes": []}
    assert to_json(RollFacing(3)) == {"type": "roll_facing", "die": 3}


def test_an_action_knows_its_kind():
    assert [kind_of(action) for action in (LayOut({}), SkipEffect("p1"))] == ["lay_out", "skip_effect"]
