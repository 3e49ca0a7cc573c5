"""Small questions to a position."""

import pytest

from companion.games.gold_raiders import GAME as game
from companion.games.gold_raiders.state import cards_left, hidden_numbers, too_many


def position(**given):
    return game.state_from({"players": ["p1", "p2", "p3"], **given})


def test_seats_are_counted_clockwise_from_one():
    assert [position().seat(name) for name in ("p1", "p3")] == [1, 3]


def test_clockwise_goes_around_the_table():
    assert position().clockwise("p2") == ("p2", "p3", "p1")


@pytest.mark.parametrize(
    ("given", "acting"),
    [
        ({"phase": "setup"}, ("p1", "p2", "p3")),
        ({"phase": "deal", "first": "p2"}, ("p2",)),
        ({"turn": "p3"}, ("p3",)),
        ({"phase": "finished", "winner": "p1", "tiebreak": "none"}, ()),
    ],
)
def test_who_must_act(given, acting):
    assert position(**given).acting == acting


def test_hidden_stacks_keep_their_numbers():
    assert hidden_numbers(position(phase="day", stacks={"p1": [2, ["1"], 1]}), "p1") == [1, 3]


def test_the_discard_and_revealed_stacks_cannot_turn_up_again():
    state = position(phase="day", stacks={"p1": [["1", "B"], 2]}, discard=["S"])
    assert cards_left(state) == {"1": 10, "2": 9, "3": 7, "B": 10, "S": 8, "R": 7}


def test_a_card_of_which_the_deck_has_no_more_is_named():
    state = position(phase="day", stacks={"p1": [["3"] * 6, 2]})
    assert (too_many(state, ("3",)), too_many(state, ("3", "3"))) == (None, "3")
