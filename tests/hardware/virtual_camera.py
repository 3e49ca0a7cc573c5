"""Runs our driver on the real picamera2 and libcamera's virtual camera; prints what came through as JSON."""

import json
import sys
import time
import types


class AnyFormat(type):
    def __getattr__(cls, name: str) -> str:
        return name


pykms = types.ModuleType("pykms")  # only previews on a screen need it
pykms.PixelFormat = AnyFormat("PixelFormat", (), {})
sys.modules["pykms"] = pykms

from picamera2 import Picamera2  # noqa: E402
from picamera2.allocators import LibcameraAllocator  # noqa: E402

from hardware.pi_camera import PiCamera  # noqa: E402
from hardware.watched import WatchedCamera  # noqa: E402


class Virtual(Picamera2):
    """The virtual camera has no raw stream, and its buffers are libcamera's own."""

    def _get_raw_modes(self):
        return [{"format": "NV12", "size": (1920, 1080)}]

    def __init__(self, camera_num=0):
        super().__init__(camera_num)
        self.allocator = LibcameraAllocator(self.camera)


def watch() -> dict[str, object]:
    news = []
    cameras = []

    def open_camera() -> PiCamera:
        cameras.append(PiCamera(0, picamera2=Virtual))
        return cameras[-1]

    camera = WatchedCamera(open_camera, tell=lambda told: news.append(told.is_well))
    frames = [camera.frame() for _ in range(12)]
    cameras[0]._camera.stop()  # frames stop, as with a loose cable
    lost_s = time.monotonic()
    texts = []
    while len(news) < 2 and time.monotonic() - lost_s < 20:
        try:
            frames.append(camera.frame())
        except OSError as lost:
            texts.append(str(lost))
    back_s = time.monotonic() - lost_s
    camera.close()
    last = frames[-1]
    return {
        "model": Picamera2.global_camera_info()[0]["Model"],
        "stream": cameras[0]._main["format"],
        "shape": list(last.pixels.shape),
        "small": None if last.small is None else list(last.small.shape),
        "left": last.pixels[540, 480].tolist(),
        "right": last.pixels[540, 1440].tolist(),
        "news": news,
        "texts": texts,
        "back_s": back_s,
    }


if __name__ == "__main__":
    print(json.dumps(watch()))
