"""What is listed as legal is exactly what is accepted, but for the treasures that players have to find."""

from random import Random

import pytest

from companion.errors import IllegalAction
from companion.games.protocol import to_json
from companion.games.temple_of_gold import GAME as game
from companion.games.temple_of_gold.actions import (
    AnnounceTreasure,
    Dig,
    Discard,
    EndTurn,
    Explore,
    PickUp,
    Step,
    TakeIncome,
)
from companion.games.temple_of_gold.legal import announcements, payments
from companion.games.temple_of_gold.state import Pack, Units

OPTIONS = ({}, {"income": "claim"}, {"allow_discard": False})


def met(players, seed, options):
    """The states of one game among random bots."""
    names = [f"p{n}" for n in range(1, players + 1)]
    bots, states = game.bots(Random(seed)), [game.setup(names, options)]
    while not game.is_over(states[-1]):
        states.append(game.apply(states[-1], bots.choose(states[-1])))
    return states


@pytest.mark.parametrize("seed", range(3))
def test_legal_actions_are_accepted_once_each_and_survive_json(seed):
    states = met(3, seed, OPTIONS[seed])[::15]
    for state in states:
        actions = [*game.legal(state), *announcements(state)]
        outcomes = [to_json(game.apply(state, action)) for action in actions if not game.is_over(state)]
        assert [game.read(state, to_json(action)) for action in actions if not game.is_over(state)] == actions
        assert len({str(outcome) for outcome in outcomes}) == len(outcomes)
    assert len(states) > 1


SPACES = ("A5", "A6", "B6", "C3", "D2", "E1", "E2", "F1", "F2")
GUESSES = (
    *(Step("p1", to, pay, redo) for to in SPACES for pay in (Units(), Units(food=3)) for redo in (False, True)),
    *(PickUp("p1", units) for units in (Units(), Units(food=2), Units(tools=1), Units(wood=1), Units(wild=1))),
    *(Explore("p1", space, tile, "N") for space in SPACES for tile in ("moons_2", "winter_a")),
    *(Explore("p1", space) for space in SPACES),
    *(AnnounceTreasure("p1", spot, across, up) for spot in SPACES for across in SPACES for up in SPACES),
    *(Dig("p1", units) for units in (Units(food=2), Units(wild=2), Units(food=1, wild=1), Units(food=3))),
    *(Discard("p1", units) for units in (Units(), Units(food=1), Units(jewelry=3), Units(wild=1))),
    *(TakeIncome("p1"), EndTurn("p1"), EndTurn("p2")),
)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_not_legal_is_refused_and_changes_nothing(seed):
    refused = 0
    for state in met(2, seed, OPTIONS[seed])[:-1:25]:
        before, legal = to_json(state), [*game.legal(state), *announcements(state)]
        for guess in GUESSES:
            if guess not in legal:
                with pytest.raises(IllegalAction):
                    game.apply(state, guess)
                refused += 1
        assert to_json(state) == before
    assert refused


def test_treasures_nobody_announced_are_not_listed():
    """T77: the list goes to every phone."""
    tiles = {"A4": {"tile": "moons_3", "blocked": "N"}, "D2": {"tile": "spring_2", "blocked": "S"}}
    state = game.state_from({"players": [{"id": "p1"}, {"id": "p2"}], "tiles": tiles})
    assert announcements(state) == [AnnounceTreasure("p1", "D4", "A4", "D2")]
    assert [action for action in game.legal(state) if isinstance(action, AnnounceTreasure)] == []


def test_actions_are_listed_in_the_order_of_the_rules():
    state = game.state_from({"players": [{"id": "p1", "pos": "E1", "amulet_round": 1}, {"id": "p2"}], "round": 2})
    claiming = game.state_from({**to_json(state), "options": {"income": "claim"}})
    kinds = list(dict.fromkeys(type(action) for action in game.legal(claiming)))
    assert kinds == [Step, Explore, Discard, TakeIncome, EndTurn]


def test_every_way_to_pay_is_listed_real_units_first():
    ways = payments(Pack(food=2, wood=1), 2, (2, None, 0))
    assert [way.wild for way in ways] == [0, 0, 1, 1, 2]
    assert set(ways) == {
        *(Units(food=2), Units(food=1, wood=1), Units(food=1, wild=1), Units(wood=1, wild=1), Units(wild=2)),
    }
