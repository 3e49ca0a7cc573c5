"""A tiny game on a table with a journal in memory, and the application in front of it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.bench.page import browsing, has_browser
from companion.play.journal import Journal
from companion.play.table import Table
from web import create_app

NOW = 1_700_000_000.0
ADDRESS = "http://companion.local:8000"


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


class Phone:
    """A browser of its own: its cookies, and the header our pages send."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()

    def get(self, path: str, **headers: str):
        return self.client.get(path, headers=headers)

    def post(self, path: str, data: object = None, **headers: str):
        return self.client.post(path, json=data if data is not None else {}, headers={"X-Companion": "1", **headers})

    def join(self, player: str):
        return self.post("/api/join", {"player": player})

    def run(self, player: str, die: int, **fields: object):
        return self.post("/api/action", {"action": {"type": "run", "player": player, "die": die}, **fields})


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser; whoever has none skips."""
    if not has_browser():
        pytest.skip("no browser; install chromium and playwright")
    with browsing() as browser:
        yield browser


@pytest.fixture
def temple_dash(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The game as if it were installed: its module and the entry point that names it."""
    package = tmp_path / "games"
    about = package / "temple_dash-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: temple_dash\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[companion.games]\ntemple_dash = temple_dash:GAME\n")
    shutil.copy(Path(__file__).with_name("temple_dash.py"), package)
    monkeypatch.syspath_prepend(package)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def bare_table(temple_dash: None, clock: Clock) -> Iterator[Table]:
    journal = Journal(":memory:")
    yield Table(journal, clock)
    journal.close()


@pytest.fixture
def table(bare_table: Table) -> Table:
    bare_table.start("temple_dash", ["anna", "ben"])
    return bare_table


@pytest.fixture
def app(table: Table, clock: Clock) -> Flask:
    return create_app(table, address=ADDRESS, clock=clock, ticks=lambda: clock.now, pin="4711")


@pytest.fixture
def new_phone(app: Flask) -> Callable[[], Phone]:
    return lambda: Phone(app)


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A guest's."""
    return Phone(app)


@pytest.fixture
def annas(app: Flask) -> Phone:
    phone = Phone(app)
    phone.join("anna")
    return phone


@pytest.fixture
def hosts(app: Flask) -> Phone:
    phone = Phone(app)
    phone.post("/api/host")
    return phone
