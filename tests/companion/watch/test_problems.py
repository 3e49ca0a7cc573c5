"""What the eyes cannot see, in words for people."""

import pytest

from companion.layout import Layout, Space, Zone
from companion.watch.problems import SENTENCES, in_words, sentence, where
from vision.problems import Problem

LAYOUT = Layout("dash", 600, 300, (0, 1, 2, 3), (Space("hex.2", 100, 100),), (Zone("tray", 300, 200, 400, 290),), ())


def test_while_all_is_well_nothing_is_said() -> None:
    assert in_words([], LAYOUT) is None


def test_the_gravest_is_told_first_and_at_most_two() -> None:
    found = [Problem("blur"), Problem("dark", amount=12), Problem("no board")]
    assert in_words(found, LAYOUT) == f"{SENTENCES['no board']}. {SENTENCES['dark']}"


def test_the_same_is_told_once() -> None:
    assert in_words([Problem("dark"), Problem("dark"), Problem("blur")], LAYOUT) == (
        f"{SENTENCES['dark']}. {SENTENCES['blur']}"
    )


def test_a_figure_is_part_of_the_sentence() -> None:
    assert "only 320 px wide" in sentence(Problem("too small", amount=320), LAYOUT)


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "said"),
    [
        (110, 90, "near hex 2"),
        (350, 250, "in the tray"),
        (100, 290, "on the left of the table"),
        (590, 10, "on the right of the table"),
        (300, 10, "on the middle of the table"),
    ],
)
def test_a_place_is_named_as_people_name_it(x_mm: float, y_mm: float, said: str) -> None:
    assert where(Problem("glare", x_mm, y_mm), LAYOUT) == said


def test_a_problem_without_a_place_is_somewhere_on_the_table() -> None:
    assert "something on the table cannot be read" in sentence(Problem("unread"), LAYOUT)
