"""The recipe from an empty folder: every step runs, on next to nothing."""

import itertools
import json
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from training.dice import run as recipe

ROOT = Path(__file__).parents[3]
PHOTOS = ROOT.parent / "shared" / "photos"


def pictures(folder: Path) -> Path:
    """What unpacked Debian packages would hold: textures, a cut-out, a pack of cards."""
    rng = np.random.default_rng(1)
    (folder / "cards" / "deck").mkdir(parents=True)
    for k in range(3):
        cv2.imwrite(str(folder / f"wall{k}.png"), rng.integers(0, 255, (200, 200, 3)).astype(np.uint8))
    stamp = rng.integers(0, 255, (80, 80, 4)).astype(np.uint8)
    stamp[:30, :, 3] = 0
    cv2.imwrite(str(folder / "stamp.png"), stamp)
    for k in range(54):
        cv2.imwrite(str(folder / "cards" / "deck" / f"{k}.png"), np.full((140, 100, 4), 240, np.uint8))
    return folder


def one_photo_of_each_set(folder: Path) -> Path:
    folder.mkdir()
    records = {r["set"]: r for r in map(json.loads, (PHOTOS / "labels.jsonl").read_text().splitlines())}
    for record in records.values():
        shutil.copy(PHOTOS / record["image"], folder)
    shutil.copy(PHOTOS / "score.py", folder)
    (folder / "labels.jsonl").write_text("".join(json.dumps(r) + "\n" for r in records.values()))
    return folder


def run(*args: object) -> None:
    subprocess.run([sys.executable, "-m", "training.dice.run", *map(str, args)], check=True, cwd=ROOT)


