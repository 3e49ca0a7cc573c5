"""Gold at any moment, with its why, and the tie-break at the end."""

from companion.games.temple_of_gold import GAME as game

WORKED = {
    "players": [
        {"id": "p1", "amulet_round": 12, "gold": 5, "treasures": 1, "adventures": 5},
        {"id": "p2", "treasures": 2, "adventures": 7},
    ],
    "trophies": {"fall": "p1", "suns": "p2", "summer": "p2", "arms": "p2"},
}


def lines(state, player):
    standing = next(standing for standing in game.score(state).standings if standing.player == player)
    return {line.what: line.points for line in standing.lines}


def test_worked_example_counts_15_against_16():
    score = game.score(game.state_from({**WORKED, "phase": "over"}))
    assert [standing.total for standing in score.standings] == [15, 16]
    assert (score.winners, score.ranking, score.decided_by) == (("p2",), (("p2", 1), ("p1", 2)), "")


def test_lines_add_up_and_say_why():
    state = game.state_from(WORKED)
    assert lines(state, "p1") == {"trophies": 4, "treasures": 3, "amulet": 3, "gold markers": 5, "adventures": None}
    assert [part.what for part in game.score(state).standings[1].lines[0].parts] == [
        "desert trophy",
        "lake trophy",
        "natives trophy",
    ]
    assert game.score(state).standings[0].lines[2].why == "reached the temple in round 12"


def test_a_trophy_says_how_safe_it_is():
    tiles = {"C3": {"tile": "arms_3", "blocked": "N", "camps": {"p1": 1, "p2": 2}}}
    parts = game.score(game.state_from({**WORKED, "tiles": tiles})).standings[1].lines[0].parts
    assert parts[2].why == "2 camps against 1 of the best rival, who takes it by ending a turn with more"


def test_nobody_has_won_while_the_game_goes_on():
    score = game.score(game.state_from(WORKED))
    assert (score.winners, score.decided_by, score.unit) == ((), "", "gold")


def test_adventures_decide_between_equals():
    players = [{"id": "p1", "gold": 16, "adventures": 5}, {"id": "p2", "gold": 16, "adventures": 7}]
    score = game.score(game.state_from({"players": players, "phase": "over"}))
    assert (score.winners, score.decided_by) == (("p2",), "completed adventures")


def test_equals_in_both_share_the_victory():
    players = [{"id": name, "gold": 16, "adventures": 7} for name in ("p2", "p1")] + [{"id": "p3"}]
    score = game.score(game.state_from({"players": players, "phase": "over"}))
    assert (score.winners, score.decided_by) == (("p2", "p1"), "shared victory")
    assert score.ranking == (("p2", 1), ("p1", 1), ("p3", 3))
