"""What is drawn on the sheets and belongs to entries made long ago: only what was drawn since can tell of a new one."""

from collections.abc import Iterable, Mapping

from companion.games.protocol import Game, State
from companion.layout import Mark
from companion.watch.aim import marks_of
from vision.eyes import Look

Marks = dict[tuple[str, str], float]  # (what, where) -> how sure


class Drawn:
    """Each sheet as it was when all on it was accounted for."""

    def __init__(self, sheets: Mapping[str, Marks] | None = None) -> None:
        self._sheets = sheets or {}

    def after(self, game: Game, state: State, look: Look) -> "Drawn":
        """The table is as that state has it, but for sheets on which somebody is still to draw."""
        seen: dict[str, Marks] = {}
        for mark in marks_of(look.marks):
            seen.setdefault(mark.sheet, {})[mark.what, mark.where] = mark.sure
        return Drawn({**self._sheets, **{name: seen[name] for name in seen if game.accounted(state, name)}})

    def dated(self, marks: Iterable[Mark]) -> list[Mark]:
        """The marks, each with how sure it was then."""
        return [mark._replace(before=self._before(mark)) for mark in marks]

    def _before(self, mark: Mark) -> float | None:
        sheet = self._sheets.get(mark.sheet)
        return None if sheet is None else sheet.get((mark.what, mark.where), 0.0)