def told_by(*stages: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What the stages would run, files by their names."""
    told: list[list[str]] = []
    monkeypatch.setattr(recipe, "step", lambda *words: told.append([Path(str(w)).name for w in words]))
    (folder / "crowded").mkdir(exist_ok=True)
    for stage in stages:
        recipe.STAGES[stage](recipe.Run(folder, folder, folder, recipe.Budget()))
    return told


def test_the_shipped_finder_went_on_with_all_its_layers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = told_by("final", "onward", folder=tmp_path, monkeypatch=monkeypatch)
    before, last = (words for words in told if words[0] == "finder")
    assert last[last.index("--init") + 1] == before[1]
    assert last[last.index("--steps") + 1] == "1500"
    assert "--traced" in last
    assert "--photos" in last
    assert ["export", "finder", last[1], "models_final"] in told


def test_of_the_reader_the_mean_of_before_and_after_the_clutter_is_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = told_by("final", "onward", folder=tmp_path, monkeypatch=monkeypatch)
    before, after = (words[1] for words in told if words[0] == "train_reader")
    mean = next(words for words in told if words[0] == "halfway")
    assert mean[1:3] == [before, after]
    assert ["export", "reader", mean[3], "models_final"] in told


def test_at_last_the_reader_learns_what_the_simulation_draws_and_what_has_pips_and_is_no_die(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = told_by("onward", "again", folder=tmp_path, monkeypatch=monkeypatch)
    rounds = [words for words in told if words[0] == "train_reader"]
    assert {"simulated.npy", "pipped.npy", "mistakes.npy", "hard.npy", "photos_nell.npy"} < set(rounds[-1])
    for before, after in itertools.pairwise(rounds[1:]):
        assert after[after.index("--init") + 1] == before[1]
    assert ["export", "reader", rounds[-1][1], "models_again"] in told


def test_the_second_reader_is_taught_by_the_one_that_is_shipped_and_goes_on_with_what_that_gets_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = told_by("again", "second", folder=tmp_path, monkeypatch=monkeypatch)
    first = next(words for words in told if words[:2] == ["export", "reader"] and words[2].endswith("9.pt"))
    begun, last = (words for words in told if words[0] == "distil")
    assert begun[1] == last[1] == first[2]
    assert last[last.index("--init") + 1] == begun[2]
    assert "mistakes_last.npy" in last
    assert told.index(["mistakes", "models_again", "crowded", "mistakes_last.npy"]) > told.index(first)
    assert ["export", "second", last[2], "models_again"] in told


def test_at_last_all_three_go_on_with_more_tables_from_where_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = told_by("again", "second", "wider", folder=tmp_path, monkeypatch=monkeypatch)
    for kind, training in (("finder", "finder"), ("reader", "train_reader"), ("second", "distil")):
        before, shipped = [words for words in told if words[:2] == ["export", kind]][-2:]
        last = [words for words in told if words[0] == training][-1]
        assert last[last.index("--init") + 1] == before[2]
        assert shipped[3] == "models_wider"
    assert told.index(["traced", "crowded_wider", "traced_wider", "0"]) < told.index(last)


def test_at_the_very_end_the_mind_alone_learns_from_heaps_and_comes_half_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models_wider").mkdir()
    (tmp_path / "models_wider" / "dice_eye.onnx").write_bytes(b"seen")
    told = told_by(
        "squares", "mined", "photos", "again", "wider", "hunch", "heaps", folder=tmp_path, monkeypatch=monkeypatch
    )
    minds = [words for words in told if words[0] == "mind"]
    made = {word for words in told[: told.index(minds[0])] for word in words}
    assert {word for words in minds for word in words if word.endswith(".npy")} <= made
    assert {"aslant.npy", "shown.npy"} < set(minds[-1][minds[-1].index("--keep") :])
    means = [words[1:] for words in told[told.index(minds[0]) :] if words[0] == "halfway"]
    assert [mean[1] for mean in means[:-1]] == [words[2] for words in minds]
    assert means[-1] == [minds[0][1], "mind.pt", "mind.pt"]
    assert ["export", "mind", "mind.pt", "models_heaps"] in told
    assert (tmp_path / "models_heaps" / "dice_eye.onnx").read_bytes() == b"seen"


def test_with_tables_in_full_size_the_eye_learns_too_and_its_hunch_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models_heaps").mkdir()
    stages = ("squares", "mined", "photos", "again", "wider", "hunch", "heaps", "whole")
    (tmp_path / "models_wider").mkdir()
    told = told_by(*stages, folder=tmp_path, monkeypatch=monkeypatch)
    rounds = [words for words in told if words[0] == "mind" and "--eye" in words]
    made = {word for words in told[: told.index(rounds[0])] for word in words}
    assert {word for words in rounds for word in words if word.endswith(".npy")} <= made
    assert rounds[0][1] == rounds[-1][rounds[-1].index("--word") + 1] == "mind.pt"
    assert rounds[1][1] == rounds[0][2]
    assert rounds[2][1] == "reader_back1.pt"
    assert ["export", "reader", "reader_back2.pt", "models_whole", "hunch_whole.pt"] in told
    finders = [words for words in told if words[0] == "finder"][-2:]
    assert finders[1][finders[1].index("--init") + 1] == finders[0][1]
    assert ["halfway", finders[0][1], finders[1][1], "finder_whole.pt"] in told


def test_the_shipped_finder_lies_half_way_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = told_by("again", folder=tmp_path, monkeypatch=monkeypatch)
    before, far, mean = [words[1:] for words in told if words[0] == "halfway"][-1]
    last = [words for words in told if words[0] == "finder"][-1]
    assert (last[1], last[last.index("--init") + 1]) == (far, before)
    assert ["export", "finder", mean, "models_again"] in told


def test_every_pool_of_the_reader_is_made_before_it_is_drawn_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = told_by("squares", "mined", "photos", "again", "second", "wider", folder=tmp_path, monkeypatch=monkeypatch)
    made: set[str] = set()
    unmade: list[set[str]] = []
    for words in told:
        named = {word for word in words if word.endswith(".npy")}
        unmade += [named - made] if words[0] in ("train_reader", "distil") else []
        made |= named
    assert unmade
    assert not any(unmade)


def test_a_traced_table_is_seen_from_many_sides_and_dressed_before_the_finder_learns_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = told_by("traced", folder=tmp_path, monkeypatch=monkeypatch)
    assert [words[:2] for words in told] == [
        ["photoreal.undressed", "bare"], ["photoreal.dress", "bare"], ["traced", "crowded"]
    ]  # fmt: skip
    assert int(told[0][told[0].index("--from") + 1]) >= 2000  # no number of a judge's or tuning picture


def test_path_traced_tables_are_kept_apart_for_the_finder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[list[str]] = []
    (tmp_path / "crowded").mkdir()
    monkeypatch.setattr(recipe, "step", lambda *words: told.append([str(w) for w in words]))
    whole = recipe.Run(tmp_path, tmp_path, tmp_path, recipe.TINY)
    recipe.traced(whole)
    assert [words[:3] for words in told if words[0] == "traced"] == [
        ["traced", str(tmp_path / "crowded"), str(tmp_path / "traced")]
    ]
    recipe.onward(whole)
    finder = next(words for words in told if words[0] == "finder")
    assert finder[finder.index("--traced") + 1] == str(tmp_path / "traced")


@pytest.mark.timeout(300)
def test_the_steps_that_need_no_torch_run_from_an_empty_folder(tmp_path: Path) -> None:
    unpacked = pictures(tmp_path / "unpacked")
    run(tmp_path / "data", tmp_path, unpacked, "--tiny", "dice", "things", "tables", "squares", "held_out")
    assert len(np.load(tmp_path / "data" / "pool0.npy")) == 64
    labels = (tmp_path / "data" / "composed" / "labels.jsonl").read_text().splitlines()
    assert len(labels) == len(list((tmp_path / "data" / "composed").glob("*.jpg"))) == 4


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the photographs of ../shared/photos are not here")
@pytest.mark.timeout(600)
def test_the_whole_recipe_gives_the_networks_from_an_empty_folder(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not here: training needs it, the product does not")
    run(tmp_path / "data", one_photo_of_each_set(tmp_path / "photos"), pictures(tmp_path / "unpacked"), "--tiny")
    made = {p.name for p in (tmp_path / "data" / "models_again").iterdir()}
    assert made == {"dice_eye.onnx", "dice_finder.onnx", "dice_reader.onnx", "dice_second.onnx"}
