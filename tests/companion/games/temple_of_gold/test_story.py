"""What a turn has come to, and by which rule."""

from companion.games.naming import plain
from companion.games.temple_of_gold import GAME as game
from companion.games.temple_of_gold.actions import Dig, Explore, PickUp, Step
from companion.games.temple_of_gold.state import Units


def position(*players, **parts):
    numbered = [{"id": f"p{n}", **player} for n, player in enumerate(players, start=1)]
    return game.state_from({"players": numbered, **parts})


def told(state):
    return tuple(map(plain, game.view(state, None).story))


def test_the_story_says_why():
    state = game.apply(game.setup(["p1", "p2"]), Step("p1", "E1"))
    assert told(state) == ("P1 has walked 1 step; 3 items in the backpack allow 5 in all.",)


def test_tokens_that_became_a_wild_resource_are_told():
    state = game.apply(position({"pos": "E1", "tokens": 3}, {}), Explore("p1", "E2", "moons_3", "W"))
    assert told(state) == ("P1 has explored: the tokens were 4, so they have become a wild resource.",)


def test_tokens_on_their_way_to_a_wild_resource_are_told():
    state = game.apply(position({"pos": "E1"}, {}, {}), Explore("p1", "E2", "moons_3", "W"))
    assert told(state) == ("P1 has explored: 1 token of the 3 for a wild resource.",)


def test_an_open_trade_is_told():
    tiles = {"D2": {"tile": "spring_2", "blocked": "S"}, "C2": {"tile": "arms_3", "blocked": "W"}}
    state = game.apply(position({"pos": "D2"}, {}, tiles=tiles), Step("p1", "C2", Units(jewelry=1)))
    assert game.view(state, None).story[-1].startswith("The natives' adventure is done: they trade")


def test_a_turn_that_picked_up_and_dug_says_both():
    tiles = {"C3": {"tile": "summer_2", "blocked": "N", "camps": {"p1": 1}}}
    state = position({"pos": "C3", "pack": {"food": 2, "tools": 1}}, {}, tiles=tiles, sites={"C3": {}})
    state = game.apply(game.apply(state, PickUp("p1", Units(food=1))), Dig("p1", Units(food=2)))
    assert told(state) == (
        "P1 has picked up; that is possible once a turn.",
        "P1 has dug up a treasure for two food; only the end of the turn is left.",
    )


def test_income_is_told():
    state = position({}, {}, turn={"income_taken": True})
    assert told(state) == ("P1 has taken a gold marker, as everyone with an amulet may at the end of a turn.",)


def test_the_end_says_what_ended_it():
    reasons = {
        reason: game.view(position({}, {}, phase="over", end_reason=reason), None).story
        for reason in ("all_at_temple", "income_pile_empty")
    }
    assert reasons == {
        "all_at_temple": ("The game is over: the last player has reached the temple and finished the turn.",),
        "income_pile_empty": ("The game is over: the last coin of the income pile is taken.",),
    }
