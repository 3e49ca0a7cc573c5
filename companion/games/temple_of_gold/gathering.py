"""Filling and lightening the backpack: Pick up and the discarding of units."""

from msgspec.structs import replace

from companion.games.temple_of_gold.actions import Discard, PickUp
from companion.games.temple_of_gold.board import ADVENTURE_OF, KINDS, PACK_SPACES, START, SUIT_OF
from companion.games.temple_of_gold.state import (
    Pack,
    Player,
    State,
    Units,
    active,
    closed,
    coins_free,
    items,
    owns,
    paid,
    total,
    with_player,
)

# Rulebook: "Pick up". What a place offers at most, and what its visitor must own.
Offer = tuple[Units, str | None]
START_OFFER: Offer = (Units(food=2, jewelry=1), None)
TOWN_OFFERS: dict[str, Offer] = {"winter": (Units(tools=1), "jewelry"), "fall": (Units(wood=1), "jewelry")}
JUNGLE_OFFERS: dict[str, Offer] = {
    "summer": (Units(food=1), "tools"),
    "fall": (Units(wood=1), "tools"),
    "arms": (Units(tools=1, wood=1), None),
}


def offer_at(state: State, space: str) -> Offer | None:
    """T52, T53: the offer of the start corner, a town or an adventure tile; coast and plain jungle have none."""
    if space == START:
        return START_OFFER
    if space in state.tiles:
        return JUNGLE_OFFERS.get(ADVENTURE_OF.get(state.tiles[space].tile, ""))
    return TOWN_OFFERS.get(SUIT_OF.get(state.layout.get(space, ""), ""))


def why_no_pick_up(state: State, action: PickUp) -> str | None:
    player = active(state)
    if state.turn.picked_up:
        return "action_used"
    offer = offer_at(state, player.pos)
    if offer is None:
        return "nothing_here"
    if not _is_trade_open(state, player):
        return "trade_not_open"
    if not _meets(player, offer[1]):
        return "requirement_missing"
    if not _is_within(action.take, offer[0], player.pos):
        return "wrong_take"
    if items(player) + total(action.take) > PACK_SPACES:
        return "no_room"
    return None if _coins_suffice(state, player, action.take) else "supply_empty"


def _is_trade_open(state: State, player: Player) -> bool:
    """T55: natives trade only right after their adventure; everybody else always."""
    laid = state.tiles.get(player.pos)
    return state.turn.trade or laid is None or ADVENTURE_OF.get(laid.tile) != "arms"


def _meets(player: Player, required: str | None) -> bool:
    """T51: a wild resource stands for the unit that must be owned, and stays."""
    return required is None or getattr(player.pack, required) > 0 or player.wild > 0


def _is_within(take: object, offered: Units, space: str) -> bool:
    """T50: one unit, at the start corner any part of its offer."""
    if type(take) is not Units or take.wild or not 1 <= total(take) <= (3 if space == START else 1):
        return False
    return all(getattr(take, kind) <= getattr(offered, kind) for kind in KINDS)


def _coins_suffice(state: State, player: Player, take: Units) -> bool:
    """T54: an odd unit's coin becomes a pair; only a new coin must come from the stack."""
    free = coins_free(state)
    for kind in KINDS:
        more, has = getattr(take, kind), getattr(player.pack, kind)
        if more and (has + more + 1) // 2 - (has + 1) // 2 > free[kind]:
            return False
    return True


def pick_up(state: State, action: PickUp) -> State:
    player, take = active(state), action.take
    pack = player.pack
    fuller = Pack(pack.food + take.food, pack.tools + take.tools, pack.wood + take.wood, pack.jewelry + take.jewelry)
    turn = replace(state.turn, move=closed(state.turn), picked_up=True, trade=False)
    return replace(state, players=with_player(state, replace(player, pack=fuller)), turn=turn)


def why_no_discard(state: State, action: Discard) -> str | None:
    give = action.give
    if not state.options.allow_discard:
        return "discard_off"
    if type(give) is not Units or give.wild or total(give) < 1:
        return "wrong_payment"
    return None if owns(active(state), give) else "not_owned"


def discard(state: State, action: Discard) -> State:
    """T14: units go back to their stacks at any time of the own turn; it is no action."""
    return replace(state, players=with_player(state, paid(active(state), action.give)))
