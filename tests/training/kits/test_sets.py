"""What is laid out for the path tracer, and its label."""

from random import Random

import numpy as np

from companion.games import game_named
from companion.simulation.tabletop import Tabletop
from training.kits.plays import Take, position, shot
from training.kits.sets import Scenery, Shown, label, scenery, touched
from training.kits.views import CONDITIONS, HEIGHT, WIDTH, Film, View, a_view, developed

GAME = game_named("gold_raiders")
PLAYERS = GAME.names(2)
LAYOUT = GAME.layout(PLAYERS)


def a_table() -> tuple[Take, Scenery, View]:
    tabletop = Tabletop(LAYOUT, Random(1))
    take = position(GAME, PLAYERS, 1, tabletop)
    view = a_view(CONDITIONS["a"], LAYOUT.width_mm, LAYOUT.height_mm, np.random.default_rng(1))
    return take, scenery(GAME, LAYOUT, take, CONDITIONS["a"], 1), view


def empty(view: View) -> Shown:
    """A picture in which nothing is seen."""
    wide, high = view.render_size()
    return Shown(np.full((high, wide, 3), 1e6, np.float32), np.full((high, wide, 2), 1e6, np.float32))


def test_every_marker_of_the_position_is_labelled_inside_the_picture() -> None:
    take, scene, view = a_table()
    rows = label(LAYOUT, take, scene, view, empty(view))["pieces"]
    corners = np.array([mark["corners_px"] for row in rows for mark in row["markers"]])
    assert {row["piece"] for row in rows} == {one.piece for one in take.lying}
    assert corners.min() > 0
    assert (corners.reshape(-1, 2) < [WIDTH, HEIGHT]).all()


def test_what_the_picture_does_not_show_is_labelled_hidden() -> None:
    take, scene, view = a_table()
    rows = label(LAYOUT, take, scene, view, empty(view))["pieces"]
    assert {mark["visible"] for row in rows for mark in row["markers"]} == {0.0}


def test_the_middle_of_the_table_is_in_the_middle_of_the_picture() -> None:
    view = a_table()[2]
    assert np.allclose(view.project(view.target[None]), [[WIDTH / 2 - 0.5, HEIGHT / 2 - 0.5]])


def test_only_what_was_moved_is_rendered_again() -> None:
    tabletop = Tabletop(LAYOUT, Random(1))
    before, view = position(GAME, PLAYERS, 1, tabletop), a_table()[2]
    pawn = next(one for one in tabletop.lying() if one.piece.startswith("raider"))
    tabletop.move(pawn.id, pawn.x_mm + 40, pawn.y_mm, pawn.turned_deg)
    after = shot(tabletop, "rest")
    assert len(touched(view, LAYOUT, before, after)) == 2
    assert len(touched(view, LAYOUT, before, before)) == 0


def test_all_points_of_a_heap_have_a_colour_on_the_sheet() -> None:
    scene = a_table()[1]
    shape = scene.sheet.whole().shape
    points, normals, places, triangles = scene.prints.whole(shape)
    assert 0 <= places.min() <= places.max() <= 1
    assert triangles.max() == len(points) - 1
    assert np.allclose(np.linalg.norm(normals, axis=1), 1)


def test_developed_pictures_of_one_room_differ_by_their_grain_alone() -> None:
    light = np.full((HEIGHT, WIDTH, 3), 0.5, np.float32)
    one, two = (
        developed(light, Film(), np.random.default_rng(1), np.random.default_rng(grain)).astype(int) for grain in (2, 3)
    )
    assert 0 < np.abs(one - two).mean() < 3


def test_faces_lie_as_high_as_the_kit_says_however_many_there_are() -> None:
    """Forty tiles were lifted by up to 3 mm, and a tilted camera saw them 2.5 mm off."""
    game = game_named("gold_mine")
    players = game.names(3)
    layout = game.layout(players)
    take = position(game, players, 21, Tabletop(layout, Random(1)))
    marks = scenery(game, layout, take, CONDITIONS["a"], 1).marks
    assert len(marks) > 40
    assert all(abs(mark.corners[0, 2] - take.heights[one]) < 0.6 for one, found in marks.items() for mark in found)
