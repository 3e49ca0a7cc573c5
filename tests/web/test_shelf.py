"""What phones keep: compressed once, named by content."""

import gzip

import pytest
from flask import Request, Response
from werkzeug.test import EnvironBuilder

from web import shelf


def asking(**headers: str) -> Request:
    return Request(EnvironBuilder(headers=headers).get_environ())


ZIPPING = {"Accept-Encoding": "gzip, deflate"}


def test_a_browser_that_takes_it_gets_it_compressed():
    what = shelf.ware(b"gold " * 500, "text/css")
    reply = shelf.handed(what, asking(**ZIPPING))
    assert (reply.headers["Content-Encoding"], gzip.decompress(reply.data)) == ("gzip", b"gold " * 500)
    assert len(reply.data) < 100
    assert shelf.handed(what, asking()).data == b"gold " * 500


def test_what_is_compressed_already_is_left_alone():
    reply = shelf.handed(shelf.ware(b"gold " * 500, "image/png"), asking(**ZIPPING))
    assert ("Content-Encoding" in reply.headers, reply.data) == (False, b"gold " * 500)


def test_whoever_has_it_is_told_so():
    what = shelf.ware(b"gold", "text/css")
    assert shelf.handed(what, asking(**{"If-None-Match": f'W/"{what.mark}"'})).status_code == 304


@pytest.mark.parametrize("name", ["play.js", "host.js", "page.css", "bold.woff"])
def test_the_address_of_a_file_names_its_content(name):
    stem, _, kind = name.partition(".")
    assert shelf.address(name) == f"/kept/{stem}.{shelf.kept(name).mark}.{kind}"


def test_a_page_without_a_script_of_its_own_has_the_still_one():
    assert shelf.script_of("play").startswith("/kept/play.")
    assert shelf.script_of("missing").startswith("/kept/still.")


@pytest.mark.parametrize(
    ("data", "kind", "zipped"),
    [(b"x" * 2000, "application/json", True), (b"x" * 50, "text/html", False), (b"x" * 2000, "image/jpeg", False)],
)
def test_an_answer_is_compressed_where_that_is_worth_it(data, kind, zipped):
    reply = shelf.pack(Response(data, content_type=kind), asking(**ZIPPING))
    assert (reply.headers.get("Content-Encoding") == "gzip") == zipped
