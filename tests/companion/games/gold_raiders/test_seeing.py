"""How the table looks, and what a table at rest may mean."""

from collections import Counter

import pytest

from companion.games.gold_raiders import GAME as game
from companion.games.gold_raiders import board
from companion.games.gold_raiders.actions import Pass, Recon, Reveal
from companion.games.gold_raiders.seeing import private
from companion.games.protocol import to_json
from companion.layout import Placement

REVEAL = {"type": "reveal", "player": "p1", "stack": 1, "cards": ["1", "R", "2"]}


def position(**given):
    return game.state_from({"players": ["p1", "p2"], **given})


def moved(state, raw):
    return game.apply(state, game.read(state, raw))


def test_a_fresh_table_shows_only_the_raiders():
    assert game.placements(game.setup(["p1", "p2"])) == Counter(
        [Placement("raider.red", "trail.0"), Placement("raider.orange", "trail.0")]
    )


def test_the_undealt_cards_lie_there_from_the_first_deal_on():
    deck = Placement("card.back", "deck", 0)
    assert deck not in game.placements(position(phase="deal"))
    assert deck in game.placements(position())
    assert deck in game.placements(position(phase="deal", round=2))


def test_hidden_stacks_show_a_back_turned_by_the_number_of_cards():
    table = game.placements(position(stacks={"p1": [1, 2]}, discard=["S", "R"], pos={"p2": 4}))
    assert table == Counter(
        [
            Placement("raider.red", "trail.0"),
            Placement("raider.orange", "trail.4"),
            Placement("idol", "seat1.idol"),
            Placement("torch", "torch.1"),
            Placement("card.back", "deck", 0),
            Placement("card.back", "seat1.stack1", 0),
            Placement("card.back", "seat1.stack2", 180),
            Placement("card.R", "discard", 180),
        ]
    )


def test_a_theft_leaves_a_gap_on_the_table():
    state = moved(
        position(stacks={"p2": [1, 1]}), {"type": "steal", "player": "p1", "owner": "p2", "stack": 1, "onto": "new"}
    )
    backs = {placement.space for placement in game.placements(state) if placement.piece == "card.back"}
    assert backs == {"deck", "seat1.stack1", "seat2.stack2"}


def test_a_revealed_stack_lies_in_the_lane_until_the_next_action():
    state = moved(position(phase="day", stacks={"p1": [3, 1], "p2": [1]}), REVEAL)
    table = game.placements(state)
    assert {(piece, space) for piece, space, _, _ in table} >= {
        ("card.1", "reveal.1"),
        ("card.R", "reveal.2"),
        ("card.2", "reveal.3"),
    }
    later = game.placements(moved(state, {"type": "pass", "player": "p1"}))
    assert Placement("card.2", "seat1.stack1", 0) in later
    assert not [placement for placement in later if placement.space.startswith("reveal")]


def test_every_placement_is_a_piece_on_a_space_of_the_board():
    state = moved(position(phase="day", stacks={"p1": [3, 1], "p2": [1]}, discard=["S"]), REVEAL)
    lying = game.placements(state)
    for placement in lying:
        assert placement.piece in board.pieces()
        assert placement.space in board.spaces()
    assert lying


LANE = {Placement("card.1", "reveal.1", 180), Placement("card.2", "reveal.2", 0)}


def backs(*slots):
    return {Placement("card.back", f"seat1.stack{slot}", 0) for slot in slots}


def test_cards_in_the_lane_are_a_reveal_of_the_stack_that_left_its_place():
    state = position(phase="day", stacks={"p1": [2, 1, 2]})
    assert [to_json(action) for action in game.shown(state, Counter(LANE | backs(1, 2)))] == [
        {"type": "reveal", "player": "p1", "stack": 3, "cards": ["1", "2"]}
    ]
    both = [to_json(action)["stack"] for action in game.shown(state, Counter(LANE | backs(2)))]
    assert both == [1, 3]


def test_a_card_not_seen_in_the_lane_is_neither_another_stack_nor_a_pass():
    state = position(phase="day", stacks={"p1": [3, 2]})
    assert game.shown(state, Counter(LANE | backs(2))) == []


def kinds(state, seen):
    return [to_json(action)["type"] for action in game.shown(state, Counter(seen))]


def test_a_pass_leaves_every_hidden_stack_where_it_lies_and_hands_the_torch_on():
    state = position(phase="day", stacks={"p1": [3, 2], "p2": [1]})
    lying = backs(1, 2) | {Placement("card.back", "seat2.stack1", 0)}
    assert kinds(state, lying | {Placement("torch", "torch.2")}) == ["pass"]
    assert kinds(state, lying | {Placement("torch", "torch.1")}) == []
    assert kinds(state, lying) == []


