"""A Glow on the lights, frame by frame."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event

import pytest

from companion.errors import BadInput, JournalError
from companion.games.protocol import Glow, Light
from companion.play.journal import Journal
from companion.play.news import Noticed
from companion.play.questions import Answer, Question
from companion.play.table import Table
from companion.shine.effects import COLOURS
from companion.shine.lamps import FPS, Lamps
from companion.shine.light_map import LightMap
from hardware.errors import LightsLost, NoPins
from hardware.lights import RecordedBar, RecordedLights
from hardware.watched import News, WatchedLights

RED, AMBER, DARK = COLOURS["red"], COLOURS["amber"], (0, 0, 0)
MAP = LightMap(3, {"d5": (0,), "d6": (1,), "d7": (2,)}, chain=3)


@dataclass
class Rig:
    """Lamps over three recorded LEDs and a bar, on a clock that moves when told."""

    now: float = 50.0
    lights: RecordedLights = field(default_factory=lambda: RecordedLights(3))
    bar: RecordedBar = field(default_factory=RecordedBar)

    def __post_init__(self) -> None:
        self.lamps = Lamps(self.lights, MAP, lambda: self.now, bar=self.bar)

    def play(self, seconds: float) -> None:
        for _ in range(round(seconds * FPS)):
            self.now += 1 / FPS
            self.lamps.step(self.now)


@pytest.fixture
def rig() -> Rig:
    return Rig()


def test_a_glow_is_on_the_lights_with_the_next_step(rig):
    rig.lamps.show(Glow((Light("d5", "red"),)))
    rig.lamps.step(rig.now)
    assert rig.lights.scenes == [(RED, DARK, DARK)]


def test_a_running_path_is_a_whole_list_of_frames(rig):
    rig.lamps.show(Glow(tuple(Light(name, "red", after_s=0.4 * n) for n, name in enumerate(("d5", "d6", "d7")))))
    rig.play(2.0)
    assert rig.lights.scenes[:3] == [(RED, DARK, DARK), (RED, RED, DARK), (RED, RED, RED)]
    assert set(rig.lights.scenes[3:]) == {(RED, RED, RED)}


def test_an_unchanged_scene_is_sent_again_once_a_second_only(rig):
    rig.lamps.show(Glow((Light("d5", "red"),)))
    rig.play(5.0)
    assert len(rig.lights.scenes) == 5


def test_the_same_glow_again_goes_on_undisturbed(rig):
    glow = Glow((Light("d5", "red", after_s=3.0),))
    rig.lamps.show(glow)
    rig.now += 2.0
    rig.lamps.show(glow)
    rig.now += 2.0
    assert rig.lamps.lit(rig.now) == {"d5": RED}


def test_another_glow_begins_anew(rig):
    rig.lamps.show(Glow((Light("d5", "red", after_s=3.0),)))
    rig.now += 4.0
    rig.lamps.show(Glow((Light("d6", "red", after_s=3.0),)))
    assert rig.lamps.lit(rig.now) == {}


def test_spaces_in_doubt_blink_amber_over_the_glow_and_keep_their_beat(rig):
    glow = Glow((Light("d5", "red"),))
    rig.lamps.show(glow)
    rig.lamps.doubt(["d5"])
    assert rig.lamps.lit(rig.now) == {"d5": AMBER}
    rig.now += 0.5
    rig.lamps.doubt(["d5"])
    assert rig.lamps.lit(rig.now) == {}


def test_what_people_are_reminded_of_blinks_until_it_is_done(rig):
    rig.lamps.hear(Noticed("torch", "the torch was forgotten", ("d6",)))
    assert rig.lamps.lit(rig.now) == {"d6": AMBER}
    rig.lamps.hear(Noticed("camera", "no frames for 3 s"))
    assert rig.lamps.lit(rig.now) == {"d6": AMBER}
    rig.lamps.hear(Noticed("torch", None))
    rig.now += 1.0
    assert rig.lamps.lit(rig.now) == {}


def test_the_bar_flashes_from_the_moment_time_is_out(rig):
    rig.lamps.show_timer(0.5)
    rig.play(1.0)
    rig.lamps.show_timer(0.0)
    rig.play(0.7)
    assert (rig.bar.shares[0], rig.bar.shares[-1]) == (0.5, 0.0)
    assert 1.0 in rig.bar.shares


def test_the_round_timer_lies_over_the_glows_own_bar(rig):
    rig.lamps.show(Glow(bar=0.25))
    rig.lamps.show_timer(0.75)
    assert rig.lamps.bar(rig.now) == 0.75
    rig.lamps.show_timer(None)
    assert rig.lamps.bar(rig.now) == 0.25


def test_a_bar_beyond_full_or_empty_stays_within(rig):
    rig.lamps.show(Glow(bar=1.5))
    assert rig.lamps.bar(rig.now) == 1.0
    rig.lamps.show(Glow(bar=-0.5))
    assert rig.lamps.bar(rig.now) == 0.0


def test_a_colour_nobody_knows_is_refused_where_it_is_shown_and_the_lamps_go_on(rig):
    with pytest.raises(BadInput, match="no colour 'mauve'"):
        rig.lamps.show(Glow((Light("d5", "mauve"),)))
    rig.lamps.step(rig.now)
    assert rig.lights.scenes == [(DARK, DARK, DARK)]


def test_lit_names_what_shines_for_phones_eyes_and_the_simulated_table(rig):
    rig.lamps.show(Glow((Light("d5", "red"), Light("rail.x.3", "white", "dim"))))
    assert rig.lamps.lit(rig.now) == {"d5": RED, "rail.x.3": (64, 64, 64)}
    assert rig.lights.scenes == []


def test_held_still_nothing_moves_for_as_long_as_it_lasts(rig):
    rig.lamps.show(Glow((Light("d5", "red", "pulse"), Light("d6", "white", "flash"))))
    rig.play(1.0)
    rig.lamps.still = True
    rig.play(0.5)
    before = len(rig.lights.scenes)
    rig.play(3.0)
    assert set(rig.lights.scenes[before:]) == {((153, 0, 0), (255, 255, 255), DARK)}


def test_entries_that_chase_each_other_never_flash_a_lamp_more_than_three_times_a_second(rig):
    for number in range(60):
        rig.lamps.show(Glow((Light("d5", "white"),)) if number % 2 else Glow())
        rig.play(1 / FPS)
    changes = [one != other for one, other in zip(rig.lights.scenes, rig.lights.scenes[1:], strict=False)]
    assert sum(changes) <= 2 * 6 + 1  # two seconds, six changes a second


def test_lamps_follow_the_room_slowly(rig):
    rig.lamps.show(Glow((Light("d5", "red"),)))
    rig.lamps.step(rig.now)
    rig.lamps.see_room(0.0)
    rig.play(1.0)
    assert 225 <= rig.lights.scenes[-1][0][0] <= 235
    rig.play(30.0)
    assert rig.lights.scenes[-1][0][0] == round(255 * 0.3)


def test_another_map_is_used_at_once(rig):
    rig.lamps.show(Glow((Light("d5", "red"),)))
    rig.play(0.5)
    rig.lamps.use(LightMap(1, {"d5": (2,)}, chain=3))
    rig.play(0.5)
    assert rig.lights.scenes[-1] == (DARK, DARK, RED)


class Unplugged(RecordedLights):
    """Lights whose wire can be pulled."""

    is_out = False

    def show(self, colours) -> None:
        if self.is_out:
            raise LightsLost("the LED chain cannot be reached over SPI; check its plug")
        super().show(colours)


def test_lights_that_are_pulled_out_are_a_fault_to_read_and_the_lamps_go_on():
    lights = Unplugged(3)
    lamps = Lamps(lights, MAP, lambda: 0.0)
    lamps.show(Glow((Light("d5", "red"),)))
    lights.is_out = True
    lamps.step(0.0)
    assert lamps.fault == "the LED chain cannot be reached over SPI; check its plug"
    lights.is_out = False
    lamps.step(1.5)
    assert (lamps.fault, lights.scenes) == ("", [(RED, DARK, DARK)])


def test_lights_without_pins_are_told_of_and_come_back_within_five_seconds():
    news: list[News] = []
    there = RecordedLights(3)
    is_there = Event()
    clock = Rig()

    def open_lights() -> RecordedLights:
        if not is_there.is_set():
            raise NoPins("no pins: No module named 'lgpio'; on a Pi install python3-lgpio")
        return there

    lamps = Lamps(WatchedLights(3, open_lights, lambda: clock.now, news.append), MAP, lambda: clock.now)
    clock.lamps = lamps
    lamps.show(Glow((Light("d5", "red", "pulse"),)))
    clock.play(3.0)
    is_there.set()
    clock.play(5.0)
    assert there.scenes != []
    assert [told.is_well for told in news] == [False, True]


def test_run_keeps_an_even_beat_and_a_late_frame_makes_no_other_late():
    now, beats, stop = [10.0], [], Event()

    class Beat(Event):
        """Waiting moves the clock, so that no time is spent."""

        def wait(self, timeout=None) -> bool:
            now[0] += timeout or 0.0
            return stop.is_set()

    def beside(at_s: float) -> None:
        beats.append(at_s)
        if len(beats) == 5:
            now[0] += 0.05  # one frame takes too long
        if len(beats) == 10:
            stop.set()

    Lamps(RecordedLights(3), MAP, lambda: now[0]).run(Beat(), [beside])
    frames = [round((beat - 10.0) * FPS, 2) for beat in beats]
    assert frames == [0, 1, 2, 3, 4, 5.5, 6, 7, 8, 9]


def test_closing_the_lamps_leaves_them_dark(rig):
    rig.lamps.show(Glow((Light("d5", "red"),), bar=0.5))
    rig.lamps.step(rig.now)
    rig.lamps.close()
    assert (rig.lights.scenes[-1], rig.bar.shares[-1]) == ((DARK, DARK, DARK), 0.0)


PLAYERS = ["p1", "p2", "p3"]


def playing(rig) -> Table:
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.start("pyramid_raiders", PLAYERS)
    table.listen(rig.lamps.hear, "lamps")
    return table


def test_another_game_brings_its_own_map_and_glow_at_once(rig):
    """After a new game was started the lamps and the light map still showed the old one."""
    table = playing(rig)
    table.start("gold_raiders", PLAYERS)
    assert rig.lamps.light_map is table.sitting.lights
    spaces = {light.space for light in table.game.glow(table.state).lights}
    rig.play(0.2)
    assert rig.lamps.lit(rig.now).keys() <= spaces


def test_a_question_blinks_until_it_is_cleared_and_not_a_moment_longer(rig):
    """A question that was withdrawn still blinked 2.5 s later."""
    table = playing(rig)
    table.ask(Question("Who?", (Answer("Something else"),), spaces=("e5",)))
    assert rig.lamps.lit(rig.now)["e5"] == AMBER
    table.withdraw()
    rig.now += 0.2
    assert rig.lamps.lit(rig.now).get("e5") != AMBER


def test_a_fault_is_told_when_it_comes_and_when_it_goes():
    told, lights = [], Unplugged(3)
    lamps = Lamps(lights, MAP, lambda: 0.0, tell=told.append)
    lights.is_out = True
    lamps.step(0.0)
    lights.is_out = False
    lamps.step(2.0)
    assert [bool(fault) for fault in told] == [True, False]


def beaten(lamps: Lamps, beats: int, beside: Callable[[int], None]) -> None:
    """That many beats of the lamps' thread, with something beside them that is told the number of the beat."""
    stop, done = Event(), []

    def step(now: float) -> None:
        done.append(now)
        if len(done) == beats:
            stop.set()
        beside(len(done))

    lamps.run(stop, [step])


def test_a_fault_beside_the_lamps_is_told_once_and_stays_until_it_is_mended():
    told = []

    def full(beat: int) -> None:
        if beat < 70:
            raise JournalError("the disk is full")

    beaten(Lamps(RecordedLights(1), LightMap(1, {}), tell=told.append), 75, full)
    assert told == ["the disk is full", ""]


def test_a_mistake_beside_the_lamps_does_not_end_them():
    told = []

    def wrong(beat: int) -> None:
        if beat == 1:
            raise ZeroDivisionError("division by zero")

    beaten(Lamps(RecordedLights(1), LightMap(1, {}), tell=told.append), 3, wrong)
    assert told == ["ZeroDivisionError: division by zero", ""]


def test_a_full_disk_beside_the_lamps_does_not_end_them():
    stop, beats, told = Event(), [], []

    def full(now: float) -> None:
        beats.append(now)
        if len(beats) == 3:
            stop.set()
        raise JournalError("the disk is full")

    Lamps(RecordedLights(1), LightMap(1, {}), tell=told.append).run(stop, [full])
    assert len(beats) == 3
    assert "the disk is full" in told
