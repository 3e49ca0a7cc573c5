"""What a simple game leaves out follows from what it has."""

from random import Random
from typing import Any

import msgspec
import pytest

from companion.errors import BadInput
from companion.games.protocol import Game, Glow, kind_of, plain_words, player_of, replay


class Run(msgspec.Struct, frozen=True, tag="run_far", tag_field="type"):
    player: str
    far: int
    foot: str | None = None


def simple(**more: Any) -> Game:
    return Game(
        name="simple",
        title="Simple",
        version="1",
        players=range(2, 4),
        setup=lambda players, options: 0,
        legal=lambda state: [Run("anna", 1), Run("anna", 2)],
        read=lambda state, raw: Run(**raw),
        apply=lambda state, action: state + action.far,
        is_over=lambda state: state > 3,
        view=lambda state, viewer: None,
        score=lambda state: None,
        placements=lambda state: {},
        layout=lambda *args: None,
        **more,
    )


def test_what_the_table_may_show_is_what_is_legal() -> None:
    assert simple().shown(0, {}) == simple().legal(0)


def test_a_simple_game_has_no_dice_no_cues_no_endings_and_no_glow() -> None:
    game, run = simple(), Run("anna", 1)
    assert (dict(game.rolled(run)), game.cues(0, run, 1), game.endings(0), game.glow(0)) == ({}, (), (), Glow())


def test_its_actions_have_plain_words() -> None:
    assert simple().words(0, Run("anna", 2), None) == "run far 2"
    assert plain_words(Run("anna", 2, "left")) == "run far 2 left"


def test_its_bots_do_anything_legal_and_the_same_for_the_same_seed() -> None:
    first = [simple().bots(Random(3)).choose(0) for _ in range(3)]
    again = [simple().bots(Random(3)).choose(0) for _ in range(3)]
    assert first == again
    assert set(first) <= set(simple().legal(0))


def test_a_style_nobody_plays_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="no bots play 'lazy'; there are random"):
        simple().bots(Random(1), "lazy")


def test_players_are_called_as_the_box_says_or_by_number() -> None:
    assert simple().names(2) == ["p1", "p2"]
    assert simple(seats=("red", "blue", "green")).names(2) == ["red", "blue"]


def test_too_many_players_are_refused() -> None:
    with pytest.raises(BadInput, match="Simple is for 2 to 3 players, not 5"):
        simple().names(5)


def test_positions_and_cases_it_does_not_have_are_refused_in_words() -> None:
    with pytest.raises(BadInput, match="Simple reads no written positions"):
        simple().state_from({})
    assert simple().examine({}, [], {}) == ["case: Simple has no cases"]


def test_what_a_game_brings_itself_stands() -> None:
    assert simple(words=lambda state, action, viewer: "runs").words(0, None, None) == "runs"


def test_actions_are_known_by_their_tag_and_player() -> None:
    assert (kind_of(Run("anna", 1)), player_of(Run("anna", 1)), player_of(object())) == ("run_far", "anna", None)


def test_replaying_adds_up() -> None:
    assert replay(simple(), 0, [Run("anna", 1), Run("anna", 2)]) == 3
