"""Writes a trained network as the product loads it: python -m training.dice.export KIND WEIGHTS.pt FOLDER [HUNCH.pt].

KIND is finder, reader, mind or second. A reader is written in two halves, dice_eye and dice_reader; without HUNCH.pt it
is always asked whole. Of a mind (`mind.py`) only the second half is written, to go beside the eye it was kept with. The
weights of both readers are stored as half numbers, so that all fit in 3 MB.
"""

import sys
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from training.dice.data import READER_PX
from training.dice.distil import PX
from training.dice.nets import Finder
from training.dice.reader_net import SEEN, Eye, Hunch, Mind, Reader

FEW = 64  # numbers that are not worth halving


def write(
    net: nn.Module,
    path: Path,
    shape: tuple[int, int, int, int],
    moving: dict[int, str],
    names: tuple[str, ...] = ("y",),
) -> None:
    """Norms are folded into the layers before them; the batch, or the picture's size, stays open."""
    net.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the older exporter writes what OpenCV 4.10 and 5 both read
        torch.onnx.export(
            net,
            (torch.zeros(shape),),
            str(path),
            input_names=["x"],
            output_names=list(names),
            dynamic_axes=dict.fromkeys(("x", *names), moving),
            opset_version=13,
            dynamo=False,
        )


def halve(path: Path) -> None:
    """Stores the weights of a written network in two bytes each; they are made four again when it is loaded."""
    model = onnx.load(str(path))
    graph = model.graph
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if weights.data_type == TensorProto.FLOAT and values.size > FEW:
            short = f"{weights.name}_half"
            graph.initializer.remove(weights)
            graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), short))
            graph.node.insert(0, helper.make_node("Cast", [short], [weights.name], to=TensorProto.FLOAT))
    onnx.save(model, str(path))


def halves(reader: Reader, hunch: Hunch, folder: Path) -> None:
    """A reader as the product runs it."""
    eye = folder / "dice_eye.onnx"
    write(Eye(reader, hunch), eye, (1, 3, READER_PX, READER_PX), {0: "n"}, ("hunch", "seen"))
    halve(eye)
    second_half(reader, folder)


def second_half(reader: Reader, folder: Path) -> None:
    cells, mind = READER_PX // 8, folder / "dice_reader.onnx"
    write(Mind(reader), mind, (1, SEEN, cells, cells), {0: "n"})
    halve(mind)


def main(kind: str, weights: str, folder: Path, known: str | None = None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "finder":
        finder = Finder()
        finder.load_state_dict(torch.load(weights))
        write(finder.body, folder / "dice_finder.onnx", (1, 3, 160, 160), {2: "h", 3: "w"})
        return
    reader, hunch = Reader(PX if kind == "second" else READER_PX), Hunch()
    reader.load_state_dict(torch.load(weights))
    if known:
        hunch.load_state_dict(torch.load(known))
    if kind == "reader":
        halves(reader, hunch, folder)
    elif kind == "mind":
        second_half(reader, folder)
    else:
        write(reader, folder / "dice_second.onnx", (1, 3, PX, PX), {0: "n"})
        halve(folder / "dice_second.onnx")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), *sys.argv[4:5])
