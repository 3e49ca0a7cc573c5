"""What the phones say."""

from companion.games.naming import plain
from companion.games.temple_of_gold import GAME as game
from companion.games.temple_of_gold import board
from companion.games.temple_of_gold.actions import AnnounceTreasure, TakeIncome
from companion.games.temple_of_gold.legal import announcements

JUNGLE = {
    "D2": {"tile": "spring_2", "blocked": "S"},
    "C2": {"tile": "suns_2", "blocked": "W"},
    "D3": {"tile": "moons_5", "blocked": "E"},
    "A4": {"tile": "moons_3", "blocked": "N"},
}


def position(*players, **parts):
    numbered = [{"id": f"p{n}", **player} for n, player in enumerate(players, start=1)]
    return game.state_from({"players": numbered, **parts})


def test_every_choice_is_accepted_right_now():
    state = position({"pos": "D2", "pack": {"food": 4}}, {}, tiles=JUNGLE, sites={"D2": {}})
    choices = [choice for prompt in game.view(state, "p1").prompts for choice in prompt.choices]
    plain = [choice for choice in choices if choice.fill is None]
    assert {choice.action["type"] for choice in plain} == {"end_turn", "step", "explore", "dig", "discard"}
    for choice in plain:
        game.apply(state, game.read(state, choice.action))


def test_only_the_active_player_is_asked_for_actions():
    state = game.setup(["p1", "p2"])
    assert {prompt.player for prompt in game.view(state, "p2").prompts} == {None}
    assert game.view(state, "p1").prompts[0].text == "Your turn: up to 5 steps, 5 free spaces."
    assert game.view(state, "p1").prompts[0].choices[0].label == "Do nothing"


def test_whoever_has_steps_left_but_no_way_on_is_told_so():
    state = position({"pos": "A4"}, {}, tiles=JUNGLE)
    assert game.view(state, "p1").prompts[0].text == "Your turn: no step leads on from here, 5 free spaces."


def test_whoever_explored_after_walking_is_not_promised_further_steps():
    walked = {"player": "p1", "move": "closed", "steps": 1, "explored": True}
    view = game.view(position({"pos": "D2"}, {}, tiles=JUNGLE, turn=walked), "p1")
    assert plain(view.headline) == "Round 1: P1 has walked"
    assert view.prompts[0].text == "Your turn: you have walked, 5 free spaces."


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


def treasure_choice(state, viewer):
    return game.view(state, viewer).prompts[-1].choices[0]


def test_nobody_is_asked_for_a_treasure_before_two_clues_lie_there():
    state = position({"pos": "E1"}, {}, tiles=dict([*JUNGLE.items()][:1]))
    assert not any("treasure" in prompt.text for prompt in game.view(state, "p1").prompts)


def test_spots_nobody_announced_are_told_from_no_others():
    """T77: every spot can be pointed at, every clue be tapped; the view tells nobody which of them fit."""
    state = position({"pos": "E1"}, {}, tiles=JUNGLE)
    assert AnnounceTreasure("p1", "D4", "A4", "D2") in announcements(state)
    for viewer in ("p1", "p2", None):
        asked = treasure_choice(state, viewer).fill
        assert asked["cell"]["spaces"] == list(board.JUNGLE)
        assert asked["horizontal"]["spaces"] == asked["vertical"]["spaces"] == list(JUNGLE)


def test_a_treasure_is_announced_by_tapping_the_spot_and_its_clues():
    state = position({"pos": "E1"}, {}, tiles=JUNGLE)
    action = {**treasure_choice(state, "p2").action, "cell": "D4", "horizontal": "A4", "vertical": "D2"}
    assert "D4" in game.apply(state, game.read(state, action)).sites


def test_a_tile_is_laid_by_its_blocked_side_its_suit_and_its_number():
    state = position({"pos": "E1"}, {}, tiles=JUNGLE)
    choices = [choice for prompt in game.view(state, "p1").prompts for choice in prompt.choices]
    wanted = {"type": "explore", "player": "p1", "cell": "E2", "tile": "moons_4", "blocked": "E"}
    [laid] = [choice for choice in choices if choice.action == wanted]
    assert [(pick.label, pick.space, pick.turned) for pick in laid.picks] == [
        ("Explore E2, blocked right", "E2", 90),
        ("Moons", None, None),
        ("4", None, None),
    ]


def test_the_result_names_winner_and_tie_break():
    state = position(
        {"gold": 3, "adventures": 1}, {"gold": 3, "adventures": 2}, phase="over", end_reason="all_at_temple"
    )
    view = game.view(state, None)
    assert plain(view.headline) == "P2 wins"
    assert plain(view.prompts[0].text) == "P2 wins. P1 3 gold, P2 3 gold. Adventures decide: P2 2, P1 1."
    assert view.over
    assert view.acting == ()


def test_the_shores_are_painted_before_anything_was_done_and_never_after():
    state = game.setup(["p1", "p2"])
    [choice] = game.view(state, None).prompts[-1].choices
    paint = choice.fill["layout"]["paint"]
    assert (choice.anew, set(paint["spaces"]), paint["lying"]) == (True, set(board.EDGE), state.layout)
    assert [game.setup(["p1", "p2"], {"layout": shores}).layout for shores in paint["like"]] == paint["like"]
    later = game.apply(state, game.read(state, {"type": "step", "player": "p1", "to": "E1"}))
    assert not any(choice.anew for prompt in game.view(later, None).prompts for choice in prompt.choices)
