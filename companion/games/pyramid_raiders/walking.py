"""Walking and pushing, one step at a time or a whole walk at once. Rulebook: "Player Movement", "Pushing"."""

from collections.abc import Iterator
from contextlib import suppress

from msgspec import UNSET
from msgspec.structs import replace

from companion.errors import IllegalAction
from companion.games.pyramid_raiders.actions import EndMove, Move, Push, Step
from companion.games.pyramid_raiders.board import BIT, DISTANCE, INDEX, NAMES, OFF
from companion.games.pyramid_raiders.ground import (
    Ground,
    Link,
    can_walk,
    figures_of,
    longest,
    occupied,
    push_bar,
    push_targets,
    pushed,
    seat_named,
    step_bar,
)
from companion.games.pyramid_raiders.items import has_other_choice
from companion.games.pyramid_raiders.reasons import refusal
from companion.games.pyramid_raiders.state import State, active_in, mover_of
from companion.games.pyramid_raiders.taking import end_walk


def counted(state: State, path: tuple[str, ...]) -> int:
    """How many spaces of the card a path has used up: its start and the pillars under spring boots count nothing."""
    return sum(space not in state.pillars for space in path[1:])


class Walker:
    """One player's walk under way: checks and makes steps and pushes, then hands back the new state."""

    __slots__ = ("at", "came", "figures", "ground", "left", "link", "need", "path", "rocket", "seat", "spent", "taken")

    def __init__(self, state: State, mover: str) -> None:
        self.seat = state.players.index(mover)
        self.ground = Ground(state, self.seat)
        self.figures = figures_of(state, self.seat)
        self.taken = occupied(self.figures)
        at = state.pawns[mover]
        self.at = OFF if at is None else INDEX[at]
        self.path = list(state.path)
        self.came = INDEX[state.path[-2]] if len(state.path) > 1 else OFF
        self.need = state.need
        left = (state.card or 0) - counted(state, state.path)
        self.left = max(left, state.need)  # of the printed number; more than `need` where no such walk exists
        self.rocket = state.items.get(mover) == "rocket_shoes"
        self.spent = left < 0  # the rocket shoes' extra space has been used
        self.link: Link | None = None

    def still_owed(self) -> int:
        """How much of the card must still be walked (PR-R13): all that is left of it, else as far as one can."""
        if self.at == OFF:
            return 0
        return longest(self.ground, self.figures, self.taken, self.at, self.came, self.left)

    def has_spare_step(self) -> bool:
        """PR-R44: with the printed number walked, the rocket shoes may go one further."""
        return self.rocket and can_walk(self.ground, self.figures, self.taken, self.at, self.came, 1)

    def has_spare_step_from(self, to: int) -> bool:
        """The same after one more step, nobody having been pushed."""
        return self.rocket and can_walk(self.ground, self.figures, self.taken, to, self.at, 1)

    def is_done(self) -> bool:
        return self.need == 0 and (self.spent or not self.has_spare_step())

    def is_out_of_reach(self, to: int) -> bool:
        """Whether no walk could lead there, whoever is pushed; pillars hopped and fountains dived through aside."""
        springs = self.ground.hops or self.ground.pillars & ~self.ground.bars
        return self.at != OFF and not springs and DISTANCE[self.at][to] > self.left + self.rocket

    def step_bar(self, to: int) -> str:
        bar = step_bar(self.ground, self.figures, self.taken, self.at, self.came, to)
        if bar:
            return bar
        if self.need == 0 and not self.rocket:
            return "dead_end"
        rest = (self.need or 1) - 1 + (self.ground.pillars >> to & 1)
        return "" if can_walk(self.ground, self.figures, self.taken, to, self.at, rest) else "dead_end"

    def steps(self) -> Iterator[int]:
        """Every space the next step may lead to."""
        if self.at == OFF or (self.need == 0 and not self.has_spare_step()):
            return
        for to in self.ground.links(self.at):
            if not self.step_bar(to):
                yield to

    def step(self, to: int) -> None:
        if self.at == OFF or (bar := self.step_bar(to)):
            raise refusal("not_adjacent" if self.at == OFF else bar)
        self.spent = self.need == 0
        cost = 1 - (self.ground.pillars >> to & 1)
        self.need = max(self.need - cost, 0)
        self.left = max(self.left - cost, 0)
        self.came, self.at = self.at, to
        self.path.append(NAMES[to])
        if self.taken >> to & 1:
            self.link = Link(self.figures.index(to), to, self.came, self.seat, BIT[to])

    def push(self, to: int) -> None:
        assert self.link is not None
        if bar := push_bar(self.ground, self.figures, self.taken, self.link, to):
            raise refusal(bar)
        self.figures, self.link = pushed(self.ground, self.figures, self.link, to)
        self.taken = occupied(self.figures)
        if self.link is None and not self.spent:
            self.need = longest(self.ground, self.figures, self.taken, self.at, self.came, self.left)

    def push_targets(self) -> list[int]:
        assert self.link is not None
        return push_targets(self.ground, self.figures, self.taken, self.link)

    def state_after(self, state: State) -> State:
        """The walk so far written into the state; phase `pushing` while a push is due, else `moving`."""
        spaces = [None if at == OFF else NAMES[at] for at in self.figures]
        decoy = spaces.pop()
        spaces[self.seat] = None if self.at == OFF else NAMES[self.at]
        pawns = dict(zip(state.players, spaces, strict=True))
        mover = state.players[self.seat]
        if self.link is None:
            changes = {"phase": "moving", "active": mover, "chain": UNSET}
        else:
            decider = state.players[self.link.decider]
            changes = {"phase": "pushing", "active": decider, "chain": self._chain(state)}
        return replace(state, pawns=pawns, decoy=decoy, need=self.need, path=tuple(self.path), **changes)

    def _chain(self, state: State) -> tuple[str, ...]:
        """The spaces of this push so far, the mover's first; each pushed figure stands on the next."""
        assert self.link is not None
        before = () if state.chain is UNSET else state.chain
        return (*before, NAMES[self.link.at])


