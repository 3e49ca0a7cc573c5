"""One frame after the other: when a look is believed, asked about, or left alone."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import pytest

from companion.games import game_named
from companion.games.naming import plain
from companion.games.protocol import Seen, kind_of, to_json
from companion.layout import Layout
from companion.play.journal import Journal
from companion.play.questions import Answer, Question
from companion.play.table import Table
from companion.simulation.match import turns
from companion.watch.tracker import Verdict
from companion.watch.watcher import AGAIN, AT_ONCE, PATIENCE, SLOW, STEADY, UNTOLD, VAGUE, Watcher
from hardware.camera import Frame
from vision.eyes import Look, Problem
from vision.plane import Plane
from vision.sighting import Sighting

GAME = game_named("pyramid_raiders")
PLAYERS = ["p1", "p2", "p3"]
POSITION = {
    "players": PLAYERS,
    "phase": "reveal",
    "guardian": {"at": "i5", "facing": "E"},
    "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"},
}
REVEAL = {"type": "reveal_card", "player": "p1", "card": 2}
MOVE = {"type": "move", "player": "p1", "path": ["e6", "e7"]}
LAYOUT = GAME.layout(PLAYERS)
STRAIGHT = Plane(np.eye(3) / 2 + np.diag([0, 0, 0.5]), np.diag([2.0, 2, 1]), 0.0, (1680, 1188), (420, 297, 1000), 0.1)
FRAME = Frame(np.zeros((4, 4, 3), np.uint8), 0.0)


class Eyes:
    """Eyes that see what they are told to."""

    def __init__(self) -> None:
        self.seen = Look(is_moving=True)

    def look(self, pixels: Any, small: Any, lit: Iterable[str]) -> Look:
        return self.seen


def look_at(placements: Seen, problems: tuple[Problem, ...] = ()) -> Look:
    sightings = []
    for piece, space, turned, shows in placements.elements():
        x, y = LAYOUT.space[space].seat(LAYOUT.piece[piece].seat)
        sightings.append(Sighting(piece, x, y, turned or 0.0, 0.99, shows))
    return Look(tuple(sightings), plane=STRAIGHT, problems=problems)


def rig() -> tuple[Table, Watcher, Eyes]:
    table, eyes = Table(Journal(":memory:"), lambda: 0.0), Eyes()
    table.start(GAME.name, PLAYERS, {"position": POSITION})
    watcher = Watcher(table, lambda layout: eyes)
    eyes.seen = look_at(GAME.placements(table.state))
    watcher.see(FRAME)
    return table, watcher, eyes


def after(table: Table, *actions: Any) -> Any:
    state = table.state
    for raw in actions:
        state = GAME.apply(state, GAME.read(state, raw))
    return state


def test_two_looks_that_agree_are_journalled() -> None:
    table, watcher, eyes = rig()
    table.submit(REVEAL, by="phone")
    watcher.see(FRAME)
    eyes.seen = look_at(GAME.placements(after(table, MOVE)))
    for _ in range(STEADY - 1):
        watcher.see(FRAME)
    assert table.number == 1
    watcher.see(FRAME)
    assert [(entry.by, entry.action["type"]) for entry in table.entries()] == [
        ("phone", "reveal_card"),
        ("camera", "move"),
    ]


def test_a_hand_between_two_looks_begins_the_count_again() -> None:
    table, watcher, eyes = rig()
    table.submit(REVEAL, by="phone")
    watcher.see(FRAME)
    moved = look_at(GAME.placements(after(table, MOVE)))
    for look in (moved, Look(is_moving=True), moved):
        eyes.seen = look
        watcher.see(FRAME)
    assert table.number == 1
    watcher.see(FRAME)
    assert table.number == 2


def test_a_hand_that_rests_there_is_waited_for_where_a_piece_has_only_vanished() -> None:
    """It may hide what became of it: a stack that was stolen was taken for two cards laid."""
    table, watcher, eyes = rig()
    table.submit(REVEAL, by="phone")
    watcher.see(FRAME)
    moved = GAME.placements(after(table, MOVE))
    gone = next(one for one in moved if one.piece.startswith("pawn") and one in GAME.placements(table.state))
    for problems in ((Problem("hand", 10, 10),), ()):
        eyes.seen = look_at(moved - Counter([gone]), problems)
        for _ in range(VAGUE):
            watcher.see(FRAME)
        assert table.number == (1 if problems else 2)


def test_a_roll_of_before_the_first_look_is_not_waited_for() -> None:
    """It was told, and taken back; the die lies there, and the same value is rolled beside it."""
    table, eyes = Table(Journal(":memory:"), lambda: 0.0), Eyes()
    table.start(GAME.name, PLAYERS, {"position": {**POSITION, "phase": "guardian"}})
    watcher = Watcher(table, lambda layout: eyes)
    table.submit({"type": "roll_guardian", "player": "p1", "die": 4}, by="phone")
    table.undo("phone")
    for away_mm in (0.0, 20.0):
        die = Sighting("die", 900 + away_mm, 500, 0.0, 0.99, "4", zone="tray")
        eyes.seen = replace(look_at(GAME.placements(table.state)), dice=(die,))
        for _ in range(STEADY):
            watcher.see(FRAME)
        assert [entry.by for entry in table.entries()] == ["phone", "phone"] + ["camera"] * (away_mm > 0)


def test_that_a_piece_hides_one_that_belongs_there_is_not_told() -> None:
    """Miners stand on tiles all evening."""
    table, watcher, eyes = rig()
    pawn, strange = LAYOUT.space["e5"].seat("pawn"), LAYOUT.space["c3"].seat("pawn")
    for at, is_told in ((pawn, False), (strange, True)):
        eyes.seen = look_at(GAME.placements(table.state), (Problem("covered", *at),))
        watcher.see(FRAME)
        assert ("picture" in table.notices) is is_told


def test_what_is_moving_is_not_weighed() -> None:
    table, watcher, eyes = rig()
    eyes.seen = Look(is_moving=True)
    for _ in range(10):
        watcher.see(FRAME)
    assert (table.number, table.question, watcher.looks) == (0, None, 1)


def test_another_game_gets_other_eyes_and_another_tracker() -> None:
    table, opened = Table(Journal(":memory:"), lambda: 0.0), []

    def eyes_for(layout: Layout) -> Eyes:
        opened.append(layout.game)
        return Eyes()

    table.start(GAME.name, PLAYERS)
    Watcher(table, eyes_for)
    table.start("gold_raiders", PLAYERS)
    assert opened == ["pyramid_raiders", "gold_raiders"]


def test_before_any_game_there_is_nothing_to_see() -> None:
    watcher = Watcher(Table(Journal(":memory:"), lambda: 0.0), lambda layout: Eyes())
    assert watcher.see(FRAME).is_moving


def test_a_problem_is_noticed_in_words_and_forgotten_when_it_is_mended() -> None:
    table, watcher, eyes = rig()
    eyes.seen = look_at(GAME.placements(table.state), (Problem("dark"),))
    watcher.see(FRAME)
    assert "too dark" in table.notices["picture"]
    eyes.seen = look_at(GAME.placements(table.state))
    watcher.see(FRAME)
    assert "picture" not in table.notices


def test_the_camera_being_lost_is_not_wiped_by_a_good_look() -> None:
    table, watcher, _ = rig()
    table.notice("camera", "no frames for 3 s")
    watcher.see(FRAME)
    assert table.notices["camera"] == "no frames for 3 s"


def test_what_lies_otherwise_is_told_once_people_had_time_to_mend_it() -> None:
    table, watcher, eyes = rig()
    lying = GAME.placements(table.state)
    lying.subtract([next(placement for placement in lying if placement.space == "a1")])
    eyes.seen = look_at(+lying)
    for _ in range(12):
        watcher.see(FRAME)
    assert len(table.differences) == 1


def test_an_entry_on_a_phone_is_followed_without_a_question() -> None:
    table, watcher, eyes = rig()
    eyes.seen = look_at(GAME.placements(table.state))
    table.submit_all([REVEAL, to_json(GAME.read(after(table, REVEAL), MOVE))], by="phone")
    for _ in range(2 * PATIENCE):
        watcher.see(FRAME)
    assert (table.number, table.question) == (2, None)


def test_a_forgotten_torch_is_noticed_until_it_is_passed_on() -> None:
    game = game_named("temple_of_gold")
    table, eyes = Table(Journal(":memory:"), lambda: 0.0), Eyes()
    table.start(game.name, ["p1", "p2"])
    layout = table.sitting.layout
    watcher = Watcher(table, lambda layout: eyes)

    def torch_at(seat: int) -> Look:
        x, y = layout.space[f"torch.{seat}"].seat("torch")
        return Look((Sighting("torch", x, y, 0.0, 0.99),), plane=STRAIGHT)

    eyes.seen = torch_at(1)
    watcher.see(FRAME)
    table.submit({"type": "end_turn", "player": "p1"}, by="phone")
    for _ in range(8):
        watcher.see(FRAME)
    assert plain(table.notices["torch"]) == "the torch was forgotten: pass it on to P2"
    eyes.seen = torch_at(2)
    for _ in range(8):
        watcher.see(FRAME)
    assert "torch" not in table.notices


def test_an_earlier_print_of_the_board_gets_eyes_of_its_own() -> None:
    table, eyes, opened = Table(Journal(":memory:"), lambda: 0.0), Eyes(), []
    watcher = Watcher(table, lambda layout: opened.append(layout) or eyes)
    table.start("gold_mine", ["red", "blue"])
    now = table.sitting.layout
    first = now.also[0]
    eyes.seen = Look(problems=tuple(Problem("other board", marker=marker) for marker in first.frame_markers))
    watcher.see(FRAME)
    assert opened == [now, first]
    assert watcher.layout is first
    assert "picture" not in table.notices


TEMPLE = game_named("temple_of_gold")
TEMPLE_LAYOUT = TEMPLE.layout(["p1", "p2"])


def temple_rig() -> tuple[Table, Watcher, Eyes]:
    table, eyes = Table(Journal(":memory:"), lambda: 0.0), Eyes()
    table.start(TEMPLE.name, ["p1", "p2"])
    return table, Watcher(table, lambda layout: eyes), eyes


def temple_look(state: Any) -> Look:
    """The table of Temple of Gold as it should lie, a row's pieces side by side."""
    sightings, row = [], Counter[tuple[str, str]]()
    for piece, space, turned, _ in TEMPLE.placements(state).elements():
        seat = TEMPLE_LAYOUT.piece[piece].seat
        (x, y), (dx, dy) = TEMPLE_LAYOUT.space[space].seat(seat), TEMPLE_LAYOUT.space[space].spread_mm
        sightings.append(Sighting(piece, x + row[space, seat] * dx, y + row[space, seat] * dy, turned or 0.0, 0.99))
        row[space, seat] += 1
    return Look(tuple(sightings), plane=STRAIGHT)


