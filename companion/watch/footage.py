"""What can be shown again: recordings and films, both as the same few events in the order they happened."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from companion.errors import BadInput, CompanionError
from companion.games import game_named
from companion.games.protocol import Action, Game, State
from companion.play.journal import Entry, Export, read_export
from companion.watch import recording
from hardware.camera import Pixels, decode_picture
from hardware.errors import BadSetting

FILM = "film.json"
TAKES = 9  # frames of a table at rest in a film
MOVES = 3  # and of a hand over it
SHIFT_PX = 30  # a hand's picture is pushed to and fro so far
NOISE = 2.5  # grey levels, fresh in every frame of a film


@dataclass(frozen=True, eq=False)
class Begin:
    """A game is on the table, with the entries made before."""

    whole: Export
    fov_deg: float = 66.0
    lens_k1: float | None = None
    lens_k2: float = 0.0


@dataclass(frozen=True, eq=False)
class Show:
    """That picture, so many frames long."""

    pixels: Pixels
    frames: int = 1
    lit: tuple[str, ...] = ()


@dataclass(frozen=True)
class Say:
    """An entry, as it was made then."""

    entry: Entry


@dataclass(frozen=True)
class Ask:
    """A question came up then."""

    text: str


@dataclass(frozen=True)
class Due:
    """By now all that was done should have been noticed."""


Event = Begin | Show | Say | Ask | Due


def footage_in(folder: Path) -> Iterator[Event]:
    """The events of a recording or of a film."""
    if (folder / recording.FILE).is_file():
        return recorded(folder)
    if (folder / FILM).is_file():
        return filmed(folder)
    if not folder.is_dir():
        raise BadInput(f"no folder {folder}; name one that companion run --record wrote")
    raise BadInput(f"{folder} holds neither {recording.FILE} nor {FILM}; name one that companion run --record wrote")


def recorded(folder: Path) -> Iterator[Event]:
    """A folder that `companion run --record` wrote; what was torn off at its end by a power cut is left out."""
    pixels: Pixels | None = None
    lit: tuple[str, ...] = ()
    for line in _lines(folder / recording.FILE):
        match line:
            case recording.Seated():
                yield Begin(_export(line, folder), line.fov_deg, line.lens_k1, line.lens_k2)
            case recording.Shown():
                pixels, lit = _with(pixels, _picture(folder / line.picture), line), line.lit
                yield Show(pixels, 1, lit)
            case recording.Rested(frames) if pixels is not None:
                yield Show(pixels, frames, lit)
            case recording.Said(entry):
                yield Say(entry)
            case recording.Wondered(text=text):
                yield Ask(text)


def _lines(path: Path) -> Iterator[recording.Line]:
    rows = path.read_bytes().split(b"\n")
    for number, row in enumerate(rows[:-1], start=1):  # the last is empty, or torn
        try:
            yield msgspec.json.decode(row, type=recording.Line)
        except msgspec.MsgspecError as wrong:
            raise BadInput(f"line {number} of {path} is no line of a recording: {wrong}") from None


def _export(line: recording.Seated, folder: Path) -> Export:
    if line.format != recording.FORMAT:
        raise BadInput(f"the recording in {folder} is {line.format!r}, this companion reads {recording.FORMAT!r}")
    return read_export(bytes(line.whole))


def _picture(path: Path) -> Pixels:
    try:
        return decode_picture(path.read_bytes())
    except OSError as missing:
        raise BadInput(f"cannot read {path}: {missing.strerror}; a recording needs all its pictures") from None
    except BadSetting as wrong:
        raise BadInput(f"{path} cannot be opened: {wrong}") from None


def _with(before: Pixels | None, part: Pixels, line: recording.Shown) -> Pixels:
    """The picture before with the part that changed laid over it."""
    if line.is_whole:
        return part
    high, wide = part.shape[:2]
    if before is None or line.y + high > before.shape[0] or line.x + wide > before.shape[1]:
        raise BadInput(f"{line.picture} lies outside the picture before it; a recording needs all its pictures")
    whole = before.copy()
    whole[line.y : line.y + high, line.x : line.x + wide] = part
    return whole


# Films


def filmed(folder: Path) -> Iterator[Event]:
    """A film: one picture for every state of a game; what no picture can show is told by phone, as people would."""
    film = _film(folder / FILM)
    game = game_named(film.get("game") or folder.name)
    state, number = game.setup(film["players"], film["options"]), 0
    export = Export("", game.name, game.version, tuple(film["players"]), dict(film["options"]), 0.0, ())
    yield Begin(export)
    rng = np.random.default_rng(1)
    for raw in film["entered_before"]:
        state, number = _after(game, state, raw), number + 1
        yield Say(_entry(number, "phone", raw))
    for take in film["takes"]:
        told, seen = _parted(game, state, take["actions"], {row["piece"] for row in take.get("pieces", ())})
        for raw in told:
            state, number = _after(game, state, raw), number + 1
            yield Say(_entry(number, "phone", raw))
        yield from _frames(_picture(folder / take["picture"]), take["kind"] == "hand", rng)
        for raw in seen:
            state, number = _after(game, state, raw), number + 1
            yield Say(_entry(number, "camera", raw))
        if take["kind"] != "hand":
            yield Due()


def _film(path: Path) -> Any:
    try:
        film = msgspec.json.decode(path.read_bytes())
    except msgspec.MsgspecError as wrong:
        raise BadInput(f"{path} is no JSON: {wrong}") from None
    wanted = {"players", "options", "entered_before", "takes"}
    if not isinstance(film, dict) or not wanted <= film.keys():
        raise BadInput(f"{path} is no film; a film has {', '.join(sorted(wanted))}")
    return film


def _after(game: Game, state: State, raw: Mapping[str, Any]) -> State:
    return game.apply(state, _read(game, state, raw))


def _read(game: Game, state: State, raw: Mapping[str, Any]) -> Action:
    try:
        return game.read(state, raw)
    except CompanionError as refused:
        raise BadInput(f"the film's {raw} does not fit the rules: {refused}") from None


def _parted(game: Game, state: State, raws: list[Any], shown: Collection[str] = ()) -> tuple[list[Any], list[Any]]:
    """What only people can say, at the beginning of what was done; and what the picture shows.

    `shown` are the pieces in it: strokes on sheets that a film does not draw are said, too.
    """
    for place, raw in enumerate(raws):
        action = _read(game, state, raw)
        after, is_last = game.apply(state, action), place == len(raws) - 1
        is_silent = not is_last and action in game.endings(state)
        if not game.told(state, action) and not is_silent and not _is_undrawn(game, state, action, after, shown):
            return raws[:place], raws[place:]
        state = after
    return raws, []


def _is_undrawn(game: Game, state: State, action: Action, after: State, shown: Collection[str]) -> bool:
    """Whether an action would leave nothing but strokes, and the picture has none at all."""
    pieces = game.layout().piece
    new = game.placements(after) - game.placements(state)
    if game.rolled(action) or not new or not all(pieces[one.piece].stroke for one in new):
        return False
    return not any(pieces[name].stroke for name in shown if name in pieces)


def _entry(number: int, by: Any, raw: Any) -> Entry:
    return Entry(number=number, what="action", by=by, at=0.0, who=raw.get("player"), action=raw)


def _frames(picture: Pixels, is_hand: bool, rng: np.random.Generator) -> Iterator[Show]:
    """A camera's frames are never twice the same."""
    for _ in range(MOVES if is_hand else TAKES):
        noisy = np.clip(picture + rng.normal(0, NOISE, picture.shape), 0, 255).astype(np.uint8)
        yield Show(np.roll(noisy, int(rng.integers(-SHIFT_PX, SHIFT_PX + 1)), axis=1) if is_hand else noisy)
