"""The two networks: the finder sees where dice may lie, the reader says what one of them shows."""

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


class Reader(nn.Module):
    """A die's square -> 12 numbers: logits of none and 1 to 6, then dx, dy, log w, log h of the box, and lean."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            layer(3, 24, 2, 5),
            layer(24, 24),
            layer(24, 48, 2),
            Step(48),
            layer(48, 80, 2),
            layer(80, 80),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(80 * 49, 64),
            nn.ReLU(inplace=True),
            nn.Linear(64, 12),
        )

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.body(x)
        return out
