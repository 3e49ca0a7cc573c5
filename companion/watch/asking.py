"""Whom a question is about, and what may stand in it: nobody reads there what another did in secret."""

from collections.abc import Iterable, Sequence

from companion.games.protocol import Action, Game, State, player_of
from companion.watch.chains import Chain

Actions = tuple[Action, ...]


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
