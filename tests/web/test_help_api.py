"""The call for help: whoever sits at a table of a club can call, and take it back."""

import pytest

from web import About, create_app

from .conftest import ADDRESS, NOW, Phone


@pytest.fixture
def app(table, clock):
    return create_app(
        table, address=ADDRESS, clock=clock, ticks=lambda: clock.now, pin="4711", about=About(in_club=True)
    )


def test_a_seated_phone_calls_and_all_see_since_when(annas, phone, clock):
    assert annas.post("/api/help", {"help": True}).json == {"ok": True, "help": NOW}
    clock.now += 60
    assert annas.post("/api/help", {"help": True}).json["help"] == NOW
    assert phone.get("/api/look").json["extras"]["help"] == NOW


def test_help_has_come(annas, phone):
    annas.post("/api/help", {"help": True})
    assert annas.post("/api/help", {"help": False}).json["help"] is None
    assert phone.get("/api/look").json["extras"]["help"] is None


def test_strangers_call_nobody(phone):
    assert phone.post("/api/help", {"help": True}).status_code == 403


@pytest.mark.parametrize("fields", [{}, {"help": 1}, {"help": "yes"}])
def test_what_is_neither_yes_nor_no_is_refused(annas, fields):
    assert annas.post("/api/help", fields).status_code == 400


def test_the_button_is_only_on_the_pages_of_a_club(phone, table, clock):
    assert b"callhelp" in phone.get("/").data
    alone = Phone(create_app(table, address=ADDRESS, clock=clock, pin="4711"))
    assert b"callhelp" not in alone.get("/").data
    alone.join("anna")
    assert alone.post("/api/help", {"help": True}).json["code"] == "no_club"
