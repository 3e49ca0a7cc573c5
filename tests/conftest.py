"""What tests share: a table of Pyramid Raiders under the simulated camera."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import HealthCheck, settings

from companion.games import game_named
from companion.games.protocol import State
from companion.simulation.camera import SimCamera
from companion.simulation.match import turns
from companion.simulation.room import sim_camera
from companion.simulation.tabletop import Tabletop

# how fast a machine is, emulated or busy, is measured by `companion bench` and no property of the code
settings.register_profile("calm", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("calm")

Scene = tuple[State, Tabletop, SimCamera]


@pytest.fixture(scope="session")
def scene() -> Callable[..., Scene]:
    """A table in full swing: `scene(seed, after)` is the table after so many actions of a bots' game."""

    def make(seed: int = 1, after: int = 30, players: int = 4) -> Scene:
        game = game_named("pyramid_raiders")
        names = game.names(players)
        state = next(state for number, (_, _, state) in enumerate(turns(game, names, seed)) if number == after)
        tabletop = Tabletop(game.layout(names), Random(seed))
        tabletop.arrange(game.placements(state))
        return state, tabletop, sim_camera(game, tabletop, lambda: 0.0, seed)

    return make


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Says a measured figure, shown after the tests whether they pass or not."""
    return lambda words: record_property("figure", words)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [one for outcome in ("passed", "failed") for one in terminalreporter.stats.get(outcome, ())]
    told = [words for report in reports for name, words in report.user_properties if name == "figure"]
    if told:
        terminalreporter.section("figures")
        for words in told:
            terminalreporter.write_line(words)
