"""Changing the past in a real browser: with a look ahead, on history and table; the end of a game; a pulled plug."""

from collections.abc import Iterator

import pytest

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns
from web import Server, create_app, serve

GAME = game_named("gold_raiders")
PLAYERS = ("anna", "ben")
pytestmark = pytest.mark.browser


@pytest.fixture
def table(clock) -> Iterator[Table]:
    """Gold Raiders, all but the last action."""
    journal = Journal(":memory:")
    table = Table(journal, clock)
    table.start(GAME.name, PLAYERS)
    table.submit_all([to_json(action) for _, action, _ in turns(GAME, PLAYERS, 4)][:-1], "phone")
    yield table
    journal.close()


@pytest.fixture
def app(table, clock):
    return create_app(table, address="http://127.0.0.1", clock=clock, pin="4711")


@pytest.fixture
def server(app, new_server) -> Server:
    return new_server(app)


@pytest.fixture
def page(browser, server):
    """The host's."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.base = f"http://127.0.0.1:{server.port}"
    page.request.post(f"{page.base}/api/host", data={}, headers={"X-Companion": "1"})
    yield page
    context.close()


def night_entry(table: Table) -> int:
    """A card laid five or more entries ago."""
    laid = [step.entry.number for step in table.steps()[:-5] if step.action["type"] == "play_new"]
    return laid[-1]


def opened(page, path: str, number: int):
    page.goto(page.base + path)
    page.wait_for_selector("#status[data-state=live]")
    while not page.locator(f'[data-key="entry-{number}"]').count():
        page.locator('[data-key="earlier"]').click()
    return page.locator(f'[data-key="entry-{number}"]')


@pytest.mark.parametrize("path", ["/history", "/table"])
def test_an_entry_far_back_is_removed_after_a_look_at_what_follows(page, table, path):
    number, before = night_entry(table), table.number
    opened(page, path, number).click()
    page.locator(f'[data-key="remove-{number}"]').click()
    ahead = page.get_by_role("dialog", name="What would follow")
    ahead.get_by_text(f"Entry {number} never happened").wait_for()
    assert table.number == before
    ahead.get_by_role("button", name="Change it for everybody").click()
    page.get_by_text(f"Removed entry {number}").first.wait_for()
    assert (table.number, table.entries()[-1].what) == (before + 1, "remove")


def test_an_entry_five_moves_back_becomes_another_after_a_look_at_what_follows(page, table):
    number, before = night_entry(table), table.number
    assert len([step for step in table.steps() if step.entry.number > number]) >= 5
    opened(page, "/history", number).click()
    instead = page.locator(".instead .choices button").first
    words = instead.inner_text()
    instead.click()
    ahead = page.get_by_role("dialog", name="What would follow")
    ahead.get_by_text(f"Entry {number} becomes: {words}").wait_for()
    assert table.number == before
    ahead.get_by_role("button", name="Change it for everybody").click()
    page.get_by_text(f"Corrected entry {number}").first.wait_for()
    assert (table.entries()[-1].what, table.entries()[-1].target) == ("correct", number)


def test_history_calls_people_by_their_names(page, table):
    page.request.post(f"{page.base}/api/join", data={"player": "anna", "name": "Zoë"}, headers={"X-Companion": "1"})
    page.goto(f"{page.base}/history?entry=3")
    page.locator("#then-scores .rank .name", has_text="Zoë").wait_for()
    assert page.locator("#then-scores", has_text="Anna").count() == 0


def test_a_look_ahead_changes_nothing_if_it_is_left_at_that(page, table):
    number, before = night_entry(table), table.number
    opened(page, "/history", number).click()
    page.locator(f'[data-key="remove-{number}"]').click()
    page.get_by_role("dialog").get_by_role("button", name="Leave it as it is").click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert table.number == before


def test_the_end_shows_ranking_graph_and_turning_points_and_starts_again_with_one_tap(page, table):
    page.goto(page.base + "/")
    page.wait_for_selector("#status[data-state=live]")
    last = [to_json(action) for _, action, _ in turns(GAME, PLAYERS, 4)][-1]
    table.submit(last, "phone")
    ending = page.locator("#ending")
    ending.get_by_text("wins!").wait_for()
    assert ending.locator(".podium li").count() == 2
    assert ending.locator("svg.graph polyline").count() == 2
    assert ending.locator(".turning li").count() > 0
    ending.get_by_role("button", name="Once more, same people").click()
    ending.wait_for(state="hidden")
    assert (table.saved.id, table.number) == (2, 0)


def test_a_pulled_plug_is_said_the_last_state_stays_and_the_page_comes_back_by_itself(browser, app):
    server = serve(app, "127.0.0.1", 0)
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.clock.install()
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector("#status[data-state=live]")
    page.locator(".board .lying .piece").first.wait_for(state="attached")
    server.close()
    page.clock.fast_forward(20_000)
    page.locator("#status", has_text="last heard 20 s ago").wait_for()
    assert page.locator(".board .lying .piece").count() > 0
    app.extensions["companion"].feed.is_closed = False
    again = serve(app, "127.0.0.1", server.port)
    page.clock.fast_forward(13_000)
    page.wait_for_selector("#status[data-state=live]")
    context.close()
    again.close()
