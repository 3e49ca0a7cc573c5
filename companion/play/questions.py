"""What the companion is unsure of, with the likely answers."""

from typing import Any

import msgspec


class Answer(msgspec.Struct, frozen=True):
    """One likely answer: pressing it submits those actions, in order. None at all: "something else"."""

    label: str
    actions: tuple[Any, ...] = ()


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the companion is unsure of: asked on the phones, lit on the doubtful spaces."""

    text: str
    answers: tuple[Answer, ...]
    player: str | None = None  # whose phone; None: everybody's
    spaces: tuple[str, ...] = ()
    number: int = 0  # given by the table
