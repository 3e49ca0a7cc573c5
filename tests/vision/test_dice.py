"""Dice found and read: drawn ones, whose truth is known, and photographs where they are at hand."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.bench.dice import DIE_PX, TRAY, DrawnDie, draw_die, picture
from training.dice.coat import Coat
from training.dice.render import ANY_ROOM, Body, Drilling, shoot, top_side, turn
from vision import dice
from vision.dice import DieSighting, find_dice, looks, one_to_a_place, promising, sure_of_all, upright
from vision.dice_net import MODELS, Look, Spot
from vision.dice_spots import Glances

Image = NDArray[np.uint8]
PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
COATS = {
    "ivory": ((205, 232, 240), (20, 20, 25)),
    "black": ((30, 28, 32), (240, 240, 240)),
    "red on black": ((25, 22, 24), (50, 40, 200)),
    "gold on red": ((35, 30, 170), (90, 190, 225)),
    "yellow on green": ((70, 130, 20), (40, 230, 240)),
    "white on blue": ((170, 80, 20), (245, 245, 245)),
}
INK, ONES = np.full(3, 0.03, np.float32), np.ones(3, np.float32)
WHITE = Coat(ONES * np.float32(0.85), INK, INK, INK, None, 1.0, ONES, 0.9, 0.7, 0.2)
WOOD = (100, 640, 1180, 950)  # below the printed board
needs_photos = pytest.mark.skipif(not PHOTOS.is_dir(), reason="the photographs of ../shared/photos are not here")


def centres(dice: list[DieSighting]) -> list[tuple[int, int, int]]:
    """Value and centre in tens of pixels, in order."""
    return sorted((d.value, round((d.box[0] + d.box[2]) / 20), round((d.box[1] + d.box[3]) / 20)) for d in dice)


@pytest.mark.parametrize("coat", COATS)
def test_all_six_values_are_read_on_a_wooden_table(coat: str) -> None:
    body, pips = COATS[coat]
    drawn = [DrawnDie(v, 200 + 150 * v, 800, 23 * v, body, pips) for v in range(1, 7)]
    found = find_dice(picture(drawn), die_px=DIE_PX, region=WOOD)
    assert centres(found) == [(v, 20 + 15 * v, 80) for v in range(1, 7)]


@pytest.mark.parametrize("side", [24, 36, 60, 110])
def test_a_die_is_read_at_every_size(side: int) -> None:
    found = find_dice(picture([DrawnDie(5, 640, 790, 15)], side=side), region=WOOD)
    assert centres(found) == [(5, 64, 79)]


def test_a_die_seen_from_aside_may_look_twice_as_wide_as_its_side() -> None:
    view = picture([DrawnDie(5, 640, 790, 15)])
    seen = find_dice(view, region=WOOD)[0].box
    small = (seen[2] - seen[0]) / 1.9
    assert centres(find_dice(view, die_px=small, region=WOOD, slant=0.6)) == [(5, 64, 79)]
    assert find_dice(view, die_px=small, region=WOOD) == []


def test_small_dice_are_read_in_a_picture_as_large_as_phones_take() -> None:
    frame = np.full((2880, 3840, 3), (150, 160, 165), np.uint8)
    for value in range(1, 7):
        draw_die(frame, DrawnDie(value, 500 + 480 * value, 1500, 23 * value), side=34)
    assert centres(find_dice(frame)) == [(v, 50 + 48 * v, 150) for v in range(1, 7)]


def test_refusals_end_the_reading_by_their_number_not_by_how_slow_the_machine_is() -> None:
    glances = Glances(picture([]))
    wood = [Spot(300 + 10 * k, 800, 40, 0.3) for k in range(9)]
    assert list(promising(glances, wood, patience=4)) == []
    assert len(glances.taken) == 4


def test_a_cloth_full_of_small_spots_leaves_patience_for_larger_ones() -> None:
    """A tablecloth's 200 squares were hotter than the die on it, which was never looked at."""
    glances = Glances(picture([DrawnDie(5, 640, 790, 15)]))
    cloth = [Spot(300 + 10 * k, 900, 15, 0.8) for k in range(9)]
    (die,) = promising(glances, [*cloth, Spot(640, 790, 45, 0.3)], patience=4)
    assert die.chances.argmax() == 5
    assert len(glances.taken) == 5


def test_a_doubtful_look_is_set_right_by_further_ones_and_a_clear_one_is_believed() -> None:
    view, box = picture([DrawnDie(5, 640, 790, 15)]), (620.0, 770.0, 660.0, 810.0)
    clear, doubtful = (np.array([1 - p, 0, 0, 0, p, 0, 0], np.float32) for p in (0.999, 0.6))
    believed, set_right = looks(view, [Look(clear, box, 0.1, 0.9), Look(doubtful, box, 0.1, 0.4)])
    assert believed.chances is clear
    assert set_right.chances.argmax() == 5
    assert set_right.heat == 0.4


