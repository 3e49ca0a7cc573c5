"""A whole kit: the PDF to print, or every face as its own picture with kit.json beside them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import BadInput
from companion.games.protocol import Game
from companion.kit import faces, svg
from companion.kit.aids import aid
from companion.kit.board_sheets import board_pages, poster_page
from companion.kit.cards import card_pages, loose_table
from companion.kit.drawing import FULL, LIGHT, inked
from companion.kit.guide import guide_pages
from companion.kit.ink import with_ink
from companion.kit.light import light_pages
from companion.kit.pdf import Progress, write_pdf
from companion.kit.sheets import Page, Paper, numbered, packed, paper_of, piece_pages, sections, stand_items
from companion.kit.stickers import sticker_pages
from companion.layout import Piece

DPI = 300
MODES = ("kit", "light", "stickers")


def make_kit(
    game: Game, out: Path, paper: str = "a4", mode: str = "kit", progress: Progress | None = None, ink: str = "full"
) -> list[Page]:
    """Writes the PDF and returns its pages."""
    pages = kit_pages(game, paper, mode, ink)
    try:
        write_pdf(pages, out, f"{faces.artwork(game).TITLE}: {mode}", progress)
    except OSError as wrong:
        raise BadInput(f"cannot write {out}: {wrong.strerror}; choose another place") from None
    return pages


def kit_pages(game: Game, paper: str = "a4", mode: str = "kit", ink: str = "full") -> list[Page]:
    """The guide first, then everything in the order it is built."""
    sheet = paper_of(paper)
    if mode not in MODES:
        raise BadInput(f"no kit is called {mode!r}; there are {', '.join(MODES)}")
    drawn = with_ink(game, ink)
    with inked(LIGHT if ink == "light" else FULL):
        body = _body(drawn, paper, mode, sheet)
        blank = guide_pages(drawn, body, [], sheet, mode)  # only to count its pages
        contents = list(sections([*blank, *body]))
        title = faces.artwork(drawn).TITLE
        return numbered([*guide_pages(drawn, body, contents, sheet, mode), *body], title)


def _body(game: Game, paper: str, mode: str, sheet: Paper) -> list[Page]:
    if mode == "stickers":
        return sticker_pages(game, sheet)
    art = faces.artwork(game)
    pictures = art.round_pictures()
    aids = [aid(art.TITLE, pictures)] * (game.players.stop - 1) if pictures else []
    return [
        *_board(game, paper, mode, sheet),
        *piece_pages(game, sheet),
        *packed("stands", stand_items(game), sheet, "thick paper"),
        *packed("player aids", aids, sheet, "thick paper"),
    ]


def _board(game: Game, paper: str, mode: str, sheet: Paper) -> list[Page]:
    if mode == "light":
        loose = loose_table(game)
        return card_pages(game, loose, sheet) if loose is not None else light_pages(game, sheet)
    return [poster_page(game)] if paper == "poster" else board_pages(game, sheet)


def write_pngs(game: Game, folder: Path, progress: Progress | None = None) -> None:
    """Each face at 300 dpi, and kit.json."""
    _write(game, folder, "png", progress)


def write_svgs(game: Game, folder: Path, progress: Progress | None = None) -> None:
    _write(game, folder, "svg", progress)


def _write(game: Game, folder: Path, kind: str, progress: Progress | None) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        pictures = list(_pictures(game, kind))
        for number, (name, drawing) in enumerate(pictures, start=1):
            content = drawing.encode() if kind == "svg" else svg.png(drawing, DPI / svg.MM_PER_INCH)
            (folder / name).write_bytes(content)
            if progress:
                progress(number, len(pictures))
        (folder / "kit.json").write_bytes(msgspec.json.format(msgspec.json.encode(kit_json(game, kind)), indent=1))
    except OSError as wrong:
        raise BadInput(f"cannot write into {folder}: {wrong.strerror}; choose another folder") from None


def _pictures(game: Game, kind: str) -> Iterator[tuple[str, str]]:
    yield f"field.{kind}", faces.field_svg(game)
    for piece in faces.layout(game).pieces:
        yield f"{piece.name}.{kind}", faces.face_svg(game, piece.name)
        behind = faces.back_svg(game, piece.name)
        if behind is not None:
            yield f"{piece.name}.back.{kind}", behind


def kit_json(game: Game, kind: str = "png") -> dict[str, Any]:
    """What the pictures are, how large, and where everything lies; as the design describes it."""
    table = faces.layout(game)
    return {
        "field": {"width_mm": table.width_mm, "height_mm": table.height_mm, "file": f"field.{kind}"},
        "pieces": [_piece_json(game, piece, kind) for piece in table.pieces],
        "spaces": [
            {"space": space.name, "x_mm": space.x_mm, "y_mm": space.y_mm, "seats": dict(space.seats)}
            for space in table.spaces
        ],
        "zones": [
            {"zone": zone.name, "x0": zone.x0, "y0": zone.y0, "x1": zone.x1, "y1": zone.y1} for zone in table.zones
        ],
    }


def _piece_json(game: Game, piece: Piece, kind: str) -> dict[str, Any]:
    behind = {"back_file": f"{piece.name}.back.{kind}"} if faces.back_svg(game, piece.name) is not None else {}
    return {
        "piece": piece.name,
        "file": f"{piece.name}.{kind}",
        **behind,
        "width_mm": piece.width_mm,
        "height_mm": piece.height_mm,
        "thickness_mm": piece.thickness_mm,
        "top_mm": piece.top_mm,
        "round": piece.is_round,
        "marker": piece.marker,
        "marker_mm": piece.marker_mm,
        "marker_at_mm": list(piece.marker_at_mm),
        "copies": piece.copies,
    }
