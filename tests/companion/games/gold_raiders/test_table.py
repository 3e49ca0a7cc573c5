"""How the table looks and shines, and what the phones say."""

from companion.games import gold_raiders as game
from companion.games.gold_raiders import board
from companion.games.protocol import to_json
from companion.layout import Placement

REVEAL = {"type": "reveal", "player": "p1", "stack": 1, "cards": ["1", "R", "2"]}


def position(**given):
    return game.state_from({"players": ["p1", "p2"], **given})


def moved(state, raw):
    return game.apply(state, game.read(state, raw))


def lights(state):
    return [(light.space, light.colour, light.effect) for light in game.glow(state).lights]


def test_the_box_holds_54_cards():
    assert sum(board.COPIES.values()) == 54
    assert board.pieces()[board.BACK] == 54


def test_a_fresh_table_shows_only_the_raiders():
    assert game.placements(game.setup(["p1", "p2"])) == {
        Placement("raider.red", "trail.0"),
        Placement("raider.orange", "trail.0"),
    }


def test_the_undealt_cards_lie_there_from_the_first_deal_on():
    deck = Placement("card.back", "deck", 0)
    assert deck not in game.placements(position(phase="deal"))
    assert deck in game.placements(position())
    assert deck in game.placements(position(phase="deal", round=2))


def test_hidden_stacks_show_a_back_turned_by_the_number_of_cards():
    table = game.placements(position(stacks={"p1": [1, 2]}, discard=["S", "R"], pos={"p2": 4}))
    assert table == {
        Placement("raider.red", "trail.0"),
        Placement("raider.orange", "trail.4"),
        Placement("idol", "seat1.idol"),
        Placement("card.back", "deck", 0),
        Placement("card.back", "seat1.stack1", 0),
        Placement("card.back", "seat1.stack2", 180),
        Placement("card.R", "discard", 180),
    }


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
    assert [to_json(action) for action in game.shown(state, frozenset(LANE | backs(1, 2)))] == [
        {"type": "reveal", "player": "p1", "stack": 3, "cards": ["1", "2"]}
    ]
    both = [to_json(action)["stack"] for action in game.shown(state, frozenset(LANE | backs(2)))]
    assert both == [1, 3]


def test_a_card_not_seen_in_the_lane_is_neither_another_stack_nor_a_pass():
    state = position(phase="day", stacks={"p1": [3, 2]})
    assert game.shown(state, frozenset(LANE | backs(2))) == []


def test_a_pass_leaves_every_hidden_stack_where_it_lies():
    state = position(phase="day", stacks={"p1": [3, 2]})
    assert [to_json(action)["type"] for action in game.shown(state, frozenset(backs(1, 2)))] == ["pass"]


def test_every_action_of_the_night_leaves_a_trace():
    state = position(stacks={"p1": [1, 2], "p2": [2]}, discard=["S", "R"])
    for action in game.legal(state):
        assert game.placements(game.apply(state, action)) != game.placements(state)


def test_cards_the_deck_cannot_have_are_no_reveal():
    state = position(phase="day", stacks={"p1": [1]}, discard=["R"] * 7)
    assert game.shown(state, frozenset({Placement("card.R", "reveal.1")})) == []


def test_small_stacks_are_listed_with_every_content():
    actions = game.legal(position(phase="day", stacks={"p1": [1, 2, 3]}))
    assert len(actions) == 6 + 36 + 1


def test_setup_lights_lagoon_and_temple():
    assert lights(game.setup(["p1", "p2"])) == [("trail.0", "white", "pulse"), ("trail.20", "gold", "steady")]


def test_night_dims_the_raiders_and_pulses_for_the_mover():
    state = position(pos={"p1": 3, "p2": 5})
    assert lights(state) == [("trail.5", "orange", "dim"), ("trail.3", "red", "pulse")]
    assert game.glow(state).timer_s == 30


def test_a_theft_flashes_victim_and_thief_in_turn():
    state = moved(
        position(pos={"p1": 3, "p2": 5}, stacks={"p2": [1]}),
        {"type": "steal", "player": "p1", "owner": "p2", "stack": 1, "onto": "new"},
    )
    flashes = [light for light in game.glow(state).lights if light.effect == "flash"]
    assert [(light.space, light.after_s) for light in flashes] == [
        ("trail.5", 0.0),
        ("trail.3", 0.5),
        ("trail.5", 1.0),
        ("trail.3", 1.5),
    ]


def test_a_peek_blinks_once():
    state = moved(
        position(pos={"p1": 3}, stacks={"p2": [1]}), {"type": "recon", "player": "p1", "owner": "p2", "stack": 1}
    )
    assert ("trail.3", "red", "flash") in lights(state)


def test_a_stack_read_runs_a_light_along_the_trail():
    state = moved(position(phase="day", pos={"p1": 7}, stacks={"p1": [3, 1]}), REVEAL)
    assert [(light.space, light.effect, light.after_s) for light in game.glow(state).lights] == [
        ("trail.7", "path", 0.0),
        ("trail.8", "path", 0.25),
        ("trail.9", "path", 0.5),
        ("trail.10", "steady", 0.75),
        ("trail.10", "pulse", 0.0),
    ]


