"""How the table looks, what it may show next, what is lit and what the phones say."""

from random import Random

import pytest

from companion.games import temple_of_gold as game
from companion.games.protocol import Light
from companion.games.temple_of_gold.glow import COSTS, FREE, INCOME, SUIT_COLOURS, TREASURE
from companion.games.temple_of_gold.state import (
    AnnounceTreasure,
    Dig,
    Discard,
    EndTurn,
    Explore,
    PickUp,
    Step,
    TakeIncome,
    Units,
)
from companion.layout import Placement

JUNGLE = {
    "D2": {"tile": "spring_2", "blocked": "S"},
    "C2": {"tile": "suns_2", "blocked": "W"},
    "D3": {"tile": "moons_5", "blocked": "E"},
    "A4": {"tile": "moons_3", "blocked": "N"},
}


def position(*players, **parts):
    numbered = [{"id": f"p{n}", **player} for n, player in enumerate(players, start=1)]
    return game.state_from({"players": numbered, **parts})


def lying(state, piece):
    return {(placed.space, placed.turned) for placed in game.placements(state) if placed.piece == piece}


def on_mat(state, seat):
    return {
        placed.space.partition(".")[2]: placed.piece
        for placed in game.placements(state)
        if placed.space.startswith(f"seat{seat}.")
    }


def after(state, *actions):
    """The table as seen once those actions are done."""
    for action in actions:
        state = game.apply(state, action)
    return game.placements(state)


# placements


@pytest.mark.parametrize(("blocked", "turned"), [("S", 0), ("W", 90), ("N", 180), ("E", 270)])
def test_tile_lies_with_its_bottom_on_the_blocked_side(blocked, turned):
    state = position({}, {}, tiles={"C3": {"tile": "moons_3", "blocked": blocked}})
    assert lying(state, "tile.moons_3") == {("C3", turned)}


def test_fresh_table_has_towns_coast_pawns_and_trophies():
    state = game.setup(["p1", "p2"])
    assert lying(state, "tile.fall_a") == {("B1", None)}
    assert {space for space, _ in lying(state, "tile.back")} == {"A1", "C1", "E1", "F2", "F4", "F6"}
    assert lying(state, "pawn.arms") == {("F1", None)}
    assert lying(state, "tile.suns_5") == {("trophy.suns", None)}
    assert lying(state, "amulet") == {("A6", None)}
    assert {space for space, _ in lying(state, "gold")} == {"A6", "income", "spare"}


def test_pack_lies_in_pairs_then_single_units_then_treasures_and_the_amulet():
    state = position({"pack": {"food": 3, "tools": 2}, "treasures": 1, "amulet_round": 2, "gold": 2}, {})
    assert on_mat(state, 1) == {
        **{"pair1": "coin.food", "pair2": "coin.tools", "pack5": "coin.food", "pack6": "gold", "pack7": "amulet"},
        **{"gold1": "gold", "gold2": "gold"},
    }


def test_a_pack_fuller_than_full_names_no_ninth_field():
    state = position({"pack": {"food": 8}, "treasures": 3, "gold": 12}, {})
    assert len(on_mat(state, 1)) == 4 + 8


def test_trophies_lie_with_their_holders():
    assert lying(position({}, {}, trophies={"suns": "p2"}), "tile.suns_5") == {("seat2.trophy", None)}


def test_camps_sites_and_used_clues_lie_on_the_board():
    tiles = {"C3": {"tile": "arms_3", "blocked": "N", "camps": {"p1": 2, "p2": 1}, "clue_used": True}}
    state = position({}, {}, tiles=tiles, sites={"D4": {}, "D5": {"taken": True}})
    assert lying(state, "camp.suns") == lying(state, "camp.arms") == lying(state, "clue") == {("C3", None)}
    assert "D4" in dict(lying(state, "gold"))
    assert "D5" not in dict(lying(state, "gold"))


# what the table shows


