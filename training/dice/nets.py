"""The two networks: the finder sees where dice may lie, the reader says what one of them shows."""

import torch
from torch import Tensor, nn

FINDER_STEP = 4  # px of the finder's picture per cell of its answer
READER_PX = 56
READER_VIEW = 1.5  # sides of a die the reader sees


def layer(inner: int, outer: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inner, outer, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(outer), nn.ReLU(inplace=True)
    )


class Step(nn.Module):
    """Two layers that add to what they were given."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one = layer(width, width)
        self.two = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.relu(x + self.two(self.one(x)))
        return out


class Finder(nn.Module):
    """Picture -> 16 planes at an eighth of its size: for each quarter of a cell heat, dx, dy, log2(side / 16 px)."""

    def __init__(self) -> None:
        super().__init__()
        head = nn.Conv2d(40, 16, 1)
        self.body = nn.Sequential(layer(3, 12, 2), layer(12, 24, 2), layer(24, 40, 2), Step(40), layer(40, 40), head)
        self.open = nn.PixelShuffle(2)
        if head.bias is not None:
            nn.init.constant_(head.bias[:4], -3.0)  # most of a picture is no die

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.open(self.body(x))  # planes: heat, dx, dy, size at a quarter of the picture's size
        return out


class Judge(nn.Module):
    """The pattern the pips make -> none or 1 to 6, beside what the reader thought; judge.py trains it by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(layer(4, 24), layer(24, 32, 2), nn.Flatten(), nn.Dropout(0.2))
        self.think = nn.Sequential(nn.Linear(32 * 49 + 7 + 80, 64), nn.ReLU(inplace=True), nn.Linear(64, 7))

    def forward(self, pips: Tensor, value: Tensor, body: Tensor) -> Tensor:
        seen = self.look(torch.clamp(pips, -4.0, 4.0))
        out: Tensor = self.think(torch.cat([seen, value * 0.3, body * 2], 1))
        return out


class Reader(nn.Module):
    """A die's square -> logits of none and 1 to 6; dx, dy, log w, log h of the box; lean; and where its pips are.

    The pips are those of the upper face only. Being told where they lie, it learns to count far sooner.
    """

    def __init__(self) -> None:
        super().__init__()
        self.eye = nn.Sequential(layer(3, 24, 2, 5), layer(24, 24), layer(24, 48, 2), Step(48))
        self.pips = nn.Conv2d(48, 4, 1)  # the four quarters of each cell
        self.mind = nn.Sequential(layer(52, 80, 2), layer(80, 80))
        self.value = nn.Sequential(nn.Linear(80, 64), nn.ReLU(inplace=True), nn.Linear(64, 7))
        self.per_pip, self.base = nn.Parameter(torch.tensor([[0.28]])), nn.Parameter(torch.tensor([[-1.0]]))
        self.values = nn.Parameter(torch.arange(7.0)[None])
        self.trust = nn.Parameter(torch.ones(1, 7))
        self.place = nn.Sequential(nn.Conv2d(80, 8, 1), nn.ReLU(inplace=True), nn.Flatten(), nn.Linear(8 * 49, 5))
        self.mean = nn.AdaptiveAvgPool2d(1)
        self.flat = nn.Flatten()
        self.judge = Judge()

    def forward(self, x: Tensor) -> Tensor:
        """The judge's seven logits, box and lean, then the map of pips as 4 quarters of 14 x 14 cells."""
        seen = self.eye(x)
        pips = self.pips(seen)
        value, deep = self.opinion(seen, pips)
        return torch.cat([self.judge(pips, value, self.flat(self.mean(deep))), self.place(deep), self.flat(pips)], 1)

    def study(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Twelve numbers with the reader's own opinion, and a map of 28 x 28 logits of there being a pip."""
        seen = self.eye(x)
        pips = self.pips(seen)
        value, deep = self.opinion(seen, pips)
        return torch.cat([value, self.place(deep)], 1), nn.functional.pixel_shuffle(pips, 2)[:, 0]

    def opinion(self, seen: Tensor, pips: Tensor) -> tuple[Tensor, Tensor]:
        """The value is told from means over the square: to count is to sum, and the map of pips is summed as well."""
        sharp = torch.sigmoid(pips * 2)
        deep = self.mind(torch.cat([seen, sharp], 1))
        total = self.flat(self.mean(sharp)).mean(1, keepdim=True) * 784  # about 3.3 to a pip
        off = total * self.per_pip + self.base - self.values
        return self.value(self.flat(self.mean(deep)) * 8) - off * off * self.trust, deep
