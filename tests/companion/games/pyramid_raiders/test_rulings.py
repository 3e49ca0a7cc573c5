"""Every ruling of section 6 and 7 of the specification, by its number."""

import pytest

from companion.games.pyramid_raiders import GAME as game

PLAYERS = ["p1", "p2", "p3"]


def holds(given, do, **expect):
    given = {"players": PLAYERS, **given}
    assert game.examine(given, do, expect) == []


def moving(card, at, p2="a1", p3="i1", **given):
    """p1 has just turned up that card; the guardian is out of the way."""
    pawns = {"p1": at, "p2": p2, "p3": p3}
    return {
        "phase": "moving",
        "active": "p1",
        "card": card,
        "guardian": {"at": "i5", "facing": "E"},
        "pawns": pawns,
    } | given


def watching(facing, p1, p2="a1", p3="b1", at="e5", **given):
    """The guardian is about to walk."""
    return {
        "phase": "guardian",
        "guardian": {"at": at, "facing": facing},
        "pawns": {"p1": p1, "p2": p2, "p3": p3},
    } | given


def step(to, player="p1"):
    return {"type": "step", "player": player, "to": to}


def push(to, player="p1"):
    return {"type": "push", "player": player, "to": to}


def move(*path, pushes=(), player="p1"):
    return {"type": "move", "player": player, "path": list(path), "pushes": list(pushes)}


def act(kind, player="p1", **fields):
    return {"type": kind, "player": player, **fields}


def roll(die, player="p1"):
    return act("roll_guardian", player, die=die)


# Board, cards, tokens


def test_r01_books_are_taken_like_treasures_but_are_no_colour():
    holds(moving(3, "e5", tokens={"e8": "book"}), [move("e6", "e7", "e8")], loot={"p1": {"book": 1}})
    finished = {"phase": "finished", "loot": {"p1": {"book": 3, "red": 1}}}
    holds(finished, [], scores={"p1": {"variety": 0, "books": 0}})


def test_r02_only_the_last_space_pays_and_only_the_walker():
    tokens = {"e6": "red", "e7": "blue", "f6": "green"}
    given = moving(2, "e5", p2="e6", tokens=tokens)
    holds(
        given,
        [move("e6", "e7", pushes=["f6"])],
        loot={"p1": {"blue": 1}, "p2": {}},
        tokens={"e6": "red", "f6": "green"},
    )


def test_r02_entering_takes_no_token():
    given = {"phase": "reentry", "pawns": {"p1": None, "p2": "a1", "p3": "b1"}, "tokens": {"a3": "red"}}
    holds(given, [act("enter", space="a3")], loot={"p1": {}}, tokens={"a3": "red"})


def test_r03_effects_follow_without_walking():
    walled = {"pillars": ["a2", "b1"], "fountains": ["b2"], "pawns": {"p1": "a1", "p2": "i1", "p3": "i3"}}
    given = {"phase": "reveal", "guardian": {"at": "i5", "facing": "E"}, **walled}
    holds(given, [act("reveal_card", card=1)], phase="effect", active="p1")


def test_r03_cards_4_and_5_count_when_revealed():
    given = {"phase": "reveal", "pawns": {"p1": "a1", "p2": "i1", "p3": "i3"}, "extra": 1}
    holds(given, [act("reveal_card", card=5)], extra=3, phase="moving", need=5)


def test_r04_card_1_turns_the_guardian_anywhere_and_he_does_not_look():
    given = {"phase": "effect", "card": 1, "active": "p1", "pawns": {"p1": "e7", "p2": "a1", "p3": "b1"}}
    holds(given, [act("turn_guardian", facing="W")], guardian={"at": "e5", "facing": "W"}, phase="reveal", active="p2")
    holds(given, [act("turn_guardian", facing="E")], guardian={"at": "e5", "facing": "E"})


def test_r05_the_rotation_face_stays_when_the_marker_is_passed_on():
    holds(watching("E", "a3", rotation="ccw"), [roll(1)], start="p2", rotation="ccw")


