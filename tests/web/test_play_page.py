"""What one phone in one seat can do by hand: draw, paint, roll, sit down again, be called."""

from collections.abc import Iterator
from itertools import combinations
from math import hypot
from typing import Any

import pytest

from companion.games.protocol import to_json
from companion.play.table import Table
from companion.simulation.match import turns
from web import create_app

pytestmark = pytest.mark.browser


@pytest.fixture
def table(request, new_table) -> Table:
    """A game that has just begun."""
    return new_table(request.param)


@pytest.fixture
def page(browser, table, clock, new_server) -> Iterator[Any]:
    server = new_server(create_app(table, address="http://127.0.0.1", clock=clock))
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"http://127.0.0.1:{server.port}/")
    yield page
    context.close()
    assert wrong == []


def sit_down(page, player: str, name: str = "") -> None:
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_label("Your name").fill(name)
    page.locator(f'[data-key="seat-{player}"]').click()
    page.locator(f'[data-key="leave-{player}"]').wait_for(state="attached")


def middle_of(page, space: str) -> tuple[float, float]:
    box = page.locator(f'.tap[data-space="{space}"] .target').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def targets_of(page) -> list[str]:
    return page.locator("#board .tap:not(.goal)").evaluate_all("(all) => all.map((one) => one.dataset.space)")


ROLLED = pytest.mark.parametrize("table", ["go_for_gold"], indirect=True)


def up_to_the_line(table: Table) -> None:
    """Ports are chosen and a two is rolled."""
    while table.state.phase == "start_port":
        table.submit({"type": "choose_start_port", "player": table.state.awaiting[0], "port": "A5"}, by="phone")
    table.submit({"type": "roll_move", "player": table.state.awaiting[0], "value": 2}, by="phone")


def about_to_draw(page, table):
    """The first player's phone, with the board in the middle of it."""
    up_to_the_line(table)
    sit_down(page, "p1")
    page.locator("#board .tap:not(.goal)").first.wait_for(state="attached")
    page.locator("#board").evaluate("(board) => board.scrollIntoView({ block: 'center', behavior: 'instant' })")


@ROLLED
def test_a_line_is_drawn_with_a_finger_and_only_the_rolled_length_goes(page, table):
    about_to_draw(page, table)
    first = page.locator("#board .tap:not(.goal)").first.get_attribute("data-space")
    page.mouse.move(*middle_of(page, first))
    page.mouse.down()
    page.mouse.move(*[edge + 13 for edge in middle_of(page, first)])
    page.locator('[data-key="way-done"]').wait_for()
    assert page.locator('[data-key="way-done"]').is_disabled()
    second = page.locator("#board .tap").first.get_attribute("data-space")
    page.mouse.move(*middle_of(page, second), steps=4)
    page.mouse.up()
    page.locator('[data-key="way-done"]:enabled').click()
    page.locator(".own polyline").wait_for(state="attached")
    [drawn] = table.state.drawn
    assert [f"seat1.{space}" for space in drawn.path] == [first, second]


@ROLLED
def test_a_way_tapped_by_its_end_needs_no_closer_look_and_goes_back_in_one_tap(page, table):
    """Nothing is lost by a tap on the wrong end: the way is shown before it is gone."""
    about_to_draw(page, table)
    page.locator("#board").evaluate("(board) => board.style.width = '150px'")
    page.locator("#board .goal .target").first.click()
    page.locator('[data-key="way-done"]:enabled').wait_for()
    page.locator('[data-key="way-less"]').click()
    page.locator("#board .goal").first.wait_for(state="attached")
    assert page.locator("#board.zoomed").count() == 0


VIEW = "(svg) => svg.getAttribute('viewBox')"


