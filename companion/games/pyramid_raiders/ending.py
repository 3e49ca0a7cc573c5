"""How a turn, a round and the game end: the next player, the guardian, whoever comes back in, the next round."""

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.pyramid_raiders.board import CARDS, ROUNDS
from companion.games.pyramid_raiders.state import State, active_in, house_rule


def pass_turn(state: State) -> State:
    """The next player clockwise turns up a card; after the last one the guardian walks."""
    seat = (state.players.index(active_in(state)) + 1) % len(state.players)
    following = state.players[seat]
    phase = "guardian" if following == state.start else "reveal"
    return replace(state, phase=phase, active=following, card=None, need=0, path=(), chain=UNSET)


def reverse_order(state: State, start: str) -> tuple[str, ...]:
    """From the start player's right-hand neighbour on, counter-clockwise, the start player last (PR-R50)."""
    seat = state.players.index(start)
    return tuple(state.players[seat - back] for back in range(1, len(state.players) + 1))


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


def is_over(state: State) -> bool:
    return state.phase == "finished"
