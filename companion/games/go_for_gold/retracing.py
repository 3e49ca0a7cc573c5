"""Which moves fit the lines seen on a sheet: the one that was drawn, or several where it cannot be told."""

from collections.abc import Iterator, Mapping

from companion.games.go_for_gold.actions import Move
from companion.games.go_for_gold.board import LONGEST
from companion.games.go_for_gold.state import Hunter, State
from companion.games.go_for_gold.walking import blocked, paths

Lines = Mapping[frozenset[str], float]  # the two ends of a line, and the chance that it is one

UNLIKE = 1.5  # a move that fits worse than this was hardly drawn
SCRIBBLED = 2.0  # a stroke that is certainly there and no part of the move: no move at all, perhaps one too long
UNCROSSED = 0.3  # a foot that is needed and was not crossed out
CLEAR = 0.6  # one that fits so much better than the next leaves no doubt
MOST = 12  # answers to offer
FEW = 6  # where all are poor


def fitting(state: State, hunter: Hunter, lines: Lines, foot: float) -> list[Move]:
    """The moves that may have been drawn, best first; `foot` is the chance that a foot was crossed out.

    What is not seen counts as much as what is seen and not explained. One alone is beyond doubt; several are offered
    where none fits much better, where strokes are left over or all are faint, and where a short line without a crossed
    foot may be a longer one that is not finished or not seen to its end.
    """
    if not lines:
        return []
    rated = [(misfit(state, move, lines, foot), move) for move in _near(state, hunter, lines)]
    rated.sort(key=lambda pair: (round(pair[0], 3), -len(pair[1].path)))
    moves = [move for _, move in rated]
    least = rated[0][0] if rated else 0.0
    in_doubt = sum(min(chance, 1 - chance) for chance in lines.values())  # speaks against any move
    surest = max((lines[edge] for move in moves for edge in edges(hunter, move.path) & lines.keys()), default=0.0)
    if surest <= 0.5:  # all of it may be print seen badly, or what an eraser left
        return _of_pale_strokes(state, hunter, moves, lines, foot)
    if least > UNLIKE + in_doubt:
        return moves[:FEW] if len(moves) > 1 else []
    found = [move for cost, move in rated if cost < least + CLEAR]
    if moves and moves[0].use_foot and not foot and len(moves[0].path) < (state.roll or 0):
        found += [move for move in _longer(state, hunter, moves[0]) if move not in found]
    if len(found) == 1 and surest < 1:
        found += [move for move in (*moves[:FEW], *_steps(state, hunter)) if move not in found]
    return found[:MOST]


def drawable(state: State, hunter: Hunter, lines: Lines) -> set[frozenset[str]]:
    """Those of the lines that may be part of a move."""
    moves = _near(state, hunter, lines)
    return {edge for move in moves for edge in edges(hunter, move.path) if edge in lines}


def _steps(state: State, hunter: Hunter) -> Iterator[Move]:
    """Every move with the roll of one: a single stroke that is not sure may be the ghost of another."""
    return (Move(hunter.id, path) for path in paths(state.island, hunter, state.roll or 0) if len(path) == 1)


def misfit(state: State, move: Move, lines: Lines, foot: float) -> float:
    """How many strokes speak against a move, doubtful ones by half."""
    drawn = edges(state.hunter(move.player), move.path)
    missing = sum(1 - lines.get(edge, 0.0) for edge in drawn)
    unexplained = sum(SCRIBBLED if chance == 1 else chance for edge, chance in lines.items() if edge not in drawn)
    if not move.use_foot:
        return missing + unexplained + foot
    needs_one = len(move.path) > (state.roll or 0)  # so long a line tells of a foot, crossed out or not
    return missing + unexplained + min(1 - foot, UNCROSSED if needs_one else 1.0)


def _of_pale_strokes(state: State, hunter: Hunter, moves: list[Move], lines: Lines, foot: float) -> list[Move]:
    """What may have been drawn by a hand so pale that no stroke is sure.

    People are asked, if every stroke of the likeliest move is there: more than one, or the only one that was drawn; and
    if it goes by foot, one was crossed out for it.
    """
    if not moves or edges(hunter, moves[0].path) - lines.keys() or (moves[0].use_foot and foot < 1):
        return []
    if len(moves[0].path) > 1:
        return moves[:FEW] if len(moves) > 1 else []
    return [*moves[:1], *(move for move in _steps(state, hunter) if move != moves[0])] if len(lines) == 1 else []


def edges(hunter: Hunter, path: tuple[str, ...]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in zip((str(hunter.pos), *path), path, strict=False)}


def _near(state: State, hunter: Hunter, lines: Lines) -> Iterator[Move]:
    """Every legal move along those lines, with one stroke at the most that was not seen."""
    island, roll = state.island, state.roll or 0
    longest = LONGEST if hunter.feet else roll
    for path in _walks(state, hunter.pos or "", blocked(island, hunter), longest, lines, 1.0, ()):
        if not any(edge in lines for edge in edges(hunter, path)):
            continue
        if len(path) == roll or (len(path) < roll and path[-1] in island.ports):
            yield Move(hunter.id, path)
        if hunter.feet:
            yield Move(hunter.id, path, True)


def _walks(
    state: State, at: str, shut: int, left: int, lines: Lines, lost: float, path: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    if left == 0 or (path and at in state.island.ports):
        return
    for space in state.island.neighbours[at]:
        still = lost - (frozenset((at, space)) not in lines)
        if not shut & state.island.bit[space] and still >= 0:
            yield (*path, space)
            bits = shut | state.island.bit[space]
            yield from _walks(state, space, bits, left - 1, lines, still, (*path, space))


def _longer(state: State, hunter: Hunter, short: Move) -> Iterator[Move]:
    """The moves with the roll that begin like this one."""
    for path in paths(state.island, hunter, state.roll or 0):
        if path[: len(short.path)] == short.path:
            yield Move(hunter.id, path)
