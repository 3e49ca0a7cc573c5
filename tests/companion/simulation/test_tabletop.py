"""Pieces lying on a pretend table."""

from collections import Counter
from math import dist
from random import Random

import pytest

from companion.games import game_named
from companion.layout import Placement
from companion.simulation.tabletop import Tabletop

LAYOUT = game_named("pyramid_raiders").layout()


def table() -> Tabletop:
    return Tabletop(LAYOUT, Random(1))


def test_a_piece_lies_near_its_seat_a_little_askew() -> None:
    lying = table().put(Placement("pawn.thomas", "e5"))
    x, y = LAYOUT.space["e5"].seat("pawn")
    assert 0 < abs(lying.x_mm - x) + abs(lying.y_mm - y) < 10


def test_arranging_touches_only_what_differs() -> None:
    one = table()
    one.arrange(Counter({Placement("pawn.thomas", "e5"), Placement("token.red", "e6")}))
    token = next(lying for lying in one.lying() if lying.piece == "token.red")
    new = one.arrange(Counter({Placement("pawn.thomas", "d5"), Placement("token.red", "e6")}))
    assert new == [Placement("pawn.thomas", "d5")]
    assert token in one.lying()


def test_a_played_card_stays_until_its_place_is_needed() -> None:
    one = table()
    card, back = Placement("action.thomas.3", "seat1.card"), Placement("card.back", "seat1.card")
    one.arrange(Counter({card}))
    one.arrange(Counter())
    assert [lying.piece for lying in one.lying()] == ["action.thomas.3"]
    one.arrange(Counter({back}))
    assert [lying.piece for lying in one.lying()] == ["card.back"]


def test_dice_come_to_rest_in_the_tray_and_apart() -> None:
    one = table()
    tray = LAYOUT.zone["tray"]
    for _ in range(50):
        one.roll({"mine": 3, "yours": 5})
        a, b = one.dice
        assert (a.value, b.value) == (3, 5)
        assert tray.holds(a.x_mm, a.y_mm)
        assert abs(a.x_mm - b.x_mm) + abs(a.y_mm - b.y_mm) > LAYOUT.die_mm


def test_a_turned_piece_lies_near_its_facing() -> None:
    lying = table().put(Placement("guardian.1", "e5", 150))
    assert lying.turned_deg == pytest.approx(150, abs=15)


def test_taking_what_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError, match=r"no pawn.thomas lies on e5"):
        table().take(Placement("pawn.thomas", "e5"))


def test_every_change_can_be_told_by_the_version() -> None:
    one = table()
    versions = [one.version]
    lying = one.put(Placement("pawn.thomas", "e5"))
    versions.append(one.version)
    one.move(lying.id, 100, 100, 0)
    versions.append(one.version)
    one.roll({"die": 1})
    versions.append(one.version)
    assert versions == sorted(set(versions))


def test_a_card_there_is_once_never_lies_in_two_places() -> None:
    one = table()
    one.arrange(Counter({Placement("action.thomas.3", "seat2.card")}))
    one.arrange(Counter({Placement("action.thomas.3", "seat1.card")}))
    assert [lying.space for lying in one.lying()] == ["seat1.card"]


HUNT = game_named("go_for_gold")


def written_on() -> Tabletop:
    """A sheet with one line on it."""
    tabletop = Tabletop(HUNT.layout(["p1", "p2"]), Random(1))
    line = Placement("line", "seat1.A5", 60)
    tabletop.arrange(Counter([line, Placement("sheet.A.1", "seat1.sheet")]))
    return tabletop


def test_people_draw_where_the_sheet_lies() -> None:
    sheet, line = written_on().lying()
    home, start = HUNT.layout().space["seat1.sheet"], HUNT.layout().space["seat1.A5"]
    assert line.on == sheet.id
    assert line.turned_deg == pytest.approx(60 + sheet.turned_deg)
    assert dist((line.x_mm, line.y_mm), (sheet.x_mm, sheet.y_mm)) == pytest.approx(
        dist((start.x_mm, start.y_mm), (home.x_mm, home.y_mm))
    )


