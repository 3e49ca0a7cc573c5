"""What can be done in Gold Raiders; the specification's section 5.2."""

import msgspec


class ChooseFirst(msgspec.Struct, frozen=True, tag_field="type", tag="choose_first"):
    """Whoever's last journey is freshest takes the idol."""

    player: str


class Deal(msgspec.Struct, frozen=True, tag_field="type", tag="deal"):
    """All 54 shuffled, eight to each player; nobody's in particular."""


class PlayNew(msgspec.Struct, frozen=True, tag_field="type", tag="play_new"):
    """A card, face down, begins a stack at the right end; which card stays secret."""

    player: str


class PlayOn(msgspec.Struct, frozen=True, tag_field="type", tag="play_on"):
    player: str
    stack: int


class Recon(msgspec.Struct, frozen=True, tag_field="type", tag="recon"):
    player: str
    owner: str
    stack: int


class Steal(msgspec.Struct, frozen=True, tag_field="type", tag="steal"):
    player: str
    owner: str
    stack: int
    onto: int | str  # "new", or the number of one's own stack


class Reveal(msgspec.Struct, frozen=True, tag_field="type", tag="reveal"):
    player: str
    stack: int
    cards: tuple[str, ...]  # bottom first


class Pass(msgspec.Struct, frozen=True, tag_field="type", tag="pass"):
    player: str


Action = ChooseFirst | Deal | PlayNew | PlayOn | Recon | Steal | Reveal | Pass
