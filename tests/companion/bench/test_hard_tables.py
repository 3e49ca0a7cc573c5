"""Tables under hard conditions: what the light does on them."""

import numpy as np

from companion.bench.hard_tables import CONDITIONS, simulated
from companion.simulation.camera import Picture


def test_the_service_sees_a_mirrored_light_move() -> None:
    condition = next(one for one in CONDITIONS if one.name == "laminated, the light moves")
    case = simulated("go_for_gold", condition, 5, Picture(640, 360))
    assert len(case.later) == 2
    assert all(np.abs(case.pixels.astype(int) - later).max() > 30 for later in case.later)
