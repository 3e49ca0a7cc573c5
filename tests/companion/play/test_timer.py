"""The round timer in all its ways, on a clock that moves when told."""

from dataclasses import dataclass

import msgspec
import pytest

from companion.errors import BadInput
from companion.play.timer import EVERYBODY, RoundTimer, TimeNews, TimerConfig


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_without_seconds_there_is_no_timer(clock):
    timer = RoundTimer(TimerConfig(), clock)
    timer.start("p1")
    assert (timer.is_on, timer.whose, timer.share, timer.step()) == (False, None, None, [])


def test_per_round_time_is_everybodys_and_the_glass_is_turned_every_round(clock):
    timer = RoundTimer(TimerConfig(seconds=60), clock)
    timer.start("p1")
    clock.now += 45
    assert (timer.whose, timer.left_s(), timer.share) == (EVERYBODY, 15, 0.25)
    timer.start("p2")
    assert timer.left_s() == 60


def test_per_player_a_sand_glass_is_turned_at_every_turn(clock):
    timer = RoundTimer(TimerConfig(per="player", seconds=30), clock)
    timer.start("p1")
    clock.now += 20
    timer.start("p2")
    clock.now += 5
    assert (timer.whose, timer.left_s(), timer.left_s("p1")) == ("p2", 25, 10)
    timer.start("p1")
    assert timer.left_s() == 30


def test_a_chess_clock_keeps_each_players_time_for_the_whole_game(clock):
    timer = RoundTimer(TimerConfig(per="player", style="chess", seconds=300), clock)
    for player, takes_s in (("p1", 20), ("p2", 50), ("p1", 30)):
        timer.start(player)
        clock.now += takes_s
    timer.stop()
    assert (timer.left_s("p1"), timer.left_s("p2")) == (250, 250)


def test_a_chess_clock_gives_the_bonus_at_every_start_but_the_first(clock):
    timer = RoundTimer(TimerConfig(per="player", style="chess", seconds=60, bonus_s=5), clock)
    timer.start("p1")
    clock.now += 10
    timer.start("p2")
    timer.start("p1")
    assert timer.left_s() == 55


def test_a_chess_clock_per_round_is_one_store_for_the_whole_table(clock):
    timer = RoundTimer(TimerConfig(style="chess", seconds=600), clock)
    timer.start("p1")
    clock.now += 100
    timer.start("p2")
    clock.now += 100
    assert timer.left_s() == 400


def test_a_pause_stops_time_and_resuming_goes_on(clock):
    timer = RoundTimer(TimerConfig(seconds=60), clock)
    timer.start("p1")
    clock.now += 10
    timer.pause()
    clock.now += 1000
    assert (timer.left_s(), timer.is_paused) == (50, True)
    timer.resume()
    clock.now += 10
    assert timer.left_s() == 40


def test_between_turns_nobodys_time_runs(clock):
    timer = RoundTimer(TimerConfig(per="player", style="chess", seconds=60), clock)
    timer.start("p1")
    clock.now += 10
    timer.stop()
    clock.now += 1000
    assert (timer.whose, timer.share, timer.left_s("p1")) == (None, None, 50)


def test_more_time_can_be_given_and_the_bar_is_never_more_than_full(clock):
    timer = RoundTimer(TimerConfig(seconds=60), clock)
    timer.start("p1")
    clock.now += 10
    timer.extend(30)
    assert (timer.left_s(), timer.share) == (80, 1.0)


@pytest.mark.parametrize("seconds", [0, -5, 1e9])
def test_no_or_endless_time_cannot_be_given(clock, seconds):
    timer = RoundTimer(TimerConfig(seconds=60), clock)
    timer.start("p1")
    with pytest.raises(BadInput, match="give more than 0, at most 86400"):
        timer.extend(seconds)


def test_nobody_can_be_given_time_while_nobodys_runs(clock):
    with pytest.raises(BadInput, match="nobody's time runs"):
        RoundTimer(TimerConfig(seconds=60), clock).extend(10)


def news_of(timer: RoundTimer, clock: Clock, seconds: int) -> list[tuple[int, TimeNews]]:
    told = []
    for second in range(1, seconds + 1):
        clock.now += 1
        told += [(second, news) for news in timer.step()]
    return told


