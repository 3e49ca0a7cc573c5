"""What Home Assistant is told; held to its own validation where its package is installed."""

from datetime import UTC, datetime

import jinja2
import msgspec
import pytest

from companion.club.discovery import CUES, EVENTS, configs, events, flash
from companion.club.messages import VERSION, Told

NOW = 1_700_000_000.0


def told(*cues: str, at: float = NOW) -> Told:
    return Told(
        v=VERSION, id="aaaa", sent=NOW, game_id=1, number=7, at=at, what="action", by="camera", who="konga",
        words="falls", cues=cues,
    )  # fmt: skip


def all_configs() -> dict[str, dict]:
    return {where: msgspec.json.decode(data) for where, data in configs("homeassistant", "anker", "http://pi:8000/")}


def test_a_table_is_one_device_with_sensors_and_events():
    found = all_configs()
    assert sorted(where.split("/")[1] + "/" + where.split("/")[3] for where in found) == [
        "binary_sensor/camera", "binary_sensor/help", "binary_sensor/question", "event/happening",
        "sensor/acting", "sensor/game", "sensor/headline", "sensor/leader", "sensor/round", "sensor/timer",
    ]  # fmt: skip
    assert {tuple(one["device"]["identifiers"]) for one in found.values()} == {("companion_anker",)}
    assert len({one["unique_id"] for one in found.values()}) == len(found)


def test_every_config_is_short_and_says_where_to_hear_that_the_table_is_there():
    found = list(configs("homeassistant", "x" * 32, "http://" + "a" * 100))
    assert max(len(data) for _, data in found) < 4096
    assert {msgspec.json.decode(data)["availability"][0]["topic"] for _, data in found} == {
        f"companion/{'x' * 32}/online"
    }


def test_every_event_is_a_cue_of_the_games():
    assert set(EVENTS) == {"knock_out", "treasure", "game_over"}
    assert set(EVENTS) < set(CUES)


def test_what_happens_sets_off_an_event_each_and_one_flash():
    found = [
        (where, msgspec.json.decode(data)) for where, data in events("anker", "lamp/set", told("treasure", "game_over"))
    ]
    assert [(where, data.get("event_type")) for where, data in found] == [
        ("companion/anker/event", "treasure"), ("companion/anker/event", "game_over"), ("lamp/set", None),
    ]  # fmt: skip
    assert found[-1][1] == flash("game_over")


def test_without_a_light_and_without_a_cue_nothing_flashes():
    assert [where for where, _ in events("anker", "", told("treasure"))] == ["companion/anker/event"]
    assert list(events("anker", "lamp/set", told("your_turn"))) == []


def test_what_is_told_late_sets_nothing_off():
    assert list(events("anker", "lamp/set", told("treasure", at=NOW - 60))) == []


def test_home_assistants_own_validation_takes_every_config():
    mqtt = pytest.importorskip("homeassistant.components.mqtt", reason="Home Assistant's package is not installed here")
    from homeassistant.components.mqtt import binary_sensor, event, sensor

    schemas = {"sensor": sensor, "binary_sensor": binary_sensor, "event": event}
    found = all_configs()
    for where, config in found.items():
        assert schemas[where.split("/")[1]].DISCOVERY_SCHEMA(config)["name"] == config["name"]
    assert (mqtt is not None, len(found)) == (True, 10)


NOW_SAID = {
    "title": "Gold Raiders",
    "round": 3,
    "headline": "Round 3, night: Konga lays a card",
    "acting": ["konga"],
    "seats": [{"player": "konga", "place": 1}, {"player": "osiris", "place": 1}, {"player": "p3", "place": 3}],
    "timer": {"total_s": 60, "ends_at": NOW + 41.6},
    "question": True,
    "faults": {"camera": "no frames"},
}


def rendered(said: dict) -> dict[str, str]:
    """Each sensor's value; Home Assistant's templates are Jinja's."""
    moment = jinja2.Environment(autoescape=False)
    moment.globals["now"] = lambda: datetime.fromtimestamp(NOW, UTC)
    found = ((where, config.get("value_template")) for where, config in all_configs().items())
    return {
        where.split("/")[3]: moment.from_string(template).render(value_json=said)
        for where, template in found
        if template
    }


def test_sensors_show_what_the_table_says():
    assert rendered(NOW_SAID) == {
        "game": "Gold Raiders", "round": "3", "headline": "Round 3, night: Konga lays a card",
        "leader": "Konga, Osiris", "acting": "Konga", "timer": "42.0", "question": "ON", "camera": "OFF", "help": "OFF",
    }  # fmt: skip


def test_sensors_of_a_bare_table_are_bare():
    assert rendered({}) == {
        "game": "nothing", "round": "None", "headline": "", "leader": "", "acting": "", "timer": "None",
        "question": "OFF", "camera": "ON", "help": "OFF",
    }  # fmt: skip


def test_a_timer_that_stands_shows_what_is_left():
    assert rendered({"timer": {"total_s": 60, "left_s": 12.4}})["timer"] == "12.0"
