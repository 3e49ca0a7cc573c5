"""SECURITY.md names tests: each of them is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_that_is_named_is_there(file: str, name: str) -> None:
    assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_every_threat_names_its_test() -> None:
    lines = (ROOT / "SECURITY.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and not line.startswith(("| Who |", "| --- |"))]
    assert len(rows) >= 25
    assert [row for row in rows if "::test_" not in row] == []
