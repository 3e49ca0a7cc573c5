"""What a request brought along: read strictly, refused in one line."""

import pytest
from flask import Flask

from web.desk import Malformed, asked, desk, number_of, viewer, who
from web.people import NotAllowed
from web.shapes import CorrectRequest, StepsRequest


def test_the_body_is_read_as_a_type(app: Flask):
    with app.test_request_context(data=b'{"count": 12}'):
        assert asked(StepsRequest) == StepsRequest(count=12)
    with app.test_request_context():
        assert asked(StepsRequest) == StepsRequest()


@pytest.mark.parametrize("data", [b"{", b"[1]", b"\xff", b"[" * 100_000], ids=["torn", "a list", "no text", "deep"])
def test_any_other_body_is_malformed(app: Flask, data: bytes):
    with app.test_request_context(data=data), pytest.raises(Malformed, match="the request"):
        asked(StepsRequest)


@pytest.mark.parametrize("value", ['"3"', "3.5", "true", "10000000000", "null"])
def test_only_a_whole_number_of_a_sensible_size_is_one(app: Flask, value: str):
    data = f'{{"entry": {value}, "action": {{}}}}'
    with app.test_request_context(data=data), pytest.raises(Malformed, match=r"at `\$.entry`"):
        asked(CorrectRequest)


def test_what_is_needed_and_missing_is_named(app: Flask):
    with app.test_request_context(data=b"{}"), pytest.raises(Malformed, match="missing required field `entry`"):
        asked(CorrectRequest)


@pytest.mark.parametrize(("query", "number"), [("", None), ("?entry=", None), ("?entry=12", 12)])
def test_a_number_of_the_address_may_be_left_out(app: Flask, query: str, number: int | None):
    with app.test_request_context(f"/{query}"):
        assert number_of("entry") == number


@pytest.mark.parametrize("value", ["-1", "1e3", "1234567890", "%C2%B2"])
def test_an_odd_number_of_the_address_is_malformed(app: Flask, value: str):
    with app.test_request_context(f"/?entry={value}"), pytest.raises(Malformed):
        number_of("entry")


def test_only_the_phone_in_a_seat_has_its_eyes(app: Flask):
    with app.test_request_context("/?as=anna"), pytest.raises(NotAllowed, match="take the seat first"):
        viewer()
    with app.test_request_context("/"):
        assert (viewer(), who()) == (None, None)
        assert desk().address == "http://companion.local:8000"