def first(state: Any, kind: str) -> Any:
    return next(action for action in TEMPLE.legal(state) if to_json(action)["type"] == kind)


def there_and_back(rests: int) -> Table:
    """A pawn of Temple of Gold steps on, lies there for so many more looks, and stands where it stood again."""
    table, watcher, eyes = temple_rig()
    state = table.state
    there = temple_look(TEMPLE.apply(state, first(state, "step")))
    back = [temple_look(state) for _ in range(PATIENCE + 1)]
    for eyes.seen in (temple_look(state), *[there] * (STEADY + rests), Look(is_moving=True), *back):
        watcher.see(FRAME)
    return table


def test_a_piece_put_back_at_once_was_taken_back_or_moved_twice_and_is_asked_about() -> None:
    table = there_and_back(rests=1)
    assert len(table.steps()) == 1
    assert table.question is not None
    assert [plain(answer.label) for answer in table.question.answers] == [
        "Yes, take it back",
        "P1: step to F1",
        "No, it stands",
    ]


def test_a_piece_moved_back_later_was_moved_twice() -> None:
    table = there_and_back(rests=AT_ONCE + 2)
    assert (len(table.steps()), table.question) == (2, None)


def test_a_piece_put_right_at_once_is_so_though_a_hand_rests_there_afterwards() -> None:
    """The hand that went made what was put right look like a move of its own, and others had passed in silence."""
    table, watcher, eyes = temple_rig()
    state = table.state
    wrong, right = [action for action in TEMPLE.legal(state) if to_json(action)["type"] == "step"][:2]
    there, here = (temple_look(TEMPLE.apply(state, step)) for step in (wrong, right))
    moving = Look(is_moving=True)
    for eyes.seen in (temple_look(state), *[there] * (STEADY + 1), moving, here, here, moving, moving, *[here] * AGAIN):
        watcher.see(FRAME)
    assert [step.action for step in table.steps()] == [to_json(right)]