def rendered(seeds: range, tilt_deg: float, cocked_deg: dict[int, float]) -> tuple[Image, list[int]]:
    """Dice in a row on a grey table, seen aslant, those named by their number lying cocked; what they show."""
    table = np.full((240, 40 + 112 * len(seeds), 3), 140.0, np.float32)
    shown = []
    for n, seed in enumerate(seeds):
        rng = np.random.default_rng(seed)
        body, pips = Body(rng), Drilling(rng)
        tipped = turn(0, float(np.deg2rad(cocked_deg.get(n, 0.0))))
        lay = np.asarray(turn(2, 0.6 * n) @ tipped @ turn(2, 0.9 * n + 0.3), np.float32)
        layers = shoot(rng, ANY_ROOM, body, pips, lay, float(np.deg2rad(tilt_deg)), 0.0).layers
        part = table[64:176, 20 + 112 * n : 132 + 112 * n]
        alpha, shadow = layers[..., 5:6] / 255, layers[..., 6:7] / 255
        die = WHITE.paint(layers[..., [0, 2, 3, 4]].astype(np.float32), layers[..., 1])
        part[:] = part * (1 - shadow * (1 - alpha)) * (1 - alpha) + die * alpha
        shown.append(pips.sides[top_side(lay)])
    return np.asarray(np.clip(table, 0, 255), np.uint8), shown


def values(found: list[DieSighting]) -> list[int]:
    return [d.value for d in sorted(found, key=lambda d: d.box[0])]


def test_a_picture_held_upside_down_is_read_the_right_way_up() -> None:
    frame, shown = rendered(range(3, 9), 36.0, {})
    assert values(find_dice(frame)) == shown
    assert values(find_dice(np.ascontiguousarray(frame[::-1, ::-1]))) == shown[::-1]


def clear_look(value: int, chance: float, box: tuple[float, float, float, float], lean: float = 0.6) -> Look:
    said = np.full(7, (1 - chance) / 6, np.float32)
    said[value] = chance
    return Look(said, box, lean, 0.9)


