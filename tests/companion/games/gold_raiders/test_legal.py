"""What is listed as legal."""

from companion.games.gold_raiders import GAME as game


def position(**given):
    return game.state_from({"players": ["p1", "p2"], **given})


def test_small_stacks_are_listed_with_every_content():
    actions = game.legal(position(phase="day", stacks={"p1": [1, 2, 3]}))
    assert len(actions) == 6 + 36 + 1
