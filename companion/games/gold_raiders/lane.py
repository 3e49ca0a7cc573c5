"""The reveal lane: a stack that is turned up lies there as a fan, bottom card left."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.games.gold_raiders import board
from companion.games.gold_raiders.state import UPRIGHT
from companion.games.protocol import Seen
from companion.layout import Placement

FACES = frozenset(board.face(code) for code in board.CARDS)
LANE = board.lane_space(1).removesuffix("1")


def is_lane(space: str) -> bool:
    return space.startswith(LANE)


def fan(cards: Sequence[str]) -> Iterator[Placement]:
    """Those cards in the lane, as many as find room."""
    for at, code in enumerate(cards[: board.LANE], start=1):
        yield Placement(board.face(code), board.lane_space(at), UPRIGHT)


def in_lane(seen: Seen) -> dict[int, str]:
    """The codes seen in the lane by their places, from the left."""
    lying = [placement for placement in seen if is_lane(placement.space) and placement.piece in FACES]
    return dict(sorted((int(placement.space.removeprefix(LANE)), code_of(placement)) for placement in lying))


def code_of(face: Placement) -> str:
    return face.piece.removeprefix("card.")


def closed_up(seen: Seen, lane: Mapping[int, str]) -> Seen:
    """The table with the fan's cards on the first places, however far apart people laid them."""
    rest = Counter({placement: count for placement, count in seen.items() if not is_lane(placement.space)})
    return rest + Counter(fan(tuple(lane.values())))
