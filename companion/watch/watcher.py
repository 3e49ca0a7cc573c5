"""One frame after the other: eyes, tracker, table; the camera's side of the game."""

import logging
from collections.abc import Callable, Iterable

from companion.games.protocol import Game, to_json
from companion.layout import Layout
from companion.play.table import Table
from companion.watch.tracker import Tracker, Verdict
from hardware.camera import Frame
from vision.eyes import Eyes, Look, Problem

log = logging.getLogger(__name__)

STEADY = 2  # looks that must agree before an action is believed
PATIENCE = 4  # looks before a question is asked
CALM = 5  # looks without news before differences are told: people are given time to put things right

_SENTENCES = {
    "no board": "the board's corner markers are not in the picture; move the camera until all four can be seen",
    "marker hidden": "a corner marker of the board is hidden",
    "hand": "a hand is over the table",
    "glare": "a lamp's reflection blinds the camera",
    "dark": "it is too dark to read the table; switch a lamp on",
}


class Watcher:
    """Feeds frames to the eyes and what they make of it to the table."""

    def __init__(self, table: Table, eyes: Eyes, lit: Callable[[], Iterable[str]] = tuple) -> None:
        self.looks = 0  # how often the table was read
        self._table = table
        self._eyes = eyes
        self._lit = lit
        self._tracker: Tracker | None = None
        self._game_id = -1
        self._number = -1
        self._weighed: Look | None = None
        self._verdict = Verdict()
        self._agreed = 0
        self._calm = 0
        self._latest = Look(is_moving=True)

    @property
    def latest(self) -> Look:
        return self._latest

    def see(self, frame: Frame) -> Look:
        """Takes one frame; journals what it shows once two looks agree on it."""
        before, look = self._latest, self._eyes.look(frame.pixels, frame.small, self._lit())
        self._latest = look
        self.looks += look.is_new and not look.is_moving
        if look.is_moving:
            self._agreed = 0
            return look
        self._table.notice("camera", _problem(look.problems))
        if look.plane is not None and self._table.is_playing:
            with self._table.lock:
                self._weigh(look, before)
        return look

    def _weigh(self, look: Look, before: Look) -> None:
        tracker = self._seated()
        if self._table.number != self._number:
            self._follow(tracker, look if before.plane is None else before)
        if look is self._weighed and not self._pending:
            self._idle(tracker, look)
            return
        verdict = tracker.weigh(self._table.state, look)
        same = (verdict.actions, verdict.question) == (self._verdict.actions, self._verdict.question)
        self._agreed = self._agreed + 1 if same else 1
        self._verdict, self._weighed, self._calm = verdict, look, 0
        self._act(tracker, verdict, look)

    def _follow(self, tracker: Tracker, look: Look) -> None:
        """Somebody made entries on a phone: what they rolled has been used, what differs is left over."""
        game = self._table.game
        states = self._table.history.states()
        for state, step in zip(states, self._table.steps(), strict=False):
            if step.entry.number > self._number and not step.unfit and game.rolled(game.read(state, step.action)):
                tracker.use_dice(look)
        self._settle(tracker, look)

    def _idle(self, tracker: Tracker, look: Look) -> None:
        """Nothing happens: once it has lasted, tell which pieces lie otherwise than they should."""
        self._calm += 1
        if self._calm == CALM:
            self._table.differ(tracker.differences(self._table.state, look))

    @property
    def _pending(self) -> bool:
        return bool(self._verdict.actions or self._verdict.question)

    def _act(self, tracker: Tracker, verdict: Verdict, look: Look) -> None:
        if verdict.actions and self._agreed >= STEADY:
            raw = [to_json(action) for action in verdict.actions]
            if any(self._table.game.rolled(action) for action in verdict.actions):
                tracker.use_dice(look)
            self._table.submit_all(raw, by="camera")
            self._settle(tracker, look)
            self._verdict, self._agreed, self._calm = Verdict(), 0, 0
            self._table.differ(())
        elif verdict.question and self._agreed >= PATIENCE:
            self._table.ask(verdict.question)
        elif not self._pending:
            self._table.withdraw()

    def _seated(self) -> Tracker:
        """The tracker of the game on the table; a new game gets a new one."""
        if self._tracker is None or self._table.saved.id != self._game_id:
            game = self._table.game
            self._tracker = Tracker(game, layout_of(game, self._table))
            self._game_id, self._number = self._table.saved.id, self._table.number
        return self._tracker

    def _settle(self, tracker: Tracker, look: Look) -> None:
        self._number = self._table.number
        tracker.settle(self._table.state, look)


def layout_of(game: Game, table: Table) -> Layout:
    return game.layout(table.saved.players, table.saved.options)


def _problem(problems: Iterable[Problem]) -> str | None:
    for problem in problems:
        text = _SENTENCES.get(problem.what, problem.what)
        if problem.x_mm is None or problem.y_mm is None:
            return text
        return f"{text} (at {problem.x_mm:.0f}, {problem.y_mm:.0f} mm)"
    return None
