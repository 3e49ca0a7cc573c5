"""Actions in words, what is heard of them, and what the confirm button may end."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from companion.games.naming import plain
from companion.games.protocol import player_of
from companion.games.pyramid_raiders import GAME as game
from companion.games.pyramid_raiders.actions import (
    ChooseStart,
    DrawItem,
    EndMove,
    Enter,
    FlipRotation,
    LayOut,
    MagicTake,
    Move,
    PlaceCard,
    PlaceDecoy,
    Push,
    RevealCard,
    RollFacing,
    RollGuardian,
    SkipDecoy,
    SkipEffect,
    SkipTake,
    Step,
    TakeBackCard,
    TakeToken,
    Teleport,
    TurnGuardian,
)

PAWNS = {"konga": "e5", "ann": "e6", "bob": "i1"}


def at(phase, **given):
    base = {"players": list(PAWNS), "phase": phase, "pawns": PAWNS, "guardian": {"at": "i5", "facing": "E"}}
    return game.state_from(base | given)


def moving(card=3, **given):
    return at("moving", card=card, **given)


PUSHING = at("pushing", card=1, path=["e4", "e5"], pawns={**PAWNS, "ann": "e5"})
TOKENS = {"tokens": {"e5": "book", "d4": "orange"}}


@pytest.mark.parametrize(
    ("state", "action", "told"),
    [
        (at("layout"), LayOut({}), "lay out the treasures"),
        (at("facing"), RollFacing(3), "roll a 3: the guardian faces south-west"),
        (at("items"), DrawItem("ann", "magic_hands"), "draw the magic hands"),
        (at("start_player"), ChooseStart("ann", "ccw"), "start player Ann, rotation counter-clockwise"),
        (at("entering", pawns={"ann": "a1"}), Enter("bob", "a3"), "enter on a3"),
        (at("reentry", pawns={"ann": "a1"}), Enter("bob", "a3"), "come back in on a3"),
        (at("programming"), PlaceCard("ann"), "lay a card face down"),
        (at("programming", placed=["ann"]), TakeBackCard("ann"), "take the laid card back"),
        (at("reveal"), RevealCard("konga", 1), "turn up card 1: walk 1 space"),
        (at("reveal"), RevealCard("konga", 5), "turn up card 5: walk 5 spaces, the guardian 2 farther"),
        (moving(), Step("konga", "d5"), "step to d5"),
        (moving(), Step("konga", "e6"), "step to e6, pushing Ann"),
        (moving(decoy="e4"), Step("konga", "e4"), "step to e4, pushing the decoy"),
        (PUSHING, Push("konga", "d5"), "push Ann to d5"),
        (moving(), Move("konga", ("d5", "d6", "d7")), "walk d5, d6, d7"),
        (moving(1), Move("konga", ("e6",), ("e7",)), "walk e6, pushing Ann to e7"),
        (moving(), EndMove("konga"), "stop here"),
        (moving(5), Teleport("konga", "b1"), "go through the door to b1"),
        (moving(**TOKENS), MagicTake("konga", "e5"), "reach for the ancient book on e5"),
        (at("decoy", card=4, path=["e4", "e5"]), PlaceDecoy("konga", "e4"), "set the decoy on e4"),
        (at("decoy", card=4), SkipDecoy("konga"), "keep the decoy"),
        (at("decoy", card=4, decoy="c3"), SkipDecoy("konga"), "leave the decoy where it is"),
        (at("taking", card=1, **TOKENS), TakeToken("konga", "d4"), "take the orange treasure from d4"),
        (at("taking", card=1), SkipTake("konga"), "take nothing"),
        (at("effect", card=1), TurnGuardian("konga", "NW"), "turn the guardian to the north-west"),
        (at("effect", card=1), SkipEffect("konga"), "leave the guardian as he stands"),
        (at("effect", card=2), FlipRotation("konga"), "flip the rotation to counter-clockwise"),
        (at("effect", card=2, rotation="ccw"), FlipRotation("konga"), "flip the rotation to clockwise"),
        (at("effect", card=2), SkipEffect("konga"), "leave the rotation as it is"),
        (at("guardian"), RollGuardian("konga", 6), "roll a 6 for the guardian"),
    ],
)
def test_every_action_has_its_words(state, action, told):
    assert [plain(game.words(state, action, viewer)) for viewer in (None, "konga", "bob")] == [told] * 3


def test_a_walk_with_many_pushes_still_fits_on_a_button():
    players = ["harvison", "polavsky", "pengino", "thomas"]
    pawns = dict(zip(players, ["e1", "e2", "a1", "i1"], strict=True))
    state = game.state_from({"players": players, "phase": "moving", "card": 5, "pawns": pawns})
    state = game.state_from({**game.view(state, None).table, "guardian": {"at": "i5", "facing": "E"}})
    walk = Move("harvison", ("e2", "e3", "e4", "e5", "e6"), ("e3", "e4", "e5", "e6", "e7"))
    assert game.words(state, walk, None) == "walk e2, e3, e4, e5, e6, pushing to e3, e4, e5, e6, e7"


def played(count, seed, style):
    bots, state = game.bots(Random(seed), style), game.setup(game.names(count))
    while not game.is_over(state):
        action = bots.choose(state)
        bots.saw(state, action)
        yield state, action
        state = game.apply(state, action)


@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize("count", game.players)
def test_the_words_of_a_whole_game_are_plain_and_short(count, style):
    told = [game.words(state, action, None) for state, action in played(count, count, style)]
    assert len(told) > 100
    assert [one for one in told if not 3 <= len(one) <= 90 or "_" in one] == []
    assert [one for one in told if any(raw in one for raw in ("None", "True", "False"))] == []


def test_an_action_that_no_longer_fits_has_words_too():
    """After a correction a history may hold walks from where nobody stands and treasures that are gone."""
    moments = list(played(4, 9, "random"))
    states, actions = [state for state, _ in moments], [action for _, action in moments]
    for state in states[::17]:
        for action in actions:
            assert 3 <= len(game.words(state, action, None)) <= 90
    assert moments


@pytest.mark.parametrize("count", game.players)
def test_no_two_actions_of_one_player_side_by_side_have_the_same_words(count):
    moments = list(islice(played(count, 20 + count, "random"), 0, None, 3))
    for state, _ in moments:
        offered = [(player_of(action), game.words(state, action, None)) for action in islice(game.legal(state), 60)]
        assert [one for one, number in Counter(offered).items() if number > 1] == []
    assert moments


def after(state, **raw):
    action = game.read(state, raw)
    return game.cues(state, action, game.apply(state, action))


def test_a_knock_out_is_heard():
    state = at("guardian", guardian={"at": "e4", "facing": "E"})
    assert after(state, type="roll_guardian", player="konga", die=1) == ["knock_out"]


def test_whoever_must_come_back_in_hears_that_it_is_his_turn():
    state = at("guardian", guardian={"at": "e7", "facing": "W"})
    assert after(state, type="roll_guardian", player="konga", die=1) == ["knock_out", "your_turn"]


def test_a_treasure_and_the_next_players_turn_are_heard():
    state = moving(1, tokens={"d5": "red"}, items={"konga": "big_magnets"})
    assert after(state, type="step", player="konga", to="d5") == ["treasure"]
    assert after(moving(3, tokens={"d7": "red"}), type="move", player="konga", path=["d5", "d6", "d7"]) == [
        "treasure",
        "your_turn",
    ]


def test_a_new_round_calls_everybody():
    assert after(
        at("guardian", pawns={"konga": "a1", "ann": "b1", "bob": "c1"}), type="roll_guardian", player="konga", die=1
    ) == [
        "round",
        "your_turn",
    ]


def test_laying_a_card_calls_nobody_until_the_last_one_lies():
    assert after(at("programming"), type="place_card", player="ann") == []
    assert after(at("programming", placed=["konga", "bob"]), type="place_card", player="ann") == ["your_turn"]


def test_the_end_of_the_game_is_heard():
    state = at("guardian", round=15, pawns={"konga": "a1", "ann": "b1", "bob": "c1"})
    assert after(state, type="roll_guardian", player="konga", die=1) == ["game_over"]


@pytest.mark.parametrize(
    ("state", "ends"),
    [
        (moving(), []),
        (moving(1, need=0, path=["e4", "e5"], items={"konga": "rocket_shoes"}), [EndMove("konga")]),
        (at("decoy", card=4, path=["e4", "e5"], items={"konga": "decoy_doll"}), [SkipDecoy("konga")]),
        (at("taking", card=1, tokens={"d4": "red"}), [SkipTake("konga")]),
        (at("taking", card=1, tokens={"e5": "red"}), []),
        (at("effect", card=1), [SkipEffect("konga")]),
        (at("guardian"), []),
        (at("programming"), []),
        (PUSHING, []),
    ],
)
def test_the_confirm_button_ends_what_may_be_left_out(state, ends):
    assert list(game.endings(state)) == ends
