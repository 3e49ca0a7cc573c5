"""What just happened and why."""

from companion.games.go_for_gold import GAME as game
from companion.games.naming import plain


def position(*players, **fields):
    rows = list(players) or [{"id": "p1", "visited": ["PN"]}, {"id": "p2", "visited": ["PE"]}]
    return game.state_from({"side": "mini", "players": rows, **fields})


def on(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def after(state, *actions):
    for raw in actions:
        state = game.apply(state, game.read(state, raw))
    return state


TREASURE = (on("p1", "PN", "T1", "T2", "T3"), on("p2", "PE", "T4"))


TEMPLE = (on("p1", "PN", "T1", "T2", "B2", shovels=3), on("p2", "PE", "T4"))


def test_the_story_says_why():
    start = position(*TREASURE, phase="resolve")
    low = after(start, {"type": "dig", "player": "p1", "roll": 2})
    assert tuple(map(plain, game.view(low, None).story)) == ("P1 rolled 2: 2 missing, shovels could make it good.",)
    dug = after(low, {"type": "use_shovels", "player": "p1", "use": True})
    assert tuple(map(plain, game.view(dug, None).story)) == (
        "P1 rolled 2 and digs up 4 points, with shovels for the missing pips.",
        "The round is over; P2 is active now.",
    )
    cursed = after(position(*TEMPLE, phase="resolve"), {"type": "raid", "player": "p1", "roll": 4})
    assert plain(game.view(cursed, None).story[0]) == (
        "P1 rolled 4 with 3 shovels: cursed, 1 penalty point; the shovels stay."
    )
