"""Clues, the spots they point at, and digging."""

from companion.games.temple_of_gold.actions import AnnounceTreasure, Dig
from companion.games.temple_of_gold.positions import state_from
from companion.games.temple_of_gold.state import Units
from companion.games.temple_of_gold.treasure import POINTED, announce, can_dig_at, candidates, dig, why_no_dig

TILES = {"A4": {"tile": "moons_3", "blocked": "S"}, "D2": {"tile": "spring_2", "blocked": "S"}}


def position(**parts):
    return state_from({"players": [{"id": "p1", "pos": "D4"}, {"id": "p2"}], "tiles": TILES, **parts})


def test_two_clues_meet_in_one_spot():
    assert candidates(position()) == [("D4", "A4", "D2")]


def test_without_spare_markers_nothing_can_be_announced():
    """T76."""
    assert candidates(position(treasure_markers=0)) == []


def test_a_five_points_nowhere():
    """T70."""
    assert {spots for (_, steps), spots in POINTED.items() if steps == 5} == {((), ())}


def test_announcing_spends_the_marker_and_both_clues():
    """T73."""
    after = announce(position(), AnnounceTreasure("p2", "D4", "A4", "D2"))
    assert (after.treasure_markers, candidates(after)) == (3, [])
    assert [laid.clue_used for laid in after.tiles.values()] == [True, True]


def test_an_unexplored_spot_cannot_be_dug():
    """T72."""
    state = position(sites={"D4": {}})
    assert not can_dig_at(state, "D4")
    assert why_no_dig(state, Dig("p1", Units(food=2))) == "no_treasure"


def test_digging_closes_the_turn():
    """T78."""
    tiles = {**TILES, "D4": {"tile": "moons_5", "blocked": "S"}}
    after = dig(position(tiles=tiles, sites={"D4": {}}), Dig("p1", Units(food=2)))
    assert (after.phase, after.players[0].treasures, after.sites["D4"].taken) == ("closing", 1, True)
