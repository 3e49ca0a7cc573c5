"""The phone's board from layouts: what it frames, whose badge is which."""

import pytest

from companion.games import game_named, game_names
from web.art import sheet
from web.board import badges, layout_json, middle

PLAYERS = ("thomas", "harvison", "p3")


@pytest.fixture
def pyramid():
    return game_named("pyramid_raiders").layout()


def test_the_middle_is_around_what_belongs_to_nobody(pyramid):
    box = middle(pyramid)
    assert all(box.x < space.x_mm < box.x + box.width for space in pyramid.spaces if space.name[0] in "abcdefghi")
    assert box.x > pyramid.zone["seat1"].x1 - 1


def test_a_badge_has_the_colour_of_the_figure_played_with(pyramid):
    found = badges(pyramid, PLAYERS)
    assert [badge["piece"] for badge in found] == ["pawn.thomas", "pawn.harvison", "pawn.konga"]
    assert found[0]["colour"] == pyramid.piece["pawn.thomas"].colour


def test_badges_differ_in_shape_and_letters_not_only_in_colour(pyramid):
    players = ("polavsky", "pengino", "thomas", "osiris", "konga", "harvison")
    found = badges(pyramid, players)
    assert len({badge["shape"] for badge in found}) == 6
    assert [badge["letter"] for badge in found] == ["Po", "Pe", "T", "O", "K", "H"]


def test_a_player_named_after_a_colour_has_that_figure():
    layout = game_named("gold_mine").layout()
    assert [badge["piece"] for badge in badges(layout, ("white", "red"))] == ["miner.white", "miner.red"]


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_shown_on_a_phone(name):
    layout = game_named(name).layout()
    shown = layout_json(layout, ())
    assert {space["name"] for space in shown["spaces"]} == set(layout.space)
    drawn = sheet(name)
    assert all(f'id="{piece}"' in drawn for piece in layout.piece)
