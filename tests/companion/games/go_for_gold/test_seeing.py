"""How the table looks, and what it may show."""

from collections import Counter

import pytest
from msgspec.structs import replace

from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold import board
from companion.games.go_for_gold.actions import ChooseStartPort, Move
from companion.games.protocol import kind_of, person
from companion.layout import Mark, Placement
from companion.simulation.match import turns
from companion.simulation.pens import PENS


def position(*players, **fields):
    rows = list(players) or [{"id": "p1", "visited": ["PN"]}, {"id": "p2", "visited": ["PE"]}]
    return game.state_from({"side": "mini", "players": rows, **fields})


def on(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def lights(state):
    return [(light.space, light.colour, light.effect) for light in game.glow(state).lights]


TREASURE = (on("p1", "PN", "T1", "T2", "T3"), on("p2", "PE", "T4"))


def test_a_sheet_lies_in_front_of_everybody():
    assert game.placements(game.setup(["p1", "p2"], {"side": "B"})) == Counter(
        [Placement("sheet.B.1", "seat1.sheet"), Placement("sheet.B.2", "seat2.sheet")]
    )


def test_everybodys_roll_lies_in_the_tray_and_ones_own_beside_the_sheet():
    assert [game.rolled(action) for action in game.shown(position(), Counter())] == [
        {"die": pips} for pips in range(1, 7)
    ]
    resolve = game.shown(position(*TREASURE, phase="resolve"), Counter())
    assert [game.rolled(action) for action in resolve] == [*({"die of p1": pips} for pips in range(1, 7)), {}]
    zones = {die.name: die.zone for die in game.layout(["p1", "p2"]).dice}
    assert zones == {"die": "tray", "die of p1": "seat1.dice", "die of p2": "seat2.dice"}


def test_lines_that_nobody_sees_are_not_guessed():
    assert list(game.shown(position(phase="move", roll=2), Counter())) == []


def test_what_section_8_gives_to_the_phones_is_told():
    kinds = {}
    for seed in range(8):
        for state, action, _ in turns(game, game.names(3), seed):
            kinds.setdefault(kind_of(action), set()).add(game.told(state, action))
    assert kinds == {
        **{kind: {True} for kind in ("choose_start_port", "use_shovels", "skip", "choose_port", "withdraw")},
        **{kind: {False} for kind in ("roll_move", "move", "dig", "raid")},
    }


def test_every_placement_and_light_names_a_space_of_the_board():
    spaces, pieces = set(board.spaces("B")), set(board.pieces())
    moments = list(turns(game, game.names(4), 8, options={"side": "B"}))
    for _, _, state in moments:
        assert {placement.space for placement in game.placements(state)} <= spaces
        assert {placement.piece for placement in game.placements(state)} <= pieces
        assert {light.space for light in game.glow(state).lights} <= spaces
    assert moments


DRAWN = game.state_from(
    {
        "side": "A",
        "phase": "move",
        "roll": 2,
        "players": [on("p1", "A5", "B4", "C4", shovels=3), on("p2", "E9", "E8", "D8", shovels=3)],
    }
)


def drawn(state, seat, *marks):
    """Marks (what, where, sure) that were read on that seat's sheet."""
    return game.marked(state, [Mark(f"sheet.A.{seat}", *mark) for mark in marks])


def table(state, *marks):
    """What is seen where marks (seat, what, where, sure) were read beside the known ones."""
    seen = game.placements(state)
    for seat, *mark in marks:
        seen += drawn(state, seat, mark)
    return seen


def test_lines_rings_and_crosses_lie_on_the_sheets():
    assert [lying for lying in game.placements(DRAWN) if "seat1" in lying.space and lying.piece != "sheet.A.1"] == [
        Placement("line", "seat1.A5", 120),
        Placement("line", "seat1.B4", 120),
        Placement("mooring", "seat1.A5"),
        Placement("ring", "seat1.B4"),
    ]


def test_spent_shovels_and_raided_temples_are_crossed_out():
    rows = [on("p1", "A5", "B4", shovels=1), on("p2", "E9", shovels=2)]
    state = game.state_from({"side": "A", "players": rows, "temples": {"red": "p2"}})
    crossed = {lying.space for lying in game.placements(state) if lying.piece == "cross"}
    assert crossed == {"seat1.start.shovel.1", "seat1.start.shovel.2", "seat1.temple.red"}


def test_a_foot_that_was_used_is_crossed_out():
    state = game.apply(DRAWN, Move("p1", ("D4",), True))
    state = game.apply(state, Move("p2", ("D7", "C7")))
    assert Placement("cross", "seat1.foot") in game.placements(state)
    assert Placement("cross", "seat2.foot") not in game.placements(state)


def test_a_port_sailed_to_is_crossed_and_no_line_leads_there():
    rows = [on("p1", "A5", "B4", "E1", "I5", port_used=True), on("p2", "E9")]
    state = game.state_from({"side": "A", "players": rows})
    assert Placement("mooring", "seat1.I5") in game.placements(state)
    assert sum(lying.piece == "line" for lying in game.placements(state)) == 1


def test_new_lines_are_not_laid_open_before_all_have_drawn():
    first = game.apply(DRAWN, Move("p1", ("D4", "D5")))
    assert game.disclosed(first) == game.disclosed(DRAWN)
    assert Placement("line", "seat1.D4", 0) in game.placements(first)
    both = game.disclosed(game.apply(first, Move("p2", ("D7", "C7"))))
    assert {Placement("line", "seat1.D4", 0), Placement("line", "seat2.D7", 0)} & set(both)
    assert sum(lying.piece == "line" for lying in both) == 8


def test_marks_become_lines_faint_lines_and_crosses():
    marks = [("line", "A5-B5", 0.9), ("line", "B5-C5", 0.6), ("line", "C5-D5", 0.3), ("line", "D5-D6", 0.1)]
    marks += [("line", "B5-B6", 0.52)]
    marks += [("cross", "foot", 1.0), ("cross", "B7", 0.4), ("ring", "D5", 1.0), ("cross", "temple.red", 1.0)]
    marks += [("cross", "E1", 1.0), ("cross", "B4", 1.0)]
    assert drawn(DRAWN, 2, *marks) == Counter(
        [
            Placement("line", "seat2.A5", 60),
            Placement("faint", "seat2.B5", 120, "fair"),
            Placement("faint", "seat2.B5", 0, "line"),
            Placement("faint", "seat2.C5", 60),
            Placement("cross", "seat2.foot"),
            Placement("faint", "seat2.foot", None, "fresh"),
            Placement("mooring", "seat2.E1"),
        ]
    )


def test_a_ghost_that_was_there_before_is_no_line_and_what_is_darker_now_is():
    ghost, darker = Mark("sheet.A.1", "line", "C4-C5", 0.6, 0.55), Mark("sheet.A.1", "line", "C4-C5", 0.6, 0.3)
    assert game.marked(DRAWN, [ghost]) == Counter()
    assert Placement("faint", "seat1.C4", 0, "fair") in game.marked(DRAWN, [darker])


def test_a_known_line_stays_seen_however_faint():
    """It tells how pale this hand's lines are."""
    assert game.marked(DRAWN, [Mark("sheet.A.1", "line", "A5-B4", 0.6, 0.6)]).total() == 1


FEET = game.state_from(
    {
        "side": "A",
        "phase": "move",
        "roll": 2,
        "players": [on("p1", "A5", "B5", "B6", "B7", "C7", "C6", feet=1), on("p2", "E9")],
    }
)
NEW = (Mark("sheet.A.1", "line", "C5-C6", 1.0, 0.0), Mark("sheet.A.1", "line", "C4-C5", 1.0, 0.0))


def moves_with(*crosses):
    """Whether a foot was used, where crosses (where, sure, before) were read: True, False, or "asked"."""
    marks = [*NEW, *(Mark("sheet.A.1", "cross", *cross) for cross in crosses)]
    found = {move.use_foot for move in game.shown(FEET, game.placements(FEET) + game.marked(FEET, marks))}
    return found.pop() if len(found) == 1 else "asked"


def test_the_foot_used_before_says_nothing_of_this_line():
    assert moves_with(("foot", 1.0, 1.0)) is False
    assert moves_with(("foot", 0.6, 0.6)) is False
    assert moves_with() is False


def test_another_foot_crossed_out_tells_of_it_though_the_first_was_hardly_read():
    assert moves_with(("foot", 0.6, 0.6), ("B7", 1.0, 0.0)) is True
    assert moves_with(("foot", 1.0, 1.0), ("B7", 1.0, 0.4)) is True


def ends_of(last_sure):
    """Where a line by foot may end whose last stroke is so sure."""
    marks = [*NEW, Mark("sheet.A.1", "line", "C4-D4", last_sure, 0.0), Mark("sheet.A.1", "cross", "B7", 1.0, 0.0)]
    seen = game.placements(FEET) + game.marked(FEET, [Mark("sheet.A.1", "cross", "foot", 1.0, 1.0), *marks])
    return {move.path[-1] for move in game.shown(FEET, seen)}


def test_what_an_eraser_left_at_the_end_of_a_line_by_foot_is_no_part_of_it():
    """No line of 1,001 was as faint as that, and 56 ghosts were: each was asked about."""
    assert ends_of(0.45) == {"C4"}


def test_a_stroke_half_hidden_by_print_at_the_end_of_a_line_by_foot_belongs_to_it():
    assert ends_of(0.65) == {"D4"}


def test_a_stroke_with_gaps_at_the_end_of_a_line_by_foot_is_asked_about():
    assert ends_of(0.5) == {"C4", "D4"}


def hidden(*edges):
    """Strokes that a mirrored light may hide, now and when the sheet was last accounted for."""
    return [Mark("sheet.A.1", "line", edge, 0.5, None, True) for edge in edges]


def test_where_a_mirrored_light_may_hide_a_stroke_people_are_asked():
    """A line that ran under it was read as a shorter one by foot, in silence."""
    seen = [Mark("sheet.A.1", "line", "C4-C5", 1.0, 0.0), Mark("sheet.A.1", "cross", "foot", 1.0, 1.0)]
    found = game.shown(FEET, game.placements(FEET) + game.marked(FEET, [*seen, *hidden("C5-C6", "B5-C5", "C5-D5")]))
    assert Move("p1", ("C5", "C4")) in found


def test_a_line_that_runs_beside_the_mirrored_light_is_the_move_all_the_same():
    foot = Mark("sheet.A.1", "cross", "foot", 1.0, 1.0)
    seen = game.placements(FEET) + game.marked(FEET, [*NEW, foot, *hidden("D5-D6", "D5-E6", "E6-F5")])
    assert game.shown(FEET, seen) == [Move("p1", ("C5", "C4"))]


def test_what_is_hidden_before_anybody_drew_is_no_move():
    foot = Mark("sheet.A.1", "cross", "foot", 1.0, 1.0)
    assert game.shown(FEET, game.placements(FEET) + game.marked(FEET, [foot, *hidden("C5-C6", "C4-C5")])) == []


def test_a_foot_crossed_out_late_may_belong_to_the_line_before():
    assert moves_with(("foot", 1.0, 0.0)) == "asked"


def test_a_foot_crossed_out_doubtfully_is_asked_about_once():
    assert moves_with(("foot", 1.0, 1.0), ("B7", 0.7, 0.0)) == "asked"
    assert moves_with(("foot", 1.0, 1.0), ("B7", 0.7, 0.7)) is False


def test_the_cross_that_was_asked_about_says_nothing_new_when_it_is_read_better():
    assert moves_with(("foot", 0.92, 0.5)) is False
    assert moves_with(("foot", 0.92, 0.5), ("B7", 0.6, 0.0)) == "asked"


def test_a_trace_of_a_cross_on_a_foot_that_had_none_is_asked_about():
    """A thin cross on a ringed foot with a line beside it was hardly read, and a move without the foot was entered."""
    assert moves_with(("foot", 1.0, 1.0), ("B7", 0.15, 0.0)) == "asked"
    assert moves_with(("foot", 1.0, 1.0), ("B7", 0.15, 0.15)) is False
    assert moves_with(("foot", 1.0, 1.0), ("B7", 0.05, 0.0)) is False


def test_ink_on_a_foot_that_is_no_clear_cross_is_asked_about_once():
    """A hard pencil's cross was passed over, and the foot with it."""
    known = Mark("sheet.A.1", "cross", "foot", 1.0, 1.0)
    for before, expected in ((0.0, {True, False}), (0.5, {False}), (1.0, {False})):
        marks = [*NEW, known, Mark("sheet.A.1", "tick", "B7", 1.0, before)]
        found = game.shown(FEET, game.placements(FEET) + game.marked(FEET, marks))
        assert {move.use_foot for move in found} == expected


def test_after_a_start_in_the_middle_only_too_many_crosses_tell_of_a_foot():
    assert moves_with(("foot", 1.0, None)) is False
    assert moves_with(("foot", 1.0, None), ("B7", 1.0, None)) is True
    assert moves_with(("foot", 1.0, None), ("B7", 0.6, None)) == "asked"


def test_a_foot_gathered_by_the_line_itself_is_not_used_by_it():
    state = game.state_from(
        {"side": "A", "phase": "move", "roll": 2, "players": [on("p1", "A5", "B5", "B6"), on("p2", "E9")]}
    )
    marks = [("line", "B6-B7", 1.0), ("line", "B7-C7", 1.0), ("cross", "B7", 1.0)]
    assert game.shown(state, table(state, *((1, *mark) for mark in marks))) == [Move("p1", ("B7", "C7"))]


def test_a_forgotten_ring_is_told_kindly_once_all_have_drawn():
    both = game.apply(game.apply(DRAWN, Move("p1", ("D4", "D5"))), Move("p2", ("D7", "C7")))
    lines = ["A5-B4", "B4-C4", "C4-D4", "D4-D5"]
    marks = [Mark("sheet.A.1", "line", where, 1.0) for where in lines]
    rings = [Mark("sheet.A.1", "ring", where, 1.0) for where in ("B4", "D5")]
    assert game.forgotten(both, [*marks, *rings]) is None
    said = f"no ring is seen around D5 on {person('p1')}'s sheet: it counts all the same, and a ring helps to count"
    assert game.forgotten(both, [*marks, rings[0]]) == said
    assert game.forgotten(both, rings[:1]) is None  # the line is not drawn either: it was told by phone
    assert game.forgotten(DRAWN, marks) is None  # nobody hears of a line before all have drawn


def test_a_move_of_one_faint_stroke_is_asked_about_and_not_overlooked():
    rows = [on("p1", "A5", "B4", "C4", shovels=3), on("p2", "E9")]
    state = game.state_from({"side": "A", "phase": "move", "roll": 1, "players": rows})
    old = [Mark("sheet.A.1", "line", where, 1.0, 1.0) for where in ("A5-B4", "B4-C4")]
    seen = game.marked(state, [*old, Mark("sheet.A.1", "line", "C4-D4", 0.5, 0.0)])
    assert Placement("line", "seat1.C4", 60) in seen
    moves = game.shown(state, seen)
    assert moves[0] == Move("p1", ("D4",))
    assert len(moves) > 1


def test_a_faint_stroke_that_no_move_could_leave_is_none():
    """In a glaring light half a ring looks like a line; it kept the others' lines from being read."""
    rows = [on("p1", "A5", "B4", "C4", shovels=3), on("p2", "E9")]
    state = game.state_from({"side": "A", "phase": "move", "roll": 1, "players": rows})
    old = [Mark("sheet.A.1", "line", where, 1.0, 1.0) for where in ("A5-B4", "B4-C4")]
    ghost, drawn = Mark("sheet.A.1", "line", "F4-G4", 0.5, 0.0), Mark("sheet.A.2", "line", "E8-E9", 1.0, 0.0)
    seen = game.marked(state, [*old, ghost, drawn])
    assert Placement("line", "seat1.F4", 60) not in seen
    assert game.shown(state, seen) == [Move("p2", ("E8",))]


def test_a_sheet_is_accounted_for_once_its_player_has_drawn():
    assert not game.accounted(DRAWN, "sheet.A.1")
    after = game.apply(DRAWN, Move("p1", ("D4", "D5")))
    assert game.accounted(after, "sheet.A.1")
    assert not game.accounted(after, "sheet.A.2")


def test_sheets_nobody_plays_on_say_nothing():
    line = ("line", "A5-B5", 1.0)
    assert game.marked(DRAWN, [Mark("sheet.B.1", *line), Mark("sheet.A.3", *line)]) == Counter()
    mini = position(phase="move", roll=2)
    assert game.marked(mini, [Mark("sheet.A.1", *line)]) == Counter()


def test_a_line_that_is_seen_is_the_move():
    seen = table(DRAWN, (1, "line", "C4-D4", 1.0), (1, "line", "D4-D5", 1.0))
    assert game.shown(DRAWN, seen) == [Move("p1", ("D4", "D5"))]


def test_the_crossed_foot_tells_a_move_by_foot_from_one_with_the_roll():
    seen = table(DRAWN, (1, "line", "C4-D4", 1.0), (1, "line", "D4-D5", 1.0), (1, "cross", "foot", 1.0))
    assert game.shown(DRAWN, seen) == [Move("p1", ("D4", "D5"), True)]
    doubtful = table(DRAWN, (1, "line", "C4-D4", 1.0), (1, "line", "D4-D5", 1.0), (1, "cross", "foot", 0.5))
    assert len(game.shown(DRAWN, doubtful)) == 2


def test_a_round_is_told_in_one_order():
    seen = table(
        DRAWN,
        *((1, "line", "C4-D4", 1.0), (1, "line", "D4-D5", 1.0)),
        *((2, "line", "D7-D8", 1.0), (2, "line", "C7-D7", 1.0)),
    )
    [first] = game.shown(DRAWN, seen)
    [second] = game.shown(game.apply(DRAWN, first), seen)
    assert (first, second) == (Move("p1", ("D4", "D5")), Move("p2", ("D7", "C7")))


def test_who_is_in_doubt_comes_last():
    """Nobody is asked before the others' lines are in, so that a question is only about one's own."""
    first = (1, "line", "C4-D4", 1.0), (1, "line", "D4-D5", 1.0), (1, "cross", "foot", 0.5)
    seen = table(DRAWN, *first, (2, "line", "D7-D8", 1.0), (2, "line", "C7-D7", 1.0))
    assert game.shown(DRAWN, seen) == [Move("p2", ("D7", "C7"))]


def test_lines_that_all_look_pale_are_those_of_a_pale_hand_if_the_known_ones_do():
    new = [(1, "line", "C4-D4", 0.75), (1, "line", "D4-D5", 0.75)]
    old = [("line", "A5-B4", 0.75), ("line", "B4-C4", 0.75)]
    pale = drawn(DRAWN, 1, *old, *(mark[1:] for mark in new))
    assert game.shown(DRAWN, pale) == [Move("p1", ("D4", "D5"))]
    start = game.state_from({"side": "A", "phase": "move", "roll": 2, "players": [on("p1", "C4"), on("p2", "E9")]})
    asked = game.shown(start, drawn(start, 1, *(mark[1:] for mark in new)))
    assert Move("p1", ("D4", "D5")) in asked
    assert len(asked) > 1


def test_a_crossed_port_is_where_the_first_player_starts():
    state = game.setup(["p1", "p2"])
    assert list(game.shown(state, game.placements(state))) == []
    assert game.shown(state, table(state, (1, "cross", "I5", 1.0))) == [ChooseStartPort("p1", "I5")]


def check(read_round, side, pens, seed):
    """How many of four moves were read and how many asked about; none was read wrongly."""
    state, moves, seen = read_round(side, pens, seed)
    told = Counter()
    for player in state.ids:
        others = tuple(name for name in state.awaiting if name == player)
        found = game.shown(replace(state, awaiting=others), seen)
        assert moves[player] in found, f"{pens[state.seat(player) - 1].name}: {moves[player]} is not among {found}"
        told["right" if len(found) == 1 else "asked"] += 1
    return told


@pytest.mark.parametrize("side", board.SIDES)
def test_drawn_sheets_are_read_under_the_camera(read_round, side):
    assert check(read_round, side, PENS[8:], seed=5)["right"] >= 3


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("side", board.SIDES)
def test_twelve_hands_are_read_or_asked_about(read_round, side):
    told = Counter()
    for seed in range(40, 43):
        for first in (0, 4, 8):
            told += check(read_round, side, PENS[first : first + 4], seed + first)
    assert told["right"] >= 30


def test_strokes_that_no_move_could_leave_make_no_faint_one_certain():
    """In a glaring light rings and print look like lines all over the sheet."""
    rows = [on("p1", "A5", "B4", "C4", shovels=3), on("p2", "E9")]
    state = game.state_from({"side": "A", "phase": "move", "roll": 1, "players": rows})
    old = [Mark("sheet.A.1", "line", where, 1.0, 1.0) for where in ("A5-B4", "B4-C4")]
    ghosts = [Mark("sheet.A.1", "line", where, 0.5, 0.0) for where in ("F4-G4", "G6-G7")]
    seen = game.marked(state, [*old, *ghosts, Mark("sheet.A.1", "line", "C4-D4", 0.3, 0.0)])
    assert game.shown(state, seen) == []
    likely = game.shown(state, game.marked(state, [*old, *ghosts, Mark("sheet.A.1", "line", "C4-D4", 0.6, 0.0)]))
    assert Move("p1", ("D4",)) in likely
    assert len(likely) > 1
