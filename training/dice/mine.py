"""Where a trained finder sees dice that are none: python -m training.dice.mine FINDER.pt FOLDER OUT.json FIRST LAST."""

import json
import sys
from pathlib import Path

import numpy as np
import torch

from training.dice.nets import Finder
from training.dice.train import tensor


def main(finder_path: str, data: Path, out: Path, first: int, last: int) -> None:
    torch.set_num_threads(1)
    net = Finder()
    net.load_state_dict(torch.load(finder_path))
    net.eval()
    scenes, truths = np.load(data / "scenes.npy", mmap_mode="r"), np.load(data / "truths.npy")
    spots: dict[str, list[tuple[float, float, float]]] = {}
    for k in range(first, last):
        with torch.no_grad():
            heat, dx, dy, size = net(tensor([np.asarray(scenes[k])]))[0].numpy()
        peak = torch.nn.functional.max_pool2d(torch.from_numpy(heat)[None], 3, 1, 1)[0].numpy()
        rows, cols = np.nonzero((heat == peak) & (heat > -2.5))
        x, y, side = (cols + 0.5 + dx[rows, cols]) * 4, (rows + 0.5 + dy[rows, cols]) * 4, 16 * 2 ** size[rows, cols]
        dice = truths[k][truths[k][:, 2] > 0]
        far = np.hypot(x[:, None] - dice[:, 0], y[:, None] - dice[:, 1]) / np.maximum(dice[:, 2], dice[:, 3])
        free = far.min(1, initial=9.0) > 0.45
        spots[str(k)] = [(float(a), float(b), float(s)) for a, b, s in zip(x[free], y[free], side[free], strict=True)]
    out.write_text(json.dumps(spots))
    print(sum(map(len, spots.values())))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]))
