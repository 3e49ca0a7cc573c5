"""What is drawn of Gold Mine."""

from xml.etree import ElementTree

import pytest

from companion.games.gold_mine import artwork
from companion.games.gold_mine.layout import layout

TABLE = layout()
ONE_OF_EACH = [TABLE.piece[name] for name in ("tile.E00", "tile.G25", "tile.T67", "tile.C01", "miner.red", "nugget")]


def is_svg(drawn: str) -> bool:
    return len(ElementTree.fromstring(f"<svg>{drawn}</svg>")) > 0


@pytest.mark.parametrize("piece", ONE_OF_EACH, ids=lambda piece: piece.name)
def test_every_kind_of_piece_has_a_face(piece: object) -> None:
    assert is_svg(artwork.face(piece))  # type: ignore[arg-type]


def test_only_tiles_have_a_back_and_all_backs_are_alike() -> None:
    backs = {piece.name: artwork.back(piece) for piece in TABLE.pieces}
    assert {name for name, back in backs.items() if back} == {name for name in backs if name.startswith("tile.")}
    assert len({back for back in backs.values() if back}) == 1


def test_the_field_names_what_lies_beside_it() -> None:
    field = artwork.field()
    assert is_svg(field)
    assert [
        word for word in ("dice", "challenge", "a tile that fits nowhere", "blue's nuggets") if f">{word}<" not in field
    ] == []


def test_a_round_is_told_in_six_pictures() -> None:
    assert [is_svg(picture) and bool(words) for picture, words in artwork.round_pictures()] == [True] * 6
