"""Dice in more trays than one."""

from dataclasses import replace

import numpy as np
import pytest

from companion.bench.dice import DrawnDie, draw_die
from vision.dice import is_cocked
from vision.felt import felts_of, slant
from vision.plane import Plane
from vision.sighting import BESIDE_TRAY, Sighting, Targets
from vision.trays import Trays, agreed, dice_in, find_beside, find_passed_over, find_unread, things_beside

PLANE = Plane(np.diag([0.5, 0.5, 1]), np.diag([2.0, 2.0, 1]), 0.0, (1280, 960), (320.0, 240.0, 900.0), 0.0)
TRAYS = (("dig", 40.0, 40.0, 140.0, 140.0), ("raid", 300.0, 40.0, 400.0, 140.0))
TARGETS = Targets(640, 480, {}, 30.0, {}, trays=TRAYS)
WHITE, BLACK = (235, 238, 240), (30, 30, 32)


def table(*dice: DrawnDie) -> np.ndarray:
    pixels = np.full((960, 1280, 3), (90, 120, 60), np.uint8)
    for die in dice:
        draw_die(pixels, die, 32.0)
    return pixels


def test_each_die_knows_its_tray_and_its_colour() -> None:
    pixels = table(DrawnDie(5, 180, 180, 20, WHITE), DrawnDie(3, 700, 180, 50, BLACK, pips=(240, 240, 240)))
    found = {die.zone: die for die in dice_in(pixels, PLANE, TARGETS)}
    assert {zone: die.shows for zone, die in found.items()} == {"dig": "5", "raid": "3"}
    assert min(found["dig"].colour or (0,)) > 150
    assert max(found["raid"].colour or (255,)) < 110


def test_of_a_tray_that_is_not_stale_the_last_reading_stands() -> None:
    before = (Sighting("die", 350, 90, 0, 0.9, "2", zone="raid"),)
    found = dice_in(table(DrawnDie(5, 180, 180)), PLANE, TARGETS, felts_of(PLANE, TARGETS)[:1], before)
    assert {(die.zone, die.shows) for die in found} == {("dig", "5"), ("raid", "2")}


def test_a_lone_tray_is_called_tray() -> None:
    lone = replace(TARGETS, trays=(), tray=(40.0, 40.0, 140.0, 140.0))
    assert lone.every_tray() == (("tray", 40.0, 40.0, 140.0, 140.0),)
    assert replace(TARGETS, tray=TRAYS[0][1:]).every_tray() == TRAYS


def test_a_flat_die_far_aside_of_the_camera_is_not_cocked() -> None:
    aside = slant(PLANE, 320 + 600, 240)
    assert aside == pytest.approx(0.555, abs=0.001)
    assert not is_cocked(0.55, aside)
    assert is_cocked(0.55, slant(PLANE, 320, 240))


def test_a_die_that_leans_over_the_trays_edge_is_read_whole() -> None:
    aside = replace(PLANE, eye_mm=(-400.0, 90.0, 900.0))  # its upper face is seen farther right than it stands
    pixels = table(DrawnDie(2, 296, 180, 0, BLACK, pips=(240, 240, 240)))
    assert [(die.zone, die.shows) for die in dice_in(pixels, aside, TARGETS)] == [("dig", "2")]


def test_a_die_between_two_trays_is_seen_once() -> None:
    close = replace(TARGETS, trays=(("dig", 40.0, 40.0, 140.0, 140.0), ("raid", 140.0, 40.0, 240.0, 140.0)))
    found = dice_in(table(DrawnDie(4, 284, 180)), PLANE, close)
    assert [(die.zone, die.shows) for die in found] == [("raid", "4")]


def test_a_die_that_is_not_read_is_still_there() -> None:
    pixels = table(DrawnDie(5, 180, 180, 20, WHITE), DrawnDie(3, 230, 120, 50, BLACK, pips=(240, 240, 240)))
    read = [die for die in dice_in(pixels, PLANE, TARGETS) if die.shows == "5"]
    unread = list(find_unread(pixels, PLANE, 16.0, felts_of(PLANE, TARGETS)[0], read))
    assert [(round(die.x_mm, -1), round(die.y_mm, -1), die.shows, die.sure) for die in unread] == [(120, 60, None, 0.0)]
    assert max(unread[0].colour or (255,)) < 110


def test_a_die_the_finder_has_no_spot_for_is_read_where_it_lies() -> None:
    pixels, felt = table(DrawnDie(1, 180, 180, 40, WHITE)), felts_of(PLANE, TARGETS)[0]
    (die,) = find_passed_over(pixels, PLANE, 16.0, felt, things_beside(pixels, felt, ()))
    assert (round(die.x_mm, -1), round(die.y_mm, -1), die.shows, die.zone) == (90, 90, "1", "dig")
    assert find_passed_over(pixels, PLANE, 16.0, felt, things_beside(pixels, felt, (die,))) == []


