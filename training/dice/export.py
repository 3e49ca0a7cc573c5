"""Writes trained networks as the product loads them: python -m training.dice.export FINDER.pt READER.pt FOLDER."""

import sys
import warnings
from pathlib import Path

import torch
from torch import nn

from training.dice.nets import READER_PX, Finder, Reader


def write(net: nn.Module, path: Path, shape: tuple[int, int, int, int], moving: dict[int, str]) -> None:
    """Norms are folded into the layers before them; the batch, or the picture's size, stays open."""
    net.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the older exporter writes what OpenCV 4.10 and 5 both read
        torch.onnx.export(
            net,
            (torch.zeros(shape),),
            str(path),
            input_names=["x"],
            output_names=["y"],
            dynamic_axes={"x": moving, "y": moving},
            opset_version=13,
            dynamo=False,
        )


def main(finder_path: str, reader_path: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    finder, reader = Finder(), Reader()
    finder.load_state_dict(torch.load(finder_path))
    reader.load_state_dict(torch.load(reader_path))
    write(finder.body, folder / "dice_finder.onnx", (1, 3, 160, 160), {2: "h", 3: "w"})
    write(reader, folder / "dice_reader.onnx", (1, 3, READER_PX, READER_PX), {0: "n"})


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
