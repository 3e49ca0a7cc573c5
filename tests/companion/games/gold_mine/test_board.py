"""The box holds what the rulebook counts."""

from collections import Counter

from companion.games.gold_mine.board import CAVERNS, COLOURS, MUD_TUNNELS, PASSAGE_TUNNELS, PIECES, TILE, TILES


def test_a_hundred_tiles_of_four_kinds() -> None:
    assert Counter(tile.kind for tile in TILES) == {"entrance": 1, "gold": 28, "tunnel": 67, "cavern": 4}


def test_fifteen_passages_four_of_them_in_chambers() -> None:
    assert len(PASSAGE_TUNNELS) == 11
    assert sum(tile.is_chamber and tile.secret is not None for tile in TILES) == 4


def test_twelve_tunnels_have_mud_one_of_them_on_both() -> None:
    assert len(MUD_TUNNELS) == 12
    assert [tile.id for tile in TILES if len(tile.muds) == 2] == ["T67"]


def test_eleven_tiles_hold_more_than_one_tunnel_and_there_are_318_mouths() -> None:
    assert sum(len(tile.paths) > 1 for tile in TILES) == 11
    assert sum(len(path) for tile in TILES for path in tile.paths) == 318


def test_mud_and_passages_never_share_a_tile() -> None:
    assert not set(MUD_TUNNELS) & {tile.id for tile in TILES if tile.secret is not None}


def test_a_tile_turned_four_times_lies_as_before_and_keeps_its_tunnels_numbers() -> None:
    tee_and_stub = TILE["T43"]
    assert [turned.tunnels for turned in tee_and_stub.turned] == [(7, 8), (14, 1), (13, 2), (11, 4)]


def test_caverns_are_open_all_round() -> None:
    assert all(TILE[cavern].turned[rot].mouths == 15 for cavern in CAVERNS for rot in range(4))


def test_every_piece_has_a_name_of_its_own() -> None:
    assert len(set(PIECES)) == len(PIECES) == 100 + len(COLOURS) + 4
