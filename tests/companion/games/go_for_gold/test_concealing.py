"""G10: the lines of others are shown only when all are in."""

from companion.games.go_for_gold import GAME as game
from companion.games.naming import plain
from companion.games.protocol import to_json
from companion.simulation.match import turns


def hunter(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def position(*players, side="mini", **fields):
    rows = list(players) or [hunter("p1", "PN"), hunter("p2", "PE")]
    return game.state_from({"side": side, "players": rows, **fields})


def act(kind, player="p1", **fields):
    return {"type": kind, "player": player, **fields}


def after(state, *actions):
    for raw in actions:
        state = game.apply(state, game.read(state, raw))
    return state


def test_G10_the_lines_of_others_are_shown_only_when_all_are_in():
    state = after(position(), act("roll_move", value=2), act("move", path=["T1", "T2"]))
    shown_to_other = game.view(state, "p2")
    assert "T2" not in str(shown_to_other.table["players"])
    assert shown_to_other.table["players"][0] == to_json(position())["players"][0]
    assert "T2" in str(game.view(state, "p1").table["players"])
    assert "T2" not in str(game.view(state, None).table["players"])
    assert tuple(map(plain, shown_to_other.story)) == ("P1 has drawn a line.",)
    assert game.score(state) == game.score(position())
    done = after(state, act("move", "p2", path=["T4", "T3"]))
    assert "T2" in str(game.view(done, "p2").table["players"])


def test_G10_a_foot_used_in_secret_stays_secret_too():
    state = after(position(), act("roll_move", value=1), act("move", path=["T1", "T2", "T3", "T4"], use_foot=True))
    assert state.hunter("p1").feet == 1
    assert game.view(state, "p2").table["players"][0] == to_json(position())["players"][0]


def test_nobody_sees_what_another_draws():
    concealed = 0
    for _, _, state in turns(game, game.names(3), 5):
        if state.phase == "move":
            for drawn in state.drawn:
                others = [name for name in state.ids if name != drawn.player]
                for viewer in [None, *others]:
                    concealed += len(drawn.path)
                    row = game.view(state, viewer).table["players"][state.seat(drawn.player) - 1]
                    assert not set(drawn.path) & set(row["visited"])
    assert concealed
