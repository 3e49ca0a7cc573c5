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
    MOORING,
    RING,
    SHOVELS,
    SIDES,
    START_FOOT,
    START_SHOVEL,
    STROKES,
    TEMPLE_BOX,
    TEMPLES,
    island_space,
    own_die,
    sheet_piece,
    sheet_space,
)
from companion.games.go_for_gold.concealing import conceal
from companion.games.go_for_gold.drawing import line_of, paper
from companion.games.go_for_gold.legal import legal
from companion.games.go_for_gold.retracing import drawable, fitting
from companion.games.go_for_gold.state import Hunter, State
from companion.games.protocol import Seen, person
from companion.layout import Mark, Placement

SURE = 0.8  # what is drawn more surely than this is a line
FAIR = 0.55  # a pale one, or one that dark print hides in part
LIKELY = 0.5  # one with gaps that probably is
DOUBTFUL = 0.2  # less is none
TRACE = 0.1  # of a cross on a foot that had none: in eight simulated games 7 of 352 looks at crossed feet were between
# this and DOUBTFUL, and 20 of 6,097 at ringed ones that were not crossed, all of them at one foot
DARKER = 0.25  # what is so much surer than it was has been drawn on since
FRESH = "fresh"  # what a foot shows that was crossed out just now
# That it was drawn and is not what an eraser left: of 1,001 lines and 69 ghosts of hands and pens chosen at random (18
# pictures in six lights) 41 lines and 1 ghost were fair, 25 and 12 likely, none and 56 doubtful.
CHANCES = {SURE: 1.0, FAIR: 0.9, LIKELY: 0.7, DOUBTFUL: 0.15}
FAINTER = {FAIR: "fair", LIKELY: LINE, DOUBTFUL: None}  # what FAINT shows
HIDDEN = "hidden"  # and what it shows where a mirrored light may hide a line
UNKNOWN = 0.5  # the chance of that


def placements(state: State) -> Seen:
    """A sheet in front of everybody, with all that is drawn on it."""
    seats = range(1, len(state.players) + 1)
    table = Counter(Placement(sheet_piece(state.side, seat), sheet_space(seat)) for seat in seats)
    if state.side in SIDES and state.sheet is None:
        for seat, hunter in enumerate(state.players, start=1):
            table.update(_drawn(state, seat, hunter))
    return table


def accounted(state: State, sheet: str) -> bool:
    """Nobody draws before the die is rolled, or twice; who is still to draw may have begun."""
    waiting = [sheet_piece(state.side, state.seat(player)) for player in state.awaiting]
    return state.phase != "move" or sheet not in waiting


def disclosed(state: State) -> Seen:
    """New lines are laid open only when all have drawn (G10), so that no phone shows one too early."""
    return placements(conceal(state, None))


def private(state: State, placement: Placement) -> bool:
    """While all draw, nobody hears of anybody's strokes, not even that they fit no move (G10)."""
    return state.phase == "move" and placement.piece in STROKES


def _drawn(state: State, seat: int, hunter: Hunter) -> Iterator[Placement]:
    """Lines, crosses in ports, rings around what was gathered, crosses over what was used or is shut."""
    moored = [*hunter.visited[:1]]
    for a, b in pairwise(hunter.visited):
        if b in state.island.neighbours[a]:
            yield _line(state.side, seat, a, b)
        else:  # a ship sailed there
            moored.append(b)
    for port in moored:
        yield Placement(MOORING, island_space(seat, port))
    for space in hunter.visited:
        if space in state.island.feet or space in state.island.shovels:
            yield Placement(RING, island_space(seat, space))
    for name in dict.fromkeys((*_used_up(state, hunter), *_shut(state, hunter))):
        yield Placement(CROSS, island_space(seat, name))


