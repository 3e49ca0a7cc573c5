"""The journal on the command line: listed, taken in, replayed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import BadInput, CompanionError
from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.archive import in_words, listing, number, opened, replayed, taken_in
from companion.play.journal import Journal
from companion.play.table import Table

GAME = game_named("gold_raiders")


@pytest.fixture
def journal() -> Iterator[Journal]:
    """Two games, the first with three entries."""
    kept = Journal(":memory:")
    table = Table(kept, lambda: 12.5)
    table.start(GAME.name, ["p1", "p2", "p3"])
    for _ in range(3):
        table.submit(to_json(GAME.legal(table.state)[0]), by="phone")
    table.start(GAME.name, ["p1", "p2"])
    yield kept
    kept.close()


def test_games_are_listed_newest_first_with_their_entries(journal: Journal) -> None:
    assert [(line["id"], line["entries"]) for line in listing(journal)] == [(2, 0), (1, 3)]


def test_without_a_number_the_newest_game_is_meant(journal: Journal) -> None:
    assert (number(journal, None), number(journal, "1")) == (2, 1)


@pytest.mark.parametrize("which", ["one", "-1", "\N{SUPERSCRIPT TWO}"])
def test_what_is_no_number_is_refused(journal: Journal, which: str) -> None:
    with pytest.raises(BadInput, match="games have numbers"):
        number(journal, which)


def test_an_empty_journal_has_no_newest_game(tmp_path: Path) -> None:
    with opened(str(tmp_path)) as empty, pytest.raises(BadInput, match="play one first"):
        number(empty, None)


def test_a_replay_tells_every_step_and_then_the_scores(journal: Journal) -> None:
    *steps, last = replayed(journal, "1")
    assert [step["number"] for step in steps] == [1, 2, 3]
    assert all(step["words"] for step in steps)
    assert [standing["player"] for standing in last["scores"]] == ["p1", "p2", "p3"]


def test_an_exported_game_is_taken_in_as_another(journal: Journal, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(journal.export(1))
    assert taken_in(journal, str(file))[0]["id"] == 3
    assert replayed(journal, "3") == replayed(journal, str(file))


def test_a_game_that_breaks_the_rules_is_not_taken_in(journal: Journal, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(journal.export(1).replace(b'"gold_raiders"', b'"chess"'))
    with pytest.raises(CompanionError, match="chess"):
        taken_in(journal, str(file))
    assert len(listing(journal)) == 2


def test_lines_are_told_to_people(journal: Journal) -> None:
    assert "gold_raiders  p1, p2, p3  going on, 3 entries" in in_words(listing(journal)[1])
    first, *_, last = replayed(journal, "1")
    assert in_words(first).startswith("   1  phone ")
    assert in_words(last).endswith("won by nobody yet")
