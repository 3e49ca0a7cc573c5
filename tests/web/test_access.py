"""Everybody can read the pages: nothing for axe, nothing beside the screen, at 100 and 200 %, light and dark."""

from collections.abc import Iterator

import pytest

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns
from web import create_app, serve

PATHS = ("/", "/table", "/host", "/history", "/rules/gold_mine", "/tv", "/api")
LOOKS = {  # width, height, light or dark, text in per cent; half the width is 200 % zoom
    "small phone": (360, 740, "light", 100),
    "small phone, large text": (360, 740, "dark", 200),
    "desktop, zoomed": (683, 450, "dark", 100),
    "desktop, large text": (1366, 900, "light", 200),
    "television": (1920, 1080, "dark", 100),
}
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A whole game, the last step still to come."""
    game, journal = game_named("gold_raiders"), Journal(":memory:")
    table = Table(journal, lambda: 1_700_000_000.0)
    table.start(game.name, game.names(3))
    table.submit_all([to_json(action) for _, action, _ in turns(game, game.names(3), 2)][:-1], "bot")
    server = serve(create_app(table, address="http://127.0.0.1"), "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.port}"
    server.close()
    journal.close()


@pytest.fixture(params=LOOKS)
def page(browser, request):
    width, height, scheme, text = LOOKS[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    context.add_init_script(f"document.documentElement.style.fontSize = '{text}%'")
    yield context.new_page()
    context.close()


def test_axe_finds_nothing_and_nothing_lies_beside_the_screen(page, address):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    page.request.post(f"{address}/api/host", data={}, headers={"X-Companion": "1"})
    found = {}
    for path in PATHS:
        page.goto(address + path)
        page.locator("#status[data-state=live], body:not(:has(#status))").first.wait_for(state="attached")
        found[path] = [(one["id"], one["nodes"][0]["html"][:200]) for one in axe.run(page).response["violations"]]
        found[path] += page.evaluate("document.documentElement.scrollWidth > innerWidth ? ['sideways'] : []")
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
