"""What comes after the last step of a walk: the decoy, the treasure, then the card's effect."""

from msgspec.structs import replace

from companion.games.pyramid_raiders.actions import PlaceDecoy, SkipDecoy, SkipTake, TakeToken
from companion.games.pyramid_raiders.board import DOLL_CARD, FLIP, MAGNET_CARDS, TURN, distance, neighbours
from companion.games.pyramid_raiders.ending import pass_turn
from companion.games.pyramid_raiders.state import State, active_in, figure_spaces


def end_walk(state: State) -> State:
    """After the last step: the decoy if there is one to place, then what lies underfoot."""
    state = replace(state, need=0)
    if is_doll_walk(state, active_in(state)) and decoy_spaces(state):
        return replace(state, phase="decoy")
    return gather(state)


def is_doll_walk(state: State, player: str) -> bool:
    """Whether the way itself matters: the decoy may be set down on it (PR-R48)."""
    return state.card == DOLL_CARD and state.items.get(player) == "decoy_doll"


def decoy_spaces(state: State) -> list[str]:
    """Where the decoy may go: walked over this turn, not the last space, free of figures and guardian (PR-R48)."""
    figures = figure_spaces(state)
    return sorted({space for space in state.path if not _decoy_bar(state, space, figures)})


def _decoy_bar(state: State, space: str, figures: set[str | None]) -> str | None:
    if space not in state.path[:-1]:
        return "not_on_path"
    pillar = space in state.pillars  # only spring boots walk over one, and their owner has no doll
    return "space_occupied" if pillar or space in figures or space == state.guardian.at else None


def why_no_decoy(state: State, action: PlaceDecoy) -> str | None:
    return _decoy_bar(state, action.space, figure_spaces(state))


def place_decoy(state: State, action: PlaceDecoy) -> State:
    return gather(replace(state, decoy=action.space))


def skip_decoy(state: State, action: SkipDecoy) -> State:
    return gather(state)


def gather(state: State) -> State:
    """The token of the space the walk ended on; big magnets may choose a neighbouring one instead (PR-R41)."""
    player = active_in(state)
    at = state.pawns[player]
    state = replace(state, path=())  # the way is of no more interest: walks with the same outcome are one from here on
    if at is None:
        return to_effect(state)
    has_magnets = state.items.get(player) == "big_magnets" and state.card in MAGNET_CARDS
    if has_magnets and any(space in state.tokens for space in neighbours(at)):
        return replace(state, phase="taking")
    return take(state, player, at)


def why_no_token(state: State, action: TakeToken) -> str | None:
    at = state.pawns[action.player]
    if at is None or distance(at, action.space) > 1:
        return "out_of_range"
    return None if action.space in state.tokens else "no_token"


def take_token(state: State, action: TakeToken) -> State:
    return take(state, action.player, action.space)


def why_no_skipping(state: State, action: SkipTake) -> str | None:
    return "must_take" if state.pawns[action.player] in state.tokens else None


def skip_take(state: State, action: SkipTake) -> State:
    return to_effect(state)


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
