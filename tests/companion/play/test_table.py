"""One game being played: the only writer; undo, redo and correction are entries like any other."""

import json
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadInput, IllegalAction, JournalError, StaleAction
from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Entry, Journal, read_export
from companion.play.news import Entered
from companion.play.questions import Answer, Question
from companion.play.table import Table
from companion.simulation.match import turns

PLAYERS = ["p1", "p2", "p3"]
POSITION = {
    "players": PLAYERS,
    "phase": "reveal",
    "guardian": {"at": "i5", "facing": "E"},
    "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"},
}
REVEAL = {"type": "reveal_card", "player": "p1", "card": 2}
MOVE = {"type": "move", "player": "p1", "path": ["e6", "e7"]}


def table(path: Path | str = ":memory:") -> Table:
    fresh = Table(Journal(path), lambda: 100.0)
    fresh.start("pyramid_raiders", PLAYERS, {"position": POSITION})
    return fresh


def played(count: int) -> Table:
    """A table with the beginning of a bots' game on it."""
    game = game_named("pyramid_raiders")
    fresh = Table(Journal(":memory:"), lambda: 0.0)
    fresh.start("pyramid_raiders", PLAYERS)
    for number, (_, action, _) in enumerate(turns(game, PLAYERS, 7)):
        if number == count:
            break
        fresh.submit(to_json(action), by="bot")
    return fresh


def test_an_action_is_journalled_before_listeners_hear_of_it(tmp_path: Path) -> None:
    one = table(tmp_path / "j.sqlite3")
    reader = Journal(tmp_path / "j.sqlite3")
    heard: list[list[Entry]] = []
    one.listen(lambda news: heard.append(reader.entries(one.saved.id)) if isinstance(news, Entered) else None)
    one.submit(REVEAL, by="phone", who="p1")
    assert [[entry.action for entry in entries] for entries in heard] == [[REVEAL]]


def test_a_refused_action_changes_nothing() -> None:
    one = table()
    before = to_json(one.state)
    with pytest.raises(IllegalAction) as refused:
        one.submit({"type": "reveal_card", "player": "p2", "card": 2}, by="phone")
    assert refused.value.code == "not_your_turn"
    assert (to_json(one.state), one.number) == (before, 0)


def test_a_phone_that_saw_an_older_entry_is_refused() -> None:
    one = table()
    one.submit(REVEAL, by="phone", seen=0)
    with pytest.raises(StaleAction, match="moved on to entry 1"):
        one.submit(MOVE, by="phone", seen=0)


def test_a_chain_is_journalled_whole_or_not_at_all() -> None:
    one = table()
    with pytest.raises(IllegalAction):
        one.submit_all([REVEAL, {**MOVE, "path": ["e6", "a1"]}], by="camera")
    assert one.number == 0
    assert [entry.number for entry in one.submit_all([REVEAL, MOVE], by="camera")] == [1, 2]


def test_undo_is_an_entry_and_redo_brings_back_what_it_took() -> None:
    one = table()
    one.submit(REVEAL, by="phone")
    after = to_json(one.state)
    one.undo(by="phone", who="p2")
    assert one.state.phase == "reveal"
    one.redo(by="button")
    assert to_json(one.state) == after
    assert [(entry.what, entry.by) for entry in one.entries()] == [
        ("action", "phone"),
        ("undo", "phone"),
        ("redo", "button"),
    ]


def test_undoing_to_the_start_and_redoing_gives_the_identical_state() -> None:
    one = played(60)
    end = to_json(one.state)
    one.undo(by="host", count=60)
    assert to_json(one.state) == to_json(game_named("pyramid_raiders").setup(PLAYERS))
    one.redo(by="host", count=60)
    assert to_json(one.state) == end


@pytest.mark.parametrize("count", [-1, -2, 0, 2**40])
@pytest.mark.parametrize("way", ["undo", "redo"])
def test_steps_are_counted_forwards_only(way: str, count: int) -> None:
    one = table()
    one.submit_all([REVEAL, MOVE], by="camera")
    one.undo(by="phone")
    with pytest.raises(BadInput, match=f"cannot {way} {count} steps"):
        getattr(one, way)(by="phone", count=count)
    assert (one.number, len(one.steps())) == (3, 1)


