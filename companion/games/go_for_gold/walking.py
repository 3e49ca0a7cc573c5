"""Lines over the island: which are possible, each distinct outcome once. Rulebook: "Moving"; G10 to G19."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, overload

from companion.games.go_for_gold.actions import Move
from companion.games.go_for_gold.board import LONGEST, Island
from companion.games.go_for_gold.state import Hunter


class Lines(NamedTuple):
    """Lines of one length from one space over an untouched island, as numpy arrays: sifted in microseconds."""

    columns: tuple[Any, ...]  # the number of each line's first space entered, of its second, and so on
    masks: Any  # the spaces each line enters, as bits


Sifted = tuple[Lines, Any]  # some lines, and the numbers of those that can be drawn


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


_NUMBER = "int8"  # of a space: an island has no more of them than a mask has bits, and thousands of lines are kept


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
        numpy.array(near, dtype=_NUMBER).reshape(len(names), widest),
        numpy.array([name in island.ports for name in names], dtype=bool),
    )


@lru_cache(maxsize=16)  # shorter lines are kept only while longer ones are made of them
def _grown(island: Island, start: str, length: int) -> _Grown:
    """Of the lines over the same spaces to the same end only the first by name: the way round changes nothing later."""
    import numpy

    graph = _graph(island)
    if length == 0:
        at = numpy.flatnonzero(graph.bits == island.bit[start]).astype(_NUMBER)
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
    start, *entered = grown.columns
    masks = grown.masks[which] ^ _graph(island).bits[start[which]]
    return Lines(tuple(column[which] for column in entered), masks)


def blocked(island: Island, hunter: Hunter) -> int:
    """What this player may not enter: own spaces of the whole game, and ports once one was used (G12, G14)."""
    shut = island.mask(hunter.visited) | (island.bit[hunter.pos] if hunter.pos else 0)
    return shut | island.mask(island.ports) if hunter.port_used else shut


class Moves(Sequence[Move]):
    """Moves with the roll, then those with a foot; each is made when looked at: there can be fifteen thousand."""

    def __init__(self, island: Island, player: str, rolled: Sequence[Sifted], by_foot: Sequence[Sifted]) -> None:
        self._island = island
        self._player = player
        self._rolled = rolled
        self._by_foot = by_foot

    def __len__(self) -> int:
        return sum(len(which) for _, which in (*self._rolled, *self._by_foot))

    def plain(self) -> list[Move]:
        """Those without a foot."""
        return [Move(self._player, path) for path in _spelled(self._island, self._rolled)]

    def __iter__(self) -> Iterator[Move]:
        player = self._player
        yield from self.plain()
        for path in _spelled(self._island, self._by_foot):
            yield Move(player, path, True)

    @overload
    def __getitem__(self, number: int) -> Move: ...
    @overload
    def __getitem__(self, number: slice) -> list[Move]: ...
    def __getitem__(self, number: int | slice) -> Move | list[Move]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        at = range(len(self))[number]
        for use_foot, found in ((False, self._rolled), (True, self._by_foot)):
            for lines, which in found:
                if at < len(which):
                    [path] = _spelled(self._island, [(lines, which[at : at + 1])])
                    return Move(self._player, path, use_foot)
                at -= len(which)
        raise IndexError(number)


def _spelled(island: Island, found: Sequence[Sifted]) -> Iterator[tuple[str, ...]]:
    """The lines as the names of the spaces they enter."""
    names = _graph(island).names
    for lines, which in found:
        yield from zip(*[names[column[which]].tolist() for column in lines.columns], strict=True)


class Joined(Sequence[Any]):
    """Several sequences one after the other, without writing them out."""

    def __init__(self, parts: Sequence[Sequence[Any]]) -> None:
        self._parts = parts

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __iter__(self) -> Iterator[Any]:
        return chain.from_iterable(self._parts)

    @overload
    def __getitem__(self, number: int) -> Any: ...
    @overload
    def __getitem__(self, number: slice) -> list[Any]: ...
    def __getitem__(self, number: int | slice) -> Any:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        at = range(len(self))[number]
        for part in self._parts:
            if at < len(part):
                return part[at]
            at -= len(part)
        raise IndexError(number)


def moves(island: Island, hunter: Hunter, roll: int) -> Moves:
    """Every move with that roll, then those with a foot if there is one."""
    if hunter.pos is None:
        return Moves(island, hunter.id, [], [])
    start, shut = hunter.pos, blocked(island, hunter)
    rolled = [level(island, start, roll).on_land]
    rolled += [level(island, start, length).in_port for length in range(1, roll + 1)]
    lengths = range(1, LONGEST + 1) if hunter.feet > 0 else ()
    by_foot = [lines for length in lengths for lines in level(island, start, length)]
    return Moves(island, hunter.id, _sift(rolled, shut), _sift(by_foot, shut))


def _sift(groups: list[Lines], shut: int) -> list[Sifted]:
    """Those lines that enter nothing shut."""
    return [(lines, ((lines.masks & shut) == 0).nonzero()[0]) for lines in groups]


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
