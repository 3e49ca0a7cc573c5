"""One photograph: what lies on it, as JSON and drawn."""

import io
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import PIL.Image
import pytest

from companion.bench.dice import DrawnDie, draw_die, picture
from companion.errors import BadInput
from companion.games import game_named
from companion.watch.reading import (
    annotate_table,
    in_words,
    open_photo,
    open_shrunk,
    read_dice,
    read_table,
    save_picture,
)

Pixels = npt.NDArray[np.uint8]

GAME = game_named("pyramid_raiders")


def test_a_photo_of_the_table_is_read_piece_by_piece(scene: Callable, tmp_path: Path) -> None:
    state, _, camera = scene(seed=2)
    cv2.imwrite(str(tmp_path / "photo.jpg"), camera.frame().pixels, [cv2.IMWRITE_JPEG_QUALITY, 80])
    found, look = read_table(open_photo(tmp_path / "photo.jpg"), GAME)
    assert set(found) == {"pieces", "dice", "board", "problems"}
    assert found["board"]["found"]
    assert set(found["pieces"][0]) == {"piece", "space", "x_mm", "y_mm", "turned_deg", "sure"}
    seen = {(piece["piece"], piece["space"]) for piece in found["pieces"]}
    wanted = {(placement.piece, placement.space) for placement in GAME.placements(state)}
    assert seen <= wanted
    assert len(wanted - seen) <= 3
    assert "pawn.thomas on " in in_words(found)
    drawn = annotate_table(camera.frame().pixels, look)
    assert (drawn != camera.frame().pixels).any()


def of(frame: Pixels, kind: str) -> bytes:
    """The frame as a file of that kind."""
    usual = cv2.imencode(".jpg", frame)[1].tobytes()
    cut = {"truncated": usual[: len(usual) // 3], "only its head": usual[:60], "empty": b"", "text": b"hello"}
    if kind in cut:
        return cut[kind]
    if kind == "cmyk":
        packed = io.BytesIO()
        PIL.Image.fromarray(frame[:, :, ::-1]).convert("CMYK").save(packed, "jpeg", quality=90)
        return packed.getvalue()
    if kind == "grey":
        return cv2.imencode(".png", cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))[1].tobytes()
    return cv2.imencode(".png", frame.astype(np.uint16) * 257)[1].tobytes()


@pytest.mark.parametrize("kind", ["grey", "16 bit", "cmyk"])
def test_unusual_files_are_read_as_well(scene: Callable, tmp_path: Path, kind: str) -> None:
    _, _, camera = scene()
    (tmp_path / "photo").write_bytes(of(camera.frame().pixels, kind))
    usual = {piece["piece"] for piece in read_table(camera.frame().pixels, GAME)[0]["pieces"]}
    found = {piece["piece"] for piece in read_table(open_photo(tmp_path / "photo"), GAME)[0]["pieces"]}
    assert len(usual) > 20
    assert found >= usual - {"die"}


@pytest.mark.parametrize("kind", ["truncated", "only its head", "empty", "text"])
def test_a_file_that_is_no_picture_is_refused_in_one_line(scene: Callable, tmp_path: Path, kind: str) -> None:
    (tmp_path / "photo").write_bytes(of(scene()[2].frame().pixels, kind))
    with pytest.raises(BadInput, match="is no picture that can be opened") as refused:
        open_photo(tmp_path / "photo")
    assert "\n" not in str(refused.value)


def noise(pixels: Pixels) -> Pixels:
    return np.random.default_rng(1).integers(0, 255, pixels.shape, np.uint8)


def doubled(pixels: Pixels) -> Pixels:
    half = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.hstack((half, half)).astype(np.uint8)


UNREADABLE: tuple[tuple[Callable[[Pixels], Pixels], str], ...] = (
    (noise, "no board"),
    (np.zeros_like, "dark"),
    (lambda pixels: np.ascontiguousarray(pixels[:, ::-1]), "mirrored"),
    (doubled, "two boards"),
    (lambda pixels: pixels[:20, :30], "too small"),
    (lambda pixels: np.broadcast_to(pixels[:1, :1], (5000, 9000, 3)), "too large"),
    (lambda pixels: np.full_like(pixels, 150), "no board"),
    (lambda pixels: np.tile(noise(pixels), (2, 2, 1)), "no board"),  # eight million pixels of it
)


@pytest.mark.parametrize(("make", "what"), UNREADABLE)
def test_a_photo_that_cannot_be_read_says_why(scene: Callable, make: Callable[[Pixels], Pixels], what: str) -> None:
    found, _ = read_table(make(scene()[2].frame().pixels), GAME)
    assert what in [problem["what"] for problem in found["problems"]]
    assert all(problem["text"] and "\n" not in problem["text"] for problem in found["problems"])


@pytest.mark.soak
@pytest.mark.parametrize("make", [make for make, _ in UNREADABLE])
def test_it_says_so_within_two_seconds(scene: Callable, make: Callable[[Pixels], Pixels]) -> None:
    pixels = make(scene()[2].frame().pixels)
    began = time.process_time()
    read_table(pixels, GAME)
    assert time.process_time() - began < 2


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["grey", "16 bit", "cmyk", "truncated", "only its head", "empty", "text"])
def test_of_a_file_too_the_answer_comes_within_two_seconds(scene: Callable, tmp_path: Path, kind: str) -> None:
    (tmp_path / "photo").write_bytes(of(scene()[2].frame().pixels, kind))
    began = time.process_time()
    with suppress(BadInput):
        read_table(open_photo(tmp_path / "photo"), GAME)
    assert time.process_time() - began < 2


