"""What goes wrong at real tables, on demand."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.errors import BadInput
from companion.layout import Layout
from companion.simulation.camera import Pose, Weather
from companion.simulation.faults import FAULTS, HABITS, Fault, faults_named
from companion.simulation.tabletop import Tabletop

TABLETOP = Tabletop(Layout("dash", 600, 400, (0, 1, 2, 3), (), (), ()), Random(1))


class Camera:
    """Only what a fault can change of one."""

    def __init__(self) -> None:
        self.pose = Pose((300, 200), 800)
        self.weather = Weather()

    def bump(self, pose: Pose) -> None:
        self.pose = pose


@pytest.mark.parametrize("fault", FAULTS.values(), ids=lambda fault: fault.name)
def test_every_fault_changes_what_the_camera_sees(fault: Fault) -> None:
    camera: Any = Camera()
    fault.change(camera, TABLETOP, Random(2))
    assert (camera.pose, camera.weather) != (Camera().pose, Camera().weather)


def test_glare_comes_and_goes() -> None:
    camera: Any = Camera()
    FAULTS["glare"].change(camera, TABLETOP, Random(2))
    assert camera.weather.glare is not None
    FAULTS["glare"].change(camera, TABLETOP, Random(2))
    assert camera.weather.glare is None


def test_a_fault_happens_as_often_as_its_chance() -> None:
    happened: list[int] = []
    fault = Fault("knock", "", lambda camera, tabletop, rng: happened.append(1), chance=0.1)
    rng, camera = Random(3), SimpleNamespace()
    for _ in range(1000):
        fault.before(camera, TABLETOP, rng)  # type: ignore[arg-type]
    assert 60 < len(happened) < 140


def test_faults_and_habits_are_named_in_one_list() -> None:
    faults, habits = faults_named(" bump, quick, dim,")
    assert [fault.name for fault in faults] == ["bump", "dim"]
    assert habits == {"quick": HABITS["quick"]}


def test_no_name_is_both_a_fault_and_a_habit() -> None:
    assert not FAULTS.keys() & HABITS.keys()


def test_an_unknown_fault_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="no fault called 'flood'; there are bump"):
        faults_named("dim,flood")
