"""Tables without a ground, to be dressed: python -m training.dice.photoreal.undressed OUT --cards ...

OUT gets for each view an .npz of the light, where the table shows and how its millimetres lie in the picture, and
labels.jsonl. dress.py makes pictures of them: one table traced, many to learn from.
"""

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from training.dice.photoreal.camera import Camera
from training.dice.photoreal.grounds import BARE_TONE
from training.dice.photoreal.plans import a_cluttered_plan, a_crowded_plan, label, more_views, smaller
from training.dice.photoreal.sizes import HEIGHT, WIDTH, Array
from training.dice.photoreal.studio import Studio

SMALLER = 2 / 3  # a finder sees dice of 9 to 28 px


def is_table(colour: Array) -> Array:
    """Where the bare table shows: nothing else has its very colour."""
    tone = ((BARE_TONE / 255 + 0.055) / 1.055) ** 2.4  # as Mitsuba reads a picture's bytes
    return np.asarray(np.abs(colour - tone).max(-1) < 4e-3)


def lie(camera: Camera, times: float) -> Array:
    """From millimetres of the table to pixels of the picture, as a homography."""
    far = 100.0
    corners = np.array([[0, 0, 0], [far, 0, 0], [far, far, 0], [0, far, 0]]) + np.append(camera.target[:2], 0)
    seen = camera.project(corners) * times
    return np.asarray(cv2.getPerspectiveTransform(corners[:, :2].astype(np.float32), seen.astype(np.float32)))


def main() -> None:
    ask = argparse.ArgumentParser("undressed", description="path-traced crowded tables, grey, to be dressed")
    ask.add_argument("out", type=Path)
    ask.add_argument("--cards", type=Path, required=True)
    ask.add_argument("--from", dest="first", type=int, default=7000)
    ask.add_argument("--to", dest="last", type=int, default=7012)
    ask.add_argument("--views", type=int, default=10)
    ask.add_argument("--cluttered", action="store_true", help="few dice and less about them, in full size, to judge by")
    ask.add_argument("--whole", action="store_true", help="crowded tables in full size: for a reader, not for a finder")
    ask.add_argument("--variant", default="llvm_ad_rgb")
    given = ask.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    cards = np.load(given.cards)["cards"]
    draw = a_cluttered_plan if given.cluttered else a_crowded_plan
    times = 1.0 if given.cluttered or given.whole else SMALLER
    film = round(WIDTH * times), round(HEIGHT * times)
    for index in range(given.first, given.last):
        since = time.process_time()
        plan = draw(index, cards, dressed=False)
        cameras = [plan.camera, *more_views(plan, index, given.views - 1)]
        with TemporaryDirectory() as folder:
            shots = Studio(given.variant, Path(folder), film).shoot(plan, cameras, index, cards, 1)
            for k, (camera, (light, colour)) in enumerate(zip(cameras, shots, strict=True)):
                name = f"bare_{index}{chr(97 + k)}"
                bare = light.astype(np.float16)
                np.savez(given.out / f"{name}.npz", light=bare, table=is_table(colour), lie=lie(camera, times))
                row = smaller(label(replace(plan, camera=camera), name), times)
                with (given.out / "labels.jsonl").open("a") as labels:
                    labels.write(json.dumps(row) + "\n")
        print(f"{index}: {len(plan.dice)} dice, {len(cameras)} views, {time.process_time() - since:.0f} s", flush=True)


if __name__ == "__main__":
    main()
