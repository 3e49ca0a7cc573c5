"""What another lamp and camera make of the finder's pictures, so that no two of them are alike."""

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


class Darkroom:
    """Another lamp, camera and colour for a picture."""

    def __init__(self, px: int, rng: np.random.Generator) -> None:
        self.px = px
        self.grain = rng.normal(0, 1, (3 * px, 3 * px, 3)).astype(np.float32)

    def develop(self, image: Image, rng: np.random.Generator) -> Image:
        if rng.random() < 0.4:  # colours swapped, paled or made stronger
            mix = np.eye(3)[rng.permutation(3) if rng.random() < 0.6 else np.arange(3)]
            pale = rng.uniform(-0.4, 1.0) if rng.random() < 0.6 else 0.0
            image = np.asarray(cv2.transform(image, mix * (1 - pale) + pale / 3), np.uint8)
        if rng.random() < 0.2:
            soft = cv2.blur(image, (3, 3))
            k = rng.uniform(-0.8, 1.0)
            image = np.asarray(cv2.addWeighted(image, 1 - k, soft, k, 0), np.uint8)
        levels = np.linspace(0, 1, 256, dtype=np.float32)[:, None] ** np.exp(rng.normal(0, 0.3))
        levels = levels * rng.uniform(0.45, 1.25) * (1 + rng.normal(0, 0.07, 3)) + rng.normal(0, 0.05)
        levels = np.clip(1 - levels if rng.random() < 0.04 else levels, 0, 1)
        image = np.asarray(cv2.LUT(image, (levels * 255).astype(np.uint8)[None]), np.uint8)
        if rng.random() < 0.35:
            y, x = rng.integers(0, 2 * self.px, 2)
            rough = self.grain[y : y + self.px, x : x + self.px] * np.float32(rng.uniform(1, 10))
            image = np.asarray(cv2.add(image, rough, dtype=cv2.CV_8U), np.uint8)
        return image