def test_what_is_drawn_moves_with_its_sheet() -> None:
    tabletop = written_on()
    sheet, before = tabletop.lying()
    tabletop.move(sheet.id, sheet.x_mm + 100, sheet.y_mm, sheet.turned_deg + 90)
    after = next(one for one in tabletop.lying() if one.piece == "line")
    assert after.x_mm - sheet.x_mm - 100 == pytest.approx(-(before.y_mm - sheet.y_mm))
    assert next(iter(tabletop.placements())) == Placement("line", "seat1.A5", 60)


def test_a_line_that_is_taken_back_is_rubbed_out_and_leaves_its_trace() -> None:
    tabletop = written_on()
    tabletop.arrange(Counter([Placement("sheet.A.1", "seat1.sheet")]))
    assert list(tabletop.placements()) == [Placement("sheet.A.1", "seat1.sheet")]
    assert [one.is_rubbed_out for one in tabletop.lying()] == [False, True]
    tabletop.arrange(Counter([Placement("sheet.A.1", "seat1.sheet"), Placement("line", "seat1.A5", 60)]))
    assert [one.is_rubbed_out for one in tabletop.lying()] == [False, True, False]


def test_a_piece_on_a_tile_stands_higher_by_its_thickness() -> None:
    layout = game_named("temple_of_gold").layout()
    one, tile, pawn = Tabletop(layout, Random(1)), layout.piece["tile.suns_n"], layout.piece["pawn.suns"]
    space = next(space for space in layout.spaces if tile.seat in space.seats and pawn.seat in space.seats)
    standing = one.put(Placement(pawn.name, space.name))
    assert one.heights()[standing.id] == pawn.top_mm
    under = one.put(Placement(tile.name, space.name))
    assert one.heights() == {standing.id: pawn.top_mm + tile.thickness_mm, under.id: tile.top_mm}


def test_a_pawn_beside_the_edge_of_a_hexagon_does_not_stand_on_it() -> None:
    """Fountains were as wide as a rectangle at their corners: a pawn on the next space stood in the air."""
    layout = game_named("pyramid_raiders").layout()
    one = Tabletop(layout, Random(1), askew_mm=0, askew_deg=0)
    one.put(Placement("fountain", "h5"))
    pawn = layout.piece["pawn.polavsky"]
    beside, on_it = one.put(Placement(pawn.name, "i4")), one.put(Placement(pawn.name, "h5"))
    assert one.heights()[on_it.id] == pawn.top_mm + layout.piece["fountain"].thickness_mm

    def height(x_mm: float, y_mm: float) -> float:
        middle = layout.space["h5"]
        one.move(beside.id, middle.x_mm + x_mm, middle.y_mm + y_mm, 0.0)
        return one.heights()[beside.id] - pawn.top_mm

    assert height(-21.0, 26.0) == 0
    assert height(0.0, 26.0) == height(-21.0, 0.0) == layout.piece["fountain"].thickness_mm


def test_toppers_set_down_askew_touch_and_do_not_lie_over_each_other() -> None:
    """Blocks of one height cannot: what the camera saw of miners half over each other no hand could have laid."""
    mine = game_named("gold_mine").layout()
    wide = mine.piece["miner.red"].width_mm
    for seed in range(20):
        one = Tabletop(mine, Random(seed), askew_mm=2.6)
        red = one.put(Placement("miner.red", "3,2,ne"))
        blue = one.put(Placement("miner.blue", "3,2,se"))
        assert max(abs(red.x_mm - blue.x_mm), abs(red.y_mm - blue.y_mm)) >= wide - 1e-9


def test_a_miner_whose_foot_reaches_over_a_tile_stands_on_it() -> None:
    """His middle was over the gap between two tiles, and he stood as low as the table."""
    mine = game_named("gold_mine").layout()
    one = Tabletop(mine, Random(1), askew_mm=0.0, askew_deg=0.0)
    tile, miner = one.put(Placement("tile.T01", "3,2", 0)), one.put(Placement("miner.red", "3,2,e"))
    heights = []
    for aside in (20.0, 24.0, 29.0):
        one.move(miner.id, tile.x_mm + aside, tile.y_mm, 0.0)
        heights.append(one.heights()[miner.id])
    assert heights == [14.0, 14.0, 12.0]
