"""The folder games are kept in: one companion at a time, and a damaged journal stops nobody."""

import sqlite3
from itertools import cycle
from pathlib import Path

import pytest

from companion.errors import BadInput, JournalError
from companion.play.folder import _forwards, hold, open_journal
from companion.play.journal import Entry, Journal
from companion.play.store import FILE

GAMES = 6


def kept(folder: Path) -> Path:
    """A journal of a few games, the first of them on the table, each of a few pages."""
    journal = Journal(folder / FILE)
    for number in range(1, GAMES + 1):
        saved = journal.begin("temple_of_gold", "1", ["a", "b"], {}, float(number))
        for entry in range(1, 100):
            action = {"type": "step", "to": "e5" * 40}
            journal.append(saved.id, Entry(number=entry, what="action", by="phone", at=1.0, action=action))
    journal.seat(1)
    journal.set("pin", "4711")
    journal.close()
    return folder / FILE


def test_a_sound_journal_has_nothing_to_say(tmp_path: Path) -> None:
    kept(tmp_path)
    journal, said = open_journal(tmp_path)
    assert (said, len(journal.games())) == ("", GAMES)


def test_a_new_folder_has_nothing_to_say(tmp_path: Path) -> None:
    assert open_journal(tmp_path)[1] == ""


def test_a_file_of_no_bytes_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    assert "was empty, 0 bytes" in open_journal(tmp_path)[1]


def test_a_file_that_is_no_journal_is_kept_under_another_name(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a database" * 400)
    journal, said = open_journal(tmp_path)
    assert journal.games() == []
    assert (tmp_path / "companion.damaged-1.sqlite3").read_bytes() == b"not a database" * 400
    assert "companion.damaged-1.sqlite3" in said


def test_what_can_be_read_of_a_damaged_file_goes_on_in_a_new_one(tmp_path: Path) -> None:
    path = kept(tmp_path)
    whole = bytearray(path.read_bytes())
    middle = len(whole) // 2 // 4096 * 4096
    whole[middle : middle + 4096] = b"\xff" * 4096
    path.write_bytes(whole)
    journal, said = open_journal(tmp_path)
    games = journal.games()
    assert 0 < len(games) < GAMES
    assert f"{len(games)} games could be taken over" in said
    assert all(len(journal.entries(game.id)) == 99 for game in games)
    seated = journal.last_seated()
    assert seated is not None
    assert (seated.id, journal.setting("pin")) == (1, "4711")


def test_rows_that_lead_in_a_circle_are_read_once() -> None:
    rows = _forwards(cycle([(1, "a"), (2, "b")]))
    assert [next(rows), next(rows)] == [(1, "a"), (2, "b")]
    with pytest.raises(JournalError, match="1 comes after 2: its pages lead in a circle"):
        next(rows)


def test_a_file_whose_tables_have_torn_names_is_set_aside(tmp_path: Path) -> None:
    path = kept(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"CREATE TABLE aside", b"CREATE TABL\x94 aside"))
    _, said = open_journal(tmp_path)
    assert "the journal was damaged" in said


def test_a_file_whose_header_is_torn_is_set_aside(tmp_path: Path) -> None:
    path = kept(tmp_path)
    whole = bytearray(path.read_bytes())
    whole[44:48] = b"\x00\x00\x00\x63"  # the number of the schema's format
    path.write_bytes(whole)
    _, said = open_journal(tmp_path)
    assert "the journal was damaged" in said


def test_a_damaged_file_that_names_no_game_of_its_own_for_the_table_comes_up_too(tmp_path: Path) -> None:
    path = kept(tmp_path)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE seated SET game_id = 99")
    db.close()
    whole = bytearray(path.read_bytes())
    middle = len(whole) // 2 // 4096 * 4096
    whole[middle : middle + 4096] = b"\xff" * 4096
    path.write_bytes(whole)
    journal, said = open_journal(tmp_path)
    assert "could be taken over" in said
    assert journal.last_seated() is None


def test_a_journal_without_rights_is_left_where_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(JournalError, match="cannot be opened"):
        open_journal(tmp_path)
    assert (tmp_path / FILE).is_dir()


def test_a_second_companion_on_the_same_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    first = hold(tmp_path)
    with pytest.raises(BadInput, match="another companion keeps its games in"):
        hold(tmp_path)
    first.close()
    hold(tmp_path).close()


def test_the_older_file_version_is_taken_over_too(tmp_path: Path) -> None:
    path = kept(tmp_path)
    db = sqlite3.connect(path)
    db.executescript("DROP TABLE settings; DROP TABLE aside; PRAGMA user_version = 0")
    db.close()
    journal, said = open_journal(tmp_path)
    assert (said, len(journal.games())) == ("", GAMES)


def test_a_folder_that_cannot_be_written_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "companion.lock").mkdir()
    with pytest.raises(BadInput, match="cannot write in"):
        hold(tmp_path)
