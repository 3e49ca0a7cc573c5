"""How a game begins: options, the own tiles, and who starts. Rulebook: "Set up", "Five Tile Strategy"."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.gold_mine.actions import RollStart, is_pair
from companion.games.gold_mine.board import CAVERNS, MUD_TUNNELS, PASSAGE_TUNNELS
from companion.games.gold_mine.positions import is_seating, state_from
from companion.games.gold_mine.reasons import refusal
from companion.games.gold_mine.state import HOUSE_OPTIONS, REQUIRED_ALLIED, RULE_OPTIONS, State, changed

# `hands` are the own tiles of the five tile strategy as they were dealt; None deals them in the order of the box
OPTIONS: Mapping[str, Any] = {**dict.fromkeys((*RULE_OPTIONS, *HOUSE_OPTIONS), False), "hands": None}


def setup(players: Sequence[str], options: Mapping[str, Any] | None = None) -> State:
    """Rulebook: "Set up". Nothing is shuffled here: on the table every draw names its tile."""
    if not is_seating(players):
        raise refusal("bad_players")
    chosen, hands = _chosen(tuple(players), {} if options is None else options)
    position: dict[str, Any] = {"players": list(players), "options": chosen, "hands": hands, "phase": "start_roll"}
    return state_from(position)


def _chosen(players: tuple[str, ...], options: object) -> tuple[dict[str, bool], dict[str, list[str]]]:
    if not isinstance(options, Mapping) or not set(options) <= set(OPTIONS):
        raise refusal("bad_options")
    chosen = {name: value for name, value in options.items() if name != "hands"}
    if not all(isinstance(value, bool) for value in chosen.values()):
        raise refusal("bad_options")
    if chosen.get("alliances") and len(players) not in REQUIRED_ALLIED:
        raise refusal("bad_options")
    hands = options.get("hands")
    if not chosen.get("five_tile"):
        if hands is not None:
            raise refusal("bad_options")
        return chosen, {}
    if len(players) > len(CAVERNS) or not chosen.get("mud"):
        raise refusal("bad_options")
    dealt = _deal(players) if hands is None else hands
    if not _is_deal(players, dealt):
        raise refusal("bad_options")
    return chosen, {player: list(dealt[player]) for player in players}


def _deal(players: tuple[str, ...]) -> dict[str, list[str]]:
    """Rulebook: "Five Tile Strategy": a cavern, two tunnels with a passage and two with mud for each."""
    return {
        player: [CAVERNS[seat], *PASSAGE_TUNNELS[2 * seat : 2 * seat + 2], *MUD_TUNNELS[2 * seat : 2 * seat + 2]]
        for seat, player in enumerate(players)
    }


def _is_deal(players: tuple[str, ...], hands: object) -> bool:
    if not isinstance(hands, Mapping) or set(hands) != set(players):
        return False
    if not all(isinstance(hand, list | tuple) and len(hand) == 5 for hand in hands.values()):
        return False
    dealt = [tile for hand in hands.values() for tile in hand]
    if not all(isinstance(tile, str) for tile in dealt) or len(set(dealt)) < len(dealt):
        return False
    kinds = ((CAVERNS, 1), (PASSAGE_TUNNELS, 2), (MUD_TUNNELS, 2))
    return all(sum(tile in kind for tile in hand) == count for hand in hands.values() for kind, count in kinds)


def why_not_roll_start(state: State, action: RollStart) -> str | None:
    if action.player not in state.start_pending:
        return "already_rolled"
    return None if is_pair(action.dice) else "bad_dice"


def roll_start(state: State, action: RollStart) -> State:
    """Rulebook: "Set up". Ruling R-1: both dice are added, and only those tied for the highest roll again."""
    rolls = {**state.start_rolls, action.player: sum(action.dice)}
    pending = tuple(player for player in state.start_pending if player != action.player)
    if pending:
        return changed(state, start_rolls=rolls, start_pending=pending)
    best = max(rolls.values())
    tied = tuple(player for player in state.players if rolls.get(player) == best)
    if len(tied) > 1:
        return changed(state, start_rolls={}, start_pending=tied)
    return changed(
        state,
        start_rolls=rolls,
        start_pending=(),
        start_player=tied[0],
        phase="development",
        step="draw",
        turn=tied[0],
        actor=tied[0],
    )