@pytest.mark.parametrize(("chance", "value", "settled"), [(0.995, 3, False), (0.6, 5, True)])
def test_a_picture_is_taken_as_it_is_unless_its_dice_speak_plainly_against_it(
    chance: float, value: int, settled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen aslant a die's 3 lay above its 5, and turned over was a little likelier: 5 was read."""
    monkeypatch.setattr(dice, "read_spot", lambda _, spot, **how: clear_look(5, 0.998, (10, 10, 50, 50)))
    seen, most = upright(np.zeros((60, 60, 3), np.uint8), [clear_look(3, chance, (10, 10, 50, 50))])
    assert [int(k.chances.argmax()) for k in seen] == [value]
    assert (float(seen[0].chances.max()) > 0.9, most < 1) == (settled, settled)


def test_a_die_half_behind_another_is_a_die_of_its_own() -> None:
    """Seen aslant the nearer one's box holds nearly half of the other's: that was struck, read right as it was."""
    behind, before = clear_look(5, 0.95, (100, 60, 160, 120)), clear_look(1, 0.97, (110, 90, 170, 150))
    assert one_to_a_place([behind, before]) == [before, behind]
    again = clear_look(5, 0.9, (104, 66, 164, 126))
    assert one_to_a_place([behind, again]) == [behind]


def test_a_cocked_die_is_said_to_be_cocked_and_not_sure() -> None:
    frame, _ = rendered(range(3, 8), 0.0, {2: 42.0})
    found = sorted(find_dice(frame, die_px=60), key=lambda d: d.box[0])
    assert [d.state for d in found] == ["flat", "flat", "cocked", "flat", "flat"]
    assert found[2].sure <= 0.5


def test_a_die_is_cocked_that_leans_otherwise_than_the_others_of_a_photograph() -> None:
    frame, _ = rendered(range(3, 8), 0.0, {2: 42.0})
    found = sorted(find_dice(frame), key=lambda d: d.box[0])
    assert [d.state for d in found] == ["flat", "flat", "cocked", "flat", "flat"]


def test_a_roll_is_as_sure_as_all_its_dice_together() -> None:
    dice = [DieSighting(v, (0, 0, 9, 9), sure, (0, 0, 0)) for v, sure in ((1, 0.9), (6, 0.5))]
    assert sure_of_all(dice) == pytest.approx(0.45)
    assert sure_of_all([]) == 1.0


def test_touching_dice_are_two_dice() -> None:
    found = find_dice(picture([DrawnDie(6, 1000, 760), DrawnDie(3, 1036, 760)]), die_px=DIE_PX, region=TRAY)
    assert sorted(d.value for d in found) == [3, 6]


def test_wood_markers_and_number_tokens_are_no_dice() -> None:
    assert find_dice(picture([])) == []


@pytest.mark.parametrize("level", [0, 90, 255])
def test_a_blank_picture_has_no_dice(level: int) -> None:
    assert find_dice(np.full((480, 640, 3), level, np.uint8)) == []


def test_noise_has_no_dice() -> None:
    noise = np.random.default_rng(5).integers(0, 256, (480, 640, 3)).astype(np.uint8)
    assert find_dice(noise) == []


def test_a_picture_smaller_than_a_die_has_no_dice() -> None:
    assert find_dice(np.zeros((6, 6, 3), np.uint8)) == []


def test_only_the_region_is_searched_and_boxes_stay_in_the_frame() -> None:
    frame = picture([DrawnDie(4, 1100, 780), DrawnDie(2, 500, 780)])
    assert centres(find_dice(frame, die_px=DIE_PX, region=TRAY)) == [(4, 110, 78)]


def test_what_already_lay_on_the_empty_table_is_not_a_new_die() -> None:
    printed = picture([DrawnDie(3, 1040, 740)])
    frame = printed.copy()
    draw_die(frame, DrawnDie(5, 1140, 840), DIE_PX)
    assert centres(find_dice(frame, die_px=DIE_PX, region=TRAY, empty=printed)) == [(5, 114, 84)]


def test_body_colour_tells_white_from_black() -> None:
    frame = picture([DrawnDie(2, 1040, 740), DrawnDie(5, 1140, 840, 0, *COATS["black"])])
    colours = {d.value: sum(d.colour) / 3 for d in find_dice(frame, die_px=DIE_PX, region=TRAY)}
    assert colours[2] > 180
    assert colours[5] < 80


def test_sure_is_a_chance_and_a_clear_die_is_sure() -> None:
    found = find_dice(picture([DrawnDie(1, 1040, 740, 30)]), die_px=DIE_PX, region=TRAY)
    assert 0.9 <= found[0].sure <= 1.0


def test_the_table_may_be_dark_or_bright() -> None:
    frame = picture([DrawnDie(6, 1040, 740, 30)])
    for gain in (0.4, 0.7, 1.3):
        lit = np.clip(frame * gain, 0, 255).astype(np.uint8)
        assert [d.value for d in find_dice(lit, die_px=DIE_PX, region=TRAY)] == [6]


def test_the_networks_fit_in_three_megabytes() -> None:
    assert sum(p.stat().st_size for p in MODELS.glob("dice_*.onnx")) <= 3_000_000


def test_importing_reads_no_network() -> None:
    code = "import vision.dice_net as n; assert not vars(n._mine)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=MODELS.parents[1])


def photographed(count_per_set: int) -> list[dict[str, Any]]:
    """The same few photographs each time: every set's pictures at even steps."""
    records = [json.loads(line) for line in (PHOTOS / "labels.jsonl").read_text().splitlines()]
    sets = sorted({r["set"] for r in records})
    groups = [[r for r in records if r["set"] == name] for name in sets]
    return [r for group in groups for r in group[:: max(1, len(group) // count_per_set)][:count_per_set]]


def is_in(die: DieSighting, box: list[float]) -> bool:
    x, y, slack = (
        (die.box[0] + die.box[2]) / 2,
        (die.box[1] + die.box[3]) / 2,
        0.15 * max(box[2] - box[0], box[3] - box[1]),
    )
    return box[0] - slack <= x <= box[2] + slack and box[1] - slack <= y <= box[3] + slack


@needs_photos
def test_photographed_dice_are_read() -> None:
    dice = right = 0
    for record in photographed(8):
        found = find_dice(np.asarray(cv2.imread(str(PHOTOS / record["image"])), np.uint8))
        for d in record["dice"]:
            large = max(d["box"][2] - d["box"][0], d["box"][3] - d["box"][1]) >= 28
            if large and not d.get("ignore"):
                dice += 1
                right += any(f.value == d["value"] and is_in(f, d["box"]) for f in found)
    assert dice > 80
    assert right / dice >= 0.97


@needs_photos
def test_of_the_sure_readings_of_photographs_hardly_any_is_wrong() -> None:
    sure = wrong = 0
    for record in photographed(8):
        for f in find_dice(np.asarray(cv2.imread(str(PHOTOS / record["image"])), np.uint8)):
            if f.sure >= 0.9:
                sure += 1
                wrong += not any(
                    is_in(f, d["box"]) and (d.get("ignore") or d["value"] == f.value) for d in record["dice"]
                )
    assert sure > 60
    assert wrong <= max(1, 0.005 * sure)


@needs_photos
def test_few_playing_cards_pass_for_dice() -> None:
    cards = [r for r in photographed(20) if r["set"] == "cards"]
    false = [find_dice(np.asarray(cv2.imread(str(PHOTOS / r["image"])), np.uint8)) for r in cards]
    assert sum(map(len, false)) <= 3  # on 20 pictures
