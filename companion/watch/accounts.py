"""What is drawn on the sheets and belongs to entries made long ago: only what was drawn since can tell of a new one."""

from collections.abc import Iterable

from companion.games.protocol import Game, State
from companion.layout import Mark
from companion.watch.aim import marks_of
from vision.eyes import Look

Marks = dict[tuple[str, str], float]  # (what, where) -> how sure


class Drawn:
    """Remembers each sheet as it was when all on it was accounted for."""

    def __init__(self) -> None:
        self._sheets: dict[str, Marks] = {}

    def remember(self, game: Game, state: State, look: Look) -> None:
        """The table is as that state has it, but for sheets on which somebody is still to draw."""
        seen: dict[str, Marks] = {}
        for mark in marks_of(look.marks):
            seen.setdefault(mark.sheet, {})[mark.what, mark.where] = mark.sure
        self._sheets |= {sheet: marks for sheet, marks in seen.items() if game.accounted(state, sheet)}

    def dated(self, marks: Iterable[Mark]) -> list[Mark]:
        """The marks, each with how sure it was then."""
        return [mark._replace(before=self._before(mark)) for mark in marks]

    def _before(self, mark: Mark) -> float | None:
        sheet = self._sheets.get(mark.sheet)
        return None if sheet is None else sheet.get((mark.what, mark.where), 0.0)
