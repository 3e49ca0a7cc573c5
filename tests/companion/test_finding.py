"""A finding reads as one line."""

from companion.finding import Finding


def test_what_is_good_says_what_was_found():
    assert str(Finding("disk", "good", "5 GB free")) == "good     disk: 5 GB free"


def test_what_is_not_says_what_to_do():
    assert str(Finding("light", "poor", "dim", "switch a lamp on")) == "poor     light: dim; switch a lamp on"
