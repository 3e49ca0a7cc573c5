"""Players for empty seats."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.errors import BadInput
from companion.games.gold_mine import GAME
from companion.games.gold_mine.bots import GreedyBots, RandomBots, is_hopeless
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.rules import is_over
from companion.games.protocol import kind_of

Played = Callable[..., tuple[tuple[Any, ...], tuple[Any, ...]]]
TABLES: list[tuple[int, tuple[str, ...]]] = [
    (2, ()),
    (3, ()),
    (4, ()),
    (5, ()),
    (6, ()),
    (4, ("mud",)),
    (2, ("mud", "five_tile")),
    (4, ("alliances",)),
    (6, ("alliances", "mud")),
    (4, ("mud", "five_tile", "alliances", "must_join")),
    (3, ("next_opens", "one_way_open", "passage_or_stay")),
    (3, ("mud", "five_tile", "own_tiles_early")),
]


def test_greedy_bots_mostly_win_and_are_quicker_than_random_ones(played: Played) -> None:
    greedy = [played(3, seed=seed, style="greedy") for seed in range(5)]
    wild = [played(3, seed=seed, style="random") for seed in range(5)]
    assert all(states[-1].winner for states, _ in greedy)
    assert sum(len(actions) for _, actions in greedy) < sum(len(actions) for _, actions in wild)


def test_the_same_seed_plays_the_same_game(played: Played) -> None:
    states, actions = played(4, "mud", seed=9)
    bots = RandomBots(Random(9))
    for state, action in zip(states, actions, strict=False):
        assert bots.choose(state) == action
        bots.saw(state, action)
    assert actions


def test_bots_of_no_known_style_are_refused() -> None:
    with pytest.raises(BadInput, match="there are random, greedy"):
        GAME.bots(Random(1), "sly")


def test_bots_stop_a_game_nobody_can_win() -> None:
    state = state_from({"stack": [], "mine": [["T22", 0, 1, 0]]})
    assert kind_of(GreedyBots(Random(1)).choose(state)) == "stop_game"


def test_a_game_is_hopeless_only_when_nothing_can_be_dug_any_more() -> None:
    assert not is_hopeless(state_from({"mine": [["T22", 0, 1, 0]]}))
    assert is_hopeless(state_from({"stack": [], "mine": [["T22", 0, 1, 0]]}))


@pytest.mark.soak
@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize(("count", "options"), TABLES, ids=str)
def test_two_hundred_games_of_every_table_end(played: Played, count: int, options: tuple[str, ...], style: str) -> None:
    for seed in range(1, 201):
        assert is_over(played(count, *options, seed=seed, style=style)[0][-1]), seed
