"""A table and a real broker: what it tells, that it never waits, and that nothing is lost or doubled."""

import os
import signal
import socket
import time
from contextlib import suppress
from itertools import islice
from threading import Event, Thread

import msgspec
import pytest

from companion.club.broker import free_port
from companion.club.messages import VERSION, Ask, Command, Now, Online, Result, Told, decode, encode
from companion.club.publisher import MOST_WAITING
from companion.games.protocol import to_json
from companion.simulation.match import turns

from .conftest import LONG_S, Ear, Member


def play(member: Member, actions: int = 5000, seed: int = 1) -> int:
    """So many actions of a bots' game from where the table stands; how many were entered."""
    table, entered = member.table, 0
    for number, (_, action, _) in enumerate(islice(turns(table.game, table.saved.players, seed), actions)):
        if number >= table.number:
            table.submit(to_json(action), "bot")
            entered += 1
    return entered


def numbers(ear: Ear, table: str = "anker") -> list[int]:
    return [decode(data, Told).number for data in ear.on(f"companion/{table}/entry")]


def newest(ear: Ear, table: str = "anker") -> Now | None:
    said = ear.on(f"companion/{table}/now")
    return decode(said[-1], Now) if said else None


def is_at(ear: Ear, number: int, table: str = "anker") -> bool:
    now = newest(ear, table)
    return now is not None and now.number == number


def results(ear: Ear) -> list[Result]:
    return [decode(data, Result) for where, data, _ in ear.heard if "/result/" in where]


def test_every_entry_is_told_once_and_in_order(member, ear):
    play(member, 120)
    ear.wait(lambda: is_at(ear, 120))
    assert numbers(ear) == list(range(1, 121))


def test_now_is_retained_for_whoever_comes_later(member, ear, broker, new_ear):
    play(member, 3)
    ear.wait(lambda: is_at(ear, 3))
    later = new_ear(broker.port)
    later.wait(lambda: is_at(later, 3))
    assert {where: kept for where, _, kept in later.heard if where != "up"} == {
        "companion/anker/now": True, "companion/anker/board": True, "companion/anker/online": True,
    }  # fmt: skip


def test_a_result_is_retained_per_game(member, ear, broker, new_ear):
    play(member)
    member.table.start("gold_raiders", ["p1", "p2", "p3"])
    play(member, seed=2)
    ear.wait(lambda: {result.game_id for result in results(ear)} == {1, 2})
    later = new_ear(broker.port)
    later.wait(lambda: len(results(later)) == 2)
    assert {result.winners for result in results(later)} <= {("p1",), ("p2",), ("p3",)}
    ear.wait(lambda: (now := newest(ear)) and now.finished == 2)


def test_a_result_taken_back_is_withdrawn_and_told_again(member, ear):
    play(member)
    ear.wait(lambda: results(ear))
    member.table.undo("phone")
    ear.wait(lambda: results(ear)[-1].withdrawn)
    member.table.redo("phone")
    ear.wait(lambda: not results(ear)[-1].withdrawn)
    assert [result.withdrawn for result in results(ear)] == [False, True, False]


class SlowBroker:
    """Passes on to a broker at once what a table says, and its answers only while `is_open`."""

    def __init__(self, port: int) -> None:
        self.is_open = Event()
        self.is_open.set()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self._broker = socket.create_connection(("127.0.0.1", port))
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        table, _ = self._server.accept()
        answers = Thread(target=self._pass, args=(self._broker, table, self.is_open), daemon=True)
        answers.start()
        at_once = Event()
        at_once.set()
        with self._server, self._broker, table:
            self._pass(table, self._broker, at_once)
            answers.join()

    def _pass(self, said: socket.socket, heard: socket.socket, is_open: Event) -> None:
        with suppress(OSError):  # one of them has left
            while data := said.recv(4096):
                is_open.wait()
                heard.sendall(data)
            heard.shutdown(socket.SHUT_RDWR)


def test_a_result_that_changes_before_the_broker_has_said_yes_is_told_as_it_is_now(broker, ear, new_member):
    slow = SlowBroker(broker.port)
    member = new_member(slow.port)
    play(member)
    member.wait(lambda: member.membership.finished() and not member.membership.unsettled())
    slow.is_open.clear()
    member.table.undo("phone")
    ear.wait(lambda: results(ear)[-1].withdrawn)
    member.table.redo("phone")
    ear.wait(lambda: numbers(ear)[-1] == member.table.entries()[-1].number)
    slow.is_open.set()
    ear.wait(lambda: not results(ear)[-1].withdrawn)


def test_the_will_says_that_a_table_is_gone_and_a_goodbye_does_too(broker, ear, new_member):
    member = new_member(broker.port)
    ear.wait(lambda: ear.on("companion/anker/online"))
    member.leave()
    ear.wait(lambda: not decode(ear.on("companion/anker/online")[-1], Online).online)