def test_r06_cards_come_back_only_to_an_empty_hand():
    given = watching("E", "a3", hands={"p1": [], "p2": [3], "p3": []})
    holds(given, [roll(1)], hands={"p1": [1, 2, 3, 4, 5], "p2": [3], "p3": [1, 2, 3, 4, 5]})


def test_r07_a_laid_card_may_be_taken_back_until_the_last_one_lies():
    given = {"phase": "programming", "placed": ["p1", "p2"]}
    holds(given, [act("take_back_card")], placed=["p2"])
    holds(given, [act("place_card", "p3"), act("take_back_card")], error="wrong_phase", phase="reveal", active="p1")


def test_r08_curses_are_counted_past_the_24_tokens():
    holds(watching("E", "e6", curses={"p1": 24}), [roll(1)], curses={"p1": 25})


# Walking


def test_r10_the_exact_number_must_be_walked():
    holds(moving(3, "e5"), [move("e6", "e7")], error="too_few_steps")
    holds(moving(3, "e5"), [move("e6", "e7", "e8", "e9")], error="too_many_steps")
    holds(moving(3, "e5"), [act("end_move")], error="must_move_exact", need=3)


def test_r11_the_first_step_of_a_move_is_free():
    holds(moving(1, "e5"), [step("e6"), act("skip_effect"), *_next_round_until_p1_walks(), step("e5")], phase="effect")


def _next_round_until_p1_walks():
    turns = [act("reveal_card", "p2", card=1), step("a2", "p2"), act("skip_effect", "p2")]
    turns += [act("reveal_card", "p3", card=1), step("i2", "p3"), act("skip_effect", "p3"), roll(1)]
    turns += [act("place_card", player) for player in PLAYERS]
    turns += [act("reveal_card", "p2", card=2), move("a3", "a4", player="p2"), act("skip_effect", "p2")]
    turns += [act("reveal_card", "p3", card=2), move("h2", "h3", player="p3")]
    return [*turns, act("skip_effect", "p3"), act("reveal_card", card=1)]


def test_r12_circles_lead_back_to_the_start():
    holds(moving(3, "e5"), [move("e6", "d5", "e5")], pawns={"p1": "e5"}, phase="reveal")


def test_r13_a_step_into_a_dead_end_is_refused_while_a_full_walk_exists():
    given = moving(2, "b1", p2="i1", p3="i3", pillars=["a2"], fountains=["b2"])
    holds(given, [step("a1")], error="dead_end", need=2)
    holds(given, [move("c1", "d1")], pawns={"p1": "d1"})


def test_r13_without_a_full_walk_the_longest_is_owed():
    given = moving(4, "a1", p2="i1", p3="i3", pillars=["b2", "a3", "b3"], fountains=["c1", "c2"])
    holds(given, [], need=1, legal={"step": ["a2", "b1"]})


def test_r13_an_occupied_space_counts_as_enterable_if_its_figure_can_be_pushed():
    """All around a1 is closed but for a2, from where p2 pushes p3 on."""
    given = moving(3, "a1", p2="a2", p3="a3", pillars=["b1", "b3"], fountains=["b2"])
    holds(given, [], need=3)
    holds(given, [step("a2"), push("a3")], phase="pushing", active="p2", need=2)


def test_r13_what_is_owed_is_worked_out_again_after_a_push():
    """p2 is pushed into the only way on, so that nothing more can be walked."""
    given = moving(2, "a1", p2="a2", p3="i1", pillars=["b1", "b3", "a4", "b4"], fountains=["b2"])
    holds(given, [], need=2)
    holds(given, [step("a2"), push("a3")], phase="effect", need=0, pawns={"p1": "a2", "p2": "a3"})


def test_r14_walled_in_with_magic_hands_the_player_chooses():
    walls = {"pillars": ["a2", "b1"], "fountains": ["b2"], "pawns": {"p1": "a1", "p2": "i1", "p3": "i3"}}
    given = {"phase": "reveal", "guardian": {"at": "i5", "facing": "E"}, **walls}
    hands = {**given, "items": {"p1": "magic_hands"}, "tokens": {"a3": "red"}}
    reveal = act("reveal_card", card=3)
    holds(hands, [reveal], phase="moving", need=0, legal={"magic_take": ["a3"], "step": []})
    holds(hands, [reveal, act("end_move")], phase="reveal", active="p2", loot={"p1": {}})
    holds({**hands, "tokens": {}}, [reveal], phase="reveal", active="p2")
    door = {**given, "items": {"p1": "teleport_door"}}
    holds(door, [act("reveal_card", card=5)], phase="moving", need=0)
    holds(door, [reveal], phase="reveal", active="p2")


