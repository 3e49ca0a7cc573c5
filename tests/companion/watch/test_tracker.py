"""Which legal action explains the table, on looks made by hand: no pixels here."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from companion.games import game_named
from companion.games.naming import plain
from companion.games.protocol import kind_of, person, to_json
from companion.layout import Layout, Piece, Placement, Space
from companion.simulation.match import turns
from companion.watch.tracker import Tracker, Verdict
from vision.eyes import Look
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import BESIDE_TRAY, Sighting

GAME = game_named("pyramid_raiders")
LAYOUT = GAME.layout()
STRAIGHT = Plane(np.eye(3) / 2 + np.diag([0, 0, 0.5]), np.diag([2.0, 2, 1]), 0.0, (1680, 1188), (420, 297, 1000), 0.1)
PLAYERS = ["p1", "p2", "p3"]
MOVING: dict[str, Any] = {
    "players": PLAYERS,
    "phase": "moving",
    "active": "p1",
    "card": 2,
    "placed": ["p2", "p3"],
    "guardian": {"at": "i5", "facing": "E"},
    "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"},
}


def look_at(placements: Counter[Placement], *, without: tuple[str, ...] = (), dice: str = "", at: float = 0.0) -> Look:
    """What perfect eyes would report; `without` leaves pieces out, `dice` are pips in the tray."""
    seen = []
    for placement in placements.elements():
        if placement.piece in without:
            continue
        piece, space = LAYOUT.piece[placement.piece], LAYOUT.space[placement.space]
        x, y = space.seat(piece.seat)
        seen.append(Sighting(piece.name, x, y, float(placement.turned or 0), 0.99))
    thrown = tuple(Sighting("die", 250 + 30 * n + at, 500 + at, 0, 0.97, pips) for n, pips in enumerate(dice))
    return Look(tuple(seen), thrown, STRAIGHT)


def state_of(**changes: Any) -> Any:
    return GAME.state_from({**MOVING, **changes})


def after(state: Any, *actions: dict[str, Any]) -> Any:
    for raw in actions:
        state = GAME.apply(state, GAME.read(state, raw))
    return state


def weigh(state: Any, look: Look, tracker: Tracker | None = None) -> Verdict:
    tracker = tracker or settled(state)
    return tracker.weigh(state, look)


def settled(state: Any) -> Tracker:
    """A tracker that has seen the table lie as it should."""
    tracker = Tracker(GAME, LAYOUT)
    before = look_at(GAME.placements(state))
    tracker.weigh(state, before)
    tracker.settle(state, before)
    return tracker


def kinds(verdict: Verdict) -> list[str]:
    return [to_json(action)["type"] for action in verdict.actions]


def test_a_table_as_it_should_be_says_nothing() -> None:
    state = state_of()
    assert weigh(state, look_at(GAME.placements(state))) == Verdict()


def test_a_pawn_two_spaces_on_is_a_walk_of_two() -> None:
    state = state_of()
    goal = after(state, {"type": "move", "player": "p1", "path": ["e6", "e7"]})
    verdict = weigh(state, look_at(GAME.placements(goal)))
    assert kinds(verdict) == ["move"]
    assert GAME.apply(state, verdict.actions[0]).pawns["p1"] == "e7"


def test_a_push_is_understood_from_where_both_stand() -> None:
    state = state_of(pawns={"p1": "e5", "p2": "e6", "p3": "i1"}, card=1)
    goal = after(state, {"type": "move", "player": "p1", "path": ["e6"], "pushes": ["d6"]})
    verdict = weigh(state, look_at(GAME.placements(goal)))
    assert GAME.apply(state, verdict.actions[0]).pawns == {"p1": "e6", "p2": "d6", "p3": "i1"}


def test_two_actions_between_looks_are_found_in_their_order() -> None:
    state = state_of(card=3)
    goal = after(
        state,
        {"type": "move", "player": "p1", "path": ["e6", "e7", "e8"]},
        {"type": "reveal_card", "player": "p2", "card": 4},
    )
    assert kinds(weigh(state, look_at(GAME.placements(goal)))) == ["move", "reveal_card"]


def test_an_action_without_a_trace_is_known_by_what_follows_it() -> None:
    state = after(state_of(), {"type": "move", "player": "p1", "path": ["e6", "e7"]})
    assert state.phase == "effect"
    goal = after(state, {"type": "skip_effect", "player": "p1"}, {"type": "reveal_card", "player": "p2", "card": 4})
    assert kinds(weigh(state, look_at(GAME.placements(goal)))) == ["skip_effect", "reveal_card"]


def test_a_pawn_where_no_walk_leads_is_no_action() -> None:
    state = state_of()
    strange = GAME.placements(state_of(pawns={"p1": "b1", "p2": "a1", "p3": "i1"}))
    assert weigh(state, look_at(strange)) == Verdict()


def test_what_differs_is_said_in_words() -> None:
    state = state_of()
    strange = look_at(GAME.placements(state_of(pawns={"p1": "b1", "p2": "a1", "p3": "i1"})))
    assert settled(state).differences(state, strange) == ("Thomas's pawn stands on b1, it should stand on e5",)


def test_a_roll_is_known_by_its_pips() -> None:
    state = state_of(phase="guardian", card=None, active=None)
    tracker = settled(state)
    verdict = tracker.weigh(state, look_at(GAME.placements(state), dice="4"))
    assert [to_json(action) for action in verdict.actions] == [{"type": "roll_guardian", "player": "p1", "die": 4}]


def test_a_die_that_has_been_made_use_of_is_no_second_roll() -> None:
    state = state_of(phase="guardian", card=None, active=None)
    tracker = settled(state)
    rolled = look_at(GAME.placements(state), dice="4")
    tracker.use_dice(rolled, GAME.read(state, {"type": "roll_guardian", "player": "p1", "die": 4}))
    assert tracker.weigh(state, rolled) == Verdict()
    assert kinds(tracker.weigh(state, look_at(GAME.placements(state), dice="4", at=20))) == ["roll_guardian"]


def test_a_die_lying_there_from_the_start_was_not_rolled_for_us() -> None:
    state = state_of(phase="guardian", card=None, active=None)
    tracker = Tracker(GAME, LAYOUT)
    assert tracker.weigh(state, look_at(GAME.placements(state), dice="4")) == Verdict()


def test_a_die_that_cannot_be_read_for_certain_is_asked_about() -> None:
    state = state_of(phase="guardian", card=None, active=None)
    tracker = settled(state)
    look = look_at(GAME.placements(state))
    doubtful = Look(look.sightings, (Sighting("die", 260, 500, 0, 0.6, "6"),), STRAIGHT)
    question = tracker.weigh(state, doubtful).question
    assert question is not None
    assert [answer.actions[-1]["die"] for answer in question.answers if answer.actions] == [6, 1, 2, 3, 4, 5]
    assert question.answers[-1].label == "Something else"


def test_what_was_already_out_of_place_proves_nothing_new() -> None:
    """A knocked-out pawn still standing on the rim has not re-entered there."""
    state = state_of(phase="guardian", card=None, active=None, guardian={"at": "a2", "facing": "W"})
    walked = after(state, {"type": "roll_guardian", "player": "p1", "die": 3})
    assert walked.phase == "reentry"
    tracker = settled(state)
    as_it_was = look_at(GAME.placements(state))
    tracker.settle(walked, as_it_was)
    assert tracker.weigh(walked, as_it_was) == Verdict()
    taken_off = look_at(GAME.placements(walked))
    assert tracker.weigh(walked, taken_off) == Verdict()
    back = after(walked, {"type": "enter", "player": "p2", "space": "a1"})
    assert kinds(tracker.weigh(walked, look_at(GAME.placements(back)))) == ["enter"]


def test_two_explanations_that_are_equally_good_are_asked_about() -> None:
    """Magic hands took one of two treasures, and a sleeve hides both places but one is known to be gone."""
    state = state_of(card=2, items={"p1": "magic_hands"}, tokens={"e6": "red", "d5": "red"})
    look = look_at(GAME.placements(state), without=("token.red",))
    question = weigh(state, look).question
    assert question is not None
    labels = {"P1: reach for the red treasure on d5", "P1: reach for the red treasure on e6", "Something else"}
    assert {plain(answer.label) for answer in question.answers} == labels
    assert question.answers[-1].label == "Something else"
    assert (question.player, question.spaces) == ("p1", ("d5", "e6"))


def test_a_hidden_place_says_nothing() -> None:
    state = state_of()
    look = look_at(GAME.placements(state), without=("pawn.thomas",))
    hidden = Look(look.sightings, (), STRAIGHT, hidden=np.full((297, 420), 255, np.uint8))
    tracker = settled(state)
    assert tracker.weigh(state, hidden) == Verdict()
    assert tracker.differences(state, hidden) == ()


def test_cards_laid_by_several_players_at_once_are_all_found() -> None:
    state = state_of(phase="programming", card=None, active=None, placed=[])
    goal = after(state, *({"type": "place_card", "player": player} for player in PLAYERS))
    assert kinds(weigh(state, look_at(GAME.placements(goal)))) == ["place_card"] * 3


def on_a_passage(*dice: Sighting) -> Verdict:
    """What comes of those dice where one or both may have been rolled."""
    mine = game_named("gold_mine")
    played = turns(mine, ["red", "green"], 1)
    there = next(state for state, action, _ in played if kind_of(action) == "roll_passage")
    assert {len(mine.rolled(action)) for action in mine.legal(there)} >= {1, 2}
    tracker = Tracker(mine, mine.layout(["red", "green"], {}))
    tracker.weigh(there, Look((), (), STRAIGHT))
    tracker.settle(there, Look((), (), STRAIGHT))
    return tracker.weigh(there, Look((), dice, STRAIGHT))


WHITE_ONE = Sighting("die", 1060, 120, 0, 0.99, "1", colour=(240, 235, 225))


def test_one_die_on_an_empty_tray_is_a_roll_of_one() -> None:
    assert [to_json(action)["type"] for action in on_a_passage(WHITE_ONE).actions] == ["roll_move"]


def test_a_die_that_lies_there_unread_is_asked_about() -> None:
    """On a secret passage one die or both may be rolled: one that lay unread made a wrong walk of it, in silence."""
    verdict = on_a_passage(WHITE_ONE, Sighting("die", 1100, 120, 0, 0.0, None, colour=(40, 36, 33)))
    assert verdict.actions == ()
    assert verdict.question is not None
    rolls = [answer.actions[0] for answer in verdict.question.answers if answer.actions]
    assert [raw["dice"] for raw in rolls] == [[1, pips] for pips in range(1, 7)]


def test_one_die_is_asked_about_where_another_fell_beside_the_tray() -> None:
    fallen = Sighting("die", 1000, 120, 0, 0.97, "5", zone=BESIDE_TRAY, colour=(40, 36, 33))
    verdict = on_a_passage(WHITE_ONE, fallen)
    assert verdict.actions == ()
    assert verdict.question is not None


def test_a_die_beside_the_tray_is_no_roll_and_is_told() -> None:
    state = state_of(phase="guardian", card=None, active=None)
    tracker = settled(state)
    look = look_at(GAME.placements(state))
    fallen = Look(look.sightings, (Sighting("die", 350, 500, 0, 0.97, "4", zone=BESIDE_TRAY),), STRAIGHT)
    assert tracker.weigh(state, fallen) == Verdict()
    assert tracker.dropped(fallen) == "a die lies beside the tray: roll it again, or enter on a phone what it shows"
    assert tracker.dropped(look) is None


class Run(msgspec.Struct, frozen=True, tag="run"):
    player: str


class End(msgspec.Struct, frozen=True, tag="end"):
    player: str


class Dash(msgspec.Struct, frozen=True):
    """Two runners in turn, one space a turn, and a torch that says whose turn it is."""

    turn: str = "p1"
    has_run: bool = False
    at: tuple[int, int] = (0, 0)


def dash_legal(state: Dash) -> list[Any]:
    return [End(state.turn)] if state.has_run else [Run(state.turn)]


def dash_apply(state: Dash, action: Any) -> Dash:
    if isinstance(action, End):
        return Dash("p2" if state.turn == "p1" else "p1", False, state.at)
    one, two = state.at
    return Dash(state.turn, True, (one + 1, two) if state.turn == "p1" else (one, two + 1))


def dash_placements(state: Dash) -> Counter[Placement]:
    pawns = [Placement(f"pawn.{n}", f"trail.{n}.{at}") for n, at in enumerate(state.at, start=1)]
    return Counter([*pawns, Placement("torch", f"torch.{state.turn}")])


DASH: Any = SimpleNamespace(
    is_over=lambda state: max(state.at) > 8,
    placements=dash_placements,
    recognised=lambda state, lying: lying,
    shown=lambda state, seen: dash_legal(state),
    legal=dash_legal,
    rolled=lambda action: {},
    apply=dash_apply,
    told=lambda state, action: False,
    words=lambda state, action, viewer: kind_of(action),
    view=lambda state, viewer: SimpleNamespace(acting=(state.turn,)),
)
TRAILS = tuple(Space(f"trail.{n}.{at}", 40 + 40 * at, 60 * n, reach_mm=15) for n in (1, 2) for at in range(10))
TORCHES = tuple(Space(f"torch.p{n}", 40.0, 240 + 60 * n, {"torch": (0.0, 0.0)}, 25) for n in (1, 2))
SEATS = tuple(Space(f"seat.p{n}", 80.0, 240 + 60 * n, {"lamp": (0.0, 0.0)}) for n in (1, 2))
DASH_PIECES = (
    *(Piece(f"pawn.{n}", "piece", 20, 20, marker=n) for n in (1, 2)),
    Piece("torch", "torch", 30, 30, marker=3),
)
DASH_LAYOUT = Layout("dash", 500, 500, (10, 11, 12, 13), (*TRAILS, *TORCHES, *SEATS), (), DASH_PIECES, torch="torch")


def dash_look(state: Dash, torch: str) -> Look:
    spaces = [(one.piece, torch if one.piece == "torch" else one.space) for one in dash_placements(state)]
    at = [(piece, DASH_LAYOUT.space[space]) for piece, space in spaces]
    return Look(tuple(Sighting(piece, space.x_mm, space.y_mm, 0, 0.99) for piece, space in at), (), STRAIGHT)


def dashed(*torches: str) -> tuple[Tracker, Dash]:
    """A tracker that saw so many turns, the torch lying there at the end of each, and that then saw p1 run."""
    tracker, state = Tracker(DASH, DASH_LAYOUT), Dash()
    tracker.weigh(state, dash_look(state, "torch.p1"))
    tracker.settle(state, dash_look(state, "torch.p1"))
    lies = "torch.p1"
    for torch in torches:
        for action in (Run(state.turn), End(state.turn)):
            lies = torch if isinstance(action, End) else lies
            state = dash_apply(state, action)
            tracker.settle(state, dash_look(state, lies))
    state = dash_apply(state, Run(state.turn))
    tracker.settle(state, dash_look(state, lies))
    return tracker, state


def test_a_torch_that_the_round_comes_back_to_was_not_passed_on() -> None:
    """Two players who leave the torch where it is: every other turn it lies right by chance, which proves nothing."""
    tracker, state = dashed("torch.p1", "torch.p1")
    goal = dash_apply(dash_apply(state, End("p1")), Run("p2"))
    verdict = tracker.weigh(state, dash_look(goal, "torch.p1"))
    assert verdict.actions == (End("p1"), Run("p2"))


def test_a_torch_forgotten_by_people_who_use_it_is_asked_about() -> None:
    tracker, state = dashed("torch.p2", "torch.p1")
    goal = dash_apply(dash_apply(state, End("p1")), Run("p2"))
    question = tracker.weigh(state, dash_look(goal, "torch.p1")).question
    assert question is not None
    assert [plain(answer.label) for answer in question.answers] == ["P1: end, then P2: run", "Something else"]


def test_a_torch_passed_on_before_the_turn_was_seen_to_end_is_not_forgotten() -> None:
    """Entries that do not say why it lies there leave it to be explained: nobody forgot it who has just moved it."""
    tracker, state = dashed("torch.p2", "torch.p1")
    tracker.settle(state, dash_look(state, "torch.p2"))
    assert tracker.weigh(state, dash_look(state, "torch.p2")).actions == (End("p1"),)


def test_a_torch_that_follows_what_was_told_may_be_passed_on_back_to_where_it_lay() -> None:
    """Two players: the end of a turn was told, then the torch came; when it went back it had not moved at all."""
    tracker, state = dashed("torch.p2")
    tracker.settle(state, dash_look(state, "torch.p2"))
    told = dash_apply(state, End("p2"))
    tracker.settle(told, dash_look(told, "torch.p2"), is_told=True)
    tracker.weigh(told, dash_look(told, "torch.p1"))
    run = dash_apply(told, Run("p1"))
    verdict = tracker.weigh(told, dash_look(run, "torch.p2"))
    assert verdict.actions == (Run("p1"), End("p1"))


def test_a_torch_under_a_hand_lies_where_it_lay() -> None:
    """It came out again and was taken for one that had just been passed on."""
    tracker, state = dashed("torch.p1")
    look = dash_look(state, "torch.p1")
    unseen = Look(tuple(one for one in look.sightings if one.what != "torch"), (), STRAIGHT)
    tracker.settle(state, unseen)
    assert tracker.weigh(state, look) == Verdict()


def test_who_forgot_the_torch_is_reminded_in_words_and_by_the_nearest_lamp() -> None:
    tracker, state = dashed("torch.p1")
    reminder = tracker.reminder(state, dash_look(state, "torch.p1"))
    assert reminder is not None
    assert plain(reminder.text) == "the torch was forgotten: pass it on to P2"
    assert reminder.spaces == ("seat.p2",)
    assert tracker.reminder(state, dash_look(state, "torch.p2")) is None


def test_what_was_rolled_stays_rolled_when_an_entry_is_reconsidered() -> None:
    """A roll was taken back and something else entered, because that explained what was done next."""
    state = state_of(phase="guardian", card=None, active=None)
    roll = GAME.read(state, {"type": "roll_guardian", "player": "p1", "die": 3})
    rolled, tracker = GAME.apply(state, roll), settled(state)
    tracker.use_dice(look_at(GAME.placements(state), dice="3"), roll)
    tracker.settle(rolled, look_at(GAME.placements(state), dice="3"))
    strange = look_at(GAME.placements(state_of(pawns={"p1": "b1", "p2": "a1", "p3": "i1"})), dice="3")
    assert tracker.reconsider(state, rolled, strange, has_rolled=True) is None


@pytest.mark.parametrize("lost_at_once", [True, False])
def test_a_piece_put_right_is_so_though_another_was_lost_from_sight_meanwhile(lost_at_once: bool) -> None:
    """A tile far away flickered, so that the move put right did not explain all of the table: the wrong one stood."""
    state = state_of()
    wrong = after(state, {"type": "move", "player": "p1", "path": ["e6", "e7"]})
    right = after(state, {"type": "move", "player": "p1", "path": ["e4", "e3"]})
    (lost,) = (one.piece for one in GAME.placements(state) if one.space == "i1" and one.piece.startswith("pawn"))
    tracker = settled(state)
    tracker.settle(wrong, look_at(GAME.placements(wrong), without=(lost,) if lost_at_once else ()))
    instead = tracker.reconsider(state, wrong, look_at(GAME.placements(right), without=(lost,)))
    assert instead is not None
    assert GAME.apply(state, instead[0]).pawns["p1"] == "e3"


def perfect(game: Any, layout: Layout, state: Any) -> Look:
    """What perfect eyes would report of that game's table."""
    seen = []
    for placement in game.placements(state).elements():
        piece, space = layout.piece[placement.piece], layout.space[placement.space]
        seen.append(Sighting(piece.name, *space.seat(piece.seat), float(placement.turned or 0), 0.99))
    return Look(tuple(seen), (), replace(STRAIGHT, size_px=(2400, 1500)))


