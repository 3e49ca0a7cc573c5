"""Back in time: the table as it was after any entry, and what else could have been done there."""

from collections.abc import Mapping

from companion.errors import BadInput
from companion.games.protocol import Json, State, to_json
from companion.play.history import History, Step
from companion.play.table import Table
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
        "game": game.name,
        "title": game.title,
        "id": saved.id,
        "players": list(saved.players),
        "number": number,
        "of": len(entries),
        "entry": entry_json(entries[number - 1]) if number else None,
        "view": to_json(game.view(state, viewer)),
        "score": to_json(game.score(state)),
        "glow": to_json(game.glow(state)),
        "placements": [list(placement) for placement in sorted(game.placements(state), key=str)],
    }


def history_lines(table: Table, after: int = 0) -> list[Json]:
    """Every entry in words; those whose action stands say so, and what a correction made of them."""
    with table.lock:
        standing = {step.entry.number: step for step in table.steps()}
        return [_line(entry_json(entry), standing.get(entry.number)) for entry in table.entries(after)]


def _line(line: dict[str, Json], step: Step | None) -> Json:
    line["stands"] = step is not None
    if step is not None and step.corrected_by:
        line["corrected_by"], line["now"] = step.corrected_by, action_words(step.action)
    if step is not None and step.unfit:
        line["unfit"] = step.unfit
    return line


def legal_at(table: Table, before: int | None) -> dict[str, Json]:
    """What may be done now or, to correct it, could have been done instead of entry `before`; likely ones first."""
    with table.lock:
        game, saved = table.game, table.saved
        state, instead = _before(table, before)
    spaces = game.layout(saved.players, saved.options).space
    actions = [to_json(action) for action in game.legal(state)[:MOST_WEIGHED]]
    if instead is not None:
        actions = sorted(
            (action for action in actions if action != instead), key=lambda action: -_alike(action, instead)
        )
    listed = [
        {"action": action, "words": action_words(action), "space": _space(action, spaces)}
        for action in actions[:MOST_LEGAL]
    ]
    return {"number": table.number, "instead_of": instead, "actions": listed, "all": len(actions)}


def _before(table: Table, number: int | None) -> tuple[State, Json]:
    if number is None:
        return table.state, None
    states = table.history.states()
    for place, step in enumerate(table.steps()):
        if step.entry.number == number:
            return states[place], step.action
    raise BadInput(f"entry {number} holds no action that stands; choose one that was not taken back")


def _alike(action: Mapping[str, Json], other: Mapping[str, Json]) -> int:
    """How much two actions have in common: slips are mostly small."""
    same = sum(action.get(key) == value for key, value in other.items())
    return int(same) + (2 if action.get("type") == other.get("type") else 0)


def _space(action: Mapping[str, Json], spaces: Mapping[str, object]) -> str | None:
    """The space an action ends on, for tapping it."""
    for key in ("to", "space", "at"):
        if isinstance(value := action.get(key), str) and value in spaces:
            return value
    path = action.get("path")
    return path[-1] if isinstance(path, list) and path and path[-1] in spaces else None
