"""Reading a stack: the rulings GR-R01 to GR-R10, and the same answer as trying every reading."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.games.gold_raiders.reading import NO_RECON_TRIPLETS, ONE_RUN, evaluate
from companion.games.gold_raiders.scoring import sentence


def moved(cards, *house):
    return evaluate(tuple(cards), house).delta


def test_GR_R01_order_counts_from_the_bottom():
    assert (moved("12"), moved("21")) == (3, 1)


def test_GR_R02_bandits_cancel_everything_and_cost_two_each():
    assert (moved("B"), moved("123B"), moved("BBB"), moved("111BB"), moved("RRRB")) == (-2, -2, -6, -4, -2)


def test_GR_R03_the_1_pays_once_and_a_triplet_does_not_count():
    assert (moved("11"), moved("1S1"), moved("111S1"), moved("1111")) == (1, 1, 6, 6)


def test_GR_R04_every_2_on_a_1_and_every_3_on_such_a_2_pays():
    assert (moved("1212"), moved("123123"), moved("12S12S12")) == (5, 11, 7)


def test_GR_R04_house_rule_one_run_pays_per_stack():
    assert (moved("1212", ONE_RUN), moved("123123", ONE_RUN), moved("1S123", ONE_RUN)) == (3, 6, 6)
    assert (moved("12S123", ONE_RUN), moved("123S12", ONE_RUN), moved("111S12", ONE_RUN)) == (6, 6, 8)


def test_GR_R05_a_2_pays_and_carries_the_3():
    assert (moved("123"), moved("23"), moved("13"), moved("1S23")) == (6, 0, 1, 1)


def test_GR_R06_cards_of_a_triplet_give_nothing_else():
    assert (moved("1112"), moved("1222"), moved("12223")) == (5, 6, 6)


def test_GR_R07_triplets_repeat_and_leave_either_end_free():
    assert (moved("111111"), moved("11112"), moved("222222"), moved("12222")) == (10, 8, 10, 8)


def test_GR_R08_a_recon_left_out_closes_runs_and_triplets():
    assert (moved("1R2R3"), moved("2R22"), moved("SRSS"), moved("1RRR2"), moved("RRRR")) == (6, 5, 5, 6, 5)


def test_GR_R08_house_rule_recons_do_not_close_triplets():
    house = NO_RECON_TRIPLETS
    assert (moved("2R22", house), moved("1R2", house), moved("RRR", house), moved("1R11", house)) == (0, 3, 5, 1)


def test_GR_R09_steals_separate_and_can_be_a_triplet():
    assert (moved("1S2"), moved("SSS"), moved("S")) == (1, 5, 0)


def test_GR_R10_the_best_reading_ignores_as_few_recons_as_possible():
    assert (
        sentence(evaluate(("1", "R", "S"))) == "1 mile +1, recon does nothing here, steal does nothing here: 1 forward"
    )
    assert sentence(evaluate(("1", "R", "2"))) == "1 mile +1, recon ignored, 2 on 1 +2: 3 forward"


def test_GR_R10_of_equal_readings_the_lowest_triplet_is_explained():
    assert evaluate(("S",) * 4).steps[0].what == "three steals in a row"


def test_every_step_is_explained():
    assert (
        sentence(evaluate(tuple("2133")))
        == "2: no 1 below, 1 mile +1, 3: no 2 on a 1 below, 3: no 2 on a 1 below: 1 forward"
    )
    assert sentence(evaluate(tuple("2R22"))) == "three 2s in a row +5, recon ignored: 5 forward"
    assert sentence(evaluate(tuple("BB"))) == "2 bandits -4: 4 back"
    assert sentence(evaluate(("S",))) == "steal does nothing here: stays"


def test_a_stack_of_the_whole_deck_is_read_at_once():
    assert moved("1" * 11 + "2" * 9 + "3" * 7 + "S" * 9 + "R" * 7) == 5 * (3 + 3 + 2 + 3 + 2) + 1


def try_all(cards):
    """The specification's algorithm, word for word: every choice of recons, every set of triplets."""
    if "B" in cards:
        return -2 * cards.count("B")
    recons = [at for at, code in enumerate(cards) if code == "R"]
    rows = (
        [code for at, code in enumerate(cards) if at not in ignored]
        for count in range(len(recons) + 1)
        for ignored in combinations(recons, count)
    )
    return max(gain_of(row, triplets) for row in rows for triplets in triplet_sets(row, 0))


def triplet_sets(row, start):
    yield ()
    for at in range(start, len(row) - 2):
        if row[at] == row[at + 1] == row[at + 2]:
            for rest in triplet_sets(row, at + 3):
                yield (at, *rest)


def gain_of(row, triplets):
    used = {at + step for at in triplets for step in range(3)}
    free = [None if at in used else code for at, code in enumerate(row)]
    twos = [at for at in range(1, len(free)) if free[at] == "2" and free[at - 1] == "1"]
    threes = [at for at in twos if at + 1 < len(free) and free[at + 1] == "3"]
    return 5 * len(triplets) + ("1" in free) + 2 * len(twos) + 3 * len(threes)


@given(some.lists(some.sampled_from("123SR"), max_size=9))
def test_reading_equals_the_best_of_all_readings(cards):
    assert moved(cards) == try_all(cards)


@given(some.lists(some.sampled_from("123BSR"), min_size=1, max_size=12))
@pytest.mark.parametrize("house", [(), (ONE_RUN,), (NO_RECON_TRIPLETS,)])
def test_steps_add_up_to_the_reading(house, cards):
    reading = evaluate(tuple(cards), house)
    assert sum(step.gain for step in reading.steps) == reading.delta
