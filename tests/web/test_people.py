"""Seats, hosts and the door."""

from hashlib import sha256

import pytest

from companion.play.journal import Journal
from companion.play.table import Table
from web import create_app
from web.desk import COOKIE
from web.people import People


def reason(reply) -> tuple[int, str]:
    return reply.status_code, reply.json["code"]


def test_a_phone_takes_a_seat_and_keeps_it(new_phone):
    phone = new_phone()
    assert phone.join("anna").json["seats"] == ["anna"]
    assert phone.get("/api/me").json["seats"] == ["anna"]


def test_the_token_is_out_of_reach_of_scripts_and_other_sites(phone):
    cookie = phone.join("anna").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_a_seat_has_one_phone(annas, phone):
    reply = phone.join("anna")
    assert reason(reply) == (403, "seat_taken")
    assert "host can free it" in reply.json["reason"]


def test_taking_the_own_seat_again_is_fine(annas):
    assert annas.join("anna").json["seats"] == ["anna"]


def test_one_phone_may_hold_several_seats(annas):
    assert annas.join("ben").json["seats"] == ["anna", "ben"]


def test_a_seat_that_is_not_there_cannot_be_taken(phone):
    reply = phone.join("zoe")
    assert (*reason(reply), "anna, ben" in reply.json["reason"]) == (403, "no_such_seat", True)


@pytest.mark.parametrize("fields", [{}, {"player": ""}, {"player": 3}], ids=repr)
def test_joining_needs_a_name(phone, fields):
    assert phone.post("/api/join", fields).status_code == 400


def test_a_seat_is_given_up(annas, phone):
    assert annas.post("/api/leave", {"player": "anna"}).json["seats"] == []
    assert phone.join("anna").status_code == 200


def test_the_host_frees_a_seat(annas, hosts, phone):
    assert hosts.post("/api/leave", {"player": "anna"}).status_code == 200
    assert phone.join("anna").status_code == 200


def test_nobody_else_frees_a_seat(annas, phone):
    assert reason(phone.post("/api/leave", {"player": "anna"})) == (403, "not_your_seat")


def test_a_bot_steps_aside_for_anybody_who_takes_its_seat(table, phone, app):
    app.extensions["companion"].people.has_bots = True
    assert phone.join("ben").json["seats"] == ["ben"]
    assert table.kept("people") == ["ben"]
    assert phone.get("/api/look").json["seats"] == {"anna": "bot", "ben": "phone"}


def test_whoever_takes_a_seat_may_say_what_they_are_called(phone):
    phone.post("/api/join", {"player": "ben", "name": " Berta "})
    assert phone.get("/api/look").json["names"] == {"ben": "Berta"}
    phone.post("/api/leave", {"player": "ben"})
    assert phone.get("/api/look").json["names"] == {}


@pytest.mark.parametrize("name", [7, "x" * 25, ["Berta"]], ids=repr)
def test_an_odd_name_is_refused(phone, name):
    assert phone.post("/api/join", {"player": "ben", "name": name}).status_code == 400


def test_the_bot_comes_back_when_the_person_leaves(table, phone, app):
    app.extensions["companion"].people.has_bots = True
    phone.join("ben")
    phone.post("/api/leave", {"player": "ben"})
    assert table.kept("people") == []
    assert phone.get("/api/look").json["seats"] == {"anna": "bot", "ben": "bot"}


def test_no_bot_takes_a_seat_that_was_a_persons_from_the_start(table, phone, app):
    app.extensions["companion"].people.has_bots = True
    table.keep("people", ["ben"])
    phone.join("ben")
    phone.post("/api/leave", {"player": "ben"})
    assert phone.get("/api/look").json["seats"] == {"anna": "bot", "ben": "free"}


def test_seats_survive_a_restart_of_the_companion(tmp_path, temple_dash, clock):
    journal = Journal(tmp_path / "j.sqlite3")
    table = Table(journal, clock)
    table.start("temple_dash", ["anna", "ben"])
    People(table).claim("anna", "annas-token")
    journal.close()
    journal = Journal(tmp_path / "j.sqlite3")
    table = Table(journal, clock)
    table.resume()
    assert People(table).seats_of("annas-token") == ["anna"]
    journal.close()


def test_what_is_kept_of_a_token_does_not_open_the_seat(table):
    people = People(table)
    people.claim("anna", "annas-token")
    assert "annas-token" not in str(table.kept("phones"))
    assert people.seats_of(people.leaving().seats["anna"]) == []


def without_boot(app, sent):
    """What was sent without the mark of this start: its eight digits of chance once held the PIN's four."""
    return sent.replace(app.extensions["companion"].feed.boot, "")


@pytest.mark.parametrize("path", ["/", "/host", "/table", "/api/look", "/api/me", "/api/games", "/api/entries", "/api"])
def test_neither_pin_nor_token_nor_its_hash_is_in_what_others_are_sent(hosts, annas, phone, app, path):
    cookie = annas.client.get_cookie(COOKIE)
    secrets = [app.config["PIN"], cookie.value, sha256(cookie.value.encode()).hexdigest()]
    assert [secret for secret in secrets if secret in without_boot(app, phone.get(path).text)] == []


def test_neither_pin_nor_hash_is_in_an_event(hosts, annas, app, table):
    stream = app.extensions["companion"].feed.events(None, "", is_gone=lambda: True)
    sent = without_boot(app, b"".join(stream).decode())
    kept = table.kept("phones")
    marks = [*kept["hosts"], *kept["seats"].values()]
    assert (len(marks), [one for one in (app.config["PIN"], *marks) if one in sent]) == (2, [])


def test_the_first_visitor_becomes_host_and_sees_the_pin(phone):
    assert phone.get("/api/me").json["pin"] is None
    said = phone.post("/api/host").json
    assert (said["host"], said["pin"]) == (True, "4711")


def test_further_hosts_need_the_pin(hosts, phone):
    assert reason(phone.post("/api/host")) == (403, "wrong_pin")
    assert reason(phone.post("/api/host", {"pin": "1234"})) == (403, "wrong_pin")
    assert phone.post("/api/host", {"pin": "4711"}).json["host"] is True


def test_pins_cannot_be_tried_in_a_row(hosts, phone, clock):
    for _ in range(5):
        phone.post("/api/host", {"pin": "0000"})
    assert reason(phone.post("/api/host", {"pin": "4711"})) == (429, "too_fast")
    clock.now += 60
    assert phone.post("/api/host", {"pin": "4711"}).status_code == 200


def test_a_guest_who_tries_pins_locks_nobody_else_out(hosts, phone, new_phone):
    elsewhere = {"REMOTE_ADDR": "192.168.1.66"}
    for _ in range(9):
        phone.client.post("/api/host", json={"pin": "0000"}, headers={"X-Companion": "1"}, environ_base=elsewhere)
    assert new_phone().post("/api/host", {"pin": "4711"}).status_code == 200


def test_a_pin_is_drawn_when_none_is_given(table, clock):
    pin = create_app(table, address="http://x", clock=clock).config["PIN"]
    assert len(pin) == 4
    assert pin.isdigit()


def test_the_host_before_any_game_stays_host_of_the_game_he_starts(bare_table, clock):
    client = create_app(bare_table, address="http://x", clock=clock).test_client()
    headers = {"X-Companion": "1"}
    client.post("/api/host", json={}, headers=headers)
    client.post("/api/games", json={"game": "temple_dash", "players": ["a", "b"]}, headers=headers)
    fresh = create_app(bare_table, address="http://x", clock=clock)
    assert fresh.extensions["companion"].people.has_host
