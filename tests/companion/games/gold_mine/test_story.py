"""Why things stand as they do."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.story import story
from companion.games.naming import plain

Position = Callable[..., Any]
GOLD_FIGHT = {"kind": "gold", "challenger": "red", "defender": "blue"}
WON = {**GOLD_FIGHT, "rolls": [[6, 1], [3, 3]], "winner": "red", "loser": "blue"}


def test_the_story_tells_why_an_exchange_counts_for_the_challenger(position: Position) -> None:
    told = story(position(step="steal", challenge=WON, nuggets={"blue": 1}, gold_on=[]))
    assert "Exchange 2: Red 3, Blue 3; it goes to Red (a tie counts for the challenger)." in list(map(plain, told))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"step": "walk", "walk": {"steps": 3, "why": "passage"}}, "The passage is flooded."),
        ({"step": "walk", "walk": {"steps": 4}}, "Red rolled 4; that is the most Red's miner may be moved."),
        ({"step": "action", "turn_info": {"collected": True}}, "Red has taken a nugget this turn."),
        ({"phase": "over", "winner": []}, "The table agreed to stop; the ranking shows who was furthest."),
    ],
)
def test_the_latest_happening_has_its_sentence(position: Position, given: Any, sentence: str) -> None:
    assert sentence in list(map(plain, story(position(**given))))


def test_a_tile_that_fits_nowhere_is_said_to_go_back() -> None:
    [sentence] = story(state_from({"step": "place", "drawn": "G01"}))
    assert sentence == "G01 was drawn; it fits nowhere, so it goes back and another is drawn."
