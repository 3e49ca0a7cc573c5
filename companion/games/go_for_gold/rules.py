"""Go for Gold as a table of rules: every action once, when it may happen, why not, and what it does."""

from companion.games.go_for_gold.actions import (
    Action,
    ChoosePort,
    ChooseStartPort,
    DigUp,
    Move,
    Raid,
    RollMove,
    Skip,
    UseShovels,
    Withdraw,
)
from companion.games.go_for_gold.finding import (
    choose_port,
    dig,
    raid,
    skip,
    use_shovels,
    why_no_dig,
    why_no_raid,
    why_no_sailing,
    why_no_shovels,
    why_no_skip,
)
from companion.games.go_for_gold.legal import digs, lines, ports, raids, rolls, skips, spendings, start_ports
from companion.games.go_for_gold.moving import (
    choose_start_port,
    move,
    roll,
    why_no_move,
    why_no_roll,
    why_no_start_port,
    why_no_withdrawal,
    withdraw,
)
from companion.games.go_for_gold.reasons import refusal, refuse
from companion.games.go_for_gold.state import State
from companion.games.protocol import person
from companion.games.rulebook import Rule, Rulebook, Why, in_phase


def is_over(state: State) -> bool:
    return state.phase == "over"


def _is_known(state: State, rule: Rule, action: Action) -> Why:
    return None if isinstance(action.player, str) and action.player in state.ids else "unknown_player"


def _is_in(state: State, rule: Rule, action: Action) -> Why:
    return None if state.hunter(action.player).is_in else refusal("out_of_game", player=person(action.player))


def _is_awaited(state: State, rule: Rule, action: Action) -> Why:
    return None if action.player in state.awaiting else "not_your_turn"


RULES = Rulebook(
    rules=[
        Rule(ChooseStartPort, choose_start_port, ("start_port",), why_no_start_port, start_ports),
        Rule(RollMove, roll, ("roll",), why_no_roll, rolls),
        Rule(Move, move, ("move",), why_no_move, lines),
        Rule(Withdraw, withdraw, ("move",), why_no_withdrawal),  # listed by `lines`, after those of its player
        Rule(DigUp, dig, ("resolve",), why_no_dig, digs),
        Rule(UseShovels, use_shovels, ("shovels",), why_no_shovels, spendings),
        Rule(Raid, raid, ("resolve",), why_no_raid, raids),
        Rule(Skip, skip, ("resolve",), why_no_skip, skips),
        Rule(ChoosePort, choose_port, ("resolve",), why_no_sailing, ports),
    ],
    refuse=refuse,
    over=is_over,
    checks=(_is_known, in_phase("wrong_phase"), _is_in, _is_awaited),
)
