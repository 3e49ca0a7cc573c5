"""Points, ranking and ties; G54, G55."""

from companion.games.go_for_gold import GAME as game


def hunter(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def position(*players, side="mini", **fields):
    rows = list(players) or [hunter("p1", "PN"), hunter("p2", "PE")]
    return game.state_from({"side": side, "players": rows, **fields})


def test_G54_gathered_shovels_settle_ties_then_victory_is_shared():
    rows = hunter("p1", "PN", scores=[9], shovels_gathered=6), hunter("p2", "PE", scores=[5, 4], shovels_gathered=8)
    score = game.score(position(*rows, phase="over"))
    assert (score.winners, score.decided_by) == (("p2",), "shovels_gathered")
    shared = game.score(position(rows[0], {**rows[1], "shovels_gathered": 6}, phase="over"))
    assert (shared.winners, shared.decided_by, shared.ranking) == (("p1", "p2"), "", (("p1", 1), ("p2", 1)))


def test_G55_totals_may_be_negative():
    score = game.score(position(hunter("p1", "PN", scores=[-1, -1]), hunter("p2", "PE")))
    assert score.standings[0].total == -2


def test_boxes_are_explained():
    score = game.score(position(hunter("p1", "PN", scores=[9, -1, 4]), hunter("p2", "PE")))
    assert [(line.what, line.points, line.why) for line in score.standings[0].lines[:3]] == [
        ("box 1", 9, "a temple raided"),
        ("box 2", -1, "a raid that failed"),
        ("box 3", 4, "a treasure worth 4"),
    ]
