"""The benchmark of the phones measures what it says."""

import pytest

from companion.bench import phones


def test_it_times_every_event_at_every_phone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(phones, "PHONES", 3)
    monkeypatch.setattr(phones, "EVENTS", 4)
    found = phones.measure()
    assert (found["phones"], found["events"]) == (3, 4)
    assert 0 < found["p50_ms"] <= found["p95_ms"]
    assert found["ratio_p95"] > 0
