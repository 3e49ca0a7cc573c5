"""The referee: rulings GR-R11 to GR-R37, and every reason in the order of the checks."""

import pytest

from companion.errors import IllegalAction
from companion.games import gold_raiders as game
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


def test_setup_puts_everybody_at_the_lagoon():
    state = game.setup(["ann", "bob"])
    assert to_json(state) == {
        "players": ["ann", "bob"],
        "phase": "setup",
        "round": 1,
        "trail": 20,
        "first": "ann",
        "turn": None,
        "pos": {"ann": 0, "bob": 0},
        "hands": {"ann": 0, "bob": 0},
        "stacks": {"ann": [], "bob": []},
        "discard": [],
        "done": [],
        "winner": None,
        "tiebreak": None,
    }


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


def test_GR_R11_the_raider_moves_after_every_stack_and_stops_at_both_ends():
    state = after(day(pos={"p1": 19}, stacks={"p1": [3, 1], "p2": [1]}), act("reveal", stack=1, cards=["1", "2", "3"]))
    assert (state.pos["p1"], state.turn) == (20, "p1")
    state = after(day(pos={"p1": 1}, stacks={"p1": [1], "p2": [1]}), act("reveal", stack=1, cards=["B"]))
    assert state.pos["p1"] == 0


def test_GR_R20_a_recon_needs_a_stack_to_look_at():
    assert refused(night(), act("recon", owner="p1", stack=1)) == "no_target"
    assert refused(night(), act("recon", owner="nobody", stack=1)) == "no_target"


def test_GR_R20_a_steal_needs_a_stack_of_somebody_else():
    assert refused(night(stacks={"p1": [2]}), act("steal", owner="p1", stack=1, onto="new")) == "no_target"


def test_GR_R21_a_new_stack_lies_right_of_all_others_after_a_theft_too():
    position = night(stacks={"p2": [1, 1]}, turn="p1")
    state = after(position, act("steal", owner="p2", stack=1, onto="new"), act("play_new", "p2"))
    assert state.stacks == {"p1": (1,), "p2": (1, 1), "p3": ()}
    assert state.slots == {"p1": (1,), "p2": (2, 3), "p3": ()}


def test_GR_R22_a_stolen_stack_may_be_stolen_back():
    position = night(stacks={"p2": [3]})
    state = after(
        position, act("steal", owner="p2", stack=1, onto="new"), act("steal", "p2", owner="p1", stack=1, onto="new")
    )
    assert state.stacks == {"p1": (), "p2": (3,), "p3": ()}
    assert state.discard == ("S", "S")


def test_GR_R22_a_stolen_stack_goes_on_top_of_an_own_one():
    state = after(night(stacks={"p1": [2, 1], "p3": [4]}), act("steal", owner="p3", stack=1, onto=2))
    assert state.stacks == {"p1": (2, 5), "p2": (), "p3": ()}


def test_GR_R23_a_recon_changes_nothing_but_the_discard():
    state = after(night(stacks={"p2": [2]}), act("recon", owner="p2", stack=1))
    assert (state.stacks["p2"], state.discard, state.hands["p1"], state.turn) == ((2,), ("R",), 7, "p2")


def test_GR_R24_players_without_cards_are_passed_over():
    state = after(night(hands={"p1": 2, "p2": 0, "p3": 1}), act("play_new"))
    assert state.turn == "p3"
    assert game.state_from(night(hands={"p1": 0})).turn == "p2"


def test_GR_R24_the_day_begins_when_all_hands_are_empty():
    state = after(night(hands={"p1": 1, "p2": 0, "p3": 0}), act("play_new"))
    assert (state.phase, state.turn) == ("day", "p1")


def test_GR_R25_travel_cards_and_bandits_are_only_laid():
    kinds = {to_json(action)["type"] for action in game.legal(game.state_from(night(stacks={"p1": [1], "p2": [1]})))}
    assert kinds == {"play_new", "play_on", "recon", "steal"}


def test_GR_R30_stacks_are_revealed_in_any_order():
    state = after(day(stacks={"p1": [1, 2, 1], "p2": [1]}), act("reveal", stack=2, cards=["1", "2"]))
    state = game.apply(state, game.read(state, act("reveal", stack=1, cards=["1"])))
    assert (state.turn, state.pos["p1"], state.stacks["p1"]) == ("p1", 4, (("1",), ("1", "2"), 1))


def test_GR_R30_the_turn_ends_by_itself_with_the_last_stack():
    state = after(day(stacks={"p1": [1], "p2": [1]}), act("reveal", stack=1, cards=["1"]))
    assert (state.turn, state.done) == ("p2", ("p1",))


def test_GR_R31_raiders_share_a_space_without_any_effect():
    state = after(day(pos={"p2": 1}, stacks={"p1": [1], "p2": [1]}), act("reveal", stack=1, cards=["1"]))
    assert state.pos == {"p1": 1, "p2": 1, "p3": 0}


def test_GR_R32_revealed_stacks_stay_until_the_next_deal():
    state = after(day(stacks={"p1": [1]}), act("reveal", stack=1, cards=["1"]))
    assert (state.phase, state.stacks["p1"]) == ("deal", (("1",),))
    assert game.apply(state, game.read(state, {"type": "deal"})).stacks == {"p1": (), "p2": (), "p3": ()}


def test_GR_R33_a_player_at_the_temple_may_go_on_and_be_chased_off():
    state = after(day(pos={"p1": 20}, stacks={"p1": [1], "p2": [1]}), act("reveal", stack=1, cards=["B"]))
    assert (state.pos["p1"], state.phase) == (18, "day")


