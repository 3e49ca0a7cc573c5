"""Eyes that see the pretend table as it is, but for lapses: the tracker alone, in a hundredth of a game's time.

What a camera makes hard (pixels, light, a bump) is left to the real eyes; what it leaves open for any eyes is here:
what lies under something else, under a hand, or is not read at the first look.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import cos, hypot, radians, sin
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from companion.games import game_named
from companion.games.protocol import Game
from companion.layout import Piece
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.faults import HABITS, Habit
from companion.simulation.match import Match, Result
from companion.simulation.players import Hands
from companion.simulation.room import FRAME_S, SLOPPY_DEG, SLOPPY_MM, sim_camera
from companion.simulation.tabletop import Hand, Lying, LyingDie, Tabletop
from companion.watch.aim import targets_of
from companion.watch.scene import Tall
from companion.watch.watcher import Watcher
from hardware.camera import Frame
from vision.eyes import Eyes
from vision.look import Look
from vision.plane import Plane
from vision.problems import Problem
from vision.sighting import BESIDE_TRAY, Sighting
from vision.stillness import SHRINK

NOISE_MM = 0.3
MARKER_HIDDEN, PLAIN_HIDDEN = 0.3, 0.88  # so much of it, and it is not read any more
LAPSE, MOST_FRAMES = 0.03, 6  # of what is looked at anew is not read at once, and comes within so many frames
ASLANT_MM = 20.0  # what stands hides what lies so far behind it
ARM_MM = 38.0  # half as wide as a forearm
NOTHING = np.zeros((2, 2, 3), np.uint8)


@dataclass
class Lapses:
    """What these eyes do not see at once."""

    rng: Random
    share: float = LAPSE
    frames: dict[int, int] = field(default_factory=dict)  # for which pieces, and for how many frames more

    def befall(self, number: int) -> None:
        if self.rng.random() < self.share:
            self.frames[number] = self.rng.randint(1, MOST_FRAMES)

    def pass_frame(self) -> bool:
        """Whether something is read now that was not."""
        over = [number for number, left in self.frames.items() if left <= 1]
        self.frames = {number: left - 1 for number, left in self.frames.items() if left > 1}
        return bool(over)


class Seer:
    """Stands in for Eyes."""

    def __init__(self, tabletop: Tabletop, plane: Plane, rng: Random, share: float) -> None:
        self._tabletop = tabletop
        self._plane = plane
        self._rng = rng
        self._lapses = Lapses(rng, share)
        self._version = -1
        self._is_stale = False
        self._look = Look(is_moving=True)
        self._known: dict[int, tuple[Lying, Sighting]] = {}  # as each piece was seen when it came to lie there
        self._dice: tuple[LyingDie, ...] = ()
        self._thrown: tuple[Sighting, ...] = ()
        self._throws = 0

    def look(self, pixels: object, small: object = None, lit: object = ()) -> Look:
        is_read = self._lapses.pass_frame()
        if self._tabletop.version != self._version:
            self._version, self._is_stale = self._tabletop.version, True
            return replace(self._look, is_moving=True, is_new=False)
        if self._is_stale or is_read:
            self._look = self._seen(is_fresh=self._is_stale)
            self._is_stale = False
        elif self._look.is_new or self._look.is_moving:
            self._look = replace(self._look, is_moving=False, is_new=False)
        return self._look

    def _seen(self, is_fresh: bool) -> Look:
        hidden = self._hand(self._tabletop.hand)
        covered = Look(plane=self._plane, hidden=hidden)
        lying = list(self._tabletop.lying())
        tops = self._tabletop.heights()
        order = sorted(lying, key=lambda one: self._piece(one).top_mm)
        talls = [Tall(one.x_mm, one.y_mm, one.turned_deg, self._piece(one)) for one in order]
        problems: list[Problem] = []
        kept: dict[int, tuple[Lying, Sighting]] = {}
        for number, one in enumerate(order):
            piece, was = self._piece(one), self._known.get(one.id)
            if hidden is not None and covered.is_hidden(one.x_mm, one.y_mm):
                continue
            if was is None or was[0] != one:
                was = one, self._sighted(one, piece)
                if is_fresh:
                    self._lapses.befall(one.id)
            if one.id in self._lapses.frames or not piece.is_seen:
                continue
            share = self._hidden_share(one, piece, talls[number + 1 :], tops[one.id])
            if share <= (PLAIN_HIDDEN if piece.is_plain else MARKER_HIDDEN):
                kept[one.id] = was
            elif not piece.is_plain:
                problems.append(Problem("covered", round(one.x_mm, 1), round(one.y_mm, 1)))
        if hidden is not None:  # what lay under a hand is taken to lie there still
            kept |= {
                number: was
                for number, was in self._known.items()
                if number not in kept and covered.is_hidden(was[0].x_mm, was[0].y_mm)
            }
        self._known = kept
        if self._tabletop.hand is not None:
            problems.append(Problem("hand", *(round(at, 1) for at in self._tabletop.hand.tip)))
        return Look(
            sightings=tuple(sighting for _, sighting in kept.values()),
            dice=self._dice_seen(covered),
            plane=self._plane,
            problems=tuple(problems),
            hidden=hidden,
            soft_px=1.0,
        )

    def _piece(self, one: Lying) -> Piece:
        return self._tabletop.layout.piece[one.piece]

    def _sighted(self, one: Lying, piece: Piece) -> Sighting:
        x, y = (at + self._rng.gauss(0, NOISE_MM) for at in (one.x_mm, one.y_mm))
        if piece.is_plain:
            return Sighting(piece.name, x, y, 0.0, 0.8)
        return Sighting(piece.name, x, y, one.turned_deg + self._rng.gauss(0, 0.5), 0.99)

    def _hidden_share(self, one: Lying, piece: Piece, above: list[Tall], top_mm: float) -> float:
        """The least of its markers, or of a plain piece itself, that something else hides."""
        near = [
            tall
            for tall in above
            if hypot(tall.x - one.x_mm, tall.y - one.y_mm) < _reach(piece) + _reach(tall.piece) + ASLANT_MM
        ]
        if not near or one.is_down:
            return float(one.is_down)
        return min(self._share(points, near, top_mm) for points in _faces(one, piece))

    def _share(self, points: npt.NDArray[np.float64], near: list[Tall], top_mm: float) -> float:
        return float(np.mean(np.any([tall.hides(points, top_mm, self._plane) for tall in near], axis=0)))

    def _dice_seen(self, covered: Look) -> tuple[Sighting, ...]:
        now = self._tabletop.dice
        if covered.hidden is not None and any(covered.is_hidden(die.x_mm, die.y_mm) for die in (*now, *self._dice)):
            return self._thrown
        if now != self._dice:
            self._throws += 1
            self._dice, self._thrown = now, tuple(self._die(die, self._throws) for die in now)
        return self._thrown

    def _die(self, die: LyingDie, throw: int) -> Sighting:
        layout = self._tabletop.layout
        trays = (name for name in {layout.tray, *(one.zone for one in layout.dice)} if name in layout.zone)
        zone = next((name for name in trays if layout.zone[name].holds(die.x_mm, die.y_mm)), BESIDE_TRAY)
        body = die.body
        colour = int(body[1:3], 16), int(body[3:5], 16), int(body[5:7], 16)
        x, y = (at + self._rng.gauss(0, NOISE_MM) for at in (die.x_mm, die.y_mm))
        return Sighting("die", x, y, die.turned_deg, 0.99, str(die.value), None, zone, colour, throw=throw)

    def _hand(self, hand: Hand | None) -> npt.NDArray[np.uint8] | None:
        if hand is None:
            return None
        width, height = self._plane.size_px
        mask = np.zeros((height // SHRINK, width // SHRINK), np.uint8)
        ends = (self._plane.px(np.array([hand.tip, hand.elbow])) / SHRINK).astype(int).tolist()
        wide = round(2 * ARM_MM * self._plane.px_per_mm(*hand.tip) / SHRINK)
        cv2.line(mask, ends[0], ends[1], 255, wide)
        return mask


def _reach(piece: Piece) -> float:
    return hypot(piece.width_mm, piece.height_mm) / 2


def _faces(one: Lying, piece: Piece) -> Iterator[npt.NDArray[np.float64]]:
    """Points of each of its markers, or of the whole of a plain piece, where they lie on the table."""
    a = radians(one.turned_deg)
    turn, at = np.array([[cos(a), sin(a)], [-sin(a), cos(a)]]), np.array([one.x_mm, one.y_mm])
    steps = np.linspace(-0.45, 0.45, 5)
    grid = np.array([(x, y) for x in steps for y in steps])
    if piece.is_plain or piece.marker is None:
        yield grid * (piece.width_mm, piece.height_mm) @ turn + at
        return
    for x, y in (piece.marker_at_mm, *((x, y) for _, x, y in piece.more_markers)):
        yield (grid * piece.marker_mm + (x - piece.width_mm / 2, y - piece.height_mm / 2)) @ turn + at


class Den:
    """A room without a camera: what Match needs of one."""

    def __init__(self, table: Table, seed: int, habits: Mapping[str, Habit], share: float) -> None:
        game, layout = table.game, table.sitting.layout
        self._now_s = 0.0
        self._rng = Random(f"{seed} hands")
        self._habits = habits
        askew = {"askew_mm": SLOPPY_MM, "askew_deg": SLOPPY_DEG} if "crooked" in habits else {}
        self.tabletop = Tabletop(layout, self._rng, **askew)
        self.hands = Hands(game, self.tabletop, self._rng)
        self.hands.forgets_torch = "forgot_torch" in habits
        seer = Seer(self.tabletop, plane_of(game.name, len(table.state.players)), Random(f"{seed} eyes"), share)
        self.watcher = Watcher(table, lambda layout: seer)  # type: ignore[arg-type, return-value]

    @property
    def now_s(self) -> float:
        return self._now_s

    def happens(self, habit: str) -> bool:
        return habit in self._habits and self._rng.random() < self._habits[habit].chance

    def trouble(self) -> None:
        """Nothing befalls a camera that is not there."""

    def tick(self) -> None:
        self._now_s += FRAME_S
        self.watcher.see(Frame(NOTHING, self._now_s))


@cache
def plane_of(name: str, count: int) -> Plane:
    """How a camera sees that table; read off one frame."""
    game = game_named(name)
    layout = game.layout(game.names(count), None)
    tabletop = Tabletop(layout, Random(1))
    look = Eyes(targets_of(layout)).read(sim_camera(game, tabletop, lambda: 0.0, 1).frame().pixels)
    assert look.plane is not None
    return look.plane


def play_seen(
    game: Game,
    count: int,
    seed: int,
    style: str,
    faults: str = "",
    share: float = LAPSE,
    progress: Callable[[str], None] = lambda line: None,
) -> Result:
    """A whole game before those eyes."""
    players = game.names(count)
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start(game.name, players, None)
    den = Den(table, seed, {name: HABITS[name] for name in faults.split(",") if name}, share)
    result = Result(game.name, list(players), seed)
    match = Match(table, den, game.bots(Random(seed), style), result, progress)  # type: ignore[arg-type]
    for _ in match.script():
        den.tick()
    return result
