"""What the table seems to be laid out for: one tap starts it."""

import msgspec


class Proposal(msgspec.Struct, frozen=True):
    """A game and its players, as board and figures say.

    >>> Proposal("gold_mine", "Gold Mine", ("red", "blue", "white")).text
    'Gold Mine with Red, Blue and White?'
    """

    game: str
    title: str
    players: tuple[str, ...]

    @property
    def text(self) -> str:
        *most, last = (player.replace("_", " ").capitalize() for player in self.players)
        return f"{self.title} with {', '.join(most)} and {last}?"
