"""The actions as the journal writes them."""

from companion.games.gold_raiders import actions
from companion.games.protocol import to_json


def test_an_action_is_written_with_its_type_and_its_fields():
    assert to_json(actions.Steal("p1", "p2", 3, "new")) == {
        "type": "steal",
        "player": "p1",
        "owner": "p2",
        "stack": 3,
        "onto": "new",
    }


def test_a_deal_is_nobodys():
    assert to_json(actions.Deal()) == {"type": "deal"}


def test_a_card_laid_face_down_has_no_field_for_its_face():
    assert actions.PlayNew.__struct_fields__ == ("player",)
    assert actions.PlayOn.__struct_fields__ == ("player", "stack")
