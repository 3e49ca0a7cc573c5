"""The referee: every reason in the order of the checks, whatever is thrown at it."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.errors import IllegalAction
from companion.games.gold_raiders import GAME as game
from companion.games.protocol import to_json


def after(position, *actions):
    state = game.state_from(position)
    for raw in actions:
        state = game.apply(state, game.read(state, raw))
    return state


def refused(position, raw):
    state = game.state_from(position)
    before = to_json(state)
    with pytest.raises(IllegalAction) as caught:
        game.read(state, raw)
    assert to_json(state) == before
    return caught.value.code


def night(**given):
    return {"players": ["p1", "p2", "p3"], "phase": "night", **given}


def day(**given):
    return {"players": ["p1", "p2", "p3"], "phase": "day", **given}


def act(kind, player="p1", **fields):
    return {"type": kind, "player": player, **fields}


def test_the_last_traveller_takes_the_idol_and_plays_first():
    state = after(
        {"players": ["p1", "p2"], "phase": "setup"}, {"type": "choose_first", "player": "p2"}, {"type": "deal"}
    )
    assert (state.first, state.turn, state.phase, state.hands) == ("p2", "p2", "night", {"p1": 8, "p2": 8})


def test_only_a_player_can_be_first():
    position = {"players": ["p1", "p2"], "phase": "setup"}
    assert refused(position, {"type": "choose_first", "player": "p9"}) == "bad_value"
    assert refused(position, {"type": "choose_first"}) == "bad_value"
    assert refused(position, {"type": "choose_first", "player": ["p1"]}) == "bad_value"


def test_GR_R35_a_new_round_keeps_the_spaces_and_clears_the_cards():
    position = {
        "players": ["p1", "p2"],
        "phase": "deal",
        "round": 2,
        "pos": {"p1": 7},
        "discard": ["S"],
        "stacks": {"p2": [2]},
    }
    state = after(position, {"type": "deal"})
    assert (state.pos, state.stacks, state.discard) == ({"p1": 7, "p2": 0}, {"p1": (), "p2": ()}, ())


OVER = {"players": ["p1", "p2"], "phase": "finished", "winner": "p1", "tiebreak": "none"}


@pytest.mark.parametrize("raw", [{"type": "pass", "player": "p1"}, {"type": "dance"}, {}, None, [1], "pass"])
def test_a_finished_game_takes_nothing_more(raw):
    assert refused(OVER, raw) == "game_over"


@pytest.mark.parametrize(
    "raw", [{"type": "dance", "player": "p1"}, {}, {"type": None}, {"type": ["pass"]}, None, 7, []]
)
def test_what_is_no_action_is_unknown(raw):
    assert refused(night(), raw) == "unknown_action"


@pytest.mark.parametrize(
    ("position", "raw"),
    [
        (night(), act("reveal", "p2", stack=1, cards=["1"])),
        (night(), act("pass", "p2")),
        (night(), {"type": "deal"}),
        (day(stacks={"p1": [1]}), act("play_new", "p2")),
        (day(stacks={"p1": [1]}), {"type": "choose_first", "player": "p1"}),
        ({"players": ["p1", "p2"], "phase": "deal"}, act("play_new")),
        ({"players": ["p1", "p2"], "phase": "setup"}, {"type": "deal"}),
    ],
)
def test_the_phase_is_asked_before_the_player(position, raw):
    assert refused(position, raw) == "wrong_phase"


@pytest.mark.parametrize(
    "raw",
    [
        act("play_new", "p2"),
        act("play_on", "p2", stack=9),
        act("recon", "p9", owner="p1", stack=1),
        act("steal", "p3", owner="p3", stack=1, onto="new"),
        {"type": "play_new"},
        act("play_new", None),
        act("play_new", {"p1": 1}),
    ],
)
def test_the_turn_is_asked_before_the_fields(raw):
    assert refused(night(), raw) == "not_your_turn"


TABLE = night(stacks={"p1": [1, 2], "p2": [3]})


@pytest.mark.parametrize("stack", [0, 3, -1, 10**40, "1", 1.0, True, None, [1]])
def test_a_stack_that_is_not_there_is_refused(stack):
    assert refused(TABLE, act("play_on", stack=stack)) == "no_such_stack"
    assert refused(TABLE, act("recon", owner="p1", stack=stack)) == "no_such_stack"
    assert refused(TABLE, act("steal", owner="p2", stack=stack, onto="new")) == ("no_such_stack")
    assert refused(day(stacks={"p1": [1, 1]}), act("reveal", stack=stack, cards=["1"])) == "no_such_stack"


def test_a_card_somebody_lets_slip_is_dropped():
    state = game.state_from(night())
    assert to_json(game.read(state, act("play_new", card="B"))) == {"type": "play_new", "player": "p1"}


def test_apply_checks_as_well():
    state = game.state_from(night())
    later = game.state_from(night(stacks={"p1": [1]}))
    action = game.read(later, act("play_on", stack=1))
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, action)
    assert caught.value.code == "no_such_stack"
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, "play_new")
    assert caught.value.code == "unknown_action"


JUNK = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | some.text(max_size=4)
    | some.sampled_from(["p1", "new", "1"]),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


KINDS = some.sampled_from(["choose_first", "deal", "play_new", "play_on", "recon", "steal", "reveal", "pass", "dance"])


FIELDS = some.fixed_dictionaries(
    {"type": KINDS},
    optional={"player": some.sampled_from(["p1", "p2", "p9"]) | JUNK, "stack": some.integers(-1, 4) | JUNK}
    | {"owner": some.sampled_from(["p1", "p2"]) | JUNK, "onto": some.sampled_from(["new", 1, 2]) | JUNK}
    | {"cards": some.lists(some.sampled_from("123BSRX"), max_size=3) | JUNK},
)


POSITIONS = [
    game.setup(["p1", "p2"]),
    game.state_from({"players": ["p1", "p2"], "phase": "deal"}),
    game.state_from({"players": ["p1", "p2"], "stacks": {"p1": [1, 2], "p2": [2]}}),
    game.state_from({"players": ["p1", "p2"], "phase": "day", "stacks": {"p1": [1, 2, ["1"]], "p2": [2]}}),
    game.state_from({"players": ["p1", "p2"], "phase": "finished", "winner": "p1", "tiebreak": "none"}),
]


@given(raw=FIELDS | JUNK, state=some.sampled_from(POSITIONS))
def test_junk_is_refused_and_changes_nothing(raw, state):
    before, after = to_json(state), state
    with suppress(IllegalAction):
        after = game.apply(state, game.read(state, raw))
    assert game.state_from(to_json(after)) == after
    assert to_json(state) == before