def test_a_nugget_laid_elsewhere_at_once_was_laid_there() -> None:
    """It carries no marker, so that it had been put right was not believed, and people were told to put it back."""
    mine = game_named("gold_mine")
    layout, bots = mine.layout(mine.names(3)), turns(mine, mine.names(3), 1)
    deeds = ((state, [one for one in mine.legal(state) if kind_of(one) == "place_stolen"]) for state, _, _ in bots)
    state, choices = next((state, found) for state, found in deeds if len(found) > 2)
    wrong, right = (mine.apply(state, action) for action in choices[-2:])
    tracker = Tracker(mine, layout)
    for known in (state, wrong):
        tracker.settle(known, perfect(mine, layout, known))
    instead = tracker.reconsider(state, wrong, perfect(mine, layout, right))
    assert instead is not None
    assert [mine.apply(state, action) for action in instead] == [right]


def test_another_piece_that_is_moved_puts_nothing_right() -> None:
    """The end of a turn was taken back, because it explained as much that the next player had moved before it."""
    tracker, before = dashed("torch.p2", "torch.p1")
    state = dash_apply(before, End("p1"))
    tracker.settle(state, dash_look(state, "torch.p2"))
    on = dash_apply(state, Run("p2"))
    assert tracker.reconsider(before, state, dash_look(on, "torch.p2")) is None


