"""The benchmark of the phones measures what it says."""

from companion.bench.phones import measure


def test_it_times_every_event_at_every_phone():
    found = measure(phones=3, events=4)
    assert (found["phones"], found["events"]) == (3, 4)
    assert 0 < found["p50_ms"] <= found["p95_ms"]
    assert found["ratio_p95"] > 0
