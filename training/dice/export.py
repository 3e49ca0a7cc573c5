"""Writes a trained network as the product loads it: python -m training.dice.export finder|reader WEIGHTS.pt FOLDER."""

import sys
import warnings
from pathlib import Path

import torch
from torch import nn

from training.dice.data import READER_PX
from training.dice.nets import Finder
from training.dice.reader_net import Reader


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


def main(kind: str, weights: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "finder":
        finder = Finder()
        finder.load_state_dict(torch.load(weights))
        write(finder.body, folder / "dice_finder.onnx", (1, 3, 160, 160), {2: "h", 3: "w"})
    else:
        reader = Reader()
        reader.load_state_dict(torch.load(weights))
        write(reader, folder / "dice_reader.onnx", (1, 3, READER_PX, READER_PX), {0: "n"})


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
