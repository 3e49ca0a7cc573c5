"""Many evenings: who won what, who holds which record, how long everybody thinks."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.games import game_named
from companion.play.course import counted
from companion.play.history import History
from companion.play.journal import Entry, Journal, Saved

Named = Callable[[Mapping[str, Any]], Mapping[str, str]]  # what is kept with a game -> what people in seats are called
LONGEST_THOUGHT_S = 900.0  # whoever took longer was at the door, or the game went on another evening


class Played(msgspec.Struct, frozen=True):
    """A finished game as it is remembered."""

    id: int
    game: str
    title: str
    at: float
    lasted_s: float
    unit: str
    players: tuple[str, ...]  # in seat order
    people: tuple[str, ...]  # who sat there; "" for a bot
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    thought_s: tuple[float, ...]
    entries: int


class Person(msgspec.Struct, frozen=True):
    """One person over all evenings."""

    name: str
    games: int
    wins: int
    favourite: str  # the title of what they played most
    thought_s: float  # at a move, on average
    hours: float


class Record(msgspec.Struct, frozen=True):
    """The best anybody ever did at a game, and how long it takes."""

    game: str
    title: str
    played: int
    best: int
    unit: str
    by: str
    at: float
    shortest_s: float
    longest_s: float


class Evenings(msgspec.Struct, frozen=True):
    """Everything worth telling, the busiest people first."""

    games: int
    people: tuple[Person, ...]
    records: tuple[Record, ...]
    latest: tuple[Played, ...]


def remembered(journal: Journal, saved: Saved, named: Named) -> Played | None:
    """A finished game: worked out once, then kept; None for what cannot be read."""
    called = named(journal.extras(saved.id))
    key = f"played.{saved.id}.{journal.count(saved.id)}.{saved.version}.{msgspec.json.encode(called).decode()}"
    if kept := journal.setting(key):
        return msgspec.json.decode(kept, type=Played)
    try:
        found = played(saved, journal.entries(saved.id), called)
    except CompanionError:  # its rules are gone, or its entries torn: it has no place among the records
        return None
    journal.set(key, msgspec.json.encode(found).decode())
    return found


def played(saved: Saved, entries: Sequence[Entry], called: Mapping[str, str]) -> Played:
    """A game told from its entries; `called` are the people in the seats, as far as they said."""
    game = game_named(saved.game)
    history = History(game, game.setup(saved.players, saved.options), entries)
    score = game.score(history.state)
    bots = _bots(entries)
    thought = _thought(history, saved.started)
    return Played(
        id=saved.id,
        game=saved.game,
        title=game.title,
        at=saved.started,
        lasted_s=sum(thought.values()),
        unit=score.unit,
        players=saved.players,
        people=tuple("" if seat in bots else called.get(seat) or _name(seat) for seat in saved.players),
        totals=tuple(standing.total for standing in score.standings),
        winners=score.winners,
        thought_s=tuple(round(thought.get(seat, 0.0), 1) for seat in saved.players),
        entries=len(entries),
    )


def _name(seat: str) -> str:
    plain = seat.replace("_", " ")
    return plain[:1].upper() + plain[1:]


def _bots(entries: Iterable[Entry]) -> set[str]:
    """The seats for which nobody but a bot ever said anything."""
    by: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        if entry.who:
            by[entry.who].add(entry.by)
    return {seat for seat, said in by.items() if said == {"bot"}}


def _thought(history: History, started: float) -> dict[str | None, float]:
    """How long the table waited for each; None for what is the table's own."""
    found: dict[str | None, float] = defaultdict(float)
    before = started
    for step in counted(history):
        found[getattr(step.did, "player", None)] += min(max(0.0, step.entry.at - before), LONGEST_THOUGHT_S)
        before = step.entry.at
    return found


def evenings(told: Sequence[Played], latest: int = 12) -> Evenings:
    """Out of many games what is worth telling."""
    names = sorted({name for one in told for name in one.people if name})
    people = [_person(name, told) for name in names]
    ordered = sorted(people, key=lambda one: (-one.games, -one.wins, one.name))
    records = [_record([one for one in told if one.game == game]) for game in sorted({one.game for one in told})]
    return Evenings(len(told), tuple(ordered), tuple(records), tuple(told[:latest]))


def _person(name: str, told: Sequence[Played]) -> Person:
    seats = [(one, seat) for one in told for seat, who in enumerate(one.people) if who == name]
    titles = Counter(one.title for one, _ in seats)
    thought = [one.thought_s[seat] for one, seat in seats]
    moves = sum(one.entries / len(one.players) for one, _ in seats)
    return Person(
        name=name,
        games=len(seats),
        wins=sum(one.players[seat] in one.winners for one, seat in seats),
        favourite=max(sorted(titles), key=lambda title: titles[title]),
        thought_s=round(sum(thought) / max(1.0, moves), 1),
        hours=round(sum(one.lasted_s for one, _ in seats) / 3600, 1),
    )


def _record(told: Sequence[Played]) -> Record:
    best, game, seat = max(
        ((total, -place, -seat) for place, one in enumerate(told) for seat, total in enumerate(one.totals))
    )
    holder = told[-game]
    return Record(
        game=holder.game,
        title=holder.title,
        played=len(told),
        best=best,
        unit=holder.unit,
        by=holder.people[-seat] or "a bot",
        at=holder.at,
        shortest_s=min(one.lasted_s for one in told),
        longest_s=max(one.lasted_s for one in told),
    )
