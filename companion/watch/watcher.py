"""One frame after the other: eyes, tracker, table; the camera's side of the game."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from companion.games.protocol import Action, Json, State, player_of, to_json
from companion.layout import Layout
from companion.play.news import Cleared, Entered, News, SatDown
from companion.play.questions import Question
from companion.play.sitting import Sitting
from companion.play.table import Table
from companion.watch.aim import marks_of
from companion.watch.emptiness import empty_table
from companion.watch.prints import between_cards, other_print
from companion.watch.problems import in_words, is_playable
from companion.watch.scene import is_one_of
from companion.watch.tracker import PLAIN, Tracker, Verdict
from companion.watch.unlawful import Stray, objection, taken_back, with_rival
from hardware.camera import Frame
from vision.eyes import Eyes, Look
from vision.problems import Problem

log = logging.getLogger(__name__)

Keep = Callable[[Frame, Look, Iterable[str]], None]  # a recording takes frames so, with the lamps lit then

STEADY = 2  # looks that must agree before an action is believed
FRESH = 25  # looks for which the camera may take its own entry back: five seconds
AGAIN = 3  # looks that must agree on it
AT_ONCE = 4  # frames after an entry: whoever reaches in sooner puts right what he has just put down
VAGUE = 5  # and so many where a piece has only vanished: the eyes try other ways to read it meanwhile
UNTOLD = 8  # and so many where people would have told their phones: by then the eyes have tried every way
PATIENCE = 4  # looks before a question is asked
SLOW = 12  # and so many about what people do by hand: they may not be done yet, or rest it on what would tell
ODD = 0.7  # so much of the table must be unexplained before anybody is asked what he does
SHIFTED_PX = 3.0  # corner cards that fit no better have been moved
CALM = 5  # looks without news before differences are told: people are given time to put things right


@dataclass
class _Watch:
    """The camera's view of one sitting: its eyes and tracker, and what the last looks came to."""

    layout: Layout  # as it was printed
    eyes: Eyes
    tracker: Tracker
    latest: Look = field(default_factory=lambda: Look(is_moving=True))
    weighed: Look | None = None
    verdict: Verdict = field(default_factory=Verdict)
    agreed: int = 0
    calm: int = 0
    heard: list[Entered] = field(default_factory=list)  # made by others since the last look
    is_told: bool = False  # the last of them was said unasked, not as an answer
    objected: tuple[int, tuple[Stray, ...], Question | None] = (-1, (), None)  # to what, and what was said
    own: "_Own | None" = None  # the entry the camera made last, while it is fresh

    @property
    def is_pending(self) -> bool:
        return bool(self.verdict.actions or self.verdict.question)


@dataclass
class _Own:
    """What the camera entered last: it may turn out that somebody only put a piece down wrongly."""

    number: int
    before: State
    actions: tuple[Action, ...]
    has_rolled: bool
    looks: int = 0
    instead: tuple[Action, ...] | None = None
    suspected: tuple[Action, ...] | None = None  # the last such thing that was seen at once
    agreed: int = 0
    frames: int = 0  # since the entry
    stirred: int = 0  # how many of them had passed when somebody last reached in
    is_moving: bool = False
    is_held: bool = False  # a hand rests there: what it does next belongs to the same reach

    def pass_frame(self, look: Look) -> None:
        self.frames += 1
        if look.is_moving and not (self.is_moving or self.is_held):
            self.stirred = self.frames
        self.is_moving, self.is_held = look.is_moving, _has_hand(look)

    def is_gone_on_from(self, instead: tuple[Action, ...], verdict: Verdict) -> bool:
        """Whether that is what was entered and more, or no shorter than going on from there: no detour then."""
        is_further = bool(verdict.actions) and len(instead) >= len(self.actions) + len(verdict.actions)
        return is_further or instead[: len(self.actions)] == self.actions

    def is_rivalled(self, verdict: Verdict) -> bool:
        """Whether people may as well have gone on from there: who puts something right plays for nobody else, and there
        and back again may have been two moves."""
        if not self.instead:
            return bool(verdict.actions)
        if verdict.actions:
            return player_of(verdict.actions[0]) != player_of(self.actions[-1])
        return verdict.is_explained and not set(map(player_of, self.instead)) <= set(map(player_of, self.actions))

    @property
    def was_put_down_only_now(self) -> bool:
        """Whether the hand that changed the table last came back at once: nobody thinks so little before a move."""
        return 0 < self.stirred <= AT_ONCE


