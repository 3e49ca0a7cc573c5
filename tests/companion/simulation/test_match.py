"""Bots under the simulated camera: what the tracker journals equals what the hands did."""

from random import Random

import pytest

from companion.games import game_named
from companion.games.protocol import player_of, to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import Match, Result, play, play_watched, turns
from companion.simulation.room import Room

GAME = game_named("pyramid_raiders")
PLAYERS = GAME.names(4)


def watched(seed: int, actions: int, faults: str = "") -> tuple[Table, Result]:
    """The first so many actions of a game under the camera."""
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start(GAME.name, PLAYERS)
    room = Room(table, seed, faults)
    result = Result(GAME.name, PLAYERS, seed)
    for _ in Match(table, room, GAME.bots(Random(seed), "random"), result).script():
        room.tick()
        if len(table.steps()) >= actions:
            break
    return table, result


def test_what_the_hands_do_comes_back_through_eyes_and_tracker() -> None:
    table, result = watched(seed=4, actions=26)
    done = list(turns(GAME, PLAYERS, 4))[: len(table.steps())]
    names = [(to_json(action)["type"], player_of(action)) for _, action, _ in done]
    assert [(step.action["type"], step.action.get("player")) for step in table.steps()] == names
    assert [step.state for step in table.steps()] == [after for _, _, after in done]
    assert result.wrong == 0
    assert {step.entry.by for step in table.steps()} >= {"camera"}
    assert sum(step.entry.by == "camera" for step in table.steps()) >= 22


def test_a_knock_and_bad_light_do_not_make_it_wrong() -> None:
    _, result = watched(seed=6, actions=16, faults="bump,shadow,warm")
    assert result.wrong == 0


@pytest.mark.parametrize("name", ["pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold"])
def test_the_rules_alone_play_every_game_to_its_end(name: str) -> None:
    game = game_named(name)
    for count in game.players:
        result = play(game, game.names(count), seed=count)
        assert result.actions > 5
        assert len(result.scores) == count
    assert game.players


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_whole_game_under_the_camera_ends_like_the_same_game_without(seed: int) -> None:
    result = play_watched(GAME, PLAYERS, seed)
    assert result.wrong == 0
    assert result.asked <= 0.05 * result.actions
    assert result.scores == play(GAME, PLAYERS, seed).scores
