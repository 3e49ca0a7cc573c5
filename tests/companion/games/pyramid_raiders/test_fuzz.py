"""Whatever JSON comes in, only IllegalAction comes out, and the state is untouched."""

from contextlib import suppress
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import BadInput, IllegalAction
from companion.games.protocol import to_json
from companion.games.pyramid_raiders import GAME as game
from companion.games.pyramid_raiders.board import ITEMS, SPACES
from companion.games.pyramid_raiders.rules import RULES
from companion.games.pyramid_raiders.state import State

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
PLAYERS = ["ann", "bob", "cat"]
VALUES = JUNK | st.sampled_from([*SPACES, *ITEMS, "cw", "E", *PLAYERS]) | st.integers(-1, 9)
ACTIONS = st.fixed_dictionaries(
    {
        "type": st.sampled_from([*RULES.kinds, "fly"]) | JUNK,
        "player": st.sampled_from(["ann", "bob", "cat"]) | JUNK,
    },
    optional={
        name: VALUES | st.lists(st.sampled_from(SPACES), max_size=5)
        for name in ("to", "space", "path", "pushes", "die", "card", "item", "facing", "rotation", "tokens")
    },
)


def _states():
    """One state of every phase that a game by chance meets."""
    rng = Random(4)
    state, bots, met = game.setup(PLAYERS), game.bots(rng, "random"), {}
    while not game.is_over(state):
        met.setdefault(state.phase, state)
        if state.phase == "moving" and rng.random() < 0.3:
            actions = game.legal(state)
            state = game.apply(state, actions[rng.randrange(min(6, len(actions)))])
        else:
            state = game.apply(state, bots.choose(state))
    return [*met.values(), state]


STATES = _states()


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(STATES), ACTIONS | JUNK)
def test_any_json_is_an_action_or_refused(state, raw):
    before = msgspec.json.encode(state)
    with suppress(IllegalAction):
        assert isinstance(game.apply(state, game.read(state, raw)), State)
    assert msgspec.json.encode(state) == before


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(STATES), st.sampled_from(State.__struct_fields__), VALUES)
def test_any_json_is_a_position_or_refused(state, key, value):
    with suppress(BadInput):
        made = game.state_from({**to_json(state), key: value})
        assert all(isinstance(game.apply(made, action), State) for action in game.legal(made)[:5])
        assert game.placements(made).total() >= len(made.pillars)
        assert game.glow(made).lights is not None
        assert game.view(made, None).phase == made.phase


@settings(max_examples=100, deadline=None)
@given(JUNK | st.just({}), JUNK, JUNK)
def test_any_json_is_a_case_or_a_mismatch(position, do, expect):
    assert game.examine(position, do, expect) != []
