"""Every game, every number of players, under the simulated camera: never wrong in silence, hardly ever a question."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from companion.games import game_named
from companion.games.protocol import player_of
from companion.simulation.match import Result, play, play_watched, turns

GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
SEEDS = (1, 2, 3)
USUAL = "hand,bump,light,crooked,quick,correct"
QUESTIONS, WITH_FAULTS = 0.02, 0.06  # of what the camera could know

pytestmark = [pytest.mark.soak, pytest.mark.timeout(3600)]
Figure = Callable[[str], None]


TABLES = [(name, count) for name in GAMES for count in game_named(name).players]
TWO_SIZES = [(name, count) for name in GAMES for count in game_named(name).players[::2][:2]]


def row(result: Result, style: str, faults: str = "") -> str:
    """One line of the table."""
    return (
        f"{result.game:16} {len(result.players)} players {style:6} seed {result.seed} {faults or 'no faults'}: "
        f"{result.actions} actions, told {result.told}, asked {result.asked}, missed {result.missed}, "
        f"wrong {result.wrong}"
    )


def unknown(result: Result) -> float:
    """The share of what a camera could know that had to be asked about or was never noticed."""
    return (result.asked + result.missed) / max(1, result.actions - result.told)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", ["random", "greedy"])
@pytest.mark.parametrize(("name", "count"), TABLES)
def test_a_whole_game_is_followed(name: str, count: int, style: str, seed: int, figure: Figure) -> None:
    game = game_named(name)
    result = play_watched(game, game.names(count), seed, style)
    figure(row(result, style))
    assert result.wrong == 0
    assert unknown(result) <= QUESTIONS
    assert result.scores == play(game, game.names(count), seed, style).scores


@pytest.mark.parametrize("seed", SEEDS[:2])
@pytest.mark.parametrize(("name", "count"), TWO_SIZES)
def test_a_game_with_the_usual_troubles_is_followed(name: str, count: int, seed: int, figure: Figure) -> None:
    game = game_named(name)
    result = play_watched(game, game.names(count), seed, faults=USUAL)
    figure(row(result, "random", USUAL))
    assert result.wrong == 0
    assert unknown(result) <= WITH_FAULTS


@pytest.mark.parametrize("seed", SEEDS[:2])
@pytest.mark.parametrize(("name", "count"), TWO_SIZES)
def test_who_forgets_the_torch_is_asked_at_most_once_a_turn(name: str, count: int, seed: int, figure: Figure) -> None:
    game = game_named(name)
    result = play_watched(game, game.names(count), seed, faults="forgot_torch")
    figure(row(result, "random", "forgot_torch"))
    actors = [player_of(action) for _, action, _ in turns(game, game.names(count), seed)]
    assert result.wrong == 0
    assert result.asked <= 1 + sum(one != other for one, other in pairwise(actors))


@pytest.mark.parametrize("seed", SEEDS[:2])
@pytest.mark.parametrize("name", GAMES)
def test_fallen_pawns_and_dice_make_nothing_wrong(name: str, seed: int, figure: Figure) -> None:
    game = game_named(name)
    result = play_watched(game, game.names(game.players[0]), seed, faults="knock,offtray")
    figure(row(result, "random", "knock,offtray"))
    assert result.wrong == 0
