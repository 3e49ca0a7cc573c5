"""The names of everything in the box: trail spaces, card slots, cards and raiders; no measures."""

from collections.abc import Mapping

NAME = "gold_raiders"
TITLE = "Gold Raiders"
PLAYERS = range(2, 7)

TRAIL = 20  # the temple's number, unless the owner of another board says otherwise
TRAILS = range(10, 41)  # what an owner may say
HAND = 8
SLOTS = 8  # stack places in front of each player
LANE = 32  # cards that fit into the reveal lane

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")  # of the raiders, in seat order
COPIES: Mapping[str, int] = {"1": 11, "2": 9, "3": 7, "B": 11, "S": 9, "R": 7}
CARDS: Mapping[str, str] = {"1": "1 mile", "2": "2 miles", "3": "3 miles", "B": "bandits", "S": "steal", "R": "recon"}
MILES: Mapping[str, int] = {"1": 1, "2": 2, "3": 3}

IDOL = "idol"
TORCH = "torch"  # lies beside whoever must act
BACK = "card.back"
DECK = "deck"
DISCARD = "discard"


def raider(seat: int) -> str:
    """The raider of the player in that seat, counted from 1.

    >>> raider(1), raider(6)
    ('raider.red', 'raider.purple')
    """
    return f"raider.{COLOURS[seat - 1]}"


def face(code: str) -> str:
    return f"card.{code}"


def trail_space(number: int) -> str:
    return f"trail.{number}"


def stack_space(seat: int, slot: int) -> str:
    return f"seat{seat}.stack{slot}"


def idol_space(seat: int) -> str:
    return f"seat{seat}.idol"


def torch_space(seat: int) -> str:
    return f"torch.{seat}"


def lane_space(card: int) -> str:
    """Where the reveal lane takes the card that is that many from the bottom, counted from 1."""
    return f"reveal.{card}"


def spaces(trail: int = TRAIL) -> tuple[str, ...]:
    """Every space of the table, for a trail of that length."""
    seats = range(1, PLAYERS.stop)
    return (
        *(trail_space(number) for number in range(trail + 1)),
        *(stack_space(seat, slot) for seat in seats for slot in range(1, SLOTS + 1)),
        *(idol_space(seat) for seat in seats),
        *(torch_space(seat) for seat in seats),
        *(lane_space(card) for card in range(1, LANE + 1)),
        DECK,
        DISCARD,
    )


def pieces() -> Mapping[str, int]:
    """Every piece of the kit and how often it is in the box; the backs are those of the faces."""
    raiders = {raider(seat): 1 for seat in range(1, PLAYERS.stop)}
    faces = {face(code): copies for code, copies in COPIES.items()}
    return {**raiders, IDOL: 1, TORCH: 1, **faces, BACK: sum(COPIES.values())}
