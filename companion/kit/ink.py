"""The same kit with little ink: outlines where the full one has floods of colour."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.errors import BadInput
from companion.games.protocol import Artwork, Game
from companion.kit import faces
from companion.kit.drawing import LIGHT, LIGHT_PIECES, Cutout, inked
from companion.layout import Piece

INKS = ("full", "light")


def with_ink(game: Game, ink: str) -> Game:
    """The game, its drawings made with that much ink."""
    if ink not in INKS:
        raise BadInput(f"no ink is called {ink!r}; there are {', '.join(INKS)}")
    if ink == "full":
        return game
    drawn = faces.artwork(game)
    return replace(game, artwork=lambda: LightArtwork(drawn))


@dataclass(frozen=True)
class LightArtwork:
    """What a game draws, drawn with little ink."""

    drawn: Artwork

    @property
    def TITLE(self) -> str:
        return self.drawn.TITLE

    @property
    def BOUGHT(self) -> Sequence[str]:
        return self.drawn.BOUGHT

    @property
    def SHAPED(self) -> Sequence[str]:
        return self.drawn.SHAPED

    @property
    def NEEDS(self) -> Sequence[str]:
        return self.drawn.NEEDS

    def face(self, piece: Piece) -> str:
        with inked(LIGHT_PIECES):
            return self.drawn.face(piece)

    def back(self, piece: Piece) -> str | None:
        with inked(LIGHT_PIECES):
            return self.drawn.back(piece)

    def field(self) -> str:
        with inked(LIGHT):
            return self.drawn.field()

    def round_pictures(self) -> Sequence[tuple[str, str]]:
        with inked(LIGHT):
            return self.drawn.round_pictures()

    def cutouts(self) -> Sequence[Cutout]:
        with inked(LIGHT_PIECES):
            return self.drawn.cutouts()