def test_a_back_that_is_not_read_does_not_hide_a_pass():
    state = position(phase="day", pos={"p1": 4}, stacks={"p1": [3, 2]})
    lying = backs(2) | {Placement("torch", "torch.2"), Placement("raider.red", "trail.4")}
    assert kinds(state, lying) == ["pass"]
    assert kinds(state, lying - {Placement("torch", "torch.2")}) == []


def test_a_stack_that_was_turned_up_unread_is_no_pass():
    state = position(phase="day", pos={"p1": 4}, stacks={"p1": [3, 2]})
    gone_on = backs(2) | {Placement("torch", "torch.2")}
    in_lane = {Placement("raider.red", "trail.4"), Placement("card.1", "reveal.2", 0)}
    put_back = {Placement("raider.red", "trail.4"), Placement("card.1", "seat1.stack1", 0)}
    walked = {Placement("raider.red", "trail.7")}
    assert [kinds(state, gone_on | seen) for seen in (in_lane, put_back, walked)] == [[], [], []]


def test_a_torch_seen_in_two_places_says_nothing():
    state = position(phase="day", stacks={"p1": [3, 2]})
    ghosts = {Placement("torch", "torch.1"), Placement("torch", "torch.2")}
    assert kinds(state, backs(1, 2) | ghosts) == []


def test_somebody_who_reveals_out_of_turn_shows_that_the_others_passed():
    state = position(phase="day", stacks={"p1": [3], "p2": [1]})
    assert kinds(state, backs(1) | {Placement("card.1", "reveal.1", 0)}) == ["pass"]


def test_the_idol_that_moved_on_shows_that_the_last_one_passed():
    state = position(phase="day", turn="p2", done=["p1"], pos={"p2": 3}, stacks={"p2": [1]})
    lying = {Placement("card.back", "seat2.stack1", 0), Placement("torch", "torch.2")}
    assert kinds(state, lying | {Placement("idol", "seat2.idol")}) == ["pass"]
    assert kinds(state, lying | {Placement("idol", "seat1.idol")}) == []


def test_a_swept_table_shows_that_the_day_is_over():
    state = position(phase="day", turn="p2", done=["p1"], stacks={"p2": [1]})
    assert "pass" in kinds(state, {Placement("card.back", "deck", 0), Placement("idol", "seat1.idol")})


def crowded_night():
    """Thefts of stacks of even and odd size, onto stacks of every way round."""
    return position(stacks={"p1": [1, 2, 3], "p2": [2, 1, 4]}, discard=["S", "R"])


def test_every_action_of_the_night_leaves_a_trace_of_its_own():
    state = crowded_night()
    actions = [action for action in game.legal(state) if not game.told(state, action)]
    tables = {frozenset(game.placements(game.apply(state, action)).items()) for action in actions}
    assert len(tables) == len(actions) == 1 + 3 + 3 * 4
    assert frozenset(game.placements(state).items()) not in tables


def test_every_action_of_the_night_is_shown_by_its_trace_and_by_few_others():
    state = crowded_night()
    actions = game.legal(state)
    for action in actions:
        found = game.shown(state, game.placements(game.apply(state, action)))
        assert action in found
        assert len(found) <= 16
    assert actions


def test_a_theft_is_shown_though_its_victim_has_laid_a_new_stack_since():
    state = game.state_from({"players": ["p1", "p2", "p3"], "stacks": {"p1": [2], "p2": [1]}})
    steal = {"type": "steal", "player": "p1", "owner": "p2", "stack": 1, "onto": 1}
    robbed = moved(state, steal)
    later = game.placements(moved(robbed, {"type": "play_new", "player": "p2"}))
    assert steal in [to_json(action) for action in game.shown(state, later)]
    assert "play_new" in kinds(robbed, later)


def test_a_stack_that_lies_as_it_lay_was_not_stolen_by_the_last_player():
    state = position(stacks={"p1": [1], "p2": [1, 1]})
    steal = {"type": "steal", "player": "p1", "owner": "p2", "stack": 1, "onto": "new"}
    found = [to_json(action) for action in game.shown(state, game.placements(moved(state, steal)))]
    assert [action for action in found if action["type"] == "steal"] == [steal]


def test_a_stolen_stack_laid_on_another_turns_its_top():
    state = moved(
        position(stacks={"p1": [1], "p2": [2]}),
        {"type": "steal", "player": "p1", "owner": "p2", "stack": 1, "onto": 1},
    )
    assert Placement("card.back", "seat1.stack1", 180) in game.placements(state)
    again = moved(state, {"type": "play_new", "player": "p2"})
    assert Placement("card.back", "seat1.stack1", 0) in game.placements(
        moved(again, {"type": "play_on", "player": "p1", "stack": 1})
    )


