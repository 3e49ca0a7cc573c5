"""How a game begins: options, own tiles, and the roll for the start."""

from typing import Any

import pytest

from companion.errors import IllegalAction
from companion.games.gold_mine.actions import RollStart
from companion.games.gold_mine.rules import apply
from companion.games.gold_mine.setup import OPTIONS, setup
from companion.games.protocol import to_json


def test_house_readings_are_written_down_only_when_on() -> None:
    options = to_json(setup(["red", "blue"], {"next_opens": True, "one_way_open": False}))["options"]
    assert options == {"mud": False, "five_tile": False, "alliances": False, "must_join": False, "next_opens": True}


def test_the_defaults_of_all_options_set_up_the_usual_game() -> None:
    assert setup(["red", "blue"], OPTIONS) == setup(["red", "blue"])


def test_own_tiles_are_dealt_as_the_table_says() -> None:
    hands = {"red": ["C04", "T45", "T55", "T56", "T67"], "blue": ["C01", "T46", "T47", "T57", "T58"]}
    state = setup(["red", "blue"], {"mud": True, "five_tile": True, "hands": hands})
    assert to_json(state.hands) == hands
    assert len(state.stack) == 89


@pytest.mark.parametrize(
    "hands",
    [
        {"red": ["C04", "T45", "T55", "T56", "T67"]},
        {"red": ["C04", "T45", "T55", "T56", "T67"], "blue": ["C04", "T46", "T47", "T57", "T58"]},
        {"red": ["C04", "T45", "T55", "T56", "T67"], "blue": ["C01", "C02", "T47", "T57", "T58"]},
        {"red": ["C04", "T45", "T55", "T56", "T67"], "blue": ["C01", "T46", "T47", "T57", 7]},
        {"red": ["C04", "T45", "T55", "T56", "T67"], "blue": "C01"},
        7,
    ],
)
def test_a_deal_the_rulebook_does_not_know_is_refused(hands: Any) -> None:
    with pytest.raises(IllegalAction) as refused:
        setup(["red", "blue"], {"mud": True, "five_tile": True, "hands": hands})
    assert refused.value.code == "bad_options"


def test_hands_without_the_five_tile_strategy_are_refused() -> None:
    with pytest.raises(IllegalAction):
        setup(["red", "blue"], {"hands": {}})


def test_four_players_own_all_caverns() -> None:
    state = setup(["red", "green", "blue", "yellow"], {"mud": True, "five_tile": True})
    assert len(state.stack) == 79
    assert not [tile for tile in state.stack if tile.startswith("C")]


def test_only_those_tied_for_the_highest_sum_roll_again() -> None:
    state = setup(["red", "green", "blue"])
    for player, dice in (("blue", (4, 5)), ("green", (2, 2)), ("red", (6, 3))):
        state = apply(state, RollStart(player, dice))
    assert (state.phase, state.start_pending, state.start_rolls) == ("start_roll", ("red", "blue"), {})


def test_the_highest_sum_starts() -> None:
    state = setup(["red", "green"])
    state = apply(apply(state, RollStart("green", (6, 5))), RollStart("red", (6, 4)))
    assert (state.phase, state.start_player, state.turn, state.actor) == ("development", "green", "green", "green")
