"""The movement choice and walking. Rulebook: "Movement", "Secret Passages", "Mud Puddles"."""

from msgspec.structs import replace

from companion.games.gold_mine.actions import (
    Move,
    OptOut,
    RollBats,
    RollHeadStart,
    RollMove,
    RollPassage,
    Stay,
    Traverse,
    is_face,
    is_ints,
    is_pair,
)
from companion.games.gold_mine.board import Place
from companion.games.gold_mine.ending import after_moving, back_to_action
from companion.games.gold_mine.state import State, Walk, changed, place_of


def why_not_one_die(state: State, action: RollMove | RollHeadStart | RollBats) -> str | None:
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


def why_not_move(state: State, action: Move) -> str | None:
    if not is_ints(action.to, 3):
        return "bad_action"
    if action.to == place_of(state, walk_of(state).miner):
        return "same_place"
    if action.to not in state.tunnels.joins:
        return "no_such_place"
    if not may_walk(state):
        return "passage_only"
    return None if action.to in walk_goals(state) else "not_reachable"


def may_walk(state: State) -> bool:
    """Ruling R-25; the house may read it otherwise."""
    return not (state.options.passage_or_stay and walk_of(state).passage_open)


def walk_goals(state: State) -> tuple[Place, ...]:
    """Every place within the walk's steps, nearest first."""
    walk = walk_of(state)
    return state.tunnels.reach(place_of(state, walk.miner), walk.steps, state.options.mud)


def move(state: State, action: Move) -> State:
    return _finish(state, action.to)


def why_not_traverse(state: State, action: Traverse) -> str | None:
    if not is_ints(action.to, 3):
        return "bad_action"
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
