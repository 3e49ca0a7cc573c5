"""The venue's page: the whole once, then what changed; and nothing from outside."""

from itertools import islice

import msgspec
import pytest

from companion.club.hall import Hall
from companion.club.league import VenueConfig
from companion.club.ledger import Ledger
from companion.club.messages import VERSION, Board, Now, Online, Result, Seat
from web import shelf
from web.venue import create_venue

from .conftest import NOW


@pytest.fixture
def hall(clock):
    ledger = Ledger(":memory:")
    made = Hall(ledger, clock, clock, "venue")
    yield made
    ledger.close()


@pytest.fixture
def app(hall, clock):
    return create_venue(hall, VenueConfig(title="Harbour Club"), clock, lambda: "http://venue.local:8080/")


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def board(app):
    return app.extensions["companion"].feed


def sit(hall: Hall, name: str = "table-1", number: int = 3, **more: object) -> None:
    hall.hear(name, Online(v=VERSION, id=name, sent=NOW, online=True), False)
    seats = (Seat("p1", 4, 1, "Anna"), Seat("p2", 1, 2))
    now = Now(
        v=VERSION, id=name, sent=NOW, game="gold_raiders", title="Gold Raiders", game_id=1, number=number, seats=seats,
        address="http://192.168.1.7:8000/", **more,
    )  # fmt: skip
    hall.hear(name, now, False)


def end(hall: Hall, name: str = "table-1") -> None:
    result = Result(
        v=VERSION, id=name, sent=NOW, game_id=1, number=3, game="gold_raiders", title="Gold Raiders",
        started=NOW - 900, ended=NOW, seats=(Seat("p1", 20, 1, "Anna"), Seat("p2", 3, 2, "Ben")), winners=("p1",),
    )  # fmt: skip
    hall.hear(name, result, False)


def test_the_look_is_all_tables_and_the_club(client, hall):
    sit(hall, help=NOW - 30)
    end(hall)
    look = client.get("/api/look").json
    assert look["tables"]["table-1"]["help"] == NOW - 30
    assert [game["title"] for game in look["tonight"]] == ["Gold Raiders"]
    assert [(row["name"], row["points"]) for row in look["league"]] == [("Anna", 5), ("Ben", 3)]
    assert look["records"][0]["best"] == 20


def test_a_stream_sends_the_whole_and_then_what_changed(board, hall):
    sit(hall)
    events = board.events(lambda: False)
    first = next(events)
    assert b"event: hello" in first
    assert b'"Gold Raiders"' in first
    sit(hall, number=4)
    assert patch(next(events)) == {"tables": {"table-1": {"number": 4}}}
    board.close()


def patch(event: bytes) -> dict:
    name, _, data = event.partition(b"\ndata: ")
    assert name == b"event: change"
    return msgspec.json.decode(data)


def test_pieces_that_moved_are_all_that_is_sent_of_a_board(board, hall):
    sit(hall)
    events = board.events(lambda: False)
    before = {"raider.red": ("trail.1",), "raider.blue": ("trail.2",)}
    hall.hear("table-1", Board(v=VERSION, id="table-1", sent=NOW, game_id=1, number=3, lying=before), False)
    next(events)
    after = before | {"raider.red": ("trail.5",)}
    hall.hear("table-1", Board(v=VERSION, id="table-1", sent=NOW, game_id=1, number=4, lying=after), False)
    assert patch(next(events)) == {"tables": {"table-1": {"lying": {"raider.red": ["trail.5"]}}}}
    board.close()


def test_a_result_changes_the_club_and_no_table(board, hall):
    sit(hall)
    events = board.events(lambda: False)
    next(events)
    end(hall)
    assert set(patch(next(events))) == {"tonight", "league", "records", "games"}
    board.close()


def test_what_is_wrong_is_on_the_page_and_goes_again(board, hall):
    events = board.events(lambda: False)
    next(events)
    hall.notice("broker", "nobody listens at club.lan:1883")
    assert patch(next(events)) == {"faults": ["nobody listens at club.lan:1883"]}
    hall.notice("broker", None)
    assert patch(next(events)) == {"faults": []}
    board.close()


def test_a_page_that_is_gone_or_a_venue_that_closes_ends_the_stream(board, hall):
    assert len(list(board.events(lambda: True))) == 1
    board.close()
    assert len(list(board.events(lambda: False))) == 1


def test_streams_have_places(board, client):
    board.most_streams = 1
    assert board.open()
    assert client.get("/api/stream").status_code == 503
    board.leave()
    reply = client.get("/api/stream", buffered=False)
    assert b"event: look" in b"".join(islice(reply.response, 1))
    reply.close()


def test_each_table_has_a_code_to_its_own_page(client, hall):
    sit(hall)
    assert client.get("/qr/table-1.svg").content_type == "image/svg+xml"
    assert client.get("/qr/table-2.svg").status_code == 404


def test_no_code_leads_to_what_is_no_page(client, hall):
    sit(hall)
    hall.tables()[0].now = msgspec.structs.replace(hall.tables()[0].now, address="javascript:alert(1)")
    assert client.get("/qr/table-1.svg").status_code == 404


def test_the_page_and_what_it_draws_come_from_here(client):
    assert b"Harbour Club" in client.get("/").data
    assert client.get("/art/gold_raiders/sheet.svg").status_code == 200
    assert client.get(shelf.address("venue.js")).status_code == 200
    assert client.get(shelf.address("page.css")).status_code == 200
    layout = client.get('/api/layout?game=gold_raiders&players=["p1","p2"]&options={"trail":15}').json
    assert [badge["player"] for badge in layout["badges"]] == ["p1", "p2"]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("game=chess&players=[]", 422),
        ("game=gold_raiders&players=3", 400),
        ("game=gold_raiders&players=[]&options=[", 400),
    ],
)
def test_a_layout_nobody_knows_is_refused(client, asked, status):
    assert client.get(f"/api/layout?{asked}").status_code == status


def test_a_name_from_outside_is_refused(client):
    assert client.get("/api/look", headers={"Host": "evil.example.com"}).status_code == 403
