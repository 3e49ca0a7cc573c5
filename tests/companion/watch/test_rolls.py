"""Which die is which: by colour, by zone, and honest where neither tells."""

from dataclasses import replace

from companion.layout import Die, Layout, Zone
from companion.watch.rolls import fits, learnt, readings, rolls
from vision.sighting import Sighting

WHITE, BLACK, GREY = (240, 235, 225), (35, 30, 32), (128, 130, 128)
COLOURED = (Die("white", "#f4efe4"), Die("black", "#26221f"))
FIELDS = (Die("mine", zone="left"), Die("yours", zone="right"))


def layout(*dice: Die) -> Layout:
    zones = Zone("tray", 0, 0, 200, 100), Zone("left", 0, 0, 100, 100), Zone("right", 100, 0, 200, 100)
    return Layout("dicing", 200, 100, (0, 1, 2, 3), (), zones, (), dice=dice)


def die(value: int, x_mm: float = 50, colour: tuple[int, int, int] | None = WHITE) -> Sighting:
    return Sighting("die", x_mm, 50, 0, 0.99, str(value), colour=colour)


def test_two_dice_are_told_apart_by_their_colour() -> None:
    """A challenge of 5 to 1 ended in "5 1 or 1 5?", and once in the wrong one."""
    seen = die(1, 40, BLACK), die(5, 90, WHITE)
    assert readings(seen, layout(*COLOURED), ("white", "black"), {}) == [{"white": 5, "black": 1}]
    assert fits({"white": 5, "black": 1}, seen, layout(*COLOURED), {})
    assert not fits({"white": 1, "black": 5}, seen, layout(*COLOURED), {})


def test_a_warm_lamp_does_not_make_the_white_die_black() -> None:
    seen = die(2, 40, (200, 170, 120)), die(6, 90, (30, 22, 15))
    assert readings(seen, layout(*COLOURED), ("white", "black"), {}) == [{"white": 2, "black": 6}]


def test_two_dice_are_told_apart_by_their_fields() -> None:
    seen = die(3, 150), die(4, 50)
    assert readings(seen, layout(*FIELDS), ("mine", "yours"), {}) == [{"mine": 4, "yours": 3}]


def test_dice_of_one_colour_can_be_either() -> None:
    seen = die(2, 40, GREY), die(3, 90, GREY)
    found = readings(seen, layout(*COLOURED), ("white", "black"), {})
    assert sorted(found, key=str) == [{"white": 2, "black": 3}, {"white": 3, "black": 2}]


def test_a_rule_that_minds_no_colour_takes_any_die() -> None:
    assert fits({"die": 6}, (die(6, colour=BLACK),), layout(*COLOURED), {})


def test_the_number_of_dice_must_be_right() -> None:
    assert not fits({"die": 6}, (die(6), die(6, 90)), layout(Die()), {})
    assert not fits({"white": 6, "black": 6}, (die(6),), layout(*COLOURED), {})


def test_a_die_that_shows_the_same_near_where_it_lay_was_rolled_if_the_others_lie_still() -> None:
    """Three in forty rolls of Go for Gold's film were missed: its tray is small, and other dice lie in other fields."""
    lying, far = (die(3, 50), die(6, 150)), die(6, 150.4)
    assert next(iter(rolls((die(3, 54.5), far), lying))) == (die(3, 54.5),)


def test_a_knocked_camera_moves_all_dice_and_rolls_none() -> None:
    assert list(rolls((die(3, 54.5), die(6, 154)), (die(3, 50), die(6, 150)))) == []
    assert list(rolls((die(3, 54.5),), (die(3, 50),))) == []


def test_only_dice_that_moved_were_rolled() -> None:
    old, new = die(4, 40), die(4, 120)
    assert list(rolls((old, new), (die(4, 41), die(2, 90)))) == [(new,), (old, new)]


