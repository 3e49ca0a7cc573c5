"""The venue's journal: whatever comes twice is there once."""

import sqlite3

import pytest

from companion.club.ledger import KEEP_S, Ledger
from companion.club.messages import VERSION, Result, Told
from companion.errors import JournalError

NOW = 1_700_000_000.0


def entry(number: int, game_id: int = 1, source: str = "aaaa") -> Told:
    return Told(v=VERSION, id=source, sent=NOW, game_id=game_id, number=number, at=NOW, what="action", by="bot")


def result(
    game_id: int = 1, number: int = 9, source: str = "aaaa", withdrawn: bool = False, sent: float = NOW
) -> Result:
    return Result(
        v=VERSION, id=source, sent=sent, game_id=game_id, number=number, game="gold_mine", title="Gold Mine",
        started=NOW - 600, ended=NOW, winners=("red",), withdrawn=withdrawn,
    )  # fmt: skip


@pytest.fixture
def ledger():
    made = Ledger(":memory:")
    yield made
    made.close()


def test_an_entry_is_taken_once(ledger):
    assert [ledger.take(entry(number), NOW) for number in (1, 2, 2, 1)] == [True, True, False, False]
    assert [one.number for one in ledger.entries("aaaa", 1)] == [1, 2]


def test_a_gap_is_known_until_it_is_filled(ledger):
    for number in (1, 2, 5, 4):
        ledger.take(entry(number), NOW)
    assert ledger.whole("aaaa", 1) == 2
    ledger.take(entry(3), NOW)
    assert ledger.whole("aaaa", 1) == 5


def test_games_and_tables_are_counted_apart(ledger):
    ledger.take(entry(1), NOW)
    ledger.take(entry(1, game_id=2), NOW)
    ledger.take(entry(1, source="bbbb"), NOW)
    assert [ledger.whole(*of) for of in (("aaaa", 1), ("aaaa", 2), ("bbbb", 1), ("bbbb", 2))] == [1, 1, 1, 0]


def test_a_restarted_venue_knows_what_it_has(tmp_path):
    ledger = Ledger(tmp_path / "venue")
    for number in (1, 2, 4):
        ledger.take(entry(number), NOW)
    ledger.settle("anker", result(), NOW)
    ledger.set("pin", "4711")
    ledger.close()
    again = Ledger(tmp_path / "venue")
    assert (again.whole("aaaa", 1), again.take(entry(4), NOW)) == (2, False)
    assert [one.table for one in again.results()] == ["anker"]
    assert (list(again.known()), again.setting("pin")) == ([("aaaa", 1)], "4711")
    again.close()


def test_a_result_is_kept_once_and_a_newer_one_replaces_it(ledger):
    told = [result(), result(sent=NOW + 9), result(number=12), result(number=9)]
    assert [ledger.settle("anker", one, NOW) for one in told] == [True, False, True, False]
    assert [one.result.number for one in ledger.results()] == [12]


def test_a_withdrawn_result_is_not_shown(ledger):
    ledger.settle("anker", result(), NOW)
    ledger.settle("anker", result(number=10, withdrawn=True), NOW)
    assert (ledger.results(), list(ledger.known())) == ([], [])


def test_results_come_newest_first(ledger):
    ledger.settle("anker", result(1), NOW)
    ledger.settle("anker", result(2), NOW + 60)
    assert [one.result.game_id for one in ledger.results()] == [2, 1]


def test_entries_of_long_ago_are_forgotten_and_results_are_not(ledger):
    ledger.take(entry(1), NOW)
    ledger.settle("anker", result(), NOW)
    ledger.forget(NOW + KEEP_S + 1)
    assert (ledger.entries("aaaa", 1), len(ledger.results())) == ([], 1)


def test_another_programs_file_is_refused(tmp_path):
    db = sqlite3.connect(tmp_path / "venue")
    db.execute("PRAGMA application_id = 7")
    db.commit()
    db.close()
    with pytest.raises(JournalError, match="another program's file"):
        Ledger(tmp_path / "venue")


def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path):
    (tmp_path / "venue").write_bytes(b"no database" * 100)
    with pytest.raises(JournalError, match="cannot be opened"):
        Ledger(tmp_path / "venue")
