"""Every action refused for every reason, and the reasons in their order."""

import pytest

from companion.errors import IllegalAction
from companion.games.pyramid_raiders import GAME as game
from companion.games.pyramid_raiders.actions import Move, RollGuardian, Step
from companion.games.pyramid_raiders.rules import RULES

PLAYERS = ["p1", "p2", "p3"]
PAWNS = {"p1": "e5", "p2": "a1", "p3": "i1"}
FAR = {"at": "i5", "facing": "E"}


def position(phase, **given):
    return {"players": PLAYERS, "phase": phase, "guardian": FAR, "pawns": PAWNS, **given}


MOVING = position("moving", active="p1", card=2)
PUSHING = position("pushing", card=1, path=["e5", "e6"], pawns={"p1": "e6", "p2": "e6", "p3": "i1"})
DECOY = position("decoy", card=4, path=["e2", "e3", "e4", "e5"], items={"p1": "decoy_doll"})
TAKING = position("taking", card=1, items={"p1": "big_magnets"}, tokens={"e5": "red", "e6": "blue"})

HANDED = position("items", items={"p1": "magic_hands"})
ON_PATH = {"guardian": {"at": "e3", "facing": "E"}}

REFUSED = [
    (position("finished"), {"type": "fly"}, "game_over"),
    (position("finished"), None, "game_over"),
    (position("guardian"), {"type": "fly"}, "unknown_action"),
    (position("guardian"), {}, "unknown_action"),
    (position("guardian"), ["step"], "unknown_action"),
    (position("guardian"), {"type": 7}, "unknown_action"),
    (position("guardian"), {"type": ["step"]}, "unknown_action"),
    (position("guardian"), {"type": "step", "player": "p9", "to": 5}, "wrong_phase"),
    (position("guardian"), {"type": "roll_guardian", "player": "p2", "die": 9}, "not_your_turn"),
    (position("guardian"), {"type": "roll_guardian", "die": 3}, "not_your_turn"),
    (position("guardian"), {"type": "roll_guardian", "player": "p1", "die": 9}, "bad_value"),
    (position("guardian"), {"type": "roll_guardian", "player": "p1", "die": 0}, "bad_value"),
    (position("guardian"), {"type": "roll_guardian", "player": "p1", "die": "3"}, "bad_value"),
    (position("guardian"), {"type": "roll_guardian", "player": "p1", "die": True}, "bad_value"),
    (position("guardian"), {"type": "roll_guardian", "player": "p1", "die": 10**40}, "bad_value"),
    (position("guardian"), {"type": "roll_guardian", "player": "p1"}, "bad_value"),
    (position("facing"), {"type": "roll_facing", "die": 7}, "bad_value"),
    (position("layout"), {"type": "lay_out", "tokens": []}, "bad_value"),
    (position("layout"), {"type": "lay_out", "tokens": {"z1": "red"}}, "bad_space"),
    (position("layout"), {"type": "lay_out", "tokens": {"a2": "pink"}}, "bad_value"),
    (position("layout"), {"type": "lay_out", "tokens": {"a2": "red"}}, "bad_token_layout"),
    (position("items"), {"type": "draw_item", "player": "p9", "item": "magic_hands"}, "not_your_turn"),
    (position("items"), {"type": "draw_item", "player": "p1", "item": "sword"}, "bad_value"),
    (
        position("items", items={"p1": "magic_hands"}),
        {"type": "draw_item", "player": "p2", "item": "magic_hands"},
        "item_taken",
    ),
    (
        position("items", items={"p1": "magic_hands"}),
        {"type": "draw_item", "player": "p1", "item": "magic_hands"},
        "item_taken",
    ),
    (
        position("items", items={"p1": "magic_hands"}),
        {"type": "draw_item", "player": "p1", "item": "big_magnets"},
        "already_has_item",
    ),
    (position("start_player"), {"type": "choose_start", "player": "p9", "rotation": "cw"}, "bad_value"),
    (position("start_player"), {"type": "choose_start", "player": "p1", "rotation": "up"}, "bad_value"),
    (position("start_player"), {"type": "choose_start", "rotation": "cw"}, "bad_value"),
    (position("programming", placed=["p1"]), {"type": "place_card", "player": "p1"}, "already_placed"),
    (position("programming"), {"type": "take_back_card", "player": "p1"}, "not_placed"),
    (position("reveal"), {"type": "reveal_card", "player": "p1", "card": 6}, "bad_value"),
    (position("reveal", hands={"p1": [1]}), {"type": "reveal_card", "player": "p1", "card": 2}, "card_not_in_hand"),
    (MOVING, {"type": "step", "player": "p2", "to": "zz"}, "not_your_turn"),
    (MOVING, {"type": "step", "player": "p1", "to": "zz"}, "bad_space"),
    (MOVING, {"type": "step", "player": "p1", "to": 3}, "bad_value"),
    (MOVING, {"type": "step", "player": "p1"}, "bad_value"),
    (MOVING, {"type": "step", "player": "p1", "to": "e7"}, "not_adjacent"),
    (MOVING, {"type": "step", "player": "p1", "to": "e5"}, "not_adjacent"),
    (MOVING, {"type": "move", "player": "p1", "path": "e6"}, "bad_value"),
    (MOVING, {"type": "move", "player": "p1", "path": ["e6", "j1"]}, "bad_space"),
    (MOVING, {"type": "move", "player": "p1", "path": ["e6", "e7"], "pushes": ["x"]}, "bad_space"),
    (MOVING, {"type": "move", "player": "p1", "path": []}, "too_few_steps"),
    (MOVING, {"type": "move", "player": "p1", "path": ["e6"]}, "too_few_steps"),
    (MOVING, {"type": "move", "player": "p1", "path": ["e6", "e5"]}, "backtrack"),
    (MOVING, {"type": "move", "player": "p1", "path": ["e6", "e7", "e8"]}, "too_many_steps"),
    (MOVING, {"type": "move", "player": "p1", "path": ["e6", "e7"], "pushes": ["e8"]}, "push_unused"),
    (MOVING, {"type": "end_move", "player": "p1"}, "must_move_exact"),
    (MOVING, {"type": "teleport", "player": "p1", "to": "c3"}, "item_not_owned"),
    (MOVING, {"type": "magic_take", "player": "p1", "space": "c3"}, "item_not_owned"),
    (MOVING, {"type": "push", "player": "p1", "to": "c3"}, "wrong_phase"),
    (PUSHING, {"type": "push", "player": "p1", "to": "e8"}, "not_adjacent"),
    (PUSHING, {"type": "push", "player": "p1", "to": "e6"}, "not_adjacent"),
    (PUSHING, {"type": "push", "player": "p1", "to": "e5"}, "push_back"),
    (PUSHING, {"type": "push", "player": "p2", "to": "e7"}, "not_your_turn"),
    (PUSHING | {"pillars": ["e7"]}, {"type": "push", "player": "p1", "to": "e7"}, "blocked_pillar"),
    (DECOY, {"type": "place_decoy", "player": "p1", "space": "e5"}, "not_on_path"),
    (
        DECOY | ON_PATH,
        {"type": "place_decoy", "player": "p1", "space": "e3"},
        "space_occupied",
    ),
    (TAKING, {"type": "take_token", "player": "p1", "space": "e7"}, "out_of_range"),
    (TAKING, {"type": "take_token", "player": "p1", "space": "d5"}, "no_token"),
    (TAKING, {"type": "skip_take", "player": "p1"}, "must_take"),
    (position("effect", card=2), {"type": "turn_guardian", "player": "p1", "facing": "E"}, "wrong_effect"),
    (position("effect", card=1), {"type": "turn_guardian", "player": "p1", "facing": "N"}, "bad_value"),
    (position("effect", card=1), {"type": "flip_rotation", "player": "p1"}, "wrong_effect"),
]


