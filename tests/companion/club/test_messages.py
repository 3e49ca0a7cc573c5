"""Messages travel as JSON, short and versioned; whatever is none of ours is refused in one line."""

import msgspec
import pytest

from companion.club.messages import (
    KINDS,
    MOST_BYTES,
    VERSION,
    Now,
    Online,
    Seat,
    Told,
    decode,
    encode,
    plain,
    read_topic,
    topic,
)
from companion.errors import BadInput

NOW = Now(v=VERSION, id="3f9a1c2e", sent=1_700_000_000.0, game="gold_raiders", seats=(Seat("p1", 3, 1, "Anna"),))


def test_a_message_comes_back_as_it_was_sent():
    assert decode(encode(NOW), Now) == NOW


def test_what_is_as_usual_is_not_sent():
    assert plain(NOW) == {
        "v": 1,
        "id": "3f9a1c2e",
        "sent": 1_700_000_000.0,
        "game": "gold_raiders",
        "seats": [{"player": "p1", "total": 3, "place": 1, "name": "Anna"}],
    }


def test_what_a_later_version_adds_is_no_trouble_to_this_one():
    data = encode(NOW)[:-1] + b',"weather":"fine"}'
    assert decode(data, Now) == NOW


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"ON",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"v":1,"id":"a","sent":"now"}',
        b'{"v":1,"id":"a","sent":-1}',
        b'{"v":1,"id":"","sent":1}',
        b'{"v":1,"id":"a","sent":1e300}',
        b'{"id":"a","sent":1}',
        b'{"v":2,"id":"a","sent":1}',
        b"[" * 3000,
        b'{"v":1,"id":"a","sent":1,"headline":"' + b"x" * MOST_BYTES + b'"}',
    ],
)
def test_strangers_messages_are_refused_in_one_line(data):
    with pytest.raises(BadInput) as refused:
        decode(data, Now)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_another_version_is_named():
    data = msgspec.json.encode({"v": 7, "id": "a", "sent": 1, "online": True})
    with pytest.raises(BadInput, match="speaks version 7 of our messages, this companion version 1"):
        decode(data, Online)


def test_a_message_too_long_to_travel_is_refused_before_it_is_sent():
    long = Told(v=VERSION, id="a", sent=1.0, game_id=1, number=1, at=1.0, what="action", by="bot", words="x" * 5000)
    with pytest.raises(BadInput, match="at most 4096"):
        encode(long)


def test_topics_name_the_table_and_the_kind():
    assert [read_topic(topic("table-7", kind)) for kind in KINDS if kind != "result"] == [
        ("table-7", kind) for kind in KINDS if kind != "result"
    ]
    assert read_topic(topic("table-7", "result", "3f9a1c2e-17")) == ("table-7", "result")


@pytest.mark.parametrize(
    "text", ["", "companion", "companion/a", "companion//now", "companion/a b/now", "companion/a/weather",
             "companion/a/now/b", "companion/a/result", "zigbee2mqtt/lamp/now", f"companion/{'x' * 33}/now"],
)  # fmt: skip
def test_foreign_topics_are_refused(text):
    with pytest.raises(BadInput, match="no table speaks on"):
        read_topic(text)
