"""Path-traced film of bot games through the service's own watcher: nothing wrong, hardly anything asked."""

import importlib.util
from pathlib import Path

import pytest

FILM = Path(__file__).parents[4] / "shared" / "film"
spec = importlib.util.spec_from_file_location("film", Path(__file__).with_name("film.py"))
assert spec is not None
film = importlib.util.module_from_spec(spec)

pytestmark = pytest.mark.skipif(not FILM.is_dir(), reason=f"no film in {FILM}")


def shown(name: str, most: int | None = None) -> dict[str, int]:
    import sys

    sys.modules["film"] = film
    spec.loader.exec_module(film)
    return film.Projector(name, FILM / name).show(most)


def test_the_beginning_of_a_film_is_read_right() -> None:
    tally = shown("temple_of_gold", most=4)
    assert (tally["right"], tally["wrong"], tally["missed"], tally["asked"]) == (3, 0, 0, 0)


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", ["gold_mine", "pyramid_raiders", "temple_of_gold"])
def test_a_whole_film_is_followed(name: str) -> None:
    tally = shown(name)
    takes = sum(tally[how] for how in ("right", "asked", "missed", "wrong"))
    assert tally["wrong"] == 0
    assert tally["asked"] + tally["missed"] <= max(1, takes // 10)
