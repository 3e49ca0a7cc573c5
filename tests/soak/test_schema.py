"""Requests made up from the API's own description: no answer is a fault of ours, and each is as it was described."""

from collections.abc import Callable, Iterator
from itertools import count, islice

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.history import History
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns
from web import create_app

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

FEW, MANY = 5, 400
OURS = {"X-Companion": "1"}
CALM = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "suppress_health_check": list(HealthCheck),
    "phases": (Phase.explicit, Phase.generate),
}


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    journal = Journal(":memory:")
    table = Table(journal, lambda: 0.0)
    game, players = game_named("gold_raiders"), ["a", "b", "c"]
    table.start(game.name, players)
    for _, action, _ in islice(turns(game, players, 1), 15):
        table.submit(to_json(action), by="bot")
    yield table
    journal.close()


@pytest.fixture(scope="module")
def app(table: Table) -> Flask:
    ticks = count(0, 10)
    return create_app(table, address="http://localhost", ticks=lambda: next(ticks), pin="4711")


def operations() -> list[str]:
    """What is described, but for what never ends and what is a file: `POST /api/action`."""
    paths = create_app(Table(Journal(":memory:"), lambda: 0.0), address="http://localhost").test_client()
    described = paths.get("/api/openapi.json").json["paths"]
    found = [f"{method.upper()} {path}" for path, ways in described.items() for method in ways]
    return [one for one in found if not one.endswith(("/stream", "/backup"))]


def harass(app: Flask, table: Table, operation: str, examples: int) -> None:
    """No 5xx; and the table is still what its journal says."""
    method, path = operation.split()
    described = schemathesis.openapi.from_wsgi("/api/openapi.json", app)[path][method]

    @settings(max_examples=examples, **CALM)
    @given(case=described.as_strategy())
    def say(case) -> None:
        answer = case.call(headers=OURS)
        assert answer.status_code < 500, answer.text

    say()
    again = History(table.game, table.game.setup(table.saved.players, table.saved.options), table.entries())
    assert to_json(again.state) == to_json(table.state)


@pytest.mark.parametrize("operation", operations())
def test_no_request_of_the_description_breaks_anything(app: Flask, table: Table, operation: str) -> None:
    harass(app, table, operation, FEW)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("operation", operations())
def test_no_request_of_the_description_breaks_anything_for_long(
    app: Flask, table: Table, operation: str, figure: Callable[[str], None]
) -> None:
    harass(app, table, operation, MANY)
    figure(f"{operation}: {MANY} requests made up from its description, none broke anything")
