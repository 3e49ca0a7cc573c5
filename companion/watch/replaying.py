"""Footage through the same eyes, watcher and tracker again, and where that comes out otherwise than it did."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest

import msgspec

from companion.errors import BadInput, CompanionError
from companion.games import overruling
from companion.games.naming import plain
from companion.games.protocol import Json, State, person, player_of, to_json
from companion.play.history import History, Step
from companion.play.journal import Entry, Journal
from companion.play.table import Table
from companion.watch.aim import targets_of
from companion.watch.footage import Ask, Begin, Due, Event, Say, Show
from companion.watch.watcher import Watcher
from hardware.camera import Frame
from vision.eyes import Eyes

FRAME_S = 0.2
MOST_SAME = 40  # frames of one picture that are shown, however long the table rested: nothing new comes after
PATIENCE = 35  # frames that the two may be apart: the camera may take an entry of its own back for 25
MORE = 9  # frames more before somebody speaks, for what has not been noticed yet


@dataclass(frozen=True)
class Difference:
    """Where it came out otherwise; `then` and `now` are actions in the game's words."""

    after_s: float  # of footage
    entry: int  # the last entry on which both agree
    what: str  # missed, noticed, otherwise, asked
    then: tuple[str, ...]
    now: tuple[str, ...]
    question: str = ""

    def __str__(self) -> str:
        minutes, seconds = divmod(round(self.after_s), 60)
        place = f"{minutes}:{seconds:02d} after entry {self.entry}"
        then, now = "; ".join(self.then) or "nothing", "; ".join(self.now) or "nothing"
        if self.what == "asked":
            now = f'the question "{self.question}"'
        return f"{place}: then {then}, now {now}"


@dataclass
class Outcome:
    """How a replay went."""

    game: str = ""
    players: tuple[str, ...] = ()
    frames: int = 0
    looks: int = 0
    actions: int = 0  # that stand in the end
    read: int = 0  # by the camera, then and now
    told: int = 0  # by people, then and now
    sooner: int = 0  # told by people then, noticed by the camera now
    asked: int = 0  # questions now
    asked_then: int = 0
    differs: list[Difference] = field(default_factory=list)

    def to_json(self) -> Json:
        return to_json(self)

    def __str__(self) -> str:
        head = (
            f"{self.game}, {len(self.players)} players: {self.frames} frames, {self.actions} actions; "
            f"read {self.read}, told {self.told}, noticed before it was told {self.sooner}, "
            f"questions {self.asked} (then {self.asked_then})"
        )
        lines = [str(one) for one in self.differs]
        last = f"{len(lines)} differ" if lines else "nothing differs"
        return "\n".join([head, *lines, last])


def replayed(events: Iterable[Event], say: Callable[[str], None] = lambda line: None) -> Outcome:
    """All of it, from beginning to end."""
    player: _Player | None = None
    outcome = Outcome()
    for event in events:
        if isinstance(event, Begin):
            if player is not None:
                player.end()
            player = _Player(event, outcome, say)
        elif player is None:
            raise BadInput("the footage begins without a game on the table; its first lines are missing")
        else:
            player.take(event)
    if player is None:
        raise BadInput("there is no game in this footage; record one with companion run --record DIR")
    player.end()
    return outcome


