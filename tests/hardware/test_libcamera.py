"""The real picamera2 on the real libcamera with its virtual camera: only where those are, and only when asked for.

It writes libcamera's system-wide configuration: run it as root in a throw-away Debian 13 chroot with python3-libcamera,
python3-venv, gcc and libcap-dev; `pip install picamera2 -e .[dev]` there, then LIBCAMERA_VIRTUAL=1 pytest -m libcamera.
"""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

HERE = Path(__file__).parent
CONFIG = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
CAMERA = """%YAML 1.1
---
"Table0":
  supported_formats:
  - width: 1920
    height: 1080
    frame_rates: [10, 30]
  frames:
    path: "{frames}"
  model: "Virtual table camera"
"""

pytestmark = [
    pytest.mark.libcamera,
    pytest.mark.skipif(os.environ.get("LIBCAMERA_VIRTUAL") != "1", reason="opt in with LIBCAMERA_VIRTUAL=1"),
    pytest.mark.skipif(importlib.util.find_spec("libcamera") is None, reason="python3-libcamera is not installed"),
]


@pytest.fixture
def environment(tmp_path, scene) -> dict[str, str]:
    frames = tmp_path / "frames"
    frames.mkdir()
    cv2.imwrite(str(frames / "0.jpg"), cv2.resize(scene, (1920, 1080), interpolation=cv2.INTER_NEAREST))
    CONFIG.parent.mkdir(parents=True, exist_ok=True)
    CONFIG.write_text(CAMERA.format(frames=frames))
    preload = {}
    if not Path("/dev/udmabuf").exists() and not Path("/dev/dma_heap").exists():
        shim = tmp_path / "fakedma.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", shim, HERE / "fakedma.c", "-ldl"], check=True)
        preload = {"LD_PRELOAD": str(shim)}
    root = str(HERE.parent.parent)
    return {**os.environ, **preload, "PYTHONPATH": root, "LIBCAMERA_LOG_LEVELS": "*:ERROR"}


def test_frames_come_through_and_come_back_within_five_seconds(environment):
    script = [sys.executable, str(HERE / "virtual_camera.py")]
    run = subprocess.run(script, env=environment, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    seen = json.loads(run.stdout.splitlines()[-1])
    assert seen["model"] == "Virtual table camera"
    assert (seen["shape"], seen["small"]) == ([1080, 1920, 3], [180, 320])
    assert np.abs(np.array(seen["left"]) - (200, 40, 20)).max() <= 20  # its NV12 is full range
    assert np.abs(np.array(seen["right"]) - (20, 40, 200)).max() <= 20
    assert seen["news"] == [False, True]
    assert seen["back_s"] - 2 <= 5  # two seconds pass before a camera counts as lost