def test_a_piece_put_right_at_once_is_so_though_the_table_was_bumped_before_anybody_could_be_sure() -> None:
    """One look at a table that was being knocked made the camera forget it, and a wrong move stood."""
    table, watcher, eyes = temple_rig()
    state = table.state
    wrong, right = [action for action in TEMPLE.legal(state) if to_json(action)["type"] == "step"][:2]
    there, here = (temple_look(TEMPLE.apply(state, step)) for step in (wrong, right))
    moving, knocked = Look(is_moving=True), replace(here, sightings=here.sightings[:1])
    bumped = (moving, moving, moving, knocked)
    for eyes.seen in (temple_look(state), *[there] * (STEADY + 1), moving, here, here, *bumped, *[here] * (AGAIN + 1)):
        watcher.see(FRAME)
    assert [step.action for step in table.steps()] == [to_json(right)]


def test_a_piece_put_right_at_once_is_so_though_the_hand_held_it_for_a_while() -> None:
    """The hand came at once, rested with the pawn in it, and set it down later: a step there and back was entered."""
    table, watcher, eyes = temple_rig()
    state = table.state
    wrong, right = [action for action in TEMPLE.legal(state) if to_json(action)["type"] == "step"][:2]
    there, here = (temple_look(TEMPLE.apply(state, step)) for step in (wrong, right))
    pawn = next(one.piece for one in TEMPLE.placements(state) - TEMPLE.placements(TEMPLE.apply(state, right)))
    without = tuple(one for one in here.sightings if one.what != pawn)
    held, moving = replace(here, sightings=without, problems=(Problem("hand", 10, 10),)), Look(is_moving=True)
    reach = (moving, moving, *[held] * AT_ONCE, replace(held, is_moving=True))
    for eyes.seen in (temple_look(state), *[there] * (STEADY + 1), *reach, *[here] * (AGAIN + 1)):
        watcher.see(FRAME)
    assert [step.action for step in table.steps()] == [to_json(right)]


