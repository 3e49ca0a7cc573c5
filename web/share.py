"""A finished game as one picture: who won, by how much, when."""

from datetime import datetime
from xml.sax.saxutils import escape

from companion.kit.svg import document
from companion.play.evenings import Played

WIDE, ROW = 160.0, 13.0  # mm
_INK, _SOFT, _GOLD, _CARD = "#2a2118", "#66553a", "#7d5608", "#fffaf0"
_FONT = 'font-family="Source Sans Pro"'


def share_svg(told: Played) -> str:
    """Title, winners, everybody's total as a bar, and the evening it was."""
    high = 52 + ROW * len(told.players)
    order = sorted(range(len(told.players)), key=lambda seat: (not _won(told, seat), -told.totals[seat]))
    winners = " and ".join(_who(told, seat) for seat in order if _won(told, seat))
    when = datetime.fromtimestamp(told.at).strftime("%d %B %Y").lstrip("0")
    parts = [
        f'<rect width="{WIDE}" height="{high}" fill="#0d2a33"/>',
        f'<rect x="4" y="4" width="{WIDE - 8}" height="{high - 8}" rx="5" fill="{_CARD}"/>',
        _text(12, 17, told.title, 7, _GOLD, bold=True),
        _text(12, 30, f"{winners} won" if winners else "Nobody won", 10, _INK, bold=True),
        *(_row(told, seat, place) for place, seat in enumerate(order)),
        _text(12, high - 9, f"{when}, {max(1, round(told.lasted_s / 60))} minutes", 5, _SOFT),
    ]
    return document("".join(parts), WIDE, high)


def _row(told: Played, seat: int, place: int) -> str:
    y, total = 38 + ROW * place, told.totals[seat]
    wide = max(1.0, 62.0 * max(0, total) / max(1, *told.totals))
    fill = "#d9a531" if _won(told, seat) else "#b9c4bd"
    bar = f'<rect x="58" y="{y}" width="{wide:g}" height="8" rx="2" fill="{fill}"/>'
    said = f"{total} {told.unit}" if place == 0 else str(total)
    return _text(12, y + 6.3, _who(told, seat)[:18], 6, _INK) + bar + _text(60 + wide, y + 6.3, said, 5.5, _INK)


def _won(told: Played, seat: int) -> bool:
    return told.players[seat] in told.winners


def _who(told: Played, seat: int) -> str:
    return told.people[seat] or "A bot"


def _text(x: float, y: float, words: str, size: float, colour: str, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" {_FONT}{weight}>{escape(words)}</text>'
