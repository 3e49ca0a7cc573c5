"""Choices within a thumb's reach: never more buttons side by side than one can take in, whatever a game lists."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.games.protocol import Json

MOST_BUTTONS = 12

Pick = Mapping[str, Json]


def reachable(choices: Sequence[dict[str, Json]]) -> list[dict[str, Json]]:
    """The same choices, each with the `picks` that lead to it where that is more than one tap.

    >>> many = [{"label": str(n), "action": {"n": n}} for n in range(40)]
    >>> [pick["label"] for pick in reachable(many)[39]["picks"]], reachable(many[:12]) == many[:12]
    (['36 to 39', '39'], True)
    """
    ways = _parted([_picks(choice) for choice in choices])
    return [
        {**choice, "picks": list(way)} if choice.get("picks") or len(way) > 1 else choice
        for choice, way in zip(choices, ways, strict=True)
    ]


def by(name: Callable[[dict[str, Json]], str], choices: Sequence[dict[str, Json]]) -> list[dict[str, Json]]:
    """Choices of several sorts, the sort tapped first; all of one sort are just a list."""
    if len({name(choice) for choice in choices}) < 2:
        return reachable(choices)
    return reachable([{**choice, "picks": [{"label": name(choice)}, *_picks(choice)]} for choice in choices])


def _picks(choice: Mapping[str, Json]) -> tuple[Pick, ...]:
    label = choice.get("label") or choice["words"]
    return tuple(choice.get("picks") or ({"label": label, "space": choice.get("space")},))


def _parted(ways: Sequence[tuple[Pick, ...]]) -> list[tuple[Pick, ...]]:
    """At every tap at most so many buttons; spaces of the board and rows of their own are no list."""
    groups: dict[str, list[int]] = {}
    for number, way in enumerate(ways):
        if way:
            groups.setdefault(repr(sorted(way[0].items())), []).append(number)
    found = list(ways)
    for members in groups.values():
        first = ways[members[0]][0]
        for number, rest in zip(members, _parted([ways[n][1:] for n in members]), strict=True):
            found[number] = (first, *rest)
    listed = [members for members in groups.values() if _is_button(ways[members[0]][0])]
    for span, members in _spans(listed, ways):
        for number in members:
            found[number] = (span, *found[number])
    return found


def _is_button(pick: Pick) -> bool:
    return not pick.get("space")


def _spans(listed: Sequence[list[int]], ways: Sequence[tuple[Pick, ...]]) -> Iterator[tuple[Pick, list[int]]]:
    """Neighbours in the list taken together, as few and as even as fit; none while the list is short."""
    if len(listed) <= MOST_BUTTONS:
        return
    size = max(-(-len(listed) // MOST_BUTTONS), 4)
    for start in range(0, len(listed), size):
        part = listed[start : start + size]
        first, last = (ways[members[0]][0]["label"] for members in (part[0], part[-1]))
        span = {"label": first if first == last else f"{first} to {last}"}
        for members in part:
            yield span, members
