"""Walking: neighbours, blocked sides, the price of a step, camps and the way into the temple."""

from msgspec.structs import replace

from companion.games.temple_of_gold.actions import Step
from companion.games.temple_of_gold.board import (
    ADVENTURE_OF,
    CROSSING_FEE,
    KNOWN_LAND,
    NEIGHBOURS,
    PRICES,
    SIDE_TOWARDS,
    TEMPLE,
)
from companion.games.temple_of_gold.state import (
    Laid,
    Player,
    State,
    Temple,
    Units,
    active,
    owns,
    paid,
    steps_left,
    total,
    with_player,
)

Price = tuple[int, str | None, int]  # units in all, the kind that must be among them, how many of it
FREE: Price = (0, None, 0)


def is_explored(state: State, space: str) -> bool:
    return space in state.tiles or space in KNOWN_LAND or (space == TEMPLE and state.temple.explored)


def is_blocked(state: State, here: str, there: str) -> bool:
    """T30, T31, T36: the blocked side of either tile closes the passage both ways; the temple's are always open."""
    if here == TEMPLE or there == TEMPLE or (here, there) not in SIDE_TOWARDS:
        return False
    mine, other = state.tiles.get(here), state.tiles.get(there)
    return (mine is not None and mine.blocked == SIDE_TOWARDS[here, there]) or (
        other is not None and other.blocked == SIDE_TOWARDS[there, here]
    )


def adventure_on(state: State, space: str) -> str | None:
    """The suit of the adventure that lies there; T43: towns and the start corner are none."""
    laid = state.tiles.get(space)
    return ADVENTURE_OF.get(laid.tile) if laid else None


def has_camp(state: State, space: str, player: str) -> bool:
    return space in state.tiles and state.tiles[space].camps.get(player, 0) > 0


def adventure_done(state: State, player: Player, to: str, redo: bool) -> str | None:
    """Which adventure entering that space completes: T41, an own camp spares it unless it is done again."""
    suit = adventure_on(state, to)
    return suit if suit and (redo or not has_camp(state, to, player.id)) else None


def step_price(state: State, to: str, redo: bool = False) -> Price:
    """T32, T34: crossing costs four units in all, the adventure's own among them."""
    player = active(state)
    suit = adventure_done(state, player, to, redo)
    kind, number = PRICES[suit] if suit else (None, 0)
    return (CROSSING_FEE if is_blocked(state, player.pos, to) else number), kind, number


def settles(pay: object, price: Price) -> bool:
    """T33, T35: exactly the price, wild resources in place of any unit."""
    units, kind, number = price
    if type(pay) is not Units or total(pay) != units:
        return False
    return kind is None or getattr(pay, kind) + pay.wild >= number


def why_no_step(state: State, step: Step) -> str | None:
    player = active(state)
    if state.turn.move == "closed":
        return "action_used"
    if step.to not in NEIGHBOURS[player.pos]:
        return "not_adjacent"
    if not is_explored(state, step.to):
        return "unexplored"
    if step.to == TEMPLE and player.amulet_round is not None:
        return "temple_once"
    if steps_left(state) < 1:
        return "no_steps_left"
    if step.redo is not False and not _may_redo(state, step):
        return "nothing_to_redo"
    if not settles(step.pay, step_price(state, step.to, step.redo)):
        return "wrong_payment"
    return None if owns(player, step.pay) else "not_owned"


def _may_redo(state: State, step: Step) -> bool:
    return step.redo is True and adventure_on(state, step.to) is not None and has_camp(state, step.to, step.player)


def take_step(state: State, step: Step) -> State:
    """Rulebook: "Move". The payment comes first, then the pawn."""
    before = active(state)
    suit = adventure_done(state, before, step.to, step.redo)
    player = replace(paid(before, step.pay), pos=step.to)
    turn = replace(state.turn, move="open", steps=state.turn.steps + 1, trade=suit == "arms")
    tiles, trophies, temple = state.tiles, state.trophies, state.temple
    if suit:
        if player.camp_coins:
            tiles = {**tiles, step.to: _camped(tiles[step.to], player.id)}
        # T44: without a coin the adventure still counts, but leaves no camp
        player = replace(player, adventures=player.adventures + 1, camp_coins=max(0, player.camp_coins - 1))
        if getattr(trophies, suit) is None:
            trophies = replace(trophies, **{suit: player.id})
    if step.to == TEMPLE:
        player, temple = _arrived(player, temple, state.round)
    return replace(state, players=with_player(state, player), turn=turn, tiles=tiles, trophies=trophies, temple=temple)


def _camped(laid: Laid, player: str) -> Laid:
    return replace(laid, camps={**laid.camps, player: laid.camps.get(player, 0) + 1})


def _arrived(player: Player, temple: Temple, in_round: int) -> tuple[Player, Temple]:
    """T90: an amulet for everyone, two gold for all who come in the round of the first arrival."""
    first = in_round if temple.first_round is None else temple.first_round
    bonus = min(2, temple.bonus_gold) if first == in_round else 0
    left = max(0, temple.amulets - 1)
    return (
        replace(player, amulet_round=in_round, gold=player.gold + bonus),
        replace(temple, bonus_gold=temple.bonus_gold - bonus, amulets=left, first_round=first),
    )
