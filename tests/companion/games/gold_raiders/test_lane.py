"""The reveal lane, and the fan that lies in it."""

from collections import Counter

from companion.games.gold_raiders import board
from companion.games.gold_raiders.lane import closed_up, code_of, fan, in_lane, is_lane
from companion.layout import Placement


def test_a_fan_lies_from_left_to_right_with_the_bottom_card_first():
    assert list(fan(("1", "R"))) == [Placement("card.1", "reveal.1", 0), Placement("card.R", "reveal.2", 0)]


def test_a_fan_ends_with_the_lane():
    assert [placement.space for placement in fan("1" * 40)][-1] == board.lane_space(board.LANE)


def test_cards_are_found_from_the_left_and_only_in_the_lane():
    seen = Counter([Placement("card.B", "reveal.10"), Placement("card.2", "reveal.9"), Placement("card.S", "discard")])
    assert list(in_lane(seen).items()) == [(9, "2"), (10, "B")]


def test_a_back_in_the_lane_is_no_card_of_the_fan():
    assert in_lane(Counter([Placement("card.back", "reveal.1")])) == {}


def test_a_fan_laid_wide_apart_is_closed_up_and_nothing_else_is_touched():
    idol = Placement("idol", "seat1.idol")
    seen = Counter([idol, Placement("card.1", "reveal.2"), Placement("card.2", "reveal.5")])
    assert closed_up(seen, in_lane(seen)) == Counter([idol, *fan(("1", "2"))])


def test_only_places_of_the_lane_are_the_lane():
    assert [is_lane(space) for space in ("reveal.1", "reveal.32", "seat1.stack1", "deck")] == [True, True, False, False]


def test_a_face_says_its_code():
    assert code_of(Placement("card.R", "discard", 180)) == "R"
