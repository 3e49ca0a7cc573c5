"""The venue's picture of all tables, without a broker: gaps, repetitions, clocks, strangers."""

import pytest

from companion.club import hall as halls
from companion.club.hall import Hall, table_json
from companion.club.ledger import Ledger
from companion.club.messages import VERSION, Board, Countdown, Now, Online, Result, Told

NOW = 1_700_000_000.0
HOURS_S = 3 * 3600.0


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ledger():
    made = Ledger(":memory:")
    yield made
    made.close()


@pytest.fixture
def hall(ledger, clock) -> Hall:
    return Hall(ledger, clock, clock, "venue")


def online(is_online: bool = True, source: str = "aaaa", sent: float = NOW) -> Online:
    return Online(v=VERSION, id=source, sent=sent, online=is_online)


def now(number: int = 0, game_id: int = 1, source: str = "aaaa", sent: float = NOW, **more: object) -> Now:
    return Now(v=VERSION, id=source, sent=sent, game="gold_mine", game_id=game_id, number=number, **more)


def entry(number: int, game_id: int = 1, source: str = "aaaa", sent: float = NOW) -> Told:
    return Told(v=VERSION, id=source, sent=sent, game_id=game_id, number=number, at=sent, what="action", by="bot")


def result(game_id: int = 1, number: int = 3, ended: float = NOW, sent: float = NOW, **more: object) -> Result:
    return Result(
        v=VERSION, id="aaaa", sent=sent, game_id=game_id, number=number, game="gold_mine", title="Gold Mine",
        started=ended - 600, ended=ended, **more,
    )  # fmt: skip


def tell(hall: Hall, *messages: object, table: str = "anker", is_retained: bool = False) -> None:
    for message in messages:
        hall.hear(table, message, is_retained)


def test_a_table_is_shown_once_it_has_said_how_it_stands(hall):
    tell(hall, online())
    assert hall.tables() == []
    tell(hall, now(headline="Red digs"))
    assert [table_json(one) for one in hall.tables()] == [
        {
            "name": "anker", "online": True, "since": NOW, "game": "gold_mine", "game_id": 1, "headline": "Red digs",
        }
    ]  # fmt: skip


def test_the_board_and_the_last_words_are_of_the_game_that_is_played(hall):
    board = Board(v=VERSION, id="aaaa", sent=NOW, game_id=1, number=1, lying={"miner.red": ("2,3",)})
    tell(hall, online(), now(1), board, entry(1))
    shown = table_json(hall.tables()[0])
    assert (shown["lying"], shown["last"]["number"]) == ({"miner.red": ["2,3"]}, 1)
    tell(hall, now(0, game_id=2))
    assert {"lying", "last"} & set(table_json(hall.tables()[0])) == set()


def test_entries_in_order_leave_nothing_to_ask(hall, clock):
    tell(hall, online(), now(), entry(1), entry(2), now(2))
    clock.now += 10
    assert (hall.questions(), hall.missing()) == ([], 0)


def test_a_gap_is_asked_for_after_a_moment(hall, clock):
    tell(hall, online(), now(), entry(1), entry(3))
    assert hall.questions() == []
    clock.now += halls.PATIENCE_S
    [(table, ask)] = hall.questions()
    assert (table, ask.game_id, ask.after, hall.missing()) == ("anker", 1, 1, 2)


def test_questions_for_which_there_is_no_room_are_asked_the_next_time(hall, clock):
    names = [f"table-{number}" for number in range(5)]
    for name in names:
        tell(hall, online(source=name), now(2, source=name), table=name)
    clock.now += halls.PATIENCE_S
    rounds = [[table for table, _ in hall.questions(most)] for most in (0, 2, 2, 2)]
    assert [len(asked) for asked in rounds] == [0, 2, 2, 1]
    assert sorted(table for asked in rounds for table in asked) == names


def test_a_gap_is_asked_for_again_until_it_is_filled(hall, clock):
    tell(hall, online(), now(2))
    clock.now += halls.PATIENCE_S
    assert len(hall.questions()) == 1
    assert hall.questions() == []
    clock.now += halls.ASK_AGAIN_S
    assert len(hall.questions()) == 1
    tell(hall, entry(1), entry(2))
    clock.now += halls.ASK_AGAIN_S
    assert hall.questions() == []


def test_a_table_that_does_not_answer_is_asked_ever_more_patiently_and_that_is_said(hall, clock):
    tell(hall, online(), now(2))
    asked = []
    for second in range(200):
        clock.now += 1
        asked += [second for _ in hall.questions()]
    assert asked == [0, 4, 12, 28, 60, 124, 188]
    said = "table anker does not tell entries of game 1 after 0; its own journal has them"
    assert list(hall.faults.values()) == [said]
    tell(hall, entry(1, sent=clock.now), entry(2, sent=clock.now))
    assert (hall.faults, hall.missing()) == ({}, 0)


