"""The benchmark of the phones measures what it says."""

from companion.bench.phones import hearing, largest_update


def test_it_times_every_event_at_every_phone():
    found = hearing(phones=3, events=4)
    assert (found["phones"], found["events"]) == (3, 4)
    assert 0 < found["p50_ms"] <= found["p95_ms"]
    assert found["ratio_p95"] > 0


def test_it_finds_the_largest_update_of_a_game():
    assert 500 < largest_update("gold_raiders", seed=1) < 4096