def pile_look(placements: Counter[Placement], off_mm: float = 0.0, without: str = "") -> Look:
    """A table of Gold Raiders; what was discarded last lies a little aside."""
    layout, seen = game_named("gold_raiders").layout(["p1", "p2"]), []
    for placement in placements:
        if placement.piece != without:
            piece, space = layout.piece[placement.piece], layout.space[placement.space]
            x, y = space.seat(piece.seat)
            aside = off_mm if placement.space == "discard" else 0.0
            seen.append(Sighting(piece.name, x + aside, y, float(placement.turned or 0), 0.99))
    return Look(tuple(seen), (), STRAIGHT)


@pytest.mark.parametrize(("off_mm", "forgotten", "is_so"), [(2.0, "", True), (0.3, "", False), (2.0, "torch", False)])
def test_a_card_that_lies_otherwise_than_the_one_laid_bare_would_was_played(
    off_mm: float, forgotten: str, is_so: bool
) -> None:
    """A stack stolen and stolen back looks like a theft taken back, by cards, backs and torch: each was asked about."""
    raiders = game_named("gold_raiders")
    steps = list(turns(raiders, raiders.names(2), 2, "greedy", {}))
    (before, _, stolen), (_, _, back) = next(
        (one, other) for one, other in pairwise(steps) if raiders.placements(one[0]) == raiders.placements(other[2])
    )
    tracker = Tracker(raiders, raiders.layout(["p1", "p2"]))
    tracker.settle(before, pile_look(raiders.placements(before)))
    tracker.settle(stolen, pile_look(raiders.placements(stolen), without=forgotten))
    assert tracker.is_played_on(before, stolen, pile_look(raiders.placements(back), off_mm)) is is_so