# Pushing


def test_r20_entering_an_occupied_space_pushes_also_in_passing():
    holds(moving(2, "e5", p2="e6"), [step("e6")], phase="pushing", active="p1", need=1)
    holds(moving(2, "e5", p2="e6"), [move("e6", "e7")], error="push_missing", pawns={"p1": "e5", "p2": "e6"})


def test_r21_never_to_where_the_pusher_came_from():
    holds(moving(1, "e5", p2="e6"), [step("e6")], legal={"push": ["d5", "d6", "e7", "f5", "f6"]})


def test_r22_nobody_is_pushed_off_the_board_or_into_the_guardian():
    given = moving(1, "b1", p2="a1", guardian={"at": "a2", "facing": "E"})
    holds(given, [step("a1"), push("a2")], error="blocked_guardian")
    holds(given, [step("a1")], legal={"push": ["b2"]})


def test_r23_without_room_the_space_cannot_be_entered():
    holds(moving(1, "a2", p2="a1", pillars=["b1"], fountains=["b2"]), [step("a1")], error="no_push_room")


def test_r24_in_a_chain_the_pushed_player_decides_and_chain_spaces_are_locked():
    given = moving(1, "e5", p2="e6", p3="e7")
    chain = [step("e6"), push("e7")]
    holds(given, chain, phase="pushing", active="p2", legal={"push": ["d6", "d7", "e8", "f6", "f7"]})
    holds(given, [*chain, push("e8")], error="not_your_turn")
    holds(given, [*chain, push("e6", "p2")], error="push_back")


def test_r24_the_third_figure_may_go_where_the_mover_came_from():
    given = moving(1, "e5", p2="e6", p3="d5", pillars=["d6"])
    holds(given, [move("e6", pushes=["d5", "e5"])], pawns={"p1": "e6", "p2": "d5", "p3": "e5"})


def test_r24_a_space_already_in_the_chain_is_locked():
    given = moving(1, "e5", p2="e6", p3="d6") | {"players": ["p1", "p2", "p3", "p4"]}
    given["pawns"] = {**given["pawns"], "p4": "d5"}
    chain = [step("e6"), push("d6"), push("d5", "p2")]
    holds(given, [*chain, push("e6", "p3")], error="push_locked")
    holds(given, [*chain, push("d6", "p3")], error="push_back")


def test_r25_the_decoy_is_pushed_like_a_pawn_and_its_pusher_decides_on():
    given = moving(1, "e5", p2="e7", decoy="e6", items={"p3": "decoy_doll"})
    holds(given, [step("e6"), push("e7")], phase="pushing", active="p1", decoy="e7")
    holds(given, [move("e6", pushes=["e7", "e8"])], decoy="e7", pawns={"p1": "e6", "p2": "e8"})


def test_r26_the_victims_own_helmet_counts():
    given = moving(1, "e5", p2="e6", fountains=["e7"])
    holds(given, [step("e6"), push("e7")], error="blocked_fountain")
    holds({**given, "items": {"p2": "diving_helmet"}}, [move("e6", pushes=["e7"])], pawns={"p2": "e7"})
    boots = {**given, "fountains": [], "pillars": ["e7"], "items": {"p2": "spring_boots"}}
    holds(boots, [step("e6"), push("e7")], error="blocked_pillar")


def test_r27_the_same_figure_may_be_pushed_again_and_again():
    holds(moving(3, "e5", p2="e6"), [move("e6", "e7", "e8", pushes=["e7", "e8", "e9"])], pawns={"p1": "e8", "p2": "e9"})


# The guardian


