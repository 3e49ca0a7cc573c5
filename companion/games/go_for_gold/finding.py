"""Rulebook: "Special locations". Treasures dug up, temples raided, ships sent to other ports; G20 to G42."""

from msgspec.structs import replace

from companion.games.go_for_gold.actions import ChoosePort, DigUp, Raid, Skip, UseShovels
from companion.games.go_for_gold.board import BOXES, PENALTY, TEMPLE_POINTS
from companion.games.go_for_gold.ending import end_find
from companion.games.go_for_gold.moving import why_no_pips, why_no_port
from companion.games.go_for_gold.reasons import refusal
from companion.games.go_for_gold.state import Dig, Hunter, Last, State, is_just_in_port, special
from companion.games.protocol import Json
from companion.games.rulebook import Why


def why_no_dig(state: State, action: DigUp) -> Why:
    if special(state, state.hunter(action.player)) != "treasure":
        return "no_treasure_here"
    return why_no_pips(action.roll)


def why_no_shovels(state: State, action: UseShovels) -> Why:
    use: Json = action.use  # as it was sent: a record takes anything
    if type(use) is not bool:
        return refusal("bad_value", what="Shovels are either used or not: true or false.")
    return None


def why_no_raid(state: State, action: Raid) -> Why:
    if special(state, state.hunter(action.player)) != "temple":
        return "no_temple_here"
    return why_no_pips(action.roll)


def why_no_skip(state: State, action: Skip) -> Why:
    return "must_choose_port" if special(state, state.hunter(action.player)) == "port" else None


def why_no_sailing(state: State, action: ChoosePort) -> Why:
    """G40: one of the ports this player has not visited."""
    hunter = state.hunter(action.player)
    if not is_just_in_port(state.island, hunter):
        return "not_on_port"
    if why := why_no_port(state, action.port):
        return why
    return refusal("port_visited", port=action.port) if action.port in hunter.visited else None


def _written(hunter: Hunter, points: int) -> Hunter:
    """Points go into the next scoring space; there are six."""
    return replace(hunter, scores=(*hunter.scores, points)[:BOXES])


def dig(state: State, action: DigUp) -> State:
    """G20 to G23: roll the number, or have the shovels that are missing."""
    hunter = state.hunter(action.player)
    treasure = state.island.treasures[str(hunter.pos)]
    missing = treasure.number - action.roll
    last = Last("dig", action.player, action.roll)
    if missing <= 0:
        last = replace(last, result="written", points=treasure.value)
        return end_find(state, _written(hunter, treasure.value), last)
    if hunter.shovels < missing:
        return end_find(state, hunter, replace(last, result="failed"))
    dig = Dig(action.player, action.roll, missing)
    return replace(state, phase="shovels", dig=dig, awaiting=(action.player,), last=replace(last, result="low"))


def use_shovels(state: State, action: UseShovels) -> State:
    """G21: all that are missing, or none."""
    hunter, dig = state.hunter(action.player), state.dig
    assert dig is not None
    last = Last("use_shovels", action.player, dig.roll)
    if not action.use:
        return end_find(state, hunter, replace(last, result="failed"))
    value = state.island.treasures[str(hunter.pos)].value
    dug = _written(replace(hunter, shovels=hunter.shovels - dig.missing), value)
    return end_find(state, dug, replace(last, result="written", points=value))


def raid(state: State, action: Raid) -> State:
    """G30 to G34: at least as many shovels as pips, all of them lost; else a penalty in a scoring space."""
    hunter = state.hunter(action.player)
    color = state.island.temples[str(hunter.pos)]
    last = Last("raid", action.player, action.roll, color=color)
    if hunter.shovels < action.roll:
        return end_find(state, _written(hunter, PENALTY), replace(last, result="penalty", points=PENALTY))
    raider = _written(replace(hunter, shovels=0), TEMPLE_POINTS)
    last = replace(last, result="written", points=TEMPLE_POINTS)
    return end_find(state, raider, last, {**state.temples, color: action.player})


def skip(state: State, action: Skip) -> State:
    return end_find(state, state.hunter(action.player), Last("skip", action.player))


def choose_port(state: State, action: ChoosePort) -> State:
    """G40, G41: the next move starts there, and it counts as visited."""
    hunter = state.hunter(action.player)
    sailed = replace(hunter, pos=action.port, visited=(*hunter.visited, action.port), port_used=True)
    return end_find(state, sailed, Last("choose_port", action.player))