def test_bandits_run_an_amber_light_back_and_nothing_flashes_white():
    start = position(phase="day", pos={"p1": 7}, stacks={"p1": [1, 1]})
    back = moved(start, {"type": "reveal", "player": "p1", "stack": 1, "cards": ["B"]})
    assert lights(back)[:3] == [
        ("trail.7", "amber", "path"),
        ("trail.6", "amber", "path"),
        ("trail.5", "amber", "steady"),
    ]
    stays = moved(start, {"type": "reveal", "player": "p1", "stack": 1, "cards": ["S"]})
    assert lights(stays)[0] == ("trail.7", "white", "flash")


def test_dusk_chases_at_the_new_first_player():
    state = moved(position(phase="day", pos={"p2": 7}, stacks={"p1": [1]}), {"type": "pass", "player": "p1"})
    assert lights(state) == [("trail.7", "orange", "path")] * 3


def test_the_winners_colour_runs_to_the_temple():
    state = moved(position(phase="day", pos={"p2": 20}, stacks={"p1": [1]}), {"type": "pass", "player": "p1"})
    assert lights(state) == [(f"trail.{space}", "orange", "path") for space in range(21)]
    assert game.glow(state).bar == 1.0


def test_the_story_explains_the_reading():
    state = moved(position(phase="day", pos={"p1": 7}, stacks={"p1": [3, 1]}), REVEAL)
    assert game.view(state, None).story == (
        "p1: 1, recon, 2: 1 mile +1, recon ignored, 2 on 1 +2: 3 forward, from 7 to 10.",
    )


def test_the_story_says_why_somebody_won():
    state = position(
        phase="day",
        turn="p2",
        done=["p1"],
        pos={"p1": 20, "p2": 20},
        stacks={"p1": [["1", "2"]], "p2": [["1", "2", "3"], 1]},
    )
    over = game.view(moved(state, {"type": "pass", "player": "p2"}), None)
    assert over.story[-1] == "p2 wins: 6 miles against 3."
    assert over.over


def test_the_idol_is_announced():
    state = moved(position(phase="day", pos={"p2": 7}, stacks={"p1": [1]}), {"type": "pass", "player": "p1"})
    assert game.view(state, None).story[-1] == "The day is over: the idol goes to p2, the farthest, on 7."


def test_phones_offer_only_what_is_possible():
    prompts = game.view(position(), "p1").prompts
    assert [[choice.label for choice in prompt.choices] for prompt in prompts] == [["New stack"]]
    full = game.view(position(stacks={"p1": [1], "p2": [2]}), "p1").prompts
    assert [[choice.label for choice in prompt.choices] for prompt in full] == [
        ["New stack", "On stack 1"],
        ["Recon: your own stack 1", "Recon: p2's stack 1"],
        ["Steal: p2's stack 1 as a new stack", "Steal: p2's stack 1 on stack 1"],
    ]
    assert game.view(position(), "p2").prompts == ()


def test_every_button_does_what_it_says_or_asks_for_the_cards():
    for state in (
        game.setup(["p1", "p2"]),
        position(phase="deal"),
        position(stacks={"p1": [1], "p2": [2]}),
        position(phase="day", stacks={"p1": [1, 2, 3]}),
    ):
        for prompt in game.view(state, None).prompts:
            for choice in prompt.choices:
                action = {**choice.action, "cards": ["1", "2", "3"]} if choice.fill else choice.action
                game.apply(state, game.read(state, action))


def test_a_large_stack_is_entered_card_by_card():
    prompt = game.view(position(phase="day", stacks={"p1": [4]}), "p1").prompts[-1]
    assert prompt.choices[0].fill == {"cards": {"of": board.CARDS, "count": 4}}


def test_standings_are_spaces_with_the_why_of_every_stack():
    score = game.score(moved(position(phase="day", pos={"p1": 7, "p2": 12}, stacks={"p1": [3, 1]}), REVEAL))
    assert score.ranking == (("p2", 1), ("p1", 2))
    assert (score.unit, score.winners) == ("spaces", ())
    mine = score.standings[0]
    assert [(line.what, line.points) for line in mine.lines] == [("space 10 of 20", 10), ("stack 1: 1, recon, 2", 3)]
    assert [part.what for part in mine.lines[1].parts] == ["1 mile", "recon ignored", "2 on 1"]


def test_score_names_the_tiebreak_that_decided():
    state = position(
        phase="day",
        turn="p2",
        done=["p1"],
        pos={"p1": 20, "p2": 20},
        stacks={"p1": [["1", "2"]], "p2": [["1", "2", "3"], 1]},
    )
    score = game.score(moved(state, {"type": "pass", "player": "p2"}))
    assert (score.winners, score.decided_by) == (("p2",), "travel_total")