def test_r30_he_looks_before_every_step():
    turns = [{"after": 1, "to": "SE", "why": "sees", "who": "p1"}]
    holds(watching("E", "g6"), [roll(2)], walk={"path": ["e6", "f6"], "turns": turns})


def test_r31_figures_do_not_block_sight():
    given = watching("E", "e7", p2="e9", items={"p2": "rocket_shoes"})
    holds(given, [roll(1)], walk={"total": 3})


def test_r32_a_tie_keeps_him_straight_even_towards_nobody():
    given = watching("E", "g5", p2="c5", p3="e9")
    holds(given, [roll(1)], walk={"path": ["e6"], "turns": [], "holds": [{"after": 0, "who": ["p1", "p2"]}]})


def test_r33_one_notch_at_a_time_looking_after_each():
    """Barred at the corner e9 he turns to SE, where p1 comes into view on his right; he turns by sight, not by rote."""
    given = watching("E", "g7", at="e9")
    turns = [{"after": 0, "to": "SE", "why": "blocked"}, {"after": 0, "to": "SW", "why": "sees", "who": "p1"}]
    holds(given, [roll(1)], walk={"path": ["f8"], "turns": turns})


def test_r34_a_tie_with_the_way_barred_turns_one_notch_and_looks_again():
    given = watching("E", "c5", p2="g5", p3="a1", pillars=["e6"])
    turns = [{"after": 0, "to": "SE", "why": "blocked"}]
    holds(given, [roll(1)], walk={"path": ["f5"], "turns": turns, "holds": [{"after": 0, "who": ["p1", "p2"]}]})


def test_r35_no_look_after_the_last_step():
    holds(watching("E", "g6"), [roll(1)], guardian={"at": "e6", "facing": "E"})


def test_r35_by_house_rule_he_looks_once_more():
    given = watching("E", "g6", house={"last_look": True})
    holds(given, [roll(1)], guardian={"at": "e6", "facing": "SE"}, walk={"path": ["e6"]})


def test_r36_walled_in_he_stays_and_keeps_his_facing():
    given = watching("E", "i1", p2="i3", p3="e9", at="a1", pillars=["a2", "b1", "b2"])
    holds(given, [roll(4)], guardian={"at": "a1", "facing": "E"}, walk={"stuck": True, "path": []})


def test_r37_whoever_he_walks_into_is_cursed_and_out_of_sight():
    given = watching("E", "e6", p2="e7")
    holds(
        given, [roll(2)], curses={"p1": 1, "p2": 1}, pawns={"p1": None, "p2": None}, phase="reentry", queue=["p2", "p1"]
    )


def test_r37_the_decoy_goes_back_to_its_owner_without_a_curse():
    given = watching("E", "a3", decoy="e6", items={"p1": "decoy_doll"})
    holds(given, [roll(1)], decoy=None, curses={"p1": 0}, phase="programming")


def test_r38_only_the_token_he_stops_on_goes_also_under_a_knocked_out_player():
    given = watching("E", "e7", tokens={"e5": "book", "e6": "red", "e7": "green"}, removed={"green": 1})
    holds(given, [roll(2)], tokens={"e5": "book", "e6": "red"}, removed={"green": 2})


def test_r39_steps_are_die_and_extra_and_two_for_rocket_shoes_seen():
    given = watching("E", "e9", extra=1, items={"p1": "rocket_shoes"})
    holds(given, [roll(1)], walk={"total": 4, "path": ["e6", "e7", "e8", "e9"]}, extra=0)


def test_r39_the_look_before_the_last_step_can_still_add_two():
    given = watching("E", "g7", items={"p1": "rocket_shoes"})
    holds(given, [roll(3)], walk={"total": 5})


# Items


def test_r40_the_charm_asks_for_a_six_on_the_die_itself():
    given = watching("E", "e6", items={"p1": "lucky_charm"})
    holds(given, [roll(6)], curses={"p1": 0}, phase="reentry", active="p1")
    holds({**given, "extra": 1}, [roll(5)], curses={"p1": 1})


