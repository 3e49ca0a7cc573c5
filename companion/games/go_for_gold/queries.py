"""What cases and pages may ask of a position: pure functions of the state, section 3."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.go_for_gold.ending import is_able_to_score
from companion.games.go_for_gold.scoring import ranking, total
from companion.games.go_for_gold.state import State, port_choices, special
from companion.games.go_for_gold.walking import paths


def ends(state: State, player: str, steps: int) -> list[str]:
    """Where a legal move with that number and without a foot can end, early ports included."""
    return sorted({path[-1] for path in paths(state.island, state.hunter(player), steps)})


def path_count(state: State, player: str, steps: int) -> int:
    return sum(1 for _ in paths(state.island, state.hunter(player), steps))


def specials(state: State) -> dict[str, str | None]:
    return {hunter.id: special(state, hunter) for hunter in state.players}


def missing_shovels(state: State) -> int:
    return state.dig.missing if state.phase == "shovels" and state.dig else 0


def ports_open_to(state: State, player: str) -> list[str]:
    return port_choices(state, state.hunter(player))


def able_to_score(state: State) -> dict[str, bool]:
    return {hunter.id: is_able_to_score(state, hunter) for hunter in state.players}


def scores_filled(state: State) -> dict[str, int]:
    return {hunter.id: len(hunter.scores) for hunter in state.players}


def totals(state: State) -> dict[str, int]:
    return {hunter.id: total(hunter) for hunter in state.players}


def winners(state: State) -> list[str]:
    return ranking(state)[0]


QUERIES: Mapping[str, Callable[..., Any]] = {
    "ends": ends,
    "path_count": path_count,
    "special": specials,
    "missing_shovels": missing_shovels,
    "port_choices": ports_open_to,
    "able_to_score": able_to_score,
    "scores_filled": scores_filled,
    "totals": totals,
    "ranking": ranking,
    "winners": winners,
}
ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "ends": ("player", "steps"),
    "path_count": ("player", "steps"),
    "port_choices": ("player",),
}
