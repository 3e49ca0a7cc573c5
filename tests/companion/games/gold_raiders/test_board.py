"""What is in the box."""

from companion.games.gold_raiders import board


def test_the_box_holds_54_cards():
    assert sum(board.COPIES.values()) == 54
    assert board.pieces()[board.BACK] == 54
