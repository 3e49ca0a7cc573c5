"""The referee refuses in the order of the specification, and changes nothing then."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.errors import IllegalAction
from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold.rules import RULES
from companion.games.protocol import to_json


def hunter(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def position(*players, side="mini", **fields):
    rows = list(players) or [hunter("p1", "PN"), hunter("p2", "PE")]
    return game.state_from({"side": side, "players": rows, **fields})


def act(kind, player="p1", **fields):
    return {"type": kind, "player": player, **fields}


def after(state, *actions):
    for raw in actions:
        state = game.apply(state, game.read(state, raw))
    return state


def refused(state, raw):
    before = to_json(state)
    with pytest.raises(IllegalAction) as caught:
        game.read(state, raw)
    assert to_json(state) == before
    return caught.value.code


def moving(*players, roll=3, **fields):
    return position(*players, phase="move", roll=roll, **fields)


@pytest.mark.parametrize("raw", [act("skip"), {"type": "dance"}, {}, None, [], "skip"])
def test_a_finished_game_takes_nothing_more(raw):
    assert refused(position(phase="over"), raw) == "game_over"


@pytest.mark.parametrize("raw", [act("dance"), {}, {"type": 3}, {"type": ["skip"]}, None, 5, "move"])
def test_what_is_no_action_is_unknown(raw):
    assert refused(position(), raw) == "unknown_action"


@pytest.mark.parametrize("player", ["p9", None, 3, ["p1"], {}])
def test_the_player_is_asked_before_the_phase(player):
    assert refused(position(), act("skip", player)) == "unknown_player"


def test_the_phase_is_asked_before_who_is_out_and_whose_turn():
    state = position(hunter("p1", "PN"), hunter("p2", "PE", status="out"))
    assert refused(state, act("move", "p2", path=[])) == "wrong_phase"
    assert refused(state, act("roll_move", "p2", value=9)) == "out_of_game"
    assert refused(position(), act("roll_move", "p2", value=9)) == "not_your_turn"


def test_who_has_drawn_does_not_draw_again():
    state = after(moving(roll=1), act("move", path=["T1"]))
    assert refused(state, act("move", path=["T2"])) == "not_your_turn"


def test_apply_checks_as_well():
    action = game.read(moving(roll=1), act("move", path=["T1"]))
    with pytest.raises(IllegalAction) as caught:
        game.apply(moving(roll=2), action)
    assert caught.value.code == "wrong_length"
    with pytest.raises(IllegalAction) as caught:
        game.apply(moving(roll=2), {"type": "move"})
    assert caught.value.code == "unknown_action"


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


KINDS = some.sampled_from([*RULES.kinds, "dance"])


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
