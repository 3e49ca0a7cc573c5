"""How the table looks, and what it may show."""

from collections import Counter

from companion.games.go_for_gold import GAME as game
from companion.games.go_for_gold import board
from companion.games.protocol import kind_of
from companion.layout import Placement
from companion.simulation.match import turns


def position(*players, **fields):
    rows = list(players) or [{"id": "p1", "visited": ["PN"]}, {"id": "p2", "visited": ["PE"]}]
    return game.state_from({"side": "mini", "players": rows, **fields})


def on(name, *visited, **fields):
    return {"id": name, "visited": list(visited), **fields}


def lights(state):
    return [(light.space, light.colour, light.effect) for light in game.glow(state).lights]


TREASURE = (on("p1", "PN", "T1", "T2", "T3"), on("p2", "PE", "T4"))


def test_a_sheet_lies_in_front_of_everybody():
    assert game.placements(game.setup(["p1", "p2"], {"side": "B"})) == Counter(
        [Placement("sheet.B.1", "seat1.sheet"), Placement("sheet.B.2", "seat2.sheet")]
    )


def test_everybodys_roll_lies_in_the_tray_and_ones_own_beside_the_sheet():
    assert [game.rolled(action) for action in game.shown(position(), Counter())] == [
        {"die": pips} for pips in range(1, 7)
    ]
    resolve = game.shown(position(*TREASURE, phase="resolve"), Counter())
    assert [game.rolled(action) for action in resolve] == [*({"die of p1": pips} for pips in range(1, 7)), {}]
    zones = {die.name: die.zone for die in game.layout(["p1", "p2"]).dice}
    assert zones == {"die": "tray", "die of p1": "seat1.dice", "die of p2": "seat2.dice"}


def test_lines_that_nobody_sees_are_not_guessed():
    assert list(game.shown(position(phase="move", roll=2), Counter())) == []


def test_what_section_8_gives_to_the_phones_is_told():
    kinds = {}
    for seed in range(8):
        for state, action, _ in turns(game, game.names(3), seed):
            kinds.setdefault(kind_of(action), set()).add(game.told(state, action))
    assert kinds == {
        **{kind: {True} for kind in ("choose_start_port", "use_shovels", "skip", "choose_port", "withdraw")},
        **{kind: {False} for kind in ("roll_move", "move", "dig", "raid")},
    }


def test_every_placement_and_light_names_a_space_of_the_board():
    spaces, pieces = set(board.spaces("B")), set(board.pieces())
    for _, _, state in turns(game, game.names(4), 8, options={"side": "B"}):
        assert {placement.space for placement in game.placements(state)} <= spaces
        assert {placement.piece for placement in game.placements(state)} <= pieces
        assert {light.space for light in game.glow(state).lights} <= spaces