def test_of_however_many_actions_at_once_each_is_told_with_the_state_before_it() -> None:
    game, heard = game_named("pyramid_raiders"), []
    one = Table(Journal(":memory:"), lambda: 0.0)
    one.start("pyramid_raiders", PLAYERS)
    one.listen(lambda news: heard.append(news) if isinstance(news, Entered) else None, "test")
    whole = list(turns(game, PLAYERS, 7))
    one.submit_all([to_json(action) for _, action, _ in whole], by="bot")
    assert [(news.before, news.after) for news in heard] == [(before, after) for before, _, after in whole]


def test_there_is_nothing_to_undo_at_the_start() -> None:
    with pytest.raises(BadInput, match="cannot undo 1 steps"):
        table().undo(by="phone")


def test_correcting_a_past_action_plays_the_rest_again() -> None:
    one = table()
    one.submit_all([REVEAL, MOVE], by="camera")
    one.submit({"type": "skip_effect", "player": "p1"}, by="phone")
    one.correct(2, {**MOVE, "path": ["d5", "c5"]}, by="phone", who="p1")
    assert one.state.pawns["p1"] == "c5"
    assert [(step.corrected_by, step.unfit) for step in one.steps()] == [(None, ""), (4, ""), (None, "")]


def test_what_no_longer_fits_after_a_correction_is_marked_and_not_dropped() -> None:
    one = table()
    one.submit_all([REVEAL, MOVE], by="camera")
    one.correct(1, {**REVEAL, "card": 3}, by="phone")
    assert [step.unfit.partition(":")[0] for step in one.steps()] == ["", "That walk is shorter than your card"]


def test_a_correction_can_be_undone() -> None:
    one = table()
    one.submit_all([REVEAL, MOVE], by="camera")
    before = to_json(one.state)
    one.correct(2, {**MOVE, "path": ["d5", "c5"]}, by="phone")
    one.undo(by="phone")
    assert to_json(one.state) == before


def test_the_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    one = table(path)
    one.submit_all([REVEAL, MOVE], by="camera")
    one.undo(by="phone")
    again = Table(Journal(path), lambda: 200.0)
    saved = again.resume()
    assert saved is not None
    assert to_json(again.state) == to_json(one.state)
    assert again.submit(MOVE, by="phone").number == 4


def damaged(path: Path, change: str) -> Table:
    """A table that found its journal changed in that way, after one game with two entries."""
    table(path).submit_all([REVEAL, MOVE], by="camera")
    db = sqlite3.connect(path)
    db.execute(change)
    db.commit()
    db.close()
    return Table(Journal(path), lambda: 200.0)


def test_a_torn_last_entry_is_named_and_the_game_goes_on_before_it(tmp_path: Path) -> None:
    one = damaged(tmp_path / "j.sqlite3", "UPDATE entries SET entry = substr(entry, 1, 20) WHERE number = 2")
    assert one.resume() is not None
    assert one.notices["journal"] == "entry 2 of game 1 could not be read and was kept aside"
    assert one.submit(MOVE, by="phone").number == 2


UNFIT = {
    "an unknown game": "UPDATE games SET game = 'chess'",
    "an unknown option": """UPDATE games SET options = '{"wind": 3}'""",
    "an option of another kind": """UPDATE games SET options = '{"position": 7}'""",
    "options that are no JSON": "UPDATE games SET options = '{'",
    "options that are no object": "UPDATE games SET options = '[1]'",
    "players that are no names": "UPDATE games SET players = '[1, 2]'",
    "no players": "UPDATE games SET players = x'ff'",
    "an action the rules do not take": """UPDATE entries SET entry = replace(entry, '"e7"', '"e9"') WHERE number = 2""",
    "a damaged entry": "UPDATE entries SET entry = 'no' WHERE number = 1",
    "a game that is not there": "UPDATE seated SET game_id = 7",
    "no table of entries": "ALTER TABLE entries RENAME TO others",
}


