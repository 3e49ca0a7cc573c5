"""What cases and pages may ask of a position."""

from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold.queries import path_count


def hunter(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def test_lines_are_counted_one_by_one_for_the_query():
    state = game.state_from({"side": "A", "players": [hunter("p1", "A5"), hunter("p2", "E9")]})
    assert path_count(state, "p1", 2) == 15
    assert path_count(state, "p1", 0) == 0
