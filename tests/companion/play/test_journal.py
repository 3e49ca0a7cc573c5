"""Entries are kept before anyone hears of them, and come back after anything."""

import sqlite3
from pathlib import Path

import pytest

from companion.errors import BadInput, JournalError
from companion.play.journal import Entry, Journal, read_export


def entry(number: int) -> Entry:
    return Entry(number=number, what="action", by="camera", at=12.5, who="p1", action={"type": "step", "to": "e5"})


def begun(path: Path | str = ":memory:", entries: int = 3) -> tuple[Journal, int]:
    journal = Journal(path)
    saved = journal.begin("pyramid_raiders", "1", ["p1", "p2", "p3"], {"los": 2}, at=10.0)
    for number in range(1, entries + 1):
        journal.append(saved.id, entry(number))
    return journal, saved.id


def test_entries_come_back_as_they_were(tmp_path: Path) -> None:
    journal, game = begun(tmp_path / "j.sqlite3")
    journal.close()
    again = Journal(tmp_path / "j.sqlite3")
    assert again.entries(game) == [entry(1), entry(2), entry(3)]
    assert again.saved(game).options == {"los": 2}


def test_entries_after_a_number_are_only_the_newer_ones() -> None:
    journal, game = begun()
    assert [e.number for e in journal.entries(game, after=2)] == [3]


def test_a_number_is_never_given_twice() -> None:
    journal, game = begun()
    with pytest.raises(JournalError, match="entry 3"):
        journal.append(game, entry(3))


def torn(path: Path) -> tuple[Journal, int]:
    """A journal whose last entry of three cannot be read."""
    journal, game = begun(path)
    journal.close()
    db = sqlite3.connect(path)
    db.execute("UPDATE entries SET entry = substr(entry, 1, 20) WHERE number = 3")
    db.commit()
    db.close()
    return Journal(path), game


def test_a_torn_last_entry_is_left_out_and_the_rest_stands(tmp_path: Path) -> None:
    journal, game = torn(tmp_path / "j.sqlite3")
    assert [e.number for e in journal.entries(game)] == [1, 2]


def test_reading_never_deletes_a_torn_entry(tmp_path: Path) -> None:
    journal, game = torn(tmp_path / "j.sqlite3")
    journal.entries(game)
    with pytest.raises(JournalError, match="entry 3"):
        journal.append(game, entry(3))


def test_a_torn_entry_is_kept_aside_where_the_game_goes_on(tmp_path: Path) -> None:
    journal, game = torn(tmp_path / "j.sqlite3")
    assert journal.make_room(game) == "entry 3"
    assert journal.aside(game) == [("entry 3", b'{"number":3,"what":"')]
    journal.append(game, entry(3))
    assert [e.number for e in journal.entries(game)] == [1, 2, 3]


def test_a_sound_game_has_nothing_to_be_kept_aside() -> None:
    journal, game = begun()
    assert (journal.make_room(game), journal.aside(game), len(journal.entries(game))) == ("", [], 3)


def test_a_damaged_entry_before_others_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    journal, game = begun(path)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE entries SET entry = 'no' WHERE number = 2")
    with pytest.raises(JournalError, match="entry 2 of game"):
        journal.entries(game)


def test_a_file_that_is_no_journal_is_refused_with_one_line(tmp_path: Path) -> None:
    (tmp_path / "j.sqlite3").write_bytes(b"not a database, not at all, and long enough to be looked at" * 40)
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path / "j.sqlite3")


def test_an_export_comes_in_again_as_a_game_of_its_own() -> None:
    journal, game = begun()
    saved = journal.take_in(read_export(journal.export(game)))
    assert saved.id != game
    assert journal.entries(saved.id) == journal.entries(game)


@pytest.mark.parametrize("keep", [0, 1, 30, 200, -2])
def test_a_torn_export_is_refused_with_one_line(keep: int) -> None:
    journal, game = begun()
    with pytest.raises(BadInput, match="no exported game"):
        read_export(journal.export(game)[:keep])


def test_an_export_with_a_missing_entry_is_refused() -> None:
    journal, game = begun()
    with pytest.raises(BadInput, match="not numbered"):
        read_export(journal.export(game).replace(b'"number": 2', b'"number": 7'))


@pytest.mark.parametrize("number", [99, -1, 2**63, 10**30])
def test_an_unknown_game_is_refused_with_those_there_are(number: int) -> None:
    journal, _ = begun()
    with pytest.raises(BadInput, match=rf"no game {number} .*there are 1"):
        journal.saved(number)