def test_a_piece_put_amiss_later_does_not_take_back_the_move_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rule led to where a pawn was put for a second: the camera found another way there for the move before."""
    table, watcher, eyes = temple_rig()
    state = table.state
    steps = [action for action in TEMPLE.legal(state) if to_json(action)["type"] == "step"]
    there, amiss = (temple_look(TEMPLE.apply(state, step)) for step in steps[:2])
    for eyes.seen in (temple_look(state), *[there] * (STEADY + AT_ONCE + 2), Look(is_moving=True)):
        watcher.see(FRAME)
    monkeypatch.setattr("companion.watch.tracker.Tracker.weigh", lambda self, state, look: Verdict())
    for eyes.seen in [amiss] * (AGAIN + 1):
        watcher.see(FRAME)
    assert [entry.action for entry in table.entries()] == [to_json(steps[0])]


def test_the_next_player_who_is_quick_puts_nothing_right() -> None:
    """The end of a turn was taken back and entered again, and with it the next pick-up, but not that turn's own end."""
    table, watcher, eyes = temple_rig()
    states = [table.state]
    for kind in ("step", "end_turn", "pick_up", "end_turn"):
        states.append(TEMPLE.apply(states[-1], first(states[-1], kind)))
    eyes.seen = temple_look(states[0])
    watcher.see(FRAME)
    for seen in states[1:3]:
        for eyes.seen in (Look(is_moving=True), *[temple_look(seen)] * STEADY):
            watcher.see(FRAME)
    assert table.state == states[2]
    for eyes.seen in (Look(is_moving=True), *[temple_look(states[4])] * (AGAIN + STEADY)):
        watcher.see(FRAME)
    assert [(entry.what, entry.action["type"]) for entry in table.entries(2)] == [
        ("action", "pick_up"),
        ("action", "end_turn"),
    ]


