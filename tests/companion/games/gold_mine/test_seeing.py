"""How the table should look, what is made of miners on foot marks, and which moves a table may show."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from companion.games.gold_mine.actions import DrawTile, HandOff
from companion.games.gold_mine.layout import layout
from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.rules import apply
from companion.games.gold_mine.rules import read as read_action
from companion.games.gold_mine.seeing import placements, recognised, rolled, shown, told
from companion.games.protocol import Seen, to_json
from companion.layout import Placement

Played = Callable[..., tuple[tuple[Any, ...], tuple[Any, ...]]]

LITTLE = [
    ["T07", 0, -1, 1],
    ["G03", 1, -1, 1],
    ["T44", 2, -1, 3],
    ["T37", -1, -1, 0],
    ["T08", -1, 0, 0],
    ["C01", 1, 0, 0],
    ["T45", 2, 0, 1],
    ["G25", -1, 1, 0],
]


WON = {
    "kind": "gold",
    "challenger": "red",
    "defender": "blue",
    "rolls": [[6, 1], [3, 3]],
    "winner": "red",
    "loser": "blue",
}


def said(state: Any, seen: Seen) -> list[Any]:
    return [to_json(action) for action in shown(state, seen)]


def test_tiles_nuggets_and_miners_lie_where_the_state_says() -> None:
    state = state_from({"mine": [["G03", 0, -1, 1], ["T37", -1, -1, 3]], "miners": {"blue": [-1, -1, 1]}})
    assert list(placements(state).elements()) == [
        Placement("tile.E00", "0,0", 0),
        Placement("tile.G03", "0,-1", 90),
        Placement("tile.T37", "-1,-1", 270),
        Placement("nugget", "0,-1"),
        Placement("miner.red", "0,0,red"),
        Placement("miner.blue", "-1,-1,se"),
        Placement("torch", "torch.1"),
    ]


def test_miners_of_several_colours_in_one_tunnel_stand_on_different_marks() -> None:
    crowd = {colour: [0, 1, 0] for colour in ("red", "green", "blue", "yellow")}
    state = state_from({"players": list(crowd), "mine": [["T22", 0, 1, 0]], "miners": crowd})
    marks = {placement.space for placement in placements(state) if placement.piece.startswith("miner")}
    assert marks == {"0,1,ne", "0,1,se", "0,1,sw", "0,1,nw"}


def test_no_miner_is_on_the_table_before_production() -> None:
    lying = placements(state_from({"phase": "development"}))
    assert lying == Counter([Placement("tile.E00", "0,0", 0), Placement("torch", "torch.1")])


def test_nuggets_of_a_player_are_counted_in_his_purse_as_far_as_it_has_room() -> None:
    state = state_from({"nuggets": {"red": 2, "blue": 11}})
    lying = placements(state)
    assert (lying[Placement("nugget", "purse.red")], lying[Placement("nugget", "purse.blue")]) == (2, 10)


def test_a_hand_off_is_told_and_never_read_off_the_purses() -> None:
    given = {"players": ["red", "green", "blue", "yellow"], "options": {"alliances": True}, "step": "action"}
    state = state_from({**given, "nuggets": {"red": 3, "blue": 1}})
    after = placements(state_from({**given, "nuggets": {"red": 1, "blue": 3}}))
    assert [row for row in said(state, after) if row["type"] == "hand_off"] == []
    assert told(state, HandOff("red", "red", "blue", 2))


def torches(state: Any) -> list[str]:
    return [placement.space for placement in placements(state) if placement.piece == "torch"]


def test_the_torch_is_passed_on_with_the_turn_and_stays_while_a_rival_answers_a_challenge() -> None:
    fight = {"kind": "bat", "challenger": "red", "defender": "blue", "winner": "blue", "loser": "red"}
    assert torches(state_from({"turn": "blue"})) == ["torch.3"]
    assert torches(state_from({"step": "bat_roll", "actor": "blue", "challenge": fight})) == ["torch.1"]


def test_nobody_has_the_torch_before_the_start_and_after_the_end() -> None:
    assert torches(state_from({"phase": "start_roll"})) == []
    assert torches(state_from({"phase": "over", "winner": ["red"]})) == []


def test_the_token_lies_on_the_plate_while_a_challenge_runs() -> None:
    fight = {"kind": "bat", "challenger": "red", "defender": "blue"}
    state = state_from({"step": "challenge_roll", "challenge": fight})
    assert Placement("token.bat", "plate") in placements(state)


def test_a_drawn_tile_is_shown_only_if_it_fits_nowhere() -> None:
    hopeless, good = state_from({"step": "place", "drawn": "G01"}), state_from({"step": "place", "drawn": "T22"})
    assert Placement("tile.G01", "show", 0) in placements(hopeless)
    assert not [lying for lying in placements(good) if lying.piece == "tile.T22"]


def test_placements_name_only_what_the_layout_has() -> None:
    state = state_from({"mine": LITTLE, "miners": {"blue": [-1, -1, 1]}})
    table = layout()
    assert {lying.piece for lying in placements(state)} <= set(table.piece)
    assert {lying.space for lying in placements(state)} <= set(table.space)


@pytest.mark.parametrize(
    ("stands", "means"),
    [
        ("-1,-1,n", "-1,-1,ne"),  # tunnel 0 of the double bend: north and east, and the corner between
        ("-1,-1,e", "-1,-1,ne"),
        ("-1,-1,ne", "-1,-1,ne"),
        ("-1,-1,s", "-1,-1,sw"),
        ("-1,-1,w", "-1,-1,sw"),
        ("-1,-1,c", "-1,-1,c"),  # between two tunnels: not to be told
        ("-1,-1,nw", "-1,-1,nw"),
        ("1,-1,e", "1,-1,se"),  # a chamber: any mark will do, red's is the first after its marker's corner
        ("1,-1,c", "1,-1,se"),
        ("1,-1,sw", "1,-1,se"),
        ("0,0,blue", "0,0,red"),
        ("5,5,n", "5,5,n"),
    ],
)
def test_a_miner_may_stand_on_any_mark_of_his_tunnel(stands: str, means: str) -> None:
    state = state_from({"mine": LITTLE})
    seen = Counter([Placement("miner.red", stands)])
    assert recognised(state, seen) == Counter([Placement("miner.red", means)])


def test_four_miners_in_a_chamber_stand_apart() -> None:
    """They stood on each other at its only mouth, and the lower one could not be seen."""
    colours = ("red", "green", "blue", "yellow")
    miners = {colour: [1, -1, 0] for colour in colours}
    state = state_from({"players": list(colours), "mine": LITTLE, "miners": miners})
    spaces = {one.space for one in placements(state) if one.piece.startswith("miner.")}
    assert len(spaces) == len(colours)


def test_a_miner_on_a_tile_just_laid_is_recognised_too() -> None:
    state = state_from({"mine": LITTLE})
    fresh = Placement("tile.T01", "0,1", 0)
    assert recognised(state, Counter([fresh, Placement("miner.red", "0,1,c")])) == Counter(
        [
            fresh,
            Placement("miner.red", "0,1,ne"),
        ]
    )


@pytest.mark.parametrize("lies", [True, False])
def test_a_chamber_just_laid_counts_with_its_nugget_though_it_may_come_later(lies: bool) -> None:
    nugget, chamber = Placement("nugget", "0,1"), Placement("tile.G19", "0,1", 0)
    seen = Counter([chamber, nugget] if lies else [chamber])
    assert recognised(state_from({}), seen) == Counter([chamber, nugget])
    laid = state_from({"mine": [["G19", 0, 1, 0]]})
    assert recognised(laid, seen) == seen


def test_a_tile_shown_beside_the_tray_may_lie_any_way_round() -> None:
    seen = Counter([Placement("tile.G01", "show", 180)])
    assert recognised(state_from({}), seen) == Counter([Placement("tile.G01", "show", 0)])


def test_a_new_tile_is_a_draw_and_a_placing() -> None:
    state = state_from({})
    seen = placements(state) + Counter([Placement("tile.T22", "0,-1", 90)])
    assert {"type": "draw_tile", "player": "red", "tile": "T22"} in said(state, seen)
    drawn = state_from({"step": "place", "drawn": "T22"})
    laid = {"type": "place_tile", "player": "red", "tile": "T22", "cell": [0, -1], "rot": 1}
    assert said(drawn, seen) == [laid]


def test_an_illegal_tile_is_no_move() -> None:
    state = state_from({"step": "place", "drawn": "T22"})
    assert said(state, placements(state) + Counter([Placement("tile.T22", "5,5", 0)])) == []


def test_an_own_tile_on_the_field_is_played_not_drawn() -> None:
    state = state_from({"options": {"mud": True, "five_tile": True}, "hands": {"red": ["C02"]}})
    kinds = [row["type"] for row in said(state, placements(state) + Counter([Placement("tile.C02", "0,1", 0)]))]
    assert "play_own_tile" in kinds
    assert "draw_tile" not in kinds


def test_a_tile_that_fits_nowhere_is_drawn_when_shown_and_then_returned() -> None:
    state = state_from({})
    seen = placements(state) + Counter([Placement("tile.G01", "show", 90)])
    assert {"type": "draw_tile", "player": "red", "tile": "G01"} in said(state, seen)
    drawn = state_from({"step": "place", "drawn": "G01"})
    assert [row["type"] for row in said(drawn, placements(state))] == ["return_tile"]


def test_a_walk_ends_where_the_miner_is_seen_or_he_stayed() -> None:
    state = state_from({"mine": LITTLE, "step": "walk", "walk": {"steps": 4}})
    seen = Counter([Placement("miner.red", "-1,-1,w")])
    assert said(state, seen) == [
        {"type": "stay", "player": "red"},
        {"type": "move", "player": "red", "to": [-1, -1, 1]},
    ]


def test_while_the_miner_is_not_to_be_seen_he_may_have_gone_anywhere() -> None:
    state = state_from({"mine": LITTLE, "step": "walk", "walk": {"steps": 1}})
    assert [row["type"] for row in said(state, Counter())] == ["stay", "move", "move", "move"]


@pytest.mark.parametrize(("lies", "is_taken"), [(True, False), (False, True)])
def test_a_nugget_that_still_lies_there_was_not_taken(lies: bool, is_taken: bool) -> None:
    state = state_from({"mine": LITTLE, "step": "action", "miners": {"red": [1, -1, 0]}})
    seen = placements(state) - Counter([] if lies else [Placement("nugget", "1,-1")])
    assert ("collect" in [row["type"] for row in said(state, seen)]) == is_taken


def test_a_nugget_may_have_gone_into_any_free_chamber_or_have_been_waived() -> None:
    state = state_from({"mine": LITTLE, "step": "steal", "challenge": WON, "nuggets": {"blue": 1}, "gold_on": []})
    kinds = [row["type"] for row in said(state, placements(state))]
    assert kinds == ["decline_steal", "place_stolen", "place_stolen"]


def test_all_that_is_done_is_to_be_seen_told_or_made_certain_by_what_must_follow(played: Played) -> None:
    """An action without any trace is one the phones are told of, or leaves the same player to go on."""
    silent = set()
    for style in ("random", "greedy"):
        states, actions = played(4, "mud", "alliances", seed=5, style=style)
        for before, action, after in zip(states, actions, states[1:], strict=False):
            if not told(before, action) and not rolled(action) and placements(before) == placements(after):
                assert before.turn == after.turn
                silent.add(type(action).__name__)
    assert silent == {"DrawTile", "Stay"}


def test_what_a_hand_did_is_among_what_the_table_may_mean(played: Played) -> None:
    states, actions = played(4, "mud", "alliances", seed=5)
    done = 0
    for before, action, after in list(zip(states, actions, states[1:], strict=False))[::3]:
        if not told(before, action) and not isinstance(action, DrawTile):
            done += 1
            assert action in list(shown(before, placements(after)))
    assert done


def test_a_far_passage_is_traversed_a_near_one_walked_to() -> None:
    walk = {"steps": 3, "why": "passage", "passage_open": True}
    state = state_from({"mine": LITTLE, "miners": {"red": [2, 0, 0]}, "step": "walk", "walk": walk})
    seen = Counter([Placement("miner.red", "-1,1,n")])
    assert [row["type"] for row in said(state, seen)] == ["stay", "traverse"]
    near = state_from({"mine": LITTLE, "miners": {"red": [2, 0, 0]}, "step": "walk", "walk": {**walk, "steps": 4}})
    assert [row["type"] for row in said(near, seen)] == ["stay", "move"]


def test_a_challenge_is_declared_by_its_token() -> None:
    state = state_from({"mine": LITTLE, "step": "action", "nuggets": {"red": 1}})
    quiet = said(state, placements(state))
    declared = said(state, placements(state) + Counter([Placement("token.gold", "plate")]))
    assert [row["type"] for row in quiet] == ["end_turn"]
    assert {"type": "challenge", "player": "red", "kind": "gold", "defender": "blue"} in declared


def test_the_start_roll_is_asked_in_seat_order() -> None:
    state = state_from({"phase": "start_roll"})
    assert {row["player"] for row in said(state, placements(state))} == {"red"}


def test_dice_are_read_off_the_actions_that_roll() -> None:
    fight = {"kind": "bat", "challenger": "red", "defender": "blue"}
    state = state_from({"step": "challenge_roll", "challenge": fight})
    exchange = read_action(state, {"type": "challenge_roll", "player": "red", "challenger": 5, "defender": 2})
    one = read_action(state_from({}), {"type": "roll_move", "player": "red", "die": 3})
    none = read_action(state_from({}), {"type": "opt_out", "player": "red"})
    assert (rolled(exchange), rolled(one), rolled(none)) == ({"challenger": 5, "defender": 2}, {"die": 3}, {})


def test_all_that_lies_on_the_table_is_in_the_layout_and_shown_moves_are_legal(played: Played) -> None:
    table = layout()
    states, _ = played(6, "alliances", seed=4, style="greedy")
    moves = 0
    for before, after in list(pairwise(states))[::5]:
        seen = placements(after)
        assert {lying.space for lying in seen} <= set(table.space)
        assert {lying.piece for lying in seen} <= set(table.piece)
        for action in shown(before, seen):
            apply(before, action)
            moves += 1
    assert moves


@pytest.mark.parametrize(
    ("given", "action", "is_told"),
    [
        ({}, {"type": "opt_out"}, True),
        ({}, {"type": "roll_move", "die": 3}, False),
        ({}, {"type": "stop_game"}, True),
        ({"step": "walk", "walk": {"steps": 1}}, {"type": "stay"}, False),
        ({"step": "action"}, {"type": "end_turn"}, False),
        ({"mine": [], "step": "place", "drawn": "G01"}, {"type": "return_tile", "position": 3}, True),
        ({"step": "action"}, {"type": "challenge", "kind": "bat", "defender": "blue"}, False),
        (
            {"step": "action", "players": ["red", "green", "blue"]},
            {"type": "challenge", "kind": "bat", "defender": "blue"},
            True,
        ),
        ({"step": "steal", "challenge": WON, "nuggets": {"blue": 1}, "gold_on": []}, {"type": "decline_steal"}, True),
        ({"step": "head_start", "challenge": WON}, {"type": "skip_head_start"}, True),
    ],
)
def test_only_what_no_camera_can_know_is_told(given: Any, action: Any, is_told: bool) -> None:
    state = state_from({"mine": LITTLE, **given})
    assert told(state, read_action(state, {"player": "red", **action})) == is_told
