"""What the table lights: the pawn to move, where it can go and at what price, treasures, the temple's gold."""

from collections.abc import Iterator

from companion.games.protocol import Glow, Light
from companion.games.temple_of_gold.board import INCOME_PILE, NEIGHBOURS, PACK_SPACES, STRIP, TEMPLE
from companion.games.temple_of_gold.ending import is_income_due
from companion.games.temple_of_gold.legal import each_step
from companion.games.temple_of_gold.scoring import score
from companion.games.temple_of_gold.state import State, Units, active, player_named, steps_left
from companion.games.temple_of_gold.treasure import can_dig_at

SUIT_COLOURS = {"suns": "#e03a2e", "arms": "#2f6fd0", "spring": "#3aa655", "moons": "#8a3fe0"}
FREE, COSTS, TREASURE, INCOME, WHITE = "#00c853", "#ffab00", "#ffd600", "#ffc107", "#ffffff"


def glow(state: State) -> Glow:
    """T77: spots nobody has announced are never lit."""
    if state.phase == "over":
        return _winner(state)
    return Glow(lights=tuple(_lights(state)), bar=_bar(state))


def _bar(state: State) -> float:
    """The steps left of eight; when the turn closes, what is left of the income pile."""
    if state.phase == "turn":
        return steps_left(state) / PACK_SPACES
    return min(1.0, state.temple.income / INCOME_PILE[len(state.players)])


def _lights(state: State) -> Iterator[Light]:
    player = active(state)
    yield _pawn_light(state)
    if state.turn.move == "open" and state.phase == "turn":
        yield from _next_steps(state)
    elif new := _new_tile(state):
        yield Light(new, WHITE, "flash", for_s=2.0)
    for space, site in state.sites.items():
        if not site.taken and space != player.pos:
            yield Light(space, TREASURE)
    if is_income_due(state) and player.pos != TEMPLE:
        yield Light(TEMPLE, INCOME, "flash")


def _pawn_light(state: State) -> Light:
    player = active(state)
    if state.phase == "closing":
        return Light(player.pos, SUIT_COLOURS[player.suit], "dim")
    if can_dig_at(state, player.pos):
        return Light(player.pos, TREASURE, "pulse")
    if state.turn.trade:
        return Light(player.pos, COSTS, "pulse")
    return Light(player.pos, SUIT_COLOURS[player.suit])


def _new_tile(state: State) -> str | None:
    """The tile just laid next to the pawn: tiles keep the order in which they came."""
    newest = next(reversed(list(state.tiles)), None)
    is_new = state.turn.explored and newest in NEIGHBOURS[active(state).pos] and newest not in state.sites
    return newest if is_new else None


def _next_steps(state: State) -> Iterator[Light]:
    """Green where the next step is free, amber where it costs units, dark where it is not possible."""
    steps = [step for step in each_step(state) if not step.redo]
    free = {step.to for step in steps if step.pay == Units()}
    costly = {step.to for step in steps} - free
    for space in NEIGHBOURS[active(state).pos]:
        if space in free or space in costly:
            yield Light(space, FREE if space in free else COSTS)


def _winner(state: State) -> Glow:
    colours = [SUIT_COLOURS[player_named(state, winner).suit] for winner in score(state).winners]
    lights = [Light(space, colours[n % len(colours)], "path", after_s=0.1 * n) for n, space in enumerate(STRIP)]
    return Glow(lights=tuple(lights), bar=1.0)
