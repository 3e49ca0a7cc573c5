"""Effects over time, their still forms, and the promise that nothing flashes faster than three times a second."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.games import game_named
from companion.games.protocol import Glow, Light
from companion.shine.effects import (
    COLOURS,
    DARK,
    Calm,
    bar_share,
    colour_of,
    doubt,
    every_lamp,
    level,
    room_share,
    scene,
    still_level,
)

RED, WHITE, AMBER = COLOURS["red"], COLOURS["white"], COLOURS["amber"]
EFFECTS = ("steady", "dim", "pulse", "path", "flash")
FPS = 30


def over(glow: Glow, seconds: list[float], space: str = "d5") -> list[tuple[int, int, int] | None]:
    """What that space shows at each moment; None: nothing."""
    return [scene(glow, since_s).get(space) for since_s in seconds]


def test_every_player_colour_has_a_light_of_its_own_and_black_is_a_dim_white():
    players = ["red", "orange", "yellow", "green", "blue", "purple", "white", "black"]
    lights = [colour_of(name) for name in players]
    assert len(set(lights)) == len(players)
    assert 0 < max(colour_of("black")) < 60


@pytest.mark.parametrize("name", ["mauve", "#12345", "#gg0000", ""])
def test_a_colour_nobody_knows_is_refused_with_all_there_are(name):
    with pytest.raises(BadInput, match=r"no colour .*; known are red, orange, .* and #rrggbb"):
        colour_of(name)


def test_steady_and_dim_never_change():
    lights = Glow((Light("d5", "red"), Light("e5", "red", "dim")))
    assert over(lights, [0, 1, 100]) == [RED] * 3
    assert over(lights, [0, 1, 100], "e5") == [(64, 0, 0)] * 3


def test_a_pulse_breathes_once_in_two_seconds_and_never_goes_out():
    seen = over(Glow((Light("d5", "red", "pulse"),)), [0, 0.5, 1, 1.5, 2])
    assert seen == [(64, 0, 0), (159, 0, 0), (255, 0, 0), (159, 0, 0), (64, 0, 0)]


def test_a_path_runs_from_space_to_space_and_stays_dim_behind_its_head():
    walk = Glow(tuple(Light(name, "red", "path", after_s=0.4 * step) for step, name in enumerate(("d5", "d6", "d7"))))
    lit = [scene(walk, since_s) for since_s in (0.0, 0.4, 0.8, 2.0)]
    assert lit == [
        {"d5": RED},
        {"d5": RED, "d6": RED},
        {"d5": (64, 0, 0), "d6": RED, "d7": RED},
        {"d5": (64, 0, 0), "d6": (64, 0, 0), "d7": (64, 0, 0)},
    ]


def test_a_flash_is_on_and_off_in_turn_from_the_moment_it_begins():
    assert over(Glow((Light("d5", "white", "flash", after_s=1.0),)), [0.9, 1.0, 1.39, 1.41, 1.79, 1.81]) == [
        None,
        WHITE,
        WHITE,
        DARK,
        DARK,
        WHITE,
    ]


def test_a_light_ends_when_its_time_is_over():
    assert over(Glow((Light("d5", "blue", after_s=1.0, for_s=0.6),)), [0.9, 1.0, 1.59, 1.6]) == [
        None,
        COLOURS["blue"],
        COLOURS["blue"],
        None,
    ]


def test_what_began_last_lies_on_top():
    lights = Glow((Light("d5", "white", after_s=1.0, for_s=1.0), Light("d5", "red")))
    assert over(lights, [0.5, 1.5, 2.5]) == [RED, WHITE, RED]


def test_pulses_that_share_a_space_take_turns():
    lights = Glow((Light("d5", "red", "pulse"), Light("d5", "white", "pulse")))
    assert over(lights, [1.0, 3.0, 5.0]) == [RED, WHITE, RED]


@pytest.mark.parametrize("effect", EFFECTS)
def test_every_effect_has_a_still_form_that_shines(effect):
    assert 0 < still_level(effect) <= 1
    lights = Glow((Light("d5", "red", effect, after_s=3.0),))
    assert [scene(lights, since_s, still=True) for since_s in (0.0, 0.4, 7.7)] == [scene(lights, 0.0, still=True)] * 3


def test_still_what_passes_is_drawn_dim_and_what_lasts_lies_over_it():
    lights = Glow((Light("d5", "white", for_s=0.5), Light("d6", "white", for_s=0.5), Light("d6", "red")))
    assert scene(lights, 9.0, still=True) == {"d5": (64, 64, 64), "d6": RED}


def test_a_timer_empties_the_bar_and_then_flashes_it_full():
    shares = [bar_share(left, out_s) for left, out_s in ((1.0, 0), (0.5, 0), (0.01, 0), (0, 0.0), (0, 0.5), (0, 0.9))]
    assert shares == [1.0, 0.5, 0.01, 1.0, 0.0, 1.0]


def test_still_the_bar_stays_full_when_time_is_out():
    assert [bar_share(0.0, out_s, still=True) for out_s in (0.0, 0.5)] == [1.0, 1.0]


def test_doubt_blinks_amber():
    assert scene(Glow(doubt(["d5", "d6"])), 0.0) == {"d5": AMBER, "d6": AMBER}


def test_lamps_are_gentle_in_a_dark_room_and_full_by_day():
    shares = [room_share(seen) for seen in range(0, 256, 5)]
    assert (shares[0], shares[-1]) == (0.3, 1.0)
    assert shares == sorted(shares)


def turns(levels: list[int]) -> list[int]:
    """The frames at which brightness changed its direction."""
    found, way = [], 0
    for frame in range(1, len(levels)):
        change = (levels[frame] > levels[frame - 1]) - (levels[frame] < levels[frame - 1])
        if change and change != way:
            found.append(frame)
            way = change
    return found


def flashes_in_a_second(levels: list[int]) -> float:
    """The most flashes in any second: two turns are one flash."""
    marks = turns(levels)
    return max((sum(1 for mark in marks if start <= mark < start + FPS) / 2 for start in marks), default=0.0)


@pytest.mark.parametrize("effect", EFFECTS)
def test_no_effect_by_itself_flashes_more_than_three_times_a_second(effect):
    levels = [round(255 * level(effect, frame / 300)) for frame in range(3000)]
    marks = turns(levels)
    assert max((sum(1 for mark in marks if start <= mark < start + 300) for start in marks), default=0) <= 6


LIGHTS = st.builds(
    Light,
    st.sampled_from(["d5", "d6"]),
    st.sampled_from(["red", "white", "blue", "off"]),
    st.sampled_from(EFFECTS),
    st.floats(0, 3).map(lambda s: round(s, 2)),
    st.none() | st.floats(0.01, 1).map(lambda s: round(s, 2)),
)
GLOWS = st.lists(LIGHTS, max_size=8).map(lambda lights: Glow(tuple(lights)))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(GLOWS, st.integers(1, 20)), min_size=1, max_size=20))
def test_whatever_follows_whatever_no_lamp_flashes_more_than_three_times_a_second(scenes):
    calm: Calm[str] = Calm()
    shown: list[tuple[int, int, int]] = []
    for glow, frames in scenes:
        for frame in range(frames):
            now = len(shown) / FPS
            shown.append(calm.show(scene(glow, frame / FPS), now).get("d5", DARK))
    for part in range(3):
        assert flashes_in_a_second([colour[part] for colour in shown]) <= 3


def test_calm_shows_at_once_what_does_not_flicker():
    calm: Calm[str] = Calm()
    assert [calm.show(wanted, now) for now, wanted in enumerate(({"d5": RED}, {"d5": RED, "d6": WHITE}, {}))] == [
        {"d5": RED},
        {"d5": RED, "d6": WHITE},
        {},
    ]


def test_calm_holds_a_lamp_that_turns_back_too_soon_and_lets_it_go_when_it_may():
    calm: Calm[str] = Calm()
    seen = [calm.show({"d5": RED} if frame % 2 == 0 else {}, frame / FPS) for frame in range(8)]
    assert [bool(lit) for lit in seen] == [True, True, True, True, True, False, False, False]


def test_a_change_of_colour_counts_as_a_flash_too():
    calm: Calm[str] = Calm()
    seen = [calm.show({"d5": RED if frame % 2 else (0, 0, 255)}, frame / FPS) for frame in range(60)]
    assert flashes_in_a_second([lit["d5"][0] for lit in seen]) <= 3


def test_a_light_test_walks_over_every_lamp_once() -> None:
    layout = game_named("gold_raiders").layout()
    glow = every_lamp(layout)
    assert [light.space for light in glow.lights] == [space.name for space in layout.spaces]
    assert scene(glow, 0.05).keys() == {layout.spaces[0].name}
