"""Which print of a game's table lies there: an earlier board has corners of its own, and other millimetres."""

from companion.layout import Layout
from vision.eyes import Look

CORNERS = 2  # of another print that must be seen


def other_print(layout: Layout, now: Layout, look: Look) -> Layout | None:
    """The print of that table whose corners were seen in place of those of `now`; None where none was."""
    strange = {problem.marker for problem in look.problems if problem.what == "other board"}
    prints = (one for one in (layout, *layout.also) if one is not now)
    return next((one for one in prints if len(strange.intersection(one.frame_markers)) >= CORNERS), None)
