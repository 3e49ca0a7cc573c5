"""How the table is made ready: tokens, facing, items, start player, entering."""

from random import Random

import pytest

from companion.errors import IllegalAction
from companion.games.pyramid_raiders import GAME as game
from companion.games.pyramid_raiders.actions import Enter, RollFacing
from companion.games.pyramid_raiders.beginning import entry_bar, open_rim
from companion.games.pyramid_raiders.bots import lay_out

FOUR = ["ann", "bob", "cat", "dan"]


def test_the_beginning_runs_from_the_layout_to_the_first_cards():
    state = game.setup(["a", "b", "c"])
    state = game.apply(state, lay_out(state, Random(1)))
    state = game.apply(state, RollFacing(3))
    assert (state.phase, state.guardian.facing, len(state.tokens)) == ("items", "SW", 49)
    for player, item in zip("cab", ["magic_hands", "big_magnets", "decoy_doll"], strict=True):
        state = game.apply(state, game.read(state, {"type": "draw_item", "player": player, "item": item}))
    assert (state.phase, list(state.items)) == ("start_player", ["a", "b", "c"])
    state = game.apply(state, game.read(state, {"type": "choose_start", "player": "b", "rotation": "ccw"}))
    assert (state.queue, state.active, state.rotation) == (("a", "c", "b"), "a", "ccw")
    for player, space in zip("acb", ["a1", "a2", "i5"], strict=True):
        state = game.apply(state, Enter(player, space))
    assert (state.phase, state.tokens["a1"], state.round) == ("programming", "book", 1)


def test_a_layout_with_a_colour_too_many_is_refused():
    state = game.setup(FOUR)
    tokens = lay_out(state, Random(2)).tokens
    red, blue = (next(space for space, kind in tokens.items() if kind == colour) for colour in ("red", "blue"))
    for wrong in ({**tokens, red: "blue"}, {**tokens, blue: "book"}, {**tokens, state.pillars[0]: "red"}):
        with pytest.raises(IllegalAction) as refused:
            game.apply(state, game.read(state, {"type": "lay_out", "tokens": wrong}))
        assert refused.value.code == "bad_token_layout"


def entering(**given):
    base = {
        "players": ["a", "b", "c"],
        "phase": "entering",
        "pawns": {"b": "a1"},
        "guardian": {"at": "a2", "facing": "E"},
    }
    return game.state_from(base | given)


def test_the_rim_is_open_but_for_guardian_figures_and_obstacles():
    state = entering(pillars=["a3"], fountains=["a4"], decoy="a5")
    assert len(open_rim(state, "a")) == 24 - 5
    assert not {"a1", "a2", "a3", "a4", "a5"} & set(open_rim(state, "a"))


@pytest.mark.parametrize(
    ("space", "bar"), [("b2", "not_on_rim"), ("a2", "blocked_guardian"), ("a1", "space_occupied"), ("i5", None)]
)
def test_entering_is_barred_with_the_reason(space, bar):
    assert entry_bar(entering(), "a", space) == bar


def test_the_last_to_enter_begins_the_round():
    state = entering(pawns={"b": "a1", "c": "b1"})
    assert game.apply(state, Enter("a", "i5")).phase == "programming"


def test_items_are_kept_in_seat_order_whoever_draws_first():
    state = game.state_from({"players": ["a", "b", "c"], "phase": "items"})
    for player, item in (("c", "magic_hands"), ("a", "decoy_doll")):
        state = game.apply(state, game.read(state, {"type": "draw_item", "player": player, "item": item}))
    assert list(state.items) == ["a", "c"]
