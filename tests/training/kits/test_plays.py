"""Positions and films of bot games, as they are laid out to be photographed."""

from random import Random

import pytest

from companion.games import game_named
from companion.games.protocol import replay
from companion.simulation.tabletop import Tabletop
from training.kits.plays import elsewhere, position, takes, undrawn


@pytest.mark.parametrize("name", ["gold_raiders", "go_for_gold", "gold_mine", "temple_of_gold", "pyramid_raiders"])
def test_a_film_tells_a_game_that_the_rules_allow(name: str) -> None:
    game = game_named(name)
    players = game.names(3)
    before, film = takes(game, players, 1, 6, 8, Tabletop(game.layout(players), Random(1)))
    state = game.setup(players, None)
    for raw in [*before, *(raw for take in film for raw in take.actions)]:
        state = replay(game, state, [game.read(state, raw)])
    assert film[0].kind == "start"
    assert len(film) == 9


def test_a_hand_is_in_the_picture_only_while_it_reaches_in() -> None:
    game = game_named("gold_raiders")
    players = game.names(2)
    film = takes(game, players, 1, 6, 12, Tabletop(game.layout(players), Random(1)))[1]
    assert {take.kind for take in film if take.hand is not None} == {"hand"}
    assert all(take.hand is not None for take in film if take.kind == "hand")


def test_without_pens_a_sheet_stays_clean() -> None:
    game = undrawn(game_named("go_for_gold"))
    players = game.names(2)
    lying = position(game, players, 1, Tabletop(game.layout(players), Random(1))).lying
    assert {one.piece for one in lying} == {"sheet.A.1", "sheet.A.2"}


def test_dice_in_other_fields_stay_where_they_were_rolled() -> None:
    game = game_named("go_for_gold")
    tabletop = Tabletop(game.layout(game.names(2)), Random(1))
    tabletop.roll({"die": 5})
    before = tabletop.dice
    tabletop.roll({tabletop.layout.dice[1].name: 3})
    assert tuple(elsewhere(before, tabletop)) == before
    tabletop.roll({"die": 2})
    assert tuple(elsewhere(before, tabletop)) == ()
