"""The journal on the command line: which games there are, in and out as files, and how one went."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from companion.config import Config, data_folder
from companion.errors import BadInput
from companion.games import game_named, overruling
from companion.games.naming import plain
from companion.games.protocol import Game, Json, to_json
from companion.play.history import History, Step
from companion.play.journal import Journal, read_export
from companion.play.store import FILE


@contextmanager
def opened(data: str) -> Iterator[Journal]:
    """The journal of that folder, or of the usual one; refused where pages of it are damaged, for reading on might
    never end: the service sets such a file aside and takes over what can be read."""
    journal = Journal(data_folder(Config(data=data)) / FILE)
    journal.check()
    try:
        yield journal
    finally:
        journal.close()


def listing(journal: Journal) -> list[Json]:
    """All games, the newest first."""
    return [{**to_json(saved), "entries": journal.count(saved.id)} for saved in journal.games()]


def number(journal: Journal, which: str | None) -> int:
    """A game by its number; without one, the newest."""
    if which is None:
        newest = next(iter(journal.games()), None)
        if newest is None:
            raise BadInput(f"no game in {journal.path} yet; play one first")
        return newest.id
    if not which.isascii() or not which.isdigit():
        raise BadInput(f"games have numbers, {which!r} is none; see companion journal list")
    return journal.number(int(which))


def taken_in(journal: Journal, which: str) -> list[Json]:
    """An exported file becomes a game of this journal, once all of it has been replayed without complaint."""
    try:
        data = Path(which).read_bytes()
    except OSError as missing:
        raise BadInput(f"cannot read {which}: {missing.strerror}") from None
    whole = read_export(data)
    game = game_named(whole.game)
    History(game, game.setup(whole.players, whole.options), whole.entries)
    return [to_json(journal.take_in(whole))]


def replayed(journal: Journal, which: str | None) -> list[Json]:
    """A game played again from its entries: every step that stands, then the state it leads to and the scores.

    An exported file will do in place of a number.
    """
    if which is not None and Path(which).is_file():
        whole = read_export(Path(which).read_bytes())
        name, players, options, entries = whole.game, whole.players, whole.options, list(whole.entries)
    else:
        saved = journal.saved(number(journal, which))
        name, players, options = saved.game, saved.players, dict(saved.options)
        entries = journal.entries(saved.id)
    game = game_named(name)
    history = History(game, game.setup(players, options), entries)
    lines: list[Json] = [_step(game, step) for step in history.steps]
    score = game.score(history.state)
    standings = [to_json(standing) for standing in score.standings]
    return [*lines, {"state": to_json(history.state), "scores": standings, "winners": list(score.winners)}]


def _step(game: Game, step: Step) -> Json:
    words = _words(game, step)
    line = {"number": step.entry.number, "by": step.entry.by, "who": step.entry.who, "action": step.action}
    line["words"] = words
    return {**line, "unfit": plain(step.unfit)} if step.unfit else line


def _words(game: Game, step: Step) -> str:
    if step.did is not None:
        return plain(game.words(step.before, step.did, None))
    return overruling.in_words(game, step.action) if overruling.is_overrule(step.action) else "no longer fits"


def in_words(line: Json) -> str:
    """One line of a listing or a replay for people."""
    if "started" in line:
        when = datetime.fromtimestamp(line["started"]).strftime("%Y-%m-%d %H:%M")
        state = "over" if line["over"] else "going on"
        count = f", {line['entries']} entries" if "entries" in line else ""
        return f"{line['id']:4}  {when}  {line['game']}  {', '.join(line['players'])}  {state}{count}"
    if "state" in line:
        totals = ", ".join(f"{standing['player']} {standing['total']}" for standing in line["scores"])
        return f"      {totals}; won by {', '.join(line['winners']) or 'nobody yet'}"
    unfit = f"  (no longer fits: {line['unfit']})" if line.get("unfit") else ""
    return f"{line['number']:4}  {line['by']:6}  {line['who'] or 'table'}: {line['words']}{unfit}"