@pytest.mark.soak
def test_of_another_games_table_too(scene: Callable) -> None:
    pixels = scene()[2].frame().pixels
    began = time.process_time()
    read_table(pixels, game_named("temple_of_gold"))
    assert time.process_time() - began < 2


def test_the_table_of_another_game_is_told_so(scene: Callable) -> None:
    found, _ = read_table(scene()[2].frame().pixels, game_named("temple_of_gold"))
    assert not found["board"]["found"]
    assert [problem["what"] for problem in found["problems"]] == ["other board"]


def test_a_photo_that_is_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^cannot read .*photo\.jpg: No such file or directory$"):
        open_photo(tmp_path / "photo.jpg")


def test_a_picture_that_cannot_be_written_is_refused(scene: Callable) -> None:
    _, _, camera = scene()
    with pytest.raises(BadInput, match="cannot write"):
        save_picture(Path("/no/such/folder/out.png"), camera.frame().pixels)


def test_a_photo_of_dice_tells_the_roll_and_how_sure_it_is_as_a_whole() -> None:
    found, dice = read_dice(picture([DrawnDie(5, 400, 800, 15), DrawnDie(2, 700, 800, 40)]))
    assert found["total"] == 7
    assert found["sure"] == pytest.approx(dice[0].sure * dice[1].sure, abs=1e-3)
    assert in_words(found).endswith(f"together 7 (sure {found['sure']:g})")


def test_a_cocked_die_is_called_cocked() -> None:
    die = {"value": 4, "box": [0, 0, 9, 9], "sure": 0.4, "state": "cocked"}
    assert in_words({"dice": [die]}) == "a die lies cocked, nearest to 4 (sure 0.4)"


def test_a_photo_turned_by_its_exif_gives_boxes_of_the_upright_picture(tmp_path: Path) -> None:
    upright = picture([DrawnDie(6, 400, 800, 10)])
    lying = np.ascontiguousarray(np.rot90(upright))  # a phone held sideways
    jpeg = cv2.imencode(".jpg", lying)[1].tobytes()
    entry = b"\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00"  # Orientation: turn right by a quarter
    exif = b"Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00" + entry + bytes(4)
    header = b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif
    (tmp_path / "phone.jpg").write_bytes(jpeg[:2] + header + jpeg[2:])
    found, _ = read_dice(open_photo(tmp_path / "phone.jpg"))
    x0, y0, x1, y1 = found["dice"][0]["box"]
    assert (round((x0 + x1) / 20), round((y0 + y1) / 20)) == (40, 80)


def test_a_jpeg_too_large_to_open_whole_is_opened_smaller_and_its_boxes_are_the_photos(tmp_path: Path) -> None:
    frame = np.full((6000, 9000, 3), (150, 160, 165), np.uint8)
    draw_die(frame, DrawnDie(3, 5000, 2000, 10), side=160)
    cv2.imwrite(str(tmp_path / "large.jpg"), frame)
    found, _ = read_dice(*open_shrunk(tmp_path / "large.jpg"))
    x0, y0, x1, y1 = found["dice"][0]["box"]
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((5000, 2000), abs=25)
    assert found["total"] == 3
