"""Eyes on path-traced photographs of the printed kits, where those are at hand; the kit of commit b6272a2 only."""

import json
from math import hypot
from pathlib import Path

import numpy as np
import pytest

from companion.bench.eyes import labelled, measured
from companion.bench.grading import SHOWS, Tally
from companion.games import game_named
from companion.watch.aim import targets_of
from companion.watch.reading import open_photo, read_table
from vision.eyes import Eyes

RENDERS = Path(__file__).parents[3] / "shared" / "renders"

pytestmark = pytest.mark.skipif(not RENDERS.is_dir(), reason="the pictures of ../shared/renders are not here")


@pytest.fixture(scope="module")
def tally() -> Tally:
    whole = Tally()
    for tallies in measured(list(labelled(RENDERS)), ("read",)).values():
        whole.add(tallies["read"])
    return whole


def test_what_shows_and_is_not_read_is_told_within_60_mm_of_its_place(tally: Tally) -> None:
    assert tally.missed > 0
    assert tally.silent == 0


def test_nothing_is_read_wrongly_and_surely(tally: Tally) -> None:
    assert tally.lies == 0


def test_nearly_every_marker_that_shows_is_read(tally: Tally) -> None:
    assert tally.right >= 0.99 * tally.shown


def test_places_are_right(tally: Tally) -> None:
    assert float(np.median(tally.off_mm)) < 0.45
    assert float(np.percentile(tally.off_mm, 95)) < 1.2
    assert max(tally.off_mm) < 1.5


@pytest.mark.parametrize(
    ("name", "what"), [("d_gold_raiders", "glare"), ("d_pyramid_raiders", "glare"), ("f_temple_of_gold", "hand")]
)
def test_what_hides_pieces_is_told(name: str, what: str) -> None:
    (case,) = [case for case in labelled(RENDERS) if case.name == name]
    look = Eyes(targets_of(game_named(case.game).layout())).read(case.pixels)
    assert [problem.what for problem in look.problems] == [what]


def test_a_hand_is_told_where_it_lies_and_not_where_its_arm_crosses_the_edge() -> None:
    (case,) = [case for case in labelled(RENDERS) if case.name == "f_temple_of_gold"]
    look = Eyes(targets_of(game_named(case.game).layout())).read(case.pixels)
    ((x, y),) = [(one.x_mm or 0, one.y_mm or 0) for one in look.problems if one.what == "hand"]
    assert hypot(x - 395, y - 320) < 80  # the middle of its back, as the picture shows it


def test_the_glare_is_told_where_the_pieces_lie_that_it_hides() -> None:
    (case,) = [case for case in labelled(RENDERS) if case.name == "d_pyramid_raiders"]
    look = Eyes(targets_of(game_named(case.game).layout())).read(case.pixels, is_thorough=True)
    read = {seen.what for seen in look.sightings}
    ((x, y),) = [(one.x_mm or 0, one.y_mm or 0) for one in look.problems if one.what == "glare"]
    missed = [truth for truth in case.truths if truth.seen >= SHOWS and truth.piece not in read]
    assert all(hypot(truth.x_mm - x, truth.y_mm - y) < 60 for truth in missed)


@pytest.mark.parametrize("about", sorted(RENDERS.glob("*.json")), ids=lambda about: about.stem)
def test_every_die_that_lies_in_a_tray_or_field_is_read(about: Path) -> None:
    """Two of three dice of Go for Gold lie in the fields before the seats, and nobody says who plays."""
    truth = json.loads(about.read_text())
    read, _ = read_table(open_photo(RENDERS / truth["picture"]), game_named(truth["game"]))
    assert sorted(die["value"] for die in read["dice"]) == sorted(die["value"] for die in truth["dice"])


def test_beside_a_resting_hand_the_service_reads_what_one_look_reads() -> None:
    (case,) = [case for case in labelled(RENDERS) if case.name == "f_temple_of_gold"]
    (tallies,) = measured([case], ("look", "service")).values()
    assert tallies["service"].right >= tallies["look"].right
