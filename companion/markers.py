"""Which marker ids a game prints: four of its own for the frame of its board, the others for its pieces."""

from collections.abc import Iterable, Iterator, Sequence
from zlib import crc32

from companion.errors import BadInput
from companion.layout import Layout

IDS = range(250)  # all that the dictionary has
PRINTED = {  # the frames of the built-in games, as they lie on people's tables
    "pyramid_raiders": 230,
    "gold_raiders": 234,
    "gold_mine": 238,
    "temple_of_gold": 242,
    "go_for_gold": 246,
}
FREE = range(130, 230, 4)  # where the frames of further games begin; what is below stays for pieces


def frame_ids(game: str, again: int = 0) -> tuple[int, int, int, int]:
    """The ids of a board's four corners: always the same for a name, whatever else is installed.

    Two names may fall on the same four (`refuse_clashes` tells); the newer game then asks `again`.

    >>> frame_ids("gold_mine")
    (238, 239, 240, 241)
    >>> frame_ids("temple_dash"), frame_ids("temple_dash", again=1)
    ((158, 159, 160, 161), (162, 163, 164, 165))
    """
    first = PRINTED.get(game) or FREE[(crc32(game.encode()) + again) % len(FREE)]
    return first, first + 1, first + 2, first + 3


def piece_ids(frame: Iterable[int]) -> Iterator[int]:
    """Ids for a game's pieces, one after the other, but for those of its frame; games may share them.

    >>> ids = piece_ids(frame=(1, 2, 3, 4))
    >>> next(ids), next(ids)
    (0, 5)
    """
    taken = set(frame)
    yield from (marker for marker in IDS if marker not in taken)
    raise BadInput(f"there are {len(IDS)} markers and no more; let pieces that look alike share one")


def refuse_clashes(layout: Layout, others: Sequence[Layout]) -> None:
    """BadInput if the camera could take a piece for the board's corner, or this board for another game's."""
    for earlier in layout.also:
        refuse_clashes(earlier, others)
    frame = set(layout.frame_markers)
    if len(frame) < 4 or not frame <= set(IDS):
        raise BadInput(f"the corners of {layout.game} need four different markers of 0 to {IDS[-1]}; ask frame_ids")
    for piece in layout.pieces:
        own = {piece.marker, piece.back_marker, *(marker for marker, _, _ in piece.more_markers)}
        if clashing := [marker for marker in layout.frame_markers if marker in own]:
            clash = f"marker {clashing[0]} is on {piece.name} and on a corner of its board"
            raise BadInput(f"{layout.game}: {clash}; give the piece one that piece_ids hands out")
    for other in others:
        if other.game != layout.game and any(frame & set(one.frame_markers) for one in (other, *other.also)):
            raise BadInput(
                f"the boards of {layout.game} and {other.game} have the same corners; "
                f"let one of them ask frame_ids(name, again=1), and print its board anew"
            )
