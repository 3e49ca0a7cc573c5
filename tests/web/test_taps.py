"""Whole games on three phones by taps alone, and by a person among the demo's bots."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import game_named
from companion.games.protocol import Json, player_of, to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns
from companion.simulation.show import Show
from web import Server, create_app

TAPPER = Path(__file__).with_name("tapper.js")
GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
PHONE = {"width": 360, "height": 740}
SHORT = 30  # actions of each game in the ordinary tests
MOST_BUTTONS = 12
MOST_FRAMES = 900
PATIENCE_MS = 30_000  # a page that is asleep altogether; the tapper itself gives up sooner and says what it did

pytestmark = pytest.mark.browser


@pytest.fixture
def table(request, new_table) -> Table:
    return new_table(request.param)


@pytest.fixture
def server(table, clock, new_server) -> Server:
    """Nobody taps too fast by this clock: it goes on with every look at it."""
    ticks = count()
    return new_server(create_app(table, address="http://127.0.0.1", clock=clock, ticks=lambda: next(ticks)))


@pytest.fixture
def phones(browser, server, table) -> Iterator[dict[str, Any]]:
    """A phone in every seat."""
    pages = {player: seated(browser, server, player) for player in table.saved.players}
    yield pages
    for page in pages.values():
        page.context.close()
        assert page.wrong == []


def seated(browser, server, player: str) -> Any:
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


def tapped(page, action: object, number: int, random: float) -> Json:
    """Enters that by taps; the tapper's own account of it."""
    asked = [to_json(action), number, random]
    return page.wait_for_function("asked => tapper.toward(...asked)", arg=asked, timeout=PATIENCE_MS).json_value()


class Played:
    """How a game went: for each sort of action how many taps each took, a card told being one by itself."""

    def __init__(self) -> None:
        self.taps: defaultdict[str, list[int]] = defaultdict(list)

    def note(self, action: Json, taps: int) -> None:
        self.taps[action["type"]].append(taps - len(action.get("cards", ())))


def play(table: Table, phones, most: int) -> Played:
    """Bots say what they would do, thumbs enter it; where a phone offers it otherwise, what was tapped counts."""
    rng, played = Random(5), Played()
    bots = table.game.bots(rng, "greedy")
    while not table.game.is_over(table.state) and table.number < most:
        before, number = table.state, table.number
        action = bots.choose(before)
        page = phones[player_of(action) or table.game.view(before, None).acting[0]]
        done = tapped(page, action, number, rng.random())
        assert done["entered"], (to_json(action), game_prompts(table), table.entries()[-3:])
        for entry in table.entries(number):
            told = table.game.read(before, entry.action)
            bots.saw(before, told)
            before = table.game.apply(before, told)
        if done["meant"]:
            played.note(to_json(action), done["taps"])
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
    assert logs(phones, "lost") == [[], [], []]


@pytest.mark.parametrize("table", ["gold_mine"], indirect=True)
def test_taps_count_where_a_browser_paints_nothing_any_more(table, server, browser):
    page = seated(browser, server, "red")
    page.evaluate("requestAnimationFrame = () => 0")
    assert tapped(page, table.game.legal(table.state)[0], 0, 0.5)["entered"]
    page.context.close()


@pytest.mark.parametrize("table", ["gold_mine"], indirect=True)
def test_taps_that_get_nowhere_end_by_themselves_and_say_what_was_done(table, server, browser):
    page = seated(browser, server, "red")
    page.route("**/api/prompts*", lambda route: None)
    page.evaluate("tapper.log.patience_ms = 300")
    with pytest.raises(Exception, match=r"stuck with .*roll_start(.|\n)*ms: asks"):
        tapped(page, table.game.legal(table.state)[0], 0, 0.5)
    page.context.close()


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_three_phones_play_a_game_to_the_end_by_taps_alone(table, phones, capsys):
    played = play(table, phones, 5000)
    assert table.game.is_over(table.state)
    assert logs(phones, "lost") == [[], [], []]
    assert max(logs(phones, "most")) <= MOST_BUTTONS
    with capsys.disabled():
        for kind, taps in sorted(played.taps.items()):
            print(f"\n{table.game.title}, {kind}: {len(taps)} times, {min(taps)} to {max(taps)} taps", end="")
    assert {kind: max(taps) for kind, taps in played.taps.items() if max(taps) > promised(table.game.title, kind)} == {}


