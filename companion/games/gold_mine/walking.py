"""The movement choice and walking. Rulebook: "Movement", "Secret Passages", "Mud Puddles"."""

from functools import lru_cache

from msgspec.structs import replace

from companion.games.gold_mine.actions import (
    Move,
    OptOut,
    RollMove,
    RollPassage,
    Stay,
    Traverse,
    is_face,
    is_pair,
)
from companion.games.gold_mine.board import Place
from companion.games.gold_mine.flow import after_moving, back_to_action
from companion.games.gold_mine.state import State, Walk, changed, place_of

FACES = range(1, 7)


def why_not_roll(state: State, action: RollMove) -> str | None:
    return None if is_face(action.die) else "bad_dice"


def roll_move(state: State, action: RollMove) -> State:
    return changed(state, step="walk", walk=Walk(action.player, action.die, "roll"))


def why_not_passage(state: State, action: RollPassage) -> str | None:
    """Ruling R-24: on the passage's own tunnel; whether another passage exists does not matter."""
    if not is_on_passage(state):
        return "no_passage_here"
    return None if is_pair(action.dice) else "bad_dice"


def is_on_passage(state: State) -> bool:
    assert state.turn is not None
    return state.miners[state.turn] in state.tunnels.passages


def roll_passage(state: State, action: RollPassage) -> State:
    """Rulebook: "Secret Passages": doubles or a seven; else, or instead (R-25), a walk up to the lower die."""
    one, other = action.dice
    is_open = one == other or one + other == 7
    return changed(state, step="walk", walk=Walk(action.player, min(one, other), "passage", is_open))


def opt_out(state: State, action: OptOut) -> State:
    return back_to_action(state)


def moves(state: State) -> list[RollMove | RollPassage | OptOut]:
    assert state.actor is not None
    found: list[RollMove | RollPassage | OptOut] = [OptOut(state.actor), *_rolls(state.actor)]
    return [*found, *_passage_rolls(state.actor)] if is_on_passage(state) else found


@lru_cache
def _rolls(player: str) -> tuple[RollMove, ...]:
    return tuple(RollMove(player, die) for die in FACES)


@lru_cache
def _passage_rolls(player: str) -> tuple[RollPassage, ...]:
    return tuple(RollPassage(player, (one, other)) for one in FACES for other in FACES)


def why_not_move(state: State, action: Move) -> str | None:
    walk = walk_of(state)
    start = place_of(state, walk.miner)
    if action.to == start:
        return "same_place"
    if action.to not in state.tunnels.joins:
        return "no_such_place"
    if state.options.passage_or_stay and walk.passage_open:
        return "passage_only"
    return None if action.to in state.tunnels.reach(start, walk.steps, state.options.mud) else "not_reachable"


def move(state: State, action: Move) -> State:
    return _finish(state, action.to)


def why_not_traverse(state: State, action: Traverse) -> str | None:
    walk = walk_of(state)
    if walk.why != "passage":
        return "wrong_step"
    if not walk.passage_open:
        return "passage_flooded"
    if action.to == place_of(state, walk.miner):
        return "same_place"
    return None if action.to in state.tunnels.passages else "not_a_passage"


def traverse(state: State, action: Traverse) -> State:
    """Arriving ends the movement (R-27)."""
    return _finish(state, action.to)


def stay(state: State, action: Stay) -> State:
    return _finish(state, None)


def walks(state: State) -> list[Move | Traverse | Stay]:
    """Every goal once: a passage within walking distance is walked to. Ruling R-19."""
    assert state.actor is not None
    actor, walk = state.actor, walk_of(state)
    start = place_of(state, walk.miner)
    may_walk = not (state.options.passage_or_stay and walk.passage_open)
    goals = state.tunnels.reach(start, walk.steps, state.options.mud) if may_walk else ()
    found: list[Move | Traverse | Stay] = [Stay(actor), *(Move(actor, place) for place in goals)]
    if walk.passage_open:
        found += [Traverse(actor, place) for place in other_passages(state) if place not in goals]
    return found


def other_passages(state: State) -> list[Place]:
    """Where an open passage leads."""
    start = place_of(state, walk_of(state).miner)
    return [place for place in state.tunnels.passages if place != start]


def walk_of(state: State) -> Walk:
    assert state.walk is not None
    return state.walk


def _finish(state: State, to: Place | None) -> State:
    """Mud holds whoever walked into it (R-28, R-29); a head start earns its own nugget, moved or not (R-42)."""
    walk, info = walk_of(state), state.turn_info
    if walk.why == "head_start":
        info = replace(info, bonus_collect=True)
    if to is None:
        return back_to_action(state, turn_info=info)
    if walk.why in ("head_start", "bats") and walk.miner == state.turn:
        info = replace(info, displaced=True)
    stuck = state.stuck
    if state.options.mud and to in state.tunnels.muds:
        stuck = {**stuck, walk.miner: True}
    miners = {**state.miners, walk.miner: to}
    return after_moving(back_to_action(state, turn_info=info, miners=miners, stuck=stuck), walk.miner)