def walker_in_push(state: State) -> Walker:
    """The walk of a state in which a push is due."""
    assert state.chain is not UNSET
    mover = mover_of(state)
    walker = Walker(state, mover)
    chain = [INDEX[space] for space in state.chain]
    decider = state.players.index(active_in(state))
    pair = [figure for figure, at in enumerate(walker.figures) if at == chain[-1]]
    pusher = decider if decider in pair else walker.ground.decoy
    victim = pair[0] if len(chain) == 1 or pair[0] != pusher else pair[1]
    came = walker.came if len(chain) == 1 else chain[-2]
    walker.link = Link(victim, chain[-1], came, decider, occupied(tuple(chain)))
    return walker


def begin_walk(state: State, player: str) -> State:
    """A card has just been turned up: what it asks for is owed, or, walled in, the walk is over at once."""
    at = state.pawns[player]
    state = replace(state, phase="moving", need=0, path=() if at is None else (at,))
    need = Walker(state, player).still_owed()
    state = replace(state, need=need)
    return state if need or has_other_choice(state, player) else end_walk(state)


def step(state: State, action: Step) -> State:
    walker = Walker(state, action.player)
    walker.step(INDEX[action.to])
    return _walked_on(state, walker)


def push(state: State, action: Push) -> State:
    walker = walker_in_push(state)
    walker.push(INDEX[action.to])
    return _walked_on(state, walker)


def _walked_on(state: State, walker: Walker) -> State:
    after = walker.state_after(state)
    return end_walk(after) if walker.link is None and walker.is_done() else after


def move(state: State, action: Move) -> State:
    """A whole walk: every step of the path, and whenever a push is due the next of `pushes`; all or nothing."""
    walker = Walker(state, action.player)
    waiting = [INDEX[space] for space in reversed(action.pushes)]
    for number, space in enumerate(action.path):
        if number and walker.is_done():
            raise refusal("too_many_steps")
        walker.step(INDEX[space])
        while walker.link is not None:
            if not waiting:
                raise refusal("push_missing")
            walker.push(waiting.pop())
    if walker.need:
        raise refusal("too_few_steps")
    if waiting:
        raise refusal("push_unused")
    return end_walk(walker.state_after(state))


def why_no_end(state: State, action: EndMove) -> IllegalAction | None:
    if not state.need:
        return None
    return refusal("must_move_exact", need=state.need, spaces="space" if state.need == 1 else "spaces")


def end_move(state: State, action: EndMove) -> State:
    return end_walk(state)


def victims(state: State, action: Move) -> list[str]:
    """Who is pushed by each of a walk's pushes, in their order: players, or the decoy; fewer if it cannot be walked."""
    walker, waiting = Walker(state, action.player), list(action.pushes)
    met = list[str]()
    with suppress(IllegalAction):
        for space in action.path:
            walker.step(INDEX[space])
            while walker.link is not None and waiting:
                met.append(seat_named(state, walker.link.victim))
                walker.push(INDEX[waiting.pop(0)])
    return met


def pushed_figure(state: State) -> str:
    """Who is being pushed: a player, or the decoy."""
    link = walker_in_push(state).link
    assert link is not None
    return seat_named(state, link.victim)


def open_ends(walker: Walker) -> set[int]:
    """Where the walk can still end, everybody taken as standing where he stands."""
    if walker.at == OFF or walker.is_done():
        return set()
    ends, need = set(), max(walker.need, 1)
    layer = {(walker.at, walker.came)}
    for step in range(need + (walker.rocket and walker.need > 0)):
        layer = _further(walker, layer)
        if step + 1 >= need:
            ends |= {at for at, _ in layer}
    return ends


def _further(walker: Walker, layer: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """One counted space on; pillars under spring boots are passed over."""
    ground, figures, taken = walker.ground, walker.figures, walker.taken
    met, reached, todo = set(layer), set[tuple[int, int]](), list(layer)
    for at, last in todo:
        for to in ground.links(at):
            if step_bar(ground, figures, taken, at, last, to):
                continue
            if not ground.pillars >> to & 1:
                reached.add((to, at))
            elif (to, at) not in met:
                met.add((to, at))
                todo.append((to, at))
    return reached
