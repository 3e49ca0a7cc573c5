"""How everybody stands, and why."""

from companion.games.gold_raiders import GAME as game

REVEAL = {"type": "reveal", "player": "p1", "stack": 1, "cards": ["1", "R", "2"]}


def position(**given):
    return game.state_from({"players": ["p1", "p2"], **given})


def moved(state, raw):
    return game.apply(state, game.read(state, raw))


def test_standings_are_spaces_with_the_why_of_every_stack():
    score = game.score(moved(position(phase="day", pos={"p1": 7, "p2": 12}, stacks={"p1": [3, 1]}), REVEAL))
    assert score.ranking == (("p2", 1), ("p1", 2))
    assert (score.unit, score.winners) == ("spaces", ())
    mine = score.standings[0]
    assert [(line.what, line.points) for line in mine.lines] == [("space 10 of 20", 10), ("stack 1: 1, recon, 2", 3)]
    assert [part.what for part in mine.lines[1].parts] == ["1 mile", "recon ignored", "2 on 1"]


def test_score_names_the_tiebreak_that_decided():
    state = position(
        phase="day",
        turn="p2",
        done=["p1"],
        pos={"p1": 20, "p2": 20},
        stacks={"p1": [["1", "2"]], "p2": [["1", "2", "3"], 1]},
    )
    score = game.score(moved(state, {"type": "pass", "player": "p2"}))
    assert (score.winners, score.decided_by) == (("p2",), "travel_total")