@pytest.mark.parametrize(("given", "raw", "code"), REFUSED)
def test_refused_with_the_right_reason_and_nothing_changed(given, raw, code):
    state = game.state_from(given)
    before = game.state_from(given)
    with pytest.raises(IllegalAction) as refused:
        game.apply(state, game.read(state, raw))
    assert (refused.value.code, str(refused.value) != "") == (code, True)
    assert state == before


def test_the_sentence_says_how_much_is_owed():
    state = game.state_from(MOVING)
    with pytest.raises(IllegalAction, match="You owe 2 more spaces"):
        game.apply(state, game.read(state, {"type": "end_move", "player": "p1"}))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Step("p1", "zz"), "bad_space"),
        (Step("p1", ["e6"]), "bad_value"),
        (Step(["p1"], "e6"), "not_your_turn"),
        (Move("p1", ["e6", "e7"]), "bad_value"),
        (RollGuardian("p1", 3), "wrong_phase"),
        ("step", "unknown_action"),
    ],
)
def test_apply_checks_again_what_read_has_checked(action, code):
    with pytest.raises(IllegalAction) as refused:
        game.apply(game.state_from(MOVING), action)
    assert refused.value.code == code


@pytest.mark.parametrize("kind", sorted(RULES.kinds))
def test_every_action_is_refused_once_the_game_is_over(kind):
    with pytest.raises(IllegalAction) as refused:
        game.read(game.state_from(position("finished")), {"type": kind, "player": "p1"})
    assert refused.value.code == "game_over"
