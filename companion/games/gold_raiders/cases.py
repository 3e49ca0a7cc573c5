"""Rule cases as the specification's section 11 writes them: a position, actions, and part of the outcome."""

from collections.abc import Mapping

from msgspec import structs

from companion.games.cases import Cases, Look, Outcome, differences
from companion.games.gold_raiders.board import PLAYERS
from companion.games.gold_raiders.positions import state_from
from companion.games.gold_raiders.reading import evaluate
from companion.games.gold_raiders.reasons import refusal
from companion.games.gold_raiders.rules import RULES
from companion.games.gold_raiders.state import State
from companion.games.protocol import Json, to_json


def _begin(given: Json) -> State:
    """The position, or the refusal to set up a game for too many or too few."""
    players = given.get("players") if isinstance(given, Mapping) else None
    if isinstance(players, list) and len(players) not in PLAYERS:
        raise refusal("bad_player_count", count=len(players))
    return state_from(given)


def _look_at(key: str) -> Look:
    return lambda outcome, wanted: differences(key, wanted, to_json(getattr(outcome.state, key)))


def _deltas(outcome: Outcome, wanted: Json) -> list[str]:
    reveals = [tuple(raw["cards"]) for raw in outcome.done if raw["type"] == "reveal"]
    return differences("deltas", wanted, [evaluate(cards, outcome.state.house).delta for cards in reveals])


CASES = Cases(
    read=RULES.read,
    apply=RULES.apply,
    begin=_begin,
    looks={**{key.name: _look_at(key.name) for key in structs.fields(State)}, "deltas": _deltas},
)
