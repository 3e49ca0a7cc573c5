"""Gold Mine's referee: what may be done now, what comes of it, and in which order a wrong move is refused."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.games.gold_mine import actions as act
from companion.games.gold_mine import challenge, digging, flow, walking
from companion.games.gold_mine.actions import KINDS, Action, action_from, is_ints, is_pair
from companion.games.gold_mine.board import TILE, Cell, Place
from companion.games.gold_mine.reasons import refusal
from companion.games.gold_mine.state import State
from companion.games.protocol import kind_of

NAME = "gold_mine"
TITLE = "Gold Mine"
VERSION = "1"
PLAYERS = range(2, 7)


class Rule(NamedTuple):
    """One row of the specification's section 5.4."""

    steps: tuple[str, ...]
    perform: Callable[[State, Any], State]
    why_not: Callable[[State, Any], str | None] | None = None
    numbers: tuple[str, int] | None = None  # a field that must be so many whole numbers


RULES: Mapping[type[Any], Rule] = {
    act.RollStart: Rule(("roll_start",), flow.roll_start),
    act.DrawTile: Rule(("draw", "movement"), digging.draw_tile, digging.why_not_draw),
    act.PlaceTile: Rule(("place",), digging.place_tile, digging.why_not_place, ("cell", 2)),
    act.ReturnTile: Rule(("place",), digging.return_tile, digging.why_not_return),
    act.PlayOwnTile: Rule(("movement",), digging.play_own_tile, digging.why_not_own, ("cell", 2)),
    act.RollMove: Rule(("movement",), walking.roll_move, walking.why_not_roll),
    act.RollPassage: Rule(("movement",), walking.roll_passage, walking.why_not_passage),
    act.OptOut: Rule(("movement",), walking.opt_out),
    act.Move: Rule(("walk",), walking.move, walking.why_not_move, ("to", 3)),
    act.Traverse: Rule(("walk",), walking.traverse, walking.why_not_traverse, ("to", 3)),
    act.Stay: Rule(("walk",), walking.stay),
    act.Collect: Rule(("action",), challenge.collect, challenge.why_not_collect),
    act.StartChallenge: Rule(("action",), challenge.start_challenge, challenge.why_not_challenge),
    act.ChallengeRoll: Rule(("challenge_roll",), challenge.challenge_roll, challenge.why_not_exchange),
    act.PlaceStolen: Rule(("steal",), challenge.place_stolen, challenge.why_not_stolen, ("cell", 2)),
    act.DeclineSteal: Rule(("steal",), challenge.decline_steal),
    act.RollHeadStart: Rule(("head_start",), challenge.roll_head_start, challenge.why_not_head_start),
    act.SkipHeadStart: Rule(("head_start",), challenge.skip_head_start),
    act.RollBats: Rule(("bat_roll",), challenge.roll_bats, challenge.why_not_bats),
    act.HandOff: Rule(("action",), challenge.hand_off, challenge.why_not_hand_off),
    act.EndTurn: Rule(("action",), flow.end_turn),
    act.StopGame: Rule((), flow.stop_game),
}

LEGAL: Mapping[str, Callable[[State], list[Any]]] = {
    "roll_start": lambda state: [
        act.RollStart(player, (one, other))
        for player in state.start_pending
        for one in walking.FACES
        for other in walking.FACES
    ],
    "draw": lambda state: digging.draws(state) + digging.own_placings(state),
    "place": digging.placings,
    "movement": lambda state: walking.moves(state) + digging.draws(state) + digging.own_placings(state),
    "walk": walking.walks,
    "action": challenge.deeds,
    "challenge_roll": challenge.exchange_rolls,
    "steal": challenge.steals,
    "head_start": challenge.head_starts,
    "bat_roll": challenge.bat_rolls,
    "over": lambda state: [],
}


def legal(state: State) -> list[Action]:
    """Every move possible next, dice and draws included; stopping the game is the table's, and no move (R-53)."""
    return LEGAL[state.step](state)


def read(state: State, raw: Any) -> Action:
    """An action from JSON, judged already: what is returned can be applied."""
    kind = raw.get("type") if isinstance(raw, Mapping) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise refusal("unknown_action", state)
    action = action_from(raw)
    if code := why_not(state, action):
        raise refusal(code, state)
    return action


def apply(state: State, action: Action) -> State:
    if code := why_not(state, action):
        raise refusal(code, state)
    return RULES[type(action)].perform(state, action)


def why_not(state: State, action: Action) -> str | None:
    """The first reason against an action, in the order of section 5.4, or None."""
    rule = RULES.get(type(action))
    if rule is None:
        return "unknown_action"
    if state.phase == "over":
        return "game_over"
    if isinstance(action, act.StopGame):
        return None
    if action.player not in state.players:
        return "unknown_player"
    if state.phase == "start_roll":
        return _why_not_start(state, action)
    if action.player != state.actor:
        return "not_your_turn"
    if state.step not in rule.steps and not (isinstance(action, act.PlayOwnTile) and digging.may_play_own(state)):
        return "wrong_step"
    if rule.numbers and not is_ints(getattr(action, rule.numbers[0]), rule.numbers[1]):
        return "bad_action"
    return rule.why_not(state, action) if rule.why_not else None


def _why_not_start(state: State, action: Action) -> str | None:
    if not isinstance(action, act.RollStart):
        return "wrong_step"
    if action.player not in state.start_pending:
        return "already_rolled"
    return None if is_pair(action.dice) else "bad_dice"


def is_over(state: State) -> bool:
    return state.phase == "over"


def check_placement(state: State, tile: str, cell: Cell, rot: int) -> str:
    """ "ok", or why that tile may not lie there: section 5.3, whoever has it now."""
    return state.tunnels.why_not(TILE[tile], cell, rot, state.house) or "ok"


def legal_placements(state: State, tile: str) -> list[tuple[int, int, int]]:
    """Where that tile fits: x, y, rot; all four rotations, even where they look alike."""
    return list(state.tunnels.spots(TILE[tile], state.house))


def reachable(state: State, place: Place, steps: int) -> list[Place]:
    return list(state.tunnels.reach(place, steps, state.options.mud))


def passages(state: State) -> list[Place]:
    return list(state.tunnels.passages)


def legal_types(state: State) -> list[str]:
    """The types of action of which one at least can succeed now; `legal` names a passage near by as a walk only."""
    kinds = {kind_of(action) for action in legal(state)}
    if state.walk and state.walk.passage_open and walking.other_passages(state):
        kinds.add("traverse")
    return sorted(kinds)
