"""Lines over the island: which are possible, each distinct outcome once. Rulebook: "Moving"; G10 to G19."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from companion.games.go_for_gold.board import LONGEST, Island
from companion.games.go_for_gold.state import Hunter, Move


class Lines(NamedTuple):
    """Lines from one space over an untouched island, and the spaces each enters as bits."""

    paths: Any  # two numpy arrays, so that thousands of lines are sifted in microseconds
    masks: Any


class Level(NamedTuple):
    """All lines of one length: those that end on land and can go on, and those that end in a port."""

    on_land: Lines
    in_port: Lines


class _Graph(NamedTuple):
    """An island as arrays, by the number of each space."""

    names: Any
    bits: Any
    near: Any  # a row for each space: its neighbours in the order of their names, then -1
    is_port: Any


class _Grown(NamedTuple):
    """Lines of one length as arrays: spaces entered (the first one too), and the number of each space in turn."""

    masks: Any
    columns: tuple[Any, ...]


@lru_cache(maxsize=16)
def _graph(island: Island) -> _Graph:
    import numpy

    names = list(island.neighbours)
    number = {name: at for at, name in enumerate(names)}
    widest = max(map(len, island.neighbours.values()))
    near = [[number[space] for space in row] + [-1] * (widest - len(row)) for row in island.neighbours.values()]
    return _Graph(
        numpy.array(names, dtype=object),
        numpy.array([island.bit[name] for name in names], dtype=numpy.uint64),
        numpy.array(near, dtype=numpy.intp).reshape(len(names), widest),
        numpy.array([name in island.ports for name in names], dtype=bool),
    )


@lru_cache(maxsize=512)
def _grown(island: Island, start: str, length: int) -> _Grown:
    """Of the lines over the same spaces to the same end only the first by name: the way round changes nothing later."""
    import numpy

    graph = _graph(island)
    if length == 0:
        at = numpy.flatnonzero(graph.bits == island.bit[start])
        return _Grown(graph.bits[at], (at,))
    shorter = _grown(island, start, length - 1)
    near = graph.near[shorter.columns[-1]]
    can_go = (near >= 0) & ((shorter.masks[:, None] & graph.bits[near]) == 0)
    if length > 1:
        can_go[graph.is_port[shorter.columns[-1]]] = False
    line, way = can_go.nonzero()
    ends = near[line, way]
    masks = shorter.masks[line] | graph.bits[ends]
    order = numpy.lexsort((ends, masks))
    is_first = numpy.ones(len(order), dtype=bool)
    is_first[1:] = (masks[order][1:] != masks[order][:-1]) | (ends[order][1:] != ends[order][:-1])
    kept = numpy.sort(order[is_first])
    return _Grown(masks[kept], (*(column[line[kept]] for column in shorter.columns), ends[kept]))


@lru_cache(maxsize=512)
def level(island: Island, start: str, length: int) -> Level:
    """The lines of exactly that length."""
    grown = _grown(island, start, length)
    in_port = _graph(island).is_port[grown.columns[-1]]
    return Level(_lines(island, grown, ~in_port), _lines(island, grown, in_port))


def _lines(island: Island, grown: _Grown, which: Any) -> Lines:
    import numpy

    graph = _graph(island)
    columns = [graph.names[column[which]].tolist() for column in grown.columns[1:]]
    paths = numpy.fromiter(zip(*columns, strict=True), dtype=object, count=len(columns[0]))
    return Lines(paths, grown.masks[which] ^ graph.bits[grown.columns[0][which]])


@lru_cache(maxsize=256)
def _any_length(island: Island, start: str) -> Lines:
    """What a foot allows."""
    import numpy

    found = [group for length in range(1, LONGEST + 1) for group in level(island, start, length)]
    return Lines(
        numpy.concatenate([group.paths for group in found]), numpy.concatenate([group.masks for group in found])
    )


def blocked(island: Island, hunter: Hunter) -> int:
    """What this player may not enter: own spaces of the whole game, and ports once one was used (G12, G14)."""
    shut = island.mask(hunter.visited) | (island.bit[hunter.pos] if hunter.pos else 0)
    return shut | island.mask(island.ports) if hunter.port_used else shut


@lru_cache(maxsize=256)
def _foot_moves(island: Island, start: str, player: str) -> Any:
    """A move for every line of any length; the same few thousand are asked for again and again."""
    import numpy

    paths = _any_length(island, start).paths.tolist()
    return numpy.fromiter((Move(player, path, True) for path in paths), dtype=object, count=len(paths))


@lru_cache(maxsize=64)
def _moves(island: Island, player: str, start: str, shut: int, has_foot: bool, roll: int) -> tuple[Move, ...]:
    found = [Move(player, path) for path in _rolled(island, start, shut, roll)]
    if has_foot:
        found += _foot_moves(island, start, player)[(_any_length(island, start).masks & shut) == 0].tolist()
    return tuple(found)


def _rolled(island: Island, start: str, shut: int, roll: int) -> list[tuple[str, ...]]:
    """The lines of exactly that length, and the shorter ones into a port."""
    groups = [level(island, start, roll).on_land]
    groups += [level(island, start, length).in_port for length in range(1, roll + 1)]
    return [path for group in groups for path in group.paths[(group.masks & shut) == 0].tolist()]


def moves(island: Island, hunter: Hunter, roll: int) -> tuple[Move, ...]:
    """Every move with that roll, then those with a foot if there is one."""
    if hunter.pos is None:
        return ()
    return _moves(island, hunter.id, hunter.pos, blocked(island, hunter), hunter.feet > 0, roll)


def first_by_name(island: Island, at: str, line: tuple[str, ...]) -> tuple[str, ...]:
    """The line that stands for this one in `moves`: over the same spaces to the same end."""
    if len(line) < 2:
        return line if set(line) <= set(island.neighbours[at]) else ()
    for space in island.neighbours[at]:
        if space in line[:-1]:
            rest = first_by_name(island, space, tuple(other for other in line if other != space))
            if rest:
                return (space, *rest)
    return ()


def paths(island: Island, hunter: Hunter, steps: int) -> Iterator[tuple[str, ...]]:
    """Every legal line with that number and without a foot, early ports included."""
    if hunter.pos is None or steps < 1:
        return iter(())
    return _paths(island, hunter.pos, blocked(island, hunter), steps, ())


def _paths(island: Island, at: str, shut: int, left: int, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for space in island.neighbours[at]:
        bit = island.bit[space]
        if shut & bit:
            continue
        if left == 1 or space in island.ports:
            yield (*path, space)
        else:
            yield from _paths(island, space, shut | bit, left - 1, (*path, space))


def has_path(island: Island, hunter: Hunter, roll: int) -> bool:
    """G15: a short line into a port counts."""
    return next(paths(island, hunter, roll), None) is not None


def can_use_foot(island: Island, hunter: Hunter) -> bool:
    """G17: a foot helps only if at least one neighbouring space can be entered."""
    return hunter.feet > 0 and has_path(island, hunter, 1)


def reachable(island: Island, start: str, shut: int) -> set[str]:
    """All spaces over open land from there, ports as ends only, however long the way."""
    found, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for space in island.neighbours[at]:
            if space not in found and not shut & island.bit[space]:
                found.add(space)
                if space not in island.ports:
                    waiting.append(space)
    return found - {start}
