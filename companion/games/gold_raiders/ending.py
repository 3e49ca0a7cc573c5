"""The end of a day: a winner, or the idol for the farthest. Rulebook: "Winning the Game"; section 7."""

from msgspec.structs import replace

from companion.games.gold_raiders.board import MILES
from companion.games.gold_raiders.state import State, Tiebreak


def miles(state: State, player: str) -> int:
    """The printed miles of all travel cards the player has revealed, also of those that gave nothing."""
    revealed = [stack for stack in state.stacks[player] if isinstance(stack, tuple)]
    return sum(MILES.get(code, 0) for stack in revealed for code in stack)


def hidden(state: State, player: str) -> int:
    """How many of the player's stacks still lie face down."""
    return sum(isinstance(stack, int) for stack in state.stacks[player])


def end_day(state: State) -> State:
    """GR-R33, GR-R36: where the raiders stand now decides."""
    last = replace(state.last, is_dusk=True) if state.last else None
    arrived = [name for name in state.clockwise(state.first) if state.pos[name] == state.trail]
    if arrived:
        winner, tiebreak = decide(state, arrived)
        return replace(state, phase="finished", turn=None, winner=winner, tiebreak=tiebreak, last=last)
    first = farthest(state)
    return replace(state, phase="deal", turn=None, first=first, round=state.round + 1, done=(), last=last)


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
