"""How the table should look, what it may show, which dice are rolled where, and what only people can say."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

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
from companion.games.go_for_gold.board import (
    CROSS,
    DIE,
    FAINT,
    LINE,
    SIDES,
    START_FOOT,
    island_space,
    own_die,
    sheet_piece,
    sheet_space,
)
from companion.games.go_for_gold.concealing import conceal
from companion.games.go_for_gold.drawing import line_of, paper
from companion.games.go_for_gold.legal import legal
from companion.games.go_for_gold.retracing import fitting
from companion.games.go_for_gold.state import Hunter, State
from companion.games.protocol import Seen
from companion.layout import Placement

SURE = 0.8  # what is drawn more surely than this is a line
LIKELY = 0.5  # a faint one that probably is
DOUBTFUL = 0.2  # less is none
CHANCES = {SURE: 1.0, LIKELY: 0.7, DOUBTFUL: 0.35}  # that it was drawn and is not what an eraser left


def placements(state: State) -> Seen:
    """A sheet in front of everybody, with the lines and crosses that everybody may know of.

    New lines count only when all have drawn (G10), so that no phone shows one too early.
    """
    seats = range(1, len(state.players) + 1)
    table = Counter(Placement(sheet_piece(state.side, seat), sheet_space(seat)) for seat in seats)
    if state.side in SIDES and state.sheet is None:
        for seat, hunter in enumerate(conceal(state, None).players, start=1):
            table.update(_drawn(state, seat, hunter))
    return table


def _drawn(state: State, seat: int, hunter: Hunter) -> Iterator[Placement]:
    crossed = [*hunter.visited[:1], *feet_owned(state, hunter)[: feet_used(state, hunter)]]
    for a, b in pairwise(hunter.visited):
        if b in state.island.neighbours[a]:
            yield _line(state.side, seat, a, b)
        else:  # a ship sailed there
            crossed.append(b)
    for name in dict.fromkeys(crossed):
        yield Placement(CROSS, island_space(seat, name))


def _line(side: str, seat: int, a: str, b: str) -> Placement:
    start, way = line_of(side, a, b)
    return Placement(LINE, island_space(seat, start), way)


def feet_owned(state: State, hunter: Hunter) -> list[str]:
    """Where this player's feet are printed, in the order they were gathered."""
    return [START_FOOT, *(space for space in hunter.visited if space in state.island.feet)]


def feet_used(state: State, hunter: Hunter) -> int:
    """How many of them must be crossed out."""
    return max(0, len(feet_owned(state, hunter)) - hunter.feet)


def marked(side: str, seat: int, marks: Iterable[tuple[str, str, float]]) -> Seen:
    """What the reader of sheets found on that seat's sheet (what, where, how sure), as pieces on spaces.

    A line "A5-B5" is a piece LINE on the space it is named after, turned the way it goes; what may be one is FAINT
    there, and shows LINE where it likely is. A cross is CROSS on its space, or FAINT that shows a CROSS where it is
    doubtful. Rings are computed, never read.
    """
    found: Seen = Counter()
    for what, where, sure in marks:
        if sure < DOUBTFUL or what not in ("line", "cross") or where.startswith(("temple.", "start.shovel")):
            continue
        if what == "line":
            found[_as_sure(_line(side, seat, *where.split("-")), sure)] += 1
        elif sure >= SURE:
            found[Placement(CROSS, island_space(seat, where))] += 1
        else:
            found[Placement(FAINT, island_space(seat, where), None, CROSS)] += 1
    return found


def _as_sure(line: Placement, sure: float) -> Placement:
    if sure >= SURE:
        return line
    return line._replace(piece=FAINT, shows=LINE if sure >= LIKELY else None)


def shown(state: State, seen: Seen) -> Sequence[Action]:
    """What a table at rest may show: lines drawn, ports crossed, dice, and what goes without saying.

    Of those who still draw only the first whose line is seen is listed, so that a round is told in one order.
    """
    if state.phase == "start_port":
        ports = [port for port in state.island.ports if Placement(CROSS, _own(state, state.active, port)) in seen]
        return [ChooseStartPort(state.active, port) for port in ports]
    if state.phase != "move":
        return legal(state)
    if state.side not in SIDES or state.sheet is not None:
        return []
    fits = (fitting(state, state.hunter(player), *_new_marks(state, player, seen)) for player in state.awaiting)
    return next(filter(None, fits), [])


def _own(state: State, player: str, name: str) -> str:
    return island_space(state.seat(player), name)


def _new_marks(state: State, player: str, seen: Seen) -> tuple[dict[frozenset[str], float], float]:
    """The lines on that player's sheet that are not known yet, each with its chance, and that of a crossed foot."""
    hunter, seat = state.hunter(player), state.seat(player)
    known = {frozenset(pair) for pair in pairwise(hunter.visited)}
    levels = {frozenset(edge): level for edge in paper(state.side).edges if (level := _level(state, seat, edge, seen))}
    usual = [levels.get(line, 0.0) for line in known]
    is_pale = LIKELY in usual and SURE not in usual  # this hand's lines all look like that
    chances = {**CHANCES, LIKELY: 1.0 if is_pale else CHANCES[LIKELY] if SURE in levels.values() else 0.5}
    return {line: chances[level] for line, level in levels.items() if line not in known}, _foot(state, player, seen)


def _level(state: State, seat: int, edge: tuple[str, str], seen: Seen) -> float:
    """As how sure a line is reported; 0 where it is not."""
    line = _line(state.side, seat, *edge)
    return next((level for level in CHANCES if _as_sure(line, level) in seen), 0.0)


def _foot(state: State, player: str, seen: Seen) -> float:
    """The chance that one more foot is crossed out: sure only in the box, a cross in a drawn ring is hard to read."""
    hunter = state.hunter(player)
    used = feet_used(state, hunter)
    if not used and Placement(CROSS, _own(state, player, START_FOOT)) in seen:
        return 1.0
    feet = [_own(state, player, name) for name in feet_owned(state, hunter)]
    crossed = sum(Placement(CROSS, foot) in seen for foot in feet)
    doubtful = sum(Placement(FAINT, foot, None, CROSS) in seen for foot in feet)
    return 0.75 if crossed > used else 0.5 if crossed + doubtful > used else 0.0


def rolled(action: Action) -> Mapping[str, int]:
    """Everybody's roll lies in the tray, a player's own in the field beside the sheet."""
    if isinstance(action, RollMove):
        return {DIE: action.value}
    return {own_die(action.player): action.roll} if isinstance(action, DigUp | Raid) else {}


def told(state: State, action: Action) -> bool:
    """Section 8: ports, spent shovels, leaving something alone and retiring are said on the phones.

    So are lines, which section 8 leaves to sheet or phone: the running eyes do not hand sheets to `vision.strokes` yet.
    """
    return isinstance(action, ChooseStartPort | ChoosePort | Move | UseShovels | Skip | Withdraw)