def test_what_is_only_no_longer_seen_was_not_taken_back() -> None:
    """A card turned up and not read: the camera took back that it had been laid."""
    state = state_of(phase="programming", card=None, active=None, placed=[])
    laid = after(state, {"type": "place_card", "player": "p1"})
    tracker = settled(state)
    tracker.settle(laid, look_at(GAME.placements(laid)))
    assert tracker.reconsider(state, laid, look_at(GAME.placements(state))) is None


def test_what_left_no_trace_is_only_guessed() -> None:
    state = after(state_of(), {"type": "move", "player": "p1", "path": ["e6", "e7"]})
    skipped = after(state, {"type": "skip_effect", "player": "p1"}, {"type": "reveal_card", "player": "p2", "card": 4})
    assert settled(state).weigh(state, look_at(GAME.placements(skipped))).may_hide_more
    moved = after(state_of(), {"type": "move", "player": "p1", "path": ["e6", "e7"]})
    assert not settled(state_of()).weigh(state_of(), look_at(GAME.placements(moved))).may_hide_more


def test_what_lies_where_no_move_puts_it_is_waited_for_before_anything_is_entered() -> None:
    """A pawn put down wrongly for a moment, and the turn passed on with it: "stayed, ended the turn" was entered."""
    state = after(state_of(), {"type": "move", "player": "p1", "path": ["e6", "e7"]})
    goal = after(state, {"type": "skip_effect", "player": "p1"}, {"type": "reveal_card", "player": "p2", "card": 4})
    pawn = next(one for one in GAME.placements(goal) if one.piece.startswith("pawn") and one.space == "i1")
    astray = GAME.placements(goal) - Counter([pawn]) + Counter([pawn._replace(space="c3")])
    verdict = weigh(state, look_at(astray))
    assert verdict.actions == ()
    assert verdict.is_vague


