"""What can be done at the table, as records: each names its player and what the table showed."""

import msgspec


class ChooseStartPort(msgspec.Struct, frozen=True, tag_field="type", tag="choose_start_port"):
    player: str
    port: str


class RollMove(msgspec.Struct, frozen=True, tag_field="type", tag="roll_move"):
    """The one roll that moves everybody; the table tells us its value."""

    player: str
    value: int


class Move(msgspec.Struct, frozen=True, tag_field="type", tag="move", gc=False):
    """The spaces entered, in order, without the one the line starts on."""

    player: str
    path: tuple[str, ...]
    use_foot: bool = False


class Withdraw(msgspec.Struct, frozen=True, tag_field="type", tag="withdraw"):
    player: str


class DigUp(msgspec.Struct, frozen=True, tag_field="type", tag="dig"):
    player: str
    roll: int


class UseShovels(msgspec.Struct, frozen=True, tag_field="type", tag="use_shovels"):
    player: str
    use: bool


class Raid(msgspec.Struct, frozen=True, tag_field="type", tag="raid"):
    player: str
    roll: int


class Skip(msgspec.Struct, frozen=True, tag_field="type", tag="skip"):
    player: str


class ChoosePort(msgspec.Struct, frozen=True, tag_field="type", tag="choose_port"):
    player: str
    port: str


Action = ChooseStartPort | RollMove | Move | Withdraw | DigUp | UseShovels | Raid | Skip | ChoosePort
