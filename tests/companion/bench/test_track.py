"""The measure of the tracker: perfect eyes, and every change explained."""

from companion.bench.track import perfect
from companion.games import game_named
from companion.simulation.match import turns
from companion.watch.aim import placed
from companion.watch.tracker import Tracker

GAME = game_named("pyramid_raiders")
STATE = next(after for number, (_, _, after) in enumerate(turns(GAME, GAME.names(3), 1)) if number == 30)


def test_perfect_eyes_see_the_table_as_it_should_be() -> None:
    layout = GAME.layout()
    assert placed(layout, perfect(GAME, layout, STATE).sightings) == GAME.placements(STATE)


def test_a_table_as_it_should_be_needs_no_explaining() -> None:
    verdict = Tracker(GAME, GAME.layout()).weigh(STATE, perfect(GAME, GAME.layout(), STATE))
    assert (verdict.actions, verdict.question) == ((), None)
