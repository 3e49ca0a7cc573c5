"""A tiny game on a table with a journal in memory, and the application in front of it."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.bench.page import browsing, has_browser
from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns
from web import Server, create_app, serve

NOW = 1_700_000_000.0
ADDRESS = "http://companion.local:8000"
PATIENCE_MS = 60_000
PIPES = (  # left open by the browser's own driver
    "ignore::ResourceWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("browser"):
            for warning in PIPES:
                item.add_marker(pytest.mark.filterwarnings(warning))


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


class Browser:
    """Chromium, and patience: a busy machine takes long, and only what never comes is a fault."""

    def __init__(self, chromium: Any) -> None:
        self._chromium = chromium

    def new_context(self, **look: Any) -> Any:
        context = self._chromium.new_context(**look)
        context.set_default_timeout(PATIENCE_MS)
        return context


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests of a file; whoever has none skips."""
    if not has_browser():
        pytest.skip("no browser; install chromium and playwright")
    with browsing() as chromium:
        yield Browser(chromium)


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
def new_table(clock: Clock) -> Iterator[Callable[..., Table]]:
    """`new_table(game, part)` is a game of three of which bots have played that part."""
    with ExitStack() as journals:
        yield lambda name, part=0.0, seed=2: journals.enter_context(_played(name, part, seed, clock))


@contextmanager
def _played(name: str, part: float, seed: int, clock: Clock) -> Iterator[Table]:
    game, journal = game_named(name), Journal(":memory:")
    table, players = Table(journal, clock), game.names(3)
    table.start(name, players)
    if part:
        actions = [to_json(action) for _, action, _ in turns(game, players, seed)]
        table.submit_all(actions[: int(part * len(actions))], "bot")
    yield table
    journal.close()


@pytest.fixture
def new_server() -> Iterator[Callable[[Flask], Server]]:
    """An application as browsers reach it."""
    with ExitStack() as servers:
        yield lambda app: servers.enter_context(closing(serve(app, "127.0.0.1", 0)))


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
