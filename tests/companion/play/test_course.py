"""How a game went."""

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.course import Point, _swing, points, swings
from companion.play.history import History
from companion.play.journal import Entry
from companion.simulation.match import turns

GAME = game_named("gold_raiders")
PLAYERS = GAME.names(3)


def whole_game() -> History:
    actions = [to_json(action) for _, action, _ in turns(GAME, PLAYERS, 4)]
    entries = [
        Entry(number=n, what="action", by="bot", at=float(n), action=action) for n, action in enumerate(actions, 1)
    ]
    return History(GAME, GAME.setup(PLAYERS, None), entries)


def test_a_course_begins_at_the_start_and_ends_with_the_score() -> None:
    history = whole_game()
    told = points(history)
    assert told[0].number == 0
    assert len(told) == len(history.steps) + 1
    assert told[-1].totals == tuple(one.total for one in GAME.score(history.state).standings)


def test_rounds_are_marked() -> None:
    assert sum(point.is_round for point in points(whole_game())) > 0


def test_swings_are_the_biggest_and_come_in_their_order() -> None:
    told = points(whole_game())
    found, every = swings(told, PLAYERS), swings(told, PLAYERS, most=1000)
    assert 0 < len(found) <= 3
    assert [one.number for one in found] == sorted(one.number for one in found)
    assert sorted((one.by for one in every), reverse=True)[: len(found)] == sorted(
        (one.by for one in found), reverse=True
    )


def test_a_swing_counts_against_the_best_of_the_others() -> None:
    swing = _swing(Point(1, (3, 5, 0)), Point(2, (9, 5, 0)), ("anna", "ben", "carl"))
    assert (swing.player, swing.by, swing.takes_lead) == ("anna", 6, True)


def test_a_step_that_helps_nobody_is_no_swing() -> None:
    assert _swing(Point(1, (3, 5)), Point(2, (3, 5)), ("anna", "ben")) is None