def test_r41_magnets_take_one_neighbouring_token_instead():
    magnets = {"items": {"p1": "big_magnets"}}
    both = moving(1, "e5", tokens={"e6": "red", "e7": "blue"}, **magnets)
    holds(both, [step("e6")], phase="taking", legal={"take_token": ["e6", "e7"]})
    holds(both, [step("e6"), act("skip_take")], error="must_take")
    holds(both, [step("e6"), act("take_token", space="e7")], loot={"p1": {"blue": 1}}, tokens={"e6": "red"})
    none = moving(1, "e5", tokens={"e7": "blue"}, **magnets)
    holds(none, [step("e6"), act("skip_take")], loot={"p1": {}}, phase="effect")
    holds(moving(1, "e5", tokens={"e6": "red"}, **magnets), [step("e6")], phase="effect", loot={"p1": {"red": 1}})
    far = moving(4, "e5", tokens={"e9": "red", "d8": "blue"}, **magnets)
    holds(far, [move("e6", "e7", "e8", "e9")], phase="reveal", loot={"p1": {"red": 1}})


def test_r41_magnets_reach_under_another_figure_and_the_guardian():
    given = moving(1, "e5", p2="e7", guardian={"at": "d6", "facing": "E"}, tokens={"e7": "blue", "d6": "book"})
    holds({**given, "items": {"p1": "big_magnets"}}, [step("e6")], legal={"take_token": ["d6", "e7"]})


def test_r42_spring_boots_pass_pillars_for_nothing_but_do_not_stay():
    boots = {"items": {"p1": "spring_boots"}}
    given = moving(1, "e5", pillars=["e6", "e7"], **boots)
    holds(given, [move("e6", "e7", "e8")], pawns={"p1": "e8"})
    holds(given, [step("e6")], phase="moving", need=1, path=["e5", "e6"])
    holds(given, [step("e6"), step("e5")], error="backtrack")
    holds(given, [step("e6"), act("end_move")], error="must_move_exact")
    holds(moving(1, "e5", fountains=["e6"], **boots), [step("e6")], error="blocked_fountain")


def test_r42_a_pillar_is_only_entered_if_the_walk_can_go_on():
    given = moving(2, "b1", p2="i1", p3="i3", pillars=["a1"], fountains=["a2", "b2"], items={"p1": "spring_boots"})
    holds(given, [step("a1")], error="dead_end")


def test_r43_the_diver_goes_into_the_water_and_may_stay():
    helmet = {"items": {"p1": "diving_helmet"}}
    given = moving(2, "e5", fountains=["e6", "b2", "h5"], **helmet)
    holds(given, [move("e6", "h5")], pawns={"p1": "h5"}, phase="effect")
    holds(given, [step("e6"), step("b2")], pawns={"p1": "b2"})
    blocked = moving(1, "e5", fountains=["e6"], guardian={"at": "e6", "facing": "E"}, **helmet)
    holds(blocked, [step("e6")], error="blocked_guardian")


def test_r43_the_diver_may_enter_on_a_rim_fountain_unless_the_house_says_no():
    given = {"phase": "reentry", "pawns": {"p1": None, "p2": "b1", "p3": "c1"}, "fountains": ["a3"]}
    enter = [act("enter", space="a3")]
    holds(given, enter, error="blocked_fountain")
    holds({**given, "items": {"p1": "diving_helmet"}}, enter, pawns={"p1": "a3"})
    holds({**given, "items": {"p1": "diving_helmet"}, "house": {"water_entry": False}}, enter, error="blocked_fountain")


def test_r43_the_guardian_catches_the_diver_in_the_water():
    holds(watching("E", "e6", fountains=["e6"], items={"p1": "diving_helmet"}), [roll(1)], curses={"p1": 1})


def test_r44_rocket_shoes_walk_the_number_or_one_more():
    given = moving(2, "e5", items={"p1": "rocket_shoes"})
    two = [step("e6"), step("e7")]
    holds(given, two, phase="moving", need=0)
    holds(given, [*two, act("end_move")], phase="effect")
    holds(given, [*two, step("e8")], phase="effect", pawns={"p1": "e8"})
    holds(given, [move("e6", "e7")], phase="effect", pawns={"p1": "e7"})
    holds(given, [move("e6", "e7", "e8")], phase="effect", pawns={"p1": "e8"})
    holds(given, [move("e6", "e7", "e8", "e9")], error="too_many_steps")


