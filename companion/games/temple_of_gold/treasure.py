"""Treasures: the spots two clues point at, announcing them, digging them up."""

from msgspec.structs import replace

from companion.games.temple_of_gold.actions import AnnounceTreasure, Dig
from companion.games.temple_of_gold.board import IN_JUNGLE, JUNGLE, PACK_SPACES, STEPS_OF, towards_spot
from companion.games.temple_of_gold.state import (
    Site,
    State,
    Units,
    active,
    items,
    owns,
    paid,
    total,
    with_player,
)

DIG_PRICE = 2  # food, or wild resources in its place

# (clue's space, its steps) -> the jungle spaces it points at along its row, and along its column
POINTED = {
    (clue, steps): (
        tuple(spot for spot in JUNGLE if towards_spot(clue, steps, spot)[0]),
        tuple(spot for spot in JUNGLE if towards_spot(clue, steps, spot)[1]),
    )
    for clue in JUNGLE
    for steps in range(6)
}


def candidates(state: State) -> list[tuple[str, str, str]]:
    """Every spot that could be announced now, with its clue in the row and its clue in the column.

    T77: nobody is shown these unless he asks for them; finding them is part of the game.
    """
    if not state.treasure_markers:
        return []
    rows: dict[str, list[str]] = {}
    columns: dict[str, list[str]] = {}
    for clue, laid in state.tiles.items():
        if not laid.clue_used and (steps := STEPS_OF[laid.tile]):
            along_row, along_column = POINTED[clue, steps]
            for spot in along_row:
                rows.setdefault(spot, []).append(clue)
            for spot in along_column:
                columns.setdefault(spot, []).append(clue)
    spots = [spot for spot in rows if spot in columns and spot not in state.sites]
    return sorted((spot, across, up) for spot in spots for across in rows[spot] for up in columns[spot])


def why_no_announcement(state: State, action: AnnounceTreasure) -> str | None:
    if state.treasure_markers < 1:
        return "no_treasure_markers"
    if type(action.cell) is not str or action.cell not in IN_JUNGLE:
        return "bad_location"
    if action.cell in state.sites:
        return "location_used"
    return _why_no_clue(state, action.horizontal, action.cell, 0) or _why_no_clue(
        state, action.vertical, action.cell, 1
    )


def _why_no_clue(state: State, clue: str, spot: str, axis: int) -> str | None:
    """T70, T71: a laid tile with steps on it, unused, exactly so far away along the axis (0 row, 1 column)."""
    laid = state.tiles.get(clue) if type(clue) is str else None
    if laid is None or not STEPS_OF[laid.tile]:
        return "bad_clue"
    if laid.clue_used:
        return "clue_used"
    return None if spot in POINTED[clue, STEPS_OF[laid.tile]][axis] else "clue_mismatch"


def announce(state: State, action: AnnounceTreasure) -> State:
    """T73: a marker on the spot, and both clues are spent."""
    clues = (action.horizontal, action.vertical)
    tiles = {**state.tiles, **{clue: replace(state.tiles[clue], clue_used=True) for clue in clues}}
    sites = {**state.sites, action.cell: Site(clues=clues)}
    return replace(state, tiles=tiles, sites=sites, treasure_markers=state.treasure_markers - 1)


def can_dig_at(state: State, space: str) -> bool:
    """T72: an untaken treasure under a tile."""
    site = state.sites.get(space)
    return site is not None and not site.taken and space in state.tiles


def why_no_dig(state: State, action: Dig) -> str | None:
    player, pay = active(state), action.pay
    if not can_dig_at(state, player.pos):
        return "no_treasure"
    if type(pay) is not Units or pay.food + pay.wild != DIG_PRICE or total(pay) != DIG_PRICE:
        return "wrong_payment"
    if not owns(player, pay):
        return "not_owned"
    return None if items(player) - pay.food < PACK_SPACES else "no_room"


def dig(state: State, action: Dig) -> State:
    """T78: the treasure goes into the pack, and nothing but the end of the turn is left."""
    player = paid(active(state), action.pay)
    sites = {**state.sites, player.pos: replace(state.sites[player.pos], taken=True)}
    players = with_player(state, replace(player, treasures=player.treasures + 1))
    turn = replace(state.turn, dug=True, trade=False)
    return replace(state, players=players, sites=sites, phase="closing", turn=turn)
