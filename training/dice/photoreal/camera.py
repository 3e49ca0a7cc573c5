"""The camera: where it stands, where it looks, and what it makes of the light."""

from dataclasses import dataclass

import cv2
import numpy as np

from training.dice.photoreal.sizes import HEIGHT, WIDTH, Array, Rng


@dataclass(frozen=True)
class Camera:
    eye: Array
    target: Array
    up: Array
    focal_px: float
    aperture: float

    @property
    def focus(self) -> float:
        """Sharp is what lies on the table, not the table."""
        return float(np.linalg.norm(self.eye - self.target) - 10)

    def project(self, points: Array) -> Array:
        ahead = (self.target - self.eye) / np.linalg.norm(self.target - self.eye)
        right = np.cross(ahead, self.up)
        right = right / np.linalg.norm(right)
        down = np.cross(ahead, right)
        seen = (points - self.eye) @ np.array([right, down, ahead]).T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal_px + [WIDTH / 2, HEIGHT / 2])

    def ground(self, pixel: Array) -> Array:
        """Where on the table this pixel looks."""
        ahead = (self.target - self.eye) / np.linalg.norm(self.target - self.eye)
        right = np.cross(ahead, self.up)
        right = right / np.linalg.norm(right)
        x, y = (np.asarray(pixel) - [WIDTH / 2, HEIGHT / 2]) / self.focal_px
        ray = ahead + x * right + y * np.cross(ahead, right)
        return np.asarray((self.eye + ray * (self.eye[2] / max(1e-3, -ray[2])))[:2])


def a_camera(rng: Rng, oblique: bool) -> Camera:
    tilt = np.radians(rng.uniform(20, 45) if oblique else rng.uniform(0, 5))
    away = rng.uniform(350, 700) if oblique else rng.uniform(600, 800)
    around = rng.uniform(0, 2 * np.pi)
    die_px = rng.uniform(30, 90) if oblique else rng.uniform(24, 60)
    flat = np.array([np.cos(around), np.sin(around), 0])
    eye = away * (np.sin(tilt) * flat + np.cos(tilt) * np.array([0, 0, 1]))
    return Camera(eye, np.zeros(3), -flat, die_px * away / 16, rng.uniform(0.4, 2.5))


def develop(light: Array, rng: Rng) -> Array:
    """Exposure, white balance, falling off to the corners, sensor noise, tone curve: BGR as a phone would save it."""
    light = light * (rng.uniform(0.13, 0.34) / np.exp(np.log(light.mean(-1) + 1e-3).mean()))
    high, wide = light.shape[:2]
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    light = light * rng.uniform(0.94, 1.06, 3) * (1 - rng.uniform(0, 0.25) * (x * x + y * y) / 2)[..., None]
    grain = cv2.GaussianBlur(rng.normal(0, 1, light.shape).astype(np.float32), (0, 0), 0.6) * 1.7
    light = np.maximum(0, light + grain * np.sqrt(rng.uniform(1e-5, 2.5e-4) * light + 1e-6))
    shown = (1 - np.exp(-1.5 * light)) ** (1 / 2.2)
    shown = shown + rng.uniform(0, 0.12) * np.sin(2 * np.pi * (shown - 0.5)) / 2
    picture: Array = (shown * 255).clip(0, 255)[..., ::-1].astype(np.float32)
    blur = rng.choice([0, 0, 0.5, 0.8])
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if rng.random() < 0.4:
        picture = picture + rng.uniform(0.3, 0.8) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    return np.asarray(picture.clip(0, 255).astype(np.uint8))
