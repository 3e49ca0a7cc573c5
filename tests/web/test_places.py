"""Places for streams."""

from web.places import ASLEEP_BYTES, Places, away


def test_a_place_that_was_left_can_be_taken_again() -> None:
    places = Places(1)
    taken = [places.open(), places.open()]
    places.leave()
    assert (taken, places.open(), places.streams) == ([True, False], True, 1)


def test_nobody_is_let_in_after_closing() -> None:
    places = Places(1)
    places.is_closed = True
    assert not places.open()


class Line:
    """As the server has it: what waits to be sent, and whether the other end hung up."""

    total_outbufs_len = 0

    def check(self) -> bool:
        return False


def test_whoever_reads_nothing_while_much_is_waiting_sleeps():
    line = Line()
    is_away = away({"waitress.client_disconnected": line.check})
    assert not is_away()
    line.total_outbufs_len = ASLEEP_BYTES + 1
    assert is_away()


def test_whoever_hung_up_is_away():
    assert away({"waitress.client_disconnected": lambda: True})()
