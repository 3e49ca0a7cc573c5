"""Played as it lies, against the rules: a position where the game has one, and an entry like any other."""

import pytest

from companion.errors import BadInput
from companion.games import game_named
from companion.games.overruling import as_it_lies, in_words, is_overrule, overrule, overruled
from companion.games.protocol import Game, State
from companion.layout import Placement
from companion.simulation.match import turns


def later(name: str, after: int = 30) -> tuple[Game, State]:
    game = game_named(name)
    return game, next(state for number, (_, _, state) in enumerate(turns(game, game.names(3), 1)) if number == after)


@pytest.mark.parametrize(
    ("name", "piece", "there"),
    [
        ("pyramid_raiders", "pawn.thomas", "e6"),
        ("pyramid_raiders", "guardian.1", "i1"),
        ("temple_of_gold", "pawn.arms", "C3"),
        ("gold_raiders", "raider.red", "trail.9"),
    ],
)
def test_a_piece_stands_elsewhere_and_all_else_is_as_it_was(name: str, piece: str, there: str) -> None:
    game, state = later(name)
    old = next(placement for placement in game.placements(state) if placement.piece == piece)
    new = old._replace(space=there)
    found = as_it_lies(game, state, [old], [new])
    assert found is not None
    assert game.placements(found) - game.placements(state) == {new: 1}
    assert game.placements(state) - game.placements(found) == {old: 1}


def test_what_no_position_expresses_is_refused_in_words() -> None:
    game, state = later("pyramid_raiders")
    old = next(placement for placement in game.placements(state) if placement.piece.startswith("item."))
    with pytest.raises(BadInput, match="no position of Pyramid Raiders lies so; put the pieces back"):
        overruled(game, state, overrule([old], [old._replace(space="seat6.item")]))


@pytest.mark.parametrize("raw", [{"gone": [], "come": []}, {"gone": 3, "come": 4}, {"gone": [["a", "b"]], "come": []}])
def test_what_was_made_up_is_refused(raw: object) -> None:
    game, state = later("pyramid_raiders")
    with pytest.raises(BadInput, match="what is played as it lies"):
        overruled(game, state, raw)


def test_an_overruling_is_told_from_an_action() -> None:
    raw = overrule([Placement("pawn.thomas", "d5")], [Placement("pawn.thomas", "c4")])
    assert is_overrule(raw)
    assert not is_overrule({"type": "move", "player": "p1"})
    assert in_words(game_named("pyramid_raiders"), raw).endswith("on c4 in place of d5")
