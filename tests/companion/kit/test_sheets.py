"""Pages: everything in the box in its number, apart from each other and inside the paper."""

from collections import Counter
from itertools import pairwise

import pytest

from companion.errors import BadInput
from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.make import kit_pages
from companion.kit.plain import spoken
from companion.kit.sheets import (
    MARGIN,
    PAPERS,
    Item,
    packed,
    piece_pages,
    printed_pieces,
    sections,
    stand_items,
    topper_item,
)

games = pytest.mark.parametrize("game", [game_named(name) for name in game_names()], ids=game_names())
A4 = PAPERS["a4"]


def counts(game: str) -> Counter[str]:
    """How many of each kind the kit's pages hold, by the beginning of their names; the torch is ours, not the box's."""
    held = Counter(name.partition(".")[0] for page in piece_pages(game_named(game), A4) for name in page.holds)
    return held - Counter(["torch"])


def test_pyramid_raiders_has_what_its_specification_counts() -> None:
    """Section 2.1; the three guardians are toppers of one figure, a start marker has two faces."""
    assert counts("pyramid_raiders") == {
        **{"pawn": 6, "guardian": 3, "decoy": 1, "action": 30, "item": 10, "token": 49, "curse": 24},
        **{"pillar": 6, "fountain": 6, "rot_cw": 1, "round": 1},
    }


def test_gold_raiders_has_what_its_specification_counts() -> None:
    held = Counter(name for page in piece_pages(game_named("gold_raiders"), A4) for name in page.holds)
    assert counts("gold_raiders") == {"raider": 6, "idol": 1, "card": 54}
    assert [held[f"card.{code}"] for code in "123BSR"] == [11, 9, 7, 11, 9, 7]


def test_temple_of_gold_has_what_its_specification_counts() -> None:
    """Section 2: 48 tiles, 6 coins of each kind, 6 camps and a pawn a player, 22 gold, 4 amulets, 16 clues."""
    assert counts("temple_of_gold") == {
        "tile": 48,
        "coin": 24,
        "pawn": 4,
        "camp": 24,
        "gold": 22,
        "amulet": 4,
        "clue": 16,
    }


def test_gold_mine_has_what_its_specification_counts() -> None:
    held = Counter(
        name[:6] for page in piece_pages(game_named("gold_mine"), A4) for name in page.holds if name.startswith("tile.")
    )
    assert counts("gold_mine") == {"tile": 100, "miner": 6, "nugget": 28, "token": 36}
    assert held == {"tile.E": 1, "tile.G": 28, "tile.T": 67, "tile.C": 4}


def test_go_for_gold_has_a_sheet_of_two_sides_for_every_seat() -> None:
    pages = piece_pages(game_named("go_for_gold"), A4)
    assert [page.holds for page in pages if page.holds] == [(f"sheet.A.{seat}",) for seat in (1, 2, 3, 4)]
    assert sum(page.is_back for page in pages) == 4


@games
def test_every_piece_is_printed_as_often_as_the_layout_says(game: Game) -> None:
    held = Counter(name for page in piece_pages(game, A4) for name in page.holds)
    assert {piece.name: held[piece.name] for piece in printed_pieces(game)} == {
        piece.name: piece.copies for piece in printed_pieces(game)
    }


@games
def test_what_is_not_printed_is_the_back_of_something_or_bought(game: Game) -> None:
    table, printed = faces.layout(game), {piece.name for piece in printed_pieces(game)}
    behind = {piece.back_marker for piece in table.pieces} - {None}
    left = [piece for piece in table.pieces if piece.name not in printed]
    assert all(
        piece.marker in behind or piece.name in faces.artwork(game).BOUGHT or piece.name == "tile.back"
        for piece in left
    )


@games
@pytest.mark.parametrize("paper", ["a4", "letter", "poster"])
def test_every_marker_of_the_layout_is_on_a_page(game: Game, paper: str) -> None:
    table = faces.layout(game)
    printed = {tag[0] for page in kit_pages(game, paper) for tag in page.tags}
    more = {marker for piece in table.pieces for marker, _, _ in piece.more_markers}
    assert printed == set(table.by_marker) | set(table.frame_markers) | more


@games
def test_a_page_number_stands_on_every_page(game: Game) -> None:
    pages = kit_pages(game)
    assert [f"{n} / {len(pages)}<" in page.layers[-1].art for n, page in enumerate(pages, start=1)] == [True] * len(
        pages
    )


@games
def test_the_contents_name_every_page_once(game: Game) -> None:
    pages = kit_pages(game)
    listed = [number for _, _, first, last in sections(pages) for number in range(first, last + 1)]
    assert listed == list(range(1, len(pages) + 1))


