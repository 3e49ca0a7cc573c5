"""Entries become a line of steps, and nothing that was said is dropped."""

import sys
from itertools import islice
from typing import Any

import pytest

from companion.errors import BadInput, IllegalAction
from companion.games import game_named
from companion.games.overruling import overrule
from companion.games.protocol import to_json
from companion.play.history import History
from companion.play.journal import Entry
from companion.simulation.match import turns

GAME = game_named("pyramid_raiders")
START = GAME.state_from(
    {
        "players": ["p1", "p2", "p3"],
        "phase": "reveal",
        "guardian": {"at": "i5", "facing": "E"},
        "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"},
    }
)
REVEAL = {"type": "reveal_card", "player": "p1", "card": 2}
MOVE = {"type": "move", "player": "p1", "path": ["e6", "e7"]}


def entry(number: int, what: Any = "action", **fields: Any) -> Entry:
    return Entry(number=number, what=what, by="phone", at=float(number), **fields)


def history(*actions: Any) -> History:
    return History(GAME, START, [entry(n, action=action) for n, action in enumerate(actions, start=1)])


def test_a_step_knows_what_was_done_and_the_states_around_it() -> None:
    one = history(REVEAL, MOVE)
    first, second = one.steps
    assert (first.before, first.did.card) == (START, 2)
    assert (second.before, second.state) == (first.state, one.state)


def test_an_action_is_kept_in_the_rulebooks_own_form() -> None:
    """Fields the rules do not know are not journalled: a phone must not let slip what nobody asked for."""
    one = History(GAME, START)
    kept = one.take(entry(1, action=dict(reversed(REVEAL.items()))))
    assert kept.action == REVEAL
    assert one.steps[0].entry is kept


def test_a_chain_is_taken_whole_or_not_at_all() -> None:
    one = history(REVEAL)
    with pytest.raises(IllegalAction):
        one.take_all([entry(2, action=MOVE), entry(3, action=MOVE)])
    assert [step.entry.number for step in one.steps] == [1]


def test_a_refused_chain_leaves_what_can_be_redone() -> None:
    one = history(REVEAL, MOVE)
    end = one.state
    one.take(entry(3, "undo"))
    with pytest.raises(IllegalAction):
        one.take_all([entry(4, action={**MOVE, "path": ["d5", "c5"]}), entry(5, action=MOVE)])
    one.take(entry(4, "redo"))
    assert one.state == end


def test_who_goes_another_way_after_an_undo_finds_the_old_steps_in_neither() -> None:
    one = history(REVEAL, MOVE)
    one.take(entry(3, "undo"))
    one.take(entry(4, action={**MOVE, "path": ["d5", "c5"]}))
    assert [step.entry.number for step in one.steps] == [1, 4]
    one.take(entry(5, "undo"))
    assert [step.entry.number for step in one.steps] == [1]


def test_a_long_game_keeps_each_step_once_and_not_once_for_every_later_version() -> None:
    game = game_named("gold_raiders")
    actions = [to_json(action) for _, action, _ in islice(turns(game, ["a", "b"], 1), 100)]
    entries = [entry(number, action=action) for number, action in enumerate(actions, start=1)]
    one = History(game, game.setup(["a", "b"], {}), entries)
    assert sys.getrefcount(one.steps[0]) < 10


def test_what_was_said_is_known_even_after_it_was_taken_back() -> None:
    one = history(REVEAL)
    one.take(entry(2, "undo"))
    assert one.steps == ()
    before, action = one.said(entry(1))
    assert (before, action.card) == (START, 2)
    assert one.said(entry(2, "undo")) is None


def test_a_refused_chain_leaves_nothing_said_that_could_be_taken_for_later_entries() -> None:
    one = history(REVEAL)
    with pytest.raises(IllegalAction):
        one.take_all([entry(2, action=MOVE), entry(3, action=MOVE)])
    one.take(entry(2, action={**MOVE, "path": ["d5", "c5"]}))
    assert one.said(entry(2))[1].path == ("d5", "c5")


