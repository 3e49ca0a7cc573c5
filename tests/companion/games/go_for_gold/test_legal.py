"""What can be done next."""

from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold.actions import Move
from companion.games.go_for_gold.rules import RULES
from companion.simulation.match import turns


def test_the_rules_list_the_same_in_the_same_order():
    met = set()
    for seed in (1, 2, 3):
        for state, _, _ in turns(game, game.names(2), seed, options={"side": "mini"}):
            met.add(state.phase)
            assert list(game.legal(state)) == RULES.legal(state)
    assert met == {"start_port", "roll", "move", "resolve", "shovels"}


def test_nothing_is_legal_once_it_is_over():
    rows = [{"id": name, "visited": ["PN"]} for name in ("p1", "p2")]
    assert game.legal(game.state_from({"side": "mini", "phase": "over", "players": rows})) == []


def test_long_lists_of_lines_are_not_written_out():
    rows = [{"id": name, "visited": ["A5"]} for name in ("p1", "p2")]
    state = game.state_from({"side": "A", "phase": "move", "roll": 6, "players": rows})
    listed = game.legal(state)
    assert len(listed) > 2000
    assert isinstance(listed[len(listed) - 1], Move)
