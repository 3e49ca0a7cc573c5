"""A plain drawing of any game's table and pieces from its layout: light enough for every phone, without markers."""

from math import sqrt
from xml.sax.saxutils import escape

from companion.layout import Layout, Piece, Space, Zone
from web.words import name_of

_SIGNS = {"cw": "↻", "ccw": "↺"}
_HEXAGON = 2 / sqrt(3)  # height by width of a hexagon standing on its tip


def field_svg(layout: Layout) -> str:
    return _svg(layout.width_mm, layout.height_mm, draw_field(layout))


def piece_svg(layout: Layout, name: str) -> str:
    piece = layout.piece[name]
    return _svg(piece.width_mm, piece.height_mm, draw_piece(piece, label_of(piece, layout)))


def _svg(width: float, height: float, inside: str) -> str:
    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Source Sans Pro, sans-serif">{inside}</svg>'


def draw_field(layout: Layout) -> str:
    back = f'<rect class="f-table" width="{layout.width_mm:g}" height="{layout.height_mm:g}" rx="8" fill="#efe2c4"/>'
    return back + "".join(map(_zone, layout.zones)) + "".join(map(_space, layout.spaces))


def _zone(zone: Zone) -> str:
    words = f'<text class="f-word" x="{zone.x0 + 5:g}" y="{zone.y1 - 5:g}" font-size="9" fill="#6b5636">'
    size = f'width="{zone.x1 - zone.x0:g}" height="{zone.y1 - zone.y0:g}"'
    area = f'<rect class="f-zone" x="{zone.x0:g}" y="{zone.y0:g}" {size} rx="6" fill="#e4d3ab" stroke="#c3a873"/>'
    return f"{area}{words}{_zone_words(zone.name)}</text>"


def _zone_words(name: str) -> str:
    return escape(name_of(name.replace("seat", "seat ") if name[-1:].isdigit() else name))


def _space(space: Space) -> str:
    if not space.outline:
        size = f'cx="{space.x_mm:g}" cy="{space.y_mm:g}" r="{min(space.reach_mm, 14):g}"'
        return f'<circle class="f-space" {size} fill="#f7efdc" stroke="#b79a63"/>'
    points = " ".join(f"{space.x_mm + x:.2f},{space.y_mm + y:.2f}" for x, y in space.outline)
    return f'<polygon class="f-space" points="{points}" fill="#f7efdc" stroke="#b79a63" stroke-linejoin="round"/>'


def draw_piece(piece: Piece, label: str) -> str:
    colour = piece.colour or "#8a7a5c"
    ink = ink_on(colour)
    if piece.facings:
        return _pointer(piece, colour)
    if piece.is_round:
        return _disc(piece, colour, ink, label)
    if is_hexagon(piece):
        return _tile(piece, colour, ink)
    return _card(piece, colour, ink)


def _disc(piece: Piece, colour: str, ink: str, label: str) -> str:
    middle, rim = piece.width_mm / 2, piece.width_mm * 0.055
    inner = f'<circle cx="{middle:g}" cy="{middle:g}" r="{middle * 0.74:.2f}" fill="none" stroke="{ink}"'
    return (
        f'<circle cx="{middle:g}" cy="{middle:g}" r="{middle - rim / 2:.2f}" fill="{colour}" stroke="#2a2118"'
        f' stroke-width="{rim:.2f}"/>{inner} stroke-opacity=".55" stroke-width="{rim * 0.7:.2f}"/>'
        + word(label, middle, middle, piece.width_mm * 0.5, ink)
    )


def _pointer(piece: Piece, colour: str) -> str:
    """A piece that faces somewhere: an arrow at its upper edge."""
    m = piece.width_mm / 2
    arrow = f"M{m:g} {m * 0.06:.2f} L{m * 1.62:.2f} {m * 1.0:.2f} H{m * 0.38:.2f} Z"
    return (
        f'<circle cx="{m:g}" cy="{m:g}" r="{m * 0.95:.2f}" fill="{colour}" stroke="#d9b25a" stroke-width="1.4"/>'
        f'<path d="{arrow}" fill="#e5484d" stroke="#fffaf0" stroke-width="{m * 0.07:.2f}" stroke-linejoin="round"/>'
        f'<circle cx="{m:g}" cy="{m * 1.3:.2f}" r="{m * 0.2:.2f}" fill="#d9b25a"/>'
    )


