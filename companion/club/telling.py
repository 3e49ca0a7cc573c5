"""From the table to messages: only what anybody beside it may see and hear."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.club.messages import (
    MOST_BYTES,
    VERSION,
    Board,
    Countdown,
    Now,
    Result,
    Scalar,
    Seat,
    Told,
    clipped,
)  # fmt: skip
from companion.games.naming import named, plain
from companion.games.protocol import Game, Score
from companion.layout import Placement
from companion.play.history import History
from companion.play.journal import Entry, Saved
from companion.play.sitting import Sitting
from companion.play.table import Table

HELP, PAUSED, TIMER = "help", "paused", "timer"  # among the table's extras
OWN = "club"  # the part of the notices that is about the line itself
_MOST_FAULTS = 5


@dataclass(frozen=True)
class Sender:
    """Who tells: the journal's own id, what people are called, where the table's page is."""

    id: str
    names: Mapping[str, str]
    address: str = ""
    finished: int = 0


def now_of(table: Table, sender: Sender, sent: float) -> Now:
    """How the table stands; call it with the table's lock held."""
    faults = [(part, text) for part, text in table.notices.items() if part != OWN]
    around: dict[str, Any] = {
        "v": VERSION,
        "id": sender.id,
        "sent": sent,
        "faults": {clipped(part, 40): clipped(text, 160) for part, text in faults[:_MOST_FAULTS]},
        "address": clipped(sender.address, 120),
        "finished": sender.finished,
    }
    if not table.is_playing:
        return Now(**around)
    sitting, extras = table.sitting, table.extras
    return fitted(
        Now(
            **around,
            **_game(sitting, sender.names),
            question=table.question is not None,
            paused=bool(extras.get(PAUSED)),
            timer=_countdown(extras.get(TIMER)),
            help=extras.get(HELP) or None,
        )
    )


def _game(sitting: Sitting, names: Mapping[str, str]) -> dict[str, Any]:
    view = sitting.view(None)
    return {
        "game": sitting.game.name,
        "title": sitting.game.title,
        "game_id": sitting.saved.id,
        "number": sitting.number,
        "options": scalars(sitting.saved.options),
        "round": sitting.game.round(sitting.state),
        "headline": clipped(named(view.headline, names), 240),
        "acting": view.acting,
        "seats": seats(sitting.game, sitting.score, names),
        "unit": sitting.score.unit,
        "over": view.over,
    }


def fitted(now: Now) -> Now:
    """With whatever must be left out for it to travel: first the faults' words, then all but the first seats."""
    slim = [now]
    slim.append(msgspec.structs.replace(now, faults=dict.fromkeys(now.faults, ""), options={}))
    slim.append(msgspec.structs.replace(slim[-1], seats=now.seats[:8], acting=now.acting[:8], address=""))
    return next((one for one in slim if len(msgspec.json.encode(one)) <= MOST_BYTES), slim[-1])


def seats(game: Game, score: Score, names: Mapping[str, str]) -> tuple[Seat, ...]:
    """The players in seat order; a name is what the phone said, or what the host typed in place of the box's names."""
    common = set(game.names(game.players[-1]))
    return tuple(
        Seat(
            clipped(one.player, 32),
            one.total,
            one.place,
            clipped(names.get(one.player) or ("" if one.player in common else one.player), 32),
        )
        for one in score.standings
    )


def scalars(options: Mapping[str, object]) -> dict[str, Scalar]:
    """The options of a game that are simple switches; whole positions stay at the table."""
    return {name: value for name, value in options.items() if isinstance(value, str | int | bool) and name}


def _countdown(shown: object) -> Countdown | None:
    try:
        return msgspec.convert(shown, Countdown) if shown else None
    except msgspec.ValidationError:
        return None


def board_of(sitting: Sitting, sender: Sender, sent: float, most_bytes: int = MOST_BYTES) -> Board:
    """What lies on the table; what finds no room in the message is left out, the most common pieces first."""
    lying: dict[str, list[str]] = {}
    for placement in sorted(sitting.placements.elements(), key=str):
        lying.setdefault(placement.piece, []).append(_spot(placement))
    ranked = sorted(lying.items(), key=lambda pair: len(pair[1]))
    board = Board(
        v=VERSION,
        id=sender.id,
        sent=sent,
        game_id=sitting.saved.id,
        number=sitting.number,
        lying={piece: tuple(spots) for piece, spots in ranked},
    )
    while len(msgspec.json.encode(board)) > most_bytes:
        ranked, last = ranked[:-1], ranked[-1]
        board = msgspec.structs.replace(
            board,
            lying={piece: tuple(spots) for piece, spots in ranked},
            left_out=board.left_out + len(last[1]),
        )
    return board


def _spot(placement: Placement) -> str:
    """
    >>> _spot(Placement("die", "tray", None, "5")), _spot(Placement("pawn.red", "e5", 90, None))
    ('tray=5', 'e5@90')
    """
    turned = "" if not placement.turned else f"@{placement.turned:g}"
    return f"{placement.space}{turned}" + ("" if placement.shows is None else f"={placement.shows}")


def told(
    game: Game, history: History, saved: Saved, entry: Entry, sender: Sender, sent: float, cues: Sequence[str] = ()
) -> Told:
    """One entry of a game's history."""
    return Told(
        v=VERSION,
        id=sender.id,
        sent=sent,
        game_id=saved.id,
        number=entry.number,
        at=max(0.0, entry.at),
        what=entry.what,
        by=entry.by,
        who=entry.who,
        words=clipped(words(game, history, entry), 400),
        cues=tuple(cues),
    )


def words(game: Game, history: History, entry: Entry) -> str:
    """What an entry did, as it may be told to strangers while the game goes on."""
    if entry.what in ("undo", "redo"):
        steps = "a step" if entry.count == 1 else f"{entry.count} steps"
        return f"took back {steps}" if entry.what == "undo" else f"did {steps} again"
    said = history.said(entry)
    line = plain(game.words(*said, None)) if said is not None else "something that no longer fits"
    return f"corrected entry {entry.target}: {line}" if entry.what == "correct" else line


def result_of(game: Game, history: History, saved: Saved, number: int, sender: Sender, sent: float) -> Result:
    """How a game ended; one that goes on (again) has its result withdrawn."""
    score = game.score(history.state)
    last = history.steps[-1].entry.at if history.steps else saved.started
    return Result(
        v=VERSION,
        id=sender.id,
        sent=sent,
        game_id=saved.id,
        number=number,
        game=game.name,
        title=game.title,
        started=max(0.0, saved.started),
        ended=max(0.0, last),
        seats=seats(game, score, sender.names),
        winners=tuple(score.winners),
        unit=score.unit,
        decided_by=score.decided_by,
        withdrawn=not game.is_over(history.state),
    )
