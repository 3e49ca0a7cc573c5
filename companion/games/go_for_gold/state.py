"""The position: everybody's sheet, whose move it is and what just happened, and small questions to it."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from companion.games.go_for_gold.board import Island, island_of

Phase = Literal["start_port", "roll", "move", "resolve", "shovels", "over"]


class Hunter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's sheet."""

    id: str
    status: Literal["in", "out"]
    pos: str | None
    start_port: str | None
    visited: tuple[str, ...]  # every space entered, in order, the port jumped to included
    shovels: int  # circled and not crossed out
    feet: int
    shovels_gathered: int  # in the whole game, the two of the start included
    scores: tuple[int, ...]
    port_used: bool

    @property
    def is_in(self) -> bool:
        return self.status == "in"


class Dig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roll too low that shovels could make good."""

    player: str
    roll: int
    missing: int


class Drawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line drawn this round: the others see it only when everybody has drawn (G10)."""

    player: str
    path: tuple[str, ...]
    use_foot: bool = False


class Last(msgspec.Struct, frozen=True, omit_defaults=True):
    """What just happened, for lights and story."""

    type: str
    player: str
    roll: int = 0
    result: Literal["", "written", "failed", "penalty", "low"] = ""
    points: int = 0
    color: str = ""
    out: tuple[str, ...] = ()  # who was put out by it


class State(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position. The keys after `end_trigger` are left out of JSON while they say nothing."""

    phase: Phase
    side: str
    round: int
    active: str
    roll: int | None
    awaiting: tuple[str, ...]  # who may act now, clockwise from the active player
    queue: tuple[str, ...]  # who is still to resolve; the first one acts
    dig: Dig | None
    players: tuple[Hunter, ...]
    temples: Mapping[str, str | None]
    end_trigger: Literal["sixth_score", "none_able"] | None
    drawn: tuple[Drawn, ...] = ()
    last: Last | None = None
    sheet: str | None = None  # a sheet of one's own, as JSON text

    @property
    def island(self) -> Island:
        return island_of(self.side, self.sheet)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(hunter.id for hunter in self.players)

    def hunter(self, player: str) -> Hunter:
        for hunter in self.players:
            if hunter.id == player:
                return hunter
        raise KeyError(player)

    def seat(self, player: str) -> int:
        """Counted from 1, clockwise."""
        return self.ids.index(player) + 1

    def clockwise(self) -> tuple[Hunter, ...]:
        """Everybody in the order of this round: the active player, then to the left."""
        at = self.ids.index(self.active)
        return self.players[at:] + self.players[:at]

    def with_hunter(self, changed: Hunter) -> tuple[Hunter, ...]:
        return tuple(changed if hunter.id == changed.id else hunter for hunter in self.players)


def special(state: State, hunter: Hunter) -> Literal["treasure", "temple", "port"] | None:
    """What the player's space would ask now."""
    island, pos = state.island, hunter.pos
    if pos is None or not hunter.is_in:
        return None
    if pos in island.treasures:
        return "treasure"
    if pos in island.temples:
        return None if state.temples[island.temples[pos]] else "temple"
    return "port" if is_just_in_port(island, hunter) else None


def is_just_in_port(island: Island, hunter: Hunter) -> bool:
    """A port entered and not yet used; the start port is neither."""
    return hunter.pos in island.ports and not hunter.port_used and hunter.pos != hunter.start_port


def port_choices(state: State, hunter: Hunter) -> list[str]:
    """The ports this player has not visited, clockwise."""
    return [port for port in state.island.ports if port not in hunter.visited]
