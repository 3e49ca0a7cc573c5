"""The game on the table as one value: replaced whole when another game begins, and after every entry."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.games.protocol import Game, Glow, Score, Seen, State, View
from companion.layout import Layout
from companion.play.history import History
from companion.play.journal import Entry, Saved
from companion.shine.light_map import LightMap


@dataclass(frozen=True, eq=False)
class Sitting:
    """Which game is played, by whom, on which table, how it stands, and since when.

    The one owner of "since when": `entered` is when the newest entry was made, `since` when whoever must act now
    began to, both by the table's clock.
    """

    game: Game
    saved: Saved
    layout: Layout
    lights: LightMap
    history: History
    number: int  # of the newest entry
    entered: float
    since: float
    _views: dict[str | None, View] = field(default_factory=dict)

    @property
    def state(self) -> State:
        return self.history.state

    def view(self, viewer: str | None) -> View:
        """What that viewer may know, made once however many ask."""
        if viewer not in self._views:
            self._views[viewer] = self.game.view(self.state, viewer)
        return self._views[viewer]

    @cached_property
    def glow(self) -> Glow:
        return self.game.glow(self.state)

    @cached_property
    def score(self) -> Score:
        return self.game.score(self.state)

    @cached_property
    def placements(self) -> Seen:
        """As everybody may be told."""
        return self.game.disclosed(self.state)

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.state)

    def after(self, entry: Entry) -> "Sitting":
        """The same sitting once its history has taken that entry."""
        later = replace(self, number=entry.number, entered=entry.at, _views={})
        goes_on = whose(later.view(None)) == whose(self.view(None))
        return later if goes_on else replace(later, since=entry.at)


def sit_down(game: Game, saved: Saved, lights: LightMap, history: History, number: int) -> Sitting:
    """A game comes onto the table: the moment goes back to the entry since which the same people have been to act."""
    layout = game.layout(saved.players, saved.options)
    entered = since = history.steps[-1].entry.at if history.steps else saved.started
    sitting = Sitting(game, saved, layout, lights, history, number, entered, since)
    acting = whose(sitting.view(None))
    for step in reversed(history.steps):
        since = step.entry.at
        if whose(game.view(step.before, None)) != acting:
            break
    else:
        since = saved.started
    return replace(sitting, since=since)


def whose(view: View) -> tuple[str, tuple[str, ...]]:
    """What is going on and who must act: a countdown goes on while this stays the same."""
    return view.phase, view.acting