def test_who_tells_what_nobody_can_see_is_believed_to_tell_it_always() -> None:
    """A tile and the torch passed on at once: had she laid it, or he after she had done nothing and not said so?"""
    mine = game_named("gold_mine")
    layout, start = mine.layout(["red", "green"]), {"players": ["red", "green"], "mine": [["T07", 0, -1, 1]]}
    state = mine.state_from({**start, "step": "movement"})
    tile = {"player": "red", "tile": "T08", "cell": [-1, 0], "rot": 0}
    goal = state
    for raw in ({"type": "draw_tile", "player": "red", "tile": "T08"}, {"type": "place_tile", **tile}):
        goal = mine.apply(goal, mine.read(goal, raw))
    for name in ("stay", "end_turn"):
        goal = mine.apply(goal, mine.read(goal, {"type": name, "player": "red"}))

    def look(lying: Counter[Placement]) -> Look:
        spots = [(one, layout.space[one.space].seat(layout.piece[one.piece].seat)) for one in lying.elements()]
        return Look(tuple(Sighting(one.piece, x, y, one.turned or 0, 0.99) for one, (x, y) in spots), (), STRAIGHT)

    tracker = Tracker(mine, layout)
    tracker.settle(state, look(mine.placements(state)))
    assert tracker.weigh(state, look(mine.placements(goal))).question is not None
    tracker.hear(state, mine.read(state, {"type": "opt_out", "player": "red"}), is_told=True)
    assert kinds(tracker.weigh(state, look(mine.placements(goal)))) == ["draw_tile", "place_tile", "stay", "end_turn"]


