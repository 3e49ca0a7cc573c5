"""How a sensible player weighs a position: gold in hand, the way ahead and what it will cost."""

from heapq import heappop, heappush
from typing import NamedTuple

from companion.games.temple_of_gold.board import (
    CROSSING_FEE,
    KINDS,
    KNOWN_LAND,
    NEIGHBOURS,
    PRICES,
    SIDE_TOWARDS,
    TEMPLE,
)
from companion.games.temple_of_gold.gathering import offer_at
from companion.games.temple_of_gold.moving import adventure_done
from companion.games.temple_of_gold.scoring import gold
from companion.games.temple_of_gold.state import Player, State, items, player_named

UNKNOWN = 1.6  # what an unexplored space is taken to cost
MISSING = 5.0  # what a unit the player lacks adds to his way
PATIENCE = 30  # rounds after which nobody goes back for supplies
FRESH = {space: 1.0 if space in KNOWN_LAND else UNKNOWN for space in NEIGHBOURS}
WALLS = {
    (here, side): ((here, there), (there, here)) if TEMPLE not in (here, there) else ()
    for (here, there), side in SIDE_TOWARDS.items()
}


class Plan(NamedTuple):
    """Where a player wants to go, and the kind he goes there for."""

    player: str
    goal: str | None
    kind: str | None = None


def plan_of(state: State, name: str) -> Plan:
    """To the temple; first to the nearest source, if a unit for the way is missing; then wherever treasure lies."""
    player = player_named(state, name)
    if player.amulet_round is not None:
        return Plan(name, _nearest_treasure(state, player))
    way = ways(state, player, TEMPLE)
    kind = _first_missing(state, player, way)
    if kind and state.round < PATIENCE and items(player) < 8 and (source := _source(state, player, kind)):
        return Plan(name, source, kind)
    return Plan(name, TEMPLE)


def worth(state: State, plan: Plan) -> float:
    """Higher is better: the steps to the goal count against the gold and the goods already in hand."""
    player = player_named(state, plan.player)
    value = 8.0 * gold(state, player) + 2.0 * player.wild + 0.5 * player.tokens + _goods(player)
    if plan.kind:
        value += 6.0 * getattr(player.pack, plan.kind)
    if plan.goal and not (plan.goal == TEMPLE and player.amulet_round is not None):
        value -= 2.0 * ways(state, player, plan.goal)[player.pos]
    return value + _treasure_near(state, player)


def _goods(player: Player) -> float:
    useful: int = sum(min(getattr(player.pack, kind), enough) for kind, enough in zip(KINDS, (3, 2, 2, 1), strict=True))
    return 0.8 * useful - 1.5 * max(0, items(player) - 5)


def _treasure_near(state: State, player: Player) -> float:
    """A treasure is worth more the nearer it is and if two food are at hand to dig it up."""
    spots = [space for space, site in state.sites.items() if not site.taken]
    if not spots or player.pack.food + player.wild < 2:
        return 0.0
    return max(12.0 / (1.0 + ways(state, player, spot)[player.pos]) for spot in spots)


def _nearest_treasure(state: State, player: Player) -> str | None:
    spots = [space for space, site in state.sites.items() if not site.taken and space in state.tiles]
    return min(spots, key=lambda spot: ways(state, player, spot)[player.pos], default=None)


def ways(state: State, player: Player, goal: str) -> dict[str, float]:
    """From every space, what the way to the goal takes this player."""
    entering, walls = _entering(state, player), _walls(state)
    crossing = 1.0 + MISSING * max(0, CROSSING_FEE - _units(player))
    costs: dict[str, float] = {}
    queue = [(0.0, goal)]
    while queue:
        cost, space = heappop(queue)
        if space in costs:
            continue
        costs[space] = cost
        cost += entering[space]
        for there in NEIGHBOURS[space]:
            if there not in costs:
                heappush(queue, (cost + crossing if (there, space) in walls else cost, there))
    return costs


def _units(player: Player) -> int:
    pack = player.pack
    return pack.food + pack.tools + pack.wood + pack.jewelry + player.wild


def _entering(state: State, player: Player) -> dict[str, float]:
    """What entering each space takes by itself: a step, the units spent and, dearest, those not at hand."""
    entering = dict(FRESH)
    for space in state.tiles:
        kind, number = _asked(state, player, space)
        lacking = max(0, number - getattr(player.pack, kind) - player.wild) if kind else 0
        entering[space] = 1.0 + 0.4 * number + MISSING * lacking
    if player.amulet_round is not None:
        entering[TEMPLE] = 99.0
    return entering


def _walls(state: State) -> set[tuple[str, str]]:
    """The passages closed by a blocked side, in both directions."""
    sides = [WALLS.get((space, laid.blocked), ()) for space, laid in state.tiles.items()]
    return {passage for passages in sides for passage in passages}


def _asked(state: State, player: Player, to: str) -> tuple[str | None, int]:
    suit = adventure_done(state, player, to, redo=False)
    return PRICES[suit] if suit else (None, 0)


def _first_missing(state: State, player: Player, way: dict[str, float]) -> str | None:
    """The first kind the player will lack on his cheapest way, as far as it is known."""
    here, entering = player.pos, _entering(state, player)
    while here != TEMPLE:
        here = min(
            (space for space in NEIGHBOURS[here] if way[space] < way[here]),
            key=lambda space: way[space] + entering[space],
        )
        kind, number = _asked(state, player, here)
        if kind and getattr(player.pack, kind) + player.wild < number:
            return kind
    return None


def _source(state: State, player: Player, kind: str) -> str | None:
    """The nearest place that hands out that kind to this player, natives aside."""
    places = []
    for space in NEIGHBOURS:
        offer = offer_at(state, space)
        if offer and getattr(offer[0], kind) and not (offer[0].tools and offer[0].wood):
            required = offer[1]
            if required is None or getattr(player.pack, required) or player.wild:
                places.append((ways(state, player, space)[player.pos], space))
    best = min(places, default=(99.0, ""))
    return best[1] if best[0] < 12 else None
