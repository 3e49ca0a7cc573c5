"""A WLED in the house, on a stand-in that reads the documented packets on loopback."""

from collections.abc import Callable, Iterator

import pytest

from hardware.errors import BadSetting, LightsLost
from hardware.heard import ddp_hears, realtime_hears
from hardware.levels import FULL_MA, IDLE_MA
from hardware.mdns import Service
from hardware.wled import SILENT_S, Wled, ask_wled, find_wled

PLAIN = {"gamma": 1.0, "brightness": 1.0, "limit_ma": 30_000}
SCENE = [(1, 2, 3), (255, 0, 128)]


@pytest.fixture
def opened(wled) -> Iterator[Callable[..., Wled]]:
    """Opens lights on the stand-in, and closes them in the end."""
    all_opened = []

    def open_one(count: int = 2, **settings) -> Wled:
        info = ask_wled("127.0.0.1", wled.info_port)
        lights = Wled("127.0.0.1", count, info, port=wled.port, **{**PLAIN, **settings})
        all_opened.append(lights)
        return lights

    yield open_one
    for lights in all_opened:
        lights.close()


def test_a_scene_arrives_by_ddp_and_packets_are_numbered_from_1_to_15(wled, opened):
    lights = opened()
    heard = []
    for _ in range(16):
        lights.show(SCENE)
        heard.append(ddp_hears(wled.packet()))
    assert heard == [(number, SCENE) for number in (*range(1, 16), 1)]


def test_a_scene_arrives_by_the_realtime_protocol_and_says_when_wled_is_free_again(wled, opened):
    opened(protocol="udp").show(SCENE)
    assert realtime_hears(wled.packet()) == (SILENT_S, SCENE)


def test_three_hundred_leds_are_one_packet(wled, opened):
    opened(300).show([(9, 9, 9)] * 300)
    assert ddp_hears(wled.packet())[1] == [(9, 9, 9)] * 300


def test_brightness_is_in_what_is_sent_and_wleds_own_stays_as_it_is(wled, opened):
    opened(brightness=0.5).show([(200, 100, 0), (0, 0, 255)])
    assert ddp_hears(wled.packet())[1] == [(100, 50, 0), (0, 0, 128)]


@pytest.mark.parametrize(("ours_ma", "wleds_ma", "most_ma"), [(500, 0, 500), (500, 300, 300), (300, 500, 300)])
def test_the_lower_of_our_power_limit_and_wleds_is_kept(wled, opened, ours_ma, wleds_ma, most_ma):
    wled.info["leds"]["maxpwr"] = wleds_ma
    opened(10, limit_ma=ours_ma).show([(255, 255, 255)] * 10)
    levels = [level for colour in ddp_hears(wled.packet())[1] for level in colour]
    draws_ma = 10 * IDLE_MA + sum(levels) / 255 * FULL_MA
    assert most_ma - 10 < draws_ma <= most_ma


def test_closing_turns_all_dark_and_a_closed_wled_says_so(wled, opened):
    lights = opened()
    lights.close()
    assert ddp_hears(wled.packet())[1] == [(0, 0, 0)] * 2
    with pytest.raises(LightsLost, match="closed"):
        lights.show(SCENE)


def show_on(lights: Wled) -> None:
    """As the lamps do: the network's own word that nobody is there comes back with one of the next scenes."""
    for _ in range(1000):
        lights.show(SCENE)


def test_an_unplugged_wled_is_lost_though_udp_tells_nothing_by_itself(wled, opened):
    lights = opened()
    lights.show(SCENE)
    wled.unplug()
    with pytest.raises(LightsLost, match=r"the WLED at 127\.0\.0\.1 cannot be reached: .*; check its supply and Wi-Fi"):
        show_on(lights)


def test_a_controller_tells_its_name_its_leds_and_its_limit(wled):
    wled.info |= {"name": "Game table", "leds": {"count": 61, "maxpwr": 850}}
    told = ask_wled("127.0.0.1", wled.info_port)
    assert (told.name, told.leds, told.limit_ma) == ("Game table", 61, 850.0)


@pytest.mark.parametrize("info", [[], {"leds": 3}, {"name": "a printer"}])
def test_something_else_at_that_address_is_no_wled(wled, opened, info):
    wled.info = info
    with pytest.raises(LightsLost, match=r"no WLED at 127\.0\.0\.1: .*; open http://127\.0\.0\.1/ to see it"):
        opened()


def test_nobody_at_that_address_is_said(wled):
    wled.close()
    with pytest.raises(LightsLost, match="no WLED at 127"):
        ask_wled("127.0.0.1", wled.info_port)


def test_a_protocol_nobody_knows_is_refused(wled, opened):
    with pytest.raises(BadSetting, match="WLED is spoken to by ddp or udp"):
        opened(protocol="dmx")


def test_auto_takes_the_first_that_answers():
    found = [Service("hall", "192.168.1.7"), Service("table", "192.168.1.9")]
    assert find_wled("auto", find=lambda service: found) == "192.168.1.7"


def test_auto_says_what_to_do_when_none_answers():
    with pytest.raises(LightsLost, match=r"no WLED answers in this network; plug it in, or name it: lights\.host = "):
        find_wled("auto", find=lambda service: [])


def test_a_local_name_is_asked_for_in_the_house():
    assert find_wled("wled-table.local", resolve={"wled-table.local": "192.168.1.9"}.get) == "192.168.1.9"


def test_a_number_is_taken_as_it_is():
    assert find_wled("192.168.1.20", resolve=lambda host: None) == "192.168.1.20"


def test_no_network_is_said():
    def no_network(service: str) -> list[Service]:
        raise OSError(101, "Network is unreachable")

    with pytest.raises(LightsLost, match=r"WLED auto cannot be looked for: .*unreachable; is this machine in"):
        find_wled("auto", find=no_network)
