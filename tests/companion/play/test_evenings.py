"""Many evenings and what is told of them."""

import pytest

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.evenings import Played, evenings, remembered
from companion.play.journal import Entry, Journal
from companion.simulation.match import turns

GAME = game_named("gold_raiders")


def one(number: int, game: str = "dash", **fields: object) -> Played:
    usual = {
        "id": number,
        "game": game,
        "title": game.capitalize(),
        "at": float(number),
        "lasted_s": 600.0,
        "unit": "points",
        "players": ("red", "blue"),
        "people": ("Anna", "Ben"),
        "totals": (10, 5),
        "winners": ("red",),
        "thought_s": (300.0, 200.0),
        "entries": 20,
    }
    return Played(**{**usual, **fields})


TOLD = [
    one(3, totals=(4, 12), winners=("blue",), lasted_s=300.0),
    one(2, game="mine", people=("Ben", ""), players=("x", "y")),
    one(1),
]


def test_wins_favourites_and_times_are_counted_by_name() -> None:
    anna, ben = sorted(evenings(TOLD).people, key=lambda person: person.name)
    assert (anna.games, anna.wins, anna.favourite, anna.thought_s) == (2, 1, "Dash", 30.0)
    assert (ben.games, ben.wins, ben.favourite) == (3, 1, "Dash")


def test_a_bot_is_nobody() -> None:
    assert "" not in [person.name for person in evenings(TOLD).people]


def test_records_name_who_holds_them() -> None:
    dash = evenings(TOLD).records[0]
    assert (dash.title, dash.played, dash.best, dash.by) == ("Dash", 2, 12, "Ben")
    assert (dash.shortest_s, dash.longest_s) == (300.0, 600.0)


@pytest.fixture
def journal():
    """One finished game, entered on phones, one move each ten seconds."""
    kept = Journal(":memory:")
    players = GAME.names(2)
    saved = kept.begin(GAME.name, GAME.version, players, {}, 1000.0)
    actions = [to_json(action) for _, action, _ in turns(GAME, players, 4)]
    entries = [
        Entry(number=n, what="action", by="phone", at=1000.0 + 10 * n, who=action.get("player"), action=action)
        for n, action in enumerate(actions, 1)
    ]
    kept.append_all(saved.id, entries, over=True)
    yield kept
    kept.close()


def every(journal, named):
    return [remembered(journal, saved, named) for saved in journal.games()]


def test_a_finished_game_is_told_from_its_entries_and_then_remembered(journal) -> None:
    first = every(journal, lambda extras: {GAME.names(2)[0]: "Anna"})
    assert (first[0].people[0], first[0].title) == ("Anna", "Gold Raiders")
    assert first[0].lasted_s == 10.0 * first[0].entries
    assert 0 < sum(first[0].thought_s) <= first[0].lasted_s
    assert every(journal, lambda extras: {GAME.names(2)[0]: "Anna"}) == first


def test_a_game_whose_rules_are_gone_is_left_out(journal) -> None:
    journal.append_all(journal.begin("chess", "1", ["a"], {}, 1.0).id, [], over=True)
    assert [one and one.game for one in every(journal, lambda extras: {})] == [None, "gold_raiders"]
