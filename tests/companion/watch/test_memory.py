"""What a look leaves unexplained, beside how the table lay when the last entry was made."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from companion.layout import Layout, Piece, Placement, Space
from companion.watch.chains import Cost
from companion.watch.memory import TORCH, TORCH_UNPROVEN, Memory, split
from companion.watch.scene import Scene
from vision.eyes import Look
from vision.plane import Plane
from vision.sighting import Sighting

STRAIGHT = Plane(np.eye(3) / 2 + np.diag([0, 0, 0.5]), np.diag([2.0, 2, 1]), 0.0, (1200, 400), (300, 100, 1000), 0.1)
GAME: Any = SimpleNamespace(recognised=lambda state, lying: lying)
LAYOUT = Layout(
    "dash",
    600,
    200,
    (0, 1, 2, 3),
    tuple(Space(f"s{n}", 50 + 100 * n, 100) for n in range(5)),
    (),
    (
        Piece("pawn", "piece", 20, 20, top_mm=30, marker=1),
        Piece("nugget", "piece", 10, 10, is_plain=True),
        Piece("torch", "piece", 20, 20, marker=4),
    ),
    torch="torch",
)
PAWN = Placement("pawn", "s1")


def scene(*at: Placement) -> Scene:
    seen = tuple(Sighting(one.piece, LAYOUT.space[one.space].x_mm, 100, 0, 0.99) for one in at)
    return Scene(GAME, LAYOUT, None, Look(seen, (), STRAIGHT), None)


def test_a_pawn_elsewhere_is_astray_and_gone_from_where_it_belongs() -> None:
    cost = Memory(LAYOUT).cost(Counter([PAWN]), scene(Placement("pawn", "s3")))
    assert cost == Cost(extra=1, missing=1.0, torch=0.0, astray=1, gone=1)


def test_what_is_known_by_its_colour_alone_is_never_certain() -> None:
    cost = Memory(LAYOUT).cost(Counter([Placement("nugget", "s1")]), scene(Placement("nugget", "s3")))
    assert cost == Cost(extra=1, missing=1.0, torch=0.0, astray=0, gone=0)


def test_what_differed_when_the_last_entry_was_made_proves_nothing_new() -> None:
    there = Placement("pawn", "s3")
    assert Memory(LAYOUT, Counter([PAWN]), Counter([there])).cost(Counter([PAWN]), scene(there)).total == 0


def test_once_it_was_put_right_it_counts_again() -> None:
    there = Placement("pawn", "s3")
    memory = Memory(LAYOUT, Counter([PAWN]), Counter([there]))
    memory.catch_up(scene(PAWN))
    assert memory.cost(Counter([PAWN]), scene(there)).total == 2


def test_a_torch_that_people_use_speaks_as_loudly_as_a_piece_and_one_that_was_forgotten_not_at_all() -> None:
    due, lies = Counter([Placement("torch", "s2")]), scene(Placement("torch", "s1"))

    def said(torch: str, is_proven: bool) -> float:
        return Memory(LAYOUT, scene=lies, torch=torch, is_proven=is_proven).cost(due, lies).torch

    assert said("s1", is_proven=True) == TORCH
    assert said("s1", is_proven=False) == TORCH_UNPROVEN
    assert said("s2", is_proven=True) == 0.0


def test_a_torch_passed_on_late_is_a_torch_in_use() -> None:
    memory = Memory(LAYOUT, scene=scene(Placement("torch", "s1")), torch="s2")
    memory.catch_up(scene(Placement("torch", "s2")))
    assert memory.is_proven


def test_the_torch_is_told_apart_from_the_pieces() -> None:
    assert split(LAYOUT, Counter([PAWN, Placement("torch", "s2")])) == (Counter([PAWN]), "s2")
    assert split(LAYOUT, Counter([PAWN])) == (Counter([PAWN]), None)
