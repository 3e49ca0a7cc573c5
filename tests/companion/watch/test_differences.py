"""What lies otherwise than it should, in people's words."""

import re
from random import Random

import pytest

from companion.games import game_named, game_names
from companion.layout import Layout, Piece, Placement, Space
from companion.simulation.match import turns
from companion.watch.differences import Names, differences

LAYOUT = Layout(
    "dash",
    300,
    120,
    (0, 1, 2, 3),
    (),
    (),
    (
        Piece("pawn.red", "piece", 20, 20, top_mm=25),
        Piece("token", "piece", 20, 20),
        Piece("arrow.north_east", "piece", 20, 20, facings=(0, 90)),
        Piece("coin.5", "piece", 20, 20, called="golden five"),
    ),
)
NAMES = Names(LAYOUT)


def test_a_piece_elsewhere_is_told_with_both_places() -> None:
    said = differences(NAMES, [Placement("pawn.red", "hex.2")], [Placement("pawn.red", "hex.3")])
    assert said == ("the red pawn stands on hex 3, it should stand on hex 2",)


def test_what_is_flat_lies_and_does_not_stand() -> None:
    assert differences(NAMES, [Placement("token", "e5")], []) == ("the token is not seen, it should lie on e5",)


def test_a_piece_on_its_space_is_turned_the_wrong_way() -> None:
    said = differences(NAMES, [Placement("arrow.north_east", "e5", 90)], [Placement("arrow.north_east", "e5", 0)])
    assert said == ("the arrow north east on e5 is turned the wrong way",)


def test_what_belongs_nowhere_is_told_after_what_is_missing() -> None:
    said = differences(NAMES, [Placement("token", "e5")], [Placement("pawn.red", "a1")])
    assert said[1] == "the red pawn stands on a1, where nothing like it belongs"


def test_of_two_equal_pieces_each_is_told() -> None:
    placement = Placement("token", "purse")
    assert len(differences(NAMES, [placement, placement], [Placement("token", "e5")])) == 2


@pytest.mark.parametrize(
    ("piece", "said"), [("coin.5", "golden five"), ("pawn.red", "red pawn"), ("hex.2-4", "hex 2-4")]
)
def test_a_piece_is_called_what_people_call_it(piece: str, said: str) -> None:
    assert NAMES.piece(piece) == said


def test_what_is_somebodys_needs_no_article() -> None:
    layout = Layout("dash", 1, 1, (0, 1, 2, 3), (), (), (Piece("pawn.red", "piece", 9, 9, called="Anna's pawn"),))
    assert differences(Names(layout), [Placement("pawn.red", "e5")], []) == (
        "Anna's pawn is not seen, it should lie on e5",
    )


def test_a_space_is_called_what_people_call_it() -> None:
    layout = Layout("dash", 1, 1, (0, 1, 2, 3), (Space("2,-1", 0, 0, called="the place by the well"),), (), ())
    assert Names(layout).space("2,-1") == "the place by the well"


PIECE_IDS = re.compile(r"\w\.\w|_|\d,-?\d|seat\d|\b(rot|cw|ccw)\b")


@pytest.mark.parametrize("name", game_names())
def test_no_game_tells_of_its_table_in_piece_ids(name: str) -> None:
    game = game_named(name)
    layout, rng = game.layout(game.names(3)), Random(1)
    told: set[str] = set()
    for number, (_, _, state) in enumerate(turns(game, game.names(3), 1)):
        if number % 15 == 0:
            lying = sorted(set(game.placements(state)), key=str)
            strange = [one._replace(space=rng.choice(layout.spaces).name) for one in lying]
            told.update(differences(Names(layout), lying, strange))
            told.update(differences(Names(layout), lying, []))
    assert len(told) > 20
    assert [line for line in sorted(told) if PIECE_IDS.search(line)] == []


@pytest.mark.parametrize(("game", "piece"), [("gold_raiders", "card.back"), ("pyramid_raiders", "card.back")])
def test_what_lies_face_down_stays_so(game: str, piece: str) -> None:
    assert Names(game_named(game).layout()).the(piece) == "the face-down card"
