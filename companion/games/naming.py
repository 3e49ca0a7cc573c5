"""Sentences name people by their seats; whoever shows one says what the people in them are called."""

import re
from collections.abc import Mapping

import msgspec

from companion.games.protocol import MARK

_MARKED = re.compile(f"{MARK}([^{MARK}]*){MARK}")
_MARKED_JSON = re.compile(rf'{MARK}((?:[^"\\]|\\.)*?){MARK}'.encode())  # never beyond the end of a string


def named(text: str, names: Mapping[str, str]) -> str:
    """The sentence with everybody by name, as far as names are known.

    >>> from companion.games.protocol import people, person
    >>> named(f"{person('red')} challenges {people(['blue', 'green'])}", {"red": "Anna"})
    'Anna challenges Blue and Green'
    """
    return _MARKED.sub(lambda found: names.get(found[1]) or name_of(found[1]), text)


def named_json(data: bytes, names: Mapping[str, str]) -> bytes:
    """Encoded JSON with everybody by name in all its sentences.

    >>> from companion.games.protocol import person
    >>> named_json(msgspec.json.encode([f"{person('red')} won"]), {"red": 'Anna "Ace"'})
    b'["Anna \\\\"Ace\\\\" won"]'
    """

    def called(found: re.Match[bytes]) -> bytes:
        player = msgspec.json.decode(b'"' + found[1] + b'"', type=str)
        return msgspec.json.encode(names.get(player) or name_of(player))[1:-1]

    return _MARKED_JSON.sub(called, data)


def plain(text: str) -> str:
    """The sentence where nobody has another name than that of the seat."""
    return named(text, {})


def name_of(player: str | None) -> str:
    """A seat as shown.

    >>> name_of("konga"), name_of("anna_lena"), name_of(None)
    ('Konga', 'Anna lena', 'The table')
    """
    if not player:
        return "The table"
    words = player.replace("_", " ")
    return words[:1].upper() + words[1:]