def test_GR_R34_the_idol_stays_if_its_holder_is_among_the_farthest():
    position = day(first="p2", turn="p1", done=["p2", "p3"], pos={"p1": 9, "p2": 9}, stacks={"p1": [1]})
    assert after(position, act("pass")).first == "p2"


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


def test_GR_R36_the_game_goes_on_until_everybody_had_a_day_turn():
    position = day(turn="p2", done=["p1"], pos={"p1": 20}, stacks={"p2": [1], "p3": [1]})
    assert after(position, act("pass", "p2")).phase == "day"
    assert after(position, act("pass", "p2"), act("pass", "p3")).phase == "finished"


def test_GR_R37_two_players_play_by_the_same_rules():
    state = after({"players": ["p1", "p2"], "stacks": {"p2": [1]}}, act("steal", owner="p2", stack=1, onto="new"))
    assert state.stacks == {"p1": (1,), "p2": ()}


def test_players_without_stacks_are_passed_over_by_day():
    state = after(night(hands={"p1": 0, "p2": 1, "p3": 0}, turn="p2"), act("play_new", "p2"))
    assert (state.phase, state.turn, state.done) == ("day", "p2", ("p1",))


def test_one_player_at_the_temple_wins_without_a_tiebreak():
    state = after(day(pos={"p1": 20}, stacks={"p1": [1]}), act("pass"))
    assert (state.winner, state.tiebreak, state.turn) == ("p1", "none", None)


def test_equal_miles_are_settled_by_hidden_stacks():
    position = day(
        turn="p2", done=["p1"], pos={"p1": 20, "p2": 20}, stacks={"p1": [["2", "3"], 1, 1], "p2": [["3"], 2]}
    )
    state = after(position, act("reveal", "p2", stack=2, cards=["2", "S"]))
    assert (state.winner, state.tiebreak) == ("p1", "unrevealed_stacks")


def test_all_else_equal_the_order_of_the_round_decides():
    position = day(first="p3", turn="p2", done=["p3", "p1"], pos={"p1": 20, "p3": 20}, stacks={"p2": [1]})
    state = after(position, act("pass", "p2"))
    assert (state.winner, state.tiebreak) == ("p3", "turn_order")


def test_miles_of_spoilt_stacks_count_in_a_tie():
    position = day(
        turn="p3",
        done=["p1", "p2"],
        pos={"p1": 20, "p2": 20},
        stacks={"p1": [["3", "B"]], "p2": [["1", "S"]], "p3": [1]},
    )
    assert after(position, act("pass", "p3")).winner == "p1"


def test_the_last_step_that_removed_somebody_names_the_tiebreak():
    position = day(
        turn="p3", done=["p1", "p2"], pos={"p1": 20, "p2": 20, "p3": 20},
        stacks={"p1": [["3"]], "p2": [["3"]], "p3": [1]},
    )  # fmt: skip
    state = after(position, act("pass", "p3"))
    assert (state.winner, state.tiebreak) == ("p1", "turn_order")


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


@pytest.mark.parametrize("onto", [0, 3, 99])
def test_an_own_stack_to_steal_onto_must_be_there(onto):
    assert refused(TABLE, act("steal", owner="p2", stack=1, onto=onto)) == "no_such_stack"


@pytest.mark.parametrize("onto", [None, "old", 1.5, True, [], {}])
def test_a_stolen_stack_goes_to_new_or_to_a_number(onto):
    assert refused(TABLE, act("steal", owner="p2", stack=1, onto=onto)) == "bad_value"


@pytest.mark.parametrize("owner", ["p9", None, 3, ["p2"], {}])
def test_a_stack_belongs_to_a_player(owner):
    assert refused(TABLE, act("steal", owner=owner, stack=9, onto="new")) == "bad_value"
    assert refused(TABLE, act("recon", owner=owner, stack=9)) == "bad_value"


def test_own_stack_is_asked_before_its_number():
    assert refused(TABLE, act("steal", owner="p1", stack=9, onto="new")) == "own_stack"


def test_a_stack_of_a_player_without_any_is_not_there():
    assert refused(TABLE, act("steal", owner="p3", stack=1, onto="new")) == "no_such_stack"


def test_there_are_only_seven_recons_and_nine_steals():
    position = night(stacks={"p2": [1]}, discard=["R"] * 7 + ["S"] * 9)
    assert refused(position, act("recon", owner="p2", stack=1)) == "impossible_cards"
    assert refused(position, act("steal", owner="p2", stack=1, onto="new")) == "impossible_cards"
    assert refused(position, act("recon", owner="p2", stack=2)) == "no_such_stack"


DAY = day(stacks={"p1": [2, ["1"]], "p2": [1]}, discard=["S"] * 8)


@pytest.mark.parametrize(
    ("stack", "cards", "code"),
    [
        (2, ["9"], "already_revealed"),
        (1, ["9"], "bad_value"),
        (1, None, "bad_value"),
        (1, "12", "bad_value"),
        (1, [1, 2], "bad_value"),
        (1, [["1"], "2"], "bad_value"),
        (1, [], "wrong_card_count"),
        (1, ["1", "2", "3"], "wrong_card_count"),
        (1, ["S", "S", "S"], "wrong_card_count"),
        (1, ["S", "S"], "impossible_cards"),
    ],
)
def test_reveal_asks_in_order(stack, cards, code):
    assert refused(DAY, act("reveal", stack=stack, cards=cards)) == code


def test_refusals_are_sentences_for_players():
    state = game.state_from(day(stacks={"p1": [3]}))
    with pytest.raises(IllegalAction) as caught:
        game.read(state, act("reveal", stack=1, cards=["1"]))
    assert str(caught.value) == (
        "That stack should have 3 cards, I see 1: please spread them out, or correct the count."
    )


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
