"""What the eyes cannot see, in words for people."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.games import game_named
from companion.games.protocol import Game, State, to_json
from companion.kit.faces import face_svg, field_svg
from companion.kit.svg import raster
from companion.layout import Layout, Placement, Space, Zone
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.camera import Image, SimCamera
from companion.simulation.match import turns
from companion.simulation.tabletop import Tabletop
from companion.watch.aim import targets_of
from companion.watch.problems import SENTENCES, in_words, is_playable, sentence, where
from companion.watch.reading import in_words as read_in_words
from companion.watch.reading import read_table
from companion.watch.watcher import Watcher
from hardware.camera import Frame
from vision.eyes import Eyes
from vision.problems import Problem

LAYOUT = Layout("dash", 600, 300, (0, 1, 2, 3), (Space("hex.2", 100, 100),), (Zone("tray", 300, 200, 400, 290),), ())


def test_while_all_is_well_nothing_is_said() -> None:
    assert in_words([], LAYOUT) is None


def test_the_gravest_is_told_first_and_at_most_two() -> None:
    found = [Problem("steep", amount=40), Problem("blur"), Problem("dark", amount=12)]
    assert in_words(found, LAYOUT) == f"{SENTENCES['dark']}. {SENTENCES['blur']}"


def test_where_nothing_can_be_played_only_the_reason_is_told() -> None:
    assert in_words([Problem("dark"), Problem("no board"), Problem("mirrored")], LAYOUT) == SENTENCES["mirrored"]


def test_markers_of_nobodys_board_are_no_board_to_choose() -> None:
    found = [Problem("no board"), Problem("other board", marker=7), Problem("other board", marker=9)]
    assert in_words(found, LAYOUT) == (
        "markers of another game are seen and no corner of the board of dash; lay that in the picture"
    )


def test_the_same_is_told_once() -> None:
    assert in_words([Problem("dark"), Problem("dark"), Problem("blur")], LAYOUT) == (
        f"{SENTENCES['dark']}. {SENTENCES['blur']}"
    )


def test_a_figure_is_part_of_the_sentence() -> None:
    assert "only 320 px wide" in sentence(Problem("too small", amount=320), LAYOUT)


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "said"),
    [
        (110, 90, "near hex 2"),
        (350, 250, "in the tray"),
        (100, 290, "on the left of the table"),
        (590, 10, "on the right of the table"),
        (300, 10, "on the middle of the table"),
    ],
)
def test_a_place_is_named_as_people_name_it(x_mm: float, y_mm: float, said: str) -> None:
    assert where(Problem("glare", x_mm, y_mm), LAYOUT) == said


def test_a_problem_without_a_place_is_somewhere_on_the_table() -> None:
    assert "something on the table cannot be read" in sentence(Problem("unread"), LAYOUT)


# Tables that cannot be played, as the camera would see them

PLAYED, OTHER = game_named("pyramid_raiders"), game_named("gold_mine")
DONE = 20  # actions of the game that is being played


def laid(game: Game, state: State | None) -> Tabletop:
    tabletop = Tabletop(game.layout(game.names(3)), Random(1))
    if state is not None:
        tabletop.arrange(game.placements(state))
    return tabletop


def so_far(game: Game) -> list[tuple[State, object, State]]:
    played = turns(game, game.names(3), 1)
    return [next(played) for _ in range(DONE)]


def photo(game: Game, tabletop: Tabletop, field: Callable[[float], Image] | None = None) -> Image:
    art = field or (lambda scale: raster(field_svg(game), scale))
    faces = {
        piece.name: (OTHER, piece.name) if piece.name.startswith("strange.") else (game, piece.name)
        for piece in tabletop.layout.pieces
    }

    def face(name: str, scale: float) -> Image:
        owner, own_name = faces[name]
        return raster(face_svg(owner, own_name.removeprefix("strange.")), scale)

    return SimCamera(tabletop, art, face, lambda: 0.0, 1).frame().pixels


def blank(scale: float) -> Image:
    layout = PLAYED.layout()
    return np.full((round(layout.height_mm * scale), round(layout.width_mm * scale), 4), 245, np.uint8)


def with_strange_pieces(tabletop: Tabletop) -> Tabletop:
    """Three miners' tiles of another game lie among the pieces."""
    strange = [
        replace(piece, name=f"strange.{piece.name}") for piece in OTHER.layout().pieces if piece.marker in range(70, 80)
    ]
    tabletop.layout = replace(tabletop.layout, pieces=(*tabletop.layout.pieces, *strange))
    for number, piece in enumerate(strange[:3]):
        space = replace(PLAYED.layout().spaces[0], name=f"spot{number}", seats={piece.seat: (0, 0)})
        spot = replace(space, x_mm=250 + 150 * number, y_mm=560)
        tabletop.layout = replace(tabletop.layout, spaces=(*tabletop.layout.spaces, spot))
        tabletop.put(Placement(piece.name, spot.name))
    return tabletop


