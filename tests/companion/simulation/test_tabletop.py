"""Pieces lying on a pretend table."""

from collections import Counter
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