def test_a_tile_laid_shows_as_exploring():
    state = position({"pos": "E1"}, {})
    explored = Explore("p1", "E2", "moons_3", "W")
    assert explored in game.shown(state, after(state, explored))
    assert [action for action in game.shown(state, after(state, explored)) if isinstance(action, Explore)] == [explored]


def test_a_walk_is_shown_step_by_step():
    state = game.setup(["p1", "p2"])
    seen = after(state, Step("p1", "F2"), Step("p1", "F3"))
    assert list(game.shown(state, seen)) == [Step("p1", "F2")]
    assert Step("p1", "F3") in game.shown(game.apply(state, Step("p1", "F2")), seen)


def test_units_gone_from_the_pack_tell_the_payment():
    state = position({"pos": "D2", "pack": {"food": 2, "jewelry": 1}, "wild": 2}, {}, tiles=JUNGLE)
    seen = after(state, Step("p1", "C2", Units(food=2, wild=1)))
    explaining = [action for action in game.shown(state, seen) if after(state, action) == seen]
    assert explaining == [Step("p1", "C2", Units(food=2, wild=1))]


def test_coins_count_wherever_they_lie_in_the_pack():
    state = position({"pos": "D1"}, {})
    seen = {placed for placed in game.placements(state) if not placed.space.startswith("seat1.")}
    seen |= {Placement("coin.food", "seat1.pack3"), Placement("coin.food", "seat1.pack7")}
    seen |= {Placement("coin.jewelry", "seat1.pack2"), Placement("coin.tools", "seat1.pack8")}
    assert list(game.shown(state, frozenset(seen))) == [PickUp("p1", Units(tools=1))]


def test_a_tidied_pack_lies_as_the_rules_would_lay_it():
    state = position({"pack": {"food": 3, "tools": 1}, "treasures": 1}, {"pack": {}})
    others = {placed for placed in game.placements(state) if not placed.piece.startswith("coin.")}
    untidy = {Placement("coin.food", f"seat1.pack{field}") for field in (8, 3, 5)} | {
        Placement("coin.tools", "seat1.pack1")
    }
    assert game.recognised(state, frozenset(others | untidy)) == game.placements(state)


def test_a_tidy_table_stays_as_it_is():
    state = position({"pack": {"food": 2, "wood": 3}}, {}, {}, tiles=JUNGLE)
    assert game.recognised(state, game.placements(state)) == game.placements(state)


def test_missing_units_show_as_a_discard():
    state = game.setup(["p1", "p2"])
    given = Discard("p1", Units(food=1, jewelry=1))
    assert list(game.shown(state, after(state, given))) == [given]


def test_gold_and_rings_show_an_announcement():
    state = position({}, {}, tiles={**JUNGLE, "E4": {"tile": "spring_a", "blocked": "N"}})
    announced = AnnounceTreasure("p1", "D4", "E4", "D2")
    assert list(game.shown(state, after(state, announced))) == [announced]


def test_without_rings_every_pair_of_clues_is_possible():
    state = position({}, {}, tiles={**JUNGLE, "E4": {"tile": "spring_a", "blocked": "N"}})
    seen = game.placements(state) | {Placement("gold", "D4")}
    assert len(list(game.shown(state, seen))) == 2


def test_a_dug_treasure_shows():
    state = position({"pos": "D3"}, {}, tiles=JUNGLE, sites={"D3": {}})
    assert Dig("p1", Units(food=2)) in game.shown(state, after(state, Dig("p1", Units(food=2))))


def test_a_pawn_in_the_temple_shows_that_it_was_opened():
    state = position({"pos": "A5"}, {}, tiles={"A5": {"tile": "moons_2", "blocked": "N"}})
    seen = after(state, Explore("p1", "A6"), Step("p1", "A6"))
    assert list(game.shown(state, seen)) == [Explore("p1", "A6")]
    assert Step("p1", "A6") in game.shown(game.apply(state, Explore("p1", "A6")), seen)