def journalled(pixels: Image) -> tuple[int, str]:
    """How many entries a table that looks so brings, and what the page says."""
    table, history = Table(Journal(":memory:"), lambda: 0.0), so_far(PLAYED)
    table.start(PLAYED.name, PLAYED.names(3))
    table.submit_all([to_json(action) for _, action, _ in history], by="phone")
    watcher = Watcher(table, lambda layout: Eyes(targets_of(layout)))
    rng = np.random.default_rng(1)
    for _ in range(14):
        noisy = np.clip(pixels + rng.normal(0, 1.5, pixels.shape), 0, 255).astype(np.uint8)
        watcher.see(Frame(noisy, 0.0))
    return table.number - DONE, table.notices.get("picture", "")


@pytest.fixture(scope="module")
def state() -> State:
    return so_far(PLAYED)[-1][2]


def test_the_board_of_another_game_is_named() -> None:
    pixels = photo(OTHER, laid(OTHER, so_far(OTHER)[-1][2]))
    said = "the board of Gold Mine lies there and Pyramid Raiders is being played; choose Gold Mine on the host page"
    entries, told = journalled(pixels)
    assert entries == 0
    assert told == f"{said}, or lay the board of Pyramid Raiders"
    assert f"problem: {told}" in read_in_words(read_table(pixels, PLAYED)[0])


def test_two_boards_of_the_game_are_one_too_many(state: State) -> None:
    one = photo(PLAYED, laid(PLAYED, state))
    pixels = np.hstack([one, cv2.resize(one, None, fx=0.5, fy=1)])
    entries, told = journalled(pixels)
    assert (entries, told.startswith("there are two boards in the picture")) == (0, True)
    assert "two boards" in [problem["what"] for problem in read_table(pixels, PLAYED)[0]["problems"]]


def test_a_second_game_beside_the_board_is_named_with_its_place(state: State) -> None:
    pixels = np.hstack([photo(PLAYED, laid(PLAYED, state)), photo(OTHER, laid(OTHER, None))])
    said = "the board of Gold Mine lies on the right of the table beside that of Pyramid Raiders; leave only one"
    assert journalled(pixels) == (0, said)
    assert f"problem: {said}" in read_in_words(read_table(pixels, PLAYED)[0])


def test_a_board_that_lies_face_down_is_told(state: State) -> None:
    pixels = photo(PLAYED, laid(PLAYED, state), blank)
    entries, told = journalled(pixels)
    assert (entries, told) == (0, SENTENCES["face down"])
    assert read_in_words(read_table(pixels, PLAYED)[0]) == f"problem: {told}"


def test_a_board_turned_round_is_read_as_it_lies(state: State) -> None:
    pixels = np.ascontiguousarray(photo(PLAYED, laid(PLAYED, state))[::-1, ::-1])
    assert journalled(pixels) == (0, "")


def test_a_board_without_pieces_is_told(state: State) -> None:
    pixels = photo(PLAYED, laid(PLAYED, None))
    entries, told = journalled(pixels)
    assert entries == 0
    assert told.startswith("not one of ")
    assert told.endswith(" pieces is seen on the board; lay them as the Table page shows them")
    assert read_in_words(read_table(pixels, PLAYED)[0]) == "problem: the board is there and no piece on it"


def test_pieces_of_another_game_among_ours_are_told_where_they_lie(state: State) -> None:
    pixels = photo(PLAYED, with_strange_pieces(laid(PLAYED, state)))
    entries, told = journalled(pixels)
    assert entries == 0
    assert told.startswith("a piece that is not of Pyramid Raiders lies ")
    assert "problem: a piece that is not of Pyramid Raiders lies " in read_in_words(read_table(pixels, PLAYED)[0])


def test_a_piece_that_is_there_twice_is_named(state: State) -> None:
    tabletop = laid(PLAYED, state)
    tabletop.put(Placement("item.spring_boots", "seat6.item"))
    told = sentence(Eyes(targets_of(tabletop.layout)).read(photo(PLAYED, tabletop), True).problems[0], tabletop.layout)
    assert told.startswith("there is one ")
    assert told.endswith("spring boots too many, near item of seat 6; is it of another game?")


def test_an_ordinary_trouble_keeps_nobody_from_playing() -> None:
    assert is_playable([Problem("glare"), Problem("foreign")])
    assert not is_playable([Problem("two boards")])
