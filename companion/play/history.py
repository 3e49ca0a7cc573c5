"""Entries become a line of steps: undo, redo and correction move along versions of that line; nothing is dropped."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from companion.errors import BadInput, CompanionError, IllegalAction
from companion.games.overruling import is_overrule, overruled
from companion.games.protocol import Action, Game, State, to_json
from companion.play.journal import Entry


@dataclass(frozen=True)
class Step:
    """One action that stands, with the entry that brought it and the states around it."""

    entry: Entry
    action: Any  # as JSON: what was journalled, or what it was corrected to
    before: State
    did: Action | None  # the action itself; None where it no longer fits, and where the table overruled the rules
    state: State
    unfit: str = ""  # why it no longer fits after a correction; such a step changes nothing
    corrected_by: int | None = None


@dataclass(frozen=True, eq=False)
class Version:
    """The first steps of a line. Versions that only went on share theirs, or a long game would keep every prefix."""

    line: list[Step]
    length: int

    def steps(self) -> tuple[Step, ...]:
        return tuple(self.line[: self.length])

    def with_step(self, step: Step) -> "Version":
        """One step longer; a line that went on otherwise and was taken back stays as it is, for it can be redone."""
        line = self.line if len(self.line) == self.length else self.line[: self.length]
        line.append(step)
        return Version(line, self.length + 1)


class History:
    """Where the game stands after a list of entries."""

    def __init__(self, game: Game, start: State, entries: Iterable[Entry] = ()) -> None:
        self.game = game
        self._start = start
        self._versions = [Version([], 0)]
        self._made: list[Entry] = []  # what led to each version but the first
        self._now = 0
        self._said: dict[int, tuple[State, Action]] = {}
        self._told: tuple[Version, tuple[Step, ...]] = self._versions[0], ()
        for entry in entries:
            self.take(entry)

    @property
    def steps(self) -> tuple[Step, ...]:
        version, (told, steps) = self._versions[self._now], self._told
        if told is not version:
            steps = version.steps()
            self._told = version, steps
        return steps

    @property
    def state(self) -> State:
        version = self._versions[self._now]
        return version.line[version.length - 1].state if version.length else self._start

    @property
    def can_undo(self) -> int:
        return self._now

    @property
    def can_redo(self) -> int:
        return len(self._versions) - 1 - self._now

    def undoes(self, count: int = 1) -> tuple[Entry, ...]:
        """The entries that so many undos would take back, the newest first."""
        return tuple(reversed(self._made[max(0, self._now - count) : self._now]))

    def redoes(self, count: int = 1) -> tuple[Entry, ...]:
        """The entries that so many redos would do again."""
        return tuple(self._made[self._now : self._now + max(0, count)])

    def states(self) -> list[State]:
        """The start and the state after every step."""
        return [self._start, *(step.state for step in self.steps)]

    def said(self, entry: Entry) -> tuple[State, Action] | None:
        """The action an entry brought and the state it was said in, even if it was taken back since; None for undos."""
        return self._said.get(entry.number)

    def take(self, entry: Entry) -> Entry:
        """Applies one entry and returns it as it is to be kept, its action in the rulebook's own form.

        IllegalAction or BadInput, and nothing has changed, if it cannot be.
        """
        if entry.what == "undo":
            self._refuse_too_far(entry.count, self.can_undo, "undo")
            self._now -= entry.count
        elif entry.what == "redo":
            self._refuse_too_far(entry.count, self.can_redo, "redo")
            self._now += entry.count
        elif entry.what in ("correct", "remove"):
            return self._mend(entry)
        else:
            step = self._step(self.state, entry, entry.action)
            entry = msgspec.structs.replace(entry, action=step.action)
            self._push(self._versions[self._now].with_step(replace(step, entry=entry)), entry)
            if step.did is not None:
                self._said[entry.number] = step.before, step.did
        return entry

    def take_all(self, entries: Sequence[Entry]) -> list[Entry]:
        """All of them or, where one does not fit, none."""
        versions, made, now = list(self._versions), list(self._made), self._now
        try:
            return [self.take(entry) for entry in entries]
        except CompanionError:
            self._versions, self._made, self._now = versions, made, now
            raise

    def _refuse_too_far(self, count: int, room: int, word: str) -> None:
        if not 1 <= count <= room:
            raise BadInput(f"cannot {word} {count} steps; there {'is' if room == 1 else 'are'} {room} to {word}")

    def _push(self, version: Version, entry: Entry) -> None:
        self._versions[self._now + 1 :] = [version]
        self._made[self._now :] = [entry]
        self._now += 1

    def _step(self, state: State, entry: Entry, action: Any) -> Step:
        if is_overrule(action):
            return Step(entry, action, state, None, overruled(self.game, state, action))
        did = self.game.read(state, action)
        return Step(entry, to_json(did), state, did, self.game.apply(state, did))

    def mended(self, entry: Entry) -> tuple[Step, ...]:
        """All steps as they would be after that correction or removal; nothing has changed yet."""
        place = self._place(entry)
        wrong, later = self.steps[place], self.steps[place + 1 :]
        if entry.what == "remove":
            return (*self.steps[:place], *self._again(wrong.before, later))
        mended = replace(self._step(wrong.before, wrong.entry, entry.action), corrected_by=entry.number)
        return (*self.steps[:place], mended, *self._again(mended.state, later))

    def _mend(self, entry: Entry) -> Entry:
        place, line = self._place(entry), self.mended(entry)
        told = self.steps[place] if entry.what == "remove" else line[place]
        kept = msgspec.structs.replace(entry, action=told.action)
        self._push(Version(list(line), len(line)), kept)
        if told.did is not None:
            self._said[entry.number] = told.before, told.did
        return kept

    def _place(self, entry: Entry) -> int:
        for place, step in enumerate(self.steps):
            if step.entry.number == entry.target:
                return place
        standing = ", ".join(str(step.entry.number) for step in self.steps[-8:]) or "none"
        raise BadInput(f"entry {entry.target} holds no action that stands; the last that do are {standing}")

    def _again(self, state: State, steps: Iterable[Step]) -> Iterable[Step]:
        for step in steps:
            try:
                fresh = replace(self._step(state, step.entry, step.action), corrected_by=step.corrected_by)
            except (IllegalAction, BadInput) as refusal:
                fresh = replace(step, before=state, did=None, state=state, unfit=str(refusal))
            state = fresh.state
            yield fresh
