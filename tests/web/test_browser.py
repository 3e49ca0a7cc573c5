"""The pages in a real browser: no request leaves the host, no console error, nothing axe calls serious."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from flask import Flask

from companion.play.journal import Journal
from companion.play.proposal import Proposal
from companion.play.questions import Answer, Question
from companion.play.table import Table
from companion.watch.lookout import Glance
from hardware.camera import Frame
from vision.eyes import Look
from vision.problems import Problem
from web import Server, create_app
from web.feed import Feed

SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1366, "height": 900}}
PLAYERS = ["thomas", "harvison", "konga", "osiris"]

pytestmark = pytest.mark.browser


@pytest.fixture
def pyramid(clock) -> Iterator[Table]:
    """A game of Pyramid Raiders at the moment Thomas enters the board."""
    journal = Journal(":memory:")
    table = Table(journal, clock)
    table.start("pyramid_raiders", PLAYERS, {"position": ENTERING})
    yield table
    journal.close()


ENTERING = {
    "players": PLAYERS,
    "phase": "reentry",
    "start": "harvison",
    "guardian": {"at": "e5", "facing": "E"},
    "pawns": {"harvison": "a1", "konga": "b1", "osiris": "c1"},
    "map": "sun_ring",
    "tokens": {"a2": "red", "e1": "book"},
    "loot": {"konga": {"red": 2, "blue": 1}},
}


class Sim:
    def __init__(self) -> None:
        self.moved: list[tuple] = []

    def pieces(self):
        return [{"id": "7", "piece": "pawn.konga", "x_mm": 300.0, "y_mm": 100.0, "turned_deg": 0.0}]

    def move(self, *where) -> None:
        self.moved.append(where)


@pytest.fixture
def sim() -> Sim:
    return Sim()


@pytest.fixture
def app(pyramid, clock, sim) -> Flask:
    app = create_app(pyramid, address="http://127.0.0.1", clock=clock, sim=sim, pin="4711", most_streams=12)
    app.extensions["companion"].people.has_bots = False
    return app


@pytest.fixture
def feed(app) -> Feed:
    return app.extensions["companion"].feed


@pytest.fixture
def server(app, new_server) -> Server:
    return new_server(app)


@pytest.fixture
def demo_server(pyramid, clock, sim, new_server) -> Server:
    """Bots play every seat."""
    return new_server(create_app(pyramid, address="http://127.0.0.1", clock=clock, sim=sim, pin="4711"))


@pytest.fixture
def demo_page(browser, demo_server):
    yield from new_page(browser, demo_server, "phone")


def new_page(browser, server, size: str) -> Iterator[Any]:
    context = browser.new_context(viewport=SIZES[size], has_touch=size == "phone")
    page = context.new_page()
    page.base = f"http://127.0.0.1:{server.port}"
    page.wrong = []
    page.on("console", lambda said: said.type in ("error", "warning") and page.wrong.append(said.text))
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on(
        "request", lambda asked: asked.url.startswith(page.base) or page.wrong.append(f"left the host: {asked.url}")
    )
    yield page
    context.close()
    assert page.wrong == []


@pytest.fixture(params=SIZES)
def any_page(browser, server, request):
    yield from new_page(browser, server, request.param)


@pytest.fixture
def page(browser, server):
    yield from new_page(browser, server, "phone")


def opened(page, path: str):
    page.goto(page.base + path)
    page.wait_for_selector("#status[data-state=live]")
    return page


def take_seat(page, name: str) -> None:
    opened(page, "/").get_by_role("button", name="Take a seat").click()
    page.locator("dialog").get_by_role("button", name=name).click()
    page.get_by_text("to act · you").wait_for()


def test_pages_come_alive_and_stay_on_the_host(any_page):
    """What axe says of each is in test_access."""
    for path in ("/", "/table", "/host", "/history", "/tv", "/sim", "/aim"):
        opened(any_page, path)


def test_nothing_sticks_out_at_the_side_of_a_small_phone(page):
    page.set_viewport_size({"width": 360, "height": 740})
    wide = {}
    for path in ("/", "/table", "/host", "/history", "/aim"):
        opened(page, path)
        wide[path] = page.evaluate("document.fonts.ready.then(() => document.documentElement.scrollWidth)")
    assert {path: width for path, width in wide.items() if width > 360} == {}


def test_the_scoreboard_says_whose_turn_it_is_and_why_a_number_is_so(page):
    opened(page, "/")
    page.locator(".headline", has_text="Thomas").first.wait_for()
    page.locator(".rank summary", has_text="Konga").click()
    assert page.locator(".rank details[open] .reason").count() > 0


def test_one_tap_starts_what_the_table_is_laid_out_for(page, pyramid):
    opened(page, "/")
    pyramid.propose(Proposal("gold_mine", "Gold Mine", ("red", "blue", "white")))
    page.locator(".prompt", has_text="Gold Mine with Red, Blue and White?").get_by_role("button", name="Start").click()
    page.locator("#title", has_text="Gold Mine").wait_for()
    assert pyramid.saved.players == ("red", "blue", "white")


def test_a_player_takes_a_seat_taps_a_space_and_the_pawn_enters(page, pyramid):
    take_seat(page, "Thomas")
    page.locator('.tap[data-space="a3"]').click()
    page.locator('[data-piece="pawn.thomas"][data-space="a3"]').wait_for()
    assert pyramid.state.pawns["thomas"] == "a3"
    assert pyramid.entries()[-1].by == "phone"


def test_a_watcher_of_the_demo_takes_a_bots_seat_moves_and_leaves_it_again(demo_page, pyramid):
    opened(demo_page, "/").get_by_role("button", name="Take a seat").click()
    demo_page.get_by_label("Your name").fill("Anna")
    demo_page.locator("dialog").get_by_role("button", name="Thomas").click()
    demo_page.locator('.tap[data-space="a3"]').click()
    demo_page.locator('[data-piece="pawn.thomas"][data-space="a3"]').wait_for()
    assert (pyramid.state.pawns["thomas"], pyramid.kept("people")) == ("a3", ["thomas"])
    demo_page.get_by_role("button", name="Leave Anna's seat to a bot").click()
    demo_page.get_by_role("button", name="Take a seat").click()
    assert demo_page.get_by_label("Your name").input_value() == "Anna"
    assert pyramid.kept("people") == []


def test_a_silent_line_says_when_it_last_heard_and_comes_back_by_itself(page, server, feed):
    """No error, no end: the bytes just stop coming, and for a while nobody answers."""
    feed.heartbeat_s = 3600
    page.clock.install()
    opened(page, "/")
    page.route("**/api/stream*", lambda route: None)
    page.clock.fast_forward(15_000)
    page.locator("#status", has_text="last heard 15 s ago").wait_for()
    page.clock.fast_forward(5_000)
    page.locator("#status", has_text="last heard 20 s ago").wait_for()
    page.evaluate("scrollTo({ top: 400, behavior: 'instant' })")
    assert page.locator("#status").bounding_box()["y"] >= 0, "whoever has scrolled on is told, too"
    page.unroute("**/api/stream*")
    page.clock.fast_forward(12_000)
    page.wait_for_selector("#status[data-state=live]")


GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")


@pytest.fixture
def begun(request, new_table) -> Table:
    """A game among bots, half played."""
    return new_table(request.param, 0.5)


@pytest.fixture
def begun_page(browser, begun, new_server, clock):
    server = new_server(create_app(begun, address="http://127.0.0.1", clock=clock))
    yield from new_page(browser, server, "phone")


@pytest.mark.parametrize("begun", GAMES, indirect=True)
def test_what_is_higher_lies_on_top_and_the_lamps_above_it_all(begun_page, begun):
    opened(begun_page, "/").locator(".lying .piece").first.wait_for(state="attached")
    drawn = begun_page.evaluate("[...document.querySelectorAll('.lying .piece')].map((one) => one.dataset.piece)")
    pieces = [begun.sitting.layout.piece[name] for name in drawn]
    assert len(pieces) == begun.sitting.placements.total()
    order = [(piece.top_mm, -piece.width_mm * piece.height_mm) for piece in pieces]
    assert order == sorted(order)
    layers = begun_page.evaluate(
        "[...document.querySelector('.lying').parentNode.children].map((one) => one.classList[0])"
    )
    assert layers.index("lying") < layers.index("lights") < layers.index("taps")


RIGHTMOST = """() => [...document.querySelectorAll(".reach")]
  .map((reach) => [reach.dataset.space, reach.getBoundingClientRect()])
  .reduce((best, one) => (one[1].right > best[1].right ? one : best))"""


def tap_beside(page, off: float) -> str:
    """A finger that much right of the rightmost space; says which that is."""
    space, box = page.evaluate(RIGHTMOST)
    page.mouse.click(box["x"] + box["width"] / 2 + off, box["y"] + box["height"] / 2)
    return space


def test_a_finger_finds_a_small_space_by_tapping_beside_it(page, pyramid):
    take_seat(page, "Thomas")
    page.locator("#board").evaluate("(board) => board.scrollIntoView({ block: 'center', behavior: 'instant' })")
    boxes = [reach.bounding_box() for reach in page.locator(".reach").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 43.9
    space = tap_beside(page, 20)
    page.locator(f'[data-piece="pawn.thomas"][data-space="{space}"]').wait_for()
    assert pyramid.state.pawns["thomas"] == space


TWO_FINGERS = """() => {
  const svg = document.querySelector("#board svg:not(.sheet)");
  const { x, y, width, height } = svg.getBoundingClientRect();
  const send = (name, pointerId, dx) => svg.dispatchEvent(new PointerEvent(name, { bubbles: true, buttons: 1, pointerId,
    isPrimary: pointerId === 1, clientX: x + width / 2 + dx, clientY: y + height / 2 }));
  for (const [name, dx] of [["pointerdown", 20], ["pointermove", 21], ["pointerup", 21]]) {
    send(name, 1, -dx);
    send(name, 2, dx);
  }
}"""


def test_the_first_tap_after_two_fingers_counts(page, pyramid):
    """Fingers leave no click behind, as a mouse does."""
    take_seat(page, "Thomas")
    page.locator("#board").evaluate("(board) => board.scrollIntoView({ block: 'center', behavior: 'instant' })")
    page.evaluate(TWO_FINGERS)
    space = tap_beside(page, 0)
    page.locator(f'[data-piece="pawn.thomas"][data-space="{space}"]').wait_for()


def test_where_spaces_are_closer_together_than_a_finger_is_wide_a_tap_comes_closer_first(page, pyramid):
    take_seat(page, "Thomas")
    page.locator("#whole").click()
    page.locator("#board").evaluate("(board) => board.scrollIntoView({ block: 'center', behavior: 'instant' })")
    space = tap_beside(page, 0)
    page.locator("#board.zoomed").wait_for()
    assert pyramid.number == 0
    page.locator(f'.tap[data-space="{space}"]').click()
    page.locator(f'[data-piece="pawn.thomas"][data-space="{space}"]').wait_for()


def test_a_step_is_taken_back_on_the_phone(page, pyramid):
    take_seat(page, "Thomas")
    page.locator('.tap[data-space="a3"]').click()
    page.locator("#undo:enabled").click()
    page.get_by_text("Took back the last step").wait_for()
    assert pyramid.state.pawns["thomas"] is None


def test_a_question_is_answered_with_one_tap(page, pyramid):
    take_seat(page, "Thomas")
    enter = {"type": "enter", "player": "thomas", "space": "i1"}
    pyramid.ask(
        Question("Did Thomas enter at i1?", (Answer("Yes, at i1", (enter,)), Answer("Something else")), None, ("i1",))
    )
    page.locator("#question").get_by_role("button", name="Yes, at i1").click()
    page.locator('[data-piece="pawn.thomas"][data-space="i1"]').wait_for()
    page.locator("#question").wait_for(state="hidden")


SUBMIT = """(action) => import(document.querySelector("script[type=module]").src).then(({ talk }) =>
  talk.submit(action))"""


def test_a_refusal_is_shown_in_the_words_of_the_rules(page):
    take_seat(page, "Thomas")
    page.evaluate(SUBMIT, {"type": "enter", "player": "thomas", "space": "e4"})
    page.locator(".toast.bad").wait_for()
    page.wrong.clear()  # the browser notes the answer 422 itself


def test_why_opens_the_rules_paragraph_and_lights_what_may_be_done_instead(page, pyramid):
    take_seat(page, "Thomas")
    asked = f"(action) => ({SUBMIT})(action).then(() => document.querySelector('.whylink').click())"
    page.evaluate(
        asked, {"type": "enter", "player": "thomas", "space": "e4"}
    )  # at once: what is refused is not told long
    page.wrong.clear()
    told = page.get_by_role("dialog")
    code = "not_on_rim"
    guide = pyramid.game.guide
    paragraph = next(one for one in guide.paragraphs if one.id == guide.rule_of(code))
    told.get_by_text(paragraph.text).wait_for()
    legal = {action.space for action in pyramid.game.legal(pyramid.state)}
    page.wait_for_function("(many) => document.querySelectorAll('.lights .lamp.pulse').length === many", arg=len(legal))
    assert set(page.locator(".lights .lamp").evaluate_all("(all) => all.map((one) => one.dataset.space)")) == legal
    told.get_by_role("button", name="I see").click()
    told.wait_for(state="detached")
    page.wait_for_function("(many) => document.querySelectorAll('.lights .lamp').length !== many", arg=len(legal))


def test_an_entry_is_corrected_in_two_taps(page, pyramid):
    take_seat(page, "Thomas")
    page.locator('.tap[data-space="a3"]').click()
    page.locator('[data-piece="pawn.thomas"]').wait_for()
    opened(page, "/table")
    page.locator('[data-key="entry-1"]').click()
    page.locator(".instead button", has_text="a4").first.click()
    page.get_by_text("corrected by 2").wait_for()
    assert pyramid.state.pawns["thomas"] == "a4"


def test_tapping_a_space_on_the_table_page_opens_the_entry_behind_it(page, pyramid):
    pyramid.submit({"type": "enter", "player": "thomas", "space": "a3"}, "phone")
    opened(page, "/table").locator('[data-piece="pawn.thomas"]').click()
    page.locator('[data-key="entry-1"][aria-current]').wait_for()


def test_history_travels_back_and_shows_the_board_as_it_was(page, pyramid):
    pyramid.submit({"type": "enter", "player": "thomas", "space": "a3"}, "phone")
    opened(page, "/history?entry=0")
    page.get_by_text("The start").wait_for()
    assert page.locator('[data-piece="pawn.thomas"]').count() == 0
    page.locator("#on").click()
    page.locator('[data-piece="pawn.thomas"][data-space="a3"]').wait_for()


def test_the_first_visitor_hosts_and_starts_another_game(page, pyramid):
    opened(page, "/host").get_by_role("button", name="I am the host").click()
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(page.base + "/")
    page.wait_for_selector("#status[data-state=live]")
    assert (pyramid.saved.id, len(pyramid.saved.players)) == (2, 3)


class BadlyHung:
    """A camera that sees a grey wall."""

    def glance(self):
        return Glance(Frame(np.full((180, 320, 3), 120, np.uint8), 0.0), Look(problems=(Problem("no board"),)))


@pytest.fixture
def aiming(browser, pyramid, clock, new_server):
    app = create_app(pyramid, address="http://127.0.0.1", clock=clock, eyes=BadlyHung(), pin="4711")
    yield from new_page(browser, new_server(app), "phone")


def test_the_aim_page_says_in_words_what_to_move(aiming):
    opened(aiming, "/aim").get_by_text("Move the camera until all four can be seen.").wait_for()
    assert aiming.locator("#signs li[data-state=missing]").count() == 1
    aiming.locator("#still").wait_for()


def test_a_piece_of_the_simulated_table_is_dragged(page, sim):
    opened(page, "/host").get_by_role("button", name="I am the host").click()
    page.get_by_text("Further hosts").wait_for()
    piece = opened(page, "/sim").locator('.hand[aria-label="Pawn konga"]')
    piece.wait_for()
    box = piece.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 60)
    with page.expect_response("**/api/sim/move"):
        page.mouse.up()
    assert sim.moved[0][0] == "7"
    assert sim.moved[0][1] > 300


def test_a_page_without_a_place_for_its_stream_asks_instead(browser, pyramid, clock, new_server):
    server = new_server(create_app(pyramid, address="http://127.0.0.1", clock=clock, most_streams=0))
    page = browser.new_context().new_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector("#status[data-state=poll]")
    pyramid.submit({"type": "enter", "player": "thomas", "space": "a3"}, "phone")
    page.locator('[data-piece="pawn.thomas"][data-space="a3"]').wait_for()
    page.context.close()


def test_lamps_stand_still_for_those_who_asked_for_calm(browser, server):
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.locator(".lamp.pulse").first.wait_for(state="attached")
    running = "document.getAnimations().filter((one) => one.effect.getTiming().iterations > 1).length"
    assert page.evaluate(running) == 0
    page.context.close()


def test_the_host_is_offered_the_game_on_the_table_again(page, pyramid):
    opened(page, "/host").get_by_role("button", name="I am the host").click()
    page.locator('[data-key="game-pyramid_raiders"][aria-pressed="true"]').wait_for()


def test_light_or_dark_is_on_the_smallest_screen_however_many_pages_there_are(browser, pyramid, sim, clock, new_server):
    server = new_server(create_app(pyramid, address="http://127.0.0.1", clock=clock, sim=sim))
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    box = page.get_by_role("button", name="Light or dark").bounding_box()
    assert box["x"] + box["width"] <= 360
    page.context.close()
