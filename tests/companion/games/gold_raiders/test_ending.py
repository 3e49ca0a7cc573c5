"""The ends of turns, nights and days: rulings GR-R24 and GR-R33 to GR-R36, and ties."""

from companion.games.gold_raiders import GAME as game


def after(position, *actions):
    state = game.state_from(position)
    for raw in actions:
        state = game.apply(state, game.read(state, raw))
    return state


def night(**given):
    return {"players": ["p1", "p2", "p3"], "phase": "night", **given}


def day(**given):
    return {"players": ["p1", "p2", "p3"], "phase": "day", **given}


def act(kind, player="p1", **fields):
    return {"type": kind, "player": player, **fields}


def test_GR_R24_players_without_cards_are_passed_over():
    state = after(night(hands={"p1": 2, "p2": 0, "p3": 1}), act("play_new"))
    assert state.turn == "p3"
    assert game.state_from(night(hands={"p1": 0})).turn == "p2"


def test_GR_R24_the_day_begins_when_all_hands_are_empty():
    state = after(night(hands={"p1": 1, "p2": 0, "p3": 0}), act("play_new"))
    assert (state.phase, state.turn) == ("day", "p1")


def test_GR_R34_the_idol_stays_if_its_holder_is_among_the_farthest():
    position = day(first="p2", turn="p1", done=["p2", "p3"], pos={"p1": 9, "p2": 9}, stacks={"p1": [1]})
    assert after(position, act("pass")).first == "p2"


def test_GR_R36_the_game_goes_on_until_everybody_had_a_day_turn():
    position = day(turn="p2", done=["p1"], pos={"p1": 20}, stacks={"p2": [1], "p3": [1]})
    assert after(position, act("pass", "p2")).phase == "day"
    assert after(position, act("pass", "p2"), act("pass", "p3")).phase == "finished"


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
