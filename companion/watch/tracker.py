"""Sightings -> placements -> the legal actions that explain them best, or a Question."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import dist

import msgspec

from companion.games.protocol import Action, Game, Seen, State, people, player_of, replay, to_json
from companion.layout import Layout, Placement
from companion.play.questions import Answer, Question
from companion.watch.accounts import Drawn
from companion.watch.aim import apart_deg, placement_of
from companion.watch.asking import NONE, Asker, agreed
from companion.watch.chains import CLEAR, Chain, Cost, Explainer, Found
from companion.watch.differences import Names, differences
from companion.watch.memory import TORCH_UNPROVEN, Memory, is_certain, split
from companion.watch.rolls import Dice, fallen, fits, is_alike, learnt, readings, rolls, value_of
from companion.watch.rows import midway
from companion.watch.scene import Scene
from companion.watch.unlawful import Stray
from vision.eyes import Look
from vision.sighting import Sighting

GAIN = 0.7  # an explanation must explain this much more than "nothing happened"
PLAIN = 0.3  # so little may be left unexplained by what was done instead of an entry
SURE = 0.9  # what is read less surely is not taken as read
LAMP_MM = 120.0  # a lamp so near to a place is its lamp
MOST_ROLLS = 6  # answers about a roll that cannot be read
LAIN_MM, LAIN_DEG = 1.2, 2.5  # what lies so much otherwise than it lay is not as it was left, or is another
MOST_WAYS = 3  # in which a look is read otherwise than it seems


@dataclass(frozen=True)
class Verdict:
    """What the tracker makes of a look: actions to journal, or a question, or neither."""

    actions: tuple[Action, ...] = ()
    question: Question | None = None
    is_vague: bool = False  # it rests on something that is no longer seen, or is done by hand: look more often
    is_explained: bool = False  # what was asked about leaves nothing over: in one way or another it went on from here
    may_hide_more: bool = False  # some of it left no trace, or it ends a turn: a hand may hide what was done beside
    is_untold: bool = False  # some of it is for people to tell: what was done instead may not be read yet


@dataclass(frozen=True)
class Reminder:
    """What people have forgotten, in words, and the lamps nearest to where it is to be done."""

    text: str
    spaces: tuple[str, ...] = ()


class Tracker:
    """Compares the table with what each legal action would make of it."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self._game = game
        self._layout = layout
        self._names = Names(layout)
        self._asker = Asker(game, layout)
        self._explainer = Explainer(game, layout, self._cost)
        self._memory = self._memory_before = Memory(layout)
        self._lying_dice: Dice | None = None  # as they lay when last made use of
        self._used: tuple[Dice, ...] = ()  # what may have been rolled then
        self._unseen: Counter[int] = Counter()  # what was rolled, told, and not read yet
        self._drawn = self._drawn_before = Drawn()  # what is drawn on sheets and accounted for
        self._lain: dict[Placement, Sighting] = {}  # how each piece lay exactly when it was last seen there

    def weigh(self, state: State, look: Look) -> Verdict:
        """The clear explanation of a table at rest, if there is one."""
        look = self._settled(state, look)
        scene = self._scene(state, look)
        self._memory.catch_up(scene)
        start = self._start(state, look, scene)
        if start.cost < GAIN and not start.dice:
            self._drawn = self._drawn.after(self._game, state, look)
            return Verdict()  # nothing to explain
        ways = self._ways(look, is_known=False) if len(self._ways(look)) > 1 else ()
        others = [other for other in self._scenes(state, ways) if other.lying != scene.lying]
        starts = [(scene, start), *((other, self._start(state, look, other)) for other in others)]
        has_fallen = bool(self._fallen(look))
        verdicts = [self._judge(one, self._explainer.search(one, of), of, has_fallen) for of, one in starts]
        return self._either(state, verdicts)

    def _start(self, state: State, look: Look, scene: Scene) -> Chain:
        """Nothing done yet, and what that leaves to be explained."""
        return Chain((), state, self._cost(self._game.placements(state), scene), dice=self._fresh_dice(look.dice))

    def _either(self, state: State, verdicts: Sequence[Verdict]) -> Verdict:
        """What to make of a table that can be read in several ways: what the rules allow; if that is several, ask."""
        first, rows = verdicts[0], [one.actions for one in verdicts if one.actions]
        clear = [row for n, row in enumerate(rows) if row not in rows[:n]]
        if not clear or (len(clear) == 1 and first.actions):
            return first
        asked = first.question if not first.is_vague else None
        if len(clear) == 1 and asked is None:
            return next(one for one in verdicts if one.actions)
        others = asked.answers if asked else (NONE,)
        return Verdict(question=self._asker.which(state, clear, others))

    def reconsider(
        self, earlier: State, state: State, look: Look, has_rolled: bool = False, *, is_stuck: bool = False
    ) -> tuple[Action, ...] | None:
        """What was really done instead of the last entry, if that explains the table and the entry does not.

        No action at all: it was taken back by hand. None: the entry stands. What was rolled with it stays rolled.
        `is_stuck`: nothing that may be done next explains the table clearly.
        """
        lying, scene = self._game.placements(state), self._scene(state, look)
        fresh = lying - self._game.placements(earlier)
        laid, extra = {one.piece for one in fresh}, self._memory.news(lying, scene)
        gone = {one.piece for one in (fresh - scene.seen).elements() if scene.doubt(one) == 1.0}
        astray = {one.piece for one in extra.elements() if self._is_certain(one) or one.piece in gone}
        if self._cost(lying, scene).total < GAIN or not astray:
            return None  # what is only no longer seen may still be there
        if not astray <= laid and not is_stuck:
            return None  # whoever moves another piece goes on, and puts nothing right
        start, found = self._searched_again(earlier, look, self._before_without(laid, lying, scene), has_rolled)
        best = min((start, *found.chains), key=lambda chain: chain.weight)
        is_plain = not (best.dice or best.left.astray or best.left.gone or best.left.torch > TORCH_UNPROVEN)
        rivals = [chain for chain in found.chains if chain is not best and chain.weight < best.weight + CLEAR]
        if not is_plain or best.key == msgspec.json.encode(state, order="sorted"):
            return None
        return None if any(not _begins(best, chain) for chain in rivals) else best.actions

    def _searched_again(self, earlier: State, look: Look, memory: Memory, has_rolled: bool) -> tuple[Chain, Found]:
        """What may have been done since that earlier state, for all that is known of how the table lay then."""
        kept, self._memory, self._drawn = (self._memory, self._drawn), memory, self._drawn_before
        try:
            scene = self._scene(earlier, look)
            left = self._cost(self._game.placements(earlier), scene)
            start = Chain((), earlier, left, dice=self._used if has_rolled else ())
            return start, self._explainer.search(start, scene)
        finally:
            self._memory, self._drawn = kept

    def _before_without(self, laid: Collection[str], lying: Seen, scene: Scene) -> Memory:
        """How the table lay before the last entry, but for what was lost from sight since: it says nothing of that."""
        expected, _ = self._split(lying)
        unread = Counter(one for one in scene.missing(expected) if self._is_certain(one))
        lost = Counter({one: count for one, count in (self._memory.missing | unread).items() if one.piece not in laid})
        return replace(self._memory_before, missing=self._memory_before.missing | lost)

    def settle(self, state: State, look: Look | None, is_told: bool = False) -> None:
        """An entry was made, by whomever: what differs from now on is what the table has to catch up with.

        `is_told`: somebody said so unasked.
        """
        if look is None or look.plane is None:
            return
        self._drawn_before, self._drawn = self._drawn, self._drawn.after(self._game, state, look)
        scene, past = self._scene(state, look), self._memory
        expected, torch = self._split(self._game.placements(state))
        is_proven = past.is_proven
        if torch != past.torch:
            is_proven = past.torch is not None and torch == scene.torch and scene.has_torch_moved
            self._explainer.is_announced = past.torch is None or is_proven or is_told
        is_due = torch is not None and scene.torch != torch and scene.has_torch_moved and not is_told
        missing, extra = Counter(scene.missing(expected)), Counter(scene.extra(expected))
        self._lain |= self._exactly(look)
        self._memory_before = past
        self._memory = Memory(self._layout, missing, extra, scene.alone(is_due), torch, is_proven, look)

    def forget_drawn(self) -> None:
        """Entries were taken back or corrected: which strokes belong to which of them is no longer known."""
        self._drawn = self._drawn_before = Drawn()

    def use_dice(self, look: Look, action: Action, *, is_past: bool = False) -> None:
        """The dice as they lie now have been made use of; only a new roll counts from here.

        `is_past`: it was rolled while nobody watched: that roll lies there, and is not waited for.
        """
        rolled, self._used = self._game.rolled(action), self._fresh_dice(look.dice)
        is_seen = is_past or any(fits(rolled, dice, self._layout, self._explainer.owners) for dice in self._used)
        self._unseen = Counter() if is_seen else Counter(rolled.values())
        self._lying_dice = look.dice
        self._explainer.owners |= learnt(rolled, look.dice, self._layout)

    def hear(self, before: State, action: Action, is_told: bool) -> None:
        """Somebody entered that; `is_told`: unasked. Who tells what nobody can see will tell it again."""
        if self._game.told(before, action):
            self._explainer.is_telling = is_told

    def pass_over_dice(self, look: Look) -> None:
        """People were asked about the dice as they lie and entered something else: they are no roll.

        Dice that are only out of sight at the moment still lie where they lay.
        """
        if self._fresh_dice(look.dice):
            self._lying_dice = look.dice

    def answer(self, state: State, actions: Sequence[Action]) -> Answer:
        """Those actions as something people can say yes to."""
        return self._asker.answer(state, actions)

    def strain(self, state: State, look: Look) -> float:
        """How much of the table that state leaves unexplained."""
        return self._cost(self._game.placements(state), self._scene(state, look)).total

    def is_played_on(self, earlier: State, state: State, look: Look) -> bool:
        """Whether what lies there as it did in that earlier state came there anew: the turn was passed on since, and
        what had been laid on something has not been taken off it, for that lies otherwise than it lay."""
        before, now = self._game.placements(earlier), self._game.placements(state)
        laid_on = {one.space for one in now - before}
        covered = [one for one in before - now if one.space in laid_on]
        there = self._exactly(look)
        return self._memory.is_proven and any(
            _lies_otherwise(there[one], self._lain[one]) for one in covered if one in there and one in self._lain
        )

    def _exactly(self, look: Look) -> dict[Placement, Sighting]:
        found = ((placement_of(self._layout, seen), seen) for seen in look.sightings if seen.sure >= SURE)
        return {placement: seen for placement, seen in found if placement is not None}

    def strays(self, state: State, look: Look) -> list[Stray]:
        """The pieces that are seen elsewhere than they belong, and not since before the last entry.

        Of what there is once, one seen elsewhere is not at its place, whether that can be seen or not.
        """
        scene = self._scene(state, look)
        expected, _ = self._split(self._game.placements(state))
        new = sorted(Counter(scene.extra(expected)) - self._memory.extra, key=str)
        missing, found = set(scene.missing(expected)), []
        for placement in sorted(expected - scene.seen, key=str):
            there = next((other for other in new if other.piece == placement.piece), None)
            is_away = placement in missing or self._layout.piece[placement.piece].copies == 1
            if there is not None and is_away:
                found.append(Stray(placement, there, placement in self._memory.missing))
        return found

    def differences(self, state: State, look: Look) -> tuple[str, ...]:
        """Which pieces lie otherwise than the rules expect, in people's words."""
        scene = self._scene(state, look)
        expected, _ = self._split(self._game.placements(state))
        extra = [found for found in scene.extra(expected) if not self._game.private(state, found)]
        return differences(self._names, list(scene.missing(expected)), extra)

    def dropped(self, look: Look) -> str | None:
        """A die lies beside the tray that nothing has come of: what to do about it."""
        if not self._fallen(look):
            return None
        return "a die lies beside the tray: roll it again, or enter on a phone what it shows"

    def reminder(self, state: State, look: Look) -> Reminder | None:
        """The torch lies beside somebody else than whose turn it is: it was forgotten."""
        _, torch = self._split(self._game.placements(state))
        lies = self._scene(state, look).torch
        if torch is None or lies is None or lies == torch:
            return None
        acting = self._game.view(state, None).acting
        text = (
            f"the torch was forgotten: pass it on to {people(acting)}"
            if acting
            else "the torch was forgotten: pass it on"
        )
        return Reminder(text, self._lamps_at(torch))

    def _lamps_at(self, space: str) -> tuple[str, ...]:
        at = self._layout.space[space].seat(self._layout.piece[self._layout.torch].seat)
        lamps = {lamp.name: dist(lamp.seat("lamp"), at) for lamp in self._layout.spaces if "lamp" in lamp.seats}
        nearest = min(lamps, key=lambda name: lamps[name], default=None)
        return (nearest,) if nearest is not None and lamps[nearest] < LAMP_MM else ()

    # Judging

    def _judge(self, start: Chain, found: Found, scene: Scene, has_fallen: bool) -> Verdict:
        if not found.chains:
            return Verdict()
        best = found.chains[0]
        rivals = [chain for chain in found.chains[1:] if chain.weight < best.weight + CLEAR]
        rivals = [chain for chain in rivals if not _begins(best, chain)]
        if best.cost > start.cost - GAIN or best.weight >= start.weight:
            # what lies there newly is explained, but not all that should have come with it is seen
            is_likely = start.left.extra - best.left.extra >= 1 or bool(start.dice and not best.dice)
            return Verdict(question=self._asker.between(start.state, [best, *rivals])) if is_likely else Verdict()
        if start.dice and not best.dice and (doubt := self._doubtful_roll(start, best, has_fallen)):
            return Verdict(question=doubt)
        if best.left.astray or self._is_beside_something(start, best, scene) or self._is_carried(start, best, scene):
            # none of it puts that there, or takes it away: they may not be done, or it was not so
            return Verdict(question=self._asker.between(start.state, [best, *rivals]), is_vague=True)
        may_hide_more = best.is_guessed or self._is_passed_on(start.state, best.state)
        is_against = best.left.torch > start.left.torch + CLEAR  # the torch speaks
        if rivals and not is_against and not found.is_cut and (certain := agreed((best, *rivals), found.chains)):
            # the others' doing; what is in doubt is asked by itself
            return Verdict(actions=certain, may_hide_more=may_hide_more)
        if rivals or found.is_cut or is_against or _comes_round(best.actions):
            asked = self._asker.between(start.state, [best, *rivals])
            return Verdict(question=asked, is_explained=best.left.total < GAIN)
        # a piece that lay there and is gone may tell of more, once a hand no longer hides the rest
        is_vague = best.left.gone > 0 or self._rests_on_absence(start, best, scene)
        is_untold = self._is_untold(start.state, best.actions)
        return Verdict(actions=best.actions, is_vague=is_vague, may_hide_more=may_hide_more, is_untold=is_untold)

    def _is_untold(self, state: State, actions: Sequence[Action]) -> bool:
        """Whether some of it is for people to tell, as no camera can know it."""
        for action in actions:
            if self._game.told(state, action):
                return True
            state = self._game.apply(state, action)
        return False

    def _is_beside_something(self, start: Chain, best: Chain, scene: Scene) -> bool:
        """Whether pieces were moved, and something has come to lie there besides that nobody can read."""
        before, now = (self._game.placements(one.state) for one in (start, best))
        return before != now and scene.strange(before | now)

    def _is_carried(self, start: Chain, best: Chain, scene: Scene) -> bool:
        """Whether what came is gone elsewhere, for no reason: it was carried from there rather than newly laid."""
        before, now = (self._split(self._game.placements(one.state))[0] for one in (start, best))
        gone = Counter(scene.missing(before)) - self._memory.missing
        left = _sorts(Counter(one for one in gone.elements() if self._is_certain(one) and scene.doubt(one) >= 1))
        come, more, fewer = _sorts((now - before) & scene.seen), _sorts(now - before), _sorts(before - now)
        return any(come[sort] - left[sort] < more[sort] - fewer[sort] for sort in left.keys() & come.keys())

    def _is_passed_on(self, before: State, after: State) -> bool:
        """Whether the torch passes on between them."""
        (_, was), (_, now) = (self._split(self._game.placements(state)) for state in (before, after))
        return was != now

    def _rests_on_absence(self, start: Chain, best: Chain, scene: Scene) -> bool:
        """Whether a piece has only vanished, or makes room for one that is not seen: it may just not be read now."""
        expected, _ = self._split(self._game.placements(start.state))
        now, _ = self._split(self._game.placements(best.state))
        gone = Counter(scene.missing(expected)) - self._memory.missing - now
        unseen = {(one.piece, one.space) for one in now - expected - scene.seen}
        if any((one.piece, one.space) in unseen for one in gone):
            return True  # the like of it lies there instead, and nobody has seen that
        come = Counter(placement.piece for placement in ((now - expected) & scene.seen).elements())
        return any(number > come[piece] for piece, number in Counter(one.piece for one in gone.elements()).items())

    def _doubtful_roll(self, start: Chain, best: Chain, has_fallen: bool) -> Question | None:
        """Dice that cannot be read for certain are asked about: what they seem to show first, then any other value.

        So is a roll that another die may belong to which fell beside the tray.
        """
        place = next(n for n, action in enumerate(best.actions) if self._game.rolled(action))
        before, action = best.actions[:place], best.actions[place]
        rolled = self._game.rolled(action)
        dice = next(dice for dice in start.dice if fits(rolled, dice, self._layout, self._explainer.owners))
        state = replay(self._game, start.state, before)
        if all(die.sure >= SURE for die in dice) and not (has_fallen and self._may_be_more(state, rolled)):
            return None
        seen = readings(dice, self._layout, tuple(rolled), self._explainer.owners)
        others = [other for other in self._game.legal(state) if self._is_same_roll(other, action)]
        others.sort(key=lambda other: _unlikeness(self._game.rolled(other), seen))
        likely = [action, *(other for other in others if other != action)][:MOST_ROLLS]
        answers = [Answer(self._asker.words(state, one), tuple(map(to_json, (*before, one)))) for one in likely]
        text = "What do the dice show?" if len(dice) > 1 else "What does the die show?"
        return Question(text, (*answers, NONE), player_of(action))

    def _may_be_more(self, state: State, rolled: Mapping[str, int]) -> bool:
        """Whether more dice could have been rolled there."""
        return any(len(self._game.rolled(other)) > len(rolled) for other in self._game.legal(state))

    def _is_same_roll(self, other: Action, action: Action) -> bool:
        """Whether two actions are the same but for what was rolled."""
        names = self._game.rolled(other).keys() == self._game.rolled(action).keys()
        return type(other) is type(action) and names and player_of(other) == player_of(action)

    # Scenes and costs

    def _scene(self, state: State, look: Look) -> Scene:
        """What lies between two places lies where the rules have it."""
        (scene,) = self._scenes(state, [self._likeliest(state, self._ways(look))])
        return scene

    def _settled(self, state: State, look: Look) -> Look:
        """The look, with what lay between two places already when the last entry was made where the rules have it."""
        return self._likeliest(state, self._ways(look, is_known=True))

    def _likeliest(self, state: State, ways: Sequence[Look]) -> Look:
        """The one of those ways to read a look that differs least from how the table should lie."""
        if len(ways) == 1:
            return ways[0]
        expected, _ = self._split(self._game.placements(state))
        seen = [scene.seen for scene in self._scenes(state, ways)]
        return ways[min(range(len(ways)), key=lambda n: ((expected - seen[n]) + (seen[n] - expected)).total())]

    def _ways(self, look: Look, is_known: bool | None = None) -> list[Look]:
        """Each way in which the look can be read; `is_known`: only what lay there then is in doubt, or only what did
        not."""
        rows = midway(self._layout, look.sightings)
        ways = (seen for piece, seen in rows if is_known is None or self._memory.shows(piece) is is_known)
        return [look, *(replace(look, sightings=seen) for seen in islice(ways, MOST_WAYS))]

    def _scenes(self, state: State, ways: Sequence[Look]) -> list[Scene]:
        return [Scene(self._game, self._layout, state, one, self._memory.scene, self._drawn) for one in ways]

    def _cost(self, placements: Seen, scene: Scene) -> Cost:
        return self._memory.cost(placements, scene)

    def _split(self, placements: Seen) -> tuple[Seen, str | None]:
        return split(self._layout, placements)

    def _is_certain(self, placement: Placement) -> bool:
        return is_certain(self._layout, placement)

    def _fallen(self, look: Look) -> Dice:
        return fallen(look.dice, self._lying_dice or ())

    def _fresh_dice(self, dice: Dice) -> tuple[Dice, ...]:
        if self._lying_dice is None:
            self._lying_dice = dice  # what lies there at the start was not rolled for us
        thrown = tuple(rolls(dice, self._lying_dice))
        if not thrown and is_alike(dice, self._lying_dice):
            self._lying_dice = dice  # as they are seen now: a bumped camera moves them a little each time
        if thrown and self._unseen and Counter(map(value_of, thrown[0])) <= self._unseen:
            self._lying_dice, self._unseen = dice, Counter()  # those that were told, read at last
            return ()
        return thrown


def _sorts(lying: Seen) -> Counter[str]:
    """How many there are of each sort of piece."""
    return Counter(one.piece for one in lying.elements())


def _lies_otherwise(one: Sighting, other: Sighting) -> bool:
    away = dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
    return away > LAIN_MM or apart_deg(one.turned_deg, other.turned_deg) > LAIN_DEG


def _unlikeness(rolled: Mapping[str, int], seen: Sequence[Mapping[str, int]]) -> int:
    """How many dice show something else than they seem to."""
    return min((sum(values[name] != value for name, value in rolled.items()) for values in seen), default=0)


def _comes_round(actions: Sequence[Action]) -> bool:
    """Whether somebody acts, others do, and it is the same one's turn again: seldom is so much done unseen."""
    players = [player_of(action) for action in actions]
    return 1 + sum(one != other for one, other in pairwise(players)) > len(set(players))


def _begins(chain: Chain, longer: Chain) -> bool:
    """Whether one chain is the beginning of the other: then they do not contradict each other."""
    short = min(len(chain.actions), len(longer.actions))
    return chain.actions[:short] == longer.actions[:short]
