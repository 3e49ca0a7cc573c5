"""The round timer goes with the game."""

from companion.play.journal import Journal
from companion.play.table import Table
from companion.play.timekeeper import Timekeeper
from companion.play.timer import TimerConfig

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
    keeper = Timekeeper(table, config, clock, clock, tunes.append)
    table.listen(keeper.heard)
    return table, keeper, clock, tunes


def test_another_players_turn_turns_the_glass() -> None:
    table, keeper, clock, tunes = kept(TimerConfig(per="player", seconds=30))
    table.submit(REVEAL, by="phone")
    clock.now += 12
    table.submit(MOVE, by="phone")
    assert (keeper.timer.whose, keeper.timer.left_s()) == ("p2", 30)
    assert tunes == ["turn", "turn"]


def test_phones_are_told_when_time_is_out_not_every_second() -> None:
    table, keeper, clock, _ = kept(TimerConfig(per="player", seconds=30))
    table.submit(REVEAL, by="phone")
    assert table.kept("timer") == {"total_s": 30.0, "whose": "p1", "ends_at": 80.0}
    news = table.news
    clock.now += 6
    keeper.step(clock.now)
    assert table.news == news


def test_time_running_out_is_said_and_sounded_once() -> None:
    table, keeper, clock, tunes = kept(TimerConfig(per="player", seconds=30, out="end_turn"))
    table.submit(REVEAL, by="phone")
    clock.now += 31
    keeper.step(clock.now)
    keeper.step(clock.now)
    assert tunes == ["turn", "timer"]
    assert table.look(None)["notices"]["timer"] == "p1's time is out: please finish the turn"


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
    again = Timekeeper(table, TimerConfig(per="player", seconds=30), clock, clock, lambda tune: None)
    assert (again.timer.whose, again.timer.left_s()) == ("p1", 20)


def test_without_a_timer_nothing_is_kept() -> None:
    table, _, _, _ = kept(TimerConfig())
    table.submit(REVEAL, by="phone")
    assert table.kept("timer") is None
