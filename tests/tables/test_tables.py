"""Every recorded table in this folder, shown again: what is journalled now is what was journalled then.

`companion run --record DIR` (or `companion play G ... --camera --record DIR`) writes one; drop it here.
"""

from pathlib import Path

import pytest

from companion.watch.footage import footage_in
from companion.watch.recording import FILE
from companion.watch.replaying import replayed

TABLES = sorted(path.parent for path in Path(__file__).parent.glob(f"*/{FILE}"))


def test_there_is_a_recorded_table() -> None:
    assert TABLES


@pytest.mark.parametrize("folder", TABLES, ids=lambda folder: folder.name)
def test_a_recorded_table_is_read_as_it_was(folder: Path) -> None:
    outcome = replayed(footage_in(folder))
    assert outcome.actions > 0
    assert [str(one) for one in outcome.differs] == []
