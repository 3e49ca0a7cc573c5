"""What can be done in Temple of Gold, as the journal keeps it."""

from msgspec import Struct

from companion.games.temple_of_gold.state import Units


class Step(Struct, frozen=True, tag_field="type", tag="step"):
    player: str
    to: str
    pay: Units = Units()
    redo: bool = False


class PickUp(Struct, frozen=True, tag_field="type", tag="pick_up"):
    player: str
    take: Units


class Explore(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="explore"):
    """A drawn tile is laid; the temple is opened without one."""

    player: str
    cell: str
    tile: str | None = None
    blocked: str | None = None


class AnnounceTreasure(Struct, frozen=True, tag_field="type", tag="announce_treasure"):
    player: str
    cell: str
    horizontal: str
    vertical: str


class Dig(Struct, frozen=True, tag_field="type", tag="dig"):
    player: str
    pay: Units


class Discard(Struct, frozen=True, tag_field="type", tag="discard"):
    player: str
    give: Units


class TakeIncome(Struct, frozen=True, tag_field="type", tag="take_income"):
    player: str


class EndTurn(Struct, frozen=True, tag_field="type", tag="end_turn"):
    player: str


Action = Step | PickUp | Explore | AnnounceTreasure | Dig | Discard | TakeIncome | EndTurn
