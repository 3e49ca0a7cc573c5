"""The actions in a few words, what is to be heard of them, and what a long press may end."""

from collections.abc import Sequence

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
from companion.games.go_for_gold.state import State, special
from companion.games.protocol import Cue

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def words(state: State, action: Action, viewer: str | None) -> str:
    """For buttons, questions and histories, `state` being that before the action.

    Others learn of a line only when all have drawn (G10): asked with a state of a later phase, it is told to everybody.
    """
    if isinstance(action, Move):
        return _line(action) if viewer == action.player or state.phase != "move" else "draw a line"
    if isinstance(action, RollMove):
        return f"roll {action.value} for everybody"
    if isinstance(action, Withdraw):
        return "retire from the hunt"
    if isinstance(action, ChooseStartPort):
        return f"start in {_port(state, action.port)}"
    return f"sail to {_port(state, action.port)}" if isinstance(action, ChoosePort) else _find(state, action)


def _line(move: Move) -> str:
    return "draw " + "-".join(move.path) + (" with a foot" if move.use_foot else "")


def _port(state: State, port: str) -> str:
    name = state.island.port_names.get(port, port)
    return f"port {port}" if name == port else f"the {name} port {port}"


def _find(state: State, action: DigUp | UseShovels | Raid | Skip) -> str:
    pos = str(state.hunter(action.player).pos)
    if isinstance(action, UseShovels):
        return f"spend {_shovels(state.dig.missing if state.dig else 0)}" if action.use else "keep the shovels"
    if isinstance(action, Skip):
        return f"leave the {special(state, state.hunter(action.player)) or 'place'} alone"
    if isinstance(action, Raid):
        return f"raid the {state.island.temples.get(pos, '')} temple with a {action.roll}"
    treasure = state.island.treasures.get(pos)
    return f"dig with a {action.roll}" + (f" for {treasure.value} points" if treasure else "")


def _shovels(number: int) -> str:
    told = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{told} shovel" + ("" if number == 1 else "s")


def cues(before: State, action: Action, after: State) -> Sequence[Cue]:
    """A treasure or temple scored, somebody put out, the next round, the end, and whose turn it has become."""
    heard: list[Cue] = []
    if after.last and after.last.out:
        heard.append("knock_out")
    if after.last and after.last.result == "written":
        heard.append("treasure")
    if after.phase == "over":
        return [*heard, "game_over"]
    if after.round > before.round:
        heard.append("round")
    if set(after.awaiting) - set(before.awaiting):
        heard.append("your_turn")
    return heard


def endings(state: State) -> Sequence[Action]:
    """Leaving a treasure or temple alone, keeping the shovels; a line or a port must be drawn or chosen."""
    if state.phase == "shovels":
        return [UseShovels(player, False) for player in state.awaiting]
    if state.phase != "resolve":
        return []
    return [Skip(player) for player in state.awaiting if special(state, state.hunter(player)) != "port"]
