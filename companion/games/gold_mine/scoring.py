"""Who is how far: the specification's section 7. Gold Mine has no points, so progress is told in per cent."""

from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from companion.games.gold_mine.board import Place
from companion.games.gold_mine.state import State, Tokens, required, team_nuggets, team_of
from companion.games.protocol import Line, Score, Standing, people

RICH, WON = 90, 100  # enough nuggets; at the ladder with them


class Row(msgspec.Struct, frozen=True):
    """One player's line of the scoreboard."""

    nuggets: int
    required: int
    needed: int
    distance: int | None
    progress: int
    tokens: Tokens
    rank: int = 0
    team_nuggets: int | UnsetType = UNSET  # alliances only


class _Order(NamedTuple):
    """Who is ahead: more progress, then more nuggets, then the shorter way home; cut off comes last."""

    progress: int
    nuggets: int
    nearness: float


TIE_BREAKERS = ("", "more nuggets", "the shorter way to the ladder")


def scoreboard(state: State) -> dict[str, Row]:
    rows = {player: _row(state, player) for player in state.players}
    orders = {player: _order(state, player, row) for player, row in rows.items()}
    ranks = {player: 1 + sum(other > order for other in orders.values()) for player, order in orders.items()}
    return {player: msgspec.structs.replace(row, rank=ranks[player]) for player, row in rows.items()}


def _row(state: State, player: str) -> Row:
    held, wanted = team_nuggets(state, player), required(state)
    return Row(
        nuggets=state.nuggets[player],
        required=wanted,
        needed=max(0, wanted - held),
        distance=distance(state, player),
        progress=_progress(state, player, held, wanted),
        tokens=state.tokens[player],
        team_nuggets=held if state.options.alliances else UNSET,
    )


def distance(state: State, player: str) -> int | None:
    """Steps from a miner to the ladder, mud and passages left aside; None if cut off or not in the mine yet."""
    place: Place | None = state.miners[player]
    return None if place is None else state.tunnels.home.get(place)


def _progress(state: State, player: str, held: int, wanted: int) -> int:
    if player in (state.winner or ()):
        return WON
    if held < wanted:
        return RICH * held // wanted
    ways = [distance(state, member) for member in team_of(state, player)]
    far = [way for way in ways if way is not None]
    return RICH if len(far) < len(ways) else min(WON - 1, RICH + max(0, 10 - max(far)))


def _order(state: State, player: str, row: Row) -> _Order:
    nearness = float("-inf") if row.distance is None else -row.distance
    return _Order(row.progress, team_nuggets(state, player), nearness)


def score(state: State) -> Score:
    rows = scoreboard(state)
    ranked = sorted(state.players, key=lambda player: rows[player].rank)
    return Score(
        standings=tuple(
            Standing(player, row.progress, row.rank, _lines(state, player, row)) for player, row in rows.items()
        ),
        ranking=tuple((player, rows[player].rank) for player in ranked),
        winners=state.winner or (),
        decided_by=_decided_by(state, rows, ranked) if state.phase == "over" and not state.winner else "",
        unit="per cent",
    )


def _decided_by(state: State, rows: dict[str, Row], ranked: list[str]) -> str:
    """What put the leader of a stopped game ahead of the next, if it was not progress."""
    best, second = (_order(state, player, rows[player]) for player in ranked[:2])
    return next((TIE_BREAKERS[index] for index in range(3) if best[index] != second[index]), "")


def _lines(state: State, player: str, row: Row) -> tuple[Line, ...]:
    return (
        Line("nuggets", row.nuggets, _why_nuggets(state, player, row)),
        Line("way home", row.distance, _why_distance(row)),
        Line(
            "tokens", row.tokens.gold + row.tokens.bat, f"{row.tokens.gold} gold and {row.tokens.bat} bat tokens left"
        ),
        Line("progress", row.progress, _why_progress(row)),
    )


def _why_nuggets(state: State, player: str, row: Row) -> str:
    team = team_of(state, player)
    held = f"hold {team_nuggets(state, player)}" if len(team) > 1 else f"holds {row.nuggets}"
    return f"{people(team)} {held} of the {row.required} needed"


def _why_distance(row: Row) -> str:
    if row.distance is None:
        return "no way to the ladder yet"
    return "at the ladder" if row.distance == 0 else f"{row.distance} tiles to the ladder"


def _why_progress(row: Row) -> str:
    if row.progress == WON:
        return "reached the ladder with enough nuggets"
    if row.needed:
        return f"{RICH} per cent are for the nuggets; {row.needed} are missing"
    return f"enough nuggets ({RICH} per cent); each tile nearer than ten adds one"
