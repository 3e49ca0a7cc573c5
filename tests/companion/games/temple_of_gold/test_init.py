"""The record by which the game is found."""

from companion.games import game_named
from companion.games import temple_of_gold as package
from companion.games.temple_of_gold import GAME
from companion.games.temple_of_gold.actions import EndTurn


def test_the_record_is_all_that_is_exported():
    assert package.__all__ == ["GAME"]
    assert game_named("temple_of_gold") is GAME


def test_two_to_four_play_and_choose_their_bots():
    assert (list(GAME.players), list(GAME.styles)) == ([2, 3, 4], ["random", "greedy"])


def test_no_action_reads_a_die():
    assert GAME.rolled(EndTurn("p1")) == {}