def test_who_passes_the_torch_and_then_moves_has_moved_before_it() -> None:
    """The torch was seen first and a turn without a step entered: the pawn that followed it was told off."""
    table, watcher, eyes = temple_rig()
    states = [table.state]
    for kind in ("step", "end_turn", "step", "end_turn"):
        states.append(TEMPLE.apply(states[-1], first(states[-1], kind)))
    passed = TEMPLE.apply(states[2], first(states[2], "end_turn"))
    eyes.seen = temple_look(states[0])
    watcher.see(FRAME)
    for seen in (*states[1:3], passed, states[4]):
        for eyes.seen in (Look(is_moving=True), *[temple_look(seen)] * AGAIN):
            watcher.see(FRAME)
    assert table.state == states[4]
    assert [step.action["type"] for step in table.steps()] == ["step", "end_turn", "step", "end_turn"]


def test_a_hand_that_rests_there_is_waited_for_where_something_left_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    """The torch was passed on, a hand still held the miner: "stayed, ended the turn" was entered."""
    table, watcher, eyes = temple_rig()
    eyes.seen = temple_look(table.state)
    watcher.see(FRAME)
    guess = Verdict((first(table.state, "end_turn"),), may_hide_more=True)
    monkeypatch.setattr("companion.watch.tracker.Tracker.weigh", lambda self, state, look: guess)
    for problems in ((Problem("hand", 10, 10),), ()):
        eyes.seen = replace(eyes.seen, problems=problems)
        for _ in range(STEADY):
            watcher.see(FRAME)
        assert len(table.steps()) == (0 if problems else 1)


MINE = game_named("gold_mine")
MINE_LAYOUT = MINE.layout(["red", "green"])


def mine_rig() -> tuple[Table, Watcher, Eyes]:
    """Somebody stands beside a nugget and may take it, or end the turn; people pass the torch on."""
    table, eyes = Table(Journal(":memory:"), lambda: 0.0), Eyes()
    table.start("gold_mine", ["red", "green"])
    watcher = Watcher(table, lambda layout: eyes)
    for _, action, _ in turns(MINE, ["red", "green"], 1, "greedy"):
        if to_json(action)["type"] == "collect":
            break
        table.submit(to_json(action), by="bot")
    return table, watcher, eyes


def mine_look(state: Any, gone: Seen | None = None, *, hand: bool = False) -> Look:
    sightings = []
    for piece, space, turned, _ in (MINE.placements(state) - (gone or Counter())).elements():
        x, y = MINE_LAYOUT.space[space].seat(MINE_LAYOUT.piece[piece].seat)
        sightings.append(Sighting(piece, x, y, turned or 0.0, 0.99))
    return Look(tuple(sightings), plane=STRAIGHT, problems=(Problem("hand", 10, 10),) if hand else ())


def ways_to_end(state: Any) -> tuple[Any, Any]:
    """The state once the turn is over, and once a nugget has been taken before that."""
    taken = MINE.apply(state, next(one for one in MINE.legal(state) if kind_of(one) == "collect"))
    ended, both = (
        MINE.apply(before, next(one for one in MINE.legal(before) if kind_of(one) == "end_turn"))
        for before in (state, taken)
    )
    return ended, both


