"""What phones, lamps and the buzzer say in Lantern Run."""

from collections.abc import Sequence
from typing import Any

from companion.games.protocol import Choice, Cue, Glow, Light, Line, Prompt, Score, Standing, View, person, to_json
from lantern_run.rules import RULES, SHORE, Leave, Run, State, Take

ASHORE = 3  # points for arriving first


def words(state: State, action: Run | Take | Leave, viewer: str | None) -> str:
    if isinstance(action, Run):
        return f"run {action.die} to space {min(state.reached[action.player] + action.die, SHORE)}"
    return "take the lantern" if isinstance(action, Take) else "leave the lantern"


def cues(before: State, action: Any, after: State) -> Sequence[Cue]:
    if after.phase == "over":
        return ("game_over",)
    found: tuple[Cue, ...] = ("treasure",) if isinstance(action, Take) else ()
    return (*found, "your_turn") if after.queue != before.queue else found


def endings(state: State) -> Sequence[Leave]:
    return (Leave(state.queue[0]),) if state.phase == "lantern" else ()


def glow(state: State) -> Glow:
    """The runner's space pulses, the lanterns shine."""
    here = f"trail.{state.reached[state.queue[0]]}"
    return Glow((Light(here, "white", "pulse"), *(Light(f"trail.{space}", "gold", "dim") for space in state.lanterns)))


def view(state: State, viewer: str | None) -> View:
    over, runner = state.phase == "over", state.queue[0]
    does = {"over": "is ashore", "run": "runs", "lantern": "finds a lantern"}[state.phase]
    choices = tuple(Choice(words(state, action, viewer), to_json(action)) for action in RULES.legal(state))
    asks = "Take the lantern along?" if state.phase == "lantern" else "Roll the die and run."
    prompts = () if over or viewer not in (None, runner) else (Prompt(asks, runner, choices),)
    return View(
        phase=state.phase,
        headline=f"{person(runner)} {does}",
        acting=() if over else (runner,),
        prompts=prompts,
        story=(f"{len(state.lanterns)} lanterns hang along the shore.",),
        table=to_json(state),
        over=over,
    )


def score(state: State) -> Score:
    totals = {player: state.taken[player] + ASHORE * (space == SHORE) for player, space in state.reached.items()}
    order = sorted(totals, key=lambda player: -totals[player])
    places = {player: 1 + sum(other > totals[player] for other in totals.values()) for player in totals}
    standings = tuple(Standing(player, totals[player], places[player], _lines(state, player)) for player in totals)
    winners = tuple(player for player in totals if places[player] == 1) if state.phase == "over" else ()
    return Score(standings, tuple((player, places[player]) for player in order), winners)


def _lines(state: State, player: str) -> tuple[Line, ...]:
    lanterns = Line("Lanterns", state.taken[player], f"{state.taken[player]} taken along")
    ashore = state.reached[player] == SHORE
    return (lanterns, Line("Ashore", ASHORE * ashore, "first to arrive" if ashore else "still running"))
