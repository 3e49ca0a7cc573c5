"""Why things stand as they do: a sentence or two about the latest happening, each with its rule."""

from collections.abc import Callable, Iterator, Mapping

from companion.games.gold_mine.board import TILE, cell_space
from companion.games.gold_mine.challenge import challenge_of, exchanges
from companion.games.gold_mine.state import Challenge, State, can_fit, required, team_nuggets
from companion.games.gold_mine.walking import walk_of
from companion.games.protocol import people, person


def story(state: State) -> Iterator[str]:
    yield from STORIES[state.step](state)


def _start(state: State) -> Iterator[str]:
    for player, total in state.start_rolls.items():
        yield f"{person(player)} rolled {total} for the start; the highest sum begins."
    if not state.start_rolls and len(state.start_pending) < len(state.players):
        yield f"{people(state.start_pending)} tied for the highest sum, so only they roll again."


def _laid(state: State) -> Iterator[str]:
    if len(state.mine) > 1:
        last = state.mine[-1]
        gold = "; a chamber, so it holds a nugget" if last.cell in state.gold_on else ""
        yield f"{last.tile} was laid on {cell_space(*last.cell)}{gold}."


def _drawn(state: State) -> Iterator[str]:
    tile = state.drawn or ""
    if can_fit(state, tile):
        ways = len(state.tunnels.spots(TILE[tile], state.house))
        yield f"{tile} was drawn; it fits in {ways} ways, so it must be laid."
    else:
        yield f"{tile} was drawn; it fits nowhere, so it goes back and another is drawn."


def _turn(state: State) -> Iterator[str]:
    yield f"It is {person(state.turn)}'s turn: one movement, then collecting and one challenge if wanted."


def _walking(state: State) -> Iterator[str]:
    walk = walk_of(state)
    if walk.why == "excavate":
        yield from _laid(state)
        yield "Digging allows one step."
    elif walk.why == "passage":
        yield "Doubles or a sum of seven: the passage is open." if walk.passage_open else "The passage is flooded."
        yield f"Walking is limited by the lower die, {walk.steps}."
    else:
        yield f"{person(state.actor)} rolled {walk.steps}; that is the most {person(walk.miner)}'s miner may be moved."


def _action(state: State) -> Iterator[str]:
    info, who = state.turn_info, person(state.turn)
    if info.collected:
        yield f"{who} has taken a nugget this turn."
    if info.displaced:
        yield f"{who}'s miner was moved after the movement, so only a head start's nugget may be taken."
    if state.turn and state.stuck[state.turn]:
        yield f"{who} is stuck in the mud until the next turn."


def _fight(state: State) -> Iterator[str]:
    fight = challenge_of(state)
    how = "for gold" if fight.kind == "gold" else "with bats"
    yield f"{person(fight.challenger)} challenges {person(fight.defender)} ({how})."
    yield from _exchanges(fight)
    if fight.winner:
        mine, theirs = exchanges(fight)
        yield f"{person(fight.winner)} has won {max(mine, theirs)} exchanges of {len(fight.rolls)}, which decides it."


def _exchanges(fight: Challenge) -> Iterator[str]:
    mine, theirs = person(fight.challenger), person(fight.defender)
    for number, (one, other) in enumerate(fight.rolls, start=1):
        side = mine if one >= other else theirs
        tie = " (a tie counts for the challenger)" if one == other else ""
        yield f"Exchange {number}: {mine} {one}, {theirs} {other}; it goes to {side}{tie}."


def _head_start(state: State) -> Iterator[str]:
    if state.challenge:
        yield from _fight(state)
    yield "A challenger who wins gold may run on: one more die."


def _over(state: State) -> Iterator[str]:
    if state.winner:
        held = team_nuggets(state, state.winner[0])
        yield f"{people(state.winner)} reached the ladder with {held} nuggets; {required(state)} were needed."
    else:
        yield "The table agreed to stop; the ranking shows who was furthest."


STORIES: Mapping[str, Callable[[State], Iterator[str]]] = {
    "roll_start": _start,
    "draw": _laid,
    "place": _drawn,
    "movement": _turn,
    "walk": _walking,
    "action": _action,
    "challenge_roll": _fight,
    "steal": _fight,
    "head_start": _head_start,
    "bat_roll": _fight,
    "over": _over,
}
