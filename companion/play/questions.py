"""What the companion is unsure of, with the likely answers."""

from typing import Any

import msgspec


class Answer(msgspec.Struct, frozen=True):
    """One likely answer: pressing it submits those actions, in order. None at all: "something else".

    It may also take steps back, or say that the table is played as it lies, against the rules.
    """

    label: str
    actions: tuple[Any, ...] = ()
    undo: int = 0
    overrule: Any = None


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the companion is unsure of: asked on the phones, lit on the doubtful spaces."""

    text: str
    answers: tuple[Answer, ...]
    player: str | None = None  # whose phone; None: everybody's
    spaces: tuple[str, ...] = ()
    number: int = 0  # given by the table
