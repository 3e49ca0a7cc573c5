"""The codes of what cannot be seen."""

import re
from pathlib import Path

from vision.problems import MEANINGS, Problem

VISION = Path(__file__).parents[2] / "vision"


def test_every_code_the_eyes_use_has_a_meaning() -> None:
    source = "".join(path.read_text() for path in VISION.glob("*.py"))
    used = set(re.findall(r'Problem\("([a-z ]+)"', source))
    assert used
    assert used <= MEANINGS.keys()


def test_a_problem_may_have_no_place() -> None:
    assert (Problem("dark").x_mm, Problem("dark").amount) == (None, None)
