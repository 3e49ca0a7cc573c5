"""What Gold Mine lights: the logical lights of the specification's section 9, and the cells the phone's board marks."""

from collections.abc import Iterator
from math import ceil

from companion.games.gold_mine.board import DEVELOPMENT_TILES, TILE, Cell, cell_space
from companion.games.gold_mine.challenge import exchanges, free_chambers
from companion.games.gold_mine.legal import traverses, walks
from companion.games.gold_mine.reasons import acting
from companion.games.gold_mine.scoring import scoreboard
from companion.games.gold_mine.seeing import miner_space
from companion.games.gold_mine.state import Challenge, State, required, team_nuggets
from companion.games.gold_mine.walking import is_on_passage
from companion.games.protocol import Effect, Glow, Light

TURN_S = 90.0
CHASE_S = 15.0
NEWS_S = 3.0  # so long the bar shows how far a nugget has brought its owner
BAR = 10  # segments
GOLD, WATER, BATS = "#ffb300", "#2090ff", "#a040ff"
LED = {
    "red": "#ff2020",
    "green": "#20c040",
    "blue": "#3060ff",
    "yellow": "#ffd000",
    "black": "#604080",
    "white": "#ffffff",
}
FIGHTS = ("challenge_roll", "steal", "head_start", "bat_roll")


def glow(state: State) -> Glow:
    """The turn timer runs only where nothing else needs the bar; it has no effect on the rules."""
    lights = (*_seats(state), *_gold(state), *_bats(state), *_passage(state), *_bar(state), *_cells(state))
    share = _share(state)
    is_timed = state.phase == "production" and share is None and state.step not in FIGHTS
    return Glow(lights, TURN_S if is_timed else None, share)


def _seats(state: State) -> Iterator[Light]:
    for colour in acting(state):
        yield Light(f"seat.{colour}", LED[colour])
    for colour in state.winner or ():
        yield Light(f"seat.{colour}", LED[colour], "flash", for_s=CHASE_S)


def _share(state: State) -> float | None:
    """A walk shows its steps, development how many tiles lie."""
    if state.step == "walk" and state.walk:
        return min(state.walk.steps, BAR) / BAR
    if state.phase == "development":
        return ceil(state.dev_placed * BAR / DEVELOPMENT_TILES) / BAR
    return None


def _bar(state: State) -> Iterator[Light]:
    if state.challenge and state.step in FIGHTS:
        yield from _tally(state.challenge)
    elif state.winner:
        colour = LED[state.winner[0]]
        yield from (Light(f"bar.{n}", colour, "flash", (n - 1) / BAR, CHASE_S) for n in range(1, BAR + 1))
    elif state.step == "action" and state.turn and state.turn_info.collected:
        far = ceil(scoreboard(state)[state.turn].progress / BAR)
        yield from (Light(f"bar.{n}", LED[state.turn], "steady", 0.0, NEWS_S) for n in range(1, far + 1))


def _tally(fight: Challenge) -> Iterator[Light]:
    """The challenger's exchanges from the left, the defender's from the right; the winner's side flashes."""
    mine, theirs = exchanges(fight)
    sides = ((fight.challenger, range(1, mine + 1)), (fight.defender, range(BAR, BAR - theirs, -1)))
    for colour, segments in sides:
        effect: Effect = "flash" if fight.winner == colour else "steady"
        yield from (Light(f"bar.{segment}", LED[colour], effect) for segment in segments)


def _gold(state: State) -> Iterator[Light]:
    """Steady while somebody is rich (hunt him!), one pulse for a nugget revealed or collected."""
    if any(team_nuggets(state, player) >= required(state) for player in state.players):
        yield Light("gold", GOLD)
    elif _is_revealed(state) or (state.step == "action" and state.turn_info.collected):
        yield Light("gold", GOLD, "pulse", for_s=1.0)


def _is_revealed(state: State) -> bool:
    is_fresh = state.step == "draw" or (state.walk is not None and state.walk.why == "excavate")
    return is_fresh and TILE[state.mine[-1].tile].is_chamber


def _bats(state: State) -> Iterator[Light]:
    if state.challenge and state.challenge.kind == "bat":
        yield Light("bats", BATS, "flash")


def _passage(state: State) -> Iterator[Light]:
    if state.walk and state.walk.why == "passage":
        yield Light("passage", WATER) if state.walk.passage_open else Light("passage", WATER, "flash", for_s=1.5)
    elif state.step == "movement" and is_on_passage(state):
        yield Light("passage", WATER, "dim")


def _cells(state: State) -> Iterator[Light]:
    """Where the tile fits, where the walk can end, which chambers are free: those in turn, with row and column."""
    if state.step == "place" and state.drawn:
        spots = state.tunnels.spots(TILE[state.drawn], state.house)
        yield from (Light(cell_space(*cell), "#ffffff", "dim") for cell in dict.fromkeys(spot[:2] for spot in spots))
    elif state.step == "walk" and state.walk:
        miner = state.walk.miner
        for goals in (walks(state), traverses(state)):
            yield from (Light(miner_space(state.tunnels, goal.to, miner), LED[miner], "path") for goal in goals)
    elif state.step == "steal":
        for number, cell in enumerate(free_chambers(state)):
            yield from _pointed_at(cell, float(number))


def _pointed_at(cell: Cell, after_s: float) -> Iterator[Light]:
    for space in (cell_space(*cell), f"rail.x.{cell[0]}", f"rail.y.{cell[1]}"):
        yield Light(space, GOLD, "steady", after_s, 1.0)
