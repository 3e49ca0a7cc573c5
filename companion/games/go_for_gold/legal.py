"""What can be done next, rule by rule; of the lines over the same spaces to the same end one stands for all."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from companion.games.go_for_gold.actions import (
    Action,
    ChoosePort,
    ChooseStartPort,
    DigUp,
    Raid,
    RollMove,
    Skip,
    UseShovels,
    Withdraw,
)
from companion.games.go_for_gold.board import PIPS
from companion.games.go_for_gold.state import Hunter, State, port_choices, special
from companion.games.go_for_gold.walking import Joined, moves


def legal(state: State) -> Sequence[Action]:
    """Every action possible next, as the rules list them; lines are made when looked at: there can be many thousand."""
    listed = [each(state) for each in _LISTS[state.phase]]
    return listed[0] if len(listed) == 1 else list(chain.from_iterable(listed))


def start_ports(state: State) -> list[Action]:
    return [ChooseStartPort(player, port) for player in state.awaiting[:1] for port in state.island.ports]


def rolls(state: State) -> list[Action]:
    return [RollMove(player, pips) for player in state.awaiting[:1] for pips in PIPS]


def spendings(state: State) -> list[Action]:
    return [UseShovels(player, use) for player in state.awaiting[:1] for use in (True, False)]


def lines(state: State) -> Sequence[Action]:
    """Player by player what each may draw; who has no line for the roll may retire."""
    island, roll = state.island, state.roll or 0
    found: list[Sequence[Action]] = []
    for player in state.awaiting:
        hunter = state.hunter(player)
        if hunter.is_in:
            own = moves(island, hunter, roll)
            found.append(own)
            if not own or own[0].use_foot:
                found.append([Withdraw(player)])
    return Joined(found)


def digs(state: State) -> list[Action]:
    return [DigUp(hunter.id, pips) for hunter in _resolving(state, "treasure") for pips in PIPS]


def raids(state: State) -> list[Action]:
    return [Raid(hunter.id, pips) for hunter in _resolving(state, "temple") for pips in PIPS]


def skips(state: State) -> list[Action]:
    return [Skip(hunter.id) for hunter in _resolving(state, "treasure", "temple", None)]


def ports(state: State) -> list[Action]:
    return [ChoosePort(hunter.id, port) for hunter in _resolving(state, "port") for port in port_choices(state, hunter)]


def _resolving(state: State, *asked: str | None) -> list[Hunter]:
    """The player whose find it is, if the space asks one of those."""
    hunters = [state.hunter(player) for player in state.awaiting[:1]]
    return [hunter for hunter in hunters if hunter.is_in and special(state, hunter) in asked]


_LISTS: Mapping[str, tuple[Callable[[State], Sequence[Action]], ...]] = {
    "start_port": (start_ports,),
    "roll": (rolls,),
    "move": (lines,),
    "resolve": (digs, raids, skips, ports),
    "shovels": (spendings,),
    "over": (),
}
