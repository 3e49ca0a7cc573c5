"""A request said twice is done once."""

from threading import Thread

import pytest
from flask import Response

from web.once import Once
from web.people import NotAllowed

KEY = {"Idempotency-Key": "tap-1"}


@pytest.fixture
def once(clock) -> Once:
    return Once(clock)


def test_the_first_may_do_it_and_the_second_gets_the_same_answer(once):
    assert once.begin("anna", "k", b"mark") is None
    once.finish("anna", "k", Response(b"done", 200))
    again = once.begin("anna", "k", b"mark")
    assert (again.data, again.headers["Idempotency-Replayed"]) == (b"done", "true")


def test_the_second_waits_for_the_first(once):
    once.begin("anna", "k", b"mark")
    got: list[Response] = []
    second = Thread(target=lambda: got.append(once.begin("anna", "k", b"mark")))
    second.start()
    once.finish("anna", "k", Response(b"done", 200))
    second.join(10)
    assert [reply.data for reply in got] == [b"done"]


def test_another_request_under_the_same_key_is_refused(once):
    once.begin("anna", "k", b"mark")
    with pytest.raises(NotAllowed, match="take a new one"):
        once.begin("anna", "k", b"other")


def test_keys_are_each_phones_own(once):
    once.begin("anna", "k", b"mark")
    assert once.begin("ben", "k", b"other") is None


@pytest.mark.parametrize("reply", [None, Response(b"stumbled", 500)])
def test_what_went_wrong_with_us_may_be_tried_again(once, reply):
    once.begin("anna", "k", b"mark")
    once.finish("anna", "k", reply)
    assert once.begin("anna", "k", b"mark") is None


def test_answers_are_forgotten_after_ten_minutes(once, clock):
    once.begin("anna", "k", b"mark")
    once.finish("anna", "k", Response(b"done", 200))
    clock.now += 601
    assert once.begin("anna", "k", b"mark") is None


def test_a_tap_said_twice_is_one_entry(annas, table):
    body = {"action": {"type": "run", "player": "anna", "die": 2}, "seen": 0}
    first = annas.post("/api/action", body, **KEY)
    second = annas.post("/api/action", body, **KEY)
    assert (first.status_code, first.data, table.number) == (200, second.data, 1)
    assert annas.post("/api/undo", {}, **KEY).json["code"] == "key_used"


def test_a_seat_taken_twice_brings_the_same_cookie(phone):
    first = phone.post("/api/join", {"player": "anna"}, **KEY)
    phone.client.delete_cookie("companion")
    second = phone.post("/api/join", {"player": "anna"}, **KEY)
    assert first.headers["Set-Cookie"] == second.headers["Set-Cookie"]


def test_a_refusal_is_the_same_refusal(annas, table):
    body = {"action": {"type": "run", "player": "anna", "die": 9}}
    assert [annas.post("/api/action", body, **KEY).status_code for _ in range(2)] == [422, 422]
