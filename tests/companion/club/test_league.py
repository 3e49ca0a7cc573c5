"""Results, records and the league: pure functions of what was played."""

from datetime import UTC, date

from companion.club.league import VenueConfig, evening_of, league, points_of, records, tonight, tonight_json
from companion.club.ledger import Played
from companion.club.messages import VERSION, Result, Seat

MONDAY = 1_700_000_000.0  # 14 November 2023, 22:13 in Greenwich
DAY_S = 24 * 3600.0
CONFIG = VenueConfig(points=(5, 3, 1), points_for={"gold_mine": (2,), "quick": ()})


def played(*seats: Seat, game: str = "gold_raiders", ended: float = MONDAY, lasted: float = 1800.0) -> Played:
    winners = tuple(seat.player for seat in seats if seat.place == 1)
    title = game.replace("_", " ").title()
    result = Result(
        v=VERSION, id="aaaa", sent=ended, game_id=1, number=9, game=game, title=title, started=ended - lasted,
        ended=ended, seats=seats, winners=winners,
    )  # fmt: skip
    return Played("anker", ended, result)


def test_a_game_after_midnight_belongs_to_the_evening_before():
    assert [evening_of(MONDAY + hours * 3600, UTC) for hours in (0, 7, 8)] == [
        date(2023, 11, 14), date(2023, 11, 14), date(2023, 11, 15),
    ]  # fmt: skip


def test_tonight_is_this_evening():
    games = [played(ended=MONDAY), played(ended=MONDAY - DAY_S)]
    assert tonight(games, MONDAY + 3600, UTC) == games[:1]


def test_points_are_the_hosts_to_choose_per_game():
    assert [points_of(CONFIG, "gold_raiders", place) for place in (1, 2, 3, 4)] == [5, 3, 1, 0]
    assert [points_of(CONFIG, "gold_mine", place) for place in (1, 2)] == [2, 0]


def test_the_league_adds_evenings_up():
    games = [
        played(Seat("p1", 20, 1, "Anna"), Seat("p2", 10, 2, "Ben")),
        played(Seat("p1", 5, 2, "anna"), Seat("p2", 10, 1, "Cem"), ended=MONDAY - DAY_S),
    ]
    rows = league(games, CONFIG, MONDAY, UTC)
    assert [(row.rank, row.name, row.points, row.games, row.wins, row.evenings, row.tonight) for row in rows] == [
        (1, "Anna", 8, 2, 1, 2, 5),
        (2, "Cem", 5, 1, 1, 1, 0),
        (3, "Ben", 3, 1, 0, 1, 3),
    ]


def test_ties_are_shown_and_the_next_rank_is_left_out():
    game = played(Seat("p1", 20, 1, "Anna"), Seat("p2", 20, 1, "Ben"), Seat("p3", 2, 3, "Cem"))
    assert [(row.rank, row.tied, row.name) for row in league([game], CONFIG, MONDAY, UTC)] == [
        (1, True, "Anna"), (1, True, "Ben"), (3, False, "Cem"),
    ]  # fmt: skip


def test_who_said_no_name_is_not_in_the_league():
    assert league([played(Seat("p1", 20, 1), Seat("p2", 2, 2, "  "))], CONFIG, MONDAY, UTC) == []


def test_a_game_without_points_does_not_count():
    assert league([played(Seat("p1", 20, 1, "Anna"), game="quick")], CONFIG, MONDAY, UTC) == []


def test_the_record_is_the_best_winner_and_stays_with_who_was_first():
    games = [
        played(Seat("p1", 18, 1, "Ben"), Seat("p2", 30, 2, "Cem"), ended=MONDAY),
        played(Seat("p1", 18, 1, "Anna"), ended=MONDAY - DAY_S, lasted=600.0),
        played(Seat("p1", 11, 1, "Dora"), ended=MONDAY - 2 * DAY_S),
    ]
    [record] = records(games, UTC)
    assert (record.title, record.best, record.by, record.on) == ("Gold Raiders", 18, ("Anna",), date(2023, 11, 13))
    assert (record.games, record.quickest_s) == (3, 600.0)


def test_tonights_results_list_everybody_best_first():
    [game] = tonight_json([played(Seat("konga", 3, 2), Seat("osiris", 9, 1, "Anna"))])
    assert [(seat["place"], seat["who"], seat["wins"]) for seat in game["seats"]] == [
        (1, "Anna", True),
        (2, "Konga", False),
    ]
    assert (game["table"], game["lasted_s"]) == ("anker", 1800.0)
