"""Whole games by bots, and junk thrown at the referee."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.errors import BadInput, IllegalAction
from companion.games import go_for_gold as game
from companion.games.go_for_gold import board
from companion.games.protocol import replay, to_json


def play(players, seed, style, side="A"):
    state = game.setup([f"p{seat}" for seat in range(1, players + 1)], {"side": side})
    bots = game.bots(state.ids, Random(seed), style)
    states, actions = [state], []
    while not game.is_over(state):
        action = bots.choose(state)
        bots.saw(state, action)
        state = game.apply(state, action)
        states.append(state)
        actions.append(action)
        assert len(actions) < 1000
    return states, actions


@pytest.mark.parametrize("side", board.SIDES)
@pytest.mark.parametrize("players", game.players)
def test_random_games_end_and_replay_to_the_same_state(players, side):
    for seed in range(10):
        states, actions = play(players, seed, "random", side)
        assert states[-1].end_trigger in ("sixth_score", "none_able")
        assert replay(game, states[0], actions) == states[-1]


@pytest.mark.parametrize("side", board.SIDES)
@pytest.mark.parametrize("players", game.players)
def test_greedy_games_end_with_many_points(players, side):
    states, _ = play(players, 2, "greedy", side)
    assert max(standing.total for standing in game.score(states[-1]).standings) >= 10


@pytest.mark.soak
@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize("side", board.SIDES)
@pytest.mark.parametrize("players", game.players)
def test_two_hundred_games_end(players, side, style):
    for seed in range(1, 201):
        assert game.is_over(play(players, seed, style, side)[0][-1])


def test_the_same_seed_plays_the_same():
    assert play(4, 7, "random")[1] == play(4, 7, "random")[1]


def test_unknown_bots_are_refused():
    with pytest.raises(BadInput):
        game.bots(["p1", "p2"], Random(1), "genius")


def test_states_and_actions_survive_json():
    states, actions = play(3, 2, "random")
    for state, action in zip(states, actions, strict=False):
        assert game.state_from(to_json(state)) == state
        assert game.read(state, to_json(action)) == action


def test_what_bots_do_is_legal():
    states, actions = play(3, 4, "random", "B")
    for state, action in zip(states, actions, strict=False):
        assert action in game.legal(state)


def test_nobody_sees_what_another_draws():
    for state in play(3, 5, "random")[0]:
        if state.phase == "move":
            for drawn in state.drawn:
                others = [name for name in state.ids if name != drawn.player]
                for viewer in [None, *others]:
                    row = game.view(state, viewer).table["players"][state.seat(drawn.player) - 1]
                    assert not set(drawn.path) & set(row["visited"])


def test_every_placement_and_light_names_a_space_of_the_board():
    spaces, pieces = set(board.spaces("B")), set(board.pieces())
    for state in play(4, 8, "random", "B")[0]:
        assert {placement.space for placement in game.placements(state)} <= spaces
        assert {placement.piece for placement in game.placements(state)} <= pieces
        assert {light.space for light in game.glow(state).lights} <= spaces


def test_every_button_of_a_whole_game_is_accepted():
    for state in play(3, 1, "random", "B")[0][:-1]:
        for prompt in game.view(state, None).prompts:
            for choice in prompt.choices:
                if choice.fill is None:
                    game.read(state, choice.action)


JUNK = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | some.text(max_size=3)
    | some.sampled_from(["p1", "T1"]),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
SPACES = some.sampled_from(["PN", "PE", "PW", "T1", "T2", "T3", "T4", "B1", "B2", "D1", "X"])
KINDS = some.sampled_from([*game.rules.KINDS, "dance"])
FIELDS = some.fixed_dictionaries(
    {"type": KINDS},
    optional={"player": some.sampled_from(["p1", "p2", "p9"]) | JUNK, "path": some.lists(SPACES, max_size=4) | JUNK}
    | {"use_foot": some.booleans() | JUNK, "port": SPACES | JUNK, "roll": some.integers(0, 7) | JUNK}
    | {"value": some.integers(0, 7) | JUNK, "use": some.booleans() | JUNK},
)


def sample(phase, *visited, **fields):
    rows = [{"id": "p1", "visited": list(visited)}, {"id": "p2", "visited": ["PE", "T4"]}]
    return game.state_from({"side": "mini", "phase": phase, "players": rows, **fields})


POSITIONS = [
    game.setup(["p1", "p2"], {"side": "mini"}),
    sample("roll", "PN"),
    sample("move", "PN", roll=2),
    sample("resolve", "PN", "T1", "T2", "T3"),
    sample("resolve", "PN", "T1", "T2", "B2"),
    sample("resolve", "PN", "T1", "B1", "PW"),
    sample("shovels", "PN", "T1", "T2", "T3", dig={"player": "p1", "roll": 3, "missing": 1}),
    sample("over", "PN"),
]


@given(raw=FIELDS | JUNK, state=some.sampled_from(POSITIONS))
def test_junk_is_refused_and_changes_nothing(raw, state):
    before, after = to_json(state), state
    with suppress(IllegalAction):
        after = game.apply(state, game.read(state, raw))
    assert game.state_from(to_json(after)) == after
    assert to_json(state) == before


@given(JUNK | some.dictionaries(some.sampled_from(["phase", "roll", "temples", "dig", "sheet", "last"]), JUNK))
def test_junk_is_no_position(raw):
    rows = [{"id": "p1", "visited": ["A5"]}, {"id": "p2", "visited": ["E9"]}]
    junk = {"players": rows, **raw} if isinstance(raw, dict) else raw
    with suppress(BadInput):
        assert game.state_from(junk).ids == ("p1", "p2")
