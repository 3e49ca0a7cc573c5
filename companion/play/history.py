"""Entries become a line of steps: undo, redo and correction move along versions of that line; nothing is dropped."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import BadInput, IllegalAction
from companion.games.protocol import Game, State
from companion.play.journal import Entry


@dataclass(frozen=True)
class Step:
    """One action that stands, with the entry that brought it and the state after it."""

    entry: Entry
    action: Any  # as JSON: what was journalled, or what it was corrected to
    state: State
    unfit: str = ""  # why it no longer fits after a correction; such a step changes nothing
    corrected_by: int | None = None


class History:
    """Where the game stands after a list of entries."""

    def __init__(self, game: Game, start: State, entries: Iterable[Entry] = ()) -> None:
        self._game = game
        self._start = start
        self._versions: list[tuple[Step, ...]] = [()]
        self._now = 0
        for entry in entries:
            self.take(entry)

    @property
    def steps(self) -> tuple[Step, ...]:
        return self._versions[self._now]

    @property
    def state(self) -> State:
        return self.steps[-1].state if self.steps else self._start

    @property
    def can_undo(self) -> int:
        return self._now

    @property
    def can_redo(self) -> int:
        return len(self._versions) - 1 - self._now

    def states(self) -> list[State]:
        """The start and the state after every step."""
        return [self._start, *(step.state for step in self.steps)]

    def take(self, entry: Entry) -> None:
        """Applies one entry; raises IllegalAction or BadInput and changes nothing if it cannot be."""
        if entry.what == "undo":
            self._move(-entry.count, self.can_undo, "undo")
        elif entry.what == "redo":
            self._move(entry.count, self.can_redo, "redo")
        elif entry.what == "correct":
            self._push(self._corrected(entry))
        else:
            self._push((*self.steps, self._step(self.state, entry, entry.action)))

    def _move(self, count: int, room: int, word: str) -> None:
        if not 1 <= abs(count) <= room:
            raise BadInput(f"cannot {word} {abs(count)} steps; there {'is' if room == 1 else 'are'} {room} to {word}")
        self._now += count

    def _push(self, line: tuple[Step, ...]) -> None:
        self._versions[self._now + 1 :] = [line]
        self._now += 1

    def _step(self, state: State, entry: Entry, action: Any) -> Step:
        return Step(entry, action, self._game.apply(state, self._game.read(state, action)))

    def _corrected(self, entry: Entry) -> tuple[Step, ...]:
        place = next((i for i, step in enumerate(self.steps) if step.entry.number == entry.target), None)
        if place is None:
            standing = ", ".join(str(step.entry.number) for step in self.steps[-8:]) or "none"
            raise BadInput(f"entry {entry.target} holds no action that stands; the last that do are {standing}")
        before = self.steps[:place]
        state = before[-1].state if before else self._start
        mended = replace(self._step(state, self.steps[place].entry, entry.action), corrected_by=entry.number)
        return (*before, mended, *self._again(mended.state, self.steps[place + 1 :]))

    def _again(self, state: State, steps: Iterable[Step]) -> Iterable[Step]:
        for step in steps:
            try:
                fresh = replace(self._step(state, step.entry, step.action), corrected_by=step.corrected_by)
            except IllegalAction as refusal:
                fresh = replace(step, state=state, unfit=f"{refusal.code}: {refusal}")
            state = fresh.state
            yield fresh
