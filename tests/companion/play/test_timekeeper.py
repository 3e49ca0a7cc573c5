"""The round timer goes with the game."""

from itertools import islice

import pytest

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.play.timekeeper import Timekeeper
from companion.play.timer import TimerConfig
from companion.simulation.match import turns

PLAYERS = ["p1", "p2", "p3"]
POSITION = {
    "players": PLAYERS,
    "phase": "reveal",
    "guardian": {"at": "i5", "facing": "E"},
    "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"},
}
REVEAL = {"type": "reveal_card", "player": "p1", "card": 3}
MOVE = {"type": "move", "player": "p1", "path": ["e6", "e7", "e8"]}


class Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


def kept(config: TimerConfig) -> tuple[Table, Timekeeper, Clock, list[str]]:
    clock, tunes = Clock(), []
    table = Table(Journal(":memory:"), clock)
    table.start("pyramid_raiders", PLAYERS, {"position": POSITION})
    keeper = Timekeeper(table, config, clock, clock, lambda news: tunes.append(news.what))
    table.listen(keeper.hear)
    return table, keeper, clock, tunes


def test_another_players_turn_turns_the_glass() -> None:
    table, keeper, clock, _ = kept(TimerConfig(per="player", seconds=30))
    table.submit(REVEAL, by="phone")
    clock.now += 12
    table.submit(MOVE, by="phone")
    assert (keeper.timer.whose, keeper.timer.left_s()) == ("p2", 30)


def test_phones_are_told_when_time_is_out_not_every_second() -> None:
    table, keeper, clock, _ = kept(TimerConfig(per="player", seconds=30))
    table.submit(REVEAL, by="phone")
    assert table.kept("timer") == {"total_s": 30.0, "whose": "p1", "ends_at": 80.0}
    news = table.news
    clock.now += 6
    keeper.step(clock.now)
    assert table.news == news


def test_time_running_out_is_said_and_sounded_once() -> None:
    table, keeper, clock, tunes = kept(TimerConfig(per="player", seconds=30, out="finish_turn"))
    table.submit(REVEAL, by="phone")
    clock.now += 31
    keeper.step(clock.now)
    keeper.step(clock.now)
    assert tunes == ["out"]
    assert table.notices["timer"] == "p1's time is out: please finish the turn"


def test_a_pause_stops_the_clock_and_a_second_one_goes_on() -> None:
    table, keeper, clock, _ = kept(TimerConfig(per="player", seconds=30))
    table.submit(REVEAL, by="phone")
    keeper.pause()
    keeper.step(clock.now)
    clock.now += 100
    keeper.pause()
    keeper.step(clock.now)
    assert keeper.timer.left_s() == 30


def test_a_restart_costs_nobody_a_second() -> None:
    table, keeper, clock, _ = kept(TimerConfig(per="player", seconds=30))
    table.submit(REVEAL, by="phone")
    clock.now += 10
    keeper.step(clock.now)
    clock.now += 3600
    again = Timekeeper(table, TimerConfig(per="player", seconds=30), clock, clock)
    table.listen(again.hear)
    assert (again.timer.whose, again.timer.left_s()) == ("p1", 20)


def test_without_a_timer_of_the_owners_the_game_counts_its_own_moments() -> None:
    table, keeper, clock, _ = kept(TimerConfig())
    table.submit(REVEAL, by="phone")
    walk_s = table.game.glow(table.state).timer_s
    assert walk_s
    assert table.kept("timer") == {"total_s": walk_s, "whose": "p1", "ends_at": clock.now + walk_s}
    assert keeper.timer.share == 1.0


def test_a_moment_without_a_time_has_no_timer() -> None:
    table, keeper, _, _ = kept(TimerConfig())
    assert (table.game.glow(table.state).timer_s, table.kept("timer"), keeper.timer.share) == (None, None, None)


def test_lamps_and_phones_show_the_same_countdown_at_every_look() -> None:
    """They disagreed in 145 of 148 looks of a timed game, by up to 2,060 s: each dated the phase by itself."""
    clock = Clock()
    table = Table(Journal(":memory:"), clock)
    game = game_named("pyramid_raiders")
    table.start(game.name, PLAYERS)
    keeper = Timekeeper(table, TimerConfig(), lambda: clock.now - 1_000.0, clock)
    table.listen(keeper.hear)
    compared = 0
    for _, action, _ in islice(turns(game, PLAYERS, 5), 60):
        table.submit(to_json(action), by="bot")
        clock.now += 3.7
        keeper.step(clock.now - 1_000.0)
        shown, share = table.kept("timer"), keeper.timer.share
        assert (shown is None) == (share is None)
        if shown is not None:
            compared += 1
            assert max(0.0, shown["ends_at"] - clock.now) / shown["total_s"] == pytest.approx(share)
    assert compared > 20


def test_after_a_cut_phones_and_bar_still_agree() -> None:
    table, keeper, clock, _ = kept(TimerConfig(per="player", seconds=120))
    table.submit(REVEAL, by="phone")
    clock.now += 15
    keeper.step(clock.now)
    clock.now += 40  # no power
    again = Timekeeper(table, TimerConfig(per="player", seconds=120), clock, clock)
    table.listen(again.hear)
    assert again.timer.left_s() == 105
    assert table.kept("timer")["ends_at"] == clock.now + 105


def test_the_host_sets_another_time_for_this_game() -> None:
    table, keeper, _, _ = kept(TimerConfig(per="player", seconds=30))
    table.keep("timer_set", 90)
    assert (keeper.timer.whose, keeper.timer.left_s()) == ("p1", 90)
    table.submit(REVEAL, by="phone")
    table.submit(MOVE, by="phone")
    assert (keeper.timer.whose, keeper.timer.left_s()) == ("p2", 90)
    table.keep("timer_set", 0)
    assert keeper.timer.left_s() is None
    table.keep("timer_set", None)
    assert keeper.timer.left_s() == 30