def test_a_stack_taken_as_a_new_one_stays_turned_as_it_was():
    mixed = moved(
        position(stacks={"p1": [1], "p2": [2, 1]}),
        {"type": "steal", "player": "p1", "owner": "p2", "stack": 1, "onto": 1},
    )
    state = moved(mixed, {"type": "steal", "player": "p2", "owner": "p1", "stack": 1, "onto": "new"})
    assert state.stacks["p2"] == (1, 3)
    assert Placement("card.back", "seat2.stack3", 180) in game.placements(state)


def test_the_torch_lies_beside_whoever_must_act():
    torches = {
        name: [placement.space for placement in game.placements(state) if placement.piece == "torch"]
        for name, state in (
            ("setup", game.setup(["p1", "p2"])),
            ("deal", position(phase="deal", first="p2")),
            ("night", position(turn="p2")),
            ("over", position(phase="finished", winner="p1", tiebreak="none")),
        )
    }
    assert torches == {"setup": [], "deal": ["torch.2"], "night": ["torch.2"], "over": []}


def test_a_torch_passed_on_with_nothing_turned_is_a_card_on_some_own_stack():
    state = position(stacks={"p1": [1, 2]})
    lying = {Placement("card.back", "seat1.stack1", 0), Placement("card.back", "seat1.stack2", 180)}
    assert kinds(state, lying | {Placement("torch", "torch.2")}) == ["play_on", "play_on"]
    assert kinds(state, lying | {Placement("torch", "torch.1")}) == []


def test_a_torch_passed_on_early_is_no_card_on_the_only_stack():
    state = position(stacks={"p1": [1]})
    assert kinds(state, backs(1) | {Placement("torch", "torch.2")}) == []


