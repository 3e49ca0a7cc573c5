"""What others may know while lines are drawn: the moves of a round are shown only when all are in (G10)."""

from msgspec.structs import replace

from companion.games.go_for_gold.state import Drawn, Hunter, State


def conceal(state: State, viewer: str | None) -> State:
    """The position as that player may know it: the others' new lines are not yet drawn."""
    if state.phase != "move" or not state.drawn:
        return state
    hidden = {drawn.player: drawn for drawn in state.drawn if drawn.player != viewer}
    players = tuple(
        _undrawn(state, hunter, hidden[hunter.id]) if hunter.id in hidden else hunter for hunter in state.players
    )
    return replace(state, players=players, drawn=tuple(drawn for drawn in state.drawn if drawn.player == viewer))


def _undrawn(state: State, hunter: Hunter, drawn: Drawn) -> Hunter:
    island, before = state.island, hunter.visited[: -len(drawn.path)]
    shovels = sum(island.shovels.get(space, 0) for space in drawn.path)
    return replace(
        hunter,
        pos=before[-1] if before else hunter.start_port,
        visited=before,
        shovels=hunter.shovels - shovels,
        shovels_gathered=hunter.shovels_gathered - shovels,
        feet=hunter.feet + drawn.use_foot - sum(island.feet.get(space, 0) for space in drawn.path),
    )