class _Player:
    """One game shown again. What was entered then stands in one history; what comes now, on a table of its own."""

    def __init__(self, begin: Begin, outcome: Outcome, say: Callable[[str], None]) -> None:
        self._whole, self._outcome, self._say = begin.whole, outcome, say
        self._entries = list(begin.whole.entries)
        self._now_s = 0.0
        self._last: Show | None = None
        self._apart = 0  # frames for which then and now have not agreed
        self._asked_of = ""
        self._mended = 0  # actions that were put right here
        self._compared: tuple[int, ...] = ()
        self._is_equal = False
        self._table = Table(Journal(":memory:"), lambda: self._now_s)
        self._table.take_in(begin.whole)
        self._game = self._table.game
        self._then = self._history()
        self._watcher = Watcher(
            self._table, lambda layout: Eyes(targets_of(layout), begin.fov_deg, begin.lens_k1, begin.lens_k2), self._lit
        )
        outcome.game, outcome.players = begin.whole.game, begin.whole.players
        self._known = len(self._then.steps)

    def take(self, event: Event) -> None:
        match event:
            case Show():
                self._show(event, min(event.frames, MOST_SAME))
                self._now_s += max(0, event.frames - MOST_SAME) * FRAME_S
            case Say(entry) if entry.by == "camera":
                self._remember(entry)
            case Say(entry):
                self._speak(entry)
            case Ask():
                self._outcome.asked_then += 1
            case Due():
                self._wait()
                self._settle()

    def end(self) -> None:
        self._wait()
        self._settle()
        steps = self._table.steps()
        self._outcome.actions += len(steps)
        self._outcome.looks += self._watcher.looks
        own = [step for step in steps[self._known :] if step.did is not None]
        self._outcome.read += sum(step.entry.by == "camera" for step in own)
        self._outcome.told += sum(step.entry.by != "camera" for step in own) - self._mended

    # Frames

    def _lit(self) -> tuple[str, ...]:
        return self._last.lit if self._last is not None else ()

    def _show(self, show: Show, frames: int) -> None:
        self._last = show
        for _ in range(frames):
            self._now_s += FRAME_S
            self._outcome.frames += 1
            self._watcher.see(Frame(show.pixels, self._now_s))
            self._listen()
            self._apart = 0 if self._agree() else self._apart + 1
            if self._apart > PATIENCE:
                self._settle()

    def _listen(self) -> None:
        question = self._table.question
        text = f"{question.number} {question.text}" if question is not None else ""
        self._outcome.asked += bool(text) and text != self._asked_of
        self._asked_of = text

    def _wait(self) -> None:
        """A few frames more of what lies there, where something has not been noticed yet."""
        for _ in range(MORE):
            if self._last is not None and not self._agree():
                self._show(self._last, 1)

    # Entries

    def _history(self) -> History:
        return History(self._game, self._game.setup(self._whole.players, self._whole.options), self._entries)

    def _remember(self, entry: Entry) -> None:
        try:
            self._then.take(entry)
        except CompanionError as refused:
            raise BadInput(f"entry {entry.number} of the footage does not fit the rules: {refused}") from None
        self._entries.append(entry)

    def _speak(self, entry: Entry) -> None:
        """Somebody said something then, and says it now; unless the camera has noticed it by itself."""
        self._wait_before(entry)
        if not self._agree():
            leads = self._keys(self._table.history)
            self._remember(entry)
            if leads == self._keys(self._then):
                self._outcome.sooner += 1
                return
            self._entries.pop()
            self._then = self._history()
            self._settle()
        number = self._number_now(entry.target)
        self._remember(entry)
        self._say_again(entry, number)
        if not self._agree():
            self._sit_down_again()

    def _wait_before(self, entry: Entry) -> None:
        """What the camera had noticed before somebody spoke is given a little more time."""
        if len(self._table.steps()) < len(self._then.steps):
            self._wait()

    def _say_again(self, entry: Entry, target: int | None) -> None:
        """The same on the table of now; where its line has come about otherwise, that is put right by the caller."""
        try:
            if entry.what == "undo":
                self._table.undo(entry.by, entry.who, entry.count)
            elif entry.what == "redo":
                self._table.redo(entry.by, entry.who, entry.count)
            elif entry.what == "overrule":
                self._table.overrule(entry.action, entry.by, entry.who)
            elif entry.what == "correct" and target is not None:
                self._table.correct(target, entry.action, entry.by, entry.who)
            else:
                self._table.submit(entry.action, entry.by, entry.who)
        except CompanionError:
            return

    def _number_now(self, target: int | None) -> int | None:
        """An entry's number on the table of now: both lines have the same steps."""
        places = [place for place, step in enumerate(self._then.steps) if step.entry.number == target]
        return self._table.steps()[places[0]].entry.number if places else None

    def _sit_down_again(self) -> None:
        whole = msgspec.structs.replace(self._whole, entries=tuple(self._entries), blobs=())
        self._table.take_in(whole)

    # Comparing

    def _agree(self) -> bool:
        """Whether both have come equally far to the same state, whichever way."""
        marks = self._table.number, len(self._entries), len(self._table.steps()), len(self._then.steps)
        if marks != self._compared:
            now = self._table.history
            self._compared, self._is_equal = marks, marks[2] == marks[3] and _key(now.state) == _key(self._then.state)
        return self._is_equal

    def _keys(self, history: History) -> list[bytes]:
        """The states along a line: two ways to the same state are the same."""
        return [_key(step.state) for step in history.steps]

    def _settle(self) -> None:
        """Where the two do not agree, that is told, and the table of now is put right, as people would."""
        self._apart = 0
        if self._agree():
            return
        pairs = zip(self._keys(self._then), self._keys(self._table.history), strict=False)
        common = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
        then, now = self._then.steps[common:], self._table.steps()[common:]
        self._tell(common, then, now)
        self._mended += len(then)
        if now:
            self._table.undo("phone", count=min(len(now), self._table.history.can_undo))
        with suppress(CompanionError):
            self._table.submit_all([step.action for step in then if step.did is not None], by="phone")
        if not self._agree():
            self._sit_down_again()

    def _tell(self, common: int, then: Sequence[Step], now: Sequence[Step]) -> None:
        question = self._table.question
        what = "otherwise" if then and now else "noticed" if now else "asked" if question is not None else "missed"
        agreed = self._then.steps[common - 1].entry.number if common else 0
        text = plain(question.text) if question is not None else ""
        apart = [pair for pair in zip_longest(then, now) if not _is_same(*pair)]
        lines = [tuple(self._said(step) for step in side if step is not None) for side in zip(*apart, strict=True)]
        found = Difference(round(self._now_s, 1), agreed, what, lines[0], lines[1], text)
        self._outcome.differs.append(found)
        self._say(str(found))

    def _said(self, step: Step) -> str:
        if step.did is None:
            is_so = overruling.is_overrule(step.action)
            return overruling.in_words(self._game, step.action) if is_so else "what no longer fits"
        player = player_of(step.did)
        who = f"{person(player)}: " if player else ""
        return plain(who + self._game.words(step.before, step.did, player))


def _is_same(then: Step | None, now: Step | None) -> bool:
    """Whether the same was done, if perhaps to another state: only what was done otherwise is told."""
    return then is not None and now is not None and then.action == now.action


def _key(state: State) -> bytes:
    return msgspec.json.encode(state, order="sorted")
