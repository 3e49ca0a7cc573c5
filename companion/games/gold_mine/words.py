"""Actions in a few words, what is to be heard of them, and what the confirm button may end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.gold_mine import actions as act
from companion.games.gold_mine.actions import Action
from companion.games.gold_mine.board import ENTRANCE_CELL, TILE, Cell, Place, sides_of
from companion.games.gold_mine.challenge import challenge_of
from companion.games.gold_mine.reasons import acting
from companion.games.gold_mine.rules import is_over
from companion.games.gold_mine.state import State, actor_of, drawn_of
from companion.games.gold_mine.walking import walk_of
from companion.games.protocol import Cue, person

TURNED = ("", ", turned right", ", upside down", ", turned left")
ENDS: Mapping[str, type[Any]] = {
    "movement": act.OptOut,
    "walk": act.Stay,
    "action": act.EndTurn,
    "steal": act.DeclineSteal,
    "head_start": act.SkipHeadStart,
}


def words(state: State, action: Action, viewer: str | None) -> str:
    """Everything lies open, so all viewers read the same."""
    return WORDS[type(action)](state, action)


def tile_words(tile: str) -> str:
    """A tile's number and what is on it.

    >>> tile_words("G25"), tile_words("T67"), tile_words("C01")
    ('G25 (gold, passage)', 'T67 (tunnel, mud)', 'C01 (cavern)')
    """
    what = TILE[tile]
    passage, mud = what.secret is not None, bool(what.muds)
    return f"{tile} ({', '.join((what.kind, *(['passage'] if passage else []), *(['mud'] if mud else [])))})"


def cell_words(cell: Cell) -> str:
    """Where a cell is, as people at the table would point at it.

    >>> cell_words((2, -1)), cell_words((0, 3)), cell_words((0, 0))
    ('2 east and 1 north of the entrance', '3 south of the entrance', 'at the entrance')
    """
    if cell == ENTRANCE_CELL:
        return "at the entrance"
    x, y = cell
    ways = ((x, "east"), (-x, "west"), (-y, "north"), (y, "south"))
    return f"{' and '.join(f'{far} {way}' for far, way in ways if far > 0)} of the entrance"


def place_words(state: State, place: Place) -> str:
    """A tunnel of the mine; which one is said only where the tile has several."""
    x, y, number = place
    if (x, y) == ENTRANCE_CELL:
        return "the ladder"
    laid = state.tunnels.laid[x, y]
    which = f" {sides_of(laid.turned.tunnels[number])}" if len(laid.turned.tunnels) > 1 else ""
    return f"{laid.tile.id}{which}, {cell_words((x, y))}"


def _nuggets(count: int) -> str:
    return "1 nugget" if count == 1 else f"{count} nuggets"


def _start(state: State, action: act.RollStart) -> str:
    return f"roll white {action.dice[0]} and black {action.dice[1]} for the start"


def _draw(state: State, action: act.DrawTile) -> str:
    return f"draw tile {tile_words(action.tile)}" if action.tile else "draw the next tile"


def _place(state: State, action: act.PlaceTile) -> str:
    return f"lay tile {action.tile}, {cell_words(action.cell)}{TURNED[action.rot]}"


def _own(state: State, action: act.PlayOwnTile) -> str:
    return f"lay own tile {action.tile}, {cell_words(action.cell)}{TURNED[action.rot]}"


def _return(state: State, action: act.ReturnTile) -> str:
    if action.position is None:
        return f"shuffle tile {drawn_of(state)} back into the stack"
    return f"put tile {drawn_of(state)} back into the stack, {action.position} from the top"


def _passage(state: State, action: act.RollPassage) -> str:
    return f"try the passage: white {action.dice[0]}, black {action.dice[1]}"


def _move(state: State, action: act.Move) -> str:
    walk = walk_of(state)
    how = (
        f"chase {person(walk.miner)} to" if walk.why == "bats" else "run to" if walk.why == "head_start" else "walk to"
    )
    return f"{how} {place_words(state, action.to)}"


def _traverse(state: State, action: act.Traverse) -> str:
    return f"through the passage to {place_words(state, action.to)}"


def _stay(state: State, action: act.Stay) -> str:
    walk = walk_of(state)
    return f"leave {person(walk.miner)}'s miner alone" if walk.why == "bats" else "stay"


def _challenge(state: State, action: act.StartChallenge) -> str:
    who = person(action.defender)
    if action.kind == "gold":
        return f"challenge {who} for gold"
    return f"send bats at {who}{' (stuck: bats cannot move him)' if state.stuck[action.defender] else ''}"


def _exchange(state: State, action: act.ChallengeRoll) -> str:
    fight = challenge_of(state)
    return f"{person(fight.challenger)} rolls {action.challenger}, {person(fight.defender)} rolls {action.defender}"


def _stolen(state: State, action: act.PlaceStolen) -> str:
    return f"put {person(challenge_of(state).loser)}'s nugget into the chamber {cell_words(action.cell)}"


def _decline(state: State, action: act.DeclineSteal) -> str:
    return f"let {person(challenge_of(state).loser)} keep the nugget"


def _hand_off(state: State, action: act.HandOff) -> str:
    return f"hand {_nuggets(action.count)} from {person(action.giver)} to {person(action.to)}"


WORDS: Mapping[type[Any], Callable[[State, Any], str]] = {
    act.RollStart: _start,
    act.OptOut: lambda state, action: "neither dig nor move",
    act.RollMove: lambda state, action: f"roll {action.die} and walk",
    act.RollPassage: _passage,
    act.DrawTile: _draw,
    act.PlayOwnTile: _own,
    act.PlaceTile: _place,
    act.ReturnTile: _return,
    act.Stay: _stay,
    act.Move: _move,
    act.Traverse: _traverse,
    act.EndTurn: lambda state, action: "end the turn",
    act.Collect: lambda state, action: "take the nugget",
    act.StartChallenge: _challenge,
    act.HandOff: _hand_off,
    act.ChallengeRoll: _exchange,
    act.DeclineSteal: _decline,
    act.PlaceStolen: _stolen,
    act.SkipHeadStart: lambda state, action: "do without the head start",
    act.RollHeadStart: lambda state, action: f"roll {action.die} and run",
    act.RollBats: lambda state, action: f"roll {action.die} for the bats",
    act.StopGame: lambda state, action: "stop the game, nobody wins",
}


def cues(before: State, action: Action, after: State) -> Sequence[Cue]:
    return tuple(_cues(before, action, after))


def _cues(before: State, action: Action, after: State) -> Iterator[Cue]:
    """A nugget taken is a treasure; one knocked loose, or a miner chased away by bats, a knock-out."""
    if isinstance(action, act.Collect):
        yield "treasure"
    is_chased = isinstance(action, act.Move) and walk_of(before).why == "bats"
    if isinstance(action, act.PlaceStolen) or is_chased:
        yield "knock_out"
    if is_over(after):
        yield "game_over"
        return
    if after.turn != before.turn and after.turn == after.start_player:
        yield "round"
    if set(acting(after)) - set(acting(before)):
        yield "your_turn"


def endings(state: State) -> Sequence[Action]:
    """Doing nothing, staying, ending the turn, or doing without what is optional."""
    ends = ENDS.get(state.step)
    return (ends(actor_of(state)),) if ends else ()
