"""Hands at the pretend table: they move the pieces for each action, reaching in and out as people do."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import dist
from random import Random

from companion.games.protocol import Action, Game, Seen, State
from companion.layout import Layout, Placement
from companion.simulation.tabletop import Hand, Tabletop
from companion.watch.scene import trace

STANDS_MM = 8.0  # a piece so high can be knocked over
MOMENT = 8  # frames until people have seen it and put it right
SLIP_MM = 120.0  # a piece put on a wrong place is put so near
ASIDE_MM = 40.0  # who finds a mark taken stands on another so near
TOUCHING = 0.7  # of its width: a piece whose middle is nearer to another's stands in it


class Hands:
    """Carries out actions on a Tabletop. Each method yields after every change worth a frame."""

    def __init__(self, game: Game, tabletop: Tabletop, rng: Random) -> None:
        self._game = game
        self._tabletop = tabletop
        self._rng = rng
        self.forgets_torch = False

    def lay_out(self, state: State) -> None:
        """The table as the rules expect it, before anyone watches."""
        self._tabletop.arrange(self._wanted(state))

    def act(self, action: Action, after: State) -> Iterator[None]:
        """Rolls what the action rolls; otherwise moves the pieces it moves."""
        rolled = self._game.rolled(action)
        if rolled:
            yield from self._roll(rolled)
        else:
            yield from self.catch_up(after)

    def catch_up(self, state: State) -> Iterator[None]:
        """Moves whatever lies otherwise than the rules expect, as the lights tell people to."""
        wanted = self._wanted(state)
        goals = self._tabletop.goals(wanted)
        if not goals:
            return
        for goal in goals:
            self._tabletop.reach(self._hand(*goal))
            yield
        self._tabletop.arrange(wanted)
        self._tabletop.reach(None)
        yield

    def misplace(self, state: State) -> bool:
        """Puts one of the pieces that have to be moved on a wrong place; False where there is none to choose."""
        wanted = self._wanted(state)
        fresh = [one for one in self._tabletop.differs(wanted) if wanted[one]]
        slips = [(one, space) for one in fresh for space in self._near(one)]
        if not slips:
            return False
        right, space = self._rng.choice(slips)
        self._tabletop.arrange(wanted - Counter([right]) + Counter([right._replace(space=space)]))
        return True

    def _near(self, placement: Placement) -> list[str]:
        """Free places beside the right one."""
        layout = self._tabletop.layout
        seat, at = layout.piece[placement.piece].seat, seat_of(layout, placement)
        taken = {one.space for one in self._tabletop.placements() if layout.piece[one.piece].seat == seat}
        near = [space for space in layout.spaces if seat in space.seats and space.name not in taken]
        apart = {space.name: dist(space.seat(seat), at) for space in near}
        return [name for name, away in apart.items() if 0 < away < SLIP_MM]

    def rest(self) -> Iterator[None]:
        """Leaves a hand over the table for a moment."""
        layout = self._tabletop.layout
        at = self._rng.uniform(0.2, 0.8) * layout.width_mm, self._rng.uniform(0.1, 0.9) * layout.height_mm
        self._tabletop.reach(self._hand(*at))
        yield from (None, None, None)
        self._tabletop.reach(None)
        yield

    def leaves_trace(self, before: State, action: Action, after: State) -> bool:
        """Whether a camera could notice the action at all."""
        if self._game.rolled(action):
            return True
        return bool(trace(self._tabletop.layout, self._wanted(before), self._wanted(after)))

    def differs(self, state: State) -> bool:
        """Whether anything has yet to be moved to where the rules expect it."""
        return bool(self._tabletop.differs(self._wanted(state)))

    def undoes(self, held: State, after: State) -> bool:
        """Whether what was done in haste is taken back or swept away by what follows: nobody could ever see it."""
        now, between, end = Counter(self._tabletop.placements()), self._wanted(held), self._wanted(after)
        if (now - between) & end:
            return True
        before, amid, last = (Counter(one.piece for one in lying.elements()) for lying in (now, between, end))
        if any(amid[piece] > max(before[piece], last[piece]) for piece in amid):
            return True
        return any(amid[piece] != before[piece] == last[piece] for piece in amid | before)

    def _wanted(self, state: State) -> Seen:
        """How the table should look; a torch that is nobody's, or that nobody thinks of, stays where it was put."""
        wanted, torch = self._with_room(state, self._game.placements(state)), self._tabletop.layout.torch
        if not torch or (not self.forgets_torch and any(one.piece == torch for one in wanted)):
            return wanted
        kept = Counter(placement for placement in self._tabletop.placements() if placement.piece == torch)
        return Counter({one: number for one, number in wanted.items() if one.piece != torch}) + kept

    def _with_room(self, state: State, wanted: Seen) -> Seen:
        """The same with nobody on a taken mark, while others are free that the rules take for it; who stands stays."""
        here = {one.piece: one for one in self._tabletop.placements()}
        pawns = [one for one in wanted if self._is_pawn(one)]
        settled = {
            one: here[one.piece] for one in pawns if one.piece in here and self._is_as_good(state, here[one.piece], one)
        }
        for one in pawns:
            if one not in settled:
                settled[one] = self._free(state, one, list(settled.values()))
        return Counter({settled.get(one, one): number for one, number in wanted.items()})

    def _is_pawn(self, placement: Placement) -> bool:
        piece = self._tabletop.layout.piece[placement.piece]
        return piece.copies == 1 and piece.top_mm > STANDS_MM

    def _is_as_good(self, state: State, stands: Placement, wanted: Placement) -> bool:
        return stands == wanted or self._game.recognised(state, Counter([stands])) == Counter([wanted])

    def _free(self, state: State, wanted: Placement, others: Sequence[Placement]) -> Placement:
        """Where it has room beside the others: its own mark, or the nearest of those with the most room."""
        layout = self._tabletop.layout
        piece, at = layout.piece[wanted.piece], seat_of(layout, wanted)
        taken = [seat_of(layout, other) for other in others]

        def room(mark: Placement) -> float:
            return min([TOUCHING * piece.width_mm, *(dist(seat_of(layout, mark), there) for there in taken)])

        if room(wanted) >= TOUCHING * piece.width_mm:
            return wanted
        spaces = (space for space in layout.spaces if piece.seat in space.seats)
        near = [space.name for space in spaces if dist(space.seat(piece.seat), at) < ASIDE_MM]
        marks = [mark for name in near if self._is_as_good(state, mark := wanted._replace(space=name), wanted)]
        return max(marks, key=lambda mark: (room(mark), -dist(seat_of(layout, mark), at)))

    def drop_a_die(self, action: Action) -> Iterator[None]:
        """Rolls, and one die falls beside the tray; people look at it for a moment."""
        rolled = self._game.rolled(action)
        yield from self._roll(rolled, falls=next(iter(rolled)))
        yield from (None,) * MOMENT

    def knock_over(self) -> Iterator[None]:
        """Somebody's sleeve knocks a pawn over; after a moment it is set up again where it stood."""
        pieces = self._tabletop.layout.piece
        standing = [lying for lying in self._tabletop.lying() if pieces[lying.piece].top_mm > STANDS_MM]
        if not standing:
            return
        pawn = self._rng.choice(standing)
        for is_down in (True, False):
            self._tabletop.reach(self._hand(pawn.x_mm, pawn.y_mm))
            yield
            self._tabletop.knock_over(pawn.id, is_down)
            self._tabletop.reach(None)
            yield from (None,) * MOMENT

    def _roll(self, rolled: Mapping[str, int], falls: str = "") -> Iterator[None]:
        tray = self._tabletop.layout.zone[self._tabletop.layout.tray]
        self._tabletop.clear_dice()
        self._tabletop.reach(self._hand((tray.x0 + tray.x1) / 2, (tray.y0 + tray.y1) / 2))
        yield
        self._tabletop.reach(None)
        self._tabletop.roll(rolled, falls)
        yield

    def _hand(self, x_mm: float, y_mm: float) -> Hand:
        """Comes in from the nearer long edge of the table."""
        layout = self._tabletop.layout
        edge = layout.height_mm + 150 if y_mm > layout.height_mm / 2 else -150
        return Hand((x_mm, y_mm), (x_mm + self._rng.uniform(-120, 120), edge))


def seat_of(layout: Layout, placement: Placement) -> tuple[float, float]:
    """Where on the table that piece belongs."""
    return layout.space[placement.space].seat(layout.piece[placement.piece].seat)
