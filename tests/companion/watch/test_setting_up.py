"""The board on the table chooses the game, the figures on it the players."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from companion.games import game_named
from companion.games.protocol import to_json
from companion.layout import Placement
from companion.play.journal import Journal
from companion.play.proposal import Proposal
from companion.play.table import Table
from companion.simulation.room import sim_camera
from companion.simulation.tabletop import Tabletop
from companion.watch.aim import targets_of
from companion.watch.setting_up import AGAIN, REST, SettingUp, board_in, figures, players_on
from hardware.camera import Frame
from vision.eyes import Eyes, Look
from vision.sighting import Sighting

STILL, MOVING = Look(is_new=False), Look(is_moving=True)
MINE = Proposal("gold_mine", "Gold Mine", ("red", "blue", "white"))


def photo(name: str, *placements: Placement) -> Frame:
    game = game_named(name)
    tabletop = Tabletop(game.layout(), Random(1))
    for placement in placements:
        tabletop.put(placement)
    return sim_camera(game, tabletop, lambda: 0.0, 1).frame()


@pytest.fixture(scope="module")
def mine() -> Frame:
    """Gold Mine, laid out for three."""
    miners = [Placement(f"miner.{colour}", f"0,0,{colour}") for colour in ("red", "blue", "white")]
    return photo("gold_mine", Placement("tile.E00", "0,0", 0), *miners)


def rig() -> tuple[Table, SettingUp]:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start("temple_of_gold", ["p1", "p2"])
    return table, SettingUp(table, lambda layout: Eyes(targets_of(layout)))


def seen(name: str, figures: Sequence[str], players: int) -> list[Sighting]:
    """Those figures, where a new game of so many has them."""
    game = game_named(name)
    layout = game.layout()
    start = {one.piece: one.space for one in game.placements(game.setup(game.names(players), None))}
    spots = [(piece, layout.space[start.get(piece, layout.spaces[0].name)]) for piece in figures]
    return [Sighting(piece, *spot.seat(layout.piece[piece].seat), 0, 0.99) for piece, spot in spots]


def test_the_board_names_the_game(mine: Frame) -> None:
    game = board_in(mine)
    assert game is not None
    assert game.name == "gold_mine"


def test_without_a_board_there_is_no_game() -> None:
    assert board_in(Frame(np.full((480, 640, 3), 90, np.uint8), 0.0)) is None


def test_two_boards_name_none(mine: Frame) -> None:
    other = photo("temple_of_gold")
    assert board_in(Frame(np.hstack([mine.pixels, other.pixels]), 0.0)) is None


def test_another_game_laid_out_before_one_has_begun_is_proposed(mine: Frame) -> None:
    table, set_up = rig()
    for _ in range(REST):
        set_up.see(mine, STILL)
    assert table.proposal == MINE


def test_while_hands_move_nothing_is_proposed(mine: Frame) -> None:
    table, set_up = rig()
    for look in (*[STILL] * (REST - 1), MOVING, *[STILL] * (REST - 1)):
        set_up.see(mine, look)
    assert table.proposal is None


def test_a_proposal_goes_when_the_table_is_cleared(mine: Frame) -> None:
    table, set_up = rig()
    for frame, frames in ((mine, REST), (photo("gold_mine"), AGAIN)):
        for _ in range(frames):
            set_up.see(frame, STILL)
    assert table.proposal is None


def test_a_game_that_has_begun_is_left_alone(mine: Frame) -> None:
    table, set_up = rig()
    table.submit(to_json(table.game.legal(table.state)[0]), by="phone")
    for _ in range(REST):
        set_up.see(mine, STILL)
    assert table.proposal is None


def test_what_sits_on_the_table_already_is_not_proposed(mine: Frame) -> None:
    table, set_up = rig()
    table.start("gold_mine", ["white", "red", "blue"])
    look = Eyes(targets_of(table.sitting.layout)).read(mine.pixels)
    for _ in range(REST):
        set_up.see(mine, look)
    assert table.proposal is None


@pytest.mark.parametrize(
    ("name", "here", "players"),
    [
        ("pyramid_raiders", ["pawn.konga", "pawn.thomas", "pawn.pengino"], ["thomas", "konga", "pengino"]),
        ("gold_raiders", ["raider.red", "raider.orange"], ["p1", "p2"]),
        ("temple_of_gold", ["pawn.suns", "pawn.arms", "pawn.spring"], ["p1", "p2", "p3"]),
        ("go_for_gold", ["sheet.A.1", "sheet.A.2"], ["p1", "p2"]),
    ],
)
def test_the_figures_name_the_players_in_seat_order(name: str, here: list[str], players: list[str]) -> None:
    assert players_on(game_named(name), seen(name, here, len(here))) == players


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("pyramid_raiders", ["pawn.konga", "pawn.thomas"]),  # too few
        ("temple_of_gold", ["pawn.suns", "pawn.spring"]),  # two play with suns and arms
        ("gold_raiders", []),
    ],
)
def test_figures_nobody_can_play_with_name_nobody(name: str, here: list[str]) -> None:
    assert players_on(game_named(name), seen(name, here, 3)) == []


def test_figures_that_have_left_the_start_name_nobody() -> None:
    game = game_named("gold_raiders")
    away = [
        Sighting(one.what, one.x_mm + 200, one.y_mm, 0, 0.99)
        for one in seen(game.name, ["raider.red", "raider.orange"], 2)
    ]
    assert players_on(game, away) == []


def test_a_sort_of_piece_with_one_for_each_player_stands_for_them() -> None:
    layout = game_named("gold_mine").layout()
    assert [piece.name for piece in figures(layout, 6)][:2] == ["miner.red", "miner.green"]
