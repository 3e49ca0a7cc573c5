"""Weights to go on training from, from a shipped network: python -m training.dice.resume KIND ONNX OUT.pt DATA.

KIND is finder (DATA: the folder of tables), reader or second (DATA: a file of squares); of a reader ONNX is its second
half, beside which the first one lies. Its hunch is left out: it has to be learnt anew. Export folded every norm into
the layer before it; here each norm gets the mean and spread that its layer really has on DATA, and a scale that undoes
them, so that the network answers as before and its norms are alive again. A reader with fewer steps than DEEP gets
further ones, which do nothing yet.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from training.dice.data import READER_PX
from training.dice.distil import PX, smaller
from training.dice.finder import Tables, sample, tensor
from training.dice.nets import Finder
from training.dice.reader_net import DEEP, Reader
from training.dice.train_reader import Pools, even_out, other_light, turned

SEED = 16
BATCHES, BATCH = 12, 64


def stored(path: Path) -> list[tuple[Tensor, Tensor]]:
    """Weight and bias of every layer, in the order in which they are run."""
    graph = onnx.load(str(path)).graph
    values = {k.name: torch.from_numpy(numpy_helper.to_array(k).copy()).float() for k in graph.initializer}
    for node in graph.node:  # halved weights, and like ones, which are stored once
        if node.op_type in ("Cast", "Identity") and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]]
    layers = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    return [(values[node.input[1]], values[node.input[2]]) for node in layers]


def put_together(eye: list[tuple[Tensor, Tensor]], mind: list[tuple[Tensor, Tensor]]) -> list[tuple[Tensor, Tensor]]:
    """Both halves of a reader without its hunch, which comes after all else that is in the first half."""
    reader = Reader()
    count = sum(is_layer(part) for half in (reader.eye, reader.pips, reader.mind[0]) for part in half.modules())
    return [*eye[:count], *mind]


def fill(net: nn.Module, layers: list[tuple[Tensor, Tensor]]) -> None:
    """Puts the stored layers in; a norm after a layer only adds its bias for now."""
    parts = [m for m in net.modules() if isinstance(m, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    rest = iter(layers)
    for part, after in zip(parts, [*parts[1:], None], strict=True):
        if isinstance(part, nn.BatchNorm2d):
            continue
        weight, bias = next(rest)
        part.weight.data.copy_(weight)
        if isinstance(after, nn.BatchNorm2d):
            after.running_var = torch.full_like(bias, 1 - after.eps)
            after.bias.data.copy_(bias)
        elif part.bias is not None:
            part.bias.data.copy_(bias)


def enliven(net: nn.Module, batches: list[Tensor]) -> None:
    """Norms take the statistics of what reaches them."""
    norms = [m for m in net.modules() if isinstance(m, nn.BatchNorm2d)]
    seen: dict[nn.Module, list[Tensor]] = {norm: [] for norm in norms}
    hooks = [n.register_forward_pre_hook(lambda m, x: seen[m].append(moments(x[0]))) for n in norms]
    net.eval()
    with torch.no_grad():
        for batch in batches:
            net(batch)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, square = torch.stack(seen[norm]).mean(0)
        var = (square - mean**2).clamp(min=1e-4)
        norm.bias.data += mean
        norm.weight.data = torch.sqrt(var + norm.eps)
        norm.running_mean, norm.running_var = mean.clone(), var.clone()


def deep(layers: int) -> int:
    """Of how many steps a reader is that has so many layers."""
    return next(k for k in range(DEEP + 1) if layers == sum(map(is_layer, Reader(deep=k).modules())))


def is_layer(part: nn.Module) -> bool:
    return isinstance(part, nn.Conv2d | nn.Linear)


def deepened(net: Reader, px: int) -> Reader:
    """The reader with as many steps as DEEP says, the new ones doing nothing."""
    grown = Reader(px)
    for step in grown.mind[len(net.mind) :]:
        step.get_submodule("two.1").weight.data.zero_()
    grown.load_state_dict({**grown.state_dict(), **net.state_dict()})
    return grown


def moments(x: Tensor) -> Tensor:
    return torch.stack([x.mean((0, 2, 3)), (x**2).mean((0, 2, 3))])


def main(kind: str, model: Path, out: Path, data: Path) -> None:
    rng = np.random.default_rng(SEED)
    torch.manual_seed(SEED)
    layers, px = stored(model), PX if kind == "second" else READER_PX
    if kind == "reader":
        layers = put_together(stored(model.with_name("dice_eye.onnx")), layers)
    if kind == "finder":
        net: nn.Module = Finder()
        tables = Tables(data)
        batches = [tensor([sample(tables, rng)[0] for _ in range(BATCH)]) for _ in range(BATCHES)]
    else:
        net = Reader(px, deep(len(layers)))
        pools = Pools([(1.0, [data])])
        lit = [other_light(turned(pools.draw(rng, BATCH), rng)[0], rng) for _ in range(BATCHES)]
        batches = [even_out(smaller(x) if kind == "second" else x) for x in lit]
    fill(net, layers)
    net.eval()
    with torch.no_grad():
        before = net(batches[0])
        enliven(net, batches)
        net = deepened(net, px).eval() if isinstance(net, Reader) else net
        print("differs by at most", float((net(batches[0]) - before).abs().max()))
    torch.save(net.state_dict(), out)


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:5]))