@ROLLED
def test_nothing_moves_away_under_a_finger_that_draws(page, table):
    about_to_draw(page, table)
    board = page.locator("#board svg:not(.sheet)")
    before = board.evaluate(VIEW)
    first = page.locator("#board .tap:not(.goal)").first.get_attribute("data-space")
    page.mouse.move(*middle_of(page, first))
    page.mouse.down()
    page.mouse.move(*[edge + 13 for edge in middle_of(page, first)])
    page.get_by_text("1 to go").wait_for()
    assert board.evaluate(VIEW) == before
    page.mouse.up()


@ROLLED
def test_what_must_be_tapped_is_shown_close_though_lamps_shine_far_away(page, table):
    """Somebody is out: the lamp at the other end of the table flashes."""
    game = table.game
    for _, action, after in turns(game, table.saved.players, 7):
        table.submit(to_json(action), by="phone")
        flashing = [light.space for light in game.glow(after).lights if light.effect == "flash"]
        if after.phase == "move" and flashing == ["seat2.lamp"] and "p1" in after.awaiting:
            break
    sit_down(page, "p1")
    page.locator("#board .tap:not(.goal)").first.wait_for(state="attached")
    taps = [middle_of(page, space) for space in targets_of(page)]
    apart = [hypot(one[0] - other[0], one[1] - other[1]) for one, other in combinations(taps, 2)]
    assert min(apart) >= 26


@ROLLED
def test_a_line_half_drawn_is_not_lost_when_somebody_else_has_finished(page, table):
    up_to_the_line(table)
    sit_down(page, "p1")
    page.locator("#board .tap:not(.goal)").first.press("Enter")
    page.get_by_text("1 to go").wait_for()
    other = next(one for one in table.game.legal(table.state) if one.player == "p2")
    table.submit({"type": "move", "player": "p2", "path": list(other.path)}, by="phone")
    page.get_by_text(f"entry {table.number}").wait_for()
    assert page.get_by_text("1 to go").count() == 1


@pytest.mark.parametrize("table", ["gold_mine"], indirect=True)
def test_two_dice_are_two_rows_of_faces(page, table):
    sit_down(page, "red")
    rows = page.locator("#asks .pickrow")
    rows.nth(1).get_by_role("button", name="5").click()
    rows.nth(0).get_by_role("button", name="3").click()
    page.get_by_text("entry 1").wait_for()
    assert table.entries()[0].action["dice"] == [3, 5]


@pytest.mark.parametrize("table", ["pyramid_raiders"], indirect=True)
def test_a_layout_is_painted_by_taps_and_the_phone_shuffles_the_rest(page, table):
    sit_down(page, "thomas")
    page.get_by_role("button", name="Enter the layout").click()
    page.locator('[data-key="brush-purple"]').click()
    page.locator('.tap[data-space="a2"]').press("Enter")
    page.locator('.ghosts [data-piece="token.purple"][data-space="a2"]').wait_for(state="attached")
    page.get_by_role("button", name="Shuffle for me").click()
    page.get_by_role("button", name="So it lies").click()
    page.get_by_text("entry 1").wait_for()
    assert table.state.tokens["a2"] == "purple"


@pytest.mark.parametrize("table", ["temple_of_gold"], indirect=True)
def test_other_shores_are_painted_and_the_seat_is_kept(page, table):
    before = dict(table.state.layout)
    sit_down(page, "p1")
    page.get_by_role("button", name="Other shores").click()
    page.locator('[data-key="brush-fall_a"]').click()
    page.locator('.tap[data-space="A1"]').press("Enter")
    page.get_by_role("button", name="So it lies").click()
    page.locator('.lying [data-piece="tile.fall_a"][data-space="A1"]').wait_for(state="attached")
    assert (before["A1"], table.state.layout["A1"], table.saved.id) == ("coast", "fall_a", 2)
    page.locator('[data-key="leave-p1"]').wait_for(state="attached")


@pytest.mark.parametrize("table", ["gold_mine"], indirect=True)
def test_a_name_and_a_seat_are_remembered_and_taken_again_with_one_tap(page, table):
    sit_down(page, "green", "Anna")
    page.locator(".rank .name", has_text="Anna").wait_for()
    page.locator('[data-key="leave-green"]').click()
    page.get_by_role("button", name="Anna, sit down again").click()
    page.locator('[data-key="leave-green"]').wait_for(state="attached")


