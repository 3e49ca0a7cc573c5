"""Whole walks told apart by the spaces walked over."""

from companion.games.pyramid_raiders.board import INDEX
from companion.games.pyramid_raiders.moves import Walks
from companion.games.pyramid_raiders.positions import state_from
from companion.games.pyramid_raiders.trails import Trails
from companion.games.pyramid_raiders.walking import Walker

PAWNS = {"a": "e5", "b": "a1", "c": "i1"}


def walker(card=4, **given):
    base = {"players": list(PAWNS), "phase": "moving", "card": card, "pawns": PAWNS, "items": {"a": "decoy_doll"}}
    return Walker(state_from(base | {"guardian": {"at": "i5", "facing": "E"}} | given), "a")


def test_walks_to_one_space_by_different_spaces_are_all_there():
    ways = [frozenset(end.path) for end in Trails(walker()).ending(INDEX["e7"], {})]
    assert len(ways) == len(set(ways)) > 5


def test_they_end_where_other_walks_end():
    by_trail = {(end.at, end.figures) for end in Trails(walker(3, pawns={**PAWNS, "b": "e6"}))}
    assert by_trail == {(end.at, end.figures) for end in Walks(walker(3, pawns={**PAWNS, "b": "e6"}))}


def test_no_way_steps_straight_back():
    ends = list(Trails(walker()))
    for end in ends:
        way = ("e5", *end.path)
        assert all(one != other for one, other in zip(way, way[2:], strict=False))
    assert ends


def test_those_who_are_fixed_are_walked_round():
    pushes = {end.pushes for end in Trails(walker(pawns={**PAWNS, "b": "e6"}), fixed=frozenset(range(4)))}
    assert pushes == {()}
