"""Entries in words, for histories and streams: what was done is the game's to say, who said so is ours."""

from companion.games.protocol import Action, Game, Json, State, player_of
from companion.play.history import History
from companion.play.journal import Entry

_BY = {
    "camera": "seen by the camera",
    "phone": "on a phone",
    "button": "with the button",
    "bot": "by a bot",
    "host": "by the host",
    "import": "from an imported game",
}


def name_of(player: str | None) -> str:
    """A player's name as shown.

    >>> name_of("konga"), name_of("anna_lena"), name_of(None)
    ('Konga', 'Anna lena', 'The table')
    """
    if not player:
        return "The table"
    plain = player.replace("_", " ")
    return plain[:1].upper() + plain[1:]


def action_words(game: Game, state: State, action: Action, viewer: str | None) -> str:
    """One action as a line of the history, in the game's own words: "Konga: walk to e7"."""
    line, player = game.words(state, action, viewer), player_of(action)
    return f"{name_of(player)}: {line}" if player else line[:1].upper() + line[1:]


def entry_words(game: Game, history: History, entry: Entry, viewer: str | None) -> str:
    """What an entry did."""
    if entry.what == "undo":
        return "Took back the last step" if entry.count == 1 else f"Took back {entry.count} steps"
    if entry.what == "redo":
        return "Did the step again" if entry.count == 1 else f"Did {entry.count} steps again"
    said = history.said(entry)
    words = action_words(game, *said, viewer) if said is not None else "something that no longer fits"
    return f"Corrected entry {entry.target}: {words}" if entry.what == "correct" else words


def source_words(entry: Entry) -> str:
    """Who said so.

    >>> source_words(Entry(number=3, what="undo", by="phone", at=0.0, who="konga"))
    'Konga, on a phone'
    """
    by = _BY.get(entry.by, entry.by)
    return f"{name_of(entry.who)}, {by}" if entry.who else by[:1].upper() + by[1:]


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
