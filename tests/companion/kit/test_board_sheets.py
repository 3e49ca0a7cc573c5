"""A board on several sheets: nothing is missing, neighbours overlap, and each sheet shows just what lies on it."""

import pytest

from companion.games import game_named, game_names
from companion.games.protocol import Game
from companion.kit import faces
from companion.kit.board_sheets import OVERLAP, board_pages, grid_of, poster_page
from companion.kit.sheets import FOOT, HEAD, MARGIN, PAPERS

games = pytest.mark.parametrize("game", [game_named(name) for name in game_names()], ids=game_names())
papers = pytest.mark.parametrize("paper", ["a4", "letter"])


@games
@papers
def test_the_sheets_cover_the_board_exactly(game: Game, paper: str) -> None:
    table, grid = faces.layout(game), grid_of(faces.layout(game), PAPERS[paper])
    x, y = grid.corner(grid.columns - 1, grid.rows - 1)
    assert (x + grid.width_mm, y + grid.height_mm) == pytest.approx((table.width_mm, table.height_mm))


@games
@papers
def test_neighbours_overlap_by_a_glueing_strip(game: Game, paper: str) -> None:
    grid = grid_of(faces.layout(game), PAPERS[paper])
    assert grid.corner(1, 0)[0] == pytest.approx(grid.width_mm - OVERLAP)
    assert grid.corner(0, 1)[1] == pytest.approx(grid.height_mm - OVERLAP)


@games
@papers
def test_a_sheet_fits_the_paper(game: Game, paper: str) -> None:
    grid = grid_of(faces.layout(game), PAPERS[paper])
    assert grid.width_mm <= grid.page[0] - 2 * MARGIN + 1e-6
    assert grid.height_mm <= grid.page[1] - HEAD - FOOT + 1e-6


@pytest.mark.parametrize(("game", "sheets"), [("pyramid_raiders", 12), ("gold_mine", 18)])
def test_a_board_takes_few_sheets(game: str, sheets: int) -> None:
    assert len(board_pages(game_named(game), PAPERS["a4"])) == sheets


@games
def test_each_corner_marker_lies_whole_on_one_sheet(game: Game) -> None:
    tags = [tag[0] for page in board_pages(game, PAPERS["a4"]) for tag in page.tags]
    assert sorted(tags) == sorted(faces.layout(game).frame_markers)


@games
def test_a_poster_is_the_board_at_its_size(game: Game) -> None:
    table, page = faces.layout(game), poster_page(game)
    assert page.width_mm == table.width_mm + 28
    (_, x0, _, _), (_, x1, _, _), *_ = page.tags
    assert x1 - x0 == table.width_mm - 36
