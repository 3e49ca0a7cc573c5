"""Home Assistant finds each table by itself: a device with sensors, and events for automations."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec

from companion.club.messages import Told, topic
from companion.games.protocol import Cue
from companion.shine.effects import colour_of

CUES: tuple[str, ...] = get_args(Cue)
EVENTS = tuple(cue for cue in CUES if cue not in ("your_turn", "round"))  # what is worth an automation
FLASHES = {"knock_out": "red", "treasure": "gold", "game_over": "white"}
FRESH_S = 5.0  # an entry told later than that makes no light flash any more

_LEADERS = "value_json.seats | default([]) | selectattr('place', 'eq', 1) | map(attribute='player')"
_TIMER = (
    "{% set t = value_json.timer | default({}) %}"
    "{{ t.left_s | round(0) if 'left_s' in t else [t.ends_at - now().timestamp(), 0] | max | round(0)"
    " if 'ends_at' in t else None }}"
)
SENSORS: Mapping[str, tuple[str, str, str]] = {  # name, template, icon
    "game": ("Game", "{{ value_json.title | default('nothing') }}", "mdi:dice-multiple"),
    "round": ("Round", "{{ value_json.round | default(None) }}", "mdi:counter"),
    "headline": ("Headline", "{{ value_json.headline | default('') | truncate(250) }}", "mdi:bullhorn"),
    "leader": ("Leader", f"{{{{ ({_LEADERS}) | join(', ') | title }}}}", "mdi:podium-gold"),
    "acting": ("Whose turn", "{{ value_json.acting | default([]) | join(', ') | title }}", "mdi:account-arrow-right"),
    "timer": ("Timer", _TIMER, "mdi:timer-sand"),
}
BINARY: Mapping[str, tuple[str, str, str | None]] = {
    "question": ("Question open", "{{ 'ON' if value_json.question | default(false) else 'OFF' }}", None),
    "camera": (
        "Camera well",
        "{{ 'OFF' if 'camera' in (value_json.faults | default({})) else 'ON' }}",
        "connectivity",
    ),
    "help": ("Needs help", "{{ 'ON' if value_json.help is defined else 'OFF' }}", "problem"),
}


def configs(prefix: str, table: str, address: str) -> Iterator[tuple[str, bytes]]:
    """The retained messages that describe a table: topic and payload each."""
    shared = {
        "device": _device(table, address),
        "availability": [
            {
                "topic": topic(table, "online"),
                "value_template": "{{ 'online' if value_json.online else 'offline' }}",
            }
        ],
        "qos": 1,
    }
    for key, (name, template, icon) in SENSORS.items():
        more: dict[str, Any] = {"icon": icon}
        if key == "timer":
            more |= {"unit_of_measurement": "s", "device_class": "duration"}
        yield _config(
            prefix, "sensor", table, key, {**shared, **_named(table, key, name), **_of_now(table, template), **more}
        )
    for key, (name, template, kind) in BINARY.items():
        of_kind = {"device_class": kind} if kind else {}
        yield _config(
            prefix,
            "binary_sensor",
            table,
            key,
            {**shared, **_named(table, key, name), **_of_now(table, template), **of_kind},
        )
    events = {"state_topic": topic(table, "event"), "event_types": list(EVENTS), "icon": "mdi:party-popper"}
    yield _config(prefix, "event", table, "happening", {**shared, **_named(table, "happening", "Happening"), **events})


def _device(table: str, address: str) -> dict[str, Any]:
    page = {"configuration_url": address} if address else {}
    return {"identifiers": [f"companion_{table}"], "name": f"Table {table}", "manufacturer": "The companion", **page}


def _named(table: str, key: str, name: str) -> dict[str, str]:
    return {"name": name, "unique_id": f"companion_{table}_{key}", "object_id": f"{table}_{key}"}


def _of_now(table: str, template: str) -> dict[str, str]:
    return {"state_topic": topic(table, "now"), "value_template": template}


def _config(prefix: str, kind: str, table: str, key: str, config: Mapping[str, Any]) -> tuple[str, bytes]:
    return f"{prefix}/{kind}/companion_{table}/{key}/config", msgspec.json.encode(config)


def events(table: str, light: str, entry: Told) -> Iterator[tuple[str, bytes]]:
    """What an entry sets off in the house: an event each, and a flash of the light for the gravest of them."""
    if entry.sent - entry.at > FRESH_S:
        return
    happened = [cue for cue in EVENTS if cue in entry.cues]
    for cue in happened:
        about = {"event_type": cue, "words": entry.words, "who": entry.who, "number": entry.number}
        yield topic(table, "event"), msgspec.json.encode(about)
    if light and happened:
        yield light, msgspec.json.encode(flash(happened[-1]))


def flash(cue: str) -> dict[str, Any]:
    """A short flash in the words of Home Assistant's JSON lights, which Zigbee2MQTT and Tasmota know, too."""
    red, green, blue = colour_of(FLASHES.get(cue, "white"))
    return {"state": "ON", "brightness": 255, "color": {"r": red, "g": green, "b": blue}, "flash": "short"}
