"""Drawing, laying and returning tiles."""

from companion.games.gold_mine.actions import DrawTile, PlaceTile, PlayOwnTile, ReturnTile
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.rules import apply, why_not


def test_a_draw_names_its_tile_or_takes_the_first() -> None:
    state = state_from({"stack": ["T22", "T23", "G05"]})
    assert apply(state, DrawTile("red")).drawn == "T22"
    named = apply(state, DrawTile("red", "G05"))
    assert (named.drawn, named.stack, named.step) == ("G05", ("T22", "T23"), "place")


def test_a_chamber_gets_its_nugget_from_the_bank_at_once() -> None:
    state = apply(state_from({"step": "place", "drawn": "G19"}), PlaceTile("red", "G19", (0, 1), 0))
    assert (state.gold_on, state.bank) == (((0, 1),), 27)
    assert (state.walk.why, state.walk.steps) == ("excavate", 1)


def test_a_tile_that_fits_nowhere_goes_back_where_it_was_shuffled_in() -> None:
    state = state_from({"step": "place", "drawn": "G01", "stack": ["T22", "T23"]})
    after = apply(state, ReturnTile("red", 1))
    assert (after.stack, after.drawn, after.step) == (("T22", "G01", "T23"), None, "draw")


def test_when_nothing_fits_any_more_development_is_over_early() -> None:
    state = state_from({"phase": "development", "step": "place", "drawn": "G01", "stack": ["G02"], "dev_placed": 3})
    assert apply(state, ReturnTile("red")).phase == "production"


def test_an_own_tile_leaves_the_hand_and_not_the_stack() -> None:
    options = {"mud": True, "five_tile": True}
    state = state_from({"options": options, "hands": {"red": ["C02", "T46"]}, "stack": ["T22"]})
    after = apply(state, PlayOwnTile("red", "C02", (0, 1), 0))
    assert (after.hands["red"], after.stack) == (("T46",), ("T22",))


def test_own_tiles_wait_for_production_unless_the_house_says_otherwise() -> None:
    options = {"mud": True, "five_tile": True}
    given = {"phase": "development", "hands": {"red": ["C02"]}}
    own = PlayOwnTile("red", "C02", (0, 1), 0)
    assert why_not(state_from({**given, "options": options}), own) == "wrong_step"
    assert why_not(state_from({**given, "options": {**options, "own_tiles_early": True}}), own) is None
