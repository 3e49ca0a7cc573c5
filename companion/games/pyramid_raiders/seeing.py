"""What the camera can see: how the table should look, and which actions a look at it may show."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from companion.games.protocol import Seen
from companion.games.pyramid_raiders.actions import (
    Action,
    LayOut,
    MagicTake,
    Move,
    RevealCard,
    RollFacing,
    RollGuardian,
    Teleport,
)
from companion.games.pyramid_raiders.board import (
    BOOK,
    BOOK_SPACES,
    COLOURS,
    COPIES,
    DECOY,
    INDEX,
    KINDS,
    SPACES,
    TURNED,
    characters,
)
from companion.games.pyramid_raiders.legal import draws, entries, instead_of_walking, reveals
from companion.games.pyramid_raiders.moves import End, Walks
from companion.games.pyramid_raiders.rules import RULES, legal
from companion.games.pyramid_raiders.state import State, mover_of
from companion.games.pyramid_raiders.taking import is_doll_walk
from companion.games.pyramid_raiders.trails import Trails
from companion.games.pyramid_raiders.walking import Walker
from companion.layout import Placement

_BEFORE_START = ("layout", "facing", "items", "start_player")
MOST_HIDDEN = 2  # tokens that may be out of sight when a layout is read
MOST_WALKS = 400  # that are held against one look
_IN_TURN = ("moving", "pushing", "decoy", "taking", "effect")


def rolled(action: Action) -> Mapping[str, int]:
    """The die this action reads off the table."""
    return {"die": action.die} if isinstance(action, RollFacing | RollGuardian) else {}


def placements(state: State) -> Seen:
    """Section 8: everything whose place the rules know. The guardian comes onto the board with the tokens."""
    pawns = {player: f"pawn.{character}" for player, character in characters(state.players).items()}
    seen = [Placement("pillar", space) for space in state.pillars]
    seen += [Placement("fountain", space) for space in state.fountains]
    seen += [Placement(f"token.{kind}", space) for space, kind in state.tokens.items()]
    seen += [Placement(pawns[player], space) for player, space in state.pawns.items() if space is not None]
    if state.decoy is not None:
        seen.append(Placement("decoy", state.decoy))
    if state.phase != "layout":
        seen.append(Placement(f"guardian.{state.los}", state.guardian.at, TURNED[state.guardian.facing]))
    return Counter([*seen, *_before_players(state)])


def _before_players(state: State) -> Iterable[Placement]:
    """Cards, items and the start marker in the players' zones."""
    seat = {player: number for number, player in enumerate(state.players, start=1)}
    for player in state.placed:
        yield Placement("card.back", f"seat{seat[player]}.card")
    for player, item in state.items.items():
        yield Placement(f"item.{item}", f"seat{seat[player]}.item")
    if state.phase in _IN_TURN:
        mover = mover_of(state)
        character = characters(state.players)[mover]
        yield Placement(f"action.{character}.{state.card}", f"seat{seat[mover]}.card")
    if state.phase not in _BEFORE_START:
        yield Placement(f"rot_{state.rotation}", f"seat{seat[state.start]}.start")


def shown(state: State, seen: Seen) -> Iterable[Action]:
    """The legal actions a table at rest may show: whole walks, and layouts and draws read off what is seen."""
    return _SHOWN.get(state.phase, _all)(state, seen)


def _all(state: State, seen: Seen) -> Iterable[Action]:
    return legal(state)


def _layout(state: State, seen: Seen) -> Iterable[Action]:
    tokens = {
        place.space: place.piece.removeprefix("token.")
        for place in sorted(seen, key=str)
        if place.piece.startswith("token.")
    }
    known = {space: kind for space, kind in tokens.items() if kind in KINDS}
    action = LayOut(known | _hidden_tokens(state, known))
    return [] if RULES.why_not(state, action) else [action]


def _hidden_tokens(state: State, known: Mapping[str, str]) -> dict[str, str]:
    """One or two tokens the camera misses, a disc or a hand being in the way, where their kinds are certain.

    Books lie on the corners and the centre; of the colours, only one may be short of its seven copies.
    """
    hidden = [space for space in SPACES if space not in (*known, *state.pillars, *state.fountains)]
    books = {space: BOOK for space in hidden if space in BOOK_SPACES}
    coloured = [space for space in hidden if space not in books]
    lying = list(known.values())
    short = [colour for colour in COLOURS if lying.count(colour) < COPIES]
    if len(hidden) > MOST_HIDDEN or len(short) != bool(coloured):
        return {}
    return books | {space: colour for space in coloured for colour in short}


def _items(state: State, seen: Seen) -> Iterable[Action]:
    lying = {(place.piece, place.space) for place in seen}
    seat = {player: f"seat{number}.item" for number, player in enumerate(state.players, start=1)}
    return [draw for draw in draws(state) if (f"item.{draw.item}", seat[draw.player]) in lying]


def _entering(state: State, seen: Seen) -> Iterable[Action]:
    at = _figures_seen(state, seen).get(state.queue[0])
    open_to = entries(state)
    return [entry for entry in open_to if entry.space == at] or open_to


def _reveal(state: State, seen: Seen) -> Iterable[Action]:
    """The card that lies there face up, if it is seen: it stays when the walk is over, and tells what it was."""
    cards = reveals(state)
    return [card for card in cards if _face(state, card) in seen] or cards


def _face(state: State, card: RevealCard) -> Placement:
    seat = state.players.index(card.player) + 1
    return Placement(f"action.{characters(state.players)[card.player]}.{card.card}", f"seat{seat}.card")


