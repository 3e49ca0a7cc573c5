"""Benchmarks: each measures a ratio against a reference in the same run."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from companion.errors import BadInput

BENCHES = ("look", "eyes", "track", "rules", "wiring", "dice", "lamps", "phones", "kit", "club", "drawing")


def run(name: str | None, progress: Callable[[str], None]) -> dict[str, Mapping[str, Any]]:
    """One benchmark, or all of them."""
    if name is not None and name not in BENCHES:
        raise BadInput(f"no benchmark called {name!r}; there are {', '.join(BENCHES)}")
    results = {}
    for one in (name,) if name else BENCHES:
        progress(f"measuring {one} ...")
        results[one] = import_module(f"companion.bench.{one}").measure()
    return results
