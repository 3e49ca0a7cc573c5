"""Points, ranking and ties: section 7."""

from companion.games.go_for_gold.board import PENALTY, TEMPLE_POINTS
from companion.games.go_for_gold.concealing import conceal
from companion.games.go_for_gold.state import Hunter, State
from companion.games.protocol import Line, Score, Standing


def total(hunter: Hunter) -> int:
    """May be negative (G55)."""
    return sum(hunter.scores)


def ranking(state: State) -> list[list[str]]:
    """Groups of players, best first: by points, then by shovels gathered in the whole game (G54)."""
    groups: dict[tuple[int, int], list[str]] = {}
    for hunter in state.players:
        groups.setdefault((total(hunter), hunter.shovels_gathered), []).append(hunter.id)
    return [sorted(groups[key]) for key in sorted(groups, reverse=True)]


def score(state: State) -> Score:
    """At any moment; what others have gathered on a line not yet shown does not count (G10)."""
    open_state = conceal(state, None)
    groups = ranking(open_state)
    place: dict[str, int] = {}
    for group in groups:
        place |= dict.fromkeys(group, len(place) + 1)
    hunters = open_state.players
    ranked = sorted(open_state.ids, key=lambda name: (place[name], open_state.seat(name)))
    return Score(
        tuple(Standing(hunter.id, total(hunter), place[hunter.id], _lines(hunter)) for hunter in hunters),
        tuple((name, place[name]) for name in ranked),
        tuple(groups[0]) if state.phase == "over" else (),
        decided_by=_decided_by(open_state, groups[0]) if state.phase == "over" else "",
    )


def _decided_by(state: State, winners: list[str]) -> str:
    best = total(state.hunter(winners[0]))
    level = [hunter.id for hunter in state.players if total(hunter) == best]
    return "shovels_gathered" if len(level) > len(winners) else ""


def _lines(hunter: Hunter) -> tuple[Line, ...]:
    boxes = tuple(Line(f"box {number}", points, _why(points)) for number, points in enumerate(hunter.scores, start=1))
    gathered = Line("shovels gathered", None, f"{hunter.shovels_gathered} in the whole game: they settle ties")
    return (*boxes, gathered)


def _why(points: int) -> str:
    if points == TEMPLE_POINTS:
        return "a temple raided"
    return "a raid that failed" if points == PENALTY else f"a treasure worth {points}"
