"""Who has how much gold and why, at any moment of the game."""

from itertools import groupby

from companion.games.protocol import Line, Score, Standing
from companion.games.temple_of_gold.board import ADVENTURE_NAMES, ADVENTURES, TROPHY_GOLD
from companion.games.temple_of_gold.ending import camps
from companion.games.temple_of_gold.state import Player, State

TREASURE_GOLD = 3
AMULET_GOLD = 3


def trophies_of(state: State, player: str) -> list[str]:
    return [suit for suit in ADVENTURES if getattr(state.trophies, suit) == player]


def gold(state: State, player: Player) -> int:
    """T101: trophies, treasures, amulet and gold markers; nothing else counts."""
    amulet = AMULET_GOLD if player.amulet_round is not None else 0
    trophies = sum(TROPHY_GOLD[suit] for suit in trophies_of(state, player.id))
    return trophies + TREASURE_GOLD * player.treasures + amulet + player.gold


def ranked(state: State) -> list[list[str]]:
    """T100: by gold, then by completed adventures; who is equal in both shares the place."""

    def standing(player: Player) -> tuple[int, int]:
        return -gold(state, player), -player.adventures

    return [
        sorted(player.id for player in group) for _, group in groupby(sorted(state.players, key=standing), standing)
    ]


def score(state: State) -> Score:
    places: dict[str, int] = {}
    groups = ranked(state)
    for group in groups:
        places.update(dict.fromkeys(group, len(places) + 1))
    seats = [player.id for player in state.players]
    winners = tuple(player for player in seats if player in groups[0]) if state.phase == "over" else ()
    return Score(
        standings=tuple(
            Standing(player.id, gold(state, player), places[player.id], _lines(state, player))
            for player in state.players
        ),
        ranking=tuple(sorted(places.items(), key=lambda place: (place[1], seats.index(place[0])))),
        winners=winners,
        decided_by=_decided_by(state, winners),
        unit="gold",
    )


def _decided_by(state: State, winners: tuple[str, ...]) -> str:
    if not winners:
        return ""
    totals = [gold(state, player) for player in state.players]
    if totals.count(max(totals)) == 1:
        return ""
    return "completed adventures" if len(winners) < totals.count(max(totals)) else "shared victory"


def _lines(state: State, player: Player) -> tuple[Line, ...]:
    trophies = tuple(
        Line(f"{ADVENTURE_NAMES[suit]} trophy", TROPHY_GOLD[suit], _why_trophy(state, player.id, suit))
        for suit in trophies_of(state, player.id)
    )
    amulet = player.amulet_round is not None
    why_amulet = f"reached the temple in round {player.amulet_round}" if amulet else "has not reached the temple yet"
    found, done = player.treasures, player.adventures
    return (
        Line("trophies", sum(line.points or 0 for line in trophies), f"{len(trophies)} of 4 held now", trophies),
        Line("treasures", TREASURE_GOLD * found, f"{found} dug up, worth {TREASURE_GOLD} each"),
        Line("amulet", AMULET_GOLD if amulet else 0, why_amulet),
        Line("gold markers", player.gold, "beside the backpack, from the temple's bonus and income"),
        Line("adventures", None, f"{done} completed; they decide between players with equal gold"),
    )


def _why_trophy(state: State, player: str, suit: str) -> str:
    own = camps(state, player, suit)
    rival = max(camps(state, other.id, suit) for other in state.players if other.id != player)
    return f"{own} camps against {rival} of the best rival, who takes it by ending a turn with more"
