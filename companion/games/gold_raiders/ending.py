"""The ends of turns, nights and days: a winner, or the idol for the farthest; section 7."""

from typing import Any

from msgspec.structs import replace

from companion.games.gold_raiders.board import MILES
from companion.games.gold_raiders.state import Last, State, Tiebreak, hidden_numbers


def is_over(state: State) -> bool:
    return state.phase == "finished"


def end_night_turn(state: State, last: Last, **changes: Any) -> State:
    """What the turn changed, and one card fewer; the next player with cards (GR-R24), or the day."""
    player = last.player
    hands = {**state.hands, player: state.hands[player] - 1}
    for name in (*state.clockwise(player)[1:], player):
        if hands[name] > 0:
            return replace(state, hands=hands, turn=name, last=last, **changes)
    dawn = replace(state, hands=hands, phase="day", turn=None, done=(), last=last, **changes)
    return _next_day_turn(dawn, dawn.clockwise(dawn.first))


def end_day_turn(state: State, player: str) -> State:
    return _next_day_turn(replace(state, done=(*state.done, player)), state.clockwise(player)[1:])


def _next_day_turn(state: State, order: tuple[str, ...]) -> State:
    """The turn goes to the first of them who has not had it and can reveal; players without stacks are passed over."""
    done = list(state.done)
    for name in order:
        if name in done:
            continue
        if hidden_numbers(state, name):
            return replace(state, turn=name, done=tuple(done))
        done.append(name)
    return _end_day(replace(state, turn=None, done=tuple(done)))


def _end_day(state: State) -> State:
    """GR-R33, GR-R36: where the raiders stand now decides."""
    last = replace(state.last, is_dusk=True) if state.last else None
    arrived = [name for name in state.clockwise(state.first) if state.pos[name] == state.trail]
    if arrived:
        winner, tiebreak = decide(state, arrived)
        return replace(state, phase="finished", turn=None, winner=winner, tiebreak=tiebreak, last=last)
    first = farthest(state)
    return replace(state, phase="deal", turn=None, first=first, round=state.round + 1, done=(), last=last)


def miles(state: State, player: str) -> int:
    """The printed miles of all travel cards the player has revealed, also of those that gave nothing."""
    revealed = [stack for stack in state.stacks[player] if isinstance(stack, tuple)]
    return sum(MILES.get(code, 0) for stack in revealed for code in stack)


def hidden(state: State, player: str) -> int:
    """How many of the player's stacks still lie face down."""
    return len(hidden_numbers(state, player))


def decide(state: State, arrived: list[str]) -> tuple[str, Tiebreak]:
    """The winner of those at the temple, who are in this round's order, and the last step that removed somebody."""
    step: Tiebreak = "none"
    for name, measure in (("travel_total", miles), ("unrevealed_stacks", hidden)):
        most = max(measure(state, player) for player in arrived)
        left = [player for player in arrived if measure(state, player) == most]
        if len(left) < len(arrived):
            step = "travel_total" if name == "travel_total" else "unrevealed_stacks"
        arrived = left
    return arrived[0], step if len(arrived) == 1 else "turn_order"


def farthest(state: State) -> str:
    """GR-R34: who gets the idol; of several the first clockwise from its present holder, himself included."""
    return max(state.clockwise(state.first), key=lambda name: state.pos[name])


def rank_key(state: State, player: str) -> tuple[int, int, int, int]:
    """Smaller is better: by position, then the three steps of the tie-break."""
    order = state.clockwise(state.first).index(player)
    return -state.pos[player], -miles(state, player), -hidden(state, player), order
