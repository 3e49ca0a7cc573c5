"""Tonight's results, records, and a league over evenings: pure functions of what was played."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import Annotated

import msgspec

from companion.club.ledger import Played
from companion.club.messages import Seat

DAY_BEGINS_H = 6  # a game that ends at two in the morning belongs to the evening before
Points = Annotated[tuple[Annotated[float, msgspec.Meta(ge=0, le=1000)], ...], msgspec.Meta(max_length=12)]


class VenueConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The venue's page and its league, under [venue]."""

    title: str = "Club"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8080
    points: Points = (5, 3, 2, 1)  # league points of the first, the second ...; equal places get equal points
    points_for: dict[str, Points] = msgspec.field(default_factory=dict)  # games that count otherwise; [] not at all


class Row(msgspec.Struct, frozen=True):
    """One person in the league."""

    rank: int
    tied: bool
    name: str
    points: float
    games: int
    wins: int
    evenings: int
    tonight: float


class Record(msgspec.Struct, frozen=True):
    """The best that was ever done in a game, and the quickest game of it."""

    title: str
    unit: str
    best: int
    by: tuple[str, ...]
    on: date
    games: int
    quickest_s: float


def evening_of(at: float, zone: tzinfo | None = None) -> date:
    """
    >>> from datetime import UTC
    >>> evening_of(1_700_000_000.0, UTC), evening_of(1_700_000_000.0 + 5 * 3600, UTC)
    (datetime.date(2023, 11, 14), datetime.date(2023, 11, 14))
    """
    return (datetime.fromtimestamp(at, zone) - timedelta(hours=DAY_BEGINS_H)).date()


def tonight(played: Sequence[Played], now: float, zone: tzinfo | None = None) -> list[Played]:
    """What has ended this evening, the newest first."""
    evening = evening_of(now, zone)
    return [one for one in played if evening_of(one.ended, zone) == evening]


def points_of(config: VenueConfig, game: str, place: int) -> float:
    """What a place is worth in that game."""
    points = config.points_for.get(game, config.points)
    return points[place - 1] if 1 <= place <= len(points) else 0.0


def league(played: Sequence[Played], config: VenueConfig, now: float, zone: tzinfo | None = None) -> list[Row]:
    """Everybody who has said a name, most points first; who has as many shares the rank, and that is shown."""
    tallies: dict[str, _Tally] = {}
    for one in played:
        if config.points_for.get(one.result.game, config.points):
            for seat in one.result.seats:
                if seat.name.strip():
                    tallies.setdefault(seat.name.strip().casefold(), _Tally()).add(one, seat, config, zone)
    totals = [tally.points for tally in tallies.values()]
    evening = evening_of(now, zone)
    rows = [tally.row(1 + sum(more > tally.points for more in totals), totals, evening) for tally in tallies.values()]
    return sorted(rows, key=lambda row: (row.rank, -row.wins, row.name.casefold()))


class _Tally:
    def __init__(self) -> None:
        self.name, self.points, self.games, self.wins = "", 0.0, 0, 0
        self.by_evening: dict[date, float] = {}

    def add(self, one: Played, seat: Seat, config: VenueConfig, zone: tzinfo | None) -> None:
        points = points_of(config, one.result.game, seat.place)
        evening = evening_of(one.ended, zone)
        self.name = self.name or seat.name.strip()
        self.points += points
        self.games += 1
        self.wins += seat.player in one.result.winners
        self.by_evening[evening] = self.by_evening.get(evening, 0.0) + points

    def row(self, rank: int, totals: Sequence[float], evening: date) -> Row:
        tied = totals.count(self.points) > 1
        tonight = self.by_evening.get(evening, 0.0)
        return Row(rank, tied, self.name, self.points, self.games, self.wins, len(self.by_evening), tonight)


def records(played: Sequence[Played], zone: tzinfo | None = None) -> list[Record]:
    """One of each game, by its title."""
    by_game: dict[str, list[Played]] = {}
    for one in played:
        if one.result.winners:
            by_game.setdefault(one.result.title, []).append(one)
    return [_record(title, games, zone) for title, games in sorted(by_game.items())]


def _record(title: str, games: Sequence[Played], zone: tzinfo | None) -> Record:
    """Of two equal bests the earlier one stands."""
    best = max(sorted(games, key=lambda one: one.ended), key=_top)
    quickest = min(one.result.ended - one.result.started for one in games)
    top = _top(best)
    names = [shown(seat) for seat in best.result.seats if seat.player in best.result.winners and seat.total == top]
    return Record(title, best.result.unit, top, tuple(names), evening_of(best.ended, zone), len(games), quickest)


def _top(one: Played) -> int:
    return max((seat.total for seat in one.result.seats if seat.player in one.result.winners), default=0)


def shown(seat: Seat) -> str:
    """
    >>> shown(Seat("konga", 18, 1)), shown(Seat("konga", 18, 1, "Anna"))
    ('Konga', 'Anna')
    """
    plain = seat.player.replace("_", " ")
    return seat.name or plain[:1].upper() + plain[1:]


def tonight_json(played: Sequence[Played]) -> list[Mapping[str, object]]:
    """For the page: who played what where, the best first; equal places are equal."""
    return [
        {
            "table": one.table,
            "title": one.result.title,
            "ended": one.ended,
            "lasted_s": max(0.0, one.result.ended - one.result.started),
            "unit": one.result.unit,
            "seats": [
                {
                    "who": shown(seat),
                    "total": seat.total,
                    "place": seat.place,
                    "wins": seat.player in one.result.winners,
                }
                for seat in sorted(one.result.seats, key=lambda seat: seat.place)
            ],
        }
        for one in played
    ]
