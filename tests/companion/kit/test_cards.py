"""Gold Mine's table of loose corner cards: printed, laid out as people like, and read by the camera."""

from random import Random

import cv2
import numpy as np
import pytest

from companion.games import game_named
from companion.games.gold_mine.layout import fitted
from companion.games.protocol import Seen
from companion.kit import faces
from companion.kit.board_sheets import board_pages
from companion.kit.cards import CARD, card_pages, laid_out, loose_table
from companion.kit.make import kit_pages
from companion.kit.sheets import PAPERS
from companion.kit.svg import raster
from companion.layout import FRAME_MARKER_INSET_MM, Layout
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.camera import SimCamera, hung_over
from companion.simulation.match import turns
from companion.simulation.tabletop import Tabletop
from companion.watch.aim import targets_of
from companion.watch.reading import read_table
from companion.watch.watcher import Watcher
from hardware.camera import Frame
from vision.eyes import Eyes

MINE = game_named("gold_mine")
A4 = PAPERS["a4"]
MOVED_MM = 12.0  # people do not measure: the start tile lies so far from the middle


def mine(tiles: int) -> Seen:
    """A mine of that many tiles that fits between narrow cards."""
    for _, _, state in turns(MINE, ["red", "green", "blue"], 4):
        if len(state.mine) >= tiles:
            return MINE.placements(state)
    raise AssertionError("a game has more tiles")


def seen_by(camera_over: Layout, placements: Seen) -> np.ndarray:
    tabletop = Tabletop(camera_over, Random(3), 0.8)
    tabletop.arrange(placements)
    camera = SimCamera(
        tabletop,
        lambda scale: raster(laid_out(MINE, camera_over), scale),
        lambda piece, scale: raster(faces.face_svg(MINE, piece), scale),
        lambda: 0.0,
        pose=hung_over(camera_over),
    )
    return camera.frame().pixels


@pytest.fixture(scope="module")
def small() -> Layout:
    return fitted(860, 600, (346 - MOVED_MM, 300 + MOVED_MM))


@pytest.fixture(scope="module")
def picture(small: Layout) -> np.ndarray:
    return seen_by(small, mine(14))


def test_cards_and_a_strip_take_four_sheets_in_place_of_eighteen() -> None:
    loose = loose_table(MINE)
    assert loose is not None
    pages = card_pages(MINE, loose, A4)
    assert (len(board_pages(MINE, A4)), len(pages)) == (18, 4)
    held = [name for page in pages for name in page.holds]
    assert held == ["corner.1", "corner.2", "corner.3", "corner.4", "strip.1", "strip.2"]


def test_the_start_tile_is_in_the_light_kit() -> None:
    held = [name for page in kit_pages(MINE, mode="light") for name in page.holds]
    assert held.count("tile.E00") == 1


def test_a_card_has_its_marker_in_its_outer_corner() -> None:
    loose = loose_table(MINE)
    assert loose is not None
    page = next(page for page in card_pages(MINE, loose, A4) if page.tags)
    upper_left, upper_right, lower_right, lower_left = page.tags
    assert upper_right[1] - upper_left[1] == pytest.approx(2 * CARD[0] - 2 * FRAME_MARKER_INSET_MM + 2)
    assert lower_right[2] == lower_left[2]


def test_no_place_for_a_piece_is_cut_in_two() -> None:
    loose = loose_table(MINE)
    assert loose is not None
    windows = [layer.window for page in card_pages(MINE, loose, A4) for layer in page.layers if layer.window]
    first = max(high for _, _, _, high in windows if high < 210)
    show = faces.layout(MINE).space["show"]
    assert CARD[1] + first < show.y_mm - 24


def test_a_table_of_cards_is_measured_and_read(small: Layout, picture: np.ndarray) -> None:
    found, look = read_table(picture, MINE)
    assert found["board"]["found"]
    assert look.plane is not None
    wide, high = np.ptp(np.array(look.plane.mm(np.array(found["board"]["corners_px"]))), axis=0)
    assert (wide, high) == pytest.approx((860, 600), rel=0.01)
    read = {(piece["piece"], piece["space"]) for piece in found["pieces"]}
    laid = {(one.piece, one.space) for one in mine(14)}
    assert read == laid
    assert len(laid) > 14
    assert found["problems"] == []


def test_markers_between_narrow_cards_have_more_pixels_than_on_the_board(small: Layout) -> None:
    heights = [hung_over(table).height_mm for table in (small, faces.layout(MINE))]
    assert heights[0] < 0.9 * heights[1]


def test_the_camera_follows_a_game_between_cards_and_a_card_that_is_moved(small: Layout, picture: np.ndarray) -> None:
    table, opened = Table(Journal(":memory:"), lambda: 0.0), []
    watcher = Watcher(table, lambda layout: opened.append(layout) or Eyes(targets_of(layout)))
    table.start(MINE.name, ["red", "green", "blue"])
    for _ in range(4):
        watcher.see(Frame(picture, 0.0))
    (found,) = opened[1:]
    assert (found.width_mm, found.height_mm) == pytest.approx((860, 600), rel=0.01)
    wider = seen_by(fitted(960, 600, (346, 300)), mine(14))
    for _ in range(6):
        watcher.see(Frame(cv2.GaussianBlur(wider, (3, 3), 0), 0.0))
    assert opened[-1].width_mm == pytest.approx(960, rel=0.01)
