"""The club's benchmark, small: it measures what it says, and everything is there once."""

import pytest

from companion.bench.club import Scripted, measure
from companion.club.broker import program
from companion.errors import BadInput


def test_a_small_club_loses_nothing_when_things_break():
    try:
        program()
    except BadInput as missing:
        pytest.skip(str(missing))
    found = measure(tables=6, steady_s=5.0, broken_s=0.5, offline_s=60.0, games=("go_for_gold",))
    assert (found["tables"], found["offline_entries"], found["unseen"]) == (6, 20, 0)
    assert found["entries"] > 20
    assert [found[key] for key in ("lost_entries", "made_up_entries", "lost_results", "doubled")] == [0, 0, 0, 0]
    assert 0 < found["p50_ms"] <= found["p95_ms"] <= found["max_ms"]
    assert found["broker_ms_per_entry"] >= 0


def test_bots_who_thought_beforehand_do_so_in_order():
    bots = Scripted(["deal", "roll"])
    assert bots.choose(None) == "deal"
    bots.saw(None, "deal")
    assert bots.choose(None) == "roll"
