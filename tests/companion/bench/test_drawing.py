"""Many hands under hard conditions: every line is read right or asked about, none wrongly."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.bench.drawing import CONDITIONS, SEATS, Round, a_round, judged, laid_out, measured, read, sheet_of
from companion.games.go_for_gold import GAME
from companion.games.go_for_gold.actions import Move
from companion.games.go_for_gold.board import SIDES
from companion.games.go_for_gold.state import State
from companion.simulation.pens import PENS
from vision.eyes import Look
from vision.sighting import Sighting

RENDERED = Path(__file__).parents[3] / "build" / "sheets"  # python -m training.sheets.photoreal build/sheets


def test_in_a_round_all_four_draw() -> None:
    round_ = a_round("A", 3)
    assert set(round_.moves) == set(round_.state.ids) == set(round_.state.awaiting)
    assert round_.drawn.awaiting != round_.state.awaiting


def test_the_sheets_lie_a_little_off_with_all_that_is_drawn() -> None:
    round_ = a_round("B", 3)
    lying = laid_out(round_, 3).lying()
    sheets = {one.piece: one for one in lying if one.on is None}
    assert set(sheets) == {sheet_of(round_, seat) for seat in SEATS}
    assert len([one for one in lying if one.piece == "line"]) >= sum(len(move.path) for move in round_.moves.values())
    assert len({round(one.turned_deg, 3) for one in sheets.values()}) == len(SEATS)


def strokes(round_: Round, path: tuple[str, ...]) -> list[tuple[str, str]]:
    """The lines of that move of the first player's."""
    return list(pairwise((str(round_.state.players[0].pos), *path)))


def look(round_: Round, drawn: list[tuple[str, str]]) -> Look:
    """What perfect eyes see: the lines known before, and those on the first player's sheet."""
    marks = []
    for seat, hunter in enumerate(round_.state.players, start=1):
        for a, b in (*pairwise(hunter.visited), *(drawn if seat == 1 else ())):
            if b in round_.state.island.neighbours[a]:
                marks.append(Sighting("line", 0, 0, 0.0, 1.0, f"{a}-{b}", on=sheet_of(round_, seat)))
    return Look(marks=tuple(marks))


def test_lines_are_right_missed_or_wrong() -> None:
    round_ = a_round("A", 4)
    lines = [one for one in GAME.legal(round_.state) if isinstance(one, Move) and one.player == "p1"]
    drawn, other = [one for one in lines if not one.use_foot][:2]
    round_ = Round(round_.state, {**round_.moves, "p1": drawn})
    assert dict(judged(round_, look(round_, [])))[1] == "missed"
    assert dict(judged(round_, look(round_, strokes(round_, drawn.path))))[1] == "right"
    assert dict(judged(round_, look(round_, strokes(round_, other.path))))[1] == "wrong"


def test_four_hands_are_read_in_a_tilted_picture() -> None:
    heard: list[str] = []
    tally = measured("A", CONDITIONS[1:2], PENS[4:8], 4, heard.append)
    assert tally.total() == 4
    assert tally["wrong"] == tally["missed"] == 0, heard
    assert tally["right"] >= 3, heard


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda condition: condition.name)
def test_twelve_hands_on_both_sheets_are_right_or_asked_about(condition) -> None:
    heard: list[str] = []
    tally = measured(SIDES, [condition], PENS, 1, heard.append)
    print(condition.name, dict(tally), heard)
    assert tally.total() == 2 * len(PENS)
    assert tally["wrong"] == tally["missed"] == 0, heard
    assert tally["right"] >= 20, heard


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not RENDERED.is_dir(), reason=f"no path-traced sheets in {RENDERED}")
def test_path_traced_sheets_are_right_or_asked_about() -> None:
    tally: Counter[str] = Counter()
    heard = []
    for path in sorted(RENDERED.glob("*.json")):
        truth = json.loads(path.read_text())
        state = msgspec.convert(truth["state"], State)
        moves = [GAME.read(state, raw) for raw in truth["moves"]]
        round_ = Round(state, {move.player: move for move in moves})
        pixels = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        for seat, how in judged(round_, read(round_, pixels)):
            tally[how] += 1
            heard += [] if how == "right" else [f"{path.stem} {truth['pens'][sheet_of(round_, seat)]}: {how}"]
    print(dict(tally), heard)
    assert tally.total() >= 2 * len(PENS)
    assert tally["wrong"] == tally["missed"] == 0, heard
