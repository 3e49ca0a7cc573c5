"""Back in time: the table as it was after any entry, and what else could have been done there."""

from collections.abc import Mapping

from companion.errors import BadInput
from companion.games.protocol import Game, Json, State, to_json
from companion.play.history import History, Step
from companion.play.table import Table
from web.looks import position_json
from web.words import action_words, entry_json

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
        **position_json(game, game.view(state, viewer), game.score(state), game.glow(state), game.placements(state)),
    }


def history_lines(table: Table, after: int = 0, viewer: str | None = None) -> list[Json]:
    """Every entry in words; those whose action stands say so, and what a correction made of them."""
    with table.lock:
        game, history = table.game, table.history
        standing = {step.entry.number: step for step in history.steps}
        return [
            _line(game, entry_json(game, history, entry, viewer), standing.get(entry.number), viewer)
            for entry in table.entries(after)
        ]


def _line(game: Game, line: dict[str, Json], step: Step | None, viewer: str | None) -> Json:
    line["stands"] = step is not None
    if step is not None and step.corrected_by and step.did is not None:
        line["corrected_by"], line["now"] = step.corrected_by, action_words(game, step.before, step.did, viewer)
    if step is not None and step.unfit:
        line["unfit"] = step.unfit
    return line


def legal_at(table: Table, before: int | None, viewer: str | None = None) -> dict[str, Json]:
    """What may be done now or, to correct it, could have been done instead of entry `before`; likely ones first."""
    with table.lock:
        sitting = table.sitting
        state, instead = _before(table, before)
    game, spaces = sitting.game, sitting.layout.space
    legal = [(action, to_json(action)) for action in game.legal(state)[:MOST_WEIGHED]]
    if instead is not None:
        legal = sorted((one for one in legal if one[1] != instead), key=lambda one: -_alike(one[1], instead))
    listed = [
        {"action": raw, "words": action_words(game, state, action, viewer), "space": _space(raw, spaces)}
        for action, raw in legal[:MOST_LEGAL]
    ]
    return {"number": table.number, "instead_of": instead, "actions": listed, "all": len(legal)}


def _before(table: Table, number: int | None) -> tuple[State, Json]:
    if number is None:
        return table.state, None
    for step in table.steps():
        if step.entry.number == number:
            return step.before, step.action
    raise BadInput(f"entry {number} holds no action that stands; choose one that was not taken back")


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