def _used_up(state: State, hunter: Hunter) -> Iterator[str]:
    """The symbols that are crossed out, those gathered first before the others."""
    yield from feet_owned(state, hunter)[: feet_used(state, hunter)]
    counts = ((space, state.island.shovels[space]) for space in hunter.visited if space in state.island.shovels)
    gathered = [f"{START_SHOVEL}{number}" for number in range(1, SHOVELS + 1)]
    gathered += [space for space, count in counts for _ in range(count)]
    yield from gathered[: max(0, len(gathered) - hunter.shovels)]


def _shut(state: State, hunter: Hunter) -> Iterator[str]:
    """The boxes of the temples that others have raided."""
    return (TEMPLE_BOX + color for color in TEMPLES if state.temples.get(color) not in (None, hunter.id))


def _line(side: str, seat: int, a: str, b: str) -> Placement:
    start, way = line_of(side, a, b)
    return Placement(LINE, island_space(seat, start), way)


def feet_owned(state: State, hunter: Hunter) -> list[str]:
    """Where this player's feet are printed, in the order they were gathered."""
    return [START_FOOT, *(space for space in hunter.visited if space in state.island.feet)]


def feet_used(state: State, hunter: Hunter) -> int:
    """How many of them must be crossed out."""
    return max(0, len(feet_owned(state, hunter)) - hunter.feet)


def marked(state: State, marks: Iterable[Mark]) -> Seen:
    """What was drawn on the sheets of those who play, as pieces on spaces.

    A line "A5-B5" is a piece LINE on the space it is named after, turned the way it goes; what may be one is FAINT
    there, and shows how likely it is (`FAINTER`); one that was as faint when it was last accounted for is none. A
    cross is CROSS on its space, or MOORING in a port. A foot that was crossed out since it was last accounted for has
    FAINT on it, which shows FRESH, or CROSS where that is doubtful. Rings, spent shovels and temples are computed,
    never read.
    """
    found: Seen = Counter()
    if state.side not in SIDES or state.sheet is not None:
        return found
    by_sheet: dict[str, list[Mark]] = {}
    for mark in marks:
        by_sheet.setdefault(mark.sheet, []).append(mark)
    for seat, hunter in enumerate(state.players, start=1):
        marked = by_sheet.get(sheet_piece(state.side, seat), ())
        drawn = [mark for mark in marked if mark.sure >= DOUBTFUL]
        found.update(_as_piece(state, seat, mark) for mark in drawn if _is_read(state, hunter, mark))
        found.update(_crossed_feet(state, seat, hunter, [*_crosses(marked)]))
        found.update(_begun(state, seat, hunter, drawn))
        found.update(_hidden(state, seat, hunter, drawn))
    return found


def _hidden(state: State, seat: int, hunter: Hunter, drawn: Iterable[Mark]) -> Iterator[Placement]:
    """Where somebody who is to draw may have drawn, and a mirrored light keeps it from being seen."""
    if state.phase != "move" or hunter.id not in state.awaiting:
        return
    known = [set(pair) for pair in pairwise(hunter.visited)]
    for mark in drawn:
        if mark.is_hidden and mark.what == "line" and set(edge := mark.where.split("-")) not in known:
            yield _line(state.side, seat, *edge)._replace(piece=FAINT, shows=HIDDEN)


def _is_read(state: State, hunter: Hunter, mark: Mark) -> bool:
    if mark.what == "cross":
        is_foot = mark.where == START_FOOT or mark.where in state.island.feet
        return mark.sure >= SURE and (is_foot or mark.where in state.island.ports)
    if mark.what != "line" or mark.sure >= SURE or (_is_darker(mark) and not mark.is_hidden):
        return mark.what == "line"
    return set(mark.where.split("-")) in map(set, pairwise(hunter.visited))  # else a ghost, known since long


def _is_darker(mark: Mark) -> bool:
    return mark.sure - (mark.before or 0.0) >= DARKER