def test_dice_that_people_were_asked_about_in_vain_are_not_asked_about_again() -> None:
    """A die that lay there and looked as if it had moved asked for itself at every turn."""
    state = state_of(phase="guardian", card=None, active=None)
    tracker, look = settled(state), look_at(GAME.placements(state))
    doubtful = Look(look.sightings, (Sighting("die", 260, 500, 0, 0.6, "6"),), STRAIGHT)
    assert tracker.weigh(state, doubtful).question is not None
    tracker.pass_over_dice(doubtful)
    assert tracker.weigh(state, doubtful) == Verdict()


TEMPLE = game_named("temple_of_gold")


def temple_look(state: Any, off_mm: float = 0.0, row: str = "seat1.right") -> Look:
    """The table as it should lie, but for the last single coin of seat 1, which lies so far to the left."""
    seen, rows = [], Counter[tuple[str, str]]()
    for piece, space, turned, _ in TEMPLE.placements(state).elements():
        layout, seat = TEMPLE.layout(), TEMPLE.layout().piece[piece].seat
        (x, y), (dx, dy) = layout.space[space].seat(seat), layout.space[space].spread_mm
        off = off_mm if space == row else 0.0
        seen.append(Sighting(piece, x + rows[space, seat] * dx - off, y + rows[space, seat] * dy, turned or 0.0, 0.99))
        rows[space, seat] += 1
    return Look(tuple(seen), (), STRAIGHT)


def one_food(state: Any) -> Any:
    takes = ((action, to_json(action)) for action in TEMPLE.legal(state))
    return next(action for action, raw in takes if raw["type"] == "pick_up" and raw["take"] == {"food": 1})


def picked_up(off_mm: float) -> Verdict:
    """Somebody takes one food, and lays it so far from its column towards the line beside it."""
    state = TEMPLE.setup(["p1", "p2"])
    tracker = Tracker(TEMPLE, TEMPLE.layout())
    tracker.weigh(state, temple_look(state))
    tracker.settle(state, temple_look(state))
    return tracker.weigh(state, temple_look(TEMPLE.apply(state, one_food(state)), off_mm))


def test_a_coin_midway_between_one_unit_and_two_is_asked_about() -> None:
    assert kinds(picked_up(off_mm=1.0)) == ["pick_up"]
    for off_mm in (6.8, 8.2):
        question = picked_up(off_mm).question
        assert question is not None
        assert {plain(answer.label) for answer in question.answers} >= {"P1: pick up 1 food", "P1: pick up 2 food"}


def test_a_coin_that_lies_midway_since_long_is_not_asked_about_with_every_move() -> None:
    """It lay there all game, and 30 questions said that it might be one unit, not two."""
    state = TEMPLE.setup(["p1", "p2"])
    tracker = Tracker(TEMPLE, TEMPLE.layout())
    tracker.settle(state, temple_look(state, -8.2, "seat1.across"))
    step = next(action for action in TEMPLE.legal(state) if to_json(action)["type"] == "step")
    look = temple_look(TEMPLE.apply(state, step), -8.2, "seat1.across")
    assert tracker.weigh(state, look).actions == (step,)


