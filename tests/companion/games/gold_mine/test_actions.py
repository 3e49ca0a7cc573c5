"""The actions' records, and how JSON becomes one."""

from companion.games.gold_mine.actions import HandOff, PlaceTile, ReturnTile, action_from, is_face, is_pair
from companion.games.protocol import to_json


def test_what_is_missing_is_none_and_lists_become_tuples() -> None:
    assert action_from(PlaceTile, {"player": "red", "cell": [1, 2]}) == PlaceTile("red", None, (1, 2), None)  # type: ignore[arg-type]


def test_a_giver_is_called_from_in_json() -> None:
    raw = {"type": "hand_off", "player": "red", "from": "red", "to": "blue", "count": 2}
    assert action_from(HandOff, raw) == HandOff("red", "red", "blue", 2)
    assert to_json(HandOff("red", "red", "blue", 2)) == raw


def test_a_tile_goes_back_to_the_end_unless_a_place_is_named() -> None:
    assert action_from(ReturnTile, {"player": "red"}).position is None  # type: ignore[union-attr]


def test_a_die_shows_one_to_six_and_truth_is_no_number() -> None:
    assert [value for value in (0, 1, 6, 7, True, "3", None) if is_face(value)] == [1, 6]


def test_a_pair_is_two_faces() -> None:
    assert is_pair((1, 6))
    assert [value for value in ((1,), (1, 7), (1, 2, 3), [1, 2], 7) if is_pair(value)] == []
