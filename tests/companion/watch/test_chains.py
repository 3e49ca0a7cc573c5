"""Chains of actions that explain a table, sought in a race of one pawn."""

from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from companion.games.protocol import Seen
from companion.layout import Layout, Piece, Placement, Space
from companion.watch.chains import LENGTH, Chain, Cost, Explainer, Found
from companion.watch.scene import Scene
from vision.eyes import Look
from vision.plane import Plane
from vision.sighting import Sighting

STRAIGHT = Plane(np.eye(3) / 2 + np.diag([0, 0, 0.5]), np.diag([2.0, 2, 1]), 0.0, (1200, 400), (300, 100, 1000), 0.1)
SPACES = tuple(Space(f"s{n}", 50 + 100 * n, 100) for n in range(5))
LAYOUT = Layout("dash", 600, 200, (0, 1, 2, 3), SPACES, (), (Piece("pawn", "piece", 20, 20, marker=1),))


class Step(msgspec.Struct, frozen=True, tag="step"):
    far: float


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    die: int


def race(actions: Sequence[Any]) -> Any:
    """A game whose state is how far the pawn has come."""
    return SimpleNamespace(
        is_over=lambda state: state >= 4,
        placements=lambda state: Counter([Placement("pawn", f"s{state}")]),
        recognised=lambda state, lying: lying,
        shown=lambda state, seen: actions,
        rolled=lambda action: {"die": action.die} if isinstance(action, Roll) else {},
        apply=lambda state, action: min(4, state + getattr(action, "far", 0)),
        told=lambda state, action: False,
    )


def cost(expected: Seen, scene: Scene) -> Cost:
    return Cost(len(list(scene.extra(expected))), sum(map(scene.doubt, scene.missing(expected))))


def search(lies_on: str, *actions: Any, dice: tuple[Sighting, ...] = ()) -> Found:
    game = race(actions)
    look = Look((Sighting("pawn", LAYOUT.space[lies_on].x_mm, 100, 0, 0.99),), dice, STRAIGHT)
    scene = Scene(game, LAYOUT, 0, look, None)
    start = Chain((), 0, cost(game.placements(0), scene), dice=(dice,) if dice else ())
    return Explainer(game, LAYOUT, cost).search(start, scene)


def test_the_action_that_leads_there_is_found() -> None:
    found = search("s2", Step(1), Step(2))
    assert found.chains[0].actions == (Step(2),)
    assert found.chains[0].left.total == 0


def test_several_actions_between_two_looks_are_found() -> None:
    assert search("s3", Step(1)).chains[0].actions == (Step(1),) * 3


def test_a_shorter_chain_is_likelier_than_a_longer_one() -> None:
    found = search("s2", Step(1), Step(2))
    assert found.chains[0].penalty == pytest.approx(LENGTH)
    assert all(chain.weight >= found.chains[0].weight for chain in found.chains)


def test_a_table_no_action_leads_to_is_left_unexplained() -> None:
    assert search("s1", Step(2)).chains == ()


def test_a_roll_is_explained_only_by_its_die() -> None:
    four = (Sighting("die", 300, 50, 0, 0.99, "4"),)
    found = search("s0", Roll(3), Roll(4), dice=four)
    assert [chain.actions for chain in found.chains] == [(Roll(4),)]
    assert found.chains[0].cost == 0


def test_a_roll_is_found_however_unlikely_the_silence_before_it() -> None:
    """Three things that people would have told: unexplained dice say more."""
    four = (Sighting("die", 300, 50, 0, 0.99, "4"),)
    game = race(())
    game.placements = lambda state: Counter([Placement("pawn", f"s{int(state)}")])
    game.shown = lambda state, seen: (Roll(4),) if state == 0.75 else (Step(0.25),)
    game.told = lambda state, action: True
    scene = Scene(game, LAYOUT, 0, Look((Sighting("pawn", 50, 100, 0, 0.99),), four, STRAIGHT), None)
    found = Explainer(game, LAYOUT, cost).search(Chain((), 0, Cost(0, 0), dice=(four,)), scene)
    assert found.chains[0].actions == (Step(0.25), Step(0.25), Step(0.25), Roll(4))


def test_the_same_position_reached_twice_is_one_chain() -> None:
    found = search("s2", Step(1), Step(2))
    assert len({chain.key for chain in found.chains}) == len(found.chains)