def test_a_die_that_was_out_of_sight_for_a_while_was_not_rolled_again() -> None:
    """Somebody answered a question meanwhile, about something else."""
    state = state_of(phase="guardian", card=None, active=None)
    tracker, rolled = settled(state), look_at(GAME.placements(state), dice="4")
    tracker.use_dice(rolled, GAME.read(state, {"type": "roll_guardian", "player": "p1", "die": 4}))
    tracker.pass_over_dice(look_at(GAME.placements(state)))
    assert tracker.weigh(state, rolled) == Verdict()


def test_a_die_that_is_read_only_after_its_value_was_told_is_no_second_roll() -> None:
    state = state_of(phase="guardian", card=None, active=None)
    tracker, told = settled(state), GAME.read(state, {"type": "roll_guardian", "player": "p1", "die": 4})
    tracker.use_dice(look_at(GAME.placements(state)), told)
    assert tracker.weigh(state, look_at(GAME.placements(state), dice="4")) == Verdict()
    assert kinds(tracker.weigh(state, look_at(GAME.placements(state), dice="4", at=20))) == ["roll_guardian"]


def test_a_roll_that_was_told_before_anybody_watched_lies_there_already() -> None:
    """On film: a game goes on with a 5 in the tray, the next roll is a 5 as well, and nobody heard of it."""
    state = state_of(phase="guardian", card=None, active=None)
    tracker, told = settled(state), GAME.read(state, {"type": "roll_guardian", "player": "p1", "die": 4})
    tracker.use_dice(look_at(GAME.placements(state), dice="4"), told, is_past=True)
    assert tracker.weigh(state, look_at(GAME.placements(state), dice="4")) == Verdict()
    assert kinds(tracker.weigh(state, look_at(GAME.placements(state), dice="4", at=20))) == ["roll_guardian"]


def test_another_value_than_was_told_is_a_new_roll() -> None:
    state = state_of(phase="guardian", card=None, active=None)
    tracker, told = settled(state), GAME.read(state, {"type": "roll_guardian", "player": "p1", "die": 4})
    tracker.use_dice(look_at(GAME.placements(state)), told)
    assert kinds(tracker.weigh(state, look_at(GAME.placements(state), dice="3"))) == ["roll_guardian"]


def test_where_something_lies_besides_that_nobody_can_read_people_are_asked() -> None:
    """A tile laid in haste lay wholly under miners: the next player's tile was entered as his."""
    state = state_of()
    moved = look_at(GAME.placements(after(state, {"type": "move", "player": "p1", "path": ["e6", "e7"]})))
    x, y = LAYOUT.space["c3"].seat("pawn")
    strange = replace(moved, problems=(Problem("covered", x, y),))
    verdict = weigh(state, strange)
    assert (verdict.actions, verdict.is_vague) == ((), True)
    assert verdict.question is not None
    x, y = LAYOUT.space["e7"].seat("pawn")
    assert kinds(weigh(state, replace(moved, problems=(Problem("covered", x, y),)))) == ["move"]


def test_what_lay_there_unread_when_the_last_entry_was_made_raises_no_question() -> None:
    state, (x, y) = state_of(), LAYOUT.space["c3"].seat("pawn")
    tracker, told = settled(state), (Problem("covered", x, y),)
    tracker.settle(state, replace(look_at(GAME.placements(state)), problems=told))
    moved = look_at(GAME.placements(after(state, {"type": "move", "player": "p1", "path": ["e6", "e7"]})))
    assert kinds(tracker.weigh(state, replace(moved, problems=(Problem("covered", x + 9, y),)))) == ["move"]


def test_a_move_that_leaves_a_vanished_piece_unexplained_is_looked_at_longer() -> None:
    """A hand may lie over what would explain that, too: a card on a stack was a stack stolen."""
    state = state_of()
    goal = GAME.placements(after(state, {"type": "move", "player": "p1", "path": ["e6", "e7"]}))
    pawn = next(one.piece for one in goal if one.space == "i1" and one.piece.startswith("pawn"))
    assert not weigh(state, look_at(goal)).is_vague
    short = weigh(state, look_at(goal, without=(pawn,)))
    assert kinds(short) == ["move"]
    assert short.is_vague


RAIDERS = game_named("gold_raiders")
IN_TURN = (
    {"type": "play_new", "player": "p1"},
    {"type": "steal", "player": "p2", "owner": "p1", "stack": 1, "onto": 1},
    {"type": "steal", "player": "p1", "owner": "p2", "stack": 1, "onto": "new"},
)


def raiders_look(state: Any, *but: Placement | None) -> Look:
    layout, seen, rows = RAIDERS.layout(("p1", "p2"), {}), [], Counter[tuple[str, str]]()
    for piece, space, turned, shows in (RAIDERS.placements(state) - Counter(but)).elements():
        seat, spread = layout.piece[piece].seat, layout.space[space].spread_mm
        x, y = (at + rows[space, seat] * step for at, step in zip(layout.space[space].seat(seat), spread, strict=True))
        rows[space, seat] += 1
        seen.append(Sighting(piece, x, y, turned or 0.0, 0.99, shows))
    return Look(tuple(seen), (), STRAIGHT)


