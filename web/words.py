"""Actions and entries in words, for histories and buttons of any game."""

from collections.abc import Mapping
from typing import Any

from companion.games.protocol import Json
from companion.play.journal import Entry

_BEFORE = {"to": "to ", "space": "at ", "die": "", "dice": "", "path": "", "facing": "to ", "item": "", "player": ""}
_BY = {
    "camera": "seen by the camera",
    "phone": "on a phone",
    "button": "with the button",
    "bot": "by a bot",
    "host": "by the host",
    "import": "from an imported game",
}


def name_of(player: str | None) -> str:
    """A player's name as shown.

    >>> name_of("konga"), name_of("anna_lena"), name_of(None)
    ('Konga', 'Anna lena', 'The table')
    """
    if not player:
        return "The table"
    plain = player.replace("_", " ")
    return plain[:1].upper() + plain[1:]


def action_words(action: Json, with_player: bool = True) -> str:
    """One action as a short line.

    >>> action_words({"type": "reveal_card", "player": "konga", "card": 4})
    'Konga: reveal card 4'
    >>> action_words({"type": "move", "player": "konga", "path": ["e6", "e7"], "pushes": []})
    'Konga: move e6 → e7'
    """
    if not isinstance(action, Mapping):
        return str(action)
    kind = str(action.get("type", "action")).replace("_", " ")
    parts = [_field(kind, key, value) for key, value in action.items() if key not in ("type", "player")]
    line = " ".join([kind, *(part for part in parts if part)])
    player = action.get("player")
    return f"{name_of(str(player))}: {line}" if with_player and player else line


def _field(kind: str, key: str, value: Any) -> str:
    if value in (None, [], {}, "") or value is False:
        return ""
    shown = _value(value)
    if key in _BEFORE:
        return f"{_BEFORE[key]}{shown}"
    word = key.replace("_", " ")
    if value is True:
        return word
    return shown if kind.endswith(word) else f"{word} {shown}"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return (
            f"({len(value)})" if len(value) > 4 else ", ".join(f"{key} {_value(item)}" for key, item in value.items())
        )
    if isinstance(value, list | tuple):
        return " → ".join(_value(item) for item in value) if len(value) <= 8 else f"({len(value)})"
    return str(value).replace("_", " ")


def entry_words(entry: Entry) -> str:
    """What an entry did.

    >>> entry_words(Entry(number=3, what="undo", by="phone", at=0.0, count=2))
    'Took back 2 steps'
    """
    if entry.what == "undo":
        return "Took back the last step" if entry.count == 1 else f"Took back {entry.count} steps"
    if entry.what == "redo":
        return "Did the step again" if entry.count == 1 else f"Did {entry.count} steps again"
    words = action_words(entry.action)
    if entry.what == "correct":
        return f"Corrected entry {entry.target}: {words}"
    return words[:1].upper() + words[1:]


def source_words(entry: Entry) -> str:
    """Who said so.

    >>> source_words(Entry(number=3, what="undo", by="phone", at=0.0, who="konga"))
    'Konga, on a phone'
    """
    by = _BY.get(entry.by, entry.by)
    return f"{name_of(entry.who)}, {by}" if entry.who else by[:1].upper() + by[1:]


def entry_json(entry: Entry) -> dict[str, Json]:
    """An entry as phones get it: small, and in words."""
    return {
        "number": entry.number,
        "what": entry.what,
        "by": entry.by,
        "who": entry.who,
        "at": entry.at,
        "target": entry.target,
        "words": entry_words(entry),
        "source": source_words(entry),
    }