@games
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_markers_stay_on_the_printable_part_of_the_paper(game: Game, paper: str) -> None:
    markers = 0
    for page in kit_pages(game, paper):
        for _, x, y, side in page.tags:
            markers += 1
            assert x - side / 2 >= MARGIN - 1e-6
            assert x + side / 2 <= page.width_mm - MARGIN + 1e-6
            assert y - side / 2 >= MARGIN
            assert y + side / 2 <= page.height_mm - MARGIN
    assert markers


def demo(count: int, wide: float, high: float, back: str | None = None) -> list[Item]:
    return [Item(f"demo.{n}", wide, high, "", back, tags=((n, wide / 4, high / 4, 5),)) for n in range(count)]


def test_pieces_side_by_side_do_not_touch() -> None:
    (page,) = packed("demo", demo(10, 44, 63), A4, "paper")
    spots = sorted((x, y) for _, x, y, _ in page.tags)
    columns = sorted({x for x, _ in spots})
    assert [b - a for a, b in pairwise(columns)] == [46, 46, 46]


def test_square_pieces_lie_edge_to_edge_if_that_saves_paper() -> None:
    """The specification's 24 mine tiles on a sheet."""
    (page,) = packed("demo", demo(24, 45, 45), A4, "paper")
    assert len(page.holds) == 24


def test_backs_are_mirrored_over_the_long_edge() -> None:
    front, back = packed("demo", demo(5, 44, 63, "<g/>"), A4, "paper")
    assert back.is_back
    wanted = [A4.width_mm - left - 44 for left in _lefts(front.layers[0].art)]
    assert _lefts(back.layers[0].art) == pytest.approx(wanted, abs=0.001)


def _lefts(art: str) -> list[float]:
    """Where each piece of a page begins."""
    return [float(part.split(" ")[0]) for part in art.split("translate(")[1:]]


def test_a_sheet_wider_than_the_paper_lies_alone_and_in_the_middle() -> None:
    """So that it meets its back whichever edge the printer turns over."""
    (page,) = packed("demo", demo(1, 210, 148), A4, "paper")
    assert (page.width_mm, page.height_mm) == (297, 210)
    assert page.tags[0][1:3] == (43.5 + 52.5, 31 + 37)


@games
def test_whatever_stands_has_a_strip_to_stand_on(game: Game) -> None:
    tall = [piece for piece in printed_pieces(game) if piece.thickness_mm >= 8]
    strips = stand_items(game)
    assert [item.name for item in strips] == [f"stand.{piece.name}" for piece in tall]
    assert [item.height_mm for item in strips] == [piece.thickness_mm for piece in tall]


def test_an_unknown_paper_is_refused() -> None:
    with pytest.raises(BadInput, match="no paper is called 'a9'; there are a4, letter, poster"):
        kit_pages(game_named("gold_raiders"), "a9")


def test_an_unknown_kind_of_kit_is_refused() -> None:
    with pytest.raises(BadInput, match="no kit is called 'tattoo'; there are kit, light, stickers"):
        kit_pages(game_named("gold_raiders"), "a4", "tattoo")


def test_an_unknown_ink_is_refused() -> None:
    with pytest.raises(BadInput, match="no ink is called 'gold'; there are full, light"):
        kit_pages(game_named("gold_raiders"), "a4", "kit", "gold")


def test_a_square_topper_has_letter_name_and_colour_on_its_flaps() -> None:
    """Its marker leaves no room on top, and nobody knew which miner stood under which."""
    mine = game_named("gold_mine")
    blue = faces.layout(mine).piece["miner.blue"]
    topper = topper_item(mine, blue)
    assert topper.width_mm == blue.width_mm + 20
    assert topper.tags == ((blue.marker, 10 + blue.width_mm / 2, blue.width_mm / 2, blue.marker_mm),)
    assert [topper.art.count(text) for text in (">Blu</text>", ">BLUE</text>", ">Miner blue</text>")] == [2, 2, 1]
    assert topper.art.count(blue.colour) == 3


@games
def test_every_topper_is_named_on_its_sheet(game: Game) -> None:
    tall = [piece for piece in printed_pieces(game) if piece.thickness_mm >= 8]
    art = "".join(layer.art for page in piece_pages(game, A4) for layer in page.layers)
    assert [piece.name for piece in tall if f">{spoken(piece.name)}</text>" not in art] == []


def test_no_name_runs_over_a_fold_of_a_strip() -> None:
    strips = {item.name: item.art for item in stand_items(game_named("gold_mine"))}
    assert strips["stand.miner.yellow"].count("YELLOW") == 4
    assert "MINER" not in strips["stand.miner.yellow"]
    rolled = {item.name: item.art for item in stand_items(game_named("gold_raiders"))}
    assert rolled["stand.raider.red"].count("RAIDER RED") == 1