@pytest.mark.parametrize("table", ["gold_mine"], indirect=True)
def test_sitting_down_leaving_and_sitting_down_at_once_is_three_taps_and_not_a_double_one(page, table):
    sit_down(page, "green", "Anna")
    answers = page.evaluate("""async () => {
        const { post } = await import("/static/talk.js");
        const sit = () => post("/api/join", { player: "green", name: "Anna" });
        const twice = await Promise.all([sit(), sit()]);
        await post("/api/leave", { player: "green" });
        await sit();
        return [twice[0] === twice[1], (await (await fetch("/api/me")).json()).seats];
    }""")
    assert answers == [True, ["green"]]


@pytest.mark.parametrize("table", ["gold_mine"], indirect=True)
def test_how_to_call_me_is_asked_once_and_a_silent_film_keeps_the_screen_on(page, table):
    sit_down(page, "red")
    page.get_by_role("button", name="Buzz and sound").click()
    page.wait_for_function("() => { const film = document.querySelector('.film'); return film && !film.paused; }")
    page.reload()
    page.get_by_role("button", name="How this phone calls you").wait_for()
    assert page.get_by_text("Shall this phone call you").count() == 0


GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
ONE_SCREEN = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const [now, board, asks, dock] = ["#now", "#board", "#asks", "#dock"].map(box);
  return now.top >= 0 && now.bottom <= board.top && board.bottom <= asks.top && asks.bottom <= dock.top;
}"""


@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_whoever_sits_down_on_a_small_phone_has_sentence_board_and_question_on_one_screen(page, table):
    page.set_viewport_size({"width": 360, "height": 740})
    sit_down(page, table.game.view(table.state, None).acting[0])
    page.locator("#asks .asks").first.wait_for()
    page.wait_for_function(ONE_SCREEN)


@pytest.mark.parametrize("table", ["gold_mine"], indirect=True)
def test_what_all_are_asked_alike_is_told_once(page, table):
    page.locator("#now .prompt").first.wait_for()
    assert page.locator("#now .prompt .asks").all_inner_texts() == ["Roll both dice for the start"]
    assert page.locator("#now .prompt .who").count() == 0, "they stand above it"
    assert page.locator("#now .who").count() == 3


@pytest.mark.parametrize("table", ["gold_raiders"], indirect=True)
def test_a_lamp_around_a_whole_column_keeps_the_figures_at_its_ends_inside(page, table):
    lamp = page.locator("#board .lamp polygon.shine").first
    lamp.wait_for(state="attached")
    around, figure = lamp.bounding_box(), page.locator('.piece[data-piece^="raider."]').first.bounding_box()
    assert around["y"] < figure["y"] + figure["height"] / 5


BELOW = """(ids) => ids.map((id) => document.getElementById(id).getBoundingClientRect().top)
    .every((top, n, tops) => n === 0 || top > tops[n - 1])"""


@pytest.mark.parametrize("table", ["gold_raiders"], indirect=True)
def test_how_to_call_me_is_asked_above_the_board_only_while_it_is_not_my_turn(page, table):
    table.submit({"type": "choose_first", "player": "p1"}, by="phone")
    table.submit({"type": "deal"}, by="phone")
    sit_down(page, "p1")
    page.get_by_role("button", name="Buzz and sound").wait_for()
    page.wait_for_function(BELOW, arg=["now", "board", "call"])
    table.submit({"type": "play_new", "player": "p1"}, by="phone")
    page.wait_for_function(BELOW, arg=["call", "now", "board"])


@pytest.mark.parametrize("table", ["gold_mine"], indirect=True)
def test_focus_stays_at_my_questions_after_a_move(page, table):
    sit_down(page, "red")
    for row in (0, 1):
        page.locator("#asks .pickrow").nth(row).get_by_role("button", name="6").press("Enter")
    page.get_by_text("entry 1").wait_for()
    assert page.evaluate("document.activeElement.closest('#asks, #board, #now')?.id") in ("asks", "board", "now")


@pytest.mark.parametrize("table", ["gold_raiders"], indirect=True)
def test_a_question_beside_others_is_a_button_of_one_word_and_opens_with_all_of_its_own(page, table):
    table.submit({"type": "choose_first", "player": "p2"}, by="phone")
    table.submit({"type": "deal"}, by="phone")
    for player in ("p2", "p3", "p1"):
        table.submit({"type": "play_new", "player": player}, by="phone")
    sit_down(page, "p2")
    page.get_by_role("button", name="Recon", exact=True).click()
    page.locator("#asks .crumbs", has_text="Recon: which stack do you look at?").wait_for()


@pytest.mark.parametrize("table", ["gold_raiders"], indirect=True)
def test_one_phone_holds_two_seats_and_follows_whoever_acts(page, table):
    sit_down(page, "p1")
    page.get_by_role("button", name="Somebody else plays on this phone").click()
    page.locator('[data-key="seat-p2"]').click()
    page.locator('[data-key="leave-p2"]').wait_for(state="attached")
    table.submit({"type": "choose_first", "player": "p2"}, by="phone")
    page.get_by_role("button", name="Dealt").click()
    page.locator("#asks button", has_text="New stack").click()
    page.get_by_text("entry 3").wait_for()
    assert table.entries()[-1].action == {"type": "play_new", "player": "p2"}


@pytest.fixture
def other(browser, page) -> Iterator[Any]:
    """A second phone at the same table."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    phone = context.new_page()
    phone.goto(page.url)
    yield phone
    context.close()