ROW = re.compile(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \| (?:1 to )?(\d)[^|]* \|$", re.M)


def promised(title: str, kind: str) -> int:
    """How many taps docs/phones.md says that takes at the most."""
    rows = ROW.findall((Path(__file__).parents[2] / "docs" / "phones.md").read_text(encoding="utf-8"))
    return max([int(taps) for game, kinds, taps in rows if game == title and f"`{kind}`" in kinds], default=0)


@pytest.mark.parametrize("name", GAMES)
def test_the_tap_table_names_every_sort_of_action_and_none_takes_more_than_three(name):
    game = game_named(name)
    kinds = {to_json(action)["type"] for _, action, _ in turns(game, game.names(3), 2)} - {"announce_treasure"}
    assert {kind: promised(game.title, kind) for kind in kinds if not 1 <= promised(game.title, kind) <= 3} == {}


class Demo:
    """The demo shortly before the second player is to act for the first time; a person takes that seat on a phone."""

    def __init__(self, name: str, clock) -> None:
        self.game, self.journal = game_named(name), Journal(":memory:")
        self.table, players = Table(self.journal, clock), self.game.names(3)
        self.person = players[1]
        self.table.start(name, players)
        for _, action, _ in turns(self.game, players, 3, "greedy"):
            if player_of(action) == self.person:
                break
            self.table.submit(to_json(action), by="bot")
        moments = count()
        self.show = Show(self.table, lambda: next(moments) * 0.4)
        self._rng = Random(7)
        self._likes = self.game.bots(self._rng, "greedy")
        self._seen = 0

    def is_over(self) -> bool:
        return self.game.is_over(self.table.state)

    def next_of_person(self) -> object:
        """Frame after frame until the person is to act; what he will do, or what whoever is asked may (a deal)."""
        for _ in range(MOST_FRAMES):
            state = self.table.state
            if self.is_over() or self.person in self.game.view(state, None).acting:
                break
            self.show.step()
        assert self.is_over() or self.person in self.game.view(state, None).acting, "the bots play on without him"
        self._remember()
        own = [one for one in self.game.legal(state) if self._is_his(one)]
        liked = None if self.is_over() else self._likes.choose(state)
        return liked if self._is_his(liked) else self._rng.choice(own) if own else None

    def _remember(self) -> None:
        """Whoever forgot what he laid down would play at random, and the game would take twice as long."""
        steps = self.table.steps()
        for step in steps[self._seen :]:
            if step.did is not None:
                self._likes.saw(step.before, step.did)
        self._seen = len(steps)

    def _is_his(self, action: object) -> bool:
        return action is not None and player_of(action) in (self.person, None)

    def people_entered(self) -> int:
        return sum(entry.by == "phone" and entry.who == self.person for entry in self.table.entries())


@pytest.fixture
def demo(request, clock) -> Iterator[Demo]:
    made = Demo(request.param, clock)
    yield made
    made.journal.close()


@pytest.fixture
def person(browser, demo, clock, new_server) -> Iterator[Any]:
    ticks = count()
    app = create_app(
        demo.table, address="http://127.0.0.1", clock=clock, ticks=lambda: next(ticks), sim=demo.show, eyes=demo.show
    )
    page = seated(browser, new_server(app), demo.person)
    yield page
    page.context.close()
    assert page.wrong == []


def take_part(demo: Demo, person, most: int) -> None:
    """Plays among the bots until the person has entered so much, or the game is over."""
    while not demo.is_over() and demo.people_entered() < most:
        if (action := demo.next_of_person()) is None:
            continue
        number = demo.table.number
        done = tapped(person, action, number, 0.3)
        assert done["entered"], (to_json(action), game_prompts(demo.table))


@pytest.mark.parametrize("demo", GAMES, indirect=True)
def test_a_person_takes_a_bots_seat_in_the_demo_and_plays_by_taps(demo, person):
    take_part(demo, person, 2)
    assert demo.people_entered() >= 2
    assert [entry for entry in demo.table.entries() if entry.what != "action"] == []


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("demo", GAMES, indirect=True)
def test_a_person_plays_the_demo_to_the_end_among_the_bots(demo, person):
    take_part(demo, person, 5000)
    assert demo.is_over()
    assert demo.people_entered() > 5