def _begun(state: State, seat: int, hunter: Hunter, drawn: Sequence[Mark]) -> Iterator[Placement]:
    """Where nothing but faint lines has come of whoever is to draw, the likeliest lies there as a LINE, too.

    Else a table on which no stroke is sure would look as if nothing had happened. What no move could be drawn along is
    a ring seen badly, or what an eraser left.
    """
    if state.phase != "move" or hunter.id not in state.awaiting:
        return
    known = [frozenset(pair) for pair in pairwise(hunter.visited)]
    lines = [mark for mark in drawn if mark.what == "line" and _is_read(state, hunter, mark)]
    new = {edge: mark.sure for mark in lines if (edge := frozenset(mark.where.split("-"))) not in known}
    if max(new.values(), default=SURE) < SURE:
        likely = {edge: new[edge] for edge in drawable(state, hunter, new) if new[edge] >= LIKELY}
        yield from (_line(state.side, seat, *edge) for edge in sorted(likely, key=lambda one: -likely[one])[:1])


def _as_piece(state: State, seat: int, mark: Mark) -> Placement:
    if mark.what == "line":
        return _as_sure(_line(state.side, seat, *mark.where.split("-")), mark.sure)
    return Placement(MOORING if mark.where in state.island.ports else CROSS, island_space(seat, mark.where))


def _crosses(drawn: Iterable[Mark]) -> Iterator[Mark]:
    """The crosses, and ink that is certainly there and may be one drawn with a hard pencil."""
    for mark in drawn:
        if mark.what == "cross" and mark.sure >= TRACE:
            yield mark
        elif mark.what == "tick" and mark.sure >= SURE:
            yield mark._replace(what="cross", sure=LIKELY)


def _crossed_feet(state: State, seat: int, hunter: Hunter, crosses: Sequence[Mark]) -> Iterator[Placement]:
    """The feet that may have been crossed out since: which ones, for how many tells nothing while one is doubtful.

    A foot gathered by the very line that is drawn cannot be used by it (G16), so only those owned before count.
    """
    owned = feet_owned(state, hunter)
    crosses = [mark for mark in crosses if mark.where in owned]
    for mark in crosses:
        fresh = _freshness(mark, crosses, feet_used(state, hunter))
        if fresh:
            yield Placement(FAINT, island_space(seat, mark.where), None, FRESH if fresh == 1 else CROSS)


def _freshness(mark: Mark, crosses: Sequence[Mark], used: int) -> float:
    """The chance that this foot was crossed out since the sheet was last accounted for."""
    likely = len(crosses)
    sure = sum(other.sure >= SURE for other in crosses)
    if mark.before is None:  # nobody knows how the sheet was: only too many crosses tell
        return 0.0 if likely <= used else 1.0 if mark.sure >= SURE and sure > used else 0.5
    is_new = mark.before < TRACE or _is_darker(mark)
    if not is_new or mark.before >= SURE:
        return 0.0
    if mark.sure < SURE:
        return 0.5
    if mark.before >= DOUBTFUL:  # there was some ink already: as many as were used account for it
        return 1.0 if sure > used else 0.5 if likely > used else 0.0
    known = sum((other.before or 0.0) >= DOUBTFUL for other in crosses)
    return 1.0 if known >= used else 0.5  # else it may be one that was used before and is crossed out only now


def _as_sure(line: Placement, sure: float) -> Placement:
    if sure >= SURE:
        return line
    level = next((level for level in FAINTER if sure >= level), DOUBTFUL)
    return line._replace(piece=FAINT, shows=FAINTER[level])


def shown(state: State, seen: Seen) -> Sequence[Action]:
    """What a table at rest may show: lines drawn, ports crossed, dice, and what goes without saying.

    All draw at the same time and in any order: of those whose lines are seen only one is listed, so that a round is
    told in one order, and who is in doubt comes last, so that nobody is asked before the others' lines are in.
    """
    if state.phase == "start_port":
        ports = [port for port in state.island.ports if Placement(MOORING, _own(state, state.active, port)) in seen]
        return [ChooseStartPort(state.active, port) for port in ports]
    if state.phase != "move":
        return legal(state)
    if state.side not in SIDES or state.sheet is not None:
        return []
    fits = [fitting(state, state.hunter(player), *_new_marks(state, player, seen)) for player in state.awaiting]
    return min(filter(None, fits), key=_is_doubtful, default=[])


