"""What just happened and why, in sentences."""

from companion.games.gold_raiders import GAME as game
from companion.games.naming import plain

REVEAL = {"type": "reveal", "player": "p1", "stack": 1, "cards": ["1", "R", "2"]}


def position(**given):
    return game.state_from({"players": ["p1", "p2"], **given})


def moved(state, raw):
    return game.apply(state, game.read(state, raw))


def test_the_story_explains_the_reading():
    state = moved(position(phase="day", pos={"p1": 7}, stacks={"p1": [3, 1]}), REVEAL)
    assert tuple(map(plain, game.view(state, None).story)) == (
        "P1: 1, recon, 2: 1 mile +1, recon ignored, 2 on 1 +2: 3 forward, from 7 to 10.",
    )


def test_the_story_says_why_somebody_won():
    state = position(
        phase="day",
        turn="p2",
        done=["p1"],
        pos={"p1": 20, "p2": 20},
        stacks={"p1": [["1", "2"]], "p2": [["1", "2", "3"], 1]},
    )
    over = game.view(moved(state, {"type": "pass", "player": "p2"}), None)
    assert plain(over.story[-1]) == "P2 wins: 6 miles against 3."
    assert over.over


def test_the_idol_is_announced():
    state = moved(position(phase="day", pos={"p2": 7}, stacks={"p1": [1]}), {"type": "pass", "player": "p1"})
    assert plain(game.view(state, None).story[-1]) == "The day is over: the idol goes to P2, the farthest, on 7."