def test_no_turn_ends_while_a_hand_may_hide_what_was_done_in_it() -> None:
    """The torch was passed on in haste, the end of the turn entered, and the nugget under the hand was gone."""
    table, watcher, eyes = mine_rig()
    before, known = table.state, len(table.steps())
    ended, both = ways_to_end(before)
    for eyes.seen in (mine_look(before), Look(is_moving=True), *[mine_look(ended, hand=True)] * AGAIN):
        watcher.see(FRAME)
    assert len(table.steps()) == known
    for eyes.seen in (Look(is_moving=True), *[mine_look(both)] * VAGUE):
        watcher.see(FRAME)
    assert [step.action["type"] for step in table.steps()[known:]] == ["collect", "end_turn"]


@pytest.mark.parametrize("reach", [(), (Look(is_moving=True),)])
@pytest.mark.parametrize("piece", ["nugget", "tile.G"])
def test_what_is_lost_from_sight_was_not_taken_before_the_turn_ended(piece: str, reach: tuple[Look, ...]) -> None:
    """A nugget half behind a miner was not read for a second: that it had been taken was entered before the turn."""
    table, watcher, eyes = mine_rig()
    before, known = table.state, len(table.steps())
    ended, _ = ways_to_end(before)
    lost = next(one for one in MINE.placements(ended) if one.piece.startswith(piece))
    unseen = mine_look(ended, Counter([lost]))
    for eyes.seen in (mine_look(before), Look(is_moving=True), *[mine_look(ended)] * STEADY, *reach, *[unseen] * VAGUE):
        watcher.see(FRAME)
    assert [step.action["type"] for step in table.steps()[known:]] == ["end_turn"]


def test_that_somebody_did_without_is_believed_once_the_eyes_have_tried_every_way() -> None:
    """A tile laid in haste was read late: by then it was entered that nothing was laid, and the next player drew it."""
    table, eyes = Table(Journal(":memory:"), lambda: 0.0), Eyes()
    table.start("gold_mine", ["red", "green"])
    watcher = Watcher(table, lambda layout: eyes)
    for state, draw, _ in turns(MINE, ["red", "green"], 1):
        if kind_of(draw) == "draw_tile" and "opt_out" in map(kind_of, MINE.legal(state)):
            break
        table.submit(to_json(draw), by="bot")
    before, known, drawn = table.state, len(table.steps()), MINE.apply(table.state, draw)
    place = next(one for one in MINE.legal(drawn) if kind_of(one) == "place_tile")
    ended = MINE.apply(drawn, place)
    for kind in ("stay", "end_turn"):
        ended = MINE.apply(ended, next(one for one in MINE.legal(ended) if kind_of(one) == kind))
    tile = next(one for one in MINE.placements(ended) - MINE.placements(before) if one.piece.startswith("tile"))
    late = mine_look(ended, Counter([tile]))
    for eyes.seen in (mine_look(before), Look(is_moving=True), *[late] * (UNTOLD - 1), *[mine_look(ended)] * STEADY):
        watcher.see(FRAME)
    assert [step.action["type"] for step in table.steps()[known:]] == ["draw_tile", "place_tile", "stay", "end_turn"]


