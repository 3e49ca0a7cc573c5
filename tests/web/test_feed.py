"""The stream of events: replay, changes, ends and limits."""

import json
import zlib
from collections.abc import Iterator
from itertools import islice

import pytest

from companion.play.journal import Journal
from companion.play.table import Table
from web import create_app
from web.feed import HEARTBEAT_S, LOOK_AGAIN_S, Feed, change, packed
from web.people import People


def parsed(chunk: bytes) -> list[tuple[str, str, dict]]:
    """(event, id, data) of each event in the bytes."""
    events = []
    for block in chunk.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in fields:
            events.append((fields["event"], fields.get("id", ""), json.loads(fields["data"])))
    return events


@pytest.fixture
def feed(table: Table, clock) -> Feed:
    return Feed(table, People(table, "4711"), clock)


def first(feed: Feed, count: int, last_id: str = "", viewer: str | None = None) -> list[tuple[str, str, dict]]:
    return [event for chunk in islice(feed.events(viewer, last_id, lambda: False), count) for event in parsed(chunk)]


def run(table: Table, die: int) -> None:
    table.submit({"type": "run", "player": table.state.queue[0], "die": die}, "phone")


def test_a_new_phone_is_greeted_and_gets_the_whole_look(feed, clock):
    hello, look = first(feed, 2)
    assert (hello[0], hello[2]["now"]) == ("hello", clock.now)
    assert (look[0], look[1], look[2]["title"]) == ("look", "1-0", "Temple Dash")


def test_a_returning_phone_is_told_the_entries_it_missed(feed, table):
    for die in (1, 2, 3):
        run(table, die)
    events = first(feed, 4, last_id="1-1")
    assert [(name, number) for name, number, _ in events] == [
        ("hello", ""),
        ("entry", "1-2"),
        ("entry", "1-3"),
        ("look", "1-3"),
    ]
    assert [data["words"] for name, _, data in events if name == "entry"] == ["Ben: run 2", "Anna: run 3"]


def test_a_bare_entry_number_will_do(feed, table):
    run(table, 1)
    run(table, 2)
    assert [name for name, _, _ in first(feed, 3, last_id="1")] == ["hello", "entry", "look"]


@pytest.mark.parametrize("last_id", ["9-1", "x", "", "1-", "-", "²", "1-99999999999999999999"], ids=repr)
def test_a_phone_that_cannot_say_what_it_saw_of_this_game_gets_only_the_look(feed, table, last_id):
    run(table, 1)
    assert [name for name, _, _ in first(feed, 2, last_id=last_id)] == ["hello", "look"]


def test_an_entry_comes_with_only_what_it_changed(feed, table):
    events = feed.events(None, "", lambda: False)
    list(islice(events, 2))
    run(table, 4)
    (entry, entry_id, told), (name, number, data) = parsed(next(events))
    assert (entry, entry_id, told["words"]) == ("entry", "1-1", "Anna: run 4")
    assert (name, number) == ("change", "1-1")
    assert data["view"]["headline"] == "ben runs"
    assert {"title", "players", "seats", "notices"} & set(data) == set()


def test_changes_put_together_give_the_look(feed, table):
    events = feed.events(None, "", lambda: False)
    look = parsed(list(islice(events, 2))[1])[0][2]
    for die in (2, 1, 3):
        run(table, die)
        look = patched(look, parsed(next(events))[-1][2])
    table.notice("camera", "no frames for 3 s")
    look = patched(look, parsed(next(events))[-1][2])
    assert look == without_nulls(feed.sent(None))


