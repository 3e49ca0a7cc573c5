"""Positions written with the usual left out, and the set-up."""

from typing import Any

import msgspec
import pytest

from companion.errors import BadInput, IllegalAction
from companion.games.gold_mine import OPTIONS, setup, state_from
from companion.games.protocol import to_json

SECTION_3 = """
game players options field phase step turn actor start_player start_rolls start_pending dev_placed stack drawn hands
mine gold_on bank miners stuck nuggets tokens turn_info walk challenge winner
"""


def test_a_state_has_exactly_the_fields_of_the_specification() -> None:
    assert list(to_json(state_from({}))) == SECTION_3.split()


def test_the_usual_is_left_out() -> None:
    state = to_json(state_from({"mine": [["G03", 0, -1, 0]]}))
    assert state["players"] == ["red", "blue"]
    assert (state["phase"], state["step"], state["turn"], state["actor"]) == ("production", "movement", "red", "red")
    assert state["options"] == {"mud": False, "five_tile": False, "alliances": False, "must_join": False}
    assert state["mine"][0] == {"tile": "E00", "cell": [0, 0], "rot": 0}
    assert state["gold_on"] == [[0, -1]]
    assert (state["bank"], state["dev_placed"], len(state["stack"])) == (27, 20, 98)
    assert state["miners"] == {"red": [0, 0, 0], "blue": [0, 0, 0]}


def test_a_state_reads_back_as_it_was_written() -> None:
    state = state_from({"options": {"passage_or_stay": True}, "mine": [["G03", 0, -1, 0]], "nuggets": {"red": 2}})
    assert state_from(to_json(state)) == state


def test_house_readings_are_written_down_only_when_on() -> None:
    options = to_json(setup(["red", "blue"], {"next_opens": True, "one_way_open": False}))["options"]
    assert options == {"mud": False, "five_tile": False, "alliances": False, "must_join": False, "next_opens": True}


NONSENSE: list[tuple[Any, str]] = [
    (7, "Expected `object`"),
    ({"weather": "fine"}, "unknown field `weather`"),
    ({"players": ["red"]}, "players are 2 to 6"),
    ({"players": ["red", "red"]}, "players are 2 to 6"),
    ({"options": {"lava": True}}, "options are mud"),
    ({"options": {"mud": 1}}, "Expected `bool`"),
    ({"options": {"alliances": True}}, "alliances need 4 or 6"),
    ({"phase": "lunch"}, "phase"),
    ({"phase": "development", "step": "walk"}, "no step walk in phase development"),
    ({"turn": "pink"}, "not pink"),
    ({"turn": None}, "somebody's turn"),
    ({"mine": [["T99", 0, 1, 0]]}, "no tile called T99"),
    ({"mine": [["T22", 0, 1, 0], ["T22", 0, 2, 0]]}, "two places at once"),
    ({"mine": [["T22", 0, 1, 0]], "stack": ["T22"]}, "two places at once"),
    ({"mine": [["T22", 0, 1, 0], ["T23", 0, 1, 0]]}, "two tiles lie on one cell"),
    ({"mine": [["T22", 0, 1, 4]]}, "0, 1, 2 or 3 quarters"),
    ({"mine": [["E00", 0, 1, 0]]}, "two places at once"),
    ({"mine": [["T22", 0, 9, 0]]}, "outside the field"),
    ({"field": {"x": [-(10**9), 10**9], "y": [-7, 7]}}, "no table is that large"),
    ({"gold_on": [[0, 0]]}, "nuggets lie in chambers only"),
    ({"mine": [["G03", 0, -1, 0]], "gold_on": [[0, -1], [0, -1]]}, "one nugget"),
    ({"nuggets": {"red": 29}}, "28 nuggets"),
    ({"nuggets": {"red": -1}}, "28 nuggets"),
    ({"nuggets": {"pink": 1}}, "not pink"),
    ({"bank": 5}, "28 nuggets"),
    ({"tokens": {"red": {"gold": -1}}}, "0 tokens"),
    ({"miners": {"red": [5, 5, 0]}}, "where no tunnel is"),
    ({"miners": {"red": None}}, "every miner is in the mine"),
    ({"phase": "start_roll", "start_pending": []}, "still has to roll"),
    ({"step": "place"}, "needs a drawn tile"),
    ({"step": "walk"}, "needs a walk"),
    ({"step": "walk", "walk": {"steps": -1}}, "fewer than 0 steps"),
    ({"step": "challenge_roll"}, "challenge must be running"),
    ({"step": "steal", "challenge": {"kind": "gold", "challenger": "red", "defender": "blue"}}, "must be decided"),
    ({"challenge": {"kind": "gold", "challenger": "red", "defender": "red"}}, "nobody challenges himself"),
    ({"challenge": {"kind": "gold", "challenger": "red", "defender": "blue", "winner": "red"}}, "the other loses"),
    ({"challenge": {"kind": "gold", "challenger": "red", "defender": "blue", "rolls": [[7, 1]]}}, "1 to 6"),
    (
        {
            "step": "steal",
            "challenge": {"kind": "gold", "challenger": "red", "defender": "blue", "winner": "red", "loser": "blue"},
        },
        "no nugget to lose",
    ),
    ({"dev_placed": -1}, "0 tiles"),
]


@pytest.mark.parametrize(("raw", "says"), NONSENSE)
def test_nonsense_is_refused_in_one_line(raw: Any, says: str) -> None:
    with pytest.raises(BadInput) as refused:
        state_from(raw)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_deeply_nested_position_is_refused_too() -> None:
    nested: Any = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(BadInput):
        state_from({"mine": nested})


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


def test_states_are_values() -> None:
    state = state_from({})
    with pytest.raises(AttributeError):
        state.step = "walk"  # type: ignore[misc]
    assert msgspec.json.encode(state) == msgspec.json.encode(state_from({}))
