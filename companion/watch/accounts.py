"""What is drawn on the sheets and belongs to entries made long ago: only what was drawn since can tell of a new one."""

from collections.abc import Iterable, Mapping

from companion.games.protocol import Game, State
from companion.layout import Mark
from companion.watch.aim import marks_of
from vision.eyes import Look

UNCLEAR = 0.5  # of ink that is there and cannot be told what it is

Marks = dict[tuple[str, str], float]  # (what, where) -> how sure


class Drawn:
    """Each sheet as it was when all on it was accounted for, at its clearest."""

    def __init__(self, sheets: Mapping[str, Marks] | None = None) -> None:
        self._sheets = sheets or {}

    def after(self, game: Game, state: State, look: Look) -> "Drawn":
        """The table is as that state has it, but for sheets on which somebody is still to draw."""
        sheets = dict(self._sheets)
        for mark in marks_of(look.marks):
            if game.accounted(state, mark.sheet) and not mark.is_hidden:
                known = sheets.get(mark.sheet, {})
                surest = max(mark.sure, known.get((mark.what, mark.where), 0.0))
                sheets[mark.sheet] = {**known, (mark.what, mark.where): surest}
        return Drawn(sheets)

    def dated(self, marks: Iterable[Mark]) -> list[Mark]:
        """The marks, each with how sure it was then."""
        return [mark._replace(before=self._before(mark)) for mark in marks]

    def _before(self, mark: Mark) -> float | None:
        """What was once read is read now and then only: a pale stroke. A tick may have been a cross seen badly."""
        sheet = self._sheets.get(mark.sheet)
        if sheet is None:
            return None
        other = {"cross": "tick", "tick": "cross"}.get(mark.what, "")
        unclear = min(sheet.get((other, mark.where), 0.0), UNCLEAR)
        return max(sheet.get((mark.what, mark.where), 0.0), unclear)
