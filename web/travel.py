"""Back in time: the table as it was after any entry, and what else could have been done there."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import islice

from companion.errors import BadInput
from companion.games.protocol import Action, Game, Json, State, player_of, to_json
from companion.play.history import History, Step
from companion.play.sitting import Sitting
from companion.play.table import Table
from web.choosing import by
from web.looks import position_json
from web.words import action_words, entry_json, maker_of, step_words, unfit_words

May = Callable[[str | None], bool]  # whether whoever asks acts for that player

MOST_WEIGHED = 3000  # a crowd that can be pushed about has tens of thousands of ways
MOST_LEGAL = 400


def look_back(table: Table, number: int, viewer: str | None) -> dict[str, Json]:
    """A look as it would have been right after entry `number`; 0 is the start."""
    with table.lock:
        if not 0 <= number <= table.number:
            raise BadInput(f"there is no entry {number}; this game has entries 1 to {table.number}")
        game, saved, entries = table.game, table.saved, table.entries()
    history = History(game, game.setup(saved.players, saved.options), entries[:number])
    state = history.state
    return {
        "news": -1,
        "playing": True,
        "id": saved.id,
        "players": list(saved.players),
        "number": number,
        "of": len(entries),
        "entry": entry_json(game, history, entries[number - 1], viewer) if number else None,
        **position_json(game, game.view(state, viewer), game.score(state), game.glow(state), game.disclosed(state)),
    }


def history_lines(table: Table, after: int, viewer: str | None, may: May) -> list[Json]:
    """Every entry in words; those that stand say so, what a correction made of them, whether they may be changed."""
    with table.lock:
        game, history = table.game, table.history
        standing = {step.entry.number: step for step in history.steps}
        return [
            _line(game, history, entry_json(game, history, entry, viewer), standing.get(entry.number), viewer, may)
            for entry in table.entries(after)
        ]


def _line(game: Game, history: History, line: dict[str, Json], step: Step | None, viewer: str | None, may: May) -> Json:
    line["stands"] = step is not None
    if step is None:
        return line
    line["yours"] = may(maker_of(step.action))
    if step.corrected_by and step.did is not None:
        line["corrected_by"] = step.corrected_by
        line["now"] = step_words(game, history, step.before, step.did, viewer)
    if step.unfit:
        line["unfit"] = unfit_words(game, history, step, viewer)
    return line


def standing_step(table: Table, number: int) -> Step:
    """The step that entry brought, if it stands."""
    for step in table.steps():
        if step.entry.number == number:
            return step
    raise BadInput(f"entry {number} holds no action that stands; choose one that was not taken back")


def legal_now(table: Table, may: May) -> dict[str, Json]:
    """What somebody who acts for those players `may` do now."""
    with table.lock:
        sitting, state = table.sitting, table.state
    legal = _own(sitting.game, state, may)
    actions = by(lambda one: plain_kind(one["action"]), _listed(sitting, state, legal))
    return {"number": sitting.number, "actions": actions, "all": len(legal)}


def plain_kind(action: Mapping[str, Json]) -> str:
    """
    >>> plain_kind({"type": "reveal_card"})
    'Reveal card'
    """
    return str(action["type"]).replace("_", " ").capitalize()


def legal_instead(table: Table, number: int, may: May) -> dict[str, Json]:
    """What could have been done instead of that entry, to correct it; likely ones first."""
    with table.lock:
        sitting, step = table.sitting, standing_step(table, number)
    instead = step.action
    legal = [one for one in _own(sitting.game, step.before, may) if one[1] != instead]
    legal.sort(key=lambda one: -_alike(one[1], instead))
    listed = _listed(sitting, step.before, legal)
    return {"number": sitting.number, "instead_of": instead, "actions": listed, "all": len(legal)}


def _own(game: Game, state: State, may: May) -> list[tuple[Action, Json]]:
    """The legal actions of those players, and no others': what is open to somebody is not for everybody's eyes."""
    acts_for = cache(may)
    found = (one for one in game.legal(state) if acts_for(player_of(one)))
    return [(action, to_json(action)) for action in islice(found, MOST_WEIGHED)]


def _listed(sitting: Sitting, state: State, legal: Sequence[tuple[Action, Json]]) -> list[Json]:
    """With the words whoever does it would use."""
    game, spaces = sitting.game, sitting.layout.space
    return [
        {
            "action": raw,
            "words": action_words(game, state, action, player_of(action)),
            "space": _space(raw, spaces),
        }
        for action, raw in legal[:MOST_LEGAL]
    ]


def _alike(action: Mapping[str, Json], other: Mapping[str, Json]) -> int:
    """How much two actions have in common: slips are mostly small."""
    same = sum(action.get(key) == value for key, value in other.items())
    return int(same) + (2 if action.get("type") == other.get("type") else 0)


def _space(action: Mapping[str, Json], spaces: Mapping[str, object]) -> str | None:
    """The last space an action names, for tapping it: where a walk ends, where something is laid."""
    named = [value for value in action.values() if isinstance(value, str)]
    named += [
        value[-1] for value in action.values() if isinstance(value, list) and value and isinstance(value[-1], str)
    ]
    return next((value for value in reversed(named) if value in spaces), None)
