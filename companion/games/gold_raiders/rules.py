"""Gold Raiders as a table of rules: when each action may happen, why not, what it does, and which are legal."""

from msgspec.structs import replace

from companion.errors import IllegalAction
from companion.games.gold_raiders import actions as act
from companion.games.gold_raiders import day, legal, night
from companion.games.gold_raiders.board import HAND
from companion.games.gold_raiders.ending import is_over
from companion.games.gold_raiders.reasons import refusal
from companion.games.gold_raiders.state import Last, Stack, State
from companion.games.protocol import Action, person
from companion.games.rulebook import Rule, Rulebook, Why, in_phase

PHASES = {"setup": "the choice of the first player", "deal": "the deal", "night": "the night", "day": "the day"}


def _why_not_first(state: State, action: act.ChooseFirst) -> IllegalAction | None:
    return night.why_unknown(state, action.player)


def _choose_first(state: State, action: act.ChooseFirst) -> State:
    return replace(state, phase="deal", first=action.player, last=Last("choose_first", action.player))


def _deal(state: State, action: act.Deal) -> State:
    """GR-R35: all 54 are shuffled again; positions stay."""
    stacks: dict[str, tuple[Stack, ...]] = dict.fromkeys(state.players, ())
    return replace(
        state,
        phase="night",
        turn=state.first,
        hands=dict.fromkeys(state.players, HAND),
        stacks=stacks,
        discard=(),
        done=(),
        slots=None,
        ways=None,
        last=Last("deal"),
    )


def _in_turn(state: State, rule: Rule, action: Action) -> Why:
    return "not_your_turn" if rule.by == "turn" and action.player != state.turn else None


def _refuse(state: State, code: str) -> IllegalAction:
    """The refusals that every action shares; the others bring their own facts."""
    known = ", ".join(RULES.kinds)
    return refusal(code, known=known, phase=PHASES.get(state.phase, state.phase), turn=person(state.turn))


RULES = Rulebook(
    rules=[
        Rule(act.ChooseFirst, _choose_first, ("setup",), _why_not_first, legal.first_choices, by="anybody"),
        Rule(act.Deal, _deal, ("deal",), each=legal.deals, by="table"),
        Rule(act.PlayNew, night.play_new, ("night",), each=legal.new_stacks),
        Rule(act.PlayOn, night.play_on, ("night",), night.why_no_play_on, legal.lays),
        Rule(act.Recon, night.recon, ("night",), night.why_no_recon, legal.recons),
        Rule(act.Steal, night.steal, ("night",), night.why_no_steal, legal.steals),
        Rule(act.Reveal, day.reveal, ("day",), day.why_no_reveal, legal.small_reveals),
        Rule(act.Pass, day.pass_on, ("day",), each=legal.passes),
    ],
    refuse=_refuse,
    over=is_over,
    checks=(in_phase("wrong_phase"), _in_turn),
)
