"""Whole games on three phones by taps alone, and by a person among the demo's bots."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest

from companion.games import game_named
from companion.games.protocol import player_of, to_json
from companion.play.journal import Journal
from companion.play.table import Table
from web import Server, create_app, serve

CHROMIUM = Path("/usr/bin/chromium")
TAPPER = Path(__file__).with_name("tapper.js")
GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
PHONE = {"width": 360, "height": 740}
SHORT = 30  # actions of each game in the ordinary tests
MOST_BUTTONS = 12

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="no chromium; install it with apt install chromium"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # the browser's own pipes
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator["playwright.Browser"]:
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def table(request, clock) -> Iterator[Table]:
    game, journal = game_named(request.param), Journal(":memory:")
    table = Table(journal, clock)
    table.start(game.name, game.names(3))
    yield table
    journal.close()


@pytest.fixture
def server(table, clock) -> Iterator[Server]:
    """Nobody taps too fast by this clock: it goes on with every look at it."""
    ticks = count()
    app = create_app(table, address="http://127.0.0.1", clock=clock, ticks=lambda: next(ticks))
    server = serve(app, "127.0.0.1", 0)
    yield server
    server.close()


@pytest.fixture
def phones(browser, server, table) -> Iterator[dict[str, "playwright.Page"]]:
    """A phone in every seat."""
    pages = {player: seated(browser, server, player) for player in table.saved.players}
    yield pages
    for page in pages.values():
        page.context.close()
        assert page.wrong == []


def seated(browser, server, player: str) -> "playwright.Page":
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    context.add_init_script(path=TAPPER)
    page = context.new_page()
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.get_by_role("button", name="Take a seat").click()
    page.locator(f'[data-key="seat-{player}"]').click()
    page.locator(f'[data-key="leave-{player}"]').wait_for(state="attached")
    return page


class Played:
    """How a game went: for each sort of action how many taps each took, where it was the one wanted."""

    def __init__(self) -> None:
        self.taps: defaultdict[str, list[int]] = defaultdict(list)


def play(table: Table, phones, most: int) -> Played:
    """Bots say what they would do, thumbs enter it; where a phone offers it otherwise, what was tapped counts."""
    rng, played = Random(5), Played()
    bots = table.game.bots(rng, "greedy")
    while not table.game.is_over(table.state) and table.number < most:
        before, number = table.state, table.number
        action = bots.choose(before)
        page = phones[player_of(action) or table.game.view(before, None).acting[0]]
        done = page.evaluate("asked => tapper.toward(...asked)", [to_json(action), number, rng.random()])
        assert done["entered"], (to_json(action), game_prompts(table), table.entries()[-3:])
        for entry in table.entries(number):
            told = table.game.read(before, entry.action)
            bots.saw(before, told)
            before = table.game.apply(before, told)
        if done["meant"]:
            played.taps[to_json(action)["type"]].append(done["taps"])
    return played


def game_prompts(table: Table) -> list[str]:
    return [prompt.text for prompt in table.game.view(table.state, None).prompts]


def logs(phones, what: str) -> list:
    return [page.evaluate("what => tapper.log[what]", what) for page in phones.values()]


@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_three_phones_begin_a_game_by_taps_alone(table, phones):
    play(table, phones, SHORT)
    assert table.number >= SHORT
    assert max(logs(phones, "most")) <= MOST_BUTTONS
    assert logs(phones, "covered") == [[], [], []]


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_three_phones_play_a_game_to_the_end_by_taps_alone(table, phones, capsys):
    played = play(table, phones, 5000)
    assert table.game.is_over(table.state)
    assert max(logs(phones, "most")) <= MOST_BUTTONS
    with capsys.disabled():
        for kind, taps in sorted(played.taps.items()):
            print(f"\n{table.game.title}, {kind}: {len(taps)} times, {min(taps)} to {max(taps)} taps", end="")
