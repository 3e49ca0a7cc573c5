"""The end of a turn and of the game: free token, trophies, income, end checks, the next player."""

from msgspec.structs import replace

from companion.games.temple_of_gold.actions import EndTurn, TakeIncome
from companion.games.temple_of_gold.board import ADVENTURE_OF, ADVENTURES
from companion.games.temple_of_gold.exploring import with_token
from companion.games.temple_of_gold.state import (
    Player,
    State,
    Trophies,
    Turn,
    active,
    closed,
    with_player,
)


def camps(state: State, player: str, suit: str) -> int:
    """T80: a player's camps on all tiles of one adventure."""
    return sum(laid.camps.get(player, 0) for laid in state.tiles.values() if ADVENTURE_OF.get(laid.tile) == suit)


def settled_trophies(state: State) -> Trophies:
    """T80, T81: whoever ends the turn takes every trophy whose holder has fewer camps than he."""
    player, trophies = state.turn.player, state.trophies
    for suit in ADVENTURES:
        holder = getattr(trophies, suit)
        if holder not in (None, player) and camps(state, player, suit) > camps(state, holder, suit):
            trophies = replace(trophies, **{suit: player})
    return trophies


def is_income_due(state: State) -> bool:
    """T92: one gold at the end of every own turn after the one of the arrival."""
    arrived = active(state).amulet_round
    has_coin = state.temple.income > 0 and not state.turn.income_taken
    return has_coin and arrived is not None and arrived < state.round


def why_no_income(state: State, action: TakeIncome) -> str | None:
    if state.options.income != "claim":
        return "income_is_automatic"
    return None if is_income_due(state) else "no_income_due"


def take_income(state: State, action: TakeIncome) -> State:
    """T92, claim mode: the player asks for his coin before he ends the turn."""
    turn = replace(state.turn, move=closed(state.turn), trade=False)
    settled = replace(state, phase="closing", turn=turn, trophies=settled_trophies(state))
    return _over_if_finished(_with_income(settled), arrivals=False)


def _with_income(state: State) -> State:
    player = active(state)
    return replace(
        state,
        players=with_player(state, replace(player, gold=player.gold + 1)),
        temple=replace(state.temple, income=state.temple.income - 1),
        turn=replace(state.turn, income_taken=True),
    )


def did_nothing(state: State) -> bool:
    """T12: none of the three actions was used; digging, discarding and income are not among them."""
    turn = state.turn
    return turn.move == "unused" and not turn.picked_up and not turn.explored


def end_turn(state: State, action: EndTurn) -> State:
    """T93: token, trophies, income, end checks, then the next player clockwise."""
    if did_nothing(state):
        state = replace(state, players=with_player(state, with_token(active(state), len(state.players))))
    state = replace(state, trophies=settled_trophies(state))
    if state.options.income == "auto" and is_income_due(state):
        state = _with_income(state)
    state = _over_if_finished(state, arrivals=True)
    return state if state.phase == "over" else _next_turn(state)


def _over_if_finished(state: State, *, arrivals: bool) -> State:
    """T94: an empty income pile ends the game at once, the last arrival at the end of that turn."""
    if state.temple.income == 0:
        return replace(state, phase="over", end_reason="income_pile_empty")
    if arrivals and all(player.amulet_round is not None for player in state.players):
        return replace(state, phase="over", end_reason="all_at_temple")
    return state


def _next_turn(state: State) -> State:
    seat = next(n for n, player in enumerate(state.players, start=1) if player.id == state.turn.player)
    following: Player = state.players[seat % len(state.players)]
    later = state.round + (following.id == state.first)
    return replace(state, phase="turn", round=later, turn=Turn(following.id))