@pytest.mark.parametrize(("moves", "is_asked"), [(2, False), (3, True)])
def test_three_turns_that_nobody_saw_are_asked_about_however_well_they_fit(moves: int, is_asked: bool) -> None:
    """One move of which a hand hid a part was entered as three, through both players' turns."""
    state, bots = RAIDERS.setup(["p1", "p2"]), RAIDERS.bots(Random(1), "random")
    for _ in range(6):
        state = RAIDERS.apply(state, bots.choose(state))
    tracker, after = Tracker(RAIDERS, RAIDERS.layout(("p1", "p2"), {})), state
    tracker.weigh(state, raiders_look(state))
    tracker.settle(state, raiders_look(state))
    for raw in IN_TURN[:moves]:
        after = RAIDERS.apply(after, RAIDERS.read(after, raw))
    verdict = tracker.weigh(state, raiders_look(after))
    assert verdict.question is None or verdict.question.text == f"What did {person('p1')} do?"
    assert (verdict.question is not None, verdict.actions == ()) == (is_asked, is_asked)


def test_what_may_have_been_two_things_is_explained_though_it_is_asked_about() -> None:
    """One laid a card and the next stole a stack in haste, or the other way round: instead of asking, the camera went
    back on its own last entry."""
    state = RAIDERS.setup(["p1", "p2", "p3"])
    first = {"type": "choose_first", "player": "p1"}, {"type": "deal"}
    for raw in (*first, *({"type": "play_new", "player": player} for player in ("p1", "p2", "p3"))):
        state = RAIDERS.apply(state, RAIDERS.read(state, raw))
    tracker, after = Tracker(RAIDERS, RAIDERS.layout(("p1", "p2", "p3"), {})), state
    tracker.weigh(state, raiders_look(state))
    tracker.settle(state, raiders_look(state))
    steal = {"type": "steal", "player": "p2", "owner": "p3", "stack": 1, "onto": 1}
    for raw in ({"type": "play_on", "player": "p1", "stack": 1}, steal):
        after = RAIDERS.apply(after, RAIDERS.read(after, raw))
    verdict = tracker.weigh(state, raiders_look(after))
    assert verdict.question is not None
    assert verdict.is_explained


def test_a_card_that_gave_way_to_one_nobody_sees_is_looked_at_longer() -> None:
    """It had been stolen together with its stack; a hand lay over what told of that."""
    state, bots = RAIDERS.setup(["p1", "p2"]), RAIDERS.bots(Random(1), "random")
    while not (on := _laid_on(state)) or not (then := _laid_on(RAIDERS.apply(state, on))):
        state = RAIDERS.apply(state, bots.choose(state))
    tracker, after = Tracker(RAIDERS, RAIDERS.layout(("p1", "p2"), {})), RAIDERS.apply(RAIDERS.apply(state, on), then)
    tracker.weigh(state, raiders_look(state))
    tracker.settle(state, raiders_look(state))
    (laid,) = RAIDERS.placements(after) - RAIDERS.placements(RAIDERS.apply(state, on)) - TORCHES
    assert [tracker.weigh(state, raiders_look(after, but)).is_vague for but in (None, laid)] == [False, True]


@pytest.mark.parametrize("unseen", [("discard", "torch"), ("discard",)])
def test_a_card_that_came_elsewhere_does_not_tell_of_one_nobody_sees(unseen: tuple[str, ...]) -> None:
    """A new stack of his and one of hers gone: he had stolen it, and the card that said so was hidden or read late.
    That he had laid one from his hand was entered."""
    state = RAIDERS.setup(["p1", "p2"])
    first = {"type": "choose_first", "player": "p1"}, {"type": "deal"}
    for raw in (*first, IN_TURN[0], {"type": "play_new", "player": "p2"}):
        state = RAIDERS.apply(state, RAIDERS.read(state, raw))
    tracker = Tracker(RAIDERS, RAIDERS.layout(("p1", "p2"), {}))
    tracker.weigh(state, raiders_look(state))
    tracker.settle(state, raiders_look(state))
    steal = {"type": "steal", "player": "p1", "owner": "p2", "stack": 1, "onto": "new"}
    stolen = RAIDERS.apply(state, RAIDERS.read(state, steal))
    hidden = [one for one in RAIDERS.placements(stolen) if one.space.startswith(unseen)]
    verdict = tracker.weigh(state, raiders_look(stolen, *hidden))
    assert verdict.actions == ()
    assert verdict.question is not None
    assert verdict.is_vague


TORCHES = Counter(Placement("torch", f"torch.{seat}") for seat in (1, 2))


def _laid_on(state: Any) -> Any:
    return next((action for action in RAIDERS.legal(state) if kind_of(action) == "play_on"), None)
