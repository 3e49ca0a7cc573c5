"""What the camera sees of Gold Mine, and which moves that can mean: the specification's section 8."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.games.gold_mine import actions as act
from companion.games.gold_mine.actions import Action
from companion.games.gold_mine.board import (
    ANY_DIE,
    BLACK_DIE,
    COLOURS,
    ENTRANCE_CELL,
    NUGGET,
    PLATE,
    PURSE_ROOM,
    SHOW,
    TILE,
    TOKEN_BAT,
    TOKEN_GOLD,
    TORCH,
    WHITE_DIE,
    Cell,
    Place,
    cell_space,
    entrance_space,
    foot_space,
    mark_of,
    miner_piece,
    purse_space,
    tile_piece,
    torch_space,
    tunnel_of,
)
from companion.games.gold_mine.legal import move_rolls, opt_outs, passage_rolls
from companion.games.gold_mine.rules import is_over, legal, why_not
from companion.games.gold_mine.state import State, can_fit, place_of
from companion.games.gold_mine.tunnels import Laid, Tunnels
from companion.games.protocol import Seen, player_of
from companion.layout import Placement

TOKENS = {"gold": TOKEN_GOLD, "bat": TOKEN_BAT}
MINERS = {miner_piece(colour): colour for colour in COLOURS}
TOLD = act.OptOut | act.ReturnTile | act.DeclineSteal | act.SkipHeadStart | act.HandOff | act.StopGame


def placements(state: State) -> Seen:
    """Tiles, nuggets in chambers and purses, miners, the torch, the token of a running challenge.

    A drawn tile only lies there if it fits nowhere and must be shown.
    """
    lying = [Placement(NUGGET, cell_space(*cell)) for cell in state.gold_on]
    for colour, held in state.nuggets.items():
        lying += [Placement(NUGGET, purse_space(colour))] * min(held, PURSE_ROOM)
    for colour, place in state.miners.items():
        if place is not None:
            lying.append(Placement(miner_piece(colour), miner_space(state.tunnels, place, colour)))
    if state.turn and not is_over(state):
        lying.append(Placement(TORCH, torch_space(state.turn)))
    if state.challenge:
        lying.append(Placement(TOKENS[state.challenge.kind], PLATE))
    if state.drawn and not can_fit(state, state.drawn):
        lying.append(Placement(tile_piece(state.drawn), SHOW, 0))
    return _tiles(state) + Counter(lying)


def _tiles(state: State) -> Seen:
    known: Seen | None = state.tunnels.notes.get("placements")
    if known is None:
        known = Counter(Placement(tile_piece(row.tile), cell_space(*row.cell), 90 * row.rot) for row in state.mine)
        state.tunnels.notes["placements"] = known
    return known


def miner_space(tunnels: Tunnels, place: Place, colour: str) -> str:
    """The foot mark of that colour in that tunnel."""
    x, y, number = place
    if (x, y) == ENTRANCE_CELL:
        return entrance_space(colour)
    return _own_mark_in(tunnels.laid[x, y], number, (x, y), colour)


def _own_mark_in(laid: Laid, number: int, cell: Cell, colour: str) -> str:
    return foot_space(*cell, mark_of(laid.turned, number, cell, colour))


def recognised(state: State, seen: Seen) -> Seen:
    """The same table with every miner on the foot mark `placements` would use for the tunnel he stands in.

    A miner may stand on any mark of a tunnel; a tile that lies there but is not in the state yet counts too, and its
    nugget with it (R-14), though it may come a moment later: the tile says enough.
    """
    fresh = dict(_fresh_tiles(state, seen))
    chambers = [cell for cell, (tile, _) in fresh.items() if TILE[tile].is_chamber][: state.bank]
    nuggets = Counter(Placement(NUGGET, cell_space(*cell)) for cell in chambers)
    return Counter(_known(state, fresh, placement) for placement in seen.elements()) | nuggets


def _known(state: State, fresh: Mapping[Cell, tuple[str, int]], placement: Placement) -> Placement:
    if placement.piece in MINERS:
        return placement._replace(space=_own_mark(state, fresh, placement.space, MINERS[placement.piece]))
    return placement._replace(turned=0) if placement.space == SHOW else placement


def _fresh_tiles(state: State, seen: Iterable[Placement]) -> Iterator[tuple[Cell, tuple[str, int]]]:
    """Tiles on cells where the state knows none, with how far they are turned."""
    for placement in seen:
        tile, cell = placement.piece.removeprefix("tile."), _cell_of(placement.space)
        if tile in TILE and cell is not None and cell not in state.tunnels.laid and placement.turned is not None:
            yield cell, (tile, placement.turned // 90 % 4)


def _cell_of(space: str) -> Cell | None:
    x, _, y = space.partition(",")
    try:
        return int(x), int(y)
    except ValueError:
        return None


def _own_mark(state: State, fresh: Mapping[Cell, tuple[str, int]], space: str, colour: str) -> str:
    cell = _cell_of(space.rpartition(",")[0])
    if cell == ENTRANCE_CELL:
        return entrance_space(colour)
    laid = _laid_at(state, fresh, cell) if cell else None
    number = tunnel_of(laid.turned, space.rpartition(",")[2]) if laid else None
    if cell is None or laid is None or number is None:
        return space
    return _own_mark_in(laid, number, cell, colour)


def _laid_at(state: State, fresh: Mapping[Cell, tuple[str, int]], cell: Cell) -> Laid | None:
    if cell in state.tunnels.laid:
        return state.tunnels.laid[cell]
    if cell in fresh:
        tile, rot = fresh[cell]
        return Laid(TILE[tile], TILE[tile].turned[rot])
    return None


def shown(state: State, seen: Seen) -> Iterator[Action]:
    """What a table at rest may mean: every roll; of draws, tiles, walks and challenges those to be seen."""
    seen = recognised(state, seen)
    if state.step == "roll_start":
        first = state.start_pending[0]  # asked in seat order
        yield from (action for action in legal(state) if player_of(action) == first)
    elif state.step in ("draw", "movement"):
        yield from _digs_shown(state, seen)
        yield from _rolls_shown(state) if state.step == "movement" else ()
    elif state.step == "place":
        yield from _placings_shown(state, seen)
    elif state.step == "walk":
        yield from _walks_shown(state, seen)
    elif state.step == "action":
        yield from _deeds_shown(state, seen)
    else:
        yield from legal(state)


def _rolls_shown(state: State) -> Iterator[Action]:
    """Nothing at all, or any roll."""
    yield from opt_outs(state)
    yield from move_rolls(state)
    yield from passage_rolls(state)


def _digs_shown(state: State, seen: Seen) -> Iterator[Action]:
    player = state.actor or ""
    lying = {tile: (cell, rot) for cell, (tile, rot) in _fresh_tiles(state, seen)}
    for tile, (cell, rot) in lying.items():
        own = act.PlayOwnTile(player, tile, cell, rot)
        draw = act.DrawTile(player, tile)
        yield from (action for action in (own, draw) if why_not(state, action) is None)
    for placement in seen:
        draw = act.DrawTile(player, placement.piece.removeprefix("tile."))
        if placement.space == SHOW and why_not(state, draw) is None:
            yield draw


def _placings_shown(state: State, seen: Seen) -> Iterator[Action]:
    player = state.actor or ""
    placings = (act.PlaceTile(player, tile, cell, rot) for cell, (tile, rot) in _fresh_tiles(state, seen))
    candidates: list[Action] = [*placings, act.ReturnTile(player)]
    yield from (action for action in candidates if why_not(state, action) is None)


def _walks_shown(state: State, seen: Seen) -> Iterator[Action]:
    """The goal where the miner is seen now, or he stayed; while he is not to be seen at all it may be any."""
    assert state.walk is not None
    piece, colour = miner_piece(state.walk.miner), state.walk.miner
    spaces = {placement.space for placement in seen if placement.piece == piece}
    for action in legal(state):
        goal = action.to if isinstance(action, act.Move | act.Traverse) else None
        if goal is None or not spaces or miner_space(state.tunnels, goal, colour) in spaces:
            yield action


def _deeds_shown(state: State, seen: Seen) -> Iterator[Action]:
    """A nugget that still lies there was not taken; a token declares a challenge; a hand-off is told."""
    tokens = {placement.piece for placement in seen if placement.space == PLATE}
    for action in legal(state):
        if isinstance(action, act.Collect):
            if Placement(NUGGET, cell_space(*place_of(state, action.player)[:2])) not in seen:
                yield action
        elif isinstance(action, act.StartChallenge):
            if TOKENS[action.kind] in tokens:
                yield action
        elif not isinstance(action, act.HandOff):
            yield action


def rolled(action: Action) -> Mapping[str, int]:
    """The dice an action reads off the table; of an exchange the challenger's is the white one."""
    if isinstance(action, act.RollStart | act.RollPassage):
        return dict(zip((WHITE_DIE, BLACK_DIE), action.dice, strict=True))
    if isinstance(action, act.RollMove | act.RollHeadStart | act.RollBats):
        return {ANY_DIE: action.die}
    if isinstance(action, act.ChallengeRoll):
        return {"challenger": action.challenger, "defender": action.defender}
    return {}


def told(state: State, action: Action) -> bool:
    """What section 8 gives to the phones: doing nothing, doing without, handing over, whom one challenges of several.

    Where a challenge can be meant for one player only, its token says it all.
    """
    if isinstance(action, act.StartChallenge):
        return sum(isinstance(other, act.StartChallenge) and other.kind == action.kind for other in legal(state)) > 1
    return isinstance(action, TOLD)
