"""The guardian's walks, as a batch to be timed."""

from companion.games.pyramid_raiders.bench import walking


def test_every_call_is_one_walk() -> None:
    batch = walking()
    assert [batch(number) for number in range(12)] == [1] * 12
