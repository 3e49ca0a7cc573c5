"""What is told once, to whoever listens: a small closed set of records."""

from dataclasses import dataclass

from companion.games.protocol import Action, Cue, Json, State
from companion.play.journal import Entry
from companion.play.questions import Question
from companion.play.sitting import Sitting


@dataclass(frozen=True)
class SatDown:
    """Another game is on the table, or the same one again after a restart."""

    sitting: Sitting


@dataclass(frozen=True)
class Entered:
    """An entry is on the disk. `action` is None for an undo, a redo and a correction: there much may have changed."""

    entry: Entry
    sitting: Sitting
    before: State
    action: Action | None
    after: State
    cues: tuple[Cue, ...] = ()


@dataclass(frozen=True)
class Asked:
    """A question is open."""

    question: Question


@dataclass(frozen=True)
class Cleared:
    """A question is no longer open: answered, overtaken by an entry, or withdrawn."""

    question: Question


@dataclass(frozen=True)
class Noticed:
    """A part says how it is; None: it is well again. `spaces` shine meanwhile: something is to be done there."""

    part: str
    text: str | None
    spaces: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kept:
    """Something beside the rules has changed: the timer, a pause, who plays by hand."""

    name: str
    value: Json


News = SatDown | Entered | Asked | Cleared | Noticed | Kept