def test_doing_nothing_is_never_inferred():
    state = game.setup(["p1", "p2"])
    assert list(game.shown(state, game.placements(state))) == []


def test_the_end_of_a_turn_is_inferred_once_something_was_done():
    state = game.apply(game.setup(["p1", "p2"]), Step("p1", "E1"))
    assert list(game.shown(state, game.placements(state))) == [EndTurn("p1")]


def test_of_two_free_ways_one_is_shown_and_a_dear_one_beside_it():
    tiles = {space: {"tile": tile, "blocked": "N"} for space, tile in (("D2", "moons_2"), ("C2", "arms_3"))}
    state = position({"pos": "D1"}, {}, tiles={**tiles, "D3": {"tile": "moons_3", "blocked": "N"}})
    seen = game.placements(state) - {Placement("pawn.suns", "D1")} | {Placement("pawn.suns", "C2")}
    first = {action.to for action in game.shown(state, frozenset(seen)) if isinstance(action, Step)}
    assert first == {"C1", "D2"}


def test_a_gold_marker_taken_shows_the_end_of_an_idle_turn():
    state = position({"amulet_round": 1}, {}, {}, round=2)
    assert list(game.shown(state, after(state, EndTurn("p1")))) == [EndTurn("p1")]


@pytest.mark.parametrize(("style", "players"), [("random", 2), ("greedy", 4)])
def test_whatever_hands_change_is_among_what_the_table_shows(style, players):
    state, bots = game.setup([f"p{n}" for n in range(players)]), game.bots([], Random(4), style)
    while not game.is_over(state):
        done = bots.choose(state)
        seen = after(state, done)
        if seen != game.placements(state):
            assert done in game.shown(state, seen)
        state = game.apply(state, done)


def test_nothing_is_shown_when_the_game_is_over():
    state = position({}, {}, phase="over")
    assert list(game.shown(state, game.placements(state))) == []


# lights


def test_turn_begins_with_the_pawn_and_the_steps_left():
    glow = game.glow(game.setup(["p1", "p2"]))
    assert glow.lights == (Light("F1", SUIT_COLOURS["suns"]),)
    assert glow.bar == 5 / 8


def test_an_open_move_lights_free_and_costly_neighbours():
    state = position({"pos": "D2", "pack": {"food": 3}}, {}, tiles=JUNGLE, turn={"move": "open", "steps": 1})
    assert {(light.space, light.colour) for light in game.glow(state).lights} == {
        ("D2", SUIT_COLOURS["suns"]),
        ("C2", COSTS),
        ("D3", FREE),
    }


def test_new_tile_blinks():
    state = game.apply(position({"pos": "E1"}, {}), Explore("p1", "E2", "moons_3", "W"))
    assert Light("E2", "#ffffff", "flash", for_s=2.0) in game.glow(state).lights


def test_treasures_shine_and_pulse_under_the_pawn():
    state = position({"pos": "D3"}, {}, tiles=JUNGLE, sites={"D3": {}, "E5": {}, "B2": {"taken": True}})
    assert set(game.glow(state).lights) == {Light("D3", TREASURE, "pulse"), Light("E5", TREASURE)}


def test_spots_nobody_announced_are_neither_lit_nor_shown():
    """T77."""
    state = position({"pos": "E1"}, {}, tiles=JUNGLE)
    assert AnnounceTreasure("p1", "D4", "A4", "D2") in game.legal(state)
    assert "D4" not in {light.space for light in game.glow(state).lights}
    for viewer in ("p1", "p2", None):
        prompts = game.view(state, viewer).prompts
        assert not [choice for prompt in prompts for choice in prompt.choices if "D4" in str(choice.action)]


def test_natives_trade_pulses_amber():
    tiles = {**JUNGLE, "C2": {"tile": "arms_3", "blocked": "W"}}
    state = game.apply(position({"pos": "D2"}, {}, tiles=tiles), Step("p1", "C2", Units(jewelry=1)))
    assert Light("C2", COSTS, "pulse") in game.glow(state).lights


