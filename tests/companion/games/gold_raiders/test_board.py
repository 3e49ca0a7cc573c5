"""What is in the box."""

from companion.games.gold_raiders import board


def test_the_box_holds_54_cards():
    assert sum(board.COPIES.values()) == 54
    assert board.pieces()[board.BACK] == 54


def test_spaces_and_pieces_have_names_of_their_own():
    assert len(set(board.spaces())) == len(board.spaces())
    assert {board.torch_space(1), board.idol_space(6), board.lane_space(32), "deck", "discard"} <= set(board.spaces())
    assert board.pieces()[board.TORCH] == 1


def test_another_trail_has_other_spaces():
    assert [board.trail_space(number) in board.spaces(30) for number in (0, 30, 31)] == [True, True, False]
