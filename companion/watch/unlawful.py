"""What people do by hand beside the rules: a move taken back, a piece where it may not be, a forced move gone wrong."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from companion.errors import CompanionError, IllegalAction
from companion.games.overruling import as_it_lies, overrule
from companion.games.protocol import Action, Game, State, person, player_of, to_json
from companion.layout import Layout, Placement
from companion.play.history import History, Step
from companion.play.questions import Answer, Question
from companion.watch.differences import Names

MOST_BACK = 3  # steps that are taken back by hand at once
MOST_TRIED = 80  # legal actions that are looked through for the rule that forbids another
MANY = 3  # pieces astray: that is no move any more, the list of differences tells it
RIGHT, STANDS = Answer("We put it right"), Answer("No, it stands")


@dataclass(frozen=True)
class Stray:
    """A piece that is seen elsewhere than the rules have it."""

    expected: Placement
    there: Placement
    is_late: bool  # the rules moved it, and people have yet to: a forced move

    @property
    def is_turned(self) -> bool:
        return self.expected.space == self.there.space


def taken_back(game: Game, history: History, fits: Callable[[State], bool]) -> Question | None:
    """Asks whether the last steps were taken back by hand, where the table lies as it did before them."""
    for count in range(1, min(MOST_BACK, len(history.steps)) + 1):
        undone = history.steps[-count:]
        if any(step.did is None or game.rolled(step.did) for step in undone) or not _can_undo(history, undone):
            return None  # a roll leaves no trace on the table, and neither does taking it back
        if fits(undone[0].before):
            return _back(game, [*_unproved(game, history, undone), *undone], history.state)
    return None


def _unproved(game: Game, history: History, undone: Sequence[Step]) -> list[Step]:
    """What the camera entered before them without having seen it: only they had proved it, and it falls with them."""
    found: list[Step] = []
    for step in reversed(history.steps[: -len(undone)]):
        is_seen = game.placements(step.before) != game.placements(step.state)
        if step.did is None or step.entry.by != "camera" or is_seen or game.rolled(step.did):
            break
        if not _can_undo(history, [step, *found, *undone]):
            break
        found.insert(0, step)
    return found


def with_rival(question: Question, rival: Answer) -> Question:
    """The same question where the table may also have come about by moves."""
    return msgspec.structs.replace(question, answers=(question.answers[0], rival, *question.answers[1:]), player=None)


def _can_undo(history: History, undone: Sequence[Step]) -> bool:
    return history.undoes(len(undone)) == tuple(step.entry for step in reversed(undone))


def _back(game: Game, undone: Sequence[Step], state: State) -> Question:
    first = undone[0]
    who = player_of(first.did) if first.did is not None else None
    told = [game.words(step.before, step.did, None) for step in undone if step.did is not None]
    before, now = game.disclosed(first.before), game.disclosed(state)
    spaces = {placement.space for placement in (before - now) + (now - before)}
    text = f"Was it taken back? {person(who) + ': ' if who else ''}{', then '.join(told)}"
    return Question(text, (Answer("Yes, take it back", undo=len(undone)), STANDS), who, tuple(sorted(spaces)))


def objection(game: Game, layout: Layout, state: State, strays: Sequence[Stray]) -> Question | None:
    """Tells of a piece that may not be where it is, why, and how to put it right; or the table plays it so."""
    if not strays or len(strays) > MANY or game.is_over(state):
        return None
    stray, names = strays[0], Names(layout)
    acting = game.view(state, None).acting
    is_so = not stray.is_turned and as_it_lies(game, state, [stray.expected], [stray.there]) is not None
    so = (Answer("We play it so", overrule=overrule([stray.expected], [stray.there])),) if is_so else ()
    spaces = sorted({stray.expected.space, stray.there.space} & layout.space.keys())
    text = " ".join([told(game, names, state, stray), put_right(names, stray)])
    if not so:
        text += f" {game.title} has no position like that, so it cannot be played so."
    return Question(text, (RIGHT, *so), acting[0] if len(acting) == 1 else None, tuple(spaces))


def told(game: Game, names: Names, state: State, stray: Stray) -> str:
    """What is wrong: "The red pawn may not stand on c4: a pillar stands there." """
    piece, verb = names.the(stray.there.piece), names.stands(stray.there.piece)
    piece = piece[:1].upper() + piece[1:]
    here = names.space(stray.there.space)
    if stray.is_turned:
        return f"{piece} on {here} is turned the wrong way."
    if stray.is_late:
        return f"{piece} {verb} on {here}, and it belongs on {names.space(stray.expected.space)}."
    why = reason(game, state, stray) or "no rule moves it now"
    return f"{piece} may not {verb.removesuffix('s')} on {here}: {why[:1].lower()}{why[1:].rstrip('.')}."


def put_right(names: Names, stray: Stray) -> str:
    space = names.space(stray.expected.space)
    if stray.is_turned:
        return "Turn it round."
    return f"Put it on {space}." if stray.is_late else f"Put it back on {space}."


def reason(game: Game, state: State, stray: Stray) -> str:
    """The rule that forbids it: what the rules say to an action that would have brought the piece there."""
    said = Counter(_refusals(game, state, stray))
    return said.most_common(1)[0][0] if said else ""


def _refusals(game: Game, state: State, stray: Stray) -> Iterator[str]:
    before = game.placements(state)
    for action in islice(game.legal(state), MOST_TRIED):
        come = game.placements(game.apply(state, action)) - before
        spaces = [placement.space for placement in come if placement.piece == stray.there.piece]
        for raw in (_aimed(action, space, stray.there.space) for space in spaces):
            try:
                game.apply(state, game.read(state, raw))
            except IllegalAction as refused:
                yield refused.sentence
            except CompanionError:
                continue


def _aimed(action: Action, space: str, other: str) -> Mapping[str, Any]:
    """The same action, but to another space."""
    changed: Mapping[str, Any] = _exchanged(to_json(action), space, other)
    return changed


def _exchanged(raw: Any, space: str, other: str) -> Any:
    if isinstance(raw, dict):
        return {key: _exchanged(value, space, other) for key, value in raw.items()}
    if isinstance(raw, list):
        return [_exchanged(value, space, other) for value in raw]
    return other if raw == space else raw
