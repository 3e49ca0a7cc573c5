"""The guardian's walks, as a batch to be timed."""

from companion.games.pyramid_raiders.bench import guardian_walks


def test_every_call_is_one_walk() -> None:
    batch = guardian_walks()
    assert [batch(number) for number in range(12)] == [1] * 12
