"""A crowd of connections beside ordinary requests."""

import pytest

from companion.bench import crowd
from companion.bench.phones import half_played, served


@pytest.mark.parametrize("held", [crowd.streaming, crowd.half_open])
def test_requests_are_timed_beside_a_crowd(held):
    with served(half_played("gold_raiders")) as port:
        found = held(port, 20)
    assert 0 < found["p50_ms"] <= found["p95_ms"]
