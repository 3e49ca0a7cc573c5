"""How a turn and a round go on: decoy, token, effect, next player, the guardian, re-entering, the next round."""

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.pyramid_raiders.board import (
    CARDS,
    DISTANCE,
    FLIP,
    INDEX,
    RIM,
    RIM_SET,
    ROUNDS,
    TURN,
    neighbours,
)
from companion.games.pyramid_raiders.state import State, house_rule
from companion.games.pyramid_raiders.walking import Walker

MAGNET_CARDS = (1, 2, 3)
DOOR_CARD = 5
DOLL_CARD = 4


def reverse_order(state: State, start: str) -> tuple[str, ...]:
    """From the start player's right-hand neighbour on, counter-clockwise, the start player last (PR-R50)."""
    seat = state.players.index(start)
    return tuple(state.players[seat - back] for back in range(1, len(state.players) + 1))


def figure_spaces(state: State) -> set[str | None]:
    """The spaces somebody stands on, the decoy included."""
    return {*state.pawns.values(), state.decoy}


def entry_bar(state: State, player: str, space: str) -> str:
    """Why that player cannot enter there; empty if he can. PR-R43: a diver may come in through the water."""
    if space not in RIM_SET:
        return "not_on_rim"
    diver = state.items.get(player) == "diving_helmet" and bool(house_rule(state, "water_entry"))
    return landing_bar(state, player, space, diver)


def landing_bar(state: State, player: str, space: str, diver: bool = False) -> str:
    """Why that player's pawn cannot be set down there; his own space is no hindrance."""
    if space == state.guardian.at:
        return "blocked_guardian"
    if space in state.pillars:
        return "blocked_pillar"
    if space in state.fountains and not diver:
        return "blocked_fountain"
    others = [at for other, at in state.pawns.items() if other != player]
    return "space_occupied" if space in others or space == state.decoy else ""


def open_rim(state: State, player: str) -> list[str]:
    """The spaces where that player may enter."""
    return [space for space in RIM if not entry_bar(state, player, space)]


def in_reach(state: State, player: str) -> list[str]:
    """The tokens magic hands can take: within the card's number as the crow flies (PR-R49)."""
    at = state.pawns[player]
    if at is None:
        return []
    far = DISTANCE[INDEX[at]]
    return [space for space in state.tokens if far[INDEX[space]] <= (state.card or 0)]


def has_other_choice(state: State, player: str) -> bool:
    """Whether someone walled in may still use the door or his magic hands (PR-R14)."""
    item = state.items.get(player)
    if item == "teleport_door":
        return state.card == DOOR_CARD
    return item == "magic_hands" and bool(in_reach(state, player))


def begin_walk(state: State, player: str) -> State:
    """A card has just been turned up: what it asks for is owed, or, walled in, the walk is over at once."""
    at = state.pawns[player]
    state = replace(state, phase="moving", need=0, path=() if at is None else (at,))
    need = Walker(state, player).still_owed()
    state = replace(state, need=need)
    return state if need or has_other_choice(state, player) else end_walk(state)


def end_walk(state: State) -> State:
    """After the last step: the decoy if there is one to place, then what lies underfoot."""
    state = replace(state, need=0)
    player = state.active
    if state.card == DOLL_CARD and player and state.items.get(player) == "decoy_doll" and decoy_spaces(state):
        return replace(state, phase="decoy")
    return gather(state)


def decoy_spaces(state: State) -> list[str]:
    """Where the decoy may go: walked over this turn, not the last space, free of figures and guardian (PR-R48)."""
    figures = figure_spaces(state)
    return sorted({space for space in state.path if not decoy_bar(state, space, figures)})


def decoy_bar(state: State, space: str, figures: set[str | None]) -> str:
    if space not in state.path[:-1]:
        return "not_on_path"
    pillar = space in state.pillars  # only spring boots walk over one, and their owner has no doll
    return "space_occupied" if pillar or space in figures or space == state.guardian.at else ""


def gather(state: State) -> State:
    """The token of the space the walk ended on; big magnets may choose a neighbouring one instead (PR-R41)."""
    player = state.active
    assert player is not None
    at = state.pawns[player]
    state = replace(state, path=())  # the way is of no more interest: walks with the same outcome are one from here on
    if at is None:
        return to_effect(state)
    has_magnets = state.items.get(player) == "big_magnets" and state.card in MAGNET_CARDS
    if has_magnets and any(space in state.tokens for space in neighbours(at)):
        return replace(state, phase="taking")
    return take(state, player, at)


def take(state: State, player: str, space: str) -> State:
    """That player gets what lies there, if anything does; then the card's effect."""
    kind = state.tokens.get(space)
    if kind is not None:
        tokens = {at: other for at, other in state.tokens.items() if at != space}
        own = state.loot[player]
        loot = {**state.loot, player: {**own, kind: own.get(kind, 0) + 1}}
        state = replace(state, tokens=tokens, loot=loot)
    return to_effect(state)


def to_effect(state: State) -> State:
    return replace(state, phase="effect") if state.card in (TURN, FLIP) else pass_turn(state)


def pass_turn(state: State) -> State:
    """The next player clockwise turns up a card; after the last one the guardian walks."""
    assert state.active is not None
    seat = (state.players.index(state.active) + 1) % len(state.players)
    following = state.players[seat]
    phase = "guardian" if following == state.start else "reveal"
    return replace(state, phase=phase, active=following, card=None, need=0, path=(), chain=UNSET)


def after_guardian(state: State) -> State:
    """Whoever was knocked out comes back in, in reverse order; with nobody out the round ends (PR-R50, PR-R52)."""
    assert state.walk is not None
    out = state.walk.knocked_out
    queue = tuple(player for player in reverse_order(state, state.start) if player in out)
    state = replace(state, extra=0, queue=queue, active=None)
    if not queue or (is_last_round(state) and not house_rule(state, "last_reentry")):
        return end_round(replace(state, queue=()))
    return replace(state, phase="reentry", active=queue[0])


def is_last_round(state: State) -> bool:
    return state.round >= ROUNDS[len(state.players)]


def end_round(state: State) -> State:
    """Rulebook: "Round End", and the "Round Start" that follows it."""
    if is_last_round(state):
        return replace(state, phase="finished", active=None)
    seat = (state.players.index(state.start) + 1) % len(state.players)
    return begin_round(replace(state, round=state.round + 1, start=state.players[seat]))


def begin_round(state: State) -> State:
    """PR-R06: an empty hand gets its five cards back."""
    hands = {player: hand or CARDS for player, hand in state.hands.items()}
    return replace(state, phase="programming", active=None, hands=hands, placed=(), queue=())