def test_a_table_cut_off_is_said_to_be_gone_by_its_will(broker, ear, new_member):
    member = new_member(broker.port)
    ear.wait(lambda: is_at(ear, 0))
    line = member.publisher._line._client.socket()
    line.shutdown(socket.SHUT_RDWR)  # the cable
    ear.wait(lambda: [decode(data, Online).online for data in ear.on("companion/anker/online")][-2:] == [False, True])


def test_a_broker_that_is_away_is_said_on_the_phones_and_all_is_told_later(broker, new_ear, new_member, caplog):
    member = new_member(broker.port)
    first = new_ear(broker.port)
    first.wait(lambda: is_at(first, 0))
    broker.kill()
    member.wait(lambda: "club" in member.table.notices)
    entered = play(member)
    broker.start()
    second = new_ear(broker.port)
    second.wait(lambda: is_at(second, entered))
    member.wait(lambda: "club" not in member.table.notices)
    second.wait(lambda: results(second))
    assert numbers(second) == list(range(entered - MOST_WAITING + 1, entered + 1))
    assert len([line for line in caplog.messages if "is gone, and is tried again" in line]) == 1


def test_what_did_not_fit_the_queue_is_told_to_whoever_asks(broker, new_ear, new_member):
    member = new_member(broker.port)
    member.publisher._line.leave(0.2, "for a while")
    member.publisher.wake()
    entered = play(member)
    ear = new_ear(broker.port)
    ear.wait(lambda: is_at(ear, entered))
    ear.say("companion/anker/ask", encode(Ask(v=VERSION, id="venue", sent=1.0, game_id=1, after=0)))
    ear.wait(lambda: set(range(1, 501)) <= set(numbers(ear)))


def test_no_entry_waits_for_a_broker_that_takes_the_call_and_says_nothing(new_member):
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        member = new_member(deaf.getsockname()[1])
        began = time.perf_counter()
        entered = play(member)
        alone_s = time.perf_counter() - began
    assert entered > 500
    assert alone_s / entered < 0.05


def test_no_entry_waits_for_a_broker_that_hangs_and_all_are_told_when_it_wakes(broker, ear, member):
    ear.wait(lambda: is_at(ear, 0))
    os.kill(broker.pid, signal.SIGSTOP)
    began = time.perf_counter()
    entered = play(member, 300)
    took_s = time.perf_counter() - began
    os.kill(broker.pid, signal.SIGCONT)
    ear.wait(lambda: is_at(ear, entered))
    assert numbers(ear) == list(range(1, 301))
    assert took_s / entered < 0.05


def test_results_of_a_table_that_was_off_are_told_when_it_is_back(broker, ear, new_member, tmp_path):
    member = new_member(free_port(), journal=tmp_path / "journal")
    entered = play(member)
    member.leave()
    again = new_member(broker.port, journal=tmp_path / "journal")
    ear.wait(lambda: results(ear))
    result = results(ear)[0]
    assert (result.game_id, result.number, result.id) == (1, entered, again.membership.id)


def test_a_result_the_broker_has_is_not_told_again_after_a_restart(broker, ear, new_member, tmp_path):
    member = new_member(broker.port, journal=tmp_path / "journal")
    play(member)
    ear.wait(lambda: results(ear))
    member.wait(lambda: not member.membership.unsettled())
    member.leave()
    again = new_member(broker.port, journal=tmp_path / "journal")
    ear.wait(lambda: (now := newest(ear)) and now.game_id == 2)
    assert again.membership.unsettled() == []
    assert len(results(ear)) == 1


def test_a_venue_that_asks_gets_results_and_how_the_table_stands(member, ear):
    play(member)
    ear.wait(lambda: results(ear))
    ear.wait(lambda: (now := newest(ear)) and now.finished == 1)
    before = len(ear.on("companion/anker/now"))
    ear.say("companion/anker/ask", encode(Ask(v=VERSION, id="venue", sent=1.0, results=True)))
    ear.wait(lambda: len(results(ear)) == 2 and len(ear.on("companion/anker/now")) > before)


def test_a_game_that_is_no_longer_on_the_table_is_told_again_to_whoever_asks(member, ear):
    count = play(member)
    member.table.start("gold_raiders", ["p1", "p2", "p3"])
    play(member, 7, seed=2)
    ear.wait(lambda: is_at(ear, 7))
    before = len(ear.on("companion/anker/entry"))
    for game_id, after in ((1, count - 3), (2, 5)):
        ear.say("companion/anker/ask", encode(Ask(v=VERSION, id="venue", sent=1.0, game_id=game_id, after=after)))
    ear.wait(lambda: len(ear.on("companion/anker/entry")) == before + 5)
    told = [decode(data, Told) for data in ear.on("companion/anker/entry")[before:]]
    assert [(entry.game_id, entry.number) for entry in told] == [
        (1, count - 2), (1, count - 1), (1, count), (2, 6), (2, 7),
    ]  # fmt: skip


