"""Which mode a camera is used in: enough pixels for the smallest marker, the whole view, five looks a second."""

import pytest

from hardware.modes import Field, Fit, Mode, fit, mode_for, px_a_module

A1_MM = (841.0, 594.0)
CAMERA_3 = (Mode((1536, 864), 120.1, 0.67), Mode((2304, 1296), 56.0), Mode((4608, 2592), 14.4))
CAMERA_2 = (Mode((1640, 1232), 41.9), Mode((1920, 1080), 47.6, 0.42), Mode((3280, 2464), 21.2))


def chosen(module_mm: float, modes=CAMERA_3) -> Fit:
    found = mode_for(A1_MM, module_mm, modes)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("module_mm", "modes", "size"),
    [
        (2.0, CAMERA_3, (2304, 1296)),
        (1.25, CAMERA_3, (4608, 2592)),
        (2.0, CAMERA_2, (1640, 1232)),
        (1.25, CAMERA_2, (3280, 2464)),
    ],
)
def test_the_smallest_mode_is_taken_that_gives_three_pixels_a_module(module_mm, modes, size):
    found = chosen(module_mm, modes)
    assert found.mode.size == size
    assert found.is_enough


def test_a_mode_that_shows_less_of_the_view_is_left_alone_though_it_is_smaller():
    assert chosen(4.0).mode.size == (2304, 1296)


def test_a_mode_too_slow_to_look_five_times_a_second_is_left_alone():
    assert chosen(1.25, (Mode((2304, 1296), 56.0), Mode((4608, 2592), 4.0))).mode.size == (2304, 1296)


def test_where_no_mode_is_enough_the_largest_is_taken_and_the_words_say_what_would_do():
    found = chosen(0.5)
    assert (found.mode.size, found.is_enough) == ((4608, 2592), False)
    assert str(found) == (
        "4608 x 2592 gives the smallest marker 2.0 px a module, and 3 are needed;"
        " use a camera with more pixels, or print the kit larger"
    )


def test_without_modes_there_is_nothing_to_choose():
    assert mode_for(A1_MM, 2.0, ()) is None


def test_the_height_is_where_the_field_just_fits_the_lens():
    found = fit(Field(1000, 500, 2.0, fov_deg=90.0), Mode((2000, 1000), 30.0))
    assert found.height_mm == pytest.approx(550.0)  # a right angle sees twice its height, and a tenth is to spare
    assert str(found) == "2000 x 1000 gives the smallest marker 3.6 px a module from 55 cm"


def test_a_field_on_end_is_read_as_well_by_a_camera_turned_with_it():
    assert px_a_module(Field(594, 841, 2.0), (2304, 1296)) == px_a_module(Field(841, 594, 2.0), (2304, 1296))
