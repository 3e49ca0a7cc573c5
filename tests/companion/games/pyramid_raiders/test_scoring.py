"""Scores line by line, at any moment, with their why."""

from companion.games.pyramid_raiders import GAME as game


def standing(phase="finished", **given):
    return game.score(game.state_from({"players": ["pengino", "b", "c"], "phase": phase, **given}))


def test_pengino_scores_18_as_in_the_rulebook():
    loot = {"pengino": {"yellow": 5, "red": 2, "orange": 1, "purple": 1, "book": 2}}
    [pengino, *_] = standing(loot=loot, curses={"pengino": 2}).standings
    assert [(line.what, line.points) for line in pengino.lines] == [
        ("quantity", 13),
        ("variety", 3),
        ("books", 6),
        ("curses", -4),
    ]
    assert pengino.total == 18
    assert [(part.what, part.points, part.why) for part in pengino.lines[0].parts][:2] == [
        ("yellow", 11, "5 tokens of yellow"),
        ("red", 2, "2 tokens of red"),
    ]
    assert pengino.lines[2].why == "2 books at 3 each, for 4 colours"


def test_the_third_worked_score_is_17():
    score = standing(loot={"b": {"yellow": 3, "green": 2, "blue": 1, "book": 3}})
    assert score.standings[1].total == 17


def test_a_tie_is_broken_by_fewer_curses_and_says_so():
    score = standing(loot={"pengino": {"red": 4}, "b": {"red": 3, "blue": 3}}, curses={"pengino": 1, "b": 2, "c": 5})
    assert (score.winners, score.decided_by) == (("pengino",), "curses")


def test_a_clear_or_shared_victory_needs_no_tie_breaker():
    assert standing(loot={"b": {"red": 4}}).decided_by == ""
    shared = standing(loot={"b": {"red": 4}, "c": {"blue": 4}})
    assert (shared.winners, shared.decided_by) == (("b", "c"), "")


def test_there_is_a_score_but_no_winner_while_the_game_goes_on():
    score = standing("guardian", loot={"b": {"red": 4}})
    assert (score.ranking[0], score.winners) == (("b", 1), ())


def test_totals_may_be_negative():
    assert standing(curses={"c": 5}).standings[2].total == -10
