"""Everybody can read the pages: nothing for axe, nothing beside the screen, at 100 and 200 %, light and dark."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count

import numpy as np
import pytest

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns
from companion.watch.lookout import Glance
from hardware.camera import Frame
from vision.eyes import Look
from vision.problems import Problem
from web import create_app, serve

PATHS = ("/", "/table", "/host", "/history", "/rules/gold_mine", "/tv", "/sim", "/aim", "/api", "/nothing")
LOOKS = {  # width, height, light or dark, text in per cent; half the width is 200 % zoom
    "small phone": (360, 740, "light", 100),
    "small phone, large text": (360, 740, "dark", 200),
    "desktop, zoomed": (683, 450, "dark", 100),
    "desktop, large text": (1366, 900, "light", 200),
    "television": (1920, 1080, "dark", 100),
}
pytestmark = pytest.mark.browser


class Wall:
    """A camera that sees a grey wall, over a simulated table with one pawn."""

    def glance(self):
        return Glance(Frame(np.full((180, 320, 3), 120, np.uint8), 0.0), Look(problems=(Problem("no board"),)))

    def pieces(self):
        return [{"id": "7", "piece": "raider.1", "x_mm": 300.0, "y_mm": 100.0, "turned_deg": 0.0}]

    def move(self, *where) -> None:
        """Nobody moves anything here."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A whole game, the last step still to come."""
    with served("gold_raiders", 1.0) as (found, _):
        yield found


@contextmanager
def served(name: str, part: float) -> Iterator[tuple[str, Table]]:
    """A game of bots played so far, its last step still to come."""
    game, journal = game_named(name), Journal(":memory:")
    table = Table(journal, lambda: 1_700_000_000.0)
    table.start(game.name, game.names(3))
    actions = [to_json(action) for _, action, _ in turns(game, game.names(3), 2)][:-1]
    table.submit_all(actions[: int(part * len(actions))], "bot")
    minutes = count(step=60.0)  # so much later at every asking: hosts come and go here faster than PINs may be tried
    app = create_app(
        table, address="http://127.0.0.1", sim=Wall(), eyes=Wall(), pin="4711", ticks=lambda: next(minutes)
    )
    server = serve(app, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.port}", table
    server.close()
    journal.close()


@pytest.fixture(params=LOOKS)
def page(browser, request):
    width, height, scheme, text = LOOKS[request.param]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    context.add_init_script(f"document.documentElement.style.fontSize = '{text}%'")
    yield context.new_page()
    context.close()


def faults(page, axe) -> list:
    """What axe finds, and what is wider than the screen."""
    found = [(one["id"], one["nodes"][0]["html"][:200]) for one in axe.run(page).response["violations"]]
    return found + page.evaluate("document.documentElement.scrollWidth > innerWidth ? ['sideways'] : []")


@pytest.fixture
def axe():
    return pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()


def opened(page, path: str):
    page.goto(path)
    page.locator("#status[data-state=live], body:not(:has(#status))").first.wait_for(state="attached")


def wrong_on(page, axe, address: str, paths: Iterable[str]) -> dict[str, list]:
    page.request.post(f"{address}/api/host", data={"pin": "4711"}, headers={"X-Companion": "1"})
    found = {}
    for path in paths:
        opened(page, address + path)
        found[path] = faults(page, axe)
    return {path: wrong for path, wrong in found.items() if wrong}


@pytest.mark.parametrize(
    ("page", "paths"), [(look, PATHS[at :: len(LOOKS)]) for at, look in enumerate(LOOKS)], indirect=["page"]
)
def test_axe_finds_nothing_and_nothing_lies_beside_the_screen(page, paths, address, axe):
    """Every page once and every look twice; all pages in all looks are a soak."""
    assert wrong_on(page, axe, address, paths) == {}


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_axe_finds_nothing_on_any_page_in_any_look(page, address, axe):
    assert wrong_on(page, axe, address, PATHS) == {}


def seated(page, address: str, player: str) -> None:
    page.request.post(f"{address}/api/join", data={"player": player}, headers={"X-Companion": "1"})
    opened(page, address + "/")
    page.locator("#asks .asks").first.wait_for()


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", ["pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold"])
def test_axe_finds_nothing_while_a_game_is_played(page, axe, name):
    """Whoever is to act has his question and his board, and every page has that game on it."""
    with served(name, 0.6) as (address, table):
        seated(page, address, table.game.view(table.state, None).acting[0])
        assert faults(page, axe) == []
        assert wrong_on(page, axe, address, ("/table", "/history", f"/rules/{name}", "/tv", "/host")) == {}


REFUSED = """() => import(document.querySelector("script[type=module]").src).then(({ talk }) =>
  talk.submit({ type: "play_new", player: "p1" })).then(() => document.querySelector(".whylink").click())"""


SMALL = pytest.mark.parametrize("page", ["small phone", "small phone, large text"], indirect=True)
OTHERS = pytest.mark.parametrize("page", [look for look in LOOKS if "phone" not in look], indirect=True)


@SMALL
def test_axe_finds_nothing_in_a_dialog(page, address, axe):
    assert wrong_in_dialogs(page, address, axe) == {}


@pytest.mark.soak
@OTHERS
def test_axe_finds_nothing_in_a_dialog_on_a_larger_screen(page, address, axe):
    assert wrong_in_dialogs(page, address, axe) == {}


def wrong_in_dialogs(page, address: str, axe) -> dict[str, list]:
    page.request.post(f"{address}/api/host", data={"pin": "4711"}, headers={"X-Companion": "1"})
    opened(page, address + "/")
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_role("dialog", name="Take a seat").wait_for()
    found = {"seat": faults(page, axe)}
    page.get_by_role("button", name="Only watch").click()
    page.evaluate(REFUSED)
    page.get_by_role("dialog").wait_for()
    found["why"] = faults(page, axe)
    opened(page, address + "/history")
    page.locator(".linelist button").nth(5).click()
    page.locator('[data-key^="remove-"]').click()
    page.get_by_role("dialog", name="What would follow").wait_for()
    found["ahead"] = faults(page, axe)
    return {name: wrong for name, wrong in found.items() if wrong}
