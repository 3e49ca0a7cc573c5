"""Choices within a thumb's reach."""

from functools import cache
from itertools import groupby

import pytest

from companion.games import game_named
from companion.games.protocol import to_json
from companion.simulation.match import turns
from web.choosing import MOST_BUTTONS, by, reachable

GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
MOST_TAPS = 3


def listed(count, **more):
    return [{"label": str(n), "action": {"n": n}, **more} for n in range(count)]


def buttons(ways):
    """How many buttons stand side by side at each tap, spaces of the board left out."""
    here = {str(way[0]): way[0] for way in ways if way}
    yield len([pick for pick in here.values() if not pick.get("space")])
    for key in here:
        yield from buttons([way[1:] for way in ways if way and str(way[0]) == key])


def ways(choices):
    return [choice.get("picks") or [{"label": choice["label"], "space": choice.get("space")}] for choice in choices]


@cache
def prompts(name):
    """Every prompt of a game among bots, as phones get it."""
    game = game_named(name)
    states = [before for before, _, _ in turns(game, game.names(3), 2)]
    views = [game.view(state, player) for state in states[::3] for player in game.names(3)]
    found = [prompt for view in views for prompt in view.prompts]
    return [reachable(to_json(prompt.choices)) for prompt in found if prompt.choices]


def test_a_short_list_stays_as_it_is():
    assert reachable(listed(12)) == listed(12)


def test_a_long_list_is_parted_into_spans_of_it():
    parted = reachable(listed(100))
    spans = [label for label, _ in groupby(choice["picks"][0]["label"] for choice in parted)]
    assert (len(spans), spans[0], spans[-1]) == (12, "0 to 8", "99")
    assert max(buttons(ways(parted))) <= MOST_BUTTONS


def test_many_spaces_of_the_board_are_no_list():
    many = [{**choice, "space": choice["label"]} for choice in listed(60)]
    assert reachable(many) == many


def test_sorts_are_tapped_before_what_there_is_of_them():
    sorted_ = by(lambda choice: "odd" if choice["action"]["n"] % 2 else "even", listed(30))
    assert [pick["label"] for pick in sorted_[29]["picks"]] == ["odd", "25 to 29", "29"]


@pytest.mark.parametrize("name", GAMES)
def test_no_game_ever_shows_more_buttons_than_one_takes_in(name):
    assert max(most for choices in prompts(name) for most in buttons(ways(choices))) <= MOST_BUTTONS


@pytest.mark.parametrize("name", GAMES)
def test_everything_is_three_taps_away_at_the_most(name):
    assert max(len(choice.get("picks", ())) for choices in prompts(name) for choice in choices) <= MOST_TAPS