def test_time_is_short_and_then_out_each_told_once(clock):
    timer = RoundTimer(TimerConfig(per="player", seconds=30, warn_s=10, out="finish_turn"), clock)
    timer.start("p1")
    assert news_of(timer, clock, 60) == [
        (20, TimeNews("short", "p1", "finish_turn")),
        (30, TimeNews("out", "p1", "finish_turn")),
    ]
    assert timer.left_s() == 0


def test_after_more_time_the_same_news_can_come_again(clock):
    timer = RoundTimer(TimerConfig(seconds=10, warn_s=5), clock)
    timer.start("p1")
    news_of(timer, clock, 10)
    timer.extend(10)
    assert [(second, news.what) for second, news in news_of(timer, clock, 12)] == [(5, "short"), (10, "out")]


def test_after_a_long_sleep_only_the_graver_news_is_told(clock):
    timer = RoundTimer(TimerConfig(seconds=30), clock)
    timer.start("p1")
    clock.now += 500
    assert [news.what for news in timer.step()] == ["out"]


@pytest.mark.parametrize("out", ["tell", "finish_turn", "finish_round"])
def test_the_policy_goes_with_the_news(clock, out):
    timer = RoundTimer(TimerConfig(seconds=1, warn_s=0, out=out), clock)
    timer.start("p1")
    clock.now += 1
    assert [news.then for news in timer.step()] == [out]


@pytest.mark.parametrize("per", ["round", "player"])
@pytest.mark.parametrize("style", ["sandglass", "chess"])
def test_a_restart_loses_no_time_and_gives_none(per, style):
    before, config = Clock(), TimerConfig(per=per, style=style, seconds=60, bonus_s=1)
    timer = RoundTimer(config, before)
    timer.start("p1")
    before.now += 22
    saved = msgspec.json.decode(msgspec.json.encode(timer.to_json()))
    after = Clock(now=3.0)  # the new machine's clock began anew
    again = RoundTimer.from_json(config, saved, after)
    assert (again.whose, again.left_s()) == (timer.whose, 38)
    after.now += 8
    assert again.left_s() == 30


def test_a_paused_timer_is_still_paused_after_a_restart(clock):
    timer = RoundTimer(TimerConfig(seconds=60), clock)
    timer.start("p1")
    timer.pause()
    again = RoundTimer.from_json(TimerConfig(seconds=60), timer.to_json(), clock)
    clock.now += 30
    assert (again.is_paused, again.left_s()) == (True, 60)


def test_news_that_was_told_is_not_told_again_after_a_restart(clock):
    config = TimerConfig(seconds=30, warn_s=10)
    timer = RoundTimer(config, clock)
    timer.start("p1")
    news_of(timer, clock, 25)
    again = RoundTimer.from_json(config, timer.to_json(), clock)
    assert [news.what for _, news in news_of(again, clock, 10)] == ["out"]


@pytest.mark.parametrize(
    "saved",
    [{}, {"left_s": 3}, {"left_s": {}, "running": 1, "is_paused": False, "told": []}, "soon", [1, 2], 7, [["a", 1, 2]]],
)
def test_a_saved_timer_that_is_none_is_refused(saved):
    with pytest.raises(BadInput, match="the saved timer cannot be read"):
        RoundTimer.from_json(TimerConfig(seconds=60), saved)


@pytest.mark.parametrize(("left_s", "then"), [(-5.0, 0.0), (1e300, 86_400.0)])
def test_a_saved_time_that_cannot_be_is_brought_into_bounds(clock, left_s, then):
    saved = {"left_s": {"p1": left_s}, "running": "p1", "is_paused": True, "told": []}
    assert RoundTimer.from_json(TimerConfig(seconds=60), saved, clock).left_s() == then


def test_a_saved_timer_whose_owner_is_lost_starts_afresh(clock):
    saved = {"left_s": {}, "running": "p1", "is_paused": False, "told": []}
    timer = RoundTimer.from_json(TimerConfig(seconds=60), saved, clock)
    assert timer.whose is None


def test_a_clock_that_jumps_back_takes_and_gives_nothing(clock):
    timer = RoundTimer(TimerConfig(seconds=60), clock)
    timer.start("p1")
    clock.now -= 500
    assert timer.left_s() == 60


@pytest.mark.parametrize(
    ("settings", "why"),
    [({"seconds": -1}, "timer.seconds is -1"), ({"out": "explode"}, "Invalid enum value"), ({"minutes": 1}, "minutes")],
)
def test_settings_that_cannot_be_are_refused(settings, why):
    with pytest.raises(msgspec.ValidationError, match=why):
        msgspec.convert(settings, TimerConfig)
