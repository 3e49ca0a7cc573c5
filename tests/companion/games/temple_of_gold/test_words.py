"""Actions in plain words, what is heard of them, and what a long press ends."""

from collections import Counter
from random import Random

import pytest

from companion.games.temple_of_gold import GAME as game
from companion.games.temple_of_gold.actions import (
    AnnounceTreasure,
    Dig,
    Discard,
    EndTurn,
    Explore,
    PickUp,
    Step,
    TakeIncome,
)
from companion.games.temple_of_gold.bots import every_action
from companion.games.temple_of_gold.state import Units

TILES = {"C2": {"tile": "fall_3", "blocked": "S", "camps": {"p1": 1}}, "D2": {"tile": "moons_2", "blocked": "S"}}


def position(*players, **parts):
    numbered = [{"id": f"p{n}", **player} for n, player in enumerate(players, start=1)]
    return game.state_from({"players": numbered, **parts})


HERE = position({"pos": "D2"}, {}, tiles=TILES)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Step("p1", "D3"), "step to D3"),
        (Step("p1", "A6"), "step to the temple"),
        (Step("p1", "C2", Units(food=2, wild=2)), "step to C2, paying 2 food and 2 wild"),
        (Step("p1", "C2", Units(tools=2), redo=True), "step to C2 for another camp, paying 2 tools"),
        (PickUp("p1", Units(food=2, jewelry=1)), "pick up 2 food and 1 jewelry"),
        (Explore("p1", "D3", "suns_a", "W"), "explore D3: Suns ace (desert), blocked left"),
        (Explore("p1", "A6"), "open the temple"),
        (AnnounceTreasure("p2", "D4", "A4", "D2"), "announce a treasure on D4, by the clues on A4 and D2"),
        (Dig("p1", Units(food=1, wild=1)), "dig up the treasure, paying 1 food and 1 wild"),
        (Discard("p1", Units(food=1, tools=1, wood=2)), "discard 1 food, 1 tools and 2 wood"),
        (TakeIncome("p1"), "take 1 gold from the income pile"),
        (EndTurn("p1"), "do nothing"),
    ],
)
def test_an_action_in_words(action, said):
    assert game.words(HERE, action, None) == said


def test_a_turn_in_which_something_was_done_is_ended():
    assert game.words(game.apply(HERE, Discard("p1", Units(food=1))), EndTurn("p1"), "p1") == "do nothing"
    assert game.words(game.apply(HERE, Explore("p1", "D3", "moons_3", "N")), EndTurn("p1"), "p1") == "end the turn"


@pytest.mark.parametrize(("style", "players", "options"), [("random", 3, {"income": "claim"}), ("greedy", 4, {})])
def test_words_of_a_whole_game_are_short_plain_and_distinct(style, players, options):
    state, bots, weighed = game.setup(game.names(players), options), game.bots(Random(5), style), 0
    while not game.is_over(state):
        said = Counter(game.words(state, action, "p1") for action in every_action(state))
        weighed += len(said)
        assert [words for words, times in said.items() if times > 1 or not 3 <= len(words) <= 90] == []
        assert [words for words in said if {"_", "None", "True", "False"} & {*words.split(), *words}] == []
        state = game.apply(state, bots.choose(state))
    assert weighed > 1000


def cues(state, *actions):
    heard = []
    for action in actions:
        after = game.apply(state, action)
        heard.append(tuple(game.cues(state, action, after)))
        state = after
    return heard


def test_the_next_player_and_the_next_round_are_heard():
    ends = cues(game.setup(["p1", "p2"]), Step("p1", "E1"), EndTurn("p1"), EndTurn("p2"))
    assert ends == [(), ("your_turn",), ("round", "your_turn")]


def test_a_treasure_is_heard_announced_and_dug_up():
    tiles = {"A4": {"tile": "moons_3", "blocked": "S"}, "D2": {"tile": "spring_2", "blocked": "S"}}
    state = position({"pos": "D4"}, {}, tiles={**tiles, "D4": {"tile": "moons_5", "blocked": "S"}})
    announced = AnnounceTreasure("p2", "D4", "A4", "D2")
    assert cues(state, announced, Dig("p1", Units(food=2))) == [("treasure",), ("treasure",)]


def test_the_end_of_the_game_is_heard_and_nobodys_turn():
    state = position({"amulet_round": 1}, {}, round=3, temple={"income": 1})
    assert cues(state, EndTurn("p1")) == [("game_over",)]


def test_a_long_press_ends_the_turn():
    assert game.endings(HERE) == (EndTurn("p1"),)
    assert game.endings(position({}, {}, phase="closing")) == (EndTurn("p1"),)
    assert game.endings(position({}, {}, phase="over")) == ()