def test_an_answer_in_part_is_followed_by_the_next_question_soon(hall, clock):
    tell(hall, online(), now(3))
    for _ in range(60):
        clock.now += 1
        hall.questions()
    tell(hall, entry(1))
    clock.now += halls.ASK_AGAIN_S
    assert [ask.after for _, ask in hall.questions()] == [1]


def test_a_table_that_is_offline_is_asked_when_it_is_back(hall, clock):
    tell(hall, online(), now(2), online(False))
    clock.now += 60
    assert hall.questions() == []
    tell(hall, online(sent=clock.now))
    assert len(hall.questions()) == 1


def test_repetitions_are_noticed_and_change_nothing(hall, ledger):
    tell(hall, online(), now(1), entry(1), entry(1))
    assert (hall.repeated, len(ledger.entries("aaaa", 1))) == (1, 1)


def test_results_that_a_table_has_and_we_have_not_are_asked_for(hall, clock):
    tell(hall, online(), now(finished=2), result(1))
    clock.now += halls.PATIENCE_S
    asked = [ask for _, ask in hall.questions() if ask.results]
    assert len(asked) == 1
    tell(hall, result(2))
    clock.now += halls.ASK_AGAIN_S
    assert [ask for _, ask in hall.questions() if ask.results] == []


def test_the_entries_of_a_game_that_ended_while_we_were_away_are_asked_for(hall, clock):
    tell(hall, online(), now(0, game_id=2, finished=1))
    tell(hall, result(1, number=3), is_retained=True)
    clock.now += halls.PATIENCE_S
    assert [(ask.game_id, ask.after) for _, ask in hall.questions()] == [(1, 0)]


def test_the_entries_of_last_weeks_games_are_not(hall, clock):
    tell(hall, online(), now(0, game_id=2, finished=1))
    tell(hall, result(1, ended=NOW - 7 * 24 * 3600), is_retained=True)
    clock.now += halls.PATIENCE_S
    assert hall.questions() == []


def test_a_restarted_venue_asks_whom_it_only_knows_by_what_was_retained(hall, clock):
    tell(hall, online(), now(), is_retained=True)
    clock.now += halls.PATIENCE_S
    assert [ask.game_id for _, ask in hall.questions()] == [None]
    tell(hall, now(sent=clock.now))
    clock.now += halls.ASK_AGAIN_S
    assert hall.questions() == []


def test_a_clock_off_by_hours_is_said_and_put_right(hall, clock):
    slow = NOW - HOURS_S
    timer = Countdown(60.0, "red", ends_at=slow + 20)
    tell(hall, online(sent=slow), now(sent=slow, timer=timer, help=slow - 5))
    shown = table_json(hall.tables()[0])
    assert (shown["timer"]["ends_at"], shown["help"]) == (NOW + 20, NOW - 5)
    assert list(hall.faults.values()) == ["the clock of table anker is 3 h 00 min slow; its times are put right here"]
    tell(hall, result(ended=slow - 60, sent=slow))
    assert hall.results()[0].ended == NOW - 60
    tell(hall, now(sent=NOW))
    assert hall.faults == {}


def test_a_clock_ahead_of_time_ends_no_game_in_the_future(hall):
    fast = NOW + HOURS_S
    tell(hall, result(ended=fast), is_retained=True)
    assert hall.results()[0].ended == NOW


def test_a_last_will_is_no_clock(hall):
    tell(hall, online(), now(), online(False, sent=NOW - HOURS_S))
    assert (hall.faults, hall.tables()[0].is_online) == ({}, False)


def test_the_will_of_one_who_had_the_name_before_takes_nobody_away(hall):
    tell(hall, online(), now(), online(False, source="bbbb"))
    assert hall.tables()[0].is_online


def test_another_journal_under_the_same_name_is_another_table(hall, ledger):
    tell(hall, online(), now(1), entry(1), online(source="bbbb"), now(1, source="bbbb"), entry(1, source="bbbb"))
    assert (ledger.whole("aaaa", 1), ledger.whole("bbbb", 1), hall.missing()) == (1, 1, 0)


def test_a_table_away_for_long_is_no_longer_shown(hall, clock):
    tell(hall, online(), now(), online(False))
    clock.now += halls.GONE_S + 1
    assert hall.tables() == []


def test_strangers_cannot_fill_the_hall(hall):
    for number in range(halls.MOST_TABLES + 5):
        tell(hall, online(), now(), table=f"t{number}")
    assert len(hall.tables()) == halls.MOST_TABLES
    assert "more than 5000 tables" in hall.faults["tables"]


def test_whoever_waits_is_woken_by_news(hall):
    before = hall.news
    assert hall.wait(before, 0.0) == before
    tell(hall, online(), now())
    assert hall.wait(before, 0.0) > before
