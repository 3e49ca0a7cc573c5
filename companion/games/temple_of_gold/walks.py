"""The ways a pawn can have gone: the fewest steps, then the fewest units."""

from heapq import heappop, heappush

from companion.games.temple_of_gold.board import NEIGHBOURS, PACK_SPACES, TEMPLE
from companion.games.temple_of_gold.moving import adventure_on, has_camp, is_blocked, is_explored, step_price
from companion.games.temple_of_gold.state import Player, State, active

Cost = tuple[int, int]  # steps, units


def steps_towards(state: State, target: str) -> set[tuple[str, bool]]:
    """Where a walk to that space may begin, with or without doing an adventure again; empty if it is out of reach.

    The neighbours from which the target is fewest steps away: one of the free ways, for they all come to the same,
    and every way that costs units; the pack tells which it was, or there is a question.
    A second camp is offered only on the last step, where the units handed in tell.
    """
    player = active(state)
    away = _costs_to(state, player, target)
    starts = [space for space in NEIGHBOURS[player.pos] if space in away and _may_enter(state, player, space)]
    if not starts:
        return set()
    fewest = min(away[space][0] for space in starts)
    nearest = [space for space in starts if away[space][0] == fewest]
    free = [space for space in nearest if away[space][1] + _price(state, player.pos, space) == 0]
    onward = {(space, False) for space in nearest if space not in free[1:]}
    if target in starts and adventure_on(state, target) and has_camp(state, target, player.id):
        onward.add((target, True))
    return onward


def _may_enter(state: State, player: Player, space: str) -> bool:
    return is_explored(state, space) and (space != TEMPLE or player.amulet_round is None)


def _costs_to(state: State, player: Player, target: str) -> dict[str, Cost]:
    """From every space, the steps and units to the target; spaces the player could not enter are left out."""
    costs: dict[str, Cost] = {}
    queue: list[tuple[Cost, str]] = [((0, 0), target)]
    while queue:
        cost, space = heappop(queue)
        if space in costs or cost[0] >= PACK_SPACES or not _may_enter(state, player, space):
            continue
        costs[space] = cost
        for there in NEIGHBOURS[space]:
            heappush(queue, ((cost[0] + 1, cost[1] + _price(state, there, space)), there))
    return costs


def _price(state: State, here: str, to: str) -> int:
    adventure = step_price(state, to)[2]
    return max(4, adventure) if is_blocked(state, here, to) else adventure