class Glance(NamedTuple):
    """What one look says of the walk under way."""

    state: State
    player: str  # who walks
    where: Mapping[str, str]  # the figures seen on the board, by player, and the decoy
    has_gone_on: bool  # the walk is over: somebody who comes later has turned up his card

    @property
    def at(self) -> int | None:
        """The space the walker is seen on."""
        return INDEX[self.where[self.player]] if self.player in self.where else None

    @property
    def has_moved(self) -> bool:
        return self.player in self.where and self.where[self.player] != self.state.pawns[self.player]

    @property
    def standing(self) -> dict[str, str | None]:
        """Where everybody stood before, the decoy last."""
        return {**self.state.pawns, DECOY: self.state.decoy}

    @property
    def still(self) -> frozenset[int]:
        """The seats of those seen where they stood, the decoy's after the players'."""
        return frozenset(n for n, (who, at) in enumerate(self.standing.items()) if self.where.get(who, "") == at)

    @property
    def others(self) -> dict[int, int]:
        """Where the other players' pawns are seen, in the numbers of the walks."""
        players = enumerate(self.state.players)
        return {n: INDEX[self.where[who]] for n, who in players if who in self.where and who != self.player}

    @property
    def hides_others(self) -> bool:
        """Whether some other figure that stands on the board is not seen."""
        return any(at and who not in self.where for who, at in self.standing.items() if who != self.player)


def _moving(state: State, seen: Seen) -> Iterable[Action]:
    """Whole walks that fit what is seen, and what items offer instead of walking."""
    player = mover_of(state)
    glance = Glance(state, player, _figures_seen(state, seen), _has_gone_on(state, seen))
    lying = {(place.piece, place.space) for place in seen}
    actions = [action for action in instead_of_walking(state) if _is_possible(glance, action, lying)]
    walks = _walks(glance)
    doll = glance.where.get(DECOY)
    if is_doll_walk(state, player) and doll is not None and doll != state.decoy:
        walks = _past_the_doll(glance, walks, doll)
    is_read = bool(walks) or any(isinstance(action, Teleport) for action in actions)
    if glance.has_gone_on or not is_read:
        walks = _with_quick_others(glance, walks)
    return [*actions, *(Move(player, end.path, end.pushes) for end in walks)]


def _has_gone_on(state: State, seen: Seen) -> bool:
    """A back is gone that lay there: whoever comes later does not wait for the companion."""
    return any(place not in seen for place in _before_players(state) if place.piece == "card.back")


def _is_possible(glance: Glance, action: Action, lying: set[tuple[str, str]]) -> bool:
    """A token still lying there was not taken, and a pawn seen elsewhere has not come through the door."""
    if isinstance(action, MagicTake):
        return (f"token.{glance.state.tokens[action.space]}", action.space) not in lying
    return not isinstance(action, Teleport) or glance.at in (None, INDEX[action.to])


def _walks(glance: Glance, tells_paths: bool = False) -> list[End]:
    """Walks that put everybody where he is seen; whoever stands where he stood was not pushed, if that explains it.

    Once the walk is over others have moved on their own, and nobody is looked for who was pushed to and fro.
    """
    if glance.at is None and glance.hides_others:
        return []  # too much is out of sight to tell one walk from another
    walker = Walker(glance.state, glance.player)
    is_near = glance.at is not None and not walker.is_out_of_reach(glance.at)
    to_and_fro = glance.has_moved and is_near and not glance.has_gone_on
    for fixed in (glance.still, frozenset[int]()) if to_and_fro else (glance.still,):
        ends = Trails(walker, fixed) if tells_paths else Walks(walker, fixed)
        if walks := _few(ends.ending(glance.at, glance.others)):
            return walks
    return []


def _few(ends: Iterable[End]) -> list[End]:
    """All of them, or none at all where they are too many to tell apart."""
    first = list(islice(ends, MOST_WALKS + 1))
    return first if len(first) <= MOST_WALKS else []


def _with_quick_others(glance: Glance, walks: list[End]) -> list[End]:
    """People are quick: whoever stands elsewhere may have walked there since, pushed before or not.

    Where no walk leads to where the walker is seen, that may be misread: any walk that pushes nobody seen in place.
    """
    if glance.at is None:
        return walks
    still = Walks(Walker(glance.state, glance.player), glance.still)
    known = [end.figures for end in walks]
    here = [*walks, *(end for end in _few(still.ending(glance.at, {})) if end.figures not in known)]
    return here if here or not glance.has_moved else _few(still)


def _past_the_doll(glance: Glance, walks: list[End], doll: str) -> list[End]:
    """The decoy has been set down as well: one walk to each end that leads over its space."""
    past: dict[tuple[int, tuple[int, ...]], End] = {}
    for end in [*walks, *_walks(glance, tells_paths=True)]:
        if doll in (*glance.state.path, *end.path[:-1]):
            past.setdefault((end.at, end.figures), end)
    return list(past.values()) or walks


def _figures_seen(state: State, seen: Seen) -> dict[str, str]:
    """Where each pawn, by its player, and the decoy are seen on the board."""
    names = {f"pawn.{character}": player for player, character in characters(state.players).items()}
    names[DECOY] = DECOY
    return {names[place.piece]: place.space for place in seen if place.piece in names and place.space in INDEX}


_SHOWN: Mapping[str, Callable[[State, Seen], Iterable[Action]]] = {
    "layout": _layout,
    "items": _items,
    "entering": _entering,
    "reentry": _entering,
    "reveal": _reveal,
    "moving": _moving,
}
