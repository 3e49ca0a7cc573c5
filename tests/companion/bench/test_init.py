"""Which benchmarks there are."""

from importlib import import_module

import pytest

from companion.bench import BENCHES, run
from companion.errors import BadInput


def test_an_unknown_benchmark_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="no benchmark called 'luck'; there are look, eyes"):
        run("luck", lambda line: None)


@pytest.mark.parametrize("name", BENCHES)
def test_every_benchmark_can_measure(name: str) -> None:
    assert callable(import_module(f"companion.bench.{name}").measure)


def test_only_some_benchmarks_can_be_asked_for_a_part() -> None:
    with pytest.raises(BadInput, match="look is measured as a whole; only eyes can be asked for a part"):
        run("look", lambda line: None, ["gold_mine"])


def test_a_part_of_the_eyes_is_measured_and_told_of_picture_by_picture() -> None:
    """All of them take minutes, and nothing was said in the meantime."""
    said: list[str] = []
    results = run("eyes", said.append, ["go_for_gold", "plain", "soft"])
    assert said == ["measuring eyes ...", "1 of 2: go_for_gold, plain ...", "2 of 2: go_for_gold, soft ..."]
    assert list(results["eyes"]["games"]) == ["go_for_gold"]
    assert results["eyes"]["whole"]["look"]["shown"] == 8


def test_a_part_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"no game or condition called 'softly'; there are pyramid_raiders, .*; plain; "):
        run("eyes", lambda line: None, ["softly"])
