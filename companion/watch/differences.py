"""What lies otherwise than it should, in people's words: "the red pawn stands on c4, it should stand on d5"."""

from collections.abc import Sequence

from companion.layout import Layout, Placement

TALL_MM = 5.0


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

    def player(self, name: str) -> str:
        return name.replace("_", " ").capitalize()

    def space(self, name: str) -> str:
        return name.replace("_", " ").replace(".", " ")

    def stands(self, name: str) -> str:
        piece = self._layout.piece.get(name)
        return "stands" if piece is not None and piece.top_mm > TALL_MM else "lies"


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
    piece, verb = f"the {names.piece(expected.piece)}", names.stands(expected.piece)
    should = f"it should {verb.removesuffix('s')} on {names.space(expected.space)}"
    if there is None:
        return f"{piece} is not seen, {should}"
    if there.space == expected.space:
        return f"{piece} on {names.space(expected.space)} is turned the wrong way"
    return f"{piece} {verb} on {names.space(there.space)}, {should}"


def _strange(names: Names, there: Placement) -> str:
    verb = names.stands(there.piece)
    return f"the {names.piece(there.piece)} {verb} on {names.space(there.space)}, where nothing like it belongs"
