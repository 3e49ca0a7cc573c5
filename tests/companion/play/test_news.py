"""What listeners hear, in which order, and that none of them can harm the game."""

import pytest

from companion.errors import IllegalAction
from companion.play.journal import Journal
from companion.play.news import Asked, Cleared, Entered, Kept, News, Noticed, SatDown
from companion.play.questions import Answer, Question
from companion.play.table import Table

PLAYERS = ["p1", "p2", "p3"]
POSITION = {
    "players": PLAYERS,
    "phase": "reveal",
    "guardian": {"at": "i5", "facing": "E"},
    "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"},
}
REVEAL = {"type": "reveal_card", "player": "p1", "card": 2}
MOVE = {"type": "move", "player": "p1", "path": ["e6", "e7"]}
QUESTION = Question("Which card?", (Answer("2", (REVEAL,)), Answer("Something else")), spaces=("e5",))


def table() -> Table:
    one = Table(Journal(":memory:"), lambda: 100.0)
    one.start("pyramid_raiders", PLAYERS, {"position": POSITION})
    return one


def heard_by(one: Table) -> list[News]:
    heard: list[News] = []
    one.listen(heard.append, "ear")
    return heard


def test_whoever_listens_first_hears_what_lies_there() -> None:
    one = table()
    assert [(type(news), news.sitting is one.sitting) for news in heard_by(one)] == [(SatDown, True)]


def test_an_entry_is_told_with_the_action_and_the_states_around_it() -> None:
    one = table()
    heard, before = heard_by(one), one.state
    entry = one.submit(REVEAL, by="phone")
    (news,) = heard[1:]
    assert isinstance(news, Entered)
    assert (news.entry, news.before, news.after) == (entry, before, one.state)
    assert news.action.card == 2


def test_a_chain_is_told_entry_by_entry() -> None:
    one = table()
    heard = heard_by(one)
    one.submit_all([REVEAL, MOVE], by="camera")
    told = [news for news in heard if isinstance(news, Entered)]
    assert [news.entry.number for news in told] == [1, 2]
    assert told[0].after == told[1].before
    assert told[1].after == one.state


def test_an_undo_is_told_without_an_action() -> None:
    one = table()
    one.submit(REVEAL, by="phone")
    heard = heard_by(one)
    one.undo(by="phone")
    assert [(type(news), news.action) for news in heard[1:]] == [(Entered, None)]


def test_a_question_is_told_when_it_opens_and_when_it_closes() -> None:
    one = table()
    heard = heard_by(one)
    asked = one.ask(QUESTION)
    one.withdraw()
    assert heard[1:] == [Asked(asked), Cleared(asked)]


def test_an_entry_overtakes_the_open_question_before_it_is_told() -> None:
    one = table()
    one.ask(QUESTION)
    heard = heard_by(one)
    one.submit(REVEAL, by="phone")
    assert [type(news) for news in heard[1:]] == [Cleared, Entered]


def test_another_game_closes_the_question_of_the_old_one() -> None:
    one = table()
    one.ask(QUESTION)
    heard = heard_by(one)
    one.start("gold_raiders", PLAYERS)
    assert [type(news) for news in heard[1:]] == [Cleared, SatDown]
    assert one.question is None


def test_notices_and_what_is_kept_are_told_once() -> None:
    one = table()
    heard = heard_by(one)
    for _ in range(2):
        one.notice("camera", "no frames")
        one.keep("paused", True)
    assert heard[1:] == [Noticed("camera", "no frames"), Kept("paused", True)]


def test_what_is_refused_is_not_told() -> None:
    one = table()
    heard = heard_by(one)
    with pytest.raises(IllegalAction):
        one.submit_all([REVEAL, {**MOVE, "path": ["e6", "a1"]}], by="camera")
    assert heard[1:] == []


def test_a_listener_that_fails_is_named_on_the_page_and_the_entry_stands(caplog: pytest.LogCaptureFixture) -> None:
    one = table()
    later: list[News] = []
    one.listen(lambda news: 1 / 0 if isinstance(news, Entered) else None, "lamps")
    one.listen(later.append, "phones")
    entry = one.submit(REVEAL, by="phone")
    assert one.entries() == [entry]
    assert any(isinstance(news, Entered) for news in later)
    assert one.notices["lamps"] == "lamps could not follow the game: division by zero; see the log"
    assert "ZeroDivisionError" in caplog.text


def test_a_listener_that_is_well_again_is_no_longer_named() -> None:
    one = table()
    faults = [True]

    def hear(news: News) -> None:
        if isinstance(news, Entered) and faults:
            faults.pop()
            raise OSError("the chain is unplugged")

    one.listen(hear, "lamps")
    one.submit(REVEAL, by="phone")
    one.submit(MOVE, by="phone")
    assert dict(one.notices) == {}


def test_a_failing_listener_wakes_the_phones() -> None:
    one = table()
    one.listen(lambda news: 1 / 0 if isinstance(news, Entered) else None, "lamps")
    before = one.news
    one.submit(REVEAL, by="phone")
    assert one.news == before + 2


def test_what_a_part_says_is_not_wiped_because_it_hears_well() -> None:
    one = table()
    one.listen(lambda news: None, "lamps")
    one.notice("lamps", "the LED chain cannot be reached")
    one.submit(REVEAL, by="phone")
    assert one.notices == {"lamps": "the LED chain cannot be reached"}
    one.notice("lamps", None)
    assert one.notices == {}
