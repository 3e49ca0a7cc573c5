"""Benchmarks: each measures a ratio against a reference in the same run."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from companion.errors import BadInput

BENCHES = ("look", "eyes", "track", "rules", "wiring", "dice", "lamps", "phones", "kit", "club", "drawing")


STEPWISE = ("eyes",)  # these look at many pictures: they tell of each, and some of them can be asked for


def run(name: str | None, progress: Callable[[str], None], only: Sequence[str] = ()) -> dict[str, Mapping[str, Any]]:
    """One benchmark, or all of them; `only` some of one's pictures."""
    if name is not None and name not in BENCHES:
        raise BadInput(f"no benchmark called {name!r}; there are {', '.join(BENCHES)}")
    if only and name not in STEPWISE:
        raise BadInput(f"{name} is measured as a whole; only {', '.join(STEPWISE)} can be asked for a part")
    results = {}
    for one in (name,) if name else BENCHES:
        progress(f"measuring {one} ...")
        measure = import_module(f"companion.bench.{one}").measure
        results[one] = measure(only, progress) if one in STEPWISE else measure()
    return results
