"""The finder, which sees where dice may lie, and the layers that both networks are made of."""

from torch import Tensor, nn

FINDER_STEP = 4  # px of the finder's picture per cell of its answer


def layer(inner: int, outer: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inner, outer, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(outer), nn.ReLU(inplace=True)
    )


class Step(nn.Module):
    """Two layers that add to what they were given; the first may look `wide` cells away."""

    def __init__(self, width: int, wide: int = 1) -> None:
        super().__init__()
        far = nn.Conv2d(width, width, 3, 1, wide, dilation=wide, bias=False)
        self.one = nn.Sequential(far, nn.BatchNorm2d(width), nn.ReLU(inplace=True))
        self.two = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.relu(x + self.two(self.one(x)))
        return out


class Finder(nn.Module):
    """Picture -> 16 planes at an eighth of its size: for each quarter of a cell heat, dx, dy, log2(side / 16 px)."""

    def __init__(self) -> None:
        super().__init__()
        head = nn.Conv2d(48, 16, 1)
        look = layer(3, 8, 2), layer(8, 24, 2), layer(24, 48, 2)  # few planes where a picture has most pixels
        self.body = nn.Sequential(*look, Step(48, 2), Step(48), Step(48), head)
        self.open = nn.PixelShuffle(2)
        if head.bias is not None:
            nn.init.constant_(head.bias[:4], -3.0)  # most of a picture is no die

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.open(self.body(x))  # planes: heat, dx, dy, size at a quarter of the picture's size
        return out