class Watcher:
    """Feeds frames to the eyes and what they make of it to the table; `eyes_for` opens eyes for a table."""

    def __init__(
        self,
        table: Table,
        eyes_for: Callable[[Layout], Eyes],
        lit: Callable[[], Iterable[str]] = tuple,
        keep: Keep = lambda frame, look, lit: None,
    ) -> None:
        self.looks = 0  # how often the table was read
        self._table = table
        self._eyes_for = eyes_for
        self._lit = lit
        self._keep = keep  # whoever records what is seen
        self._watch: _Watch | None = None
        self._is_writing = False
        self._answered: tuple[Json, ...] = ()  # the actions of the question that was last closed
        table.listen(self.hear, "camera's watcher")

    def hear(self, news: News) -> None:
        """Another game: other eyes. Somebody else's entry: the table has to catch up with it."""
        match news:
            case SatDown(sitting):
                self._watch = self._begin(sitting, sitting.layout)
            case Cleared(question):
                self._answered = tuple(raw for answer in question.answers for raw in answer.actions)
            case Entered() if self._watch is not None and not self._is_writing:
                self._watch.heard.append(news)
                self._watch.is_told = news.entry.action not in self._answered

    def _begin(self, sitting: Sitting, layout: Layout) -> _Watch:
        return _Watch(layout, self._eyes_for(layout), Tracker(sitting.game, layout))

    @property
    def layout(self) -> Layout | None:
        """The table as it was printed, or laid out with cards; None before anybody plays."""
        return self._watch.layout if self._watch is not None else None

    @property
    def latest(self) -> Look:
        return self._watch.latest if self._watch is not None else Look(is_moving=True)

    def see(self, frame: Frame) -> Look:
        """Takes one frame; journals what it shows once two looks agree on it."""
        watch = self._watch
        if watch is None:
            return Look(is_moving=True)
        lit = tuple(self._lit())
        before, look = watch.latest, watch.eyes.look(frame.pixels, frame.small, lit)
        watch.latest = look
        self._keep(frame, look, lit)
        self.looks += look.is_new and not look.is_moving
        if watch.own is not None:
            watch.own.pass_frame(look)
        if look.is_moving:
            watch.agreed = 0
            return look
        if self._turn_to_other_print(watch, look, frame):
            return look
        if self._is_playable(watch, look) and look.plane is not None:
            with self._table.lock:
                if watch is self._watch:
                    self._weigh(watch, look, before)
        return look

    def _turn_to_other_print(self, watch: _Watch, look: Look, frame: Frame) -> bool:
        """The same game on a table printed or laid out otherwise: it is watched with eyes for that."""
        sitting = self._table.sitting
        found = None
        if look.plane is None:
            found = other_print(sitting.layout, watch.layout, look, frame.pixels)
        elif look.is_new and look.plane.error_px > SHIFTED_PX and watch.layout.fitted is not None:
            found = between_cards(watch.layout, frame.pixels)
        if found is not None and watch is self._watch:
            self._watch = self._begin(sitting, found)
        return found is not None

    def _is_playable(self, watch: _Watch, look: Look) -> bool:
        """Whether it can be this game's table; what is wrong with the picture is said on the page."""
        sitting = self._table.sitting
        told = (one for one in look.problems if not _is_known(one, watch.layout, sitting))
        problems = (*told, *empty_table(sitting.game, watch.layout, sitting.state, look))
        self._table.notice("picture", in_words(problems, watch.layout))
        return is_playable(problems)

    def _weigh(self, watch: _Watch, look: Look, before: Look) -> None:
        if watch.heard:
            self._follow(watch, before, look)
        if look is watch.weighed and not watch.is_pending:
            self._idle(watch, look)
            return
        verdict = watch.tracker.weigh(self._table.state, look)
        if watch.own is not None and self._take_back(watch, watch.own, look, verdict):
            return
        if watch.own is not None and watch.own.instead and verdict.actions:
            verdict = self._disputed(watch, watch.own.before, verdict)
        is_back = watch.own is not None and watch.own.instead == ()
        if verdict == Verdict() or is_back or len({player_of(action) for action in verdict.actions}) > 1:
            verdict = self._by_hand(watch, look, verdict)
        same = (verdict.actions, verdict.question) == (watch.verdict.actions, watch.verdict.question)
        watch.agreed = watch.agreed + 1 if same else 1
        watch.verdict, watch.weighed, watch.calm = verdict, look, 0
        self._act(watch, look)

    def _by_hand(self, watch: _Watch, look: Look, verdict: Verdict) -> Verdict:
        """What no rule explains, or only with turns that passed unseen: a move taken back, or a piece put amiss."""
        table, tracker = self._table, watch.tracker
        if tracker.strain(table.state, look) < ODD:
            return verdict
        back = taken_back(table.game, table.history, lambda state: tracker.strain(state, look) <= PLAIN)
        if verdict.actions:
            if back is None or tracker.is_played_on(table.history.steps[-1].before, table.state, look):
                return verdict
            return Verdict(question=with_rival(back, tracker.answer(table.state, verdict.actions)))
        strays = tuple(tracker.strays(table.state, look))
        if back is None and watch.objected[:2] != (table.number, strays):
            question = objection(table.game, watch.layout, table.state, strays)
            watch.objected = table.number, strays, question
        return Verdict(question=back or watch.objected[2], is_vague=True)

    def _disputed(self, watch: _Watch, before: State, verdict: Verdict) -> Verdict:
        """Whether the camera's own entry since that state was put right, or the next player went on."""
        back = taken_back(self._table.game, self._table.history, lambda state: state == before)
        if back is None:
            return verdict
        return Verdict(question=with_rival(back, watch.tracker.answer(self._table.state, verdict.actions)))

    def _follow(self, watch: _Watch, before: Look, now: Look) -> None:
        """Somebody made entries on a phone: what they rolled has been used, what differs is left over."""
        is_past = before.plane is None
        look = now if is_past else before
        rolled = [news.action for news in watch.heard if news.action and self._table.game.rolled(news.action)]
        for action in rolled:
            watch.tracker.use_dice(look, action, is_past=is_past)
        if not rolled and watch.verdict.question is not None and watch.agreed >= PATIENCE:
            watch.tracker.pass_over_dice(look)
        for news in watch.heard:
            if news.action is not None:
                watch.tracker.hear(news.before, news.action, watch.is_told)
        if any(news.entry.what != "action" for news in watch.heard):
            watch.tracker.forget_drawn()
        watch.heard.clear()
        watch.weighed = None  # what could not be explained before may follow from what was said
        watch.tracker.settle(self._table.state, look, watch.is_told)

    def _take_back(self, watch: _Watch, own: "_Own", look: Look, verdict: Verdict) -> bool:
        """Somebody put a piece right a moment later: the camera takes its own entry back, once it is sure of it.

        True while it is about to: nothing else is made of the table meanwhile.
        """
        own.looks += 1
        if own.looks > FRESH or own.number != self._table.number:
            watch.own = None
            return False
        instead, is_likely = None, own.was_put_down_only_now or (own.stirred == 0 and verdict == Verdict())
        if is_likely or own.suspected is not None:
            now = self._table.state
            is_stuck = not (verdict.actions or verdict.is_explained)
            instead = watch.tracker.reconsider(own.before, now, look, own.has_rolled, is_stuck=is_stuck)
        if instead is not None and own.is_gone_on_from(instead, verdict):
            instead = None
        if not is_likely and instead != own.suspected:
            instead = None  # a hand that comes over it since, or a bump, changes nothing; another piece does
        elif instead is not None:
            own.suspected = instead
        own.agreed = own.agreed + 1 if instead is not None and instead == own.instead else 1
        own.instead = instead
        if instead is None or own.is_rivalled(verdict):
            return False  # what may have been either is asked about
        if own.agreed < AGAIN:
            return True
        with self._writing():
            self._table.undo("camera", count=len(own.actions))
            if instead:
                self._table.submit_all([to_json(action) for action in instead], by="camera")
        watch.tracker.forget_drawn()
        watch.tracker.settle(self._table.state, look)
        watch.own, watch.verdict, watch.agreed = None, Verdict(), 0
        return True

    def _idle(self, watch: _Watch, look: Look) -> None:
        """Nothing happens: once it has lasted, tell which pieces lie otherwise than they should."""
        watch.calm += 1
        if watch.calm == CALM:
            self._table.differ(watch.tracker.differences(self._table.state, look))
            self._table.notice("dice", watch.tracker.dropped(look))
            self._table.notice("sheets", self._table.game.forgotten(self._table.state, marks_of(look.marks)))
            reminder = watch.tracker.reminder(self._table.state, look)
            self._table.notice("torch", reminder.text if reminder else None, reminder.spaces if reminder else ())

    def _act(self, watch: _Watch, look: Look) -> None:
        verdict = watch.verdict
        if verdict.actions and watch.agreed >= _looks_for(verdict, look):
            self._write(watch, look)
        elif verdict.question and watch.agreed >= (SLOW if verdict.is_vague else PATIENCE):
            self._table.ask(verdict.question)
        elif not watch.is_pending:
            self._table.withdraw()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """What is entered in here is the camera's own."""
        self._is_writing = True
        try:
            yield
        finally:
            self._is_writing = False

    def _write(self, watch: _Watch, look: Look) -> None:
        actions = watch.verdict.actions
        rolled = [action for action in actions if self._table.game.rolled(action)]
        for action in rolled:
            watch.tracker.use_dice(look, action)
        before = self._table.state
        with self._writing():
            self._table.submit_all([to_json(action) for action in actions], by="camera")
        watch.own = _Own(self._table.number, before, actions, bool(rolled))
        watch.tracker.settle(self._table.state, look)
        watch.verdict, watch.agreed, watch.calm = Verdict(), 0, 0
        self._table.differ(())


def _is_known(problem: Problem, layout: Layout, sitting: Sitting) -> bool:
    """Whether it tells only that a piece stands on one that belongs there: that is ordinary play."""
    if problem.what != "covered" or problem.x_mm is None or problem.y_mm is None:
        return False
    return is_one_of(layout, sitting.game.placements(sitting.state), (problem.x_mm, problem.y_mm))


def _looks_for(verdict: Verdict, look: Look) -> int:
    """How many looks must agree: more where a piece has only vanished or a turn passed with nothing done in it, most
    while a hand may hide what became of it."""
    is_long = len({player_of(action) for action in verdict.actions}) > 1
    may_go_on = is_long or verdict.is_vague or verdict.may_hide_more
    if may_go_on and _has_hand(look):
        return SLOW
    return UNTOLD if verdict.is_untold else VAGUE if verdict.is_vague else STEADY


def _has_hand(look: Look) -> bool:
    return any(problem.what == "hand" for problem in look.problems)
