"""How often the rules are asked on the way of one camera entry: from the tracker's verdict to every phone."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from companion.games import game_named
from companion.games.protocol import Game, to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.play.timekeeper import Timekeeper
from companion.play.timer import TimerConfig
from companion.shine.lamps import Lamps
from companion.simulation.match import turns
from companion.simulation.room import sim_camera
from companion.simulation.tabletop import Tabletop
from companion.watch.aim import targets_of
from companion.watch.watcher import STEADY, Watcher
from hardware.lights import RecordedLights
from vision.eyes import Eyes
from web.feed import Feed
from web.people import People

GAME = "pyramid_raiders"
PLAYERS = 4
ASKED = ("read", "apply", "view", "placements", "glow", "score")
MOST_FRAMES = 30


def measure() -> dict[str, Any]:
    """Calls for one entry the camera made, the tracker's own not counted; `viewers` phones look at it."""
    calls: Counter[str] = Counter()
    game = counted(game_named(GAME), calls)
    table = Table(Journal(":memory:"), lambda: 0.0, games=lambda name: game)
    players = game.names(PLAYERS)
    table.start(GAME, players)
    action, after = _first_trace(game, players)
    tabletop = Tabletop(table.sitting.layout, Random(1))
    camera = sim_camera(game_named(GAME), tabletop, lambda: 0.0, seed=1)
    watcher = Watcher(table, lambda layout: Eyes(targets_of(layout), camera.pose.fov_deg))
    viewers: list[str | None] = [None, *players]
    feed = _listeners(table)
    for viewer in viewers:
        feed.look(viewer)
    tabletop.arrange(game.placements(after))
    weighing = _until_entered(table, watcher, camera.frame, calls)
    for viewer in viewers:
        feed.look(viewer)
    after_tracker = {name: calls[name] - weighing[name] for name in ASKED}
    return {"action": to_json(action)["type"], "viewers": len(viewers), **after_tracker}


def counted(game: Game, calls: Counter[str]) -> Game:
    """The same game, with every call noted."""

    def noted(name: str) -> Callable[..., Any]:
        function = getattr(game, name)

        def call(*args: Any) -> Any:
            calls[name] += 1
            return function(*args)

        return call

    changes: dict[str, Any] = {name: noted(name) for name in ASKED}
    return replace(game, **changes)


def _first_trace(game: Game, players: list[str]) -> tuple[Any, Any]:
    """The first action of a game: what the camera will see."""
    _, action, after = next(turns(game, players, 1))
    return action, after


def _listeners(table: Table) -> Feed:
    """Everybody who hears an entry in the running service."""
    feed = Feed(table, People(table), lambda: 0.0)
    lamps = Lamps(RecordedLights(table.sitting.lights.count, keep=1), table.sitting.lights, lambda: 0.0)
    keeper = Timekeeper(table, TimerConfig(), lambda: 0.0, lambda: 0.0)
    table.listen(lamps.hear, "lamps")
    table.listen(keeper.hear, "timer")
    return feed


def _until_entered(table: Table, watcher: Watcher, frame: Callable[[], Any], calls: Counter[str]) -> Counter[str]:
    """Frames until the action is journalled; returns what the tracker's last weighing asked for.

    All weighings of the same still table are alike, so the one before the entry stands for the one that made it.
    """
    weighings: list[Counter[str]] = []
    for _ in range(MOST_FRAMES):
        calls.clear()
        watcher.see(frame())
        if table.number:
            return weighings[-1] if len(weighings) >= STEADY - 1 else Counter()
        if calls:
            weighings.append(Counter(calls))
    raise AssertionError("the camera never saw the first action")
