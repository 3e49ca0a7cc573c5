"""What a table tells: how it stands, what lies there, what was done; nothing longer than anybody takes."""

from itertools import islice

import msgspec
import pytest

from companion.club.messages import MOST_BYTES, VERSION, Countdown, Now, Seat, encode
from companion.club.telling import Sender, board_of, fitted, now_of, result_of, scalars, told, words
from companion.games import game_named, game_names
from companion.games.naming import named, plain
from companion.games.protocol import to_json
from companion.play.journal import Journal
from companion.play.questions import Answer, Question
from companion.play.table import Table
from companion.simulation.match import turns

NOW = 1_700_000_000.0
US = Sender("3f9a1c2e", {"p1": "Anna"}, "http://pi.local:8000/", 4)


@pytest.fixture
def table():
    journal = Journal(":memory:")
    made = Table(journal, lambda: NOW)
    made.start("gold_raiders", ["p1", "p2", "p3"], {"trail": 15})
    yield made
    journal.close()


def play(table: Table, actions: int, seed: int = 1) -> None:
    saved = table.saved
    for _, action, _ in islice(turns(table.game, saved.players, seed, options=saved.options), actions):
        table.submit(to_json(action), "bot")


def test_now_says_how_the_table_stands(table):
    play(table, 4)
    now = now_of(table, US, NOW)
    assert (now.game, now.title, now.game_id, now.number) == ("gold_raiders", "Gold Raiders", 1, 4)
    assert (now.round, now.headline, now.acting) == (
        1,
        named(table.sitting.view(None).headline, {"p1": "Anna"}),
        table.sitting.view(None).acting,
    )
    assert now.seats == (Seat("p1", 0, 1, "Anna"), Seat("p2", 0, 2), Seat("p3", 0, 3))
    assert (now.unit, now.over, now.finished, now.address) == ("spaces", False, 4, "http://pi.local:8000/")
    assert now.options == {"trail": 15}


def test_now_says_what_is_beside_the_game(table):
    table.keep("timer", {"total_s": 60.0, "whose": "p1", "ends_at": NOW + 20})
    table.keep("paused", True)
    table.keep("help", NOW - 5)
    table.ask(Question("Which card did p1 lay?", (Answer("a secret", ()),)))
    table.notice("camera", "no frames for 3 s")
    table.notice("club", "the line itself")
    now = now_of(table, US, NOW)
    assert now.timer == Countdown(60.0, "p1", NOW + 20)
    assert (now.paused, now.help, now.question) == (True, NOW - 5, True)
    assert now.faults == {"camera": "no frames for 3 s"}
    assert b"secret" not in encode(now)


def test_a_bare_table_tells_its_faults(table):
    journal = Journal(":memory:")
    bare = Table(journal, lambda: NOW)
    bare.notice("camera", "none")
    assert now_of(bare, US, NOW).faults == {"camera": "none"}
    assert now_of(bare, US, NOW).game == ""
    journal.close()


def test_a_name_the_host_typed_is_a_persons(table):
    table.start("gold_raiders", ["p1", "Berta", "p3"])
    assert [seat.name for seat in now_of(table, Sender("a", {}), NOW).seats] == ["", "Berta", ""]


def test_positions_that_were_set_up_stay_at_the_table():
    simple = {"los": 2, "map": "sun", "fast": True}
    assert scalars({**simple, "position": {"hands": ["K"]}, "suits": {}, "first": None}) == simple


def test_however_much_there_is_to_say_it_fits():
    seats = tuple(Seat("x" * 32, -1000, 20, "é" * 32) for _ in range(20))
    faults = {f"part {number}" + "p" * 30: "ü" * 160 for number in range(5)}
    much = Now(
        v=VERSION, id="a" * 8, sent=NOW, headline="ö" * 240, seats=seats, faults=faults, address="a" * 120,
        acting=tuple("x" * 32 for _ in range(20)), options={f"option {number}": "x" * 40 for number in range(20)},
    )  # fmt: skip
    assert len(msgspec.json.encode(much)) > MOST_BYTES
    assert len(encode(fitted(much))) <= MOST_BYTES
    assert fitted(much).headline == much.headline


@pytest.mark.parametrize("name", game_names())
def test_everything_a_whole_game_tells_is_short_enough(name):
    game = game_named(name)
    players = game.names(game.players[-1])
    journal = Journal(":memory:")
    table = Table(journal, lambda: NOW)
    table.start(name, players)
    sizes = []
    for number, (_, action, _) in enumerate(turns(game, players, 2)):
        entry = table.submit(to_json(action), "bot")
        if number % 9 == 0:
            sizes.append(len(encode(now_of(table, US, NOW))))
            board = board_of(table.sitting, US, NOW)
            sizes.append(len(encode(board)))
            lying = sum(len(spots) for spots in board.lying.values())
            assert lying + board.left_out == sum(table.sitting.placements.values())
        sizes.append(len(encode(told(game, table.history, table.saved, entry, US, NOW))))
    result = result_of(game, table.history, table.saved, table.number, US, NOW)
    assert max(*sizes, len(encode(result))) <= MOST_BYTES
    assert (result.withdrawn, result.winners) == (False, tuple(game.score(table.state).winners))
    journal.close()


def test_a_result_of_a_game_that_goes_on_again_is_withdrawn(table):
    play(table, 2000)
    assert not result_of(table.game, table.history, table.saved, table.number, US, NOW).withdrawn
    table.undo("phone")
    assert result_of(table.game, table.history, table.saved, table.number, US, NOW).withdrawn


def test_entries_are_told_in_the_words_for_strangers(table):
    play(table, 3)
    first = table.entries()[0]
    said = table.history.said(first)
    assert words(table.game, table.history, first) == plain(table.game.words(*said, None))


def test_what_was_taken_back_or_corrected_is_told_so(table):
    play(table, 5)
    entries = [table.undo("phone", count=2), table.redo("phone"), table.undo("phone")]
    assert [words(table.game, table.history, entry) for entry in entries] == [
        "took back 2 steps", "did a step again", "took back a step",
    ]  # fmt: skip
    first = table.entries()[0]
    mended = table.correct(first.number, first.action, "phone")
    assert words(table.game, table.history, mended).startswith("corrected entry 1: ")


def test_a_board_too_full_leaves_the_commonest_pieces_out(table):
    play(table, 30)
    board = board_of(table.sitting, US, NOW, most_bytes=300)
    assert board.left_out > 0
    assert len(msgspec.json.encode(board)) <= 300
    assert "card.back" not in board.lying
    assert "raider.red" in board.lying
