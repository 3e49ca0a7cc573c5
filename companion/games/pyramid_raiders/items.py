"""What two items do instead of walking: the teleport door and the magic hands."""

from msgspec.structs import replace

from companion.games.pyramid_raiders.actions import MagicTake, Teleport
from companion.games.pyramid_raiders.board import DISTANCE, DOOR_CARD, INDEX, distance
from companion.games.pyramid_raiders.state import State
from companion.games.pyramid_raiders.taking import end_walk, take


def landing_bar(state: State, player: str, space: str, diver: bool = False) -> str | None:
    """Why that player's pawn cannot be set down there; his own space is no hindrance."""
    if space == state.guardian.at:
        return "blocked_guardian"
    if space in state.pillars:
        return "blocked_pillar"
    if space in state.fountains and not diver:
        return "blocked_fountain"
    taken = space == state.decoy or (space in state.pawns.values() and space != state.pawns[player])
    return "space_occupied" if taken else None


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


def why_no_door(state: State, action: Teleport) -> str | None:
    if state.items.get(action.player) != "teleport_door":
        return "item_not_owned"
    if state.card != DOOR_CARD:
        return "item_wrong_card"
    return "already_moving" if len(state.path) > 1 else landing_bar(state, action.player, action.to)


def teleport(state: State, action: Teleport) -> State:
    """PR-R46: instead of walking, any free space, the own one included."""
    return end_walk(replace(state, pawns={**state.pawns, action.player: action.to}, path=(*state.path, action.to)))


def why_no_magic(state: State, action: MagicTake) -> str | None:
    if state.items.get(action.player) != "magic_hands":
        return "item_not_owned"
    if len(state.path) > 1:
        return "already_moving"
    at = state.pawns[action.player]
    if at is None or distance(at, action.space) > (state.card or 0):
        return "out_of_range"
    return None if action.space in state.tokens else "no_token"


def magic_take(state: State, action: MagicTake) -> State:
    """PR-R49: no walk, one token within the card's number of spaces as the crow flies."""
    return take(replace(state, need=0), action.player, action.space)