def test_a_question_about_a_game_that_never_was_is_logged(member, ear, caplog):
    ear.wait(lambda: is_at(ear, 0))
    ear.say("companion/anker/ask", encode(Ask(v=VERSION, id="venue", sent=1.0, game_id=99)))
    ear.say("companion/anker/ask", encode(Ask(v=VERSION, id="venue", sent=1.0)))
    ear.wait(lambda: any("asked for a game that is not here" in line for line in caplog.messages))


def test_a_name_that_is_taken_is_said_and_the_first_one_keeps_it(broker, ear, new_member, caplog):
    first = new_member(broker.port)
    ear.wait(lambda: is_at(ear, 0))
    second = new_member(broker.port)
    second.wait(lambda: "club" in second.table.notices)
    assert "another table of this club is called anker; give this one its own name" in second.table.notices["club"]
    play(second, 5)
    play(first, 3)
    ear.wait(lambda: is_at(ear, 3))
    assert {decode(data, Told).id for data in ear.on("companion/anker/entry")} == {first.membership.id}
    assert "club" not in first.table.notices


def test_the_second_of_a_name_takes_over_when_the_first_has_gone(broker, ear, new_member):
    first = new_member(broker.port)
    ear.wait(lambda: is_at(ear, 0))
    second = new_member(broker.port)
    second.wait(lambda: "club" in second.table.notices)
    first.leave()
    ear.wait(lambda: (now := newest(ear)) and now.id == second.membership.id, LONG_S)


@pytest.mark.parametrize(
    ("topic", "data"),
    [
        ("companion/anker/ask", b"when is dinner?"),
        ("companion/anker/online", b"\x00\xff"),
        ("companion/anker/command", b"[]"),
        ("companion/anker/ask", b"x" * 100_000),
    ],
)
def test_foreign_words_on_our_topics_are_logged_in_one_line_and_the_table_goes_on(member, ear, caplog, topic, data):
    ear.wait(lambda: is_at(ear, 0))
    ear.say(topic, data)
    play(member, 2)
    ear.wait(lambda: is_at(ear, 2))
    odd = [line for line in caplog.messages if line.startswith(topic)]
    assert len(odd) == 1
    assert "no message of a table" in odd[0]


def command(do: str, secret: str) -> bytes:
    return encode(Command(v=VERSION, id="venue", sent=1.0, do=do, secret=secret))


def test_commands_are_refused_aloud_and_allowed_ones_obeyed(broker, ear, new_member):
    member = new_member(broker.port, allow=("pause",), secret="open sesame")
    ear.wait(lambda: is_at(ear, 0))
    for do, secret in (("pause", "wrong"), ("resume", "open sesame")):
        ear.say("companion/anker/command", command(do, secret))
    ear.wait(lambda: len(ear.on("companion/anker/answer")) == 2)
    assert not member.table.kept("paused")
    ear.say("companion/anker/command", command("pause", "open sesame"))
    ear.wait(lambda: len(ear.on("companion/anker/answer")) == 3)
    assert member.table.kept("paused") is True
    assert [msgspec.json.decode(data)["ok"] for data in ear.on("companion/anker/answer")] == [False, False, True]


def test_a_command_left_on_the_broker_is_not_obeyed_later(broker, ear, new_member):
    ear.say("companion/anker/command", command("pause", "open sesame"), retain=True)
    member = new_member(broker.port, allow=("pause",), secret="open sesame")
    ear.wait(lambda: is_at(ear, 0))
    assert not member.table.kept("paused")


def test_home_assistant_is_told_of_the_table_and_of_what_happens(broker, ear, new_member):
    member = new_member(broker.port, discovery="homeassistant", light="lamp/set")
    play(member)
    ear.wait(lambda: any(b"game_over" in data for data in ear.on("companion/anker/event")))
    ear.wait(lambda: ear.on("lamp/set"))
    assert ear.on("homeassistant/sensor/companion_anker/round/config")
    assert msgspec.json.decode(ear.on("lamp/set")[-1])["state"] == "ON"


def test_a_table_without_a_game_is_there_too(broker, ear, new_member):
    member = new_member(broker.port)
    ear.wait(lambda: is_at(ear, 0))
    member.table.notice("camera", "no frames for 3 s")
    ear.wait(lambda: (now := newest(ear)) and now.faults == {"camera": "no frames for 3 s"})
