"""Dice followed from look to look."""

from vision.dice import DieSighting
from vision.dice_roll import BLACK, WHITE, DiceWatch, RestingDie, Roll


def die(
    value: int, x: float = 100, y: float = 100, colour: tuple[int, int, int] = WHITE, **more: object
) -> DieSighting:
    return DieSighting(
        value, (x, y, x + 30, y + 30), float(more.get("sure", 0.95)), colour, str(more.get("state", "flat"))
    )  # type: ignore[arg-type]


def feed(watch: DiceWatch, *looks: list[DieSighting], start: float = 0.0) -> list[Roll]:
    return [watch.look(start + n / 10, look) for n, look in enumerate(looks)]


def test_a_moving_die_is_rolling_until_three_looks_find_it_in_place() -> None:
    rolls = feed(DiceWatch(), [die(1, 20)], [die(3, 60)], [die(4, 100)], [die(4, 101)], [die(4, 100)])
    assert [r.state for r in rolls] == ["rolling", "rolling", "rolling", "rolling", "at rest"]
    assert rolls[-1].values == {"die.1": 4}


def test_nothing_seen_is_empty() -> None:
    assert DiceWatch().look(0.0, []) == Roll("empty", 0.0)


def test_two_of_three_looks_outvote_a_misreading() -> None:
    roll = feed(DiceWatch(), [die(5)], [die(3)], [die(5)])[-1]
    assert roll.values == {"die.1": 5}
    assert roll.dice[0].sure < 0.7


def test_at_rest_says_since_when() -> None:
    rolls = feed(DiceWatch(), *[[die(2)]] * 5, start=10.0)
    assert [r.since_s for r in rolls] == [10.0, 10.0, 10.2, 10.2, 10.2]


def test_a_die_not_seen_once_is_still_there() -> None:
    rolls = feed(DiceWatch(), *[[die(2)]] * 3, [], [die(2)])
    assert [r.state for r in rolls[2:]] == ["at rest", "at rest", "at rest"]


def test_a_die_not_seen_in_three_looks_was_taken_away() -> None:
    rolls = feed(DiceWatch(), *[[die(2)]] * 3, [], [], [])
    assert [r.state for r in rolls[3:]] == ["at rest", "at rest", "taken away"]
    assert rolls[-1].dice == ()


def test_a_new_throw_after_taking_away_is_rolling_again() -> None:
    rolls = feed(DiceWatch(), *[[die(2)]] * 3, [], [], [], [die(6)])
    assert rolls[-1].state == "rolling"


def test_challenger_and_defender_are_told_apart_by_colour() -> None:
    watch = DiceWatch(colours={"challenger": WHITE, "defender": BLACK})
    dark, light = die(2, 20, colour=(40, 30, 35)), die(6, 200, colour=(220, 225, 230))
    assert feed(watch, *[[dark, light]] * 3)[-1].values == {"challenger": 6, "defender": 2}


def test_one_black_die_alone_is_the_defenders() -> None:
    watch = DiceWatch(colours={"challenger": WHITE, "defender": BLACK})
    assert feed(watch, *[[die(2, colour=(40, 30, 35))]] * 3)[-1].values == {"defender": 2}


def test_dice_are_told_apart_by_place() -> None:
    watch = DiceWatch(places={"challenger": (0, 0, 150, 300), "defender": (150, 0, 300, 300)})
    assert feed(watch, *[[die(1, 220), die(4, 30)]] * 3)[-1].values == {"challenger": 4, "defender": 1}


def test_dice_beyond_those_named_are_numbered_from_left_to_right() -> None:
    watch = DiceWatch(colours={"defender": BLACK})
    dice = [die(3, 250), die(2, 20, colour=BLACK), die(1, 120)]
    assert feed(watch, *[dice] * 3)[-1].values == {"defender": 2, "die.1": 1, "die.2": 3}


def test_a_cocked_die_is_said_so_and_does_not_count() -> None:
    roll = feed(DiceWatch(), *[[die(2, state="cocked")]] * 3)[-1]
    assert roll.dice == (RestingDie("die.1", 2, (100, 100, 130, 130), 0.95, "cocked"),)
    assert roll.values == {}


def test_a_die_outside_the_tray_is_said_so() -> None:
    roll = feed(DiceWatch(tray=(0, 0, 200, 200)), *[[die(2), die(3, 300)]] * 3)[-1]
    assert [d.trouble for d in roll.dice] == ["", "outside the tray"]
    assert roll.values == {"die.1": 2}


def test_a_die_under_a_hand_is_hidden_however_long_the_hand_stays() -> None:
    watch = DiceWatch()
    feed(watch, *[[die(2)]] * 3)
    rolls = [watch.look(1 + n / 10, [], hand=(80, 80, 200, 200)) for n in range(9)]
    assert {(r.state, r.dice[0].trouble) for r in rolls} == {("at rest", "hidden by a hand")}


def test_a_die_that_comes_back_from_under_a_hand_counts_again() -> None:
    watch = DiceWatch()
    feed(watch, *[[die(2)]] * 3)
    watch.look(1.0, [], hand=(80, 80, 200, 200))
    assert watch.look(1.1, [die(2)]).values == {"die.1": 2}


def test_a_hand_elsewhere_hides_nothing() -> None:
    watch = DiceWatch()
    feed(watch, *[[die(2)]] * 3)
    rolls = [watch.look(1 + n / 10, [], hand=(300, 300, 400, 400)) for n in range(3)]
    assert rolls[-1].state == "taken away"
