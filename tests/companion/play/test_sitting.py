"""The game on the table as one value: since when, for whom, on which lights."""

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns

PLAYERS = ["p1", "p2", "p3"]
POSITION = {
    "players": PLAYERS,
    "phase": "reveal",
    "guardian": {"at": "i5", "facing": "E"},
    "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"},
}
REVEAL = {"type": "reveal_card", "player": "p1", "card": 2}
STEP = {"type": "step", "player": "p1", "to": "e6"}


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def table(clock: Clock, journal: Journal | None = None) -> Table:
    one = Table(journal or Journal(":memory:"), clock)
    one.start("pyramid_raiders", PLAYERS, {"position": POSITION})
    return one


def test_a_moment_begins_when_others_must_act() -> None:
    clock = Clock()
    one = table(clock)
    clock.now = 110.0
    one.submit(REVEAL, by="phone")
    assert (one.sitting.entered, one.sitting.since) == (110.0, 110.0)


def test_a_moment_goes_on_while_the_same_player_is_still_to_act() -> None:
    clock = Clock()
    one = table(clock)
    one.submit(REVEAL, by="phone")
    clock.now = 130.0
    one.submit(STEP, by="phone")
    assert (one.sitting.entered, one.sitting.since) == (130.0, 100.0)


def test_a_restart_finds_the_same_moment_in_the_journal() -> None:
    clock, journal = Clock(), Journal(":memory:")
    one = table(clock, journal)
    clock.now = 110.0
    one.submit(REVEAL, by="phone")
    clock.now = 130.0
    one.submit(STEP, by="phone")
    clock.now = 9_000.0
    again = Table(journal, clock)
    again.resume()
    assert (again.sitting.entered, again.sitting.since) == (130.0, 110.0)


def test_a_game_nobody_has_acted_in_runs_since_it_was_set_up() -> None:
    clock, journal = Clock(), Journal(":memory:")
    table(clock, journal)
    clock.now = 500.0
    again = Table(journal, clock)
    again.resume()
    assert (again.sitting.entered, again.sitting.since) == (100.0, 100.0)


def test_an_entry_leaves_the_sitting_before_it_as_it_was() -> None:
    one = table(Clock())
    before = one.sitting
    one.submit(REVEAL, by="phone")
    assert (before.number, one.sitting.number) == (0, 1)


def test_another_game_replaces_the_sitting_whole() -> None:
    one = table(Clock())
    before = one.sitting
    one.start("gold_raiders", PLAYERS)
    after = one.sitting
    assert (after.game.name, after.layout.game, after.number) == ("gold_raiders", "gold_raiders", 0)
    assert after.lights.leds.keys() != before.lights.leds.keys()


def test_every_viewer_gets_his_own_view_of_a_whole_game() -> None:
    game = game_named("pyramid_raiders")
    one = Table(Journal(":memory:"), Clock())
    one.start(game.name, PLAYERS)
    for number, (_, action, after) in enumerate(turns(game, PLAYERS, 3)):
        one.submit(to_json(action), by="bot")
        assert one.sitting.view("p1") == game.view(after, "p1")
        if number == 40:
            break
    assert number == 40
