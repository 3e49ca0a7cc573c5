"""Places for streams."""

from web.places import Places


def test_a_place_that_was_left_can_be_taken_again() -> None:
    places = Places(1)
    taken = [places.open(), places.open()]
    places.leave()
    assert (taken, places.open(), places.streams) == ([True, False], True, 1)


def test_nobody_is_let_in_after_closing() -> None:
    places = Places(1)
    places.is_closed = True
    assert not places.open()
