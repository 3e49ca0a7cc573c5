"""What a table keeps of its club: its id, and which results the broker has."""

from itertools import islice

import pytest

from companion.club.membership import Membership
from companion.errors import JournalError
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns


@pytest.fixture
def journal():
    made = Journal(":memory:")
    yield made
    made.close()


@pytest.fixture
def table(journal):
    return Table(journal, lambda: 1_700_000_000.0)


def finish(table: Table, seed: int = 1) -> None:
    table.start("gold_raiders", ["p1", "p2", "p3"])
    for _, action, _ in turns(table.game, table.saved.players, seed):
        table.submit(to_json(action), "bot")


def test_the_id_stays_as_long_as_the_journal(journal, table):
    first = Membership(journal, table.lock, "anker")
    assert Membership(journal, table.lock, "anker").id == first.id
    assert Membership(Journal(":memory:"), table.lock, "anker").id != first.id


def test_what_was_over_before_the_table_joined_is_its_own_affair(journal, table):
    finish(table)
    membership = Membership(journal, table.lock, "anker")
    finish(table, 2)
    assert (membership.finished(), membership.unsettled()) == ([2], [2])
    assert Membership(journal, table.lock, "anker").finished() == [2]


def test_a_result_the_broker_has_is_settled_until_the_game_changes(journal, table):
    membership = Membership(journal, table.lock, "anker")
    finish(table)
    membership.settle(1, table.number, False)
    assert membership.unsettled() == []
    last = table.entries()[-1]
    table.correct(last.number, last.action, "phone")
    assert membership.unsettled() == [1]


def test_a_result_that_was_taken_back_is_unsettled_until_that_was_told(journal, table):
    membership = Membership(journal, table.lock, "anker")
    finish(table)
    membership.settle(1, table.number, False)
    table.undo("phone")
    assert (membership.finished(), membership.unsettled()) == ([], [1])
    membership.settle(1, table.number, True)
    assert membership.unsettled() == []


def test_what_was_settled_stays_so_after_a_restart(journal, table):
    finish(table)
    table.start("gold_raiders", ["p1", "p2", "p3"])
    membership = Membership(journal, table.lock, "anker")
    finish(table)
    membership.settle(3, table.number, False)
    assert Membership(journal, table.lock, "anker").unsettled() == []


def test_under_another_name_all_results_are_told_again(journal, table):
    membership = Membership(journal, table.lock, "anker")
    finish(table)
    membership.settle(1, table.number, False)
    assert Membership(journal, table.lock, "beta").unsettled() == [1]


def test_a_past_game_is_recalled_with_what_was_kept(journal, table):
    membership = Membership(journal, table.lock, "anker")
    table.start("gold_raiders", ["p1", "p2", "p3"])
    for _, action, _ in islice(turns(table.game, table.saved.players, 1), 7):
        table.submit(to_json(action), "bot")
    table.keep("phones", {"names": {"p1": "Anna"}})
    state = table.state
    table.start("gold_raiders", ["p1", "p2", "p3"])
    past = membership.recall(1)
    assert (past.history.state, past.number, past.extras) == (state, 7, {"phones": {"names": {"p1": "Anna"}}})


def test_a_setting_that_cannot_be_read_makes_the_table_join_anew(journal, table):
    journal.set("club", "torn {")
    assert len(Membership(journal, table.lock, "anker").id) == 8


class FullDisk(Journal):
    """Takes nothing more."""

    def set(self, name: str, value: str) -> None:
        raise JournalError("the disk is full")


def test_a_full_disk_keeps_no_table_from_its_club(table, caplog):
    journal = FullDisk(":memory:")
    membership = Membership(journal, table.lock, "anker")
    membership.settle(1, 9, False)
    assert len(membership.id) == 8
    assert "what the club was told is not kept: the disk is full" in caplog.text
    journal.close()