@pytest.mark.parametrize("size", [1, 8, 16, 32])
def test_a_fan_as_long_as_the_lane_is_read(size):
    state = position(phase="day", stacks={"p1": [size, 1]})
    cards = ("1", "2", "3", "B", "S", "R", "1", "2")[: min(size, 8)] * max(1, size // 8)
    reveal = {"type": "reveal", "player": "p1", "stack": 1, "cards": list(cards)}
    assert [to_json(action) for action in game.shown(state, game.placements(moved(state, reveal)))] == [reveal]


def test_a_stack_longer_than_the_lane_is_told():
    state = position(phase="day", stacks={"p1": [33]})
    reveal = game.read(state, {"type": "reveal", "player": "p1", "stack": 1, "cards": list("123BSR1212B") * 3})
    assert game.told(state, reveal)
    assert len([lying for lying in game.placements(game.apply(state, reveal)) if "reveal" in lying.space]) == 32


def test_one_unread_card_in_a_fan_may_be_any_that_is_left():
    state = position(phase="day", stacks={"p1": [3, 2]}, discard=["R"] * 7)
    lane = {Placement("card.1", "reveal.1", 0), Placement("card.3", "reveal.3", 0)}
    found = [action.cards for action in game.shown(state, Counter(lane | backs(2)))]
    assert found == [("1", code, "3") for code in "123BS"]


def test_two_unread_cards_or_a_missing_top_card_are_no_reveal():
    state = position(phase="day", stacks={"p1": [4, 2]})
    outer = {Placement("card.1", "reveal.1", 0), Placement("card.3", "reveal.4", 0)}
    lower = {Placement("card.1", f"reveal.{at}", 0) for at in (1, 2, 3)}
    assert game.shown(state, Counter(outer | backs(2))) == []
    assert game.shown(state, Counter(lower | backs(2))) == []


def test_a_single_card_turned_up_on_its_place_is_a_reveal_too():
    state = position(phase="day", stacks={"p1": [1, 2]})
    found = game.shown(state, Counter(backs(2) | {Placement("card.B", "seat1.stack1", 0)}))
    assert [to_json(action) for action in found] == [{"type": "reveal", "player": "p1", "stack": 1, "cards": ["B"]}]


def test_a_fan_is_read_from_the_left_however_it_is_spaced():
    state = position(phase="day", stacks={"p1": [2, 1]})
    seen = Counter(backs(2) | {Placement("card.1", "reveal.3", 180), Placement("card.2", "reveal.7", 0)})
    assert game.recognised(state, seen) == Counter(
        backs(2) | {Placement("card.1", "reveal.1", 0), Placement("card.2", "reveal.2", 0)}
    )


def test_a_fan_with_one_unread_card_is_not_closed_up_for_a_smaller_stack():
    state = position(phase="day", stacks={"p1": [3, 2]})
    seen = Counter([Placement("card.1", "reveal.1", 0), Placement("card.2", "reveal.3", 0)])
    assert game.recognised(state, seen) == seen
    assert {len(action.cards) for action in game.shown(state, seen) if isinstance(action, Reveal)} == {2, 3}


def test_a_single_card_put_back_does_not_hide_in_the_shadow_of_the_next_fan():
    state = position(phase="day", stacks={"p1": [1, 2, 1]})
    seen = Counter([*LANE, *backs(3), Placement("card.B", "seat1.stack1", 0)])
    assert [(action.stack, action.cards) for action in game.shown(state, seen)] == [(2, ("1", "2")), (1, ("B",))]


def test_a_stack_put_back_from_the_lane_is_no_pass():
    state = moved(position(phase="day", stacks={"p1": [3, 1], "p2": [1]}), REVEAL)
    tidy = game.placements(moved(state, {"type": "pass", "player": "p1"}))
    tidy = tidy - Counter([Placement("torch", "torch.2")]) + Counter([Placement("torch", "torch.1")])
    assert game.recognised(state, tidy) == game.placements(state)
    assert game.shown(state, game.recognised(state, tidy)) == []


def test_a_stack_put_back_with_the_torch_passed_on_is_a_pass():
    state = moved(position(phase="day", stacks={"p1": [3, 1], "p2": [1]}), REVEAL)
    after = game.placements(moved(state, {"type": "pass", "player": "p1"}))
    assert game.recognised(state, after) == after
    assert kinds(state, after) == ["pass"]


def test_cards_in_the_lane_are_a_reveal_before_the_raider_has_moved():
    state = position(phase="day", pos={"p1": 7}, stacks={"p1": [3, 1], "p2": [1]})
    after = game.placements(moved(state, REVEAL))
    waiting = after - Counter([Placement("raider.red", "trail.10")]) + Counter([Placement("raider.red", "trail.7")])
    assert game.recognised(state, waiting) == after


def test_a_raider_nobody_sees_is_not_made_up():
    state = position(phase="day", pos={"p1": 7}, stacks={"p1": [3, 1], "p2": [1]})
    after = game.placements(moved(state, REVEAL)) - Counter([Placement("raider.red", "trail.10")])
    assert game.recognised(state, after) == after


def test_cards_that_may_be_of_two_stacks_move_no_raider():
    state = position(phase="day", pos={"p1": 7}, stacks={"p1": [2, 2]})
    seen = Counter([Placement("raider.red", "trail.7"), *(card._replace(turned=0) for card in LANE)])
    assert game.recognised(state, seen) == seen


def test_faces_seen_at_night_outside_discard_and_lane_are_dropped():
    state = position(stacks={"p1": [1]})
    public = [Placement("card.S", "discard", 0), Placement("card.1", "reveal.1", 0), *backs(1)]
    secret = [Placement("card.B", "seat1.stack2", 0), Placement("card.3", "deck", 180)]
    assert game.recognised(state, Counter(public + secret)) == Counter(public)


def test_revealed_stacks_are_seen_by_day():
    state = position(phase="day", stacks={"p1": [["1", "2"], 1]})
    assert game.recognised(state, game.placements(state)) == game.placements(state)


def test_no_picture_shows_the_players_cards_at_night():
    assert private(position()) == ("seat1", "seat2")
    assert private(position(phase="day", stacks={"p1": [1]})) == ()


def test_whose_stack_a_recon_looks_into_is_told_unless_there_is_one_only():
    peek = {"type": "recon", "player": "p1", "owner": "p2", "stack": 1}
    one, two = position(stacks={"p2": [1]}), position(stacks={"p1": [1], "p2": [1]})
    assert [game.told(state, game.read(state, peek)) for state in (one, two)] == [False, True]


def test_stacks_beyond_the_printed_places_are_told():
    state = position(stacks={"p1": [1] * 9, "p2": [1] * 8})
    said = {
        str(to_json(action)): game.told(state, action) for action in game.legal(state) if not isinstance(action, Recon)
    }
    beyond = ("play_new", "'stack': 9", "'onto': 9", "'onto': 'new'")
    assert said == {line: any(word in line for word in beyond) for line in said}


def test_a_stack_beyond_the_printed_places_is_thought_of_if_no_other_fits():
    state = position(phase="day", stacks={"p1": [1] * 8 + [2]})
    found = game.shown(state, Counter(LANE | backs(*range(1, 9))))
    assert [(action.stack, action.cards) for action in found] == [(9, ("1", "2"))]


def test_a_pass_that_ends_the_game_is_told():
    last = position(phase="day", turn="p2", done=["p1"], pos={"p1": 20}, stacks={"p2": [1]})
    other = position(phase="day", turn="p2", done=["p1"], pos={"p1": 19}, stacks={"p2": [1]})
    assert [game.told(state, Pass("p2")) for state in (last, other)] == [True, False]


def test_cards_the_deck_cannot_have_are_no_reveal():
    state = position(phase="day", stacks={"p1": [1]}, discard=["R"] * 7)
    assert game.shown(state, Counter({Placement("card.R", "reveal.1")})) == []
