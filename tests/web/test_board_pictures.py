"""What the drawn board shows, looked at as a picture; and how it follows two fingers, one finger and the keys."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image

from companion.play.table import Table
from web import create_app

SEEN = 0.5  # the share of a piece's middle that must show it and nothing above it
CALM = 12  # grey levels that noise in a screenshot may make

pytestmark = pytest.mark.browser

PIECES = """() => [...document.querySelectorAll(".lying .piece")].map((piece, place) => {
  const { x, y, width, height } = piece.getBoundingClientRect();
  return { place, name: piece.dataset.piece, box: { x, y, width, height } };
})"""
HIDE = """([place, how]) => {
  document.querySelectorAll(".lying .piece")[place].style.visibility = how;
  return new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
}"""
ONLY_PIECES = """() => document.querySelectorAll(".lights, .taps, .reaches, .doubts")
  .forEach((layer) => { layer.style.visibility = "hidden"; })"""


@pytest.fixture
def table(request, new_table) -> Table:
    """A game among bots, two thirds played."""
    return new_table(getattr(request, "param", "pyramid_raiders"), 2 / 3)


@pytest.fixture
def page(browser, table, clock, new_server) -> Iterator[Any]:
    server = new_server(create_app(table, address="http://127.0.0.1", clock=clock))
    context = browser.new_context(viewport={"width": 1100, "height": 900}, reduced_motion="reduce", has_touch=True)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.locator(".lying .piece").first.wait_for(state="attached")
    page.evaluate(ONLY_PIECES)
    page.locator("#whole").click()
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")  # away from under the header
    yield page
    context.close()


def picture(page, box) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(page.screenshot(clip=box))).convert("RGB")).astype(int)


def middle_of(box) -> dict[str, float]:
    """The inner half of a piece, where no neighbour reaches over its edge."""
    return {
        "x": box["x"] + box["width"] / 4,
        "y": box["y"] + box["height"] / 4,
        "width": max(box["width"] / 2, 2),
        "height": max(box["height"] / 2, 2),
    }


def share_seen(page, piece) -> float:
    """Which share of a piece's middle changes when the piece is taken away: all of it, if nothing lies above it."""
    box = middle_of(page.evaluate(PIECES)[piece["place"]]["box"])  # where it is now: the page may just have moved
    shown = picture(page, box)
    page.evaluate(HIDE, [piece["place"], "hidden"])
    without = picture(page, box)
    page.evaluate(HIDE, [piece["place"], ""])
    return float((np.abs(shown - without).max(axis=2) > CALM).mean())


def is_under(one, other) -> bool:
    """Whether the other piece's middle lies over this one."""
    x, y = other["x"] + other["width"] / 2, other["y"] + other["height"] / 2
    return one["x"] < x < one["x"] + one["width"] and one["y"] < y < one["y"] + one["height"]


def standing(page, layout) -> list:
    """The pieces that stand on others and are higher than all of them."""
    pieces = page.evaluate(PIECES)
    tops = {piece["place"]: layout.piece[piece["name"]].top_mm for piece in pieces}
    found = []
    for piece in pieces:
        below = [tops[one["place"]] for one in pieces if one is not piece and is_under(one["box"], piece["box"])]
        if below and max(below) < tops[piece["place"]]:
            found.append(piece)
    return found


@pytest.mark.parametrize("table", ["gold_mine", "temple_of_gold"], indirect=True)
def test_whoever_stands_on_something_is_seen_and_not_what_lies_below(page, table):
    found = standing(page, table.sitting.layout)
    assert found, "nobody stands on anything at that moment"
    seen = {piece["name"]: share_seen(page, piece) for piece in found[:4]}
    assert {name: share for name, share in seen.items() if share < SEEN} == {}


FIGURES = [("pyramid_raiders", "pawn."), ("gold_raiders", "raider.")]


@pytest.mark.parametrize(("table", "figures"), FIGURES, indirect=["table"])
def test_nothing_lies_over_a_figure(page, table, figures):
    found = [piece for piece in page.evaluate(PIECES) if piece["name"].startswith(figures)]
    assert found
    assert min(share_seen(page, figure) for figure in found) > SEEN


@pytest.mark.parametrize("table", ["go_for_gold"], indirect=True)
def test_lines_are_seen_on_the_sheets_they_are_drawn_on(page, table):
    page.locator("#whole").click()  # back to what is played on
    lines = [piece for piece in page.evaluate(PIECES) if piece["name"] == "line"]
    assert lines
    assert share_seen(page, lines[0]) > 0.02  # a pencil's width


def view_of(page) -> list[float]:
    return [float(edge) for edge in page.locator("#board svg:not(.sheet)").get_attribute("viewBox").split()]


PINCH = """(apart) => {
  const svg = document.querySelector("#board svg:not(.sheet)");
  const { x, y, width, height } = svg.getBoundingClientRect();
  const send = (name, pointerId, dx) => svg.dispatchEvent(new PointerEvent(name, {
    pointerId, clientX: x + width / 2 + dx, clientY: y + height / 2, bubbles: true, buttons: 1,
  }));
  for (const [name, dx] of [["pointerdown", 20], ["pointermove", apart], ["pointerup", apart]]) {
    send(name, 1, -dx);
    send(name, 2, dx);
  }
}"""


def test_two_fingers_bring_the_board_closer_and_one_moves_it(page):
    whole = view_of(page)
    page.evaluate(PINCH, 80)
    close = view_of(page)
    assert close[2] < whole[2] / 2
    page.mouse.move(400, 400)
    page.mouse.down()
    page.mouse.move(300, 400, steps=5)
    page.mouse.up()
    assert view_of(page)[0] > close[0] + 5


def test_buttons_and_keys_bring_the_board_closer_and_farther(page):
    whole = view_of(page)
    page.get_by_role("button", name="Closer").click()
    assert view_of(page)[2] < whole[2]
    page.get_by_role("button", name="Farther").click()
    assert view_of(page)[2] == pytest.approx(whole[2], rel=0.02)
    page.locator("#board svg:not(.sheet)").focus()
    page.keyboard.press("+")
    assert view_of(page)[2] < whole[2]
