"""One recorded game of every game: it replays to where it ended, back to its start, and from one journal to the next.

After a change of rules on purpose: python tests/playthroughs/record.py
"""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games import game_named, game_names
from companion.games.protocol import to_json
from companion.play.journal import Export, Journal, read_export
from companion.play.table import Table

RECORDED = Path(__file__).parent.parent / "playthroughs"


def export_of(name: str) -> Export:
    return read_export((RECORDED / f"{name}.json").read_bytes())


def end_of(name: str) -> Any:
    return json.loads((RECORDED / f"{name}.end.json").read_text())


def table_of(whole: Export) -> Table:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.take_in(whole)
    return table


def test_every_game_has_a_playthrough() -> None:
    assert {path.name for path in RECORDED.glob("*.json")} == {
        f"{name}{kind}" for name in game_names() for kind in (".json", ".end.json")
    }


@pytest.mark.parametrize("name", game_names())
def test_a_recorded_game_replays_to_the_state_recorded_beside_it(name: str) -> None:
    table = table_of(export_of(name))
    assert to_json(table.state) == end_of(name)["state"]
    assert table.game.is_over(table.state)


@pytest.mark.parametrize("name", game_names())
def test_a_recorded_game_replays_to_the_score_recorded_beside_it(name: str) -> None:
    table, end = table_of(export_of(name)), end_of(name)
    score = table.game.score(table.state)
    assert {standing.player: standing.total for standing in score.standings} == end["totals"]
    assert to_json(score.ranking) == end["ranking"]
    assert to_json(score.winners) == end["winners"]


@pytest.mark.parametrize("name", game_names())
def test_undone_to_the_start_it_is_the_set_up_again(name: str) -> None:
    whole = export_of(name)
    table = table_of(whole)
    table.undo("phone", count=len(whole.entries))
    assert table.state == game_named(name).setup(whole.players, whole.options)


@pytest.mark.parametrize("name", game_names())
def test_undone_to_the_start_and_redone_it_ends_the_same(name: str) -> None:
    whole = export_of(name)
    table = table_of(whole)
    end = table.state
    table.undo("phone", count=len(whole.entries))
    table.redo("phone", count=len(whole.entries))
    assert table.state == end
    assert to_json(table.state) == end_of(name)["state"]


@pytest.mark.parametrize("name", game_names())
def test_undone_and_redone_one_by_one_every_state_comes_back(name: str) -> None:
    table = table_of(export_of(name))
    states = table.history.states()
    for before in reversed(states[:-1]):
        table.undo("phone")
        assert table.state == before
    for after in states[1:]:
        table.redo("phone")
        assert table.state == after
    assert len(states) > 1


@pytest.mark.parametrize("name", game_names())
def test_exported_and_taken_in_elsewhere_it_is_the_same_game(name: str) -> None:
    whole = export_of(name)
    first = table_of(whole)
    again = read_export(first.export(first.saved.id))
    assert again == whole
    assert table_of(again).state == first.state


@pytest.mark.parametrize("name", game_names())
def test_its_undone_and_redone_entries_travel_with_it(name: str) -> None:
    table = table_of(export_of(name))
    table.undo("phone", count=3)
    table.redo("phone", count=2)
    table.undo("camera")
    again = table_of(read_export(table.export(table.saved.id)))
    assert again.state == table.state
    again.redo("phone", count=2)
    assert to_json(again.state) == end_of(name)["state"]
