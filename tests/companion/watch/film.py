"""Shows a film of a real game to the watcher, take by take, as the camera would."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.games import game_named
from companion.games.protocol import Action, State, replay, to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.watch.aim import targets_of
from companion.watch.watcher import Watcher
from hardware.camera import Frame
from vision.eyes import Eyes

FRAMES = 9  # of a table at rest; as many again if nothing came of them
NOISE = 2.5


@dataclass
class Projector:
    """One film: `tally` counts the takes that were right, asked about, missed and wrong, and what was told by phone."""

    name: str
    folder: Path
    tally: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        film = msgspec.json.decode((self.folder / "film.json").read_bytes())
        self.takes = film["takes"]
        self.game = game_named(self.name)
        self.table = Table(Journal(":memory:"), lambda: 0.0)
        self.table.start(self.name, film["players"], film["options"])
        for raw in film["entered_before"]:
            self.table.submit(raw, by="phone")
        self._watcher = Watcher(self.table, lambda layout: Eyes(targets_of(layout)))
        self._rng = np.random.default_rng(1)

    def show(self, most: int | None = None) -> Counter[str]:
        for take in self.takes[:most]:
            picture = np.asarray(cv2.imread(str(self.folder / take["picture"])), np.uint8)
            if take["kind"] == "hand":
                self._frames(picture, 3, shift=30)
            else:
                self._take(picture, list(self._actions(take["actions"])))
        return self.tally

    def _actions(self, raws: list[Any]) -> Iterator[Action]:
        state = self.table.state
        for raw in raws:
            action = self.game.read(state, raw)
            state = self.game.apply(state, action)
            yield action

    def _take(self, picture: Any, done: list[Action]) -> None:
        """What nobody could see (turns passed without a torch too: the film has none) is told first."""
        for action in done[:-1] if done else ():
            is_told = self.game.told(self.table.state, action) or action in self.game.endings(self.table.state)
            if is_told or self._is_undrawn(action):
                self.table.submit(to_json(action), by="phone")
                done = done[1:]
                self.tally["told"] += 1
        if done and self.game.told(self.table.state, done[0]):
            self.table.submit(to_json(done[0]), by="phone")
            done = done[1:]
            self.tally["told"] += 1
        before, goal = self.table.number, replay(self.game, self.table.state, done)
        self._frames(picture, FRAMES)
        if self.table.number == before and self.table.question is None and done:
            self._frames(picture, FRAMES)
        self.tally[self._judged(before, goal, bool(done))] += 1
        if key(self.table.state) != key(goal):
            if self.table.number > before:
                self.table.undo("phone", count=self.table.number - before)
            self.table.submit_all([to_json(action) for action in done], by="phone")

    def _is_undrawn(self, action: Action) -> bool:
        """Only strokes on a sheet would tell of it, and these films have none."""
        state = self.table.state
        new = self.game.placements(self.game.apply(state, action)) - self.game.placements(state)
        return bool(new) and all(self.table.sitting.layout.piece[one.piece].stroke for one in new)

    def _judged(self, before: int, goal: State, was_done: bool) -> str:
        question = self.table.question
        if question is not None:
            for choice, answer in enumerate(question.answers):
                actions = [self.game.read(self.table.state, raw) for raw in answer.actions[:1]]
                if actions and key(self._after(answer.actions)) == key(goal):
                    self.table.answer(question.number, choice, by="phone")
                    break
            return "asked"
        if key(self.table.state) == key(goal):
            return "right" if was_done else "quiet"
        return "missed" if self.table.number == before else "wrong"

    def _after(self, raws: tuple[Any, ...]) -> State:
        state = self.table.state
        for raw in raws:
            state = self.game.apply(state, self.game.read(state, raw))
        return state

    def _frames(self, picture: Any, number: int, shift: int = 0) -> None:
        for _ in range(number):
            noisy = np.clip(picture + self._rng.normal(0, NOISE, picture.shape), 0, 255).astype(np.uint8)
            if shift:
                noisy = np.roll(noisy, int(self._rng.integers(-shift, shift + 1)), axis=1)
            self._watcher.see(Frame(noisy, 0.0))


def key(state: State) -> bytes:
    return msgspec.json.encode(state, order="sorted")
