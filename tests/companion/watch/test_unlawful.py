"""What people do by hand beside the rules: asked about, told with the rule, lit, and watched until it is right."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.games import game_named
from companion.games.naming import plain
from companion.games.protocol import Seen, State, to_json
from companion.layout import Placement
from companion.play.history import History
from companion.play.journal import Entry, Journal
from companion.play.table import Table
from companion.simulation.match import turns
from companion.watch import unlawful
from companion.watch.tracker import Tracker
from companion.watch.unlawful import MANY, Stray, objection
from companion.watch.watcher import FRESH, SLOW, Watcher
from hardware.camera import Frame
from vision.eyes import Look
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import Sighting

GAME = game_named("temple_of_gold")
PLAYERS = GAME.names(3)
LAYOUT = GAME.layout(PLAYERS)
STRAIGHT = Plane(np.eye(3) / 2 + np.diag([0, 0, 0.5]), np.diag([2.0, 2, 1]), 0.0, (1680, 1188), (420, 297, 1000), 0.1)
FRAME = Frame(np.zeros((4, 4, 3), np.uint8), 0.0)
PAWN = "pawn.suns"


class Eyes:
    """Eyes that see what they are told to."""

    def __init__(self) -> None:
        self.seen = Look(is_moving=True)

    def look(self, pixels: Any, small: Any, lit: Iterable[str]) -> Look:
        return self.seen


def look_at(placements: Seen) -> Look:
    sightings = []
    for piece, space, turned, shows in placements.elements():
        if LAYOUT.piece[piece].seat in LAYOUT.space[space].seats:
            x, y = LAYOUT.space[space].seat(LAYOUT.piece[piece].seat)
            sightings.append(Sighting(piece, x, y, turned or 0.0, 0.99, shows))
    return Look(tuple(sightings), plane=STRAIGHT)


class Rig:
    """A table of Temple of Gold whose first player stands on F1."""

    def __init__(self) -> None:
        self.table, self.eyes = Table(Journal(":memory:"), lambda: 0.0), Eyes()
        self.table.start(GAME.name, PLAYERS)
        self.watcher = Watcher(self.table, lambda layout: self.eyes)
        self.lie(self.state)

    @property
    def state(self) -> State:
        return self.table.state

    def lie(self, state: State, looks: int = 2, **moved: str) -> None:
        """The table lies as in that state, but for what was moved."""
        placements = Counter(GAME.placements(state))
        for piece, space in moved.items():
            old = next(one for one in placements if one.piece == piece.replace("_", "."))
            placements = placements - Counter([old]) + Counter([old._replace(space=space)])
        self.eyes.seen = look_at(placements)
        for _ in range(looks):
            self.watcher.see(FRAME)


def where(state: State, piece: str = PAWN) -> Placement:
    return next(placement for placement in GAME.placements(state) if placement.piece == piece)


def step_of(state: State) -> Any:
    return next(action for action in GAME.legal(state) if to_json(action)["type"] == "step")


def test_a_piece_where_it_may_not_be_is_told_with_its_rule_and_how_to_put_it_right() -> None:
    rig = Rig()
    rig.lie(rig.state, SLOW, pawn_suns="C3")
    question = rig.table.question
    assert question is not None
    assert question.text == (
        "The suns pawn may not stand on C3: only the spaces next to your pawn will do, not diagonally and not beyond "
        f"the grid. Put it back on {where(rig.state).space}."
    )
    assert [answer.label for answer in question.answers] == ["We put it right", "We play it so"]
    assert (question.player, rig.table.number) == (PLAYERS[0], 0)


def test_its_places_are_lit() -> None:
    rig = Rig()
    rig.lie(rig.state, SLOW, pawn_suns="C3")
    assert rig.table.question is not None
    assert set(rig.table.question.spaces) == {"C3", where(rig.state).space}


def test_a_piece_that_is_still_on_its_way_is_not_told_of() -> None:
    rig = Rig()
    rig.lie(rig.state, SLOW - 1, pawn_suns="C3")
    assert rig.table.question is None


def test_it_is_watched_until_the_table_is_right_again() -> None:
    rig = Rig()
    rig.lie(rig.state, SLOW, pawn_suns="C3")
    rig.lie(rig.state)
    assert (rig.table.question, rig.table.number) == (None, 0)


def test_the_table_may_play_it_so() -> None:
    rig = Rig()
    rig.lie(rig.state, SLOW, pawn_suns="C3")
    assert rig.table.question is not None
    (entry,) = rig.table.answer(rig.table.question.number, 1, by="phone", who=PLAYERS[0])
    assert (entry.what, entry.by, where(rig.state).space) == ("overrule", "phone", "C3")
    rig.lie(rig.state, 2 * SLOW)
    assert (rig.table.question, rig.table.number, rig.table.differences) == (None, 1, ())


def test_what_was_waved_away_is_not_told_again_until_it_is_right() -> None:
    rig = Rig()
    rig.lie(rig.state, SLOW, pawn_suns="C3")
    assert rig.table.question is not None
    rig.table.answer(rig.table.question.number, 0, by="phone")
    rig.lie(rig.state, 2 * SLOW, pawn_suns="C3")
    assert rig.table.question is None
    rig.lie(rig.state)
    rig.lie(rig.state, SLOW, pawn_suns="C3")
    assert rig.table.question is not None


def taken_back() -> tuple[Rig, State]:
    """Somebody moved, the move stood for a while and the turn was passed; then the pawn is where it was."""
    rig = Rig()
    before = rig.state
    rig.lie(GAME.apply(before, step_of(before)), FRESH + 4)
    rig.table.submit(to_json(GAME.endings(rig.state)[0]), by="phone")
    rig.lie(before, SLOW)
    return rig, before


def test_a_move_taken_back_by_hand_is_offered_as_an_undo() -> None:
    rig, before = taken_back()
    question = rig.table.question
    assert question is not None
    assert plain(question.text).startswith("Was it taken back? P1: ")
    assert [question.answers[0].label, question.answers[-1].label] == ["Yes, take it back", "No, it stands"]
    rig.table.answer(question.number, 0, by="phone", who=PLAYERS[0])
    assert rig.state == before


def test_moves_that_would_explain_it_too_are_offered_beside_it() -> None:
    rig, _ = taken_back()
    question = rig.table.question
    assert question is not None
    assert "P1: " in plain(question.answers[1].label)
    rig.table.answer(question.number, 1, by="phone", who=PLAYERS[0])
    assert rig.table.number == 5


def test_only_whoever_made_a_move_is_asked_whether_it_was_taken_back() -> None:
    state = GAME.setup(PLAYERS, None)
    action = step_of(state)
    history = History(GAME, state, [Entry(number=1, what="action", by="camera", at=0.0, action=to_json(action))])
    question = unlawful.taken_back(GAME, history, lambda earlier: earlier == state)
    assert question is not None
    assert (question.player, question.answers[0].undo) == (PLAYERS[0], 1)


@pytest.mark.parametrize(("by", "undone"), [("camera", 2), ("phone", 1)])
def test_what_only_a_torch_had_proved_is_taken_back_with_it(by: str, undone: int) -> None:
    """A torch laid beside the wrong player for a moment: the turn came back, and the stay nobody had seen stood."""
    game = game_named("gold_mine")
    played = (turn for turn in turns(game, game.names(2), 1) if to_json(turn[1])["type"] == "stay")
    start, stay, stayed = next(turn for turn in played if game.placements(turn[0]) == game.placements(turn[2]))
    end = next(action for action in game.legal(stayed) if to_json(action)["type"] == "end_turn")
    said = ((1, by, stay), (2, "camera", end))
    entries = [Entry(number, "action", who, 0.0, action=to_json(did)) for number, who, did in said]
    question = unlawful.taken_back(game, History(game, start, entries), lambda earlier: earlier == stayed)
    assert question is not None
    assert question.answers[0].undo == undone


def test_a_roll_cannot_be_taken_back_by_hand() -> None:
    game = game_named("gold_mine")
    state = game.setup(game.names(2), None)
    roll = next(action for action in game.legal(state) if game.rolled(action))
    history = History(game, state, [Entry(number=1, what="action", by="camera", at=0.0, action=to_json(roll))])
    assert unlawful.taken_back(game, history, lambda earlier: True) is None


def test_the_rule_is_the_one_that_refuses_the_move() -> None:
    game = game_named("pyramid_raiders")
    position = {
        "players": ["p1", "p2", "p3"],
        "phase": "reveal",
        "guardian": {"at": "i5", "facing": "E"},
        "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"},
    }
    state = game.state_from(position)
    state = game.apply(state, game.read(state, {"type": "reveal_card", "player": "p1", "card": 2}))
    pawn = next(one for one in game.placements(state) if one.space == "e5" and one.piece.startswith("pawn."))
    question = objection(game, game.layout(), state, [Stray(pawn, pawn._replace(space="h6"), is_late=False)])
    assert question is not None
    assert "no rule moves it now" not in question.text
    assert question.text.startswith("Thomas's pawn may not stand on h6: ")


def test_a_piece_there_is_once_is_not_where_it_is_hidden_either() -> None:
    rig = Rig()
    rig.lie(rig.state, SLOW, pawn_suns="C3")
    home = LAYOUT.space[where(rig.state).space]
    unread = Problem("unread", *home.seat(LAYOUT.piece[PAWN].seat))
    tracker, look = Tracker(GAME, LAYOUT), replace(rig.eyes.seen, problems=(unread,))
    assert [stray.there.space for stray in tracker.strays(rig.state, look)] == ["C3"]


def test_a_forced_move_carried_out_wrongly_is_pointed_out() -> None:
    state = GAME.setup(PLAYERS, None)
    stray = Stray(where(state), where(state)._replace(space="C3"), is_late=True)
    question = objection(GAME, LAYOUT, state, [stray])
    assert question is not None
    assert (
        question.text
        == f"The suns pawn stands on C3, and it belongs on {where(state).space}. Put it on {where(state).space}."
    )


def test_a_piece_turned_the_wrong_way_is_pointed_out() -> None:
    game = game_named("pyramid_raiders")
    placement = Placement("guardian.1", "e5", 90)
    stray = Stray(placement, placement._replace(turned=150), is_late=True)
    question = objection(game, game.layout(), game.setup(game.names(3), None), [stray])
    assert question is not None
    assert "on e5 is turned the wrong way. Turn it round." in question.text
    assert [answer.label for answer in question.answers] == ["We put it right"]


def test_what_cannot_be_played_so_says_so() -> None:
    state = GAME.setup(PLAYERS, None)
    old = next(one for one in sorted(GAME.placements(state), key=str) if one.space.startswith("trophy."))
    question = objection(GAME, LAYOUT, state, [Stray(old, old._replace(space="D6"), is_late=False)])
    assert question is not None
    assert question.text.endswith("Temple of Gold has no position like that, so it cannot be played so.")
    assert len(question.answers) == 1


@pytest.mark.parametrize("count", [0, MANY + 1])
def test_a_table_in_disorder_is_nobodys_move(count: int) -> None:
    state = GAME.setup(PLAYERS, None)
    stray = Stray(where(state), where(state)._replace(space="C3"), is_late=False)
    assert objection(GAME, LAYOUT, state, [stray] * count) is None
