"""What each rule lists as legal: every way to pay, every tile that may be drawn, every part of an offer.

T77: treasures that could be announced are listed by no rule; finding them is part of the game.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product

from companion.games.temple_of_gold.actions import (
    AnnounceTreasure,
    Dig,
    Discard,
    EndTurn,
    Explore,
    PickUp,
    Step,
    TakeIncome,
)
from companion.games.temple_of_gold.board import KINDS, NEIGHBOURS, PACK_SPACES, PILE, SIDES, TEMPLE
from companion.games.temple_of_gold.ending import is_income_due
from companion.games.temple_of_gold.exploring import explore_spaces, pile
from companion.games.temple_of_gold.gathering import offer_at, why_no_pick_up
from companion.games.temple_of_gold.moving import Price, adventure_on, has_camp, is_explored, step_price
from companion.games.temple_of_gold.state import Pack, Player, State, Units, active, items, steps_left
from companion.games.temple_of_gold.treasure import DIG_PRICE, can_dig_at, candidates, why_no_dig


def each_step(state: State) -> list[Step]:
    """Every neighbour that can be entered now, with every payment that would do."""
    player = active(state)
    if state.turn.move == "closed" or steps_left(state) < 1:
        return []
    steps: list[Step] = []
    for to in NEIGHBOURS[player.pos]:
        if not is_explored(state, to) or (to == TEMPLE and player.amulet_round is not None):
            continue
        steps += _steps_to(player, to, step_price(state, to), False)
        if adventure_on(state, to) and has_camp(state, to, player.id):
            steps += _steps_to(player, to, step_price(state, to, redo=True), True)
    return steps


def _steps_to(player: Player, to: str, price: Price, redo: bool) -> list[Step]:
    if price[0] == 0:
        return [Step(player.id, to)]
    return [Step(player.id, to, pay, redo) for pay in payments(player.pack, player.wild, price)]


@lru_cache(maxsize=8192)
def payments(pack: Pack, wild: int, price: Price) -> tuple[Units, ...]:
    """Every way to pay that price out of the pack and the wild resources, real units first.

    >>> payments(Pack(food=1, wood=1), 1, (2, "wood", 2))
    (Units(food=0, tools=0, wood=1, jewelry=0, wild=1),)
    """
    units, kind, number = price
    ways = [
        Units(food, tools, wood, jewelry, rest)
        for food in range(min(pack.food, units), -1, -1)
        for tools in range(min(pack.tools, units - food), -1, -1)
        for wood in range(min(pack.wood, units - food - tools), -1, -1)
        for jewelry in range(min(pack.jewelry, units - food - tools - wood), -1, -1)
        if 0 <= (rest := units - food - tools - wood - jewelry) <= wild
    ]
    good = [pay for pay in ways if kind is None or getattr(pay, kind) + pay.wild >= number]
    return tuple(sorted(good, key=lambda pay: pay.wild))


def each_pick_up(state: State) -> list[PickUp]:
    player = active(state)
    offer = offer_at(state, player.pos)
    if state.turn.picked_up or offer is None or items(player) >= PACK_SPACES:
        return []
    wishes = (PickUp(player.id, part) for part in parts(offer[0]))
    return [wish for wish in wishes if why_no_pick_up(state, wish) is None]


@lru_cache(maxsize=16)
def parts(whole: Units) -> tuple[Units, ...]:
    """Every part of an offer or a pack, the largest first.

    >>> parts(Units(tools=1))
    (Units(food=0, tools=1, wood=0, jewelry=0, wild=0),)
    """
    ranges = [range(getattr(whole, kind), -1, -1) for kind in KINDS]
    return tuple(Units(*counts) for counts in product(*ranges) if any(counts))


def each_explore(state: State) -> list[Explore]:
    """Any tile of the pile may be the drawn one."""
    if state.turn.explored or not (spaces := explore_spaces(state)):
        return []
    player, tiles = state.turn.player, pile(state)
    explores: list[Explore] = []
    for space in spaces:
        ways = _layings(player, space)
        for tile in tiles if space != TEMPLE else (None,):
            explores += ways[tile]
    return explores


@lru_cache(maxsize=512)
def _layings(player: str, space: str) -> Mapping[str | None, tuple[Explore, ...]]:
    if space == TEMPLE:
        return {None: (Explore(player, space),)}
    return {tile: tuple(Explore(player, space, tile, side) for side in SIDES) for tile in PILE}


def each_dig(state: State) -> list[Dig]:
    player = active(state)
    if not can_dig_at(state, player.pos):
        return []
    digs: Iterable[Dig] = (
        Dig(player.id, pay) for pay in payments(Pack(food=player.pack.food), player.wild, (DIG_PRICE, None, 0))
    )
    return [dig for dig in digs if why_no_dig(state, dig) is None]


def each_discard(state: State) -> tuple[Discard, ...]:
    player = active(state)
    return _discards(player.id, player.pack) if state.options.allow_discard else ()


@lru_cache(maxsize=4096)
def _discards(player: str, pack: Pack) -> tuple[Discard, ...]:
    return tuple(Discard(player, part) for part in parts(Units(pack.food, pack.tools, pack.wood, pack.jewelry)))


def each_income(state: State) -> list[TakeIncome]:
    return [TakeIncome(state.turn.player)] if state.options.income == "claim" and is_income_due(state) else []


def each_end(state: State) -> list[EndTurn]:
    return [EndTurn(state.turn.player)]


def announcements(state: State) -> list[AnnounceTreasure]:
    """Every treasure that could be announced, for bots, and for a table that shows one.

    T75: anyone may announce and it makes no difference who; listed once, for the active player.
    """
    return [AnnounceTreasure(state.turn.player, *found) for found in candidates(state)]