def test_r44_the_extra_space_may_push_and_then_the_walk_is_over():
    given = moving(1, "e5", p2="e7", items={"p1": "rocket_shoes"})
    holds(given, [step("e6"), step("e7"), push("e8")], phase="effect", pawns={"p1": "e7", "p2": "e8"})


def test_r44_a_push_with_the_printed_number_leaves_the_extra_space():
    given = moving(1, "e5", p2="e6", items={"p1": "rocket_shoes"})
    holds(given, [step("e6"), push("e7")], phase="moving", need=0)


def test_r44_the_penalty_comes_once_and_also_for_the_farther_figure():
    given = watching("E", "e9", p2="f5", items={"p1": "rocket_shoes"})
    holds(given, [roll(2)], walk={"total": 4})


def test_r45_the_snaking_box_hides_from_four_spaces_on():
    given = watching("E", "e9", p2="a1", items={"p1": "snaking_box"})
    trace = [{"ev": "total", "total": 1}, {"ev": "move", "step": 1, "to": "e6", "why": "straight"}]
    holds(given, [roll(1)], walk={"trace": trace})
    tie = watching("E", "a5", p2="i5", items={"p1": "snaking_box"})
    holds(tie, [roll(1)], walk={"path": ["f5"], "holds": []})


def test_r46_the_door_leads_to_any_free_space_the_own_one_too():
    given = moving(5, "e5", items={"p1": "teleport_door"}, tokens={"e5": "book"}, pillars=["e6"], fountains=["e7"])
    holds(given, [act("teleport", to="e5")], loot={"p1": {"book": 1}}, pawns={"p1": "e5"})
    holds(given, [act("teleport", to="e6")], error="blocked_pillar")
    holds(given, [act("teleport", to="e7")], error="blocked_fountain")
    holds(given, [act("teleport", to="i5")], error="blocked_guardian")
    holds(given, [act("teleport", to="a1")], error="space_occupied")
    holds(given, [step("f5"), act("teleport", to="e5")], error="already_moving")


def test_r47_power_gloves_push_two_spaces_through_a_free_one():
    gloves = {"items": {"p1": "power_gloves"}}
    given = moving(1, "e5", p2="e6", **gloves)
    holds(given, [move("e6", pushes=["e8"])], pawns={"p2": "e8"})
    holds({**given, "pillars": ["e8"]}, [move("e6", pushes=["e8"])], error="blocked_pillar")
    walled = {**given, "pillars": ["e7"]}
    holds(walled, [move("e6", pushes=["e8"])], error="no_push_room")
    holds(moving(1, "e5", p2="e6", p3="e8", **gloves), [move("e6", pushes=["e8"])], error="space_occupied")
    holds(given, [move("e6", pushes=["e9"])], error="not_adjacent")
    holds(moving(1, "e5", p2="e6"), [move("e6", pushes=["e8"])], error="not_adjacent")


def test_r47_gloves_work_when_their_owner_pushes_on_in_a_chain():
    given = moving(1, "e5", p2="e6", p3="e7", items={"p2": "power_gloves"})
    holds(given, [move("e6", pushes=["e7", "e9"])], pawns={"p2": "e7", "p3": "e9"})


def test_r48_the_decoy_goes_on_the_path_but_not_on_the_last_space():
    given = moving(4, "e5", items={"p1": "decoy_doll"}, decoy="a3")
    walk = move("e6", "e7", "e8", "e9")
    holds(given, [walk, act("place_decoy", space="e9")], error="not_on_path")
    holds(given, [walk, act("place_decoy", space="d5")], error="not_on_path")
    holds(given, [walk, act("place_decoy", space="e5")], decoy="e5", phase="reveal")
    holds(given, [walk, act("skip_decoy")], decoy="a3", phase="reveal")


