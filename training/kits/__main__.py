"""The command line: a photograph, or a film, of one game's kit."""

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from companion.games import game_named
from companion.games.protocol import Game
from companion.layout import Layout
from companion.simulation.tabletop import Hand, Tabletop
from training.kits.atelier import Atelier
from training.kits.plays import Take, position, takes, undrawn
from training.kits.sets import Scenery, Shown, ground, label, pieces_of, scenery, touched
from training.kits.views import CONDITIONS, Condition, a_view, developed


def main() -> None:
    given = _asked()
    given.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    game = game_named(given.game)
    game = undrawn(game) if given.undrawn else game
    players = game.names(given.players or min(3, game.players[-1]))
    layout = game.layout(players, None)
    condition = CONDITIONS["film" if given.what == "film" else given.condition]
    tabletop = Tabletop(layout, Random(f"{given.seed} kit"), condition.askew_mm, condition.askew_deg)
    with TemporaryDirectory() as folder:
        camera = Camera(game, layout, condition, given.seed, given.samples, Path(folder))
        if given.what == "still":
            take = position(game, players, given.seed, tabletop)
            camera.still(given, replace(take, hand=a_hand(layout, given.seed)) if condition.has_hand else take)
        else:
            before, film = takes(game, players, given.seed, given.first, given.takes, tabletop)
            camera.film(given, players, before, film)


def _asked() -> argparse.Namespace:
    ask = argparse.ArgumentParser("kits", description="path-traced photographs and film of our own printed kits")
    ask.add_argument("what", choices=("still", "film"))
    ask.add_argument("game")
    ask.add_argument("out", type=Path)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--condition", choices=[name for name in CONDITIONS if name != "film"], default="a")
    ask.add_argument("--players", type=int, default=0)
    ask.add_argument("--from", dest="first", type=int, default=0, help="actions entered before the film begins")
    ask.add_argument("--takes", type=int, default=14)
    ask.add_argument("--undrawn", action="store_true", help="nobody draws on the sheets: it is told by phone")
    ask.add_argument("--samples", type=int, default=8)
    return ask.parse_args()


def a_hand(layout: Layout, seed: int) -> Hand:
    rng = Random(f"{seed} hand")
    x, y = rng.uniform(0.25, 0.75) * layout.width_mm, rng.uniform(0.2, 0.8) * layout.height_mm
    return Hand((x, y), (x + rng.uniform(-120, 120), layout.height_mm + 150 if y > layout.height_mm / 2 else -150))


class Camera:
    """Takes pictures of takes and writes them down."""

    def __init__(self, game: Game, layout: Layout, condition: Condition, seed: int, samples: int, folder: Path) -> None:
        self._game, self._layout, self._condition = game, layout, condition
        self._seed, self._samples = seed, samples
        self._view = a_view(condition, layout.width_mm, layout.height_mm, np.random.default_rng((seed, 5)))
        self._atelier = Atelier("llvm_ad_rgb", folder, seed, condition, self._view, ground(game))

    def still(self, given: argparse.Namespace, take: Take) -> None:
        name = f"{given.condition}_{given.game}_{given.seed}"
        light, shown, scene = self._whole(take)
        seen = label(self._layout, take, scene, self._view, shown)
        self._write(given.out / f"{name}.jpg", self._picture(light, 0))
        seen["camera"]["fov_deg"] = self._condition.fov_deg
        whole = {"picture": f"{name}.jpg", "game": given.game, "condition": given.condition, **seen}
        (given.out / f"{name}.json").write_text(json.dumps(whole))

    def film(self, given: argparse.Namespace, players: list[str], before: list[Any], film: list[Take]) -> None:
        """The story first, so that half a film can be watched, too."""
        rows, number = [], 0
        for take in film:
            number += take.kind in ("rest", "roll")
            shown = number + (take.kind == "hand")
            name = f"{shown:03d}{ {'hand': 'h', 'catch_up': 'c'}.get(take.kind, '') }.jpg"
            dice = [die.value for die in take.dice]
            pieces = pieces_of(self._layout, take)
            rows.append({"picture": name, "kind": take.kind, "actions": take.actions, "dice": dice, "pieces": pieces})
        story = {"game": given.game, "players": players, "options": {}, "entered_before": before, "takes": rows}
        (given.out / "film.json").write_text(json.dumps(story))
        light, last = self._whole(film[0])[0], film[0]
        for index, (row, take) in enumerate(zip(rows, film, strict=True)):
            since, where = time.monotonic(), touched(self._view, self._layout, last, take)
            seen = self._atelier.again(self._scene(take), light, where, self._samples, index) if len(where) else light
            if take.kind != "hand":
                light, last = seen, take
            self._write(given.out / row["picture"], self._picture(seen, index))
            print(f"{row['picture']}: {time.monotonic() - since:.0f} s", flush=True)

    def _scene(self, take: Take) -> Scenery:
        return scenery(self._game, self._layout, take, self._condition, self._seed)

    def _whole(self, take: Take) -> tuple[Any, Shown, Scenery]:
        scene = self._scene(take)
        return *self._atelier.render(scene, self._samples, 0), scene

    def _picture(self, light: Any, index: int) -> Any:
        """All pictures of one room are developed alike."""
        rng, grain = np.random.default_rng((self._seed, 9)), np.random.default_rng((self._seed, 11, index))
        return developed(self._view.through_lens(light), self._condition.film, rng, grain)

    def _write(self, path: Path, picture: Any) -> None:
        cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, self._condition.film.quality])


if __name__ == "__main__":
    main()
