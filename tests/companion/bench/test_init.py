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