def test_undo_goes_back_over_versions_and_redo_comes_forward() -> None:
    one = history(REVEAL, MOVE)
    end = one.state
    one.take(entry(3, "undo", count=2))
    assert (one.state, one.can_undo, one.can_redo) == (START, 0, 2)
    one.take(entry(4, "redo", count=2))
    assert one.state == end


def test_more_cannot_be_taken_back_than_was_done() -> None:
    with pytest.raises(BadInput, match="cannot undo 2 steps; there is 1 to undo"):
        history(REVEAL).take(entry(2, "undo", count=2))


def test_a_correction_changes_one_step_and_works_out_the_rest_again() -> None:
    one = history(REVEAL, MOVE)
    one.take(entry(3, "correct", target=2, action={**MOVE, "path": ["d5", "c5"]}))
    first, second = one.steps
    assert (first.corrected_by, second.corrected_by, one.state.pawns["p1"]) == (None, 3, "c5")


def test_what_no_longer_fits_is_marked_and_changes_nothing() -> None:
    one = history(REVEAL, MOVE)
    one.take(entry(3, "correct", target=1, action={**REVEAL, "card": 3}))
    unfit = one.steps[1]
    assert (unfit.did, unfit.before, unfit.state) == (None, one.state, one.state)
    assert unfit.unfit == "That walk is shorter than your card: walk exactly its number."


def test_it_is_known_which_entries_an_undo_would_take_back() -> None:
    one = history(REVEAL, MOVE)
    one.take(entry(3, "correct", target=1, action=REVEAL))
    assert [taken.number for taken in one.undoes(2)] == [3, 2]
    one.take(entry(4, "undo", count=2))
    assert [taken.number for taken in one.undoes(5)] == [1]
    assert [taken.number for taken in one.redoes(2)] == [2, 3]


def test_a_correction_of_nothing_names_what_stands() -> None:
    with pytest.raises(BadInput, match="entry 9 holds no action that stands; the last that do are 1"):
        history(REVEAL).take(entry(2, "correct", target=9, action=REVEAL))


def test_states_are_the_start_and_one_after_every_step() -> None:
    one = history(REVEAL, MOVE)
    assert one.states() == [START, one.steps[0].state, one.steps[1].state]


def test_a_table_that_plays_it_so_goes_on_from_there_and_can_take_it_back() -> None:
    game = game_named("temple_of_gold")
    start = game.setup(game.names(2), None)
    pawn = next(one for one in sorted(game.placements(start), key=str) if one.piece.startswith("pawn."))
    raw = overrule([pawn], [pawn._replace(space="C3")])
    history = History(game, start, [Entry(number=1, what="overrule", by="phone", at=0.0, action=raw)])
    assert pawn._replace(space="C3") in game.placements(history.state)
    assert (history.steps[0].did, history.steps[0].unfit) == (None, "")
    history.take(Entry(number=2, what="undo", by="phone", at=0.0))
    assert history.state == start


def test_an_entry_that_never_happened_is_taken_out_and_what_followed_is_played_again() -> None:
    one = history(REVEAL, MOVE)
    kept = one.take(entry(3, "remove", target=2))
    assert [step.entry.number for step in one.steps] == [1]
    assert (kept.action["path"], one.said(kept)[1].path) == (["e6", "e7"], ("e6", "e7"))
    one.take(entry(4, "undo"))
    assert [step.entry.number for step in one.steps] == [1, 2]


def test_what_does_not_fit_after_a_removal_is_marked() -> None:
    one = history(REVEAL, MOVE)
    one.take(entry(3, "remove", target=1))
    assert [(step.entry.number, bool(step.unfit)) for step in one.steps] == [(2, True)]
    assert one.state == START


def test_what_would_follow_is_told_without_doing_it() -> None:
    one = history(REVEAL, MOVE)
    foreseen = one.mended(entry(3, "correct", target=1, action={**REVEAL, "card": 3}))
    assert [bool(step.unfit) for step in foreseen] == [False, True]
    assert [bool(step.unfit) for step in one.steps] == [False, False]
