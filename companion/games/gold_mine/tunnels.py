"""The mine as a web of tunnels, derived from the tiles laid: what joins, how far one walks, where a tile fits."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.games.gold_mine.board import (
    AWAY,
    BITS,
    ENTRANCE_CELL,
    LADDER,
    Cell,
    Place,
    Tile,
    Turned,
)

Spot = tuple[int, int, int]  # x, y, rot


class House(NamedTuple):
    """The options that bear on laying tiles."""

    must_join: bool = False  # KD-11: contact through walls alone is refused
    one_way_open: bool = False  # R-11, other reading: it is enough that one tunnel leads on from the entrance


class Edge(NamedTuple):
    """What an empty cell beside the mine asks of a tile, as masks of sides."""

    need: int = 0  # a tunnel arrives here
    wall: int = 0  # a wall stands here
    meets: int = 0  # a tunnel arrives here, those of caverns and the entrance among them


class Laid(NamedTuple):
    tile: Tile
    turned: Turned


class Tunnels:
    """One mine, never changed: `with_tile` makes the next one out of it. Answers once given are remembered."""

    def __init__(self, x: tuple[int, int], y: tuple[int, int]) -> None:
        self.x, self.y = x, y
        self.laid: dict[Cell, Laid] = {}
        self.edges: dict[Cell, Edge] = {}
        self.joins: dict[Place, tuple[Place, ...]] = {}
        self.passages: tuple[Place, ...] = ()
        self.muds: frozenset[Place] = frozenset()
        self.chambers: tuple[Cell, ...] = ()
        self._spots: dict[tuple[object, House], tuple[Spot, ...]] = {}
        self._fits: dict[tuple[object, House], bool] = {}
        self._reach: dict[tuple[Place, int, bool], tuple[Place, ...]] = {}
        self._home: dict[Place, int] = {}
        self.notes: dict[str, Any] = {}  # what others have worked out about this very mine

    def with_tile(self, tile: Tile, cell: Cell, rot: int) -> "Tunnels":
        """The mine with one more tile; whether it fits there is not asked."""
        after = Tunnels(self.x, self.y)
        turned = tile.turned[rot]
        after.laid = {**self.laid, cell: Laid(tile, turned)}
        after.edges = self.edges.copy()
        after.edges.pop(cell, None)
        after.joins = self.joins.copy()
        after._add_tunnels(turned, cell)
        after._add_edges(tile, turned, cell)
        after._add_features(self, tile, cell)
        return after

    def _add_tunnels(self, turned: Turned, cell: Cell) -> None:
        x, y = cell
        joined: list[list[Place]] = [[] for _ in turned.tunnels]
        for side, neighbour, other in self._neighbours(cell):
            here, there = turned.tunnel_at[side], other.turned.tunnel_at[side - 2]
            if here is not None and there is not None:
                place = (*neighbour, there)
                joined[here].append(place)
                self.joins[place] += ((x, y, here),)
        for number, places in enumerate(joined):
            self.joins[(x, y, number)] = tuple(places)

    def _add_edges(self, tile: Tile, turned: Turned, cell: Cell) -> None:
        for side, (dx, dy) in enumerate(AWAY):
            beside = (cell[0] + dx, cell[1] + dy)
            if beside in self.laid or not self.is_inside(beside):
                continue
            need, wall, meets = self.edges.get(beside, Edge())
            back, arrives = BITS[side - 2], turned.mouths & BITS[side]
            if arrives:
                meets |= back
            if not tile.is_free:
                need, wall = (need | back, wall) if arrives else (need, wall | back)
            self.edges[beside] = Edge(need, wall, meets)

    def _add_features(self, before: "Tunnels", tile: Tile, cell: Cell) -> None:
        self.passages, self.muds, self.chambers = before.passages, before.muds, before.chambers
        if tile.secret is not None:
            self.passages = tuple(sorted((*before.passages, (*cell, tile.secret))))
        if tile.muds:
            self.muds = before.muds | {(*cell, number) for number in tile.muds}
        if tile.is_chamber:
            self.chambers = (*before.chambers, cell)

    def _neighbours(self, cell: Cell) -> Iterator[tuple[int, Cell, Laid]]:
        for side, (dx, dy) in enumerate(AWAY):
            neighbour = (cell[0] + dx, cell[1] + dy)
            if neighbour in self.laid:
                yield side, neighbour, self.laid[neighbour]

    def is_inside(self, cell: Cell) -> bool:
        return self.x[0] <= cell[0] <= self.x[1] and self.y[0] <= cell[1] <= self.y[1]

    def why_not(self, tile: Tile, cell: Cell, rot: int, house: House) -> str | None:
        """Why a tile may not lie there, or None. Rulebook: "Placing Tiles"; the first failure counts."""
        if cell in self.laid:
            return "cell_taken"
        if not self.is_inside(cell):
            return "outside_field"
        if cell not in self.edges:
            return "not_adjacent"
        edge, mouths = self.edges[cell], tile.turned[rot].mouths
        if not tile.is_free and mouths & (edge.need | edge.wall) != edge.need:
            return "tunnel_mismatch"
        if _is_beside_entrance(cell) and (blocked := self._why_no_way_on(tile, cell, rot, house)):
            return blocked
        return "not_joined" if house.must_join and not mouths & edge.meets else None

    def spots(self, tile: Tile, house: House) -> tuple[Spot, ...]:
        """Every cell and rotation where it fits, however far from the miners. Ruling R-18."""
        key = (tile.shape, house)
        if key not in self._spots:
            self._spots[key] = tuple(self._find_spots(tile, house))
        return self._spots[key]

    def _find_spots(self, tile: Tile, house: House) -> Iterator[Spot]:
        ways = tuple((rot, turned.mouths) for rot, turned in enumerate(tile.turned))
        is_free, must_join = tile.is_free, house.must_join
        for cell, (need, wall, meets) in self.edges.items():
            asked = need | wall
            for rot, mouths in ways:
                if not is_free and mouths & asked != need:
                    continue
                if _is_beside_entrance(cell) and self._why_no_way_on(tile, cell, rot, house):
                    continue
                if not must_join or mouths & meets:
                    yield (*cell, rot)

    def fits(self, tile: Tile, house: House) -> bool:
        """Whether there is any such spot; looks no further than the first."""
        key = (tile.shape, house)
        if key not in self._fits:
            spots = self._spots[key] if key in self._spots else self._find_spots(tile, house)
            self._fits[key] = any(True for _ in spots)
        return self._fits[key]

    def _why_no_way_on(self, tile: Tile, cell: Cell, rot: int, house: House) -> str | None:
        """Ruling R-11: a tile beside the entrance must itself lead on to an open end."""
        towards = next(side for side, (dx, dy) in enumerate(AWAY) if (cell[0] + dx, cell[1] + dy) == ENTRANCE_CELL)
        number = tile.turned[rot].tunnel_at[towards]
        if number is not None and self._is_open(cell, tile.turned[rot].tunnels[number]):
            return None
        if house.one_way_open and self.with_tile(tile, cell, rot)._leads_on(LADDER, through_entrance=True) is True:
            return None
        if number is None:
            return "entrance_blocked"
        found = self.with_tile(tile, cell, rot)._leads_on((*cell, number), through_entrance=False)
        if found is True:
            return None
        return "entrance_loop" if found is None else "entrance_blocked"

    def _leads_on(self, start: Place, through_entrance: bool) -> bool | None:
        """True: to an open end; None: only back to the entrance; False: nowhere."""
        met, waiting, loops = {start}, [start], False
        while waiting:
            place = waiting.pop()
            if self._has_open_end(place):
                return True
            for other in self.joins[place]:
                if other == LADDER and not through_entrance:
                    loops = loops or place != start
                elif other not in met:
                    met.add(other)
                    waiting.append(other)
        return None if loops else False

    def _has_open_end(self, place: Place) -> bool:
        x, y, number = place
        return self._is_open((x, y), self.laid[x, y].turned.tunnels[number])

    def _is_open(self, cell: Cell, tunnel: int) -> bool:
        around = ((cell[0] + dx, cell[1] + dy) for bit, (dx, dy) in zip(BITS, AWAY, strict=True) if tunnel & bit)
        return any(beside not in self.laid and self.is_inside(beside) for beside in around)

    def reach(self, start: Place, steps: int, mud: bool) -> tuple[Place, ...]:
        """Every place 1 to `steps` tiles away, nearest first. Rulebook: "Movement"; mud ends a walk (R-28)."""
        key = (start, steps, mud)
        if key not in self._reach:
            self._reach[key] = tuple(self._walk(start, steps, self.muds if mud else frozenset()))
        return self._reach[key]

    def _walk(self, start: Place, steps: int, muds: frozenset[Place]) -> list[Place]:
        joins, met, ends, found = self.joins, {start}, [start], list[Place]()
        for _ in range(steps):
            further = []
            for place in ends:
                for other in joins[place]:
                    if other not in met:
                        met.add(other)
                        found.append(other)
                        if other not in muds:
                            further.append(other)
            if not further:
                break
            ends = further
        return found

    def distances(self, *starts: Place) -> Mapping[Place, int]:
        """Steps to every place that can be walked to from the nearest of those, mud and passages left aside."""
        away, ends = dict.fromkeys(starts, 0), list(starts)
        for place in ends:
            for other in self.joins[place]:
                if other not in away:
                    away[other] = away[place] + 1
                    ends.append(other)
        return away

    @property
    def home(self) -> Mapping[Place, int]:
        """Steps to the ladder from every place that is not cut off from it."""
        if not self._home:
            self._home.update(self.distances(LADDER))
        return self._home


def _is_beside_entrance(cell: Cell) -> bool:
    return abs(cell[0]) + abs(cell[1]) == 1
