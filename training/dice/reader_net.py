"""The reader: what one die shows, where its box is and how it leans."""

import torch
from torch import Tensor, nn

from training.dice.data import READER_PX
from training.dice.nets import Step, layer

KINDS = 7  # none, 1 to 6
NUMBERS = 12  # kinds, dx, dy, log w, log h, lean
SEEN, HUNCH = 72, 32  # planes of what a reader sees, and of its hunch
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
        self.mind = nn.Sequential(layer(52, SEEN, 2), *(Step(SEEN) for _ in range(deep)))
        self.sketch = nn.Sequential(nn.Conv2d(SEEN, 16, 1), nn.ReLU(inplace=True), nn.Flatten())
        self.mean = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.answer = nn.Sequential(nn.Linear(SEEN + 16 * cells, 96), nn.ReLU(inplace=True), nn.Linear(96, NUMBERS))

    def forward(self, x: Tensor) -> Tensor:
        return self.look(x)[0]

    def study(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The twelve numbers, and the map of logits of there being a pip, half as wide as the square."""
        numbers, pips = self.look(x)
        return numbers, nn.functional.pixel_shuffle(pips, 2)[:, 0]

    def look(self, x: Tensor) -> tuple[Tensor, Tensor]:
        eye = self.eye(x)
        pips = self.pips(eye)
        return self.decide(self.mind[0](torch.cat([eye, torch.sigmoid(pips)], 1))), pips

    def see(self, x: Tensor) -> Tensor:
        """What it sees in a square, of which it makes up its mind."""
        eye = self.eye(x)
        seen: Tensor = self.mind[0](torch.cat([eye, torch.sigmoid(self.pips(eye))], 1))
        return seen

    def decide(self, seen: Tensor) -> Tensor:
        """The twelve numbers."""
        deep = self.mind[1:](seen)
        out: Tensor = self.answer(torch.cat([self.mean(deep) * 4, self.sketch(deep)], 1))
        return out


class Hunch(nn.Module):
    """What a reader sees -> the twelve numbers as they will most likely come out, for a seventh of the mind's work.

    Before it has learnt anything it holds everything for as likely: it is never clear, and the whole reader is asked.
    """

    def __init__(self, px: int = READER_PX) -> None:
        super().__init__()
        self.body = nn.Sequential(layer(SEEN, HUNCH, kernel=1), Step(HUNCH), Step(HUNCH))
        self.sketch = nn.Sequential(nn.Conv2d(HUNCH, 16, 1), nn.ReLU(inplace=True), nn.Flatten())
        self.mean = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten())
        last = nn.Linear(64, NUMBERS)
        self.answer = nn.Sequential(nn.Linear(HUNCH + 16 * (px // 8) ** 2, 64), nn.ReLU(inplace=True), last)
        for weights in last.parameters():
            nn.init.zeros_(weights)

    def forward(self, seen: Tensor) -> Tensor:
        body = self.body(seen)
        out: Tensor = self.answer(torch.cat([self.mean(body) * 4, self.sketch(body)], 1))
        return out


class Eye(nn.Module):
    """The first half of a reader as the product runs it: the hunch, and what is seen."""

    def __init__(self, reader: Reader, hunch: Hunch) -> None:
        super().__init__()
        self.reader, self.hunch = reader, hunch

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.reader.see(x)
        return self.hunch(seen), seen


class Mind(nn.Module):
    """The second half: of what is seen the twelve numbers."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, seen: Tensor) -> Tensor:
        return self.reader.decide(seen)
