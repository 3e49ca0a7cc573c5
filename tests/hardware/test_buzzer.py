"""The buzzer's tunes, as the pin hears them."""

import pytest
from gpiozero.tones import Tone

from hardware.buzzer import TUNES, NoBuzzer, PiezoBuzzer, RecordedBuzzer
from hardware.errors import NoPins, UnknownLight


@pytest.fixture(params=["piezo", "none", "recorded"])
def buzzer(request, pwm_pins):
    return {"piezo": lambda: PiezoBuzzer(18, pwm_pins), "none": NoBuzzer, "recorded": RecordedBuzzer}[request.param]()


def test_every_buzzer_knows_every_tune(buzzer):
    for tune in ("turn", "timer", "question", "treasure", "knock_out"):
        buzzer.play(tune)
        buzzer.step(10.0)


def test_every_buzzer_refuses_a_tune_it_does_not_know(buzzer):
    with pytest.raises(UnknownLight, match="no tune 'polka'; known are turn, timer, question, treasure, knock_out"):
        buzzer.play("polka")


def test_closing_a_buzzer_in_the_middle_of_a_tune_is_no_fault(buzzer):
    buzzer.play("timer")
    buzzer.close()


def heard(buzzer: PiezoBuzzer, pins, until_s: float) -> list[tuple[float, str | None]]:
    """Every change of the tone and when, stepping as the lamps' loop does but in hundredths of a second."""
    changes: list[tuple[float, str | None]] = []
    for hundredth in range(round(until_s * 100) + 1):
        buzzer.step(hundredth / 100)
        frequency = pins.pin(18).frequency
        tone = None if frequency is None else str(Tone.from_frequency(frequency).note)
        if not changes or changes[-1][1] != tone:
            changes.append((hundredth / 100, tone))
    return changes


TUNES_HEARD = {
    "turn": [(0.0, "A4"), (0.12, None)],
    "timer": [(0.0, "E5"), (0.15, None), (0.25, "E5"), (0.4, None), (0.5, "E5"), (0.8, None)],
    "question": [(0.0, "A4"), (0.12, "E5"), (0.32, None)],
    "treasure": [(0.0, "A4"), (0.1, "C#5"), (0.2, "E5"), (0.45, None)],
    "knock_out": [(0.0, "A4"), (0.15, "E4"), (0.3, "A3"), (0.7, None)],
}


def test_tunes_heard_are_all_tunes():
    assert TUNES_HEARD.keys() == TUNES.keys()


@pytest.mark.parametrize("tune", TUNES_HEARD)
def test_a_tune_sounds_tone_by_tone_and_ends_silent(pwm_pins, tune):
    buzzer = PiezoBuzzer(18, pwm_pins)
    buzzer.play(tune)
    assert heard(buzzer, pwm_pins, 2.0) == TUNES_HEARD[tune]


def test_a_second_tune_waits_for_the_first(pwm_pins):
    buzzer = PiezoBuzzer(18, pwm_pins)
    buzzer.play("turn")
    buzzer.play("turn")
    assert heard(buzzer, pwm_pins, 2.0) == [(0.0, "A4"), (0.12, None), (0.32, "A4"), (0.44, None)]


def test_a_buzzer_on_a_taken_pin_is_refused(pwm_pins):
    first = PiezoBuzzer(18, pwm_pins)
    with pytest.raises(NoPins, match="no buzzer on GPIO 18"):
        PiezoBuzzer(18, pwm_pins)
    first.close()


def test_recorded_tunes_are_kept_in_order():
    buzzer = RecordedBuzzer()
    buzzer.play("turn")
    buzzer.play("question")
    assert buzzer.tunes == ["turn", "question"]
