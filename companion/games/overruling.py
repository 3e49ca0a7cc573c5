"""A table that is played as it lies, against the rules: the position that says so, where the game has one."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.errors import BadInput, CompanionError
from companion.games.protocol import Game, Json, Seen, State, to_json
from companion.layout import Placement
from companion.watch.differences import Names

Spelling = tuple[Any, Any]  # a space before and after, as a state may write it


def overrule(gone: Sequence[Placement], come: Sequence[Placement]) -> Json:
    """What the journal keeps of it: no state, only which pieces lie otherwise than the rules have them."""
    return to_json({"gone": list(gone), "come": list(come)})


def is_overrule(raw: Any) -> bool:
    return isinstance(raw, Mapping) and raw.keys() == {"gone", "come"}


def overruled(game: Game, state: State, raw: Any) -> State:
    """The state from which it goes on; BadInput where the game has none like that."""
    gone, come = _read(raw)
    found = as_it_lies(game, state, gone, come)
    if found is None:
        raise BadInput(f"no position of {game.title} lies so; put the pieces back, or correct an entry")
    return found


def as_it_lies(game: Game, state: State, gone: Sequence[Placement], come: Sequence[Placement]) -> State | None:
    """The one state that is like this but for those pieces; None where there is none, or more than one.

    A space is written otherwise where the state names it, and the rules say whether the table would lie just so.
    """
    for old, new in zip(gone, come, strict=True):
        wanted = game.placements(state) - Counter([old]) + Counter([new])
        ways = {to_key(found): found for found in _rewritten(game, state, old.space, new.space, wanted)}
        if len(ways) != 1:
            return None
        (state,) = ways.values()
    return state


def in_words(game: Game, raw: Any) -> str:
    """What is played against the rules: "played as it lies: the red pawn on c4 in place of d5"."""
    gone, come = _read(raw)
    names = Names(game.layout())
    moved = [
        f"{names.the(new.piece)} on {names.space(new.space)} in place of {names.space(old.space)}"
        for old, new in zip(gone, come, strict=True)
    ]
    return f"played as it lies: {', '.join(moved)}"


def _read(raw: Any) -> tuple[list[Placement], list[Placement]]:
    try:
        lists = msgspec.convert(raw, dict[str, list[Placement]])
        gone, come = lists["gone"], lists["come"]
    except (msgspec.ValidationError, KeyError):
        raise BadInput('what is played as it lies is written {"gone": [...], "come": [...]}') from None
    if not gone or [one.piece for one in gone] != [one.piece for one in come]:
        raise BadInput("what is played as it lies names the same pieces before and after")
    return gone, come


def _rewritten(game: Game, state: State, old: str, new: str, wanted: Seen) -> Iterator[State]:
    raw = to_json(state)
    for before, after in spellings(old, new):
        for changed in _each(raw, before, after):
            try:
                found = msgspec.convert(changed, type(state))
                is_so = game.placements(found) == wanted and game.legal(found) is not None
            except (CompanionError, msgspec.ValidationError, LookupError, ValueError, TypeError):
                continue  # no state of this game, or none its rules can go on from
            if is_so:
                yield found


def spellings(old: str, new: str) -> Iterator[Spelling]:
    """The ways in which a state may write two spaces: by name, by number, by coordinates.

    >>> list(spellings("d5", "c4")), list(spellings("trail.7", "trail.9")), list(spellings("-1,0", "2,0"))
    ([('d5', 'c4')], [('trail.7', 'trail.9'), ('7', '9'), (7, 9)], [('-1,0', '2,0'), ([-1, 0], [2, 0])])
    """
    yield old, new
    (row, _, last), (new_row, _, new_last) = old.rpartition("."), new.rpartition(".")
    if row and row == new_row:
        yield last, new_last
        if last.isdigit() and new_last.isdigit():
            yield int(last), int(new_last)
    try:
        at, new_at = ([int(part) for part in name.split(",")] for name in (old, new))
    except ValueError:
        return
    yield at, new_at


def _each(raw: Any, before: Any, after: Any) -> Iterator[Any]:
    """That JSON with one mention of `before` changed to `after`, each mention in its turn, keys too."""
    if raw == before and type(raw) is type(before):
        yield after
    elif isinstance(raw, dict):
        for key, value in raw.items():
            yield from ({**raw, key: changed} for changed in _each(value, before, after))
            if key == before and after not in raw:
                yield {(after if one == key else one): old for one, old in raw.items()}
    elif isinstance(raw, list):
        for place, value in enumerate(raw):
            yield from ([*raw[:place], changed, *raw[place + 1 :]] for changed in _each(value, before, after))


def to_key(state: State) -> bytes:
    return msgspec.json.encode(state, order="sorted")
