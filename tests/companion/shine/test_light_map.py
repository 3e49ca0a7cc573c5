"""Which LEDs a space is, for every kind of lights and every game."""

import msgspec
import pytest

from companion.errors import BadInput
from companion.games import game_named, game_names
from companion.layout import Layout, Space
from companion.shine.light_map import DARK, LightMap, LightsConfig, bar_colours, lamp_places, light_map

RED, BLUE = (255, 0, 0), (0, 0, 255)


def table(*spaces: Space) -> Layout:
    return Layout("little", 800, 400, (0, 1, 2, 3), spaces, (), ())


CORNERS = table(Space("a", 1, 1), Space("b", 799, 1), Space("c", 799, 399), Space("d", 1, 399))


def test_a_lamp_shines_at_its_hole_and_spaces_without_one_stay_dark():
    layout = table(Space("a", 100, 100, {"pawn": (0, 0), "lamp": (17, 0)}), Space("bank", 300, 300))
    assert lamp_places(layout) == {"a": (117, 100)}


def test_a_table_without_holes_shines_at_every_centre():
    assert lamp_places(table(Space("a", 100, 100), Space("b", 5, 6))) == {"a": (100, 100), "b": (5, 6)}


def test_one_led_under_every_space_in_the_order_of_the_layout():
    assert light_map(CORNERS, LightsConfig(first=2)).leds == {"a": (2,), "b": (3,), "c": (4,), "d": (5,)}


def test_one_led_under_every_space_in_the_order_the_owner_laid_the_chain():
    plan = light_map(CORNERS, LightsConfig(order={"little": ("c", "a"), "other": ("x",)}))
    assert (plan.leds, plan.count) == ({"c": (0,), "a": (1,)}, 2)


@pytest.mark.parametrize(("order", "why"), [(("a", "z9"), "names z9; little has a, b"), (("a", "a"), "twice")])
def test_an_order_that_fits_no_board_is_refused(order, why):
    with pytest.raises(BadInput, match=why):
        light_map(CORNERS, LightsConfig(order={"little": order}))


@pytest.mark.parametrize(
    ("corner", "serpentine", "leds"),
    [
        ("top_left", False, (0, 7, 63, 56)),
        ("top_left", True, (0, 7, 56, 63)),
        ("top_right", True, (7, 0, 63, 56)),
        ("bottom_left", False, (56, 63, 7, 0)),
        ("bottom_right", True, (56, 63, 0, 7)),
    ],
)
def test_a_matrix_of_eight_by_eight_from_any_corner(corner, serpentine, leds):
    plan = light_map(CORNERS, LightsConfig(kind="matrix", corner=corner, serpentine=serpentine))
    assert tuple(plan.leds[name][0] for name in "abcd") == leds
    assert plan.count == 64


def test_a_matrix_of_sixteen_by_sixteen_tells_spaces_apart_that_eight_by_eight_cannot():
    near = table(Space("a", 10, 10), Space("b", 60, 10))
    eight = light_map(near, LightsConfig(kind="matrix")).leds
    sixteen = light_map(near, LightsConfig(kind="matrix", size=16)).leds
    assert (eight["a"] == eight["b"], sixteen["a"] == sixteen["b"]) == (True, False)


def test_spaces_beside_the_matrix_have_no_led():
    plan = light_map(CORNERS, LightsConfig(kind="matrix", area_mm=(0, 0, 400, 400)))
    assert set(plan.leds) == {"a", "d"}


def test_a_matrix_over_nothing_is_refused():
    with pytest.raises(BadInput, match="give the upper left corner first"):
        light_map(CORNERS, LightsConfig(kind="matrix", area_mm=(400, 0, 0, 400)))


def test_a_strip_around_the_edge_runs_clockwise_and_points_from_every_side():
    plan = light_map(CORNERS, LightsConfig(kind="edge", sides={"top": 8, "right": 4, "bottom": 8, "left": 4}))
    assert plan.count == 24
    assert plan.leds == {"a": (0, 8, 19, 23), "b": (7, 8, 12, 23), "c": (7, 11, 12, 20), "d": (0, 11, 19, 20)}


