"""Victory points, live at any moment. Rulebook: "Scoring", "Winning the Game"."""

from collections.abc import Mapping

from companion.games.protocol import Line, Score, Standing
from companion.games.pyramid_raiders.board import BOOK, COLOURS
from companion.games.pyramid_raiders.state import State, house_rule

QUANTITY: Mapping[int, int] = {0: 0, 1: 0, 2: 2, 3: 4, 4: 7, 5: 11, 6: 16}
VARIETY: Mapping[int, int] = {0: 0, 1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5}  # by colours; a book is worth the same
CURSE = -2
UNCURSED = 3


def quantity(state: State, count: int) -> int:
    """PR-R60: the table ends at six; seven count like six, or 22 where the house says so.

    Positions may hold more than the box does; they count like seven.
    """
    return QUANTITY[count] if count in QUANTITY else int(house_rule(state, "seven_of_a_colour"))


def lines(state: State, player: str) -> tuple[Line, ...]:
    """The four lines of one player's score, each with its why."""
    loot, curses = state.loot[player], state.curses[player]
    own = [colour for colour in COLOURS if loot.get(colour)]
    each = VARIETY[len(own)]
    books = loot.get(BOOK, 0)
    parts = tuple(
        Line(colour, quantity(state, loot[colour]), f"{_count(loot[colour], 'token')} of {colour}") for colour in own
    )
    return (
        Line("quantity", sum(part.points or 0 for part in parts), "many of one colour", parts),
        Line("variety", each, f"{_count(len(own), 'colour')}: one point for each after the first"),
        Line("books", books * each, f"{_count(books, 'book')} at {each} each, for {_count(len(own), 'colour')}"),
        _curse_line(curses),
    )


def _curse_line(curses: int) -> Line:
    if not curses:
        return Line("curses", UNCURSED, "no curse at all")
    return Line("curses", CURSE * curses, f"{_count(curses, 'curse')} at {CURSE} each")


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def score(state: State) -> Score:
    """PR-R63: by total, then by fewer curses; still equal is a shared place, and the places after it are skipped."""
    told = {player: lines(state, player) for player in state.players}
    total = {player: sum(line.points or 0 for line in told[player]) for player in state.players}
    rank = {player: (-total[player], state.curses[player]) for player in state.players}
    place = {player: 1 + sum(other < rank[player] for other in rank.values()) for player in state.players}
    ranking = tuple(sorted(place.items(), key=lambda placed: placed[1]))
    over = state.phase == "finished"
    winners = tuple(player for player in state.players if place[player] == 1) if over else ()
    level = [player for player in state.players if total[player] == max(total.values())]
    return Score(
        standings=tuple(Standing(player, total[player], place[player], told[player]) for player in state.players),
        ranking=ranking,
        winners=winners,
        decided_by="curses" if over and len(winners) < len(level) else "",
    )
