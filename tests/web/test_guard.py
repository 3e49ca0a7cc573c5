"""Other sites and hasty hands are kept out."""

import pytest
from flask import Request

from web import create_app
from web.guard import Hasty, TooFast, guest, is_at_home

ADDRESS = "http://companion.local:8000"


def run(phone, **headers):
    return phone.client.post(
        "/api/action", json={"action": {"type": "run", "player": "anna", "die": 1}}, headers=headers
    )


def test_a_change_without_our_header_is_refused(annas, table):
    assert run(annas).status_code == 403
    assert table.number == 0


def test_a_change_from_a_page_of_another_site_is_refused(annas, table):
    reply = run(annas, **{"X-Companion": "1", "Origin": "http://evil.example"})
    assert (reply.status_code, reply.json["code"]) == (403, "foreign")
    assert table.number == 0


def test_a_change_from_our_own_page_is_taken(annas):
    assert run(annas, **{"X-Companion": "1", "Origin": "http://localhost"}).status_code == 200


def test_a_name_from_outside_that_points_here_is_refused(annas):
    reply = run(annas, **{"X-Companion": "1", "Host": "evil.example.com"})
    assert (reply.status_code, ADDRESS in reply.json["reason"]) == (403, True)


@pytest.mark.parametrize("path", ["/", "/api/look", "/api/eyes.jpg", "/api/export/1", "/static/page.css", "/qr.svg"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST"])
def test_a_name_from_outside_reads_nothing_either(phone, method, path):
    reply = phone.client.open(path, method=method, headers={"Host": "evil.example.com"})
    assert reply.status_code == 403


@pytest.mark.parametrize("host", ["[", "a]b", "[::1", "evil.example.com:port", "x" * 300 + ".com"])
def test_a_name_that_is_none_is_refused(phone, host):
    assert 400 <= phone.get("/api/look", Host=host).status_code < 500


@pytest.mark.parametrize(
    "host", ["192.168.1.7:8000", "[fe80::1]:8000", "localhost", "raspberrypi", "pi.local", "pi.fritz.box", "10.0.0.2"]
)
def test_names_of_this_house_are_at_home(host):
    assert is_at_home(host, ADDRESS)


@pytest.mark.parametrize("host", ["evil.example.com", "192.168.1.7.evil.com", "companion.local.evil.com"])
def test_names_from_outside_are_not(host):
    assert not is_at_home(host, ADDRESS)


def test_the_address_the_owner_gave_is_at_home_whatever_it_is():
    assert is_at_home("games.example.org", "http://games.example.org")


def test_a_bucket_fills_again_with_time():
    now = [0.0]
    haste = Hasty(lambda: now[0], burst=2, per_s=1)
    haste.take("a")
    haste.take("a")
    haste.take("b")
    with pytest.raises(TooFast):
        haste.take("a")
    now[0] = 1.0
    haste.take("a")


def test_a_clock_set_back_an_hour_slows_nobody_down(annas, table):
    now = [5000.0]
    app = create_app(table, address=ADDRESS, clock=lambda: now[0])
    client = app.test_client()
    for _ in range(30):
        client.post("/api/undo", headers={"X-Companion": "1"})
        now[0] -= 3600
    assert client.post("/api/undo", headers={"X-Companion": "1"}).status_code == 403


def test_a_bucket_is_not_emptied_by_ticks_that_go_back():
    now = [5000.0]
    haste = Hasty(lambda: now[0], burst=5, per_s=1)
    haste.take("a")
    now[0] = 0.0
    haste.take("a")


def test_a_crowd_of_addresses_lets_no_hasty_one_start_afresh():
    haste = Hasty(lambda: 0.0, burst=2, per_s=1)
    haste.take("a")
    haste.take("a")
    for number in range(450):
        haste.take(str(number))
    with pytest.raises(TooFast):
        haste.take("a")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.168.1.7", "192.168.1.8", False),
        ("fd00:1:2:3::1", "fd00:1:2:3::2", True),
        ("fd00:1:2:3::1", "fd00:1:2:4::1", False),
        ("", "", True),
    ],
)
def test_a_guest_is_an_address_or_a_network_of_them(one, other, same):
    first, second = (guest(Request({"REMOTE_ADDR": address})) for address in (one, other))
    assert (first == second) is same


def test_a_request_of_more_than_people_say_is_refused_and_not_sent_back(annas):
    reply = annas.post("/api/action", {"action": {"type": "x" * 300_000}})
    assert reply.status_code == 413
    assert len(reply.data) < 1000


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/api/action", {"action": {"type": "y" * 200_000, "player": "anna"}}),
        ("/api/action", {"action": {"type": "run", "player": "y" * 200_000}}),
        ("/api/action", {"action": {"type": "run"}, "seen": "y" * 200_000}),
        ("/api/correct", {"entry": 1, "action": {"y" * 200_000: 1}}),
        ("/api/join", {"player": "y" * 200_000}),
        ("/api/games", {"game": "y" * 200_000, "players": ["a", "b"]}),
        ("/api/import", {"format": "y" * 200_000}),
    ],
)
def test_a_refusal_never_sends_the_request_back(hosts, path, fields):
    reply = hosts.post(path, fields)
    assert 400 <= reply.status_code < 500
    assert len(reply.data) < 1200


def test_a_phone_that_never_stops_is_slowed_down(annas):
    replies = [annas.post("/api/undo").status_code for _ in range(45)]
    assert replies[0] == 422
    assert replies[-1] == 429
