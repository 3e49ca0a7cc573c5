"""Buttons: what each press, long press and double press tells, in order."""

import pytest

from hardware.buttons import Buttons
from hardware.errors import NoPins, UnknownLight
from hardware.gpio_lights import PlayerLeds

PINS = {"confirm": 23, "undo": 24, "pause": 25}


class Desk:
    """Three buttons on mock pins, and all they told."""

    def __init__(self, pins, clock) -> None:
        self.told: list[str] = []
        self.clock = clock
        self.pins = pins
        self.buttons = Buttons(PINS, self.told.append, clock, pins)

    def press(self, name: str, for_s: float = 0.1, beat_s: float = 0.1) -> None:
        """Down, some steps of the lamps' loop, up."""
        self.pins.pin(PINS[name]).drive_low()
        end_s = self.clock.now + for_s
        while self.clock.now < end_s - 1e-9:
            self.clock.now += min(beat_s, end_s - self.clock.now)
            self.buttons.step(self.clock.now)
        self.pins.pin(PINS[name]).drive_high()


@pytest.fixture
def desk(plain_pins, clock) -> Desk:
    desk = Desk(plain_pins, clock)
    yield desk
    desk.buttons.close()


def test_each_button_tells_its_name_when_it_is_let_go(desk):
    for name in ("confirm", "undo", "pause", "confirm"):
        desk.press(name)
    assert desk.told == ["confirm", "undo", "pause", "confirm"]


def test_nothing_is_told_while_a_short_press_is_still_down(desk):
    desk.pins.pin(23).drive_low()
    desk.buttons.step(desk.clock.now + 1.4)
    assert desk.told == []


def test_holding_confirm_ends_the_round_at_once_and_letting_go_says_nothing_more(desk):
    desk.press("confirm", for_s=3.0)
    assert desk.told == ["end_round"]


def test_a_long_hold_counts_even_if_the_loop_was_late(desk):
    desk.pins.pin(23).drive_low()
    desk.clock.now += 2.0
    desk.pins.pin(23).drive_high()
    assert desk.told == ["end_round"]


def test_holding_undo_or_pause_is_still_undo_or_pause(desk):
    desk.press("undo", for_s=3.0)
    desk.press("pause", for_s=3.0)
    assert desk.told == ["undo", "pause"]


def test_two_buttons_at_once_are_told_as_they_are_let_go(desk):
    desk.pins.pin(23).drive_low()
    desk.pins.pin(24).drive_low()
    desk.pins.pin(24).drive_high()
    desk.pins.pin(23).drive_high()
    assert desk.told == ["undo", "confirm"]


def test_buttons_ask_for_contact_bounce_to_be_filtered(desk):
    assert [desk.pins.pin(pin).bounce for pin in PINS.values()] == [0.03] * 3


def test_an_unknown_button_is_refused(plain_pins, clock):
    with pytest.raises(UnknownLight, match="no button panic; known are confirm, undo, pause"):
        Buttons({"panic": 23}, print, clock, plain_pins)


def test_a_button_on_a_taken_pin_is_refused_and_the_others_are_let_go(pwm_pins, clock):
    held = PlayerLeds([24], pwm_pins)
    with pytest.raises(NoPins, match="no buttons on GPIO 23, 24"):
        Buttons({"confirm": 23, "undo": 24}, print, clock, pwm_pins)
    held.close()
    PlayerLeds([23], pwm_pins).close()