def test_row_and_column_lights_are_two_sides_in_the_order_of_the_chain():
    plan = light_map(CORNERS, LightsConfig(kind="edge", sides={"left": 4, "top": 8}))
    assert plan.leds["a"] == (3, 4)


def test_a_strip_along_no_side_is_refused():
    with pytest.raises(BadInput, match=r"say how many LEDs run along each side"):
        light_map(CORNERS, LightsConfig(kind="edge"))


def test_a_timer_bar_only_lights_no_space():
    plan = light_map(CORNERS, LightsConfig(kind="bar", bar_leds=4))
    assert (plan.leds, plan.bar, plan.count) == ({}, (0, 1, 2, 3), 4)


def test_the_bar_is_the_end_of_the_chain():
    assert light_map(CORNERS, LightsConfig(leds=10, bar_leds=3)).bar == (7, 8, 9)


def test_a_chain_too_short_for_the_board_is_refused_with_what_it_needs():
    with pytest.raises(BadInput, match=r"lights.leds is 5, and the per_space lights of little need 6"):
        light_map(CORNERS, LightsConfig(leds=5, bar_leds=2))


def test_seat_lamps_follow_the_chain_however_long_it_is():
    plan = light_map(CORNERS, LightsConfig(seats=("seat.red", "seat.blue")))
    lit = {"a": RED, "seat.blue": BLUE}
    assert plan.paint(lit) == [RED, DARK, DARK, DARK, DARK, BLUE]
    assert plan.paint(lit, count=8) == [RED, DARK, DARK, DARK, DARK, DARK, DARK, BLUE]


def test_a_row_shorter_than_the_map_shows_what_it_has():
    plan = light_map(CORNERS, LightsConfig(seats=("seat.red",)))
    assert plan.paint(dict.fromkeys(("a", "b", "c", "d", "seat.red"), RED), count=3) == [RED, RED, RED]
    assert plan.paint({"c": RED}, count=3) == [DARK, DARK, DARK]


def test_where_two_spaces_share_an_led_each_colour_takes_its_brighter_part():
    plan = LightMap(1, {"a": (0,), "b": (0,)}, chain=1)
    assert plan.paint({"a": (200, 10, 0), "b": (100, 20, 0)}) == [(200, 20, 0)]


def test_a_name_without_an_led_is_left_to_the_phones():
    assert LightMap(1, {"a": (0,)}, chain=1).paint({"rail.x.3": RED}) == [DARK]


def test_the_bar_goes_from_green_over_amber_to_red():
    assert [bar_colours(2, share) for share in (1.0, 0.5, 0.1, 0.0, None)] == [
        [(0, 255, 0), (0, 255, 0)],
        [(255, 120, 0), DARK],
        [(51, 0, 0), DARK],
        [DARK, DARK],
        [DARK, DARK],
    ]


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"kind": "laser"}, "Invalid enum value"),
        ({"leds": 301}, "lights.leds is 301; give 0 to 300"),
        ({"first": -1}, "lights.first is -1; give 0 to 300"),
        ({"brightness": 0.0}, "lights.brightness is 0; it is a share above 0"),
        ({"kind": "edge", "sides": {"top": 0}}, "no LED on top; leave that side out"),
        ({"bar_leds": 8}, "lights.bar_leds needs lights.leds"),
        ({"leeds": 3}, "unknown field `leeds`"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings, why):
    with pytest.raises(msgspec.ValidationError, match=why):
        msgspec.convert(settings, LightsConfig)


KINDS = {
    "per_space": LightsConfig(),
    "matrix": LightsConfig(kind="matrix", size=16),
    "edge": LightsConfig(kind="edge", sides={"top": 60, "left": 40}),
    "bar": LightsConfig(kind="bar", bar_leds=8),
}


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("kind", KINDS)
def test_every_game_has_a_map_on_every_kind_of_lights(name, kind):
    plan = light_map(game_named(name).layout(), KINDS[kind])
    used = {led for leds in plan.leds.values() for led in leds}
    assert used <= set(range(plan.chain))
    assert (kind == "bar") == (not used)