def test_whether_a_move_was_put_right_or_the_next_player_went_on_is_asked() -> None:
    """The torch was forgotten, and the next move came at once: the camera went back on both moves before it."""
    raiders, eyes = game_named("gold_raiders"), Eyes()
    layout, table = raiders.layout(["p1", "p2"]), Table(Journal(":memory:"), lambda: 0.0)
    table.start("gold_raiders", ["p1", "p2"])
    watcher = Watcher(table, lambda layout: eyes)
    new, lay = {"type": "play_new", "player": "p1"}, {"type": "play_on", "player": "p1", "stack": 1}
    recon = {"type": "recon", "player": "p2", "owner": "p1", "stack": 1}
    for raw in ({"type": "choose_first", "player": "p1"}, {"type": "deal"}, new, recon):
        table.submit(raw, by="phone")
    known, (torch,) = len(table.steps()), (one for one in raiders.placements(table.state) if one.piece == "torch")

    def look(*done: Any) -> Look:
        state, sightings = table.state, []
        for raw in done:
            state = raiders.apply(state, raiders.read(state, raw))
        for piece, space, turned, shows in (one for one in raiders.placements(state) if one.piece != "torch"):
            x, y = layout.space[space].seat(layout.piece[piece].seat)
            sightings.append(Sighting(piece, x, y, turned or 0.0, 0.99, shows))
        sightings.append(Sighting("torch", *layout.space[torch.space].seat(layout.piece["torch"].seat), 0.0, 0.99))
        return Look(tuple(sightings), plane=STRAIGHT)

    both, all_three = look(lay, recon), look(lay, recon, lay)
    for eyes.seen in (look(), Look(is_moving=True), *[both] * STEADY):
        watcher.see(FRAME)
    assert [step.action["type"] for step in table.steps()[known:]] == ["play_on", "recon"]
    for eyes.seen in (Look(is_moving=True), *[all_three] * (SLOW + 1)):
        watcher.see(FRAME)
    assert table.question is not None
    assert [answer.undo or answer.actions for answer in table.question.answers] == [2, (lay,), ()]
    assert len(table.steps()) == known + 2


def test_who_puts_something_right_does_not_play_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two others moved in haste, in one of two ways: instead of asking, the camera changed the move before theirs."""
    table, watcher, eyes = temple_rig()
    step, other = [action for action in TEMPLE.legal(table.state) if kind_of(action) == "step"][:2]
    moved = TEMPLE.apply(table.state, step)
    for eyes.seen in (temple_look(table.state), *[temple_look(moved)] * STEADY, Look(is_moving=True)):
        watcher.see(FRAME)
    theirs = msgspec.structs.replace(first(moved, "end_turn"), player="p2")
    asked = Verdict(question=Question("What did P2 do?", (Answer("this"), Answer("that"))), is_explained=True)
    monkeypatch.setattr("companion.watch.tracker.Tracker.weigh", lambda self, state, look: asked)
    monkeypatch.setattr("companion.watch.tracker.Tracker.reconsider", lambda *given, **more: (other, theirs))
    for eyes.seen in [temple_look(moved)] * PATIENCE:
        watcher.see(FRAME)
    assert [step.did for step in table.steps()] == [step]
    assert table.question is not None


def test_a_roll_that_comes_before_a_line_is_told_is_journalled_once_it_is() -> None:
    gold = game_named("go_for_gold")
    table, eyes = Table(Journal(":memory:"), lambda: 0.0), Eyes()
    table.start(gold.name, ["p1", "p2"])
    watcher = Watcher(table, lambda layout: eyes)
    table.submit({"type": "choose_start_port", "player": "p1", "port": "A5"}, by="phone")
    sheets = tuple(Sighting(f"sheet.A.{seat}", *at, 0.0, 0.99) for seat, at in ((1, (145, 480)), (2, (145, 114))))
    eyes.seen = Look(sheets, plane=STRAIGHT)
    watcher.see(FRAME)
    table.submit({"type": "roll_move", "player": "p1", "value": 1}, by="phone")
    table.submit({"type": "move", "player": "p1", "path": ["B5"]}, by="phone")
    eyes.seen = Look(sheets, (Sighting("die", 420, 297, 0.0, 0.99, "2", zone="tray"),), plane=STRAIGHT)
    for _ in range(PATIENCE + 2):
        watcher.see(FRAME)
    assert table.number == 3
    table.submit({"type": "move", "player": "p2", "path": ["E8"]}, by="phone")
    for _ in range(STEADY):
        watcher.see(FRAME)
    assert table.entries()[-1].action == {"type": "roll_move", "player": "p2", "value": 2}
    assert table.question is None
