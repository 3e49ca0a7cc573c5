"""What lies otherwise than it should, in people's words."""

import pytest

from companion.layout import Layout, Piece, Placement
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