def _is_doubtful(moves: Sequence[Move]) -> bool:
    return len(moves) > 1


def _own(state: State, player: str, name: str) -> str:
    return island_space(state.seat(player), name)


def _new_marks(state: State, player: str, seen: Seen) -> tuple[dict[frozenset[str], float], float]:
    """The lines on that player's sheet that are not known yet, each with its chance, and that of a crossed foot."""
    hunter, seat = state.hunter(player), state.seat(player)
    known = {frozenset(pair) for pair in pairwise(hunter.visited)}
    levels = {frozenset(edge): level for edge in paper(state.side).edges if (level := _level(state, seat, edge, seen))}
    chances = CHANCES
    if SURE not in levels.values():
        is_pale = any(levels.get(line, 0.0) >= LIKELY for line in known)  # this hand's lines all look like that
        chances = {**CHANCES, **dict.fromkeys((FAIR, LIKELY), 1.0 if is_pale else 0.5)}
    edges = map(frozenset, paper(state.side).edges)
    hidden = {edge: UNKNOWN for edge in edges if _is_out_of_sight(state, seat, edge, seen)}
    lines = {line: chances[level] for line, level in levels.items() if line not in known}
    return {**hidden, **lines} if lines else {}, _foot(state, player, seen)


def _is_out_of_sight(state: State, seat: int, edge: Iterable[str], seen: Seen) -> bool:
    return _line(state.side, seat, *edge)._replace(piece=FAINT, shows=HIDDEN) in seen


def _level(state: State, seat: int, edge: tuple[str, str], seen: Seen) -> float:
    """As how sure a line is reported, by the least of it; 0 where it is not."""
    line = _line(state.side, seat, *edge)
    return next((level for level in reversed(CHANCES) if _as_sure(line, level) in seen), 0.0)


def _foot(state: State, player: str, seen: Seen) -> float:
    """The chance that one more foot was crossed out."""
    feet = [_own(state, player, name) for name in feet_owned(state, state.hunter(player))]
    if any(Placement(FAINT, foot, None, FRESH) in seen for foot in feet):
        return 1.0
    return 0.5 if any(Placement(FAINT, foot, None, CROSS) in seen for foot in feet) else 0.0


def forgotten(state: State, marks: Iterable[Mark]) -> str | None:
    """Symbols on lines that can be seen and have no ring; told kindly, for they count all the same (section 8)."""
    if state.phase == "move" or state.side not in SIDES or state.sheet is not None:
        return None
    drawn = {(mark.sheet, mark.what, mark.where): mark.sure for mark in marks}
    bare = [
        f"{space} on {person(hunter.id)}'s sheet"
        for seat, hunter in enumerate(state.players, start=1)
        for before, space in pairwise(hunter.visited)
        if _lacks_ring(state, sheet_piece(state.side, seat), before, space, drawn)
    ]
    return (
        f"no ring is seen around {', '.join(bare)}: it counts all the same, and a ring helps to count" if bare else None
    )


def _lacks_ring(state: State, sheet: str, before: str, space: str, drawn: Mapping[tuple[str, str, str], float]) -> bool:
    if space not in state.island.feet and space not in state.island.shovels:
        return False
    ways = [drawn.get((sheet, "line", line), 0.0) for line in (f"{before}-{space}", f"{space}-{before}")]
    around = max(drawn.get((sheet, what, space), 0.0) for what in ("ring", "cross"))
    return max(ways) >= SURE and around < DOUBTFUL


def rolled(action: Action) -> Mapping[str, int]:
    """Everybody's roll lies in the tray, a player's own in the field beside the sheet."""
    if isinstance(action, RollMove):
        return {DIE: action.value}
    return {own_die(action.player): action.roll} if isinstance(action, DigUp | Raid) else {}


def told(state: State, action: Action) -> bool:
    """Section 8: ports, spent shovels, leaving something alone and retiring are said on the phones."""
    return isinstance(action, ChooseStartPort | ChoosePort | UseShovels | Skip | Withdraw)