def quicker(phone, enter) -> None:
    """Somebody else enters something in the moment that phone sends its first action."""
    left = [enter]

    def sent(route) -> None:
        if left:
            left.pop()()
        route.continue_()

    phone.route("**/api/action", sent)


@pytest.mark.parametrize("table", ["gold_mine"], indirect=True)
def test_two_phones_that_roll_at_once_are_both_heard(page, other, table):
    sit_down(page, "red", "Anna")
    sit_down(other, "green", "Ben")
    quicker(other, lambda: table.submit({"type": "roll_start", "player": "red", "dice": [6, 6]}, "phone", "red"))
    for row in (0, 1):
        other.locator("#asks .pickrow").nth(row).get_by_role("button", name="5").click()
    page.get_by_text("entry 2").wait_for()
    rolled = {entry.action["player"]: entry.action["dice"] for entry in table.entries()}
    assert rolled == {"red": [6, 6], "green": [5, 5]}


@pytest.mark.parametrize("table", ["gold_raiders"], indirect=True)
def test_a_tap_whose_answer_never_comes_is_sent_again_and_counts_once(page, table):
    sit_down(page, "p1")
    page.clock.install()

    sent = []

    def lose_first(route) -> None:
        """It arrives, and nobody hears what is said to it."""
        sent.append(route)
        route.fetch() if len(sent) == 1 else route.continue_()

    page.route("**/api/action", lose_first)
    with page.expect_response(lambda reply: reply.headers.get("idempotency-replayed") == "true"):
        page.locator("#asks button").first.click()
        page.get_by_text("entry 1").wait_for()
        page.clock.fast_forward(10_000)
    assert table.number == 1


@pytest.mark.parametrize("table", ["gold_mine"], indirect=True)
def test_whoever_enters_what_another_phone_has_just_entered_is_told_so(page, table):
    sit_down(page, "red", "Anna")
    quicker(page, lambda: table.submit({"type": "roll_start", "player": "red", "dice": [6, 6]}, "phone", "red"))
    for row in (0, 1):
        page.locator("#asks .pickrow").nth(row).get_by_role("button", name="5").click()
    page.locator(".toast.bad", has_text="the table has moved on").wait_for()
    assert [entry.action["dice"] for entry in table.entries()] == [[6, 6]]
