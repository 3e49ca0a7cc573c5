"""What to light: section 9. The guardian's walk is laid out in time, one space every 0.4 s."""

from collections.abc import Callable, Iterator, Mapping

from companion.games.protocol import Effect, Glow, Light
from companion.games.pyramid_raiders import guardian
from companion.games.pyramid_raiders.beginning import open_rim
from companion.games.pyramid_raiders.board import (
    CENTRE,
    DECOY,
    DIRECTIONS,
    INDEX,
    NAMES,
    NEXT,
    OFF,
    PAWN_COLOURS,
    RIM,
    SPACES,
    TURN,
    characters,
    neighbours,
)
from companion.games.pyramid_raiders.legal import decoy_places, pushes, steps, tokens_near
from companion.games.pyramid_raiders.scoring import score
from companion.games.pyramid_raiders.state import Hold, KnockOut, Moved, State, Turn, Walk, active_in
from companion.games.pyramid_raiders.story import is_fresh
from companion.games.pyramid_raiders.walking import Walker, open_ends

STEP_S = 0.4  # the guardian's pace on the board
SIGHT_S = 0.6
FLASH_S = 0.4
CHASE_S = 0.15  # the winners' lights, from space to space round the rim
LAY_CARD_S = 60.0
WALK_S = 30.0


def glow(state: State) -> Glow:
    return _GLOWS[state.phase](state)


def colour_of(state: State, player: str) -> str:
    return PAWN_COLOURS[characters(state.players)[player]]


def _all(spaces: Iterator[str] | list[str] | tuple[str, ...], colour: str, effect: Effect) -> list[Light]:
    return [Light(space, colour, effect) for space in spaces]


def _layout(state: State) -> Glow:
    obstacles = {*state.pillars, *state.fountains}
    bare = [space for space in SPACES if space and space not in obstacles and space not in state.tokens]
    lights = _all(state.pillars, "amber", "dim") + _all(state.fountains, "blue", "dim") + _all(bare, "white", "pulse")
    return Glow(tuple(lights))


def _facing(state: State) -> Glow:
    return Glow(tuple(_all(neighbours(CENTRE), "red", "dim")))


def _items(state: State) -> Glow:
    """Right after the roll the space the guardian faces; then nothing."""
    if state.items:
        return Glow()
    line = guardian.line_from(state, state.guardian.at, state.guardian.facing)
    return Glow(tuple(_all(line[:1], "red", "steady")))


def _dark(state: State) -> Glow:
    return Glow()


def _entering(state: State) -> Glow:
    player = state.queue[0]
    return Glow(tuple(_all(open_rim(state, player), colour_of(state, player), "pulse")))


def _reentry(state: State) -> Glow:
    """After the guardian's walk has been shown, where the first may come back in; where he belongs stays lit."""
    rim = _entering(state).lights
    if state.walk is None or not is_fresh(state):
        return Glow((*rim, Light(state.guardian.at, "red", "steady")))
    path, end_s = walk_lights(state, state.walk)
    later = [Light(light.space, light.colour, light.effect, after_s=end_s) for light in rim]
    return Glow((*path, *later), bar=_share(state.walk))


def _programming(state: State) -> Glow:
    if state.walk is None or not is_fresh(state):
        return Glow(tuple(_watch(state)), timer_s=LAY_CARD_S)
    path, end_s = walk_lights(state, state.walk)
    later = [Light(light.space, light.colour, light.effect, after_s=end_s) for light in _watch(state)]
    return Glow((*path, *later), timer_s=LAY_CARD_S)


def _watch(state: State) -> list[Light]:
    """The guardian and his three lines of sight."""
    lights = [Light(state.guardian.at, "red", "steady")]
    for number, (_, line) in enumerate(guardian.sight_lines(state)):
        lights += _all(line, "blue" if number else "red", "dim")
    return lights


def _reveal(state: State) -> Glow:
    player = active_in(state)
    at = state.pawns[player]
    return Glow(() if at is None else (Light(at, colour_of(state, player), "pulse"),))


def _moving(state: State) -> Glow:
    player = active_in(state)
    colour, following = colour_of(state, player), [step.to for step in steps(state)]
    ends = sorted(NAMES[to] for to in open_ends(Walker(state, player)) if NAMES[to] not in following)
    return Glow(tuple(_all(following, colour, "steady") + _all(ends, colour, "dim")), timer_s=WALK_S)


