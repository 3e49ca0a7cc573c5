"""One camera entry asks the rules as little as possible on its way to the phones."""

from companion.bench.wiring import measure


def test_one_entry_is_read_and_applied_once_and_viewed_once_a_viewer() -> None:
    asked = measure()
    assert asked["read"] <= 2
    assert asked["apply"] <= 2
    assert asked["view"] <= asked["viewers"]
