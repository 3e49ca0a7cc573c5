"""The address phones are told, with a router, without one, and without any network."""

import ipaddress

from hardware.network import NOBODY, _address_of, own_address, own_addresses

INTERFACES = [(1, "lo"), (2, "eth0"), (3, "wlan0")]
ADDRESSES = {"lo": "127.0.0.1", "wlan0": "10.42.0.1"}


def test_with_a_router_it_is_the_address_of_the_way_out():
    assert own_address(lambda: "192.168.1.20", lambda: INTERFACES, ADDRESSES.get) == "192.168.1.20"


def test_without_a_router_it_is_the_address_in_the_network_there_is():
    assert own_address(lambda: None, lambda: INTERFACES, ADDRESSES.get) == "10.42.0.1"


def test_without_a_network_it_is_this_machine_alone():
    assert own_address(lambda: None, lambda: INTERFACES[:2], ADDRESSES.get) == NOBODY


def test_every_network_this_machine_is_in_has_its_address():
    told = {**ADDRESSES, "eth0": "192.168.1.20"}
    assert own_addresses(lambda: INTERFACES, told.get) == ["192.168.1.20", "10.42.0.1"]


def test_this_very_machine_has_one():
    assert ipaddress.ip_address(own_address()).version == 4


def test_this_very_machine_knows_its_own_loop_by_name():
    assert (_address_of("lo"), _address_of("nosuch0")) == ("127.0.0.1", None)