def test_closing_dims_the_pawn_and_shows_the_income_pile():
    state = game.apply(position({"pos": "D3"}, {}, tiles=JUNGLE, sites={"D3": {}}), Dig("p1", Units(food=2)))
    assert game.glow(state).lights == (Light("D3", SUIT_COLOURS["suns"], "dim"),)
    assert game.glow(state).bar == 1.0


def test_income_due_flashes_the_temple():
    state = position({"amulet_round": 1}, {}, round=2)
    assert Light("A6", INCOME, "flash") in game.glow(state).lights


def test_the_winner_runs_round_the_coast():
    glow = game.glow(position({}, {"gold": 3}, phase="over"))
    assert {light.colour for light in glow.lights} == {SUIT_COLOURS["arms"]}
    assert (len(glow.lights), glow.bar) == (11, 1.0)


# phones


def test_every_choice_is_accepted_right_now():
    state = position({"pos": "D2", "pack": {"food": 4}}, {}, tiles=JUNGLE, sites={"D2": {}})
    choices = [choice for prompt in game.view(state, "p1").prompts for choice in prompt.choices]
    assert {choice.action["type"] for choice in choices} == {"end_turn", "step", "explore", "dig", "discard"}
    for choice in choices:
        game.apply(state, game.read(state, choice.action))


def test_only_the_active_player_is_asked_for_actions():
    state = game.setup(["p1", "p2"])
    assert {prompt.player for prompt in game.view(state, "p2").prompts} == {None}
    assert game.view(state, "p1").prompts[0].text == "Your turn: up to 5 steps, 5 free spaces."
    assert game.view(state, "p1").prompts[0].choices[0].label == "Do nothing"


def test_claimed_income_is_a_button():
    state = position({"amulet_round": 1}, {}, round=2, options={"income": "claim"})
    choice = game.view(state, "p1").prompts[0].choices[0]
    assert game.read(state, choice.action) == TakeIncome("p1")


def test_price_of_an_adventure_behind_a_blocked_side_is_told():
    tiles = {**JUNGLE, "D2": {"tile": "spring_2", "blocked": "W"}}
    state = position({"pos": "D2", "pack": {"food": 4}}, {}, tiles=tiles)
    texts = [prompt.text for prompt in game.view(state, "p1").prompts]
    assert "Entering C2 costs 4 units, 3 of them food. What do you hand in?" in texts


def test_doing_an_adventure_again_is_offered():
    tiles = {**JUNGLE, "C2": {"tile": "suns_2", "blocked": "W", "camps": {"p1": 1}}}
    state = position({"pos": "D2", "pack": {"food": 3}}, {}, tiles=tiles)
    texts = [prompt.text for prompt in game.view(state, "p1").prompts]
    assert "Do the adventure on C2 again for another camp? It costs 3 food. What do you hand in?" in texts


def test_the_story_says_why():
    state = game.apply(game.setup(["p1", "p2"]), Step("p1", "E1"))
    assert game.view(state, None).story == ("p1 has walked 1 step; 3 items in the backpack allow 5 in all.",)


def test_tokens_that_became_a_wild_resource_are_told():
    state = game.apply(position({"pos": "E1", "tokens": 3}, {}), Explore("p1", "E2", "moons_3", "W"))
    assert game.view(state, None).story == ("p1 has explored: the tokens were 4, so they have become a wild resource.",)


def test_the_result_names_winner_and_tie_break():
    state = position(
        {"gold": 3, "adventures": 1}, {"gold": 3, "adventures": 2}, phase="over", end_reason="all_at_temple"
    )
    view = game.view(state, None)
    assert view.headline == "p2 wins"
    assert view.prompts[0].text == "p2 wins. p1 3 gold, p2 3 gold. Adventures decide: p2 2, p1 1."
    assert view.over
    assert view.acting == ()