def test_a_die_that_comes_to_rest_where_one_lay_is_a_roll_when_another_was_taken_up() -> None:
    """A 6 within 2 mm of where the 1 of two dice had lain was never noticed."""
    now = Sighting("die", 50, 50, 0, 0.95, "6", colour=WHITE)
    assert list(rolls((now,), (die(1, 51), die(4, 120)))) == [(now,)]


def test_a_die_that_shows_something_else_where_one_lay_is_a_roll_in_doubt() -> None:
    now = Sighting("die", 50, 50, 0, 0.95, "6", colour=WHITE)
    ((found,),) = rolls((now,), (die(1, 51),))
    assert (found.shows, found.sure) == ("6", 0.8)
    assert list(rolls((replace(now, sure=0.7),), (die(1, 51),))) == []


def test_a_die_seen_by_a_camera_that_was_knocked_is_no_roll() -> None:
    assert list(rolls((die(6, 50),), (die(6, 54),))) == []
    assert list(rolls((die(6, 50),), (die(6, 57),))) == [(die(6, 50),)]


def test_dice_that_lie_as_they_lay_are_no_roll() -> None:
    assert list(rolls((die(4, 40),), (die(4, 41.5),))) == []


def test_whose_die_is_whose_is_asked_until_it_is_learnt() -> None:
    """People agree among themselves who rolls white; a film showed it the other way round from our rulebook."""
    seen, duel = (die(1, 40, WHITE), die(5, 90, BLACK)), ("challenger", "defender")
    either = readings(seen, layout(*COLOURED), duel, {})
    assert sorted(either, key=str) == [{"challenger": 1, "defender": 5}, {"challenger": 5, "defender": 1}]
    owners = learnt({"challenger": 5, "defender": 1}, seen, layout(*COLOURED))
    assert owners == {"challenger": BLACK, "defender": WHITE}
    later = die(2, 60, (210, 205, 200)), die(6, 120, (44, 40, 41))
    assert readings(later, layout(*COLOURED), duel, owners) == [{"challenger": 6, "defender": 2}]


def test_a_tie_teaches_nothing() -> None:
    assert learnt({"challenger": 4, "defender": 4}, (die(4, 40, WHITE), die(4, 90, BLACK)), layout(*COLOURED)) == {}


def test_a_die_that_shows_another_value_where_one_lay_was_rolled_again() -> None:
    assert list(rolls((die(2, 40),), (die(4, 41),))) == [(die(2, 40),)]


def test_a_die_that_looks_otherwise_where_it_lay_was_rolled_and_nobody_is_asked() -> None:
    """Rolled to within 3 mm of where it had lain, it was asked about."""
    lying, now = replace(die(1, 51), sure=0.92, throw=4), replace(die(6, 50), sure=0.93, throw=5)
    assert list(rolls((now,), (lying,))) == [(now,)]


def test_a_die_that_shows_the_same_and_looks_otherwise_was_rolled_if_it_has_moved_and_else_perhaps() -> None:
    """It was passed over; right where it lay the light may have changed, and people are asked."""
    lying, near = replace(die(1, 51), sure=0.92, throw=4), replace(die(1, 50), sure=0.93, throw=5)
    aside = replace(near, x_mm=46.5)
    assert list(rolls((aside,), (lying,))) == [(aside,)]
    assert list(rolls((near,), (lying,))) == [(replace(near, sure=0.8),)]


def test_a_die_that_looks_the_same_and_was_read_otherwise_is_a_roll_in_doubt() -> None:
    lying, now = replace(die(1, 51), sure=0.92, throw=4), replace(die(6, 50), sure=0.93, throw=4)
    ((found,),) = rolls((now,), (lying,))
    assert found.sure == 0.8


def test_of_a_die_that_is_hardly_seen_nobody_says_by_its_looks_that_it_was_rolled() -> None:
    lying, now = replace(die(1, 51), throw=4), replace(die(1, 50), sure=0.6, throw=5)
    assert list(rolls((now,), (lying,))) == []
    assert list(rolls((replace(now, sure=0.99, throw=0),), (lying,))) == []
