"""What the trail shows: section 9. Nothing lit ever depends on a hidden card."""

from companion.games.gold_raiders.board import COLOURS, trail_space
from companion.games.gold_raiders.ending import farthest
from companion.games.gold_raiders.state import Last, State
from companion.games.protocol import Glow, Light

NIGHT_S = 30.0
STEP_S = 0.25


def glow(state: State) -> Glow:
    """The light scene of the phase, with what just happened laid out in time."""
    if state.phase == "setup":
        return Glow((Light(trail_space(0), "white", "pulse"), Light(trail_space(state.trail), "gold")))
    if state.phase == "deal":
        return Glow(_dusk(state))
    if state.phase == "night":
        return Glow(_night(state), timer_s=NIGHT_S)
    if state.phase == "day":
        return Glow(_day(state), bar=1.0 if state.last and state.last.type == "reveal" else None)
    return Glow(_victory(state), bar=1.0)


def _colour(state: State, player: str) -> str:
    return COLOURS[state.seat(player) - 1]


def _space(state: State, player: str) -> str:
    return trail_space(state.pos[player])


def _dusk(state: State) -> tuple[Light, ...]:
    """The new first player's space chases three times; in the first round the raiders' spaces shine and go out."""
    if state.last and state.last.is_dusk:
        space, colour = _space(state, state.first), _colour(state, state.first)
        chase = tuple(Light(space, colour, "path", after_s=0.6 * turn, for_s=0.4) for turn in range(3))
        return (*_moved(state, state.last), *chase)
    leader = _colour(state, farthest(state))
    return tuple(Light(trail_space(space), leader, "dim", for_s=3.0) for space in sorted(set(state.pos.values())))


def _night(state: State) -> tuple[Light, ...]:
    """Every raider's space dim, the mover's pulsing, and a flash for a theft or a peek."""
    turn = state.turn or state.first
    dim = {state.pos[name]: Light(_space(state, name), _colour(state, name), "dim") for name in reversed(state.players)}
    dim.pop(state.pos[turn])
    lights = [dim[space] for space in sorted(dim)]
    lights.append(Light(_space(state, turn), _colour(state, turn), "pulse"))
    last = state.last
    if last and last.type == "steal":
        for after, name in enumerate((last.owner, last.player, last.owner, last.player)):
            lights.append(Light(_space(state, name), _colour(state, name), "flash", after_s=0.5 * after, for_s=0.5))
    if last and last.type == "recon":
        lights.append(Light(_space(state, last.player), _colour(state, last.player), "flash", for_s=0.3))
    return tuple(lights)


def _day(state: State) -> tuple[Light, ...]:
    """How the last stack moved its raider, who is at the temple, and whose turn it is."""
    turn = state.turn or state.first
    lights = list(_moved(state, state.last)) if state.last else []
    for name in state.players:
        if state.pos[name] == state.trail:
            lights.append(Light(_space(state, name), _colour(state, name), "pulse"))
    if state.pos[turn] != state.trail:
        lights.append(Light(_space(state, turn), _colour(state, turn), "pulse"))
    return tuple(lights)


def _moved(state: State, last: Last) -> tuple[Light, ...]:
    """One light every quarter of a second, forward in the raider's colour, back in amber; a white flash for nothing."""
    if last.type != "reveal":
        return ()
    start, reached = last.start, state.pos[last.player]
    if start == reached:
        return (Light(trail_space(start), "white", "flash", for_s=0.5),)
    way, colour = (1, _colour(state, last.player)) if reached > start else (-1, "amber")
    passed = range(start, reached, way)
    run = [Light(trail_space(space), colour, "path", STEP_S * step, STEP_S) for step, space in enumerate(passed)]
    return (*run, Light(trail_space(reached), colour, "steady", STEP_S * len(passed)))


def _victory(state: State) -> tuple[Light, ...]:
    colour = _colour(state, state.winner or state.first)
    return tuple(Light(trail_space(space), colour, "path", after_s=0.1 * space) for space in range(state.trail + 1))
