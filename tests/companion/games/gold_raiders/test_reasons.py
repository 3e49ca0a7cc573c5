"""Why an action is refused, in words for the players."""

import pytest

from companion.errors import IllegalAction
from companion.games.gold_raiders import GAME as game


def day(**given):
    return {"players": ["p1", "p2", "p3"], "phase": "day", **given}


def act(kind, player="p1", **fields):
    return {"type": kind, "player": player, **fields}


def test_refusals_are_sentences_for_players():
    state = game.state_from(day(stacks={"p1": [3]}))
    with pytest.raises(IllegalAction) as caught:
        game.read(state, act("reveal", stack=1, cards=["1"]))
    assert str(caught.value) == (
        "That stack should have 3 cards, I see 1: please spread them out, or correct the count."
    )
