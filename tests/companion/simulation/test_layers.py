"""What is painted again when a little has changed, and that it looks the same."""

import numpy as np

from companion.simulation.layers import Image, Layers, Thing

WHITE, GREY = np.full((1, 6), 255, np.uint8), np.full((1, 6), 128, np.uint8)


class Painter:
    """Counts what it paints: each thing covers the place it is named after, and the next one."""

    def __init__(self) -> None:
        self.painted: list[tuple[int, int]] = []

    def thing(self, at: int, shade: int) -> Thing:
        def paint(picture: Image) -> None:
            self.painted.append((at, shade))
            picture[0, at : at + 2] = shade

        return Thing((at, shade), paint)

    def look(self, layers: Layers, ground: Image, *things: tuple[int, int]) -> list[int]:
        self.painted = []
        return [int(value) for value in layers.painted(ground, [self.thing(*one) for one in things])[0]]


def test_the_last_lies_on_top() -> None:
    assert Painter().look(Layers(), WHITE, (0, 1), (1, 2)) == [1, 2, 2, 255, 255, 255]


def test_nothing_is_painted_again_while_nothing_changes() -> None:
    painter, layers = Painter(), Layers()
    first = painter.look(layers, WHITE, (0, 1), (3, 2))
    assert painter.look(layers, WHITE, (0, 1), (3, 2)) == first
    assert painter.painted == []


def test_only_what_lies_above_a_change_is_painted_again() -> None:
    painter, layers = Painter(), Layers()
    painter.look(layers, WHITE, (0, 1), (1, 2), (2, 3))
    painter.look(layers, WHITE, (0, 1), (1, 2), (3, 3))
    assert painter.look(layers, WHITE, (0, 1), (1, 2), (4, 3)) == [1, 2, 2, 255, 3, 3]
    assert painter.painted == [(4, 3)]


def test_a_change_below_what_was_kept_is_painted_from_the_ground() -> None:
    painter, layers = Painter(), Layers()
    painter.look(layers, WHITE, (0, 1), (1, 2))
    painter.look(layers, WHITE, (0, 1), (2, 2))
    assert painter.look(layers, WHITE, (0, 9), (2, 2)) == [9, 9, 2, 2, 255, 255]


def test_another_ground_is_another_picture() -> None:
    painter, layers = Painter(), Layers()
    painter.look(layers, WHITE, (0, 1))
    assert painter.look(layers, GREY, (0, 1)) == [1, 1, 128, 128, 128, 128]


def test_whoever_paints_on_the_picture_paints_on_a_copy() -> None:
    layers = Layers()
    layers.painted(WHITE, [])[:] = 0
    assert layers.painted(WHITE, []).min() == 255
