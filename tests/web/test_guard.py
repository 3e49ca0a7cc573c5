"""Other sites and hasty hands are kept out."""

import pytest

from web.guard import Hasty, TooFast, is_at_home

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


def test_a_phone_that_never_stops_is_slowed_down(annas):
    replies = [annas.post("/api/undo").status_code for _ in range(45)]
    assert replies[0] == 422
    assert replies[-1] == 429