def _tile(piece: Piece, colour: str, ink: str) -> str:
    w, h = piece.width_mm, piece.height_mm
    points = f"{w / 2:g},1 {w - 1:g},{h / 4:g} {w - 1:g},{h * 3 / 4:g} {w / 2:g},{h - 1:g} 1,{h * 3 / 4:g} 1,{h / 4:g}"
    edge = 'stroke="#2a2118" stroke-opacity=".6" stroke-width="1.2" stroke-linejoin="round"'
    return f'<polygon points="{points}" fill="{colour}" {edge}/>' + word(short_name(piece), w / 2, h / 2, w * 0.21, ink)


def _card(piece: Piece, colour: str, ink: str) -> str:
    w, h = piece.width_mm, piece.height_mm
    words = piece.name.split(".")
    is_back = words[-1] == "back"
    paper = f'<rect x=".5" y=".5" width="{w - 1:g}" height="{h - 1:g}" rx="{min(w, h) * 0.09:.2f}"'
    if is_back:
        return (
            f'{paper} fill="{colour}" stroke="#d9b25a"/><path d="M{w / 2:g} {h * 0.25:.2f} L{w * 0.75:.2f} {h / 2:g} '
            f'L{w / 2:g} {h * 0.75:.2f} L{w * 0.25:.2f} {h / 2:g}Z" fill="none" stroke="#d9b25a" stroke-width="1.5"/>'
        )
    big, small = words[-1], words[-2] if len(words) > 1 else ""
    size = w * 0.5 if len(big) <= 2 else min(w * 0.2, w * 1.55 / max(map(len, big.split("_"))))
    lines = [big] if len(big) <= 2 else big.split("_")
    first = h * 0.54 - (len(lines) - 1) * size * 0.55
    return (
        f'{paper} fill="#fffaf0" stroke="#2a2118" stroke-opacity=".6"/>'
        f'<rect x=".9" y=".9" width="{w - 1.8:g}" height="{h * 0.2:.2f}" rx="{min(w, h) * 0.08:.2f}" fill="{colour}"/>'
        + word(name_of(small), w / 2, h * 0.11, w * 0.17, ink)
        + "".join(word(line, w / 2, first + n * size * 1.1, size, "#2a2118") for n, line in enumerate(lines))
    )


def word(text: str, x: float, y: float, size: float, ink: str) -> str:
    if not text:
        return ""
    smaller = size if len(text) < 2 else size * (0.82 if len(text) == 2 else 1)
    return (
        f'<text x="{x:g}" y="{y + smaller * 0.35:.2f}" font-size="{smaller:.2f}" font-weight="700" text-anchor="middle"'
        f' fill="{ink}">{escape(text)}</text>'
    )


def label_of(piece: Piece, layout: Layout) -> str:
    """The first letter of a piece, or two where another of its sort begins alike: blue and book."""
    sort, _, last = piece.name.replace("_", ".").rpartition(".")
    if last in _SIGNS or len(last) <= 2:
        return _SIGNS.get(last, last.capitalize())
    others = [other.name.rpartition(".") for other in layout.pieces if other.name != piece.name]
    is_alone = not any(of == sort and name[:1] == last[:1] for of, _, name in others)
    return last[: 1 if is_alone else 2].capitalize()


def short_name(piece: Piece) -> str:
    return name_of(piece.name.split(".")[-1])[:10]


def is_hexagon(piece: Piece) -> bool:
    return not piece.is_round and abs(piece.height_mm / piece.width_mm - _HEXAGON) < 0.02


def ink_on(colour: str) -> str:
    return "#1c1710" if _is_light(colour) else "#fffaf0"


def _is_light(colour: str) -> bool:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140