@pytest.mark.parametrize("what", UNFIT)
def test_a_game_that_cannot_go_on_is_set_aside_and_named_and_another_begins(tmp_path: Path, what: str) -> None:
    one = damaged(tmp_path / "j.sqlite3", UNFIT[what])
    assert one.resume() is None
    assert "set aside" in one.notices["journal"]
    if what != "no table of entries":
        one.start("pyramid_raiders", PLAYERS)
        assert [saved.id for saved in one.games()] == [2, 1]
        assert json.loads(one.export(1))["format"] == "companion-journal-1"


def test_what_is_damaged_is_in_the_export_too(tmp_path: Path) -> None:
    one = damaged(tmp_path / "j.sqlite3", UNFIT["a damaged entry"])
    whole = json.loads(one.export(1))
    assert whole["damaged"] == {"entry 1": "no"}
    assert [entry["number"] for entry in whole["entries"]] == [2]


def test_an_export_keeps_what_it_does_not_know(tmp_path: Path) -> None:
    change = (
        """UPDATE entries SET entry = replace(entry, '{"number":2', '{"mood":"sunny","number":2') WHERE number = 2"""
    )
    one = damaged(tmp_path / "j.sqlite3", change)
    assert json.loads(one.export(1))["entries"][1]["mood"] == "sunny"


def test_an_import_keeps_what_it_does_not_know(tmp_path: Path) -> None:
    one = table()
    one.submit_all([REVEAL, MOVE], by="camera")
    whole = one.export(1).replace(b'"number": 2,', b'"number": 2, "mood": {"of": "p1"},')
    one.take_in(read_export(whole))
    assert json.loads(one.export(2))["entries"][1]["mood"] == {"of": "p1"}


def test_extras_that_cannot_be_read_are_kept_aside_and_the_game_goes_on(tmp_path: Path) -> None:
    one = damaged(tmp_path / "j.sqlite3", "UPDATE games SET extras = '{\"phones\": '")
    assert one.resume() is not None
    assert "seats, timer" in one.notices["journal"]
    assert json.loads(one.export(1))["damaged"] == {"extras": '{"phones": '}


def test_a_game_of_older_rules_goes_on_by_ours_and_says_so(tmp_path: Path) -> None:
    one = damaged(tmp_path / "j.sqlite3", "UPDATE games SET version = '0.0'")
    assert one.resume() is not None
    assert "begun by version 0.0" in one.notices["rules"]
    assert one.games()[0].version == one.game.version


def test_a_game_that_is_over_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    one = Table(Journal(path), lambda: 0.0)
    last = {**POSITION, "phase": "guardian", "round": 15}
    one.start("pyramid_raiders", PLAYERS, {"position": last})
    one.submit({"type": "roll_guardian", "player": "p1", "die": 1}, by="camera")
    assert Table(Journal(path), lambda: 0.0).resume() is None


def test_a_question_is_answered_once_with_its_actions() -> None:
    one = table()
    asked = one.ask(Question("Which card?", (Answer("2", (REVEAL,)), Answer("Something else"))))
    one.answer(asked.number, 0, by="phone", who="p1")
    assert one.question is None
    assert one.state.card == 2
    with pytest.raises(StaleAction, match="no longer open"):
        one.answer(asked.number, 0, by="phone")


def test_an_equal_question_is_not_asked_again() -> None:
    one = table()
    question = Question("Which card?", (Answer("2", (REVEAL,)),))
    assert one.ask(question).number == one.ask(question).number


def test_an_entry_closes_the_open_question() -> None:
    one = table()
    one.ask(Question("Which card?", (Answer("2", (REVEAL,)),)))
    one.submit(REVEAL, by="phone")
    assert one.question is None


def test_news_grows_with_entries_and_notices_and_only_then() -> None:
    one = table()
    before = one.news
    one.notice("camera", "no frames")
    one.notice("camera", "no frames")
    assert one.news == before + 1
    assert one.wait(before, timeout_s=0) == before + 1


def test_a_view_is_made_once_per_viewer_and_entry() -> None:
    one = table()
    first = one.sitting.view("p1")
    one.notice("camera", "no frames")
    assert one.sitting.view("p1") is first
    one.submit(REVEAL, by="phone")
    assert one.sitting.view("p1") is not first