def _pushing(state: State) -> Glow:
    targets = [push.to for push in pushes(state)]
    return Glow(tuple(_all(targets, colour_of(state, active_in(state)), "pulse")))


def _decoy(state: State) -> Glow:
    return Glow(tuple(_all([place.space for place in decoy_places(state)], "white", "pulse")))


def _taking(state: State) -> Glow:
    return Glow(tuple(_all([token.space for token in tokens_near(state)], "white", "pulse")))


def _effect(state: State) -> Glow:
    if state.card != TURN:
        return Glow()
    around = neighbours(state.guardian.at)
    lines = [light for light in _watch(state)[1:] if light.space not in around]
    return Glow(tuple(_all(around, "red", "pulse") + lines))


def _guardian(state: State) -> Glow:
    once = [Light(space, "amber", "flash", for_s=2 * FLASH_S) for space in guardian.in_sight(state)]
    return Glow((*_watch(state), *once))


def _finished(state: State) -> Glow:
    """The winners' colours chase round the rim."""
    colours = [colour_of(state, player) for player in score(state).winners]
    lights = [
        Light(space, colours[number % len(colours)], "path", after_s=round(number * CHASE_S, 2))
        for number, space in enumerate(_rim_clockwise())
    ]
    return Glow(tuple(lights), bar=1.0)


def _rim_clockwise() -> list[str]:
    """The rim from a1 to the right and round.

    >>> _rim_clockwise()[:6], len(_rim_clockwise())
    (['a1', 'a2', 'a3', 'a4', 'a5', 'b6'], 24)
    """
    rim, at, way = ["a1"], INDEX["a1"], 0
    while len(rim) < len(RIM):
        to = NEXT[way][at]
        if to == OFF:
            way += 1
        else:
            rim.append(NAMES[to])
            at = to
    return rim


def _share(walk: Walk) -> float:
    return len(walk.path) / walk.total


def walk_lights(state: State, walk: Walk) -> tuple[list[Light], float]:
    """The walk in time, and when it is over: steps, sight lines, barring spaces, ties and knock-outs as they come."""
    figures = {who: space for who, space in {**state.pawns, DECOY: state.decoy}.items() if space is not None}
    figures |= dict(_fallen(walk))
    lights: list[Light] = []
    at, facing, now = walk.start.at, walk.start.facing, 0.0
    for event in walk.trace:
        match event:
            case Moved(_, to):
                lights.append(Light(to, "red", "path", after_s=round(now, 2)))
                at, lasts = to, STEP_S
            case Turn(to, "sees"):
                line = guardian.line_from(state, at, to)
                lights += [Light(space, "blue", "steady", round(now, 2), SIGHT_S) for space in line]
                facing, lasts = to, SIGHT_S
            case Turn(to):
                lights.append(Light(_barring(at, facing), "amber", "flash", round(now, 2), FLASH_S))
                facing, lasts = to, FLASH_S
            case Hold(_, who):
                lights += [Light(figures[one], "amber", "flash", round(now, 2), FLASH_S) for one in who]
                lasts = FLASH_S
            case KnockOut():
                lights.append(Light(at, "white", "flash", round(now, 2), FLASH_S))
                lasts = FLASH_S
            case _:
                lasts = 0.0
        now += lasts
    lights.append(Light(at, "red", "steady", after_s=round(now, 2)))
    return lights, round(now, 2)


def _barring(at: str, facing: str) -> str:
    """The pillar ahead; at the edge, where there is no space to light, the guardian's own."""
    ahead = NEXT[DIRECTIONS.index(facing)][INDEX[at]]
    return at if ahead == OFF else NAMES[ahead]


def _fallen(walk: Walk) -> Iterator[tuple[str, str]]:
    """Who was knocked out where."""
    at = walk.start.at
    for event in walk.trace:
        if isinstance(event, Moved):
            at = event.to
        elif isinstance(event, KnockOut):
            yield event.who, at


_GLOWS: Mapping[str, Callable[[State], Glow]] = {
    "layout": _layout,
    "facing": _facing,
    "items": _items,
    "start_player": _dark,
    "entering": _entering,
    "programming": _programming,
    "reveal": _reveal,
    "moving": _moving,
    "pushing": _pushing,
    "decoy": _decoy,
    "taking": _taking,
    "effect": _effect,
    "guardian": _guardian,
    "reentry": _reentry,
    "finished": _finished,
}
