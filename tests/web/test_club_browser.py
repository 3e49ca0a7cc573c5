"""A club in a real browser: six tables play, one calls for help from a phone, a game ends."""

from collections.abc import Iterator

import msgspec
import pytest

from companion.club.broker import program
from companion.config import Config
from companion.errors import BadInput
from companion.games.naming import named
from companion.venue import DemoClub

SIZES = {"phone": {"width": 390, "height": 844}, "screen": {"width": 1920, "height": 1080}}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def club(tmp_path_factory) -> Iterator[DemoClub]:
    """Six tables, each with five entries."""
    try:
        program()
    except BadInput as missing:
        pytest.skip(str(missing))
    folder, config = tmp_path_factory.mktemp("club"), Config(host="127.0.0.1")
    venue = msgspec.structs.replace(config.venue, port=0, title="Harbour Club")
    made = DemoClub(msgspec.structs.replace(config, venue=venue), 6, folder)
    for table in made.tables:
        play(table, 5)
    yield made
    made.close()


def play(table, actions: int) -> None:
    for _ in range(actions):
        table.act()


@pytest.fixture
def new_page(browser, club):
    contexts, wrong = [], []

    def open_(size: str, port: int):
        context = browser.new_context(viewport=SIZES[size], has_touch=size == "phone")
        contexts.append(context)
        page, base = context.new_page(), f"http://127.0.0.1:{port}"
        page.on("console", lambda said: said.type in ("error", "warning") and wrong.append(said.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: asked.url.startswith(base) or wrong.append(f"left the host: {asked.url}"))
        page.goto(base)
        page.wait_for_selector("#status[data-state=live]")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(params=SIZES)
def venue(request, new_page, club):
    page = new_page(request.param, club.venue.server.port)
    page.wait_for_selector(".table:nth-child(6) .seats li")
    return page


def card(page, number: int):
    return page.locator(f"[data-table=table-{number}]")


def test_six_tables_play_before_everybodys_eyes(venue, club):
    assert venue.locator(".table").count() == 6
    for number, table in enumerate(club.tables, 1):
        play(table, 3)
        card(venue, number).get_by_text(named(table.table.sitting.view(None).headline, table.people)).wait_for()
        pieces = sum(table.table.sitting.placements.values())
        venue.wait_for_function(
            "([name, count]) => document.querySelectorAll(`[data-table=${name}] .thumb g use`).length >= count",
            arg=[f"table-{number}", min(pieces, 3)],
        )
    assert venue.locator(".table .join a:visible").count() == 6


def send(page, path: str, player: str) -> None:
    post = "{method: 'POST', headers: {'X-Companion': '1'}, body: JSON.stringify({player})}"
    assert page.evaluate(f"([path, player]) => fetch(path, {post}).then((reply) => reply.ok)", [path, player])


def test_a_call_for_help_from_a_phone_is_on_the_venues_page_until_all_is_well(venue, new_page, club):
    table = club.tables[3]
    phone = new_page("phone", club._servers[3].port)
    send(phone, "/api/join", table.table.saved.players[0])
    phone.get_by_role("button", name="Call for help").click()
    venue.get_by_text("Table 4 needs help").wait_for()
    assert venue.locator(".table").first.get_attribute("data-table") == "table-4"
    assert "calls" in card(venue, 4).get_attribute("class")
    phone.get_by_role("button", name="Help is called · all well?").click()
    venue.get_by_text("Table 4 needs help").wait_for(state="detached")
    send(phone, "/api/leave", table.table.saved.players[0])


def test_a_finished_game_is_among_tonights_and_in_the_league(venue, club):
    table = club.tables[3]
    while not table.table.game.is_over(table.table.state):
        table.act()
    venue.locator("#tonight").get_by_text(f"won {table.table.game.title}").first.wait_for()
    venue.locator("#league tbody tr").nth(1).wait_for()
    venue.locator("#records li").first.wait_for()
    assert venue.locator("#tonight li").count() >= 1
    table.act()


def test_axe_finds_nothing_serious(venue):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    found = axe.Axe().run(venue).response["violations"]
    serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert serious == []


def test_nothing_is_wider_than_the_page(venue):
    assert venue.evaluate("document.documentElement.scrollWidth <= innerWidth")
