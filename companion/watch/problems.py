"""What the eyes cannot see, in words for the people at the table, and what would do."""

from collections.abc import Iterable, Mapping
from math import hypot

from companion.layout import Layout
from vision.problems import Problem

SENTENCES: Mapping[str, str] = {
    "no picture": "the camera sends no picture",
    "too small": "the picture is only {amount:.0f} px wide; choose a larger one in the camera's settings",
    "too large": "the picture is {amount:.0f} px wide; choose a smaller one in the camera's settings",
    "no board": "the board's corner markers are not in the picture; move the camera until all four can be seen",
    "mirrored": "the picture is mirrored; switch that off in the camera's settings",
    "other board": "another game's board is on the table; choose that game on the host page",
    "two boards": "there are two boards in the picture; leave only one",
    "marker hidden": "a corner marker of the board is hidden",
    "foreign": "a piece of another game lies {where}",
    "hand": "a hand is over the table",
    "glare": "a lamp is mirrored {where}; move the lamp or the camera",
    "dark": "it is too dark to read the table; switch a lamp on",
    "blur": "the picture is soft; focus the camera or hang it still",
    "far": "the markers are too small for the camera ({amount:.1f} px a module); move it closer",
    "steep": "the camera looks from {amount:.0f} degrees aside; hang it more straight over the table",
    "unread": "something {where} cannot be read; lay it flat, or tap it on the Table page",
}
GRAVEST = tuple(SENTENCES)  # told first
MOST_TOLD = 2
NEAR_MM = 60.0


def in_words(problems: Iterable[Problem], layout: Layout) -> str | None:
    """The gravest of them in a sentence or two; None while all is well.

    >>> in_words([Problem("dark", amount=12)], Layout("dash", 300, 120, (0, 1, 2, 3), (), (), ()))
    'it is too dark to read the table; switch a lamp on'
    """
    ordered = sorted(problems, key=lambda problem: GRAVEST.index(problem.what))
    told = dict.fromkeys(sentence(problem, layout) for problem in ordered)
    return ". ".join(list(told)[:MOST_TOLD]) or None


def sentence(problem: Problem, layout: Layout) -> str:
    return SENTENCES[problem.what].format(amount=problem.amount or 0.0, where=where(problem, layout))


def where(problem: Problem, layout: Layout) -> str:
    """The nearest space people have a name for, else which part of the table."""
    if problem.x_mm is None or problem.y_mm is None:
        return "on the table"
    x, y = problem.x_mm, problem.y_mm
    zone = next((zone for zone in layout.zones if zone.holds(x, y)), None)
    named = [space for space in layout.spaces if space.name[0].isalpha()]  # the others are coordinates
    nearest = min(named, key=lambda space: hypot(space.x_mm - x, space.y_mm - y), default=None)
    if nearest is not None and hypot(nearest.x_mm - x, nearest.y_mm - y) < NEAR_MM:
        return f"near {nearest.name.replace('_', ' ').replace('.', ' ')}"
    if zone is not None:
        return f"in the {zone.name.replace('_', ' ').replace('.', ' ')}"
    side = "left" if x < layout.width_mm / 3 else "right" if x > 2 * layout.width_mm / 3 else "middle"
    return f"on the {side} of the table"
