"""Lines over the island: every distinct outcome once, none that the rules refuse."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.errors import IllegalAction
from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold.actions import Move, Withdraw
from companion.games.go_for_gold.walking import first_by_name, has_path, level, moves, paths
from companion.games.protocol import to_json


def wandering(side, seed):
    """A player somewhere in the middle of a random game, about to draw."""
    rng, state = Random(seed), game.setup(["p1", "p2"], {"side": side})
    bots = game.bots(rng, "random")
    for _ in range(rng.randint(5, 35)):
        following = game.apply(state, bots.choose(state))
        if game.is_over(following):
            break
        state = following
    return state


def outcomes(found):
    return {(path[-1], frozenset(path)) for path in found}


@pytest.mark.parametrize("side", ["A", "B", "mini"])
@pytest.mark.parametrize("roll", range(1, 7))
def test_listed_lines_are_all_outcomes_of_all_lines_once(side, roll):
    for seed in range(4):
        state = wandering(side, seed)
        assert len(state.players) == 2
        for hunter in state.players:
            listed = [move.path for move in moves(state.island, replace(hunter, feet=0), roll)]
            every = list(paths(state.island, hunter, roll))
            assert outcomes(listed) == outcomes(every)
            assert len(listed) == len(outcomes(listed))
            assert set(listed) <= set(every)
            assert {first_by_name(state.island, str(hunter.pos), path) for path in every} == set(listed)
            assert has_path(state.island, hunter, roll) == bool(every)


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_foot_lists_the_lines_of_every_length_once(side):
    state = wandering(side, 3)
    for hunter in state.players:
        found = moves(state.island, replace(hunter, feet=1), 1)
        listed = [move.path for move in found if move.use_foot]
        every = [path for roll in range(1, 7) for path in paths(state.island, hunter, roll)]
        assert outcomes(listed) == outcomes(every)
        assert len(listed) == len(outcomes(listed))
    assert len(state.players) == 2


def test_moves_with_and_without_a_foot_are_both_listed():
    state = game.state_from({"side": "mini", "phase": "move", "roll": 1, "players": [
        {"id": "p1", "visited": ["PN", "T1", "T2", "D1"]}, {"id": "p2", "visited": ["PE"], "feet": 0}]})  # fmt: skip
    assert list(moves(state.island, state.hunter("p1"), 1)) == [Move("p1", ("D2",)), Move("p1", ("D2",), True)]
    assert list(moves(state.island, state.hunter("p2"), 1)) == [Move("p2", ("T4",))]


@pytest.mark.parametrize("side", ["A", "B", "mini"])
def test_every_move_listed_applies_and_mutated_ones_are_refused_or_stand_for_a_listed_one(side):
    state = game.apply(
        game.setup(["p1", "p2"], {"side": side}), game.legal(game.setup(["p1", "p2"], {"side": side}))[0]
    )
    state = game.apply(state, game.legal(state)[3])
    listed = game.legal(state)
    known = {(action.player, action.use_foot, action.path[-1], frozenset(action.path)) for action in listed}
    rng = Random(5)
    for action in rng.sample(listed, min(len(listed), 150)):
        game.apply(state, game.read(state, to_json(action)))
        path = list(action.path)
        path[rng.randrange(len(path))] = rng.choice(list(state.island.neighbours))
        try:
            found = game.read(state, {**to_json(action), "path": path})
        except IllegalAction:
            continue
        assert (found.player, found.use_foot, found.path[-1], frozenset(found.path)) in known
    assert listed


def test_legal_moves_can_be_counted_cut_and_looked_up():
    stuck = {"id": "p2", "visited": ["PN", "T1", "T2", "D1"]}  # two spaces from nowhere: a foot, or withdrawing
    players = [{"id": "p1", "visited": ["PN"]}, stuck]
    state = game.state_from({"side": "mini", "phase": "move", "roll": 2, "players": players})
    listed = game.legal(state)
    everything = list(listed)
    assert len(listed) == len(everything)
    assert everything[-2:] == [Move("p2", ("D2",), True), Withdraw("p2")]
    assert [listed[number] for number in range(len(listed))] == everything
    assert listed[-1] == everything[-1]
    assert listed[2:9:3] == everything[2:9:3]
    with pytest.raises(IndexError):
        listed[len(listed)]


def test_all_lines_that_are_kept_take_little_room():
    islands = [game.setup(["p1", "p2"], {"side": side}).island for side in "AB"]
    found = [lines for land in islands for at in land.neighbours for n in range(1, 7) for lines in level(land, at, n)]
    assert sum(array.nbytes for lines in found for array in (*lines.columns, lines.masks)) < 8_000_000
