"""The reader: what one die shows, where its box is and how it leans."""

import torch
from torch import Tensor, nn

from training.dice.data import READER_PX
from training.dice.nets import Step, layer

KINDS = 7  # none, 1 to 6
NUMBERS = 12  # kinds, dx, dy, log w, log h, lean
DEEP = 3  # steps of two layers in which a reader makes up its mind


class Reader(nn.Module):
    """A die's square -> twelve numbers: logits of none and 1 to 6; dx, dy, log w, log h of the box; lean.

    In training it also says where the pips of the upper face lie: told that, and that the side faces' pips are none,
    it learns to count far sooner.
    """

    def __init__(self, px: int = READER_PX, deep: int = DEEP) -> None:
        super().__init__()
        cells = (px // 8) ** 2
        self.eye = nn.Sequential(layer(3, 24, 2), layer(24, 48, 2), Step(48), Step(48))
        self.pips = nn.Conv2d(48, 4, 1)  # the four quarters of each cell
        self.mind = nn.Sequential(layer(52, 72, 2), *(Step(72) for _ in range(deep)))
        self.sketch = nn.Sequential(nn.Conv2d(72, 16, 1), nn.ReLU(inplace=True), nn.Flatten())
        self.mean = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.answer = nn.Sequential(nn.Linear(72 + 16 * cells, 96), nn.ReLU(inplace=True), nn.Linear(96, NUMBERS))

    def forward(self, x: Tensor) -> Tensor:
        return self.look(x)[0]

    def study(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The twelve numbers, and the map of logits of there being a pip, half as wide as the square."""
        numbers, pips = self.look(x)
        return numbers, nn.functional.pixel_shuffle(pips, 2)[:, 0]

    def look(self, x: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.eye(x)
        pips = self.pips(seen)
        deep = self.mind(torch.cat([seen, torch.sigmoid(pips)], 1))
        return self.answer(torch.cat([self.mean(deep) * 4, self.sketch(deep)], 1)), pips
