"""How the table looks, and what a table at rest may mean."""

from collections import Counter

from companion.games.gold_raiders import GAME as game
from companion.games.gold_raiders import board
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
    for placement in game.placements(state):
        assert placement.piece in board.pieces()
        assert placement.space in board.spaces()


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


def test_a_pass_leaves_every_hidden_stack_where_it_lies():
    state = position(phase="day", stacks={"p1": [3, 2]})
    assert [to_json(action)["type"] for action in game.shown(state, Counter(backs(1, 2)))] == ["pass"]


def test_every_action_of_the_night_leaves_a_trace():
    state = position(stacks={"p1": [1, 2], "p2": [2]}, discard=["S", "R"])
    for action in game.legal(state):
        assert game.placements(game.apply(state, action)) != game.placements(state)


def test_cards_the_deck_cannot_have_are_no_reveal():
    state = position(phase="day", stacks={"p1": [1]}, discard=["R"] * 7)
    assert game.shown(state, Counter({Placement("card.R", "reveal.1")})) == []
