"""What the hands did against what the journal says of it, action by action: nothing wrong may pass for right."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.errors import IllegalAction
from companion.games.protocol import Action, Game, State, kind_of, player_of, replay, to_json
from companion.play.history import Step
from companion.play.questions import Answer, Question
from companion.play.table import Table

Deed = tuple[State, Action, State]  # the state before, the action, the state after


class Ledger:
    """Keeps which steps of the journal are known to be right, and what was done and is not journalled yet."""

    def __init__(self, table: Table) -> None:
        self.waiting: list[Action] = []
        self._table = table
        self._game = table.game
        self._right = list(table.steps())

    def begin_anew(self) -> None:
        """Others have acted: the journal is right as it stands."""
        self.waiting.clear()
        self._right = list(self._table.steps())

    def news(self) -> Sequence[Step]:
        """The steps of the journal that nobody has compared yet."""
        return self._table.steps()[len(self._right) :]

    def compare(self) -> int:
        """Ticks off what has been journalled as it was done; how much of that the camera saw for itself."""
        steps = self._table.steps()
        if self._unchanged(steps) < len(self._right):
            return 0
        fresh = steps[len(self._right) :]
        number, self.waiting = ticked_off(self._game, map(_deed, fresh), self.waiting)
        self._right += fresh[:number]
        return sum(step.entry.by == "camera" for step in fresh[:number])

    @property
    def astray(self) -> int:
        """How many steps of the journal are not what was done, with those that are gone from it; compare first."""
        steps = self._table.steps()
        same = self._unchanged(steps)
        return len(steps) - same + len(self._right) - same

    def mend(self) -> None:
        """The players put the journal right: undo what was misread, enter again what was taken back."""
        with self._table.lock:
            steps = self._table.steps()
            same = self._unchanged(steps)
            if len(steps) > same:
                self._table.undo("bot", count=len(steps) - same)
            if len(self._right) > same:
                self._table.submit_all([to_json(step.did) for step in self._right[same:]], by="bot")
            self._right = list(self._table.steps())

    def enter(self) -> None:
        """The players enter what is not journalled yet."""
        with self._table.lock:
            self._table.submit_all([to_json(action) for action in self.waiting], by="bot")
            self.begin_anew()

    def choice(self, question: Question) -> int | None:
        """The button an honest player presses: it says what was done, all of it or how it began; None: there is none.

        Where something was journalled that was not done, the button that takes exactly that back.
        """
        said = {n: self._says(answer) for n, answer in enumerate(question.answers)}
        best = max(said, key=lambda n: said[n], default=None)
        return best if best is not None and said[best] else None

    def _says(self, answer: Answer) -> int:
        """How much of what was done (or has to be taken back) this answer says; nothing if any of it is not so."""
        if answer.undo:
            return answer.undo if answer.undo == self.astray == len(self._table.steps()) - len(self._right) else 0
        if self.astray or not answer.actions:
            return 0
        deeds, state = [], self._table.state
        for raw in answer.actions:
            action = self._game.read(state, raw)
            before, state = state, self._game.apply(state, action)
            deeds.append((before, action, state))
        number, _ = ticked_off(self._game, deeds, self.waiting)
        return number if number == len(deeds) else 0

    def _unchanged(self, steps: Sequence[Step]) -> int:
        """How many steps stand as they stood; one taken back and entered again in the same words stands."""
        same = 0
        while same < min(len(steps), len(self._right)) and steps[same].did == self._right[same].did:
            same += 1
        return same


def _deed(step: Step) -> Deed:
    return step.before, step.did, step.state


def ticked_off(game: Game, deeds: Iterable[Deed], waiting: Sequence[Action]) -> tuple[int, list[Action]]:
    """How many of those deeds, from the first on, are what the hands did; and what they did beside."""
    left, number = list(waiting), 0
    for deed in deeds:
        place = next((place for place in range(len(left)) if is_same(game, deed, left, place)), None)
        if place is None:
            break
        left.pop(place)
        number += 1
    return number, left


def is_same(game: Game, deed: Deed, waiting: Sequence[Action], place: int) -> bool:
    """Whether a deed is what the hands did then, or another way to the same end.

    A roll is the same only if the same player's same dice show the same. Anything else may be another way of its
    kind, or come later than it was done (a turn that ended in silence), if all of it together leads to the same state.
    """
    before, did, after = deed
    done = waiting[place]
    if did is None or (kind_of(did) != kind_of(done) and not _is_alike(game, deed, done)):
        return False
    if _rolled(game, did) != _rolled(game, done):
        return False
    if place == 0 and did == done:
        return True
    others = [*waiting[:place], *waiting[place + 1 :]]
    try:
        now, then = replay(game, after, others), replay(game, before, waiting)
    except IllegalAction:
        return False
    return key_of(now) == key_of(then) or (did == done and _is_only_order(game, now, then))


def _is_only_order(game: Game, one: State, other: State) -> bool:
    """Whether two states differ in nothing but who was quicker: where all draw at once, any order is right."""
    is_equal = game.placements(one) == game.placements(other) and game.score(one) == game.score(other)
    return is_equal and list(game.legal(one)) == list(game.legal(other))


def _rolled(game: Game, action: Action) -> tuple[Mapping[str, int], str | None]:
    """Who rolled what; nobody where no die was rolled."""
    rolled = game.rolled(action)
    return rolled, player_of(action) if rolled else None


def _is_alike(game: Game, deed: Deed, done: Action) -> bool:
    """Whether an action by another name comes to the same at once: a step for a walk, a walk for a passage."""
    try:
        return key_of(game.apply(deed[0], done)) == key_of(deed[2])
    except IllegalAction:
        return False


def comes_to_one(game: Game, before: State, after: State) -> bool:
    """Whether a single action leads there as well: who takes two and puts one back at once has taken one."""
    silent = (action for action in game.legal(before) if not game.rolled(action))
    return any(key_of(game.apply(before, action)) == key_of(after) for action in silent)


def key_of(state: State) -> bytes:
    return msgspec.json.encode(state, order="sorted")
