"""Entries in words, for histories and streams: what was done is the game's to say, who said so is ours."""

from collections.abc import Mapping

from companion.games.overruling import in_words, is_overrule
from companion.games.protocol import Action, Game, Json, State, person, player_of
from companion.play.history import History, Step
from companion.play.journal import Entry

_BY = {
    "camera": "seen by the camera",
    "phone": "on a phone",
    "button": "with the button",
    "bot": "by a bot",
    "host": "by the host",
    "import": "from an imported game",
}


def rule_address(game: Game, paragraph: str) -> str:
    """Where the paragraph of a game's rules page is read."""
    return f"/rules/{game.name}#{paragraph}"


def action_words(game: Game, state: State, action: Action, viewer: str | None) -> str:
    """One action as a line of the history, in the game's own words: "Konga: walk to e7"."""
    line, player = game.words(state, action, viewer), player_of(action)
    return f"{person(player)}: {line}" if player else line[:1].upper() + line[1:]


def step_words(game: Game, history: History, before: State, action: Action, viewer: str | None) -> str:
    """One action of that history: each may know what the game tells them, and everything once it is over."""
    return action_words(game, before, action, player_of(action) if game.is_over(history.state) else viewer)


def is_open_to(game: Game, history: History, entry: Entry, viewer: str | None) -> bool:
    """Whether that viewer may know all of an entry's action: his own, one that is no secret, any of a finished game.

    No secret is what the game words alike for a stranger and for whoever did it.
    """
    said = history.said(entry)
    if said is None or game.is_over(history.state):
        return True
    player = player_of(said[1])
    return player == viewer or game.words(*said, None) == game.words(*said, player)


def unfit_words(game: Game, history: History, step: Step, viewer: str | None) -> str:
    """Why a step no longer fits, to those who may know what it was; to others only that it does not."""
    open_to_him = is_open_to(game, history, step.entry, viewer)
    return step.unfit if open_to_him else "it does not follow from what was corrected before it"


def entry_words(game: Game, history: History, entry: Entry, viewer: str | None) -> str:
    """What an entry did, as that viewer may know it; a finished game has no secrets."""
    if entry.what == "undo":
        return "Took back the last step" if entry.count == 1 else f"Took back {entry.count} steps"
    if entry.what == "redo":
        return "Did the step again" if entry.count == 1 else f"Did {entry.count} steps again"
    if is_overrule(entry.action):
        line = in_words(game, entry.action)
        return f"Corrected entry {entry.target}: {line}" if entry.what == "correct" else line[:1].upper() + line[1:]
    said = history.said(entry)
    words = step_words(game, history, *said, viewer) if said is not None else "something that no longer fits"
    changed = {"correct": "Corrected", "remove": "Removed"}.get(entry.what)
    return f"{changed} entry {entry.target}: {words}" if changed else words


def maker_of(action: Mapping[str, Json] | None) -> str | None:
    """Whose action that is, as it was journalled; None for the table's own."""
    player = (action or {}).get("player")
    return player if isinstance(player, str) else None


def source_words(entry: Entry) -> str:
    """Who said so.

    >>> source_words(Entry(number=3, what="undo", by="phone", at=0.0)), source_words(Entry(4, "undo", "button", at=0.0))
    ('On a phone', 'With the button')
    """
    by = _BY.get(entry.by, entry.by)
    return f"{person(entry.who)}, {by}" if entry.who else by[:1].upper() + by[1:]


def entry_json(game: Game, history: History, entry: Entry, viewer: str | None) -> dict[str, Json]:
    """An entry as phones get it: small, in words, and only what that viewer may know."""
    return {
        "number": entry.number,
        "what": entry.what,
        "by": entry.by,
        "who": entry.who,
        "at": entry.at,
        "target": entry.target,
        "words": entry_words(game, history, entry, viewer),
        "source": source_words(entry),
    }
