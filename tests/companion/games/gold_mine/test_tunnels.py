"""The mine as a web of tunnels."""

from collections.abc import Callable
from typing import Any

from companion.games.gold_mine.board import LADDER, TILE
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.tunnels import House
from companion.games.protocol import to_json

Played = Callable[..., tuple[tuple[Any, ...], tuple[Any, ...]]]
Position = Callable[..., Any]


def test_the_web_of_tunnels_handed_on_is_the_one_built_anew(played: Played) -> None:
    last = played(4, "mud", seed=8, style="random")[0][-1]
    anew = state_from(to_json(last)).tunnels
    for part in ("laid", "joins", "edges", "passages", "muds"):
        assert getattr(anew, part) == getattr(last.tunnels, part)


def test_edges_of_the_mine_do_not_depend_on_the_order_of_laying(played: Played) -> None:
    last = played(2, seed=8, style="greedy")[0][-1]
    other = {**to_json(last), "mine": [to_json(last)["mine"][0], *to_json(last)["mine"][:0:-1]]}
    assert state_from(other).tunnels.edges == last.tunnels.edges


def test_mud_ends_a_walk_and_without_the_option_does_not() -> None:
    web = state_from({"mine": [["T56", 0, -1, 0], ["G09", 0, -2, 0]]}).tunnels
    assert web.reach(LADDER, 6, mud=True) == ((0, -1, 0),)
    assert web.reach(LADDER, 6, mud=False) == ((0, -1, 0), (0, -2, 0))


def test_every_place_of_the_little_mine_is_so_many_steps_from_the_ladder(position: Position) -> None:
    home = position().tunnels.home
    assert (home[LADDER], home[0, -1, 0], home[-1, -1, 1], home[2, -1, 0]) == (0, 1, 2, 3)


def test_a_mine_is_never_changed_a_further_tile_makes_another() -> None:
    web = state_from({}).tunnels
    larger = web.with_tile(TILE["T22"], (0, 1), 0)
    assert ((0, 1) in web.laid, (0, 1) in larger.laid) == (False, True)


def test_contact_through_walls_is_refused_only_by_the_house_that_wants_tunnels_joined() -> None:
    web = state_from({"mine": [["T01", 0, -1, 0]]}).tunnels
    assert web.why_not(TILE["T02"], (1, -1), 0, House()) is None
    assert web.why_not(TILE["T02"], (1, -1), 0, House(must_join=True)) == "not_joined"