def test_r48_the_decoy_needs_a_space_free_of_figures():
    given = moving(4, "e5", p2="e7", items={"p1": "decoy_doll"})
    holds(given, [move("e6", "e7", "d7", "d8", pushes=["e8"])], legal={"place_decoy": ["d7", "e5", "e6", "e7"]})
    onto_path = move("e6", "e7", "d6", "d7", pushes=["f6"])
    holds(
        given | {"pawns": {"p1": "e5", "p2": "e7", "p3": "d6"}},
        [move("e6", "e7", "d6", "c5", pushes=["e8", "e6"])],
        legal={"place_decoy": ["d6", "e5", "e7"]},
    )
    holds(given, [onto_path, act("place_decoy", space="f6")], error="not_on_path")
    ring = move("e6", "e7", "d6", "e6", pushes=["f6"])
    holds(given, [ring], phase="decoy", legal={"place_decoy": ["d6", "e5", "e7"]})


def test_r48_only_card_4_places_the_decoy():
    holds(moving(3, "e5", items={"p1": "decoy_doll"}), [move("e6", "e7", "e8")], phase="reveal")


def test_r49_magic_hands_reach_as_far_as_the_card_says():
    hands = {"items": {"p1": "magic_hands"}, "tokens": {"e7": "green", "e5": "red"}}
    given = moving(1, "e5", **hands)
    holds(given, [act("magic_take", space="e7")], error="out_of_range")
    holds(given, [act("magic_take", space="e6")], error="no_token")
    holds(given, [act("magic_take", space="e5")], loot={"p1": {"red": 1}}, phase="effect")
    holds(moving(2, "e5", **hands), [step("d5"), act("magic_take", space="e7")], error="already_moving")


# Re-entering, the end, scoring


def test_r50_the_start_player_re_enters_last():
    given = watching("E", "e6", p2="e7", p3="e8", start="p2")
    holds(given, [roll(3, "p2")], queue=["p1", "p3", "p2"], active="p1")


@pytest.mark.parametrize(
    ("space", "error"),
    [
        ("b2", "not_on_rim"),
        ("a1", "blocked_guardian"),
        ("a2", "blocked_pillar"),
        ("a3", "blocked_fountain"),
        ("a4", "space_occupied"),
        ("a5", "space_occupied"),
    ],
)
def test_r51_only_a_free_rim_space_will_do(space, error):
    given = {"phase": "reentry", "guardian": {"at": "a1", "facing": "E"}, "pillars": ["a2"], "fountains": ["a3"]}
    given |= {"pawns": {"p1": None, "p2": "a4", "p3": "b1"}, "decoy": "a5", "items": {"p2": "decoy_doll"}}
    holds(given, [act("enter", space=space)], error=error)


def test_r52_in_the_last_round_the_knocked_out_still_re_enter():
    given = watching("E", "e6", round=15)
    holds(given, [roll(1)], phase="reentry")
    holds(given, [roll(1), act("enter", space="a3")], phase="finished", active=None)
    holds({**given, "house": {"last_reentry": False}}, [roll(1)], phase="finished")


def test_r60_seven_of_a_colour_score_like_six_unless_the_house_says_22():
    given = {"phase": "finished", "loot": {"p1": {"green": 7}}}
    holds(given, [], scores={"p1": {"quantity": 16}})
    holds({**given, "house": {"seven_of_a_colour": 22}}, [], scores={"p1": {"quantity": 22}})


def test_r61_books_need_two_colours_to_be_worth_anything():
    holds({"phase": "finished", "loot": {"p1": {"book": 2, "red": 1}}}, [], scores={"p1": {"books": 0, "variety": 0}})
    holds({"phase": "finished", "loot": {"p1": {"book": 2, "red": 1, "blue": 1}}}, [], scores={"p1": {"books": 2}})


def test_r62_three_points_for_whoever_has_no_curse():
    holds({"phase": "finished", "curses": {"p2": 1}}, [], scores={"p1": {"curses": 3}, "p2": {"curses": -2}})


def test_r63_places_after_a_shared_one_are_skipped():
    given = {"phase": "finished", "loot": {"p2": {"red": 2}, "p3": {"blue": 2}}}
    holds(given, [], ranking=[["p2", 1], ["p3", 1], ["p1", 3]], winners=["p2", "p3"])