def test_what_is_kept_beside_the_rules_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    one = table(path)
    one.keep("people", ["p2"])
    again = Table(Journal(path), lambda: 0.0)
    again.resume()
    assert again.kept("people") == ["p2"]


def test_an_export_taken_in_goes_on_as_the_game_it_was() -> None:
    one = played(30)
    other = Table(Journal(":memory:"), lambda: 0.0)
    other.take_in(read_export(one.export(one.saved.id)))
    assert to_json(other.state) == to_json(one.state)


def test_an_export_whose_actions_do_not_fit_is_refused_whole() -> None:
    one = played(30)
    whole: Any = read_export(one.export(one.saved.id))
    other = Table(Journal(":memory:"), lambda: 0.0)
    broken = type(whole)(**{**{f: getattr(whole, f) for f in whole.__struct_fields__}, "players": ("a", "b", "c")})
    with pytest.raises(IllegalAction):
        other.take_in(broken)
    assert not other.is_playing


def test_what_could_not_be_kept_is_not_taken_for_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = table(tmp_path / "j.sqlite3")

    def full(self: Journal, game_id: int, extras: Any) -> None:
        raise JournalError("the disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(Journal, "keep", full)
        with pytest.raises(JournalError):
            one.keep("people", ["p2"])
    assert one.kept("people") is None
    one.keep("people", ["p2"])
    again = Table(Journal(tmp_path / "j.sqlite3"), lambda: 0.0)
    again.resume()
    assert again.kept("people") == ["p2"]


def fill(journal: Journal) -> None:
    """No page more: SQLite refuses as it does on a full disk."""
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    with suppress(sqlite3.OperationalError):
        for number in range(1000):
            journal._db.execute("INSERT INTO settings (name, value) VALUES (?, ?)", (f"filler {number}", "x" * 1000))


def test_a_full_disk_is_said_to_everybody_until_there_is_room_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.sqlite3")
    table = Table(journal, lambda: 0.0)
    table.start("gold_raiders", ["a", "b"])
    fill(journal)
    before = table.state
    with suppress(JournalError):
        for _ in range(200):
            before = table.state
            table.submit(to_json(table.game.legal(table.state)[0]), by="phone")
    assert "nothing can be entered until there is room" in table.notices["writing"]
    assert table.state == before
    table.try_disk()
    assert "writing" in table.notices
    journal._db.execute("PRAGMA max_page_count = 100000")
    table.try_disk()
    assert "writing" not in table.notices
    table.submit(to_json(table.game.legal(table.state)[0]), by="phone")
    journal.close()


def test_a_slow_disk_is_said_until_an_entry_is_quick(tmp_path: Path) -> None:
    ticks = iter([0.0, 0.1, 0.1, 0.2, 10.0, 13.0, 20.0, 20.1, 30.0, 30.1])  # before and after each write
    game = game_named("gold_raiders")
    table = Table(Journal(tmp_path / "j.sqlite3"), lambda: 0.0, ticks=lambda: next(ticks))
    table.start("gold_raiders", ["a", "b"])
    table.submit(to_json(game.legal(table.state)[0]), by="phone")
    assert table.notices["disk speed"].startswith("the disk took 3.0 s to write")
    table.keep("anything", 1)
    assert "disk speed" in table.notices
    table.submit(to_json(game.legal(table.state)[0]), by="phone")
    assert "disk speed" not in table.notices


def test_a_removed_entry_is_an_entry_too_and_can_be_taken_back() -> None:
    one = table()
    one.submit(REVEAL, by="phone", who="p1")
    assert [step.did for step in one.foresee(1, None)] == []
    taken = one.remove(1, by="host", seen=1)
    assert (taken.what, taken.target, taken.action["card"], len(one.steps())) == ("remove", 1, 2, 0)
    one.undo(by="host")
    assert [step.entry.number for step in one.steps()] == [1]
    with pytest.raises(StaleAction):
        one.remove(1, by="host", seen=1)


def test_only_finished_games_are_remembered() -> None:
    one = table()
    assert one.remembered(lambda extras: {}) == []
