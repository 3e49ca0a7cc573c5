"""A frame of the pretend table: where things land in it, and what light and lens do to it."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from companion.layout import Layout, Piece, Placement, Space
from companion.simulation.camera import Image, Picture, Pose, SimCamera, Weather, _light_map, hung_over
from companion.simulation.tabletop import Hand, Tabletop

SMALL = Picture(320, 180)
CLEAR = Weather(uneven=0.0, warmth=0.0, noise=0.0, blur_px=0.0)
STRAIGHT = Pose((160, 90), 160 / np.tan(np.radians(33)), (0.0, 0.0), 0.0, lens_k1=0.0)  # a pixel is a millimetre
LAYOUT = Layout(
    "dash",
    320,
    180,
    (0, 1, 2, 3),
    (Space("e5", 100, 60),),
    (),
    (Piece("token", "piece", 20, 20, top_mm=0.5, colour="#ff0000"),),
)


def plain(bgr: tuple[int, int, int], wide: int, high: int) -> Image:
    return np.full((high, wide, 4), (*bgr, 255), np.uint8)


def camera(tabletop: Tabletop | None = None, **changes: object) -> SimCamera:
    settings: dict[str, object] = {"pose": STRAIGHT, "weather": CLEAR, **changes}
    return SimCamera(
        tabletop or Tabletop(LAYOUT, Random(1), askew_mm=0.0),
        field=lambda scale: plain((128, 128, 128), round(320 * scale), round(180 * scale)),
        face=lambda piece, scale: plain((0, 0, 255), round(20 * scale), round(20 * scale)),
        clock=lambda: 7.5,
        picture=SMALL,
        **settings,  # type: ignore[arg-type]
    )


def test_a_piece_is_seen_where_it_lies() -> None:
    tabletop = Tabletop(LAYOUT, Random(1), askew_mm=0.0)
    tabletop.put(Placement("token", "e5"))
    red = np.argwhere(camera(tabletop).frame().pixels[:, :, 1] < 60)
    assert red.mean(axis=0) == pytest.approx([60, 100], abs=1)


def test_a_piece_on_its_side_shows_its_colour_and_not_its_face() -> None:
    tabletop = Tabletop(replace(LAYOUT, pieces=(replace(LAYOUT.pieces[0], top_mm=30, colour="#00ff00"),)), Random(1))
    tabletop.knock_over(tabletop.put(Placement("token", "e5")).id, is_down=True)
    pixels = camera(tabletop).frame().pixels.astype(int)
    assert not (pixels[:, :, 2] > pixels[:, :, 1] + 60).any()
    assert (pixels[:, :, 1] > pixels[:, :, 2] + 60).sum() > 400


def test_a_frame_has_the_time_of_the_clock_handed_in() -> None:
    assert camera().frame().taken_s == 7.5


def test_half_the_light_makes_half_the_brightness() -> None:
    full, half = (camera(weather=replace(CLEAR, light=light)).frame().pixels.mean() for light in (1.0, 0.5))
    assert half == pytest.approx(full / 2, rel=0.05)


def test_a_warm_lamp_is_redder_than_blue() -> None:
    pixels = camera(weather=replace(CLEAR, warmth=0.25)).frame().pixels
    assert pixels[:, :, 2].mean() > 1.3 * pixels[:, :, 0].mean()


def test_noise_is_fresh_in_every_frame_and_none_without() -> None:
    noisy, clear = camera(weather=replace(CLEAR, noise=3.0)), camera()
    assert (noisy.frame().pixels != noisy.frame().pixels).any()
    assert (clear.frame().pixels == clear.frame().pixels).all()


def test_a_lit_lamp_shines_on_its_space() -> None:
    dark, lit = camera(), camera(lit=lambda: {"e5": (0, 0, 255)})
    more = lit.frame().pixels.astype(int) - dark.frame().pixels
    assert more[60, 100, 0] > 80
    assert more[60, 200].max() == 0


def test_a_hand_hides_what_is_under_it() -> None:
    tabletop = Tabletop(LAYOUT, Random(1), askew_mm=0.0)
    over = camera(tabletop)
    before = over.frame().pixels
    tabletop.reach(Hand((160, 60), (160, 400)))
    assert (over.frame().pixels[120, 160] != before[120, 160]).any()


def test_a_bumped_camera_sees_the_table_elsewhere() -> None:
    tabletop = Tabletop(LAYOUT, Random(1), askew_mm=0.0)
    tabletop.put(Placement("token", "e5"))
    bumped = camera(tabletop)
    bumped.bump(replace(STRAIGHT, over_mm=(170, 90)))
    red = np.argwhere(bumped.frame().pixels[:, :, 1] < 60)
    assert red.mean(axis=0) == pytest.approx([60, 90], abs=1)


def test_a_camera_hung_over_a_table_sees_all_of_it() -> None:
    over = camera(pose=hung_over(LAYOUT, SMALL))
    corners = np.array([[0.0, 0, 1], [320, 0, 1], [320, 180, 1], [0, 180, 1]]) @ over.plane(0).T
    px = corners[:, :2] / corners[:, 2:]
    assert (px > -2).all()
    assert (px < [322, 182]).all()


def test_a_mirrored_window_drowns_what_lies_under_it_and_nothing_else() -> None:
    plain, mirrored = camera(), camera(weather=Weather(window=(100, 60, 180, 120)))
    here, there = plain.frame().pixels.astype(int), mirrored.frame().pixels.astype(int)
    brighter = there - here > 60
    x, y = (round(float(v)) for v in mirrored._project(np.array([[120.0, 90.0]]), 0)[0])
    assert brighter[y, x].all()
    assert brighter.any(axis=2).mean() < 0.5


def test_the_table_top_is_of_what_it_is_made_of() -> None:
    pale = camera(weather=Weather(top=(210, 215, 220), noise=0.0), pose=hung_over(LAYOUT, SMALL, margin=2.0))
    assert pale.frame().pixels[4, 4].min() > 150


def test_a_shadow_with_a_hard_edge_falls_on_a_large_picture() -> None:
    large, weather = Picture(3840, 2160), replace(CLEAR, shadow=0.5)
    light = _light_map(large, weather)
    assert light[0, 0, 0] < 0.6 * light[0, -1, 0]


def red_of(thickness_mm: float, curl_mm: float) -> int:
    """How many pixels of a piece are seen where paper curls so much, far from the middle of the picture."""
    piece = replace(LAYOUT.pieces[0], thickness_mm=thickness_mm)
    layout = replace(LAYOUT, pieces=(piece,), spaces=(Space("e5", 20, 20),))
    tabletop = Tabletop(layout, Random(1), askew_mm=0.0)
    tabletop.put(Placement("token", "e5"))
    pixels = camera(tabletop, weather=replace(CLEAR, curl_mm=curl_mm)).frame().pixels
    return int((pixels[:, :, 1] < 60).sum())


def test_paper_that_curls_is_seen_otherwise_than_paper_that_lies_flat() -> None:
    assert red_of(0.3, curl_mm=20.0) != red_of(0.3, curl_mm=0.0)


def test_board_does_not_curl() -> None:
    assert red_of(2.0, curl_mm=20.0) == red_of(2.0, curl_mm=0.0)


def test_of_two_tall_pieces_the_nearer_one_is_in_front() -> None:
    tall = replace(LAYOUT.pieces[0], thickness_mm=12.0, top_mm=12.0, copies=2)
    spaces = (Space("near", 100, 90), Space("far", 100, 60))
    tabletop = Tabletop(replace(LAYOUT, pieces=(tall,), spaces=spaces), Random(1), askew_mm=0.0)
    for space in ("near", "far"):
        tabletop.put(Placement("token", space))
    aslant = camera(tabletop, pose=Pose((100, 400), 300, (-40, 0)))
    assert [one.space for one in aslant.in_front_last()] == ["far", "near"]


def test_what_lies_on_a_curled_field_is_lifted_with_it() -> None:
    curled = camera(weather=replace(CLEAR, curl_mm=3.0))
    middle, edge = (
        curled.lift_mm(LAYOUT.width_mm / 2, LAYOUT.height_mm / 2),
        curled.lift_mm(LAYOUT.width_mm, LAYOUT.height_mm),
    )
    assert (middle, curled.lift_mm(0, 0), camera(weather=CLEAR).lift_mm(LAYOUT.width_mm, LAYOUT.height_mm)) == (0, 0, 0)
    assert edge > 3.0


def test_what_is_mirrored_is_as_bright_as_the_paper_is_shiny() -> None:
    shiny, matt = (
        camera(weather=replace(CLEAR, window=(50, 50, 150, 100), sheen=sheen)).frame().pixels[75, 80].mean()
        for sheen in (0.4, 0.2)
    )
    assert shiny - 128 == pytest.approx(2 * (matt - 128), rel=0.1)


def test_a_piece_that_moves_is_seen_as_if_all_were_painted_anew() -> None:
    tabletop = Tabletop(replace(LAYOUT, spaces=(*LAYOUT.spaces, Space("e6", 108, 66))), Random(1), askew_mm=0.0)
    below, above = tabletop.put(Placement("token", "e5")), tabletop.put(Placement("token", "e6"))
    seen = camera(tabletop)
    for piece, x_mm in ((above, 115), (below, 60), (above, 109)):
        seen.frame()
        tabletop.move(piece.id, x_mm, 60, 0)
        assert np.array_equal(seen.frame().pixels, camera(tabletop).frame().pixels)
