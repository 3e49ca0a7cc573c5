"""The eyes on simulated tables, as the bench measures them."""

from math import hypot

import numpy as np
import pytest

from companion.bench.eyes import looked_at, measured
from companion.bench.hard_tables import CONDITIONS, simulated
from companion.games import game_named
from companion.watch.aim import targets_of
from vision.eyes import Eyes


@pytest.mark.parametrize("name", ["plain", "tilted 30", "soft"])
def test_a_simulated_table_is_read_without_a_lie(name: str) -> None:
    condition = next(one for one in CONDITIONS if one.name == name)
    case = simulated("pyramid_raiders", condition, seed=5)
    (tallies,) = measured([case], ("look",)).values()
    tally = tallies["look"]
    assert tally.lies == 0
    assert tally.right >= 0.96 * tally.shown
    assert float(np.median(tally.off_mm)) < 0.5


def test_one_picture_is_counted_by_kind_of_piece() -> None:
    condition = next(one for one in CONDITIONS if one.name == "plain")
    kinds = looked_at(simulated("go_for_gold", condition, seed=5), ("look",))["look"]
    assert {kind: tally.right for kind, tally in kinds.items()} == {"sheet": 4}


def test_a_tile_whose_corner_a_nugget_covers_is_read() -> None:
    """Decoded with that corner drawn to the nugget it seemed held up in the air, and was left out in silence."""
    condition = next(one for one in CONDITIONS if one.name == "sloppy")
    case = simulated("gold_mine", condition, seed=5)
    look = Eyes(targets_of(game_named("gold_mine").layout())).read(case.pixels)
    (there,) = [truth for truth in case.truths if truth.piece == "tile.G24"]
    (seen,) = [one for one in look.sightings if one.what == "tile.G24"]
    assert hypot(seen.x_mm - there.x_mm, seen.y_mm - there.y_mm) < 1.5


def test_a_fountain_behind_a_pawns_side_is_told_of_and_the_pawn_is_in_its_place() -> None:
    """The pawn's side was taken for a part of the fountain: it was missed in silence, and the pawn was 2 mm off."""
    condition = next(one for one in CONDITIONS if one.name == "tilted 40")
    kinds = looked_at(simulated("pyramid_raiders", condition, seed=3), ("look",))["look"]
    assert kinds["fountain"].silent == 0
    assert max(kinds["pawn"].off_mm) < 1.5
