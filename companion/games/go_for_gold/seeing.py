"""How the table should look, what it may show, which dice are rolled where, and what only people can say."""

from collections import Counter
from collections.abc import Mapping, Sequence

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
from companion.games.go_for_gold.board import DIE, own_die, sheet_piece, sheet_space
from companion.games.go_for_gold.legal import legal
from companion.games.go_for_gold.state import State
from companion.games.protocol import Seen
from companion.layout import Placement


def placements(state: State) -> Seen:
    """A sheet in front of everybody."""
    seats = range(1, len(state.players) + 1)
    return Counter(Placement(sheet_piece(state.side, seat), sheet_space(seat)) for seat in seats)


def shown(state: State, seen: Seen) -> Sequence[Action]:
    """What a table at rest may show: dice and what goes without saying; lines, ports and retiring come from phones."""
    return [] if state.phase in ("move", "start_port") else legal(state)


def rolled(action: Action) -> Mapping[str, int]:
    """Everybody's roll lies in the tray, a player's own in the field beside the sheet."""
    if isinstance(action, RollMove):
        return {DIE: action.value}
    return {own_die(action.player): action.roll} if isinstance(action, DigUp | Raid) else {}


def told(state: State, action: Action) -> bool:
    """Section 8: ports, spent shovels, leaving something alone and retiring are said on the phones."""
    return isinstance(action, ChooseStartPort | ChoosePort | UseShovels | Skip | Withdraw)
