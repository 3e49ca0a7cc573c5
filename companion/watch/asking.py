"""Whom a question is about, and what may stand in it: nobody reads there what another did in secret."""

from collections.abc import Iterable, Sequence

from companion.games.protocol import Action, Game, State, person, player_of, to_json
from companion.layout import Layout
from companion.play.questions import Answer, Question
from companion.watch.chains import Chain

MOST_ANSWERS = 5
NONE = Answer("Something else")

Actions = tuple[Action, ...]


class Asker:
    """Puts what may have been done to people, in the game's own words."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self._game = game
        self._layout = layout

    def between(self, state: State, chains: Sequence[Chain]) -> Question:
        """Which of those chains it was, the first ones named, to the phone of whoever did it."""
        chains = chains[:MOST_ANSWERS]
        return self.which(state, [chain.actions for chain in chains], (NONE,), self._doubtful_spaces(chains))

    def which(
        self, state: State, done: Sequence[Actions], others: Sequence[Answer] = (NONE,), spaces: Sequence[str] = ()
    ) -> Question:
        """Which of those was done, or what else; where it is nobody else's business, no place gives it away."""
        players = {player_of(actions[0]) for actions in done}
        who = players.pop() if len(players) == 1 else None
        rows = answers_for(self._game, state, done, who)
        answers = [self.answer(state, row) for row in rows]
        answers += [other for other in others if other not in answers]
        text = f"What did {person(who)} do?" if who else "What happened on the table?"
        is_open = not any(is_secret(self._game, state, row[0], None) for row in rows)
        return Question(text, tuple(answers), who, tuple(spaces) if is_open else ())

    def answer(self, state: State, actions: Sequence[Action]) -> Answer:
        """Those actions as something people can say yes to."""
        return Answer(self._story(state, actions), tuple(map(to_json, actions)))

    def words(self, state: State, action: Action) -> str:
        return self._game.words(state, action, player_of(action))

    def _doubtful_spaces(self, chains: Sequence[Chain]) -> tuple[str, ...]:
        """Where the answers would make a difference."""
        tables = [self._game.placements(chain.state) for chain in chains]
        common = tables[0].copy()
        for table in tables[1:]:
            common &= table
        changed = {placement.space for table in tables for placement in table - common}
        return tuple(sorted(changed & self._layout.space.keys()))

    def _story(self, state: State, actions: Sequence[Action]) -> str:
        told, last = [], None
        for action in actions:
            player = player_of(action)
            name = f"{person(player)}: " if player and player != last else ""
            told.append(name + self.words(state, action))
            state, last = self._game.apply(state, action), player
        return ", then ".join(told)


def agreed(chains: Sequence[Chain], found: Iterable[Chain]) -> Actions:
    """What they all begin with, if it is another's doing than what they differ in, and left a trace by itself.

    `found` are the chains that end with something to be seen.
    """
    common = _common([chain.actions for chain in chains])
    rest = {player_of(chain.actions[len(common)]) for chain in chains if len(chain.actions) > len(common)}
    is_apart = not rest & {player_of(action) for action in common}
    return common if common and is_apart and any(chain.actions == common for chain in found) else ()


def _common(rows: Sequence[Actions]) -> Actions:
    same = 0
    while all(len(row) > same and row[same] == rows[0][same] for row in rows):
        same += 1
    return rows[0][:same]


def answers_for(game: Game, state: State, rows: Iterable[Actions], player: str | None) -> list[Actions]:
    """Each row as far as that player may know of it, every one once; what follows is read once he has answered."""
    return list(dict.fromkeys(_known(game, state, row, player) for row in rows))


def _known(game: Game, state: State, actions: Actions, player: str | None) -> Actions:
    for number, action in enumerate(actions):
        if number and is_secret(game, state, action, player):
            return actions[:number]
        state = game.apply(state, action)
    return actions


def is_secret(game: Game, state: State, action: Action, viewer: str | None) -> bool:
    """Whether the game tells that viewer less of it than whoever did it."""
    return game.words(state, action, viewer) != game.words(state, action, player_of(action))
