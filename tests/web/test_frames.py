"""What part of the table a page shows: everything that lies in the middle, and no blank beside it."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.play.table import Table
from web import create_app

GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
SCREENS = {"phone": (360, 740), "tv": (1920, 1080)}
FRAME = (Path(__file__).parents[2] / "web" / "static" / "frame.js").read_text(encoding="utf-8")

pytestmark = pytest.mark.browser


def grown(browser, box: list[float], shape: float) -> list[float]:
    """The box as the pages grow it, on a table of 400 x 300 mm."""
    page = browser.new_context().new_page()
    asked = f"grown({json.dumps(box)}, {shape}, {{ width_mm: 400, height_mm: 300 }})"
    found = page.evaluate(f"() => {{ {FRAME.replace('export ', '')}; return {asked}; }}")
    page.context.close()
    return found


def test_a_box_grows_to_the_shape_of_its_place(browser):
    assert grown(browser, [150, 100, 100, 100], 2) == [100, 100, 200, 100]
    assert grown(browser, [150, 100, 100, 100], 0.5) == [150, 50, 100, 200]


def test_a_box_at_the_edge_grows_to_the_other_side(browser):
    assert grown(browser, [-20, 0, 100, 100], 2) == [0, 0, 200, 100]
    assert grown(browser, [310, 210, 100, 100], 2) == [200, 200, 200, 100]


def test_a_box_grows_no_further_than_the_table(browser):
    assert grown(browser, [0, 0, 100, 300], 3) == [0, 0, 400, 300]


@pytest.fixture
def table(request, new_table) -> Table:
    return new_table(request.param, 0.45)


@pytest.fixture(params=SCREENS)
def screen(request) -> dict[str, int]:
    width, height = SCREENS[request.param]
    return {"width": width, "height": height}


@pytest.fixture
def opened(browser, table, screen, clock, new_server):
    server = new_server(create_app(table, address="http://127.0.0.1", clock=clock))
    contexts = []

    def open_(path: str) -> Any:
        context = browser.new_context(viewport=screen, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        page.locator("#board .lying .piece").first.wait_for(state="attached")
        return page

    yield open_
    for context in contexts:
        context.close()


CUT = """() => {
  const svg = document.querySelector("#board svg:not(.sheet)");
  const [x, y, wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  const middle = (piece) => piece.style.transform.match(/-?[\\d.]+/g).map(Number);
  const all = [...document.querySelectorAll(".lying .piece")];
  return all.filter((piece) => !piece.dataset.space.startsWith("seat")).filter((piece) => {
    const [left, top] = middle(piece);
    return left < x || left > x + wide || top < y || top > y + high;
  }).map((piece) => `${piece.dataset.piece} on ${piece.dataset.space}`);
}"""
BLANK = """() => {
  const svg = document.querySelector("#board svg:not(.sheet)");
  const [x, y, wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  const { width, height } = svg.getBoundingClientRect();
  const scale = Math.min(width / wide, height / high);
  const field = document.querySelector("#board use[href='#field']");
  const [most, tallest] = ["width", "height"].map((name) => Number(field.getAttribute(name)));
  return [wide < most - 1 && width - scale * wide > 2, high < tallest - 1 && height - scale * high > 2];
}"""


SLIVERS = """async () => {
  const { zones } = await (await fetch("/api/layout")).json();
  const clip = document.querySelector("#board clipPath rect");
  const [x, y, wide, high] = ["x", "y", "width", "height"].map((name) => Number(clip.getAttribute(name)));
  const common = (from, to, low, size) => Math.max(0, Math.min(to, low + size) - Math.max(from, low)) / (to - from);
  const share = ({ x0, y0, x1, y1 }) => common(x0, x1, x, wide) * common(y0, y1, y, high);
  const seats = zones.filter(({ name }) => /^seat\\d+$/.test(name));
  return seats.filter((zone) => share(zone) > 0 && share(zone) < 0.25).map(({ name }) => name);
}"""


@pytest.mark.parametrize("table", GAMES, indirect=True)
@pytest.mark.parametrize("screen", [{"width": 1920, "height": 1080}, {"width": 820, "height": 1180}])
def test_of_a_players_area_beside_the_board_no_sliver_is_shown(opened, screen):
    assert [opened(path).evaluate(SLIVERS) for path in ("/", "/tv")] == [[], []]


@pytest.mark.parametrize("table", ["pyramid_raiders", "gold_raiders"], indirect=True)
def test_the_big_screen_shows_every_piece_in_the_middle(opened):
    assert opened("/tv").evaluate(CUT) == []


SMALLEST = """() => Math.min(...[...document.querySelectorAll(".tvside *")]
  .filter((one) => !one.closest("svg") && one.getClientRects().length)
  .filter((one) => [...one.childNodes].some(({ data }) => data?.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


@pytest.mark.parametrize("table", ["gold_raiders"], indirect=True)
@pytest.mark.parametrize("screen", [{"width": 1920, "height": 1080}, {"width": 3840, "height": 2160}])
def test_the_big_screen_is_read_from_across_the_room(opened, screen):
    """A sixtieth of the height is what signs want at six times the height's distance."""
    assert opened("/tv").evaluate(SMALLEST) >= screen["height"] / 60


@pytest.mark.parametrize("table", GAMES, indirect=True)
@pytest.mark.parametrize("path", ["/", "/tv"])
def test_no_blank_is_left_beside_a_board_that_goes_on_there(opened, path):
    page = opened(path)
    page.wait_for_function(f"() => String(({BLANK})()) === 'false,false'")


@pytest.mark.parametrize("table", ["gold_raiders"], indirect=True)
@pytest.mark.parametrize("screen", [{"width": 820, "height": 1180}])
def test_the_players_areas_bear_the_names_people_gave(opened):
    page = opened("/")
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_label("Your name").fill("Benedikt")
    page.locator('[data-key="seat-p2"]').click()
    page.locator("#board .names text", has_text="Benedikt").wait_for(state="attached")
    assert page.locator("#board .names text").all_text_contents() == ["P1", "Benedikt", "P3"]
