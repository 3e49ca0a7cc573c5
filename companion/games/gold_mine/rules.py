"""Gold Mine's table of rules: the specification's section 5.4, and the order in which a wrong move is refused."""

from collections.abc import Callable
from typing import Any

from companion.errors import IllegalAction
from companion.games.gold_mine import actions as act
from companion.games.gold_mine import challenge, digging, ending, walking
from companion.games.gold_mine import legal as lists
from companion.games.gold_mine.actions import Action, action_from
from companion.games.gold_mine.reasons import refusal
from companion.games.gold_mine.setup import roll_start, why_not_roll_start
from companion.games.gold_mine.state import State
from companion.games.rulebook import Rule, Rulebook, in_phase


def is_over(state: State) -> bool:
    return state.phase == "over"


def _why_not_theirs(state: State, rule: Rule, action: Any) -> str | None:
    """Whoever must act does; before the start anybody may roll, and stopping the game is the whole table's (R-53)."""
    if state.phase == "over":
        return "game_over"
    if rule.by == "table":
        return None
    if action.player not in state.players:
        return "unknown_player"
    return None if action.player == state.actor or state.phase == "start_roll" else "not_your_turn"


def _step(state: State) -> str:
    return state.step


def _refused(state: State, code: str) -> IllegalAction:
    return refusal(code, state)


# in the order in which `legal` lists them
RULES = Rulebook(
    rules=(
        Rule(act.RollStart, roll_start, ("roll_start",), why_not_roll_start, lists.start_rolls, by="anybody"),
        Rule(act.OptOut, walking.opt_out, ("movement",), each=lists.opt_outs),
        Rule(act.RollMove, walking.roll_move, ("movement",), walking.why_not_one_die, lists.move_rolls),
        Rule(act.RollPassage, walking.roll_passage, ("movement",), walking.why_not_passage, lists.passage_rolls),
        Rule(act.DrawTile, digging.draw_tile, ("draw", "movement"), digging.why_not_draw, lists.draws),
        Rule(act.PlayOwnTile, digging.play_own_tile, ("draw", "movement"), digging.why_not_own, lists.own_placings),
        Rule(act.PlaceTile, digging.place_tile, ("place",), digging.why_not_place, lists.placings),
        Rule(act.ReturnTile, digging.return_tile, ("place",), digging.why_not_return, lists.returns),
        Rule(act.Stay, walking.stay, ("walk",), each=lists.stays),
        Rule(act.Move, walking.move, ("walk",), walking.why_not_move, lists.walks),
        Rule(act.Traverse, walking.traverse, ("walk",), walking.why_not_traverse, lists.traverses),
        Rule(act.EndTurn, ending.end_turn, ("action",), each=lists.turn_ends),
        Rule(act.Collect, challenge.collect, ("action",), challenge.why_not_collect, lists.collects),
        Rule(act.StartChallenge, challenge.start, ("action",), challenge.why_not_challenge, lists.challenges),
        Rule(act.HandOff, challenge.hand_off, ("action",), challenge.why_not_hand_off, lists.hand_offs),
        Rule(
            act.ChallengeRoll,
            challenge.exchange,
            ("challenge_roll",),
            challenge.why_not_exchange,
            lists.exchange_rolls,
        ),
        Rule(act.DeclineSteal, challenge.decline_steal, ("steal",), each=lists.declines),
        Rule(act.PlaceStolen, challenge.place_stolen, ("steal",), challenge.why_not_stolen, lists.steals),
        Rule(act.SkipHeadStart, challenge.skip_head_start, ("head_start",), each=lists.skips),
        Rule(act.RollHeadStart, challenge.roll_head_start, ("head_start",), walking.why_not_one_die, lists.head_starts),
        Rule(act.RollBats, challenge.roll_bats, ("bat_roll",), walking.why_not_one_die, lists.bat_rolls),
        Rule(act.StopGame, ending.stop_game, by="table"),
    ),
    refuse=_refused,
    over=lambda state: False,  # what is no action at all is said to be so even after the end: see the first check
    checks=(_why_not_theirs, in_phase("wrong_step", _step)),
    reads=action_from,
    phase=_step,
)

read, apply, why_not = RULES.read, RULES.apply, RULES.why_not
legal: Callable[[State], list[Action]] = RULES.legal
