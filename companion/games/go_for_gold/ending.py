"""The ends of drawing, of a player's find, of a round and of the game; G33, G50 to G53."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games.go_for_gold.board import BOXES, Island
from companion.games.go_for_gold.state import Hunter, Last, State, is_just_in_port, special
from companion.games.go_for_gold.walking import blocked, reachable


def end_drawing(state: State) -> State:
    """When everybody has moved, withdrawn or been put out, special locations are resolved in player order."""
    if state.awaiting:
        return state
    queue = tuple(hunter.id for hunter in state.clockwise() if special(state, hunter))
    return _next_in_queue(replace(state, queue=queue))


def _next_in_queue(state: State) -> State:
    """G33: players whose temple was raided meanwhile are not asked."""
    queue = tuple(name for name in state.queue if special(state, state.hunter(name)))
    if queue:
        return replace(state, phase="resolve", dig=None, queue=queue, awaiting=queue[:1])
    return end_round(replace(state, dig=None, queue=(), awaiting=()))


def end_find(state: State, hunter: Hunter, last: Last, temples: Mapping[str, str | None] | None = None) -> State:
    """That player is done for this round; the next in the queue acts."""
    after = replace(
        state,
        players=state.with_hunter(hunter),
        temples=state.temples if temples is None else temples,
        queue=tuple(name for name in state.queue if name != hunter.id),
        last=last,
    )
    return _next_in_queue(after)


def end_round(state: State) -> State:
    """The game is over, or the next player clockwise who is in becomes active."""
    state = replace(state, roll=None, drawn=())
    if any(len(hunter.scores) >= BOXES for hunter in state.players):
        return replace(state, phase="over", end_trigger="sixth_score")
    if not any(is_able_to_score(state, hunter) for hunter in state.players):
        return replace(state, phase="over", end_trigger="none_able")
    order = state.clockwise()
    active = next(hunter.id for hunter in (*order[1:], order[0]) if hunter.is_in)
    return replace(state, phase="roll", round=state.round + 1, active=active, awaiting=(active,))


def is_able_to_score(state: State, hunter: Hunter) -> bool:
    """G51: a treasure, or an unraided temple and a shovel, with kind dice and without counting steps."""
    if not hunter.is_in or hunter.pos is None:
        return False
    island = state.island
    shut = blocked(island, hunter)
    here = set[str]() if is_just_in_port(island, hunter) else reachable(island, hunter.pos, shut)
    return _offers(state, hunter, here) or _offers(state, hunter, here | _by_ship(island, hunter, here, shut))


def _offers(state: State, hunter: Hunter, within: set[str]) -> bool:
    island = state.island
    if not within.isdisjoint(island.treasures):
        return True
    temples = [space for space in within if space in island.temples and not state.temples[island.temples[space]]]
    return bool(temples) and (hunter.shovels > 0 or not within.isdisjoint(island.shovels))


def _by_ship(island: Island, hunter: Hunter, here: set[str], shut: int) -> set[str]:
    """What can be reached from the ports a ship could still sail to: unvisited, and others than the one entered."""
    entered = here.intersection(island.ports) | ({str(hunter.pos)} if is_just_in_port(island, hunter) else set())
    ports = [port for port in island.ports if port not in hunter.visited and entered - {port}]
    return {space for port in ports for space in reachable(island, port, shut | island.mask(island.ports))}
