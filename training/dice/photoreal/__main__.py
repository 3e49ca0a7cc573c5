"""The command line: picture after picture, each with its label."""

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from training.dice.photoreal.camera import develop
from training.dice.photoreal.plans import a_cluttered_plan, a_crowded_plan, a_plan, label, more_views
from training.dice.photoreal.sizes import SEED
from training.dice.photoreal.studio import Studio


def main() -> None:
    ask = argparse.ArgumentParser("photoreal", description="path-traced pictures of dice with exact labels")
    ask.add_argument("out", type=Path)
    ask.add_argument("--cards", type=Path, help="an npz of playing cards (BGRA) to lie about")
    ask.add_argument("--from", dest="first", type=int, default=0)
    ask.add_argument("--to", dest="last", type=int, default=40)
    ask.add_argument("--samples", type=int, default=12)
    ask.add_argument("--variant", default="llvm_ad_rgb")
    ask.add_argument("--cluttered", action="store_true", help="cloth, stone and all that is no die")
    ask.add_argument("--crowded", action="store_true", help="the same with more of everything, to learn from")
    ask.add_argument("--views", type=int, default=1, help="looks at each table, from other sides and nearer")
    given = ask.parse_args()
    draw = a_crowded_plan if given.crowded else a_cluttered_plan if given.cluttered else a_plan
    given.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    cards = np.load(given.cards)["cards"] if given.cards else None
    labels = given.out / "labels.jsonl"
    rows = {r["image"]: r for r in map(json.loads, labels.read_text().splitlines())} if labels.exists() else {}
    for index in range(given.first, given.last):
        since = time.monotonic()
        plan = draw(index, cards)
        cameras = [plan.camera, *more_views(plan, index, given.views - 1)]
        rng = np.random.default_rng((SEED, index, 2))
        with TemporaryDirectory() as folder:
            shots = Studio(given.variant, Path(folder)).shoot(plan, cameras, index, cards, given.samples)
            for k, (camera, (light, _)) in enumerate(zip(cameras, shots, strict=True)):
                name = f"{plan.kind}_{index:03d}{chr(96 + k) if k else ''}.jpg"
                quality = int(rng.integers(78, 96))
                cv2.imwrite(str(given.out / name), develop(light, rng), [cv2.IMWRITE_JPEG_QUALITY, quality])
                rows[name] = label(replace(plan, camera=camera), name)
        labels.write_text("".join(json.dumps(rows[key]) + "\n" for key in sorted(rows)))
        took = f"{time.monotonic() - since:.0f} s ({time.process_time():.0f} s of processor since the start)"
        print(f"{index}: {len(plan.dice)} dice on {plan.ground.name}, {len(cameras)} views, {took}", flush=True)


if __name__ == "__main__":
    main()
