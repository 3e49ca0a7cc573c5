"""What lies otherwise than it should, in people's words: "the red pawn stands on c4, it should stand on d5"."""

import re
from collections.abc import Sequence

from companion.layout import Layout, Placement

TALL_MM = 8.0


class Names:
    """What people call the pieces and players of one table."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def piece(self, name: str) -> str:
        """
        >>> from companion.layout import Piece
        >>> pawn = Piece("pawn.red", "piece", 20, 20)
        >>> Names(Layout("dash", 300, 120, (0, 1, 2, 3), (), (), (pawn,))).piece("pawn.red")
        'red pawn'
        """
        piece = self._layout.piece.get(name)
        if piece is not None and piece.called:
            return piece.called
        kind, _, which = name.replace("_", " ").partition(".")
        if not which:
            return kind
        return f"{which} {kind}" if which.isalpha() and which.islower() else f"{kind} {which.replace('.', ' ')}"

    def the(self, name: str) -> str:
        """With its article, but where it is somebody's: "the red pawn", "Konga's pawn"."""
        called = self.piece(name)
        return called if "'s " in called else f"the {called}"

    def space(self, name: str) -> str:
        """
        >>> names = Names(Layout("dash", 300, 120, (0, 1, 2, 3), (), (), ()))
        >>> names.space("e5"), names.space("trail.7"), names.space("seat2.stack5"), names.space("discard")
        ('e5', 'trail 7', 'stack 5 of seat 2', 'discard')
        """
        space = self._layout.space.get(name)
        if space is not None and space.called:
            return space.called
        seat = re.fullmatch(r"seat(\d+)\.(.+)", name)
        if seat is not None:
            return f"{_spaced(seat[2])} of seat {seat[1]}"
        return _spaced(name)

    def stands(self, name: str) -> str:
        piece = self._layout.piece.get(name)
        return "stands" if piece is not None and piece.top_mm > TALL_MM else "lies"


def _spaced(name: str) -> str:
    """Words and numbers apart; a short name such as e5 is one already."""
    words = name.replace("_", " ").replace(".", " ")
    return re.sub(r"(?<=[a-z]{2})(?=\d)", " ", words)


def differences(names: Names, missing: Sequence[Placement], extra: Sequence[Placement]) -> tuple[str, ...]:
    """One sentence for each piece that is not where, or not as, it belongs."""
    left, lines = list(extra), []
    for placement in sorted(missing, key=str):
        there = next((other for other in left if other.piece == placement.piece), None)
        if there is not None:
            left.remove(there)
        lines.append(_belongs(names, placement, there))
    lines += [_strange(names, other) for other in sorted(left, key=str)]
    return tuple(lines)


def _belongs(names: Names, expected: Placement, there: Placement | None) -> str:
    piece, verb = names.the(expected.piece), names.stands(expected.piece)
    should = f"it should {verb.removesuffix('s')} on {names.space(expected.space)}"
    if there is None:
        fell = "; if it fell over, set it up again" if verb == "stands" else ""
        return f"{piece} is not seen, {should}{fell}"
    if there.space == expected.space:
        return f"{piece} on {names.space(expected.space)} is turned the wrong way"
    return f"{piece} {verb} on {names.space(there.space)}, {should}"


def _strange(names: Names, there: Placement) -> str:
    verb = names.stands(there.piece)
    return f"{names.the(there.piece)} {verb} on {names.space(there.space)}, where nothing like it belongs"