def patched(target: object, patch: object) -> object:
    """RFC 7386, section 2."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = patched(merged.get(key), value)
    return merged


def without_nulls(look: dict) -> dict:
    return {key: value for key, value in json.loads(json.dumps(look)).items() if key != "question"} | {"question": None}


def test_a_moved_piece_is_all_that_is_sent_of_the_table(feed, table):
    events = feed.events(None, "", lambda: False)
    list(islice(events, 2))
    run(table, 4)
    assert parsed(next(events))[1][2]["lying"] == {"pawn.anna@trail.0": None, "pawn.anna@trail.4": [None, None]}


def test_two_phones_at_the_same_point_share_the_bytes(feed, table):
    one, two = (feed.events(None, "", lambda: False) for _ in range(2))
    for events in (one, two):
        list(islice(events, 2))
    run(table, 4)
    assert next(one) is next(two)


def test_a_private_view_stays_in_its_own_stream(feed, table):
    open_one, annas = (feed.events(viewer, "", lambda: False) for viewer in (None, "anna"))
    open_start, annas_start = (b"".join(islice(events, 2)) for events in (open_one, annas))
    run(table, 4)
    assert b"whisper" not in open_start + next(open_one)
    assert b"only for anna" in annas_start


def test_another_game_on_the_table_comes_as_a_whole_look(feed, table):
    events = feed.events(None, "", lambda: False)
    list(islice(events, 2))
    table.start("temple_dash", ["carl", "dora"])
    name, number, look = parsed(next(events))[0]
    assert (name, number, look["players"]) == ("look", "2-0", ["carl", "dora"])


def test_an_event_of_a_small_game_stays_small(feed, table):
    events = feed.events(None, "", lambda: False)
    list(islice(events, 2))
    run(table, 4)
    assert len(next(events)) < 4096


class StillTable(Table):
    """Nothing happens, and waiting for it takes no time."""

    waited_s = 0.0

    def wait(self, after: int, timeout_s: float) -> int:
        self.waited_s += timeout_s
        return after


@pytest.fixture
def still_table(temple_dash, clock) -> Iterator[StillTable]:
    journal = Journal(":memory:")
    table = StillTable(journal, clock)
    table.start("temple_dash", ["anna", "ben"])
    yield table
    journal.close()


def test_silence_is_broken_by_a_heartbeat(still_table, clock):
    events = Feed(still_table, People(still_table), clock).events(None, "", lambda: False)
    list(islice(events, 2))
    assert parsed(next(events)) == [("beat", "", {"now": clock.now})]
    assert still_table.waited_s == HEARTBEAT_S == 5


def test_a_stream_ends_when_its_phone_is_gone(still_table, clock):
    feed = Feed(still_table, People(still_table), clock)
    assert len(list(feed.events(None, "", lambda: True))) == 2


def test_all_streams_end_when_the_feed_closes(feed):
    events = feed.events(None, "", lambda: False)
    list(islice(events, 2))
    feed.close()
    assert list(events) == []
    assert LOOK_AGAIN_S <= 1


def test_a_moment_lasts_while_the_same_people_are_to_act(feed, table, clock):
    clock.now += 10
    run(table, 1)
    clock.now += 10
    table.notice("camera", "no frames")
    look = feed.look(None)
    assert (look["since"], look["phase_since"]) == (clock.now - 10, clock.now - 10)


def test_after_a_restart_lights_run_from_the_last_entry(table, clock):
    clock.now += 5
    run(table, 1)
    clock.now += 60
    fresh = Feed(table, People(table, "4711"), clock)
    assert fresh.look(None)["since"] == clock.now - 60


def test_change_of_equal_looks_is_empty():
    assert change({"a": [1], "b": {"c": None}}, {"a": [1], "b": {"c": None}}) == {}


def test_the_stream_over_http_replays_from_last_event_id(annas, app):
    annas.run("anna", 1)
    annas.run("ben", 2)
    reply = app.test_client().get("/api/stream", headers={"Last-Event-ID": "1-1"}, buffered=False)
    chunks = list(islice(reply.response, 3))
    reply.close()
    assert reply.content_type == "text/event-stream"
    assert [name for chunk in chunks for name, _, _ in parsed(chunk)] == ["hello", "entry", "look"]


def test_a_private_stream_needs_the_seat(phone):
    assert phone.get("/api/stream?as=anna").status_code == 403


def test_a_private_stream_ends_when_the_seat_is_given_up(annas):
    reply = annas.client.get("/api/stream?as=anna", buffered=False)
    chunks = iter(reply.response)
    list(islice(chunks, 2))
    annas.post("/api/leave", {"player": "anna"})
    assert list(chunks) == []
    reply.close()


def test_above_the_cap_phones_are_told_to_poll(table, clock):
    client = create_app(table, address="http://x", clock=clock, most_streams=1).test_client()
    taken = client.get("/api/stream", buffered=False)
    refused = client.get("/api/stream")
    assert (refused.status_code, refused.json["code"], refused.headers["Retry-After"]) == (503, "full", "10")
    taken.close()
    again = client.get("/api/stream", buffered=False)
    assert again.status_code == 200
    again.close()


def test_long_lists_of_choices_are_left_to_be_asked_for(feed, phone, table):
    many = [{"label": str(n), "action": {"type": "run", "player": "anna", "die": n}} for n in range(60)]
    look = feed.look(None)
    look["view"] = {**look["view"], "prompts": [{"text": "Run.", "player": "anna", "choices": many}]}
    assert feed.sent(None)["view"]["prompts"] == [{"text": "Run.", "player": "anna", "left_out": 60}]
    assert feed.look(None)["view"]["prompts"][0]["choices"] == many
    assert len(phone.get("/api/prompts").json["prompts"][0]["choices"]) == 6


def test_nothing_is_kept_for_viewers_of_a_game_that_is_over(feed, table):
    for viewer in (None, "anna", "ben"):
        feed.sent(viewer)
    table.start("temple_dash", ["carla", "dora"])
    feed.look(None)
    assert [list(kept) for kept in (feed._looks, feed._sent, feed._games)] == [[None], [], [None]]


def test_a_compressed_stream_can_be_read_event_by_event():
    reading = zlib.decompressobj(zlib.MAX_WBITS | 16)
    events = [b"event: beat\ndata: {}\n\n", b"event: look\ndata: 1\n\n" * 50, b"event: beat\ndata: {}\n\n"]
    assert [reading.decompress(chunk) for chunk in packed(events)] == [b"", *events]