def test_what_is_as_large_as_a_die_and_shows_none_stays_unread() -> None:
    pixels = table()
    pixels[170:200, 170:200] = (40, 40, 200)
    assert [(die.shows, die.sure) for die in dice_in(pixels, PLANE, TARGETS)] == [(None, 0.0)]


def test_an_empty_tray_under_an_edge_of_shadow_holds_nothing() -> None:
    pixels = table()
    pixels[:, 180:] = pixels[:, 180:] // 2
    assert list(find_unread(pixels, PLANE, 16.0, felts_of(PLANE, TARGETS)[0], ())) == []


def test_a_look_that_cannot_read_a_die_does_not_speak_against_the_others() -> None:
    read, unread = Sighting("die", 90, 90, 0, 0.8, "4", zone="dig"), Sighting("die", 91, 90, 0, 0.0, None, zone="dig")
    (die,) = agreed([(unread,), (read,), (read,), (read,)])
    assert (die.shows, die.sure > 0.9) == ("4", True)
    (die,) = agreed([(unread,), (unread,), (read,)])
    assert (die.shows, die.sure) == (None, 0.0)


def test_looking_often_makes_nobody_sure_of_what_each_look_doubts() -> None:
    """A black die at the tray's edge showed 2, was read as 1 with 0.55 four times, and that was entered."""
    fair, poor = Sighting("die", 90, 90, 0, 0.75, "1", zone="dig"), Sighting("die", 90, 90, 0, 0.55, "1", zone="dig")
    assert agreed([(fair,)] * 4)[0].sure > 0.9
    assert agreed([(poor,)] * 4)[0].sure < 0.6


def test_a_die_beside_the_tray_is_found_there_and_not_in_it() -> None:
    pixels = table(DrawnDie(5, 350, 180))  # 35 mm right of the tray's edge
    assert dice_in(pixels, PLANE, TARGETS) == ()
    assert [(die.shows, die.zone) for die in find_beside(pixels, PLANE, TARGETS)] == [("5", BESIDE_TRAY)]


def test_a_die_in_the_tray_lies_beside_none() -> None:
    assert find_beside(table(DrawnDie(5, 180, 180)), PLANE, TARGETS) == []


def test_a_tray_that_looks_the_same_is_not_read_again() -> None:
    trays, pixels = Trays(TARGETS), table(DrawnDie(5, 180, 180))
    (die,) = trays.read(pixels, PLANE, None)
    noisy = np.clip(pixels + np.random.default_rng(1).normal(0, 2.5, pixels.shape), 0, 255).astype(np.uint8)
    assert trays.read(noisy, PLANE, None) == (die,)  # to the last digit, as no reading with other noise would be


def test_a_die_that_was_turned_where_it_lay_is_read_again() -> None:
    trays = Trays(TARGETS)
    trays.read(table(DrawnDie(4, 180, 180)), PLANE, None)
    assert [die.shows for die in trays.read(table(DrawnDie(5, 180, 180)), PLANE, None)] == ["5"]


def test_eyes_that_forget_read_every_tray() -> None:
    trays, pixels = Trays(TARGETS), table(DrawnDie(5, 180, 180))
    trays.read(pixels, PLANE, None)
    trays.forget()
    assert trays.dice == ()
    assert [die.shows for die in trays.read(pixels, PLANE, None)] == ["5"]


def test_a_die_beside_the_tray_stays_while_nothing_happens_there() -> None:
    trays, pixels = Trays(TARGETS), table(DrawnDie(5, 350, 180))
    trays.read(pixels, PLANE, None)
    assert trays.read_beside(pixels, PLANE) is not None
    assert [die.zone for die in trays.read(pixels, PLANE, [(1000, 700, 1100, 800)])] == [BESIDE_TRAY]
    assert trays.read(pixels, PLANE, [(300, 100, 400, 200)]) == ()


def test_a_die_put_half_beyond_the_edge_is_noticed() -> None:
    trays = Trays(TARGETS)
    trays.read(table(), PLANE, None)
    assert [die.shows for die in trays.read(table(DrawnDie(5, 290, 180)), PLANE, None)] == ["5"]


def test_a_die_under_a_hand_lies_there_still_when_the_hand_has_gone() -> None:
    """Nothing has changed then, so that nothing is read again: the die had vanished for good."""
    trays, pixels = Trays(TARGETS), table(DrawnDie(5, 180, 180))
    trays.read(pixels, PLANE, None)
    hand, covered = np.zeros((240, 320), np.uint8), pixels.copy()
    hand[20:60, 30:60], covered[80:240, 120:240] = 255, (120, 150, 200)
    assert [die.shows for die in trays.read(covered, PLANE, [(120, 80, 240, 240)], hand)] == ["5"]
    assert [die.shows for die in trays.read(pixels, PLANE, [])] == ["5"]
    assert trays.read(table(), PLANE, [(120, 80, 240, 240)]) == ()
