"""The light kit: corner cards in place of a board, and only what of it is not empty."""

import pytest

from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.cards import loose_table
from companion.kit.light import CARD, MATS, light_pages, mats_of
from companion.kit.make import kit_pages
from companion.kit.sheets import PAPERS
from companion.layout import FRAME_MARKER_INSET_MM, Layout, Piece, Space, Zone

games = pytest.mark.parametrize("game", [game_named(name) for name in game_names()], ids=game_names())
A4 = PAPERS["a4"]


def layout(*spaces: Space, zones: tuple[Zone, ...] = (), pieces: tuple[Piece, ...] = ()) -> Layout:
    return Layout("demo", 800, 600, (0, 1, 2, 3), spaces, zones, pieces)


def square(half: float) -> tuple[tuple[float, float], ...]:
    return (-half, -half), (half, -half), (half, half), (-half, half)


@games
def test_a_light_kit_has_no_more_sheets_than_the_whole_one(game: Game) -> None:
    assert len(kit_pages(game, mode="light")) <= len(kit_pages(game))


@games
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_marker_is_in_the_light_kit(game: Game, paper: str) -> None:
    loose = loose_table(game)
    corners = set(faces.layout(game).frame_markers)
    whole = {tag[0] for page in kit_pages(game, paper) for tag in page.tags}
    wanted = whole if loose is None else whole - corners | set(loose.frame_markers)
    assert {tag[0] for page in kit_pages(game, paper, "light") for tag in page.tags} == wanted


@pytest.mark.parametrize("name", ["gold_mine", "temple_of_gold", "go_for_gold"])
def test_a_board_with_empty_parts_takes_fewer_sheets_in_the_light_kit(name: str) -> None:
    """Temple of Gold's took as many: what was printed around its places made them just too wide for two sheets."""
    assert len(kit_pages(game_named(name), mode="light")) < len(kit_pages(game_named(name)))


def test_a_corner_card_has_its_marker_where_the_boards_corner_has_it() -> None:
    """So that the field begins at the card's outer edges, as it does on a printed board."""
    page = next(page for page in light_pages(game_named("gold_mine"), A4) if page.tags)
    upper_left, upper_right, lower_right, lower_left = page.tags
    apart = CARD[0] - 2 * FRAME_MARKER_INSET_MM
    assert upper_right[1] - upper_left[1] == pytest.approx(CARD[0] + apart + 2)
    assert lower_right[2] == lower_left[2]


def test_a_large_grid_of_equal_spaces_is_not_printed() -> None:
    cells = [Space(f"{n}", 20 + 40 * (n % 15), 20 + 40 * (n // 15), outline=square(20)) for n in range(150)]
    tray = Zone("tray", 650, 50, 750, 150)
    assert [mat.size for mat in mats_of(layout(*cells, zones=(tray,)))] == [(128, 128)]


def test_a_small_board_is_printed_whole() -> None:
    cells = [Space(f"{n}", 220 + 40 * (n % 5), 220 + 40 * (n // 5), outline=square(20)) for n in range(25)]
    assert [mat.size for mat in mats_of(layout(*cells))] == [(228, 228)]


def test_a_place_that_its_piece_covers_is_not_printed() -> None:
    sheet = Piece("sheet", "sheet", 80, 80)
    place = Space("place", 300, 300, {"sheet": (0, 0)}, outline=square(40))
    assert mats_of(layout(place, pieces=(sheet,))) == []


def test_lamps_alone_are_not_printed() -> None:
    assert mats_of(layout(Space("rail.1", 300, 9, {"lamp": (0, 0)}))) == []


def test_a_mat_shows_its_part_of_the_field() -> None:
    mine = game_named("gold_mine")
    tray = mats_of(faces.layout(mine))[0]
    page = next(page for page in light_pages(mine, A4) if "mat.A" in page.holds)
    window = next(layer for layer in page.layers if layer.window)
    assert window.window is not None
    assert (window.window[0] - window.x_mm, window.window[1] - window.y_mm) == pytest.approx((tray.x0, tray.y0))
    assert window.window[2:] == pytest.approx(tray.size)


def test_no_mat_carries_a_corner_marker_of_the_board() -> None:
    """Two of each would confuse the camera."""
    for name in game_names():
        tags = [tag[0] for page in kit_pages(game_named(name), mode="light") for tag in page.tags]
        frame = (loose_table(game_named(name)) or faces.layout(game_named(name))).frame_markers
        assert [tags.count(marker) for marker in frame] == [1, 1, 1, 1]
    assert game_names()


def test_the_plan_lists_every_mat() -> None:
    pages = light_pages(game_named("go_for_gold"), A4)
    plan = pages[0].layers[0].art
    mats = mats_of(faces.layout(game_named("go_for_gold")))
    assert all(f">{letter}</text>" in plan for letter in "ABCDEF"[: len(mats)])
    assert {page.title for page in pages[1:]} == {MATS}


def test_a_lamp_is_printed_with_the_place_it_stands_beside() -> None:
    lamp, place = Space("lamp", 300, 280, {"lamp": (0, 0)}, 6), Space("place", 300, 310, outline=square(15))
    (mat,) = mats_of(layout(lamp, place))
    assert mat.y0 == 280 - 6 - 14
