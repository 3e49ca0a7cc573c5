"""The end of a turn: free token, trophies, income, end checks, the next player."""

from companion.games.temple_of_gold.actions import EndTurn, TakeIncome
from companion.games.temple_of_gold.ending import camps, did_nothing, end_turn, is_income_due, settled_trophies
from companion.games.temple_of_gold.ending import take_income as take
from companion.games.temple_of_gold.positions import state_from

CAMPED = {
    "C3": {"tile": "arms_3", "blocked": "N", "camps": {"p1": 2, "p2": 1}},
    "D3": {"tile": "arms_4", "blocked": "N", "camps": {"p2": 2}},
    "D2": {"tile": "suns_4", "blocked": "N", "camps": {"p1": 1}},
}


def position(*players, **parts):
    return state_from({"players": [{"id": f"p{n}", **one} for n, one in enumerate(players, start=1)], **parts})


def test_camps_of_an_adventure_count_over_all_its_tiles():
    state = position({}, {}, tiles=CAMPED)
    assert [camps(state, "p2", suit) for suit in ("arms", "suns")] == [3, 0]


def test_only_whoever_ends_the_turn_takes_a_trophy():
    """T81."""
    state = position({}, {}, tiles=CAMPED, trophies={"arms": "p1"})
    assert settled_trophies(state).arms == "p1"
    assert settled_trophies(position({}, {}, tiles=CAMPED, trophies={"arms": "p1"}, turn={"player": "p2"})).arms == "p2"


def test_an_idle_turn_brings_a_token():
    state = position({}, {})
    assert did_nothing(state)
    assert end_turn(state, EndTurn("p1")).players[0].tokens == 1


def test_income_is_due_from_the_turn_after_the_arrival():
    """T92."""
    assert [is_income_due(position({"amulet_round": 2}, {}, round=number)) for number in (2, 3)] == [False, True]


def test_the_last_coin_ends_the_game_before_the_next_turn():
    """T94."""
    state = position({"amulet_round": 1}, {}, round=3, temple={"income": 1}, options={"income": "claim"})
    ended = take(state, TakeIncome("p1"))
    assert (ended.phase, ended.end_reason, ended.turn.player) == ("over", "income_pile_empty", "p1")


def test_the_round_grows_with_the_first_player():
    state = position({}, {}, first="p2")
    assert [state.round, end_turn(position({}, {}, first="p2", turn={"player": "p1"}), EndTurn("p1")).round] == [1, 2]
