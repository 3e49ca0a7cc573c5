"""A picture's plan, and the label that follows from it."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from training.dice.photoreal.camera import Camera, a_camera
from training.dice.photoreal.clutter import scatter, strew
from training.dice.photoreal.coats import COATS, a_coat
from training.dice.photoreal.grounds import CLUTTERED, GROUNDS, LEARNT, Ground, bare
from training.dice.photoreal.sizes import HEIGHT, SEED, WIDTH, Array
from training.dice.photoreal.solids import Laid, a_die
from training.dice.photoreal.throws import BESIDE, HEAPED, bounds, hidden, throw

MOST_DICE = 32  # in a picture to learn from
HEAPS_FROM = 9030  # crowded tables from this number on have their dice in heaps
LEAST_SEEN = 3  # dice in a further view, else it teaches little


@dataclass(frozen=True)
class Plan:
    kind: str  # straight, oblique, none, cluttered, crowded
    camera: Camera
    ground: Ground
    width: float  # of the ground's sheet
    centre: Array
    dice: list[Laid]
    clutter: list[dict[str, Any]]
    dominoes: list[Laid]


def a_plan(index: int, cards: Array | None) -> Plan:
    rng = np.random.default_rng((SEED, index))
    kind = ("straight", "oblique", "straight", "oblique", "none")[index % 5]
    camera = a_camera(rng, kind == "oblique" or (kind == "none" and index % 2 == 1))
    edge = np.array([camera.ground(np.array(p)) for p in ((0, 0), (WIDTH, 0), (0, HEIGHT), (WIDTH, HEIGHT))])
    centre, width = edge.mean(0), float(np.ptp(edge, axis=0).max()) * 1.05
    ground = GROUNDS[(index + index // 6) % len(GROUNDS)](rng, width)
    if kind == "none":
        clutter, dominoes = scatter(camera, [], cards, int(rng.integers(6, 16)), rng)
        return Plan(kind, camera, ground, width, centre, [], clutter, dominoes)
    deck = np.random.default_rng(SEED).permutation(len(COATS))
    styles = [COATS[deck[(index * 3 + k) % len(deck)]] for k in range(int(rng.choice([1, 2, 3, 3])))]
    makes = [a_die(coat, rng) for coat in styles]
    count = int(rng.integers(1, 9))
    dice = throw(camera, [makes[k % len(makes)] for k in range(count)], rng)
    clutter, dominoes = scatter(camera, dice, cards, int(rng.choice([0, 0, 2, 5])), rng)
    return Plan(kind, camera, ground, width, centre, dice, clutter, dominoes)


def a_cluttered_plan(index: int, cards: Array | None, dressed: bool = True) -> Plan:
    """Cloth, stone, boards, and on them what is no die beside dice; every sixth picture without any die."""
    rng = np.random.default_rng((SEED, index, 7))
    camera, width, centre = _view(index, rng)
    ground = (CLUTTERED[(index + index // 8) % len(CLUTTERED)] if dressed else bare)(rng, width)
    dice: list[Laid] = []
    if index % 6 != 5:
        styles = [COATS[int(rng.integers(len(COATS)))] for _ in range(int(rng.choice([1, 2, 3])))]
        makes = [a_die(coat, rng) for coat in styles]
        dice = throw(camera, [makes[k % len(makes)] for k in range(int(rng.integers(1, 8)))], rng)
    clutter, solids = strew(camera, dice, cards, int(rng.integers(8, 20)), rng)
    return Plan("cluttered", camera, ground, width, centre, dice, clutter, solids)


def a_crowded_plan(index: int, cards: Array | None, dressed: bool = True) -> Plan:
    """To learn from: many dice of colours of their own and more that is none, for a picture costs the same."""
    rng = np.random.default_rng((SEED, index, 8))
    camera, width, centre = _view(index, rng)
    ground = (LEARNT[int(rng.integers(len(LEARNT)))] if dressed else bare)(rng, width)
    makes = [a_die(a_coat(rng), rng) for _ in range(int(rng.integers(5, 11)))]
    beside = HEAPED if index >= HEAPS_FROM else BESIDE
    dice = throw(camera, [makes[k % len(makes)] for k in range(int(rng.integers(14, MOST_DICE + 1)))], rng, beside)
    clutter, solids = strew(camera, dice, cards, int(rng.integers(80, 140)), rng)
    return Plan("crowded", camera, ground, width, centre, dice, clutter, solids)


def _view(index: int, rng: np.random.Generator) -> tuple[Camera, float, Array]:
    """A camera, how wide the ground is that it sees, and its middle."""
    camera = a_camera(rng, oblique=index % 2 == 1)
    edge = np.array([camera.ground(np.array(p)) for p in ((0, 0), (WIDTH, 0), (0, HEIGHT), (WIDTH, HEIGHT))])
    centre, width = edge.mean(0), float(np.ptp(edge, axis=0).max()) * 1.05
    return camera, width, centre


def more_views(plan: Plan, index: int, count: int) -> list[Camera]:
    """Other cameras over the same table: nowhere do they see its edge, and some dice they do see."""
    rng = np.random.default_rng((SEED, index, 9))
    found: list[Camera] = []
    for _ in range(2000):
        if len(found) == count:
            break
        camera = a_camera(rng, oblique=bool(rng.random() < 0.6))
        away = np.append(plan.centre + rng.uniform(-0.4, 0.4, 2) * plan.width, 0)
        camera = replace(camera, eye=camera.eye + away, target=away)
        edge = np.array([camera.ground(np.array(p)) for p in ((0, 0), (WIDTH, 0), (0, HEIGHT), (WIDTH, HEIGHT))])
        if np.abs(edge - plan.centre).max() > plan.width / 2:
            continue
        if sum(inside(bounds(camera, die)) for die in plan.dice) >= min(LEAST_SEEN, len(plan.dice)):
            found.append(camera)
    return found


def inside(box: list[float]) -> bool:
    return box[0] > 0 and box[1] > 0 and box[2] < WIDTH and box[3] < HEIGHT


def label(plan: Plan, name: str) -> dict[str, Any]:
    dice = []
    for die in plan.dice:
        row: dict[str, Any] = {"box": bounds(plan.camera, die), "value": die.value, "lean": lean(plan.camera, die)}
        x0, y0, x1, y1 = row["box"]
        if min(x1, y1, WIDTH - x0, HEIGHT - y0) <= 0:
            continue
        if not inside(row["box"]) or hidden(plan.camera, die, [d for d in plan.dice if d is not die]) > 0.15:
            row["ignore"] = True
        dice.append(row)
    toward = plan.camera.eye - plan.camera.target
    tilt = np.degrees(np.arccos(toward[2] / np.linalg.norm(toward)))
    return {
        "image": name,
        "dice": dice,
        "total": sum(row["value"] for row in dice if not row.get("ignore")),
        "set": plan.kind,
        "scene": plan.ground.name,
        "view": "oblique" if tilt > 10 else "top-down",
        "licence": "ours",
        "size": [WIDTH, HEIGHT],
        "tags": [],
        "source": "photoreal",
    }


def lean(camera: Camera, die: Laid) -> float:
    """The sine of the angle between a lying die's upper face and the line of sight."""
    toward = camera.eye - die.middle
    return round(float(np.linalg.norm(toward[:2]) / np.linalg.norm(toward)), 3)


def smaller(row: dict[str, Any], times: float) -> dict[str, Any]:
    """The label of a picture made smaller."""
    dice = [{**die, "box": [round(v * times, 1) for v in die["box"]]} for die in row["dice"]]
    return {**row, "dice": dice, "size": [round(v * times) for v in row["size"]]}
