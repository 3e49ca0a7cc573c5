"""The benchmark of a look times its works side by side, on eyes that know the table."""

from typing import Any

import numpy as np
import pytest

from companion.bench import look


def test_the_median_of_each_work_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(look.time, "process_time", lambda: now[0])

    def takes(seconds: float) -> Any:
        return lambda: now.__setitem__(0, now[0] + seconds)

    assert look._side_by_side(takes(0.002), takes(0.05)) == pytest.approx([2, 50])


def test_works_are_taken_in_turns() -> None:
    order: list[str] = []
    look._side_by_side(lambda: order.append("a"), lambda: order.append("b"))
    assert order == ["a", "b"] * look.ROUNDS


def test_eyes_have_looked_for_a_while_before_they_are_timed() -> None:
    class Eyes:
        looks = 0

        def look(self, frame: look.Image) -> None:
            self.looks += 1

    eyes: Any = Eyes()
    assert look._settled(eyes, np.zeros((4, 4, 3), np.uint8)) is eyes
    assert eyes.looks >= 5
