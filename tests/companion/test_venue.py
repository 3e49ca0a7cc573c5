"""The venue as a whole, and the demo club."""

import threading
from urllib.request import urlopen

import msgspec
import pytest

from companion.club.broker import Broker, program
from companion.config import Config, with_venue_options
from companion.errors import BadInput
from companion.venue import DemoClub, VenueApp


@pytest.fixture
def folder(tmp_path):
    try:
        program()
    except BadInput as missing:
        pytest.skip(str(missing))
    return tmp_path


def config(tmp_path, **options) -> Config:
    found = with_venue_options(None, {"data": str(tmp_path), "host": "127.0.0.1", **options})
    return msgspec.structs.replace(found, venue=msgspec.structs.replace(found.venue, port=0))


def look(app: VenueApp) -> dict:
    with urlopen(f"http://127.0.0.1:{app.server.port}/api/look") as reply:
        return msgspec.json.decode(reply.read())


def test_without_a_broker_it_is_said_what_would_do(tmp_path):
    with pytest.raises(BadInput, match="give --broker HOST"):
        VenueApp(config(tmp_path))


def test_a_broker_that_is_away_is_said_on_the_page(tmp_path):
    app = VenueApp(config(tmp_path, broker="127.0.0.1:9"))
    app.hall.wait(0, 20)
    assert look(app)["faults"] == [
        "nobody listens at 127.0.0.1:9; start the broker there, or mend mqtt.host and mqtt.port"
    ]
    app.close()


def test_a_venue_runs_until_it_is_stopped(folder):
    broker = Broker(folder)
    app = VenueApp(config(folder, broker=f"127.0.0.1:{broker.port}"))
    running = threading.Thread(target=app.run)
    running.start()
    app.stop()
    running.join(10)
    assert not running.is_alive()
    app.close()
    broker.close()


def test_the_demo_is_a_broker_a_venue_and_tables_with_pages(folder):
    club = DemoClub(config(folder), 2, folder)
    for _ in range(5):
        club.tables[0].act()
    hall, news = club.venue.hall, -1
    while [one.now.number for one in hall.tables()] != [5, 0]:
        assert news != (news := hall.wait(news, 20)), "nothing more is heard"
    tables = look(club.venue)["tables"]
    assert sorted(tables) == ["table-1", "table-2"]
    port = tables["table-1"]["address"].rstrip("/").rpartition(":")[2]
    with urlopen(f"http://127.0.0.1:{port}/api/look") as reply:
        assert msgspec.json.decode(reply.read())["number"] == 5
    club.close()
