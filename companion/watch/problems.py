"""What the eyes cannot see, in words for the people at the table, and what would do."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import hypot

from companion.errors import CompanionError
from companion.games import game_named, game_names
from companion.layout import Layout
from companion.watch.differences import Names
from vision.problems import Problem

SENTENCES: Mapping[str, str] = {
    "no picture": "the camera sends no picture",
    "too small": "the picture is only {amount:.0f} px wide; choose a larger one in the camera's settings",
    "too large": "the picture is {amount:.0f} px wide; choose a smaller one in the camera's settings",
    "no board": "the board's corner markers are not in the picture; move the camera until all four can be seen",
    "mirrored": "the picture is mirrored; switch that off in the camera's settings",
    "other board": "the board of {other} lies there and {game} is being played; "
    "choose {other} on the host page, or lay the board of {game}",
    "strange board": "markers of another game are seen and no corner of the board of {game}; lay that in the picture",
    "face down": "pieces are seen and no corner of the board; lay it face up, all four corners in the picture",
    "two boards": "there are two boards in the picture, one {where}; leave only one",
    "second board": "the board of {other} lies {where} beside that of {game}; leave only one",
    "no pieces": "not one of {amount:.0f} pieces is seen on the board; lay them as the Table page shows them",
    "bare": "the board is there and no piece on it",
    "marker hidden": "a corner marker of the board is hidden",
    "foreign": "a piece that is not of {game} lies {where}; take it off the table",
    "surplus": "there is one {piece} too many, {where}; is it of another game?",
    "hand": "a hand is over the table",
    "glare": "a lamp is mirrored {where}; move the lamp or the camera",
    "dark": "it is too dark to read the table; switch a lamp on",
    "blur": "the picture is soft; focus the camera or hang it still",
    "far": "the markers are too small for the camera ({amount:.1f} px a module); move it closer",
    "steep": "the camera looks from {amount:.0f} degrees aside; hang it more straight over the table",
    "unread": "something {where} cannot be read; lay it flat, or tap it on the Table page",
    "covered": "pieces hide the marker of something {where}; move them a little aside",
}
GRAVEST = tuple(SENTENCES)  # told first
MOST_TOLD = 2
NEAR_MM = 60.0
REASONS = ("mirrored", "other board", "face down")  # why there is no board: told in place of it
UNPLAYABLE = ("no board", *REASONS, "strange board", "two boards", "no pieces")  # nothing is entered from such a table


def in_words(problems: Iterable[Problem], layout: Layout) -> str | None:
    """The gravest of them in a sentence or two, only that one where nothing can be played; None while all is well.

    >>> in_words([Problem("dark", amount=12)], Layout("dash", 300, 120, (0, 1, 2, 3), (), (), ()))
    'it is too dark to read the table; switch a lamp on'
    """
    ordered = sorted(gathered(problems), key=lambda problem: GRAVEST.index(problem.what))
    told = dict.fromkeys(sentence(problem, layout) for problem in ordered)
    return ". ".join(list(told)[: MOST_TOLD if is_playable(ordered) else 1]) or None


def sentence(problem: Problem, layout: Layout) -> str:
    piece = layout.by_marker.get(problem.marker) if problem.marker is not None else None
    return SENTENCES[problem.what].format(
        amount=problem.amount or 0.0,
        where=where(problem, layout),
        game=title_of(layout.game),
        other=_boards().get(problem.marker, "another game"),
        piece=Names(layout).piece(piece.name) if piece is not None else "piece",
    )


def is_playable(problems: Iterable[Problem]) -> bool:
    """Whether what is seen can be the table of the game being played at all."""
    return not any(problem.what in UNPLAYABLE for problem in problems)


def gathered(problems: Iterable[Problem]) -> list[Problem]:
    """Each thing once: the reason in place of what follows from it, a board in place of its corners."""
    found = list(problems)
    if any(problem.what in REASONS for problem in found):
        found = [problem for problem in found if problem.what != "no board"]
    strange = [problem for problem in found if problem.what in ("foreign", "other board")]
    boards = _other_boards(strange)
    if not boards and any(problem.what == "other board" for problem in strange):
        boards = {None: Problem("strange board")}
    kept = [one for one in found if one.what != "other board" and (_boards().get(one.marker) or "") not in boards]
    return [*kept, *boards.values()]


def _other_boards(strange: Sequence[Problem]) -> dict[str | None, Problem]:
    """The other games of which two corners are seen, each told at one of them."""
    corners = Counter(_boards()[one.marker] for one in strange if one.marker in _boards())
    told: dict[str | None, Problem] = {}
    for one in strange:
        title = _boards().get(one.marker)
        if title is not None and corners[title] >= 2 and title not in told:
            told[title] = one if one.what == "other board" else replace(one, what="second board")
    return told


@cache
def _boards() -> Mapping[int | None, str]:
    """Which game's board a corner marker belongs to."""
    return {marker: game_named(name).title for name in game_names() for marker in _corners(name)}


def _corners(name: str) -> tuple[int, ...]:
    try:
        layout = game_named(name).layout()
        return tuple(marker for one in (layout, *layout.also) for marker in one.frame_markers)
    except CompanionError:  # a package that brings no game: its owner is told when he wants to play it
        return ()


def title_of(name: str) -> str:
    return game_named(name).title if name in game_names() else name.replace("_", " ")


def where(problem: Problem, layout: Layout) -> str:
    """The nearest space people have a name for, else which part of the table."""
    if problem.x_mm is None or problem.y_mm is None:
        return "on the table"
    x, y = problem.x_mm, problem.y_mm
    zone = next((zone for zone in layout.zones if zone.holds(x, y)), None)
    named = [space for space in layout.spaces if space.called or space.name[0].isalpha()]  # others are coordinates
    nearest = min(named, key=lambda space: hypot(space.x_mm - x, space.y_mm - y), default=None)
    if nearest is not None and hypot(nearest.x_mm - x, nearest.y_mm - y) < NEAR_MM:
        return f"near {Names(layout).space(nearest.name)}"
    if zone is not None:
        return f"in the {zone.name.replace('_', ' ').replace('.', ' ')}"
    side = "left" if x < layout.width_mm / 3 else "right" if x > 2 * layout.width_mm / 3 else "middle"
    return f"on the {side} of the table"
