"""Laying tiles, opening the temple, and what tokens turn into."""

import pytest

from companion.games.temple_of_gold.actions import Explore
from companion.games.temple_of_gold.exploring import explore, explore_spaces, pile, with_token
from companion.games.temple_of_gold.positions import state_from


def at(pos, **parts):
    return state_from({"players": [{"id": "p1", "pos": pos}, {"id": "p2"}], **parts})


def test_every_unexplored_neighbour_is_a_choice_the_temple_too():
    """T60."""
    assert explore_spaces(at("A5", tiles={"A5": {"tile": "moons_2", "blocked": "N"}})) == ["A4", "A6", "B5"]


def test_the_pile_is_what_has_not_been_laid():
    state = at("E1", tiles={"E2": {"tile": "moons_2", "blocked": "N"}})
    assert len(pile(state)) == 23
    assert "moons_2" not in pile(state)


def test_opening_the_temple_lays_no_tile_and_earns_a_token():
    """T62."""
    state = at("A5", tiles={"A5": {"tile": "moons_2", "blocked": "N"}})
    after = explore(state, Explore("p1", "A6"))
    assert (after.temple.explored, after.tiles, after.players[0].tokens) == (True, state.tiles, 1)


@pytest.mark.parametrize(("players", "needed"), [(2, 4), (3, 3), (4, 2)])
def test_tokens_become_a_wild_resource(players, needed):
    """T63."""
    player = at("E1").players[0]
    for _ in range(needed):
        player = with_token(player, players)
    assert (player.tokens, player.wild) == (0, 1)
