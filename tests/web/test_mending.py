"""What would follow a change, told before it is made."""

import pytest

from .conftest import Phone


@pytest.fixture
def run_far(annas, app) -> Phone:
    """Anna runs 1, Ben 2, Anna 3."""
    bens = Phone(app)
    bens.join("ben")
    annas.run("anna", 1)
    bens.run("ben", 2)
    annas.run("anna", 3)
    return annas


def preview(phone: Phone, **fields: object):
    return phone.post("/api/preview", fields)


def test_what_still_fits_is_counted_and_the_scores_are_foreseen(run_far, table):
    found = preview(run_far, entry=1, action={"type": "run", "player": "anna", "die": 2}).json
    assert (found["fits"], found["falls"]) == (2, [])
    assert found["scores"][0] == {"player": "anna", "before": 4, "after": 5}
    assert table.number == 3


def test_what_falls_away_is_named_with_its_reason(run_far):
    found = preview(run_far, entry=1).json
    assert [(one["number"], one["words"], one["why"]) for one in found["falls"]] == [
        (2, "Ben: run 2", "It is not your turn."),
    ]
    assert found["headline"] == "ben runs"


def test_nobody_foresees_what_is_not_his_to_change(run_far, phone):
    assert preview(run_far, entry=2).json["code"] == "not_your_entry"
    assert preview(phone, entry=1).json["code"] == "not_seated"


def test_an_entry_is_removed_and_that_is_said(run_far, table):
    reply = run_far.post("/api/remove", {"entry": 3, "seen": 3})
    assert (reply.status_code, reply.json["entry"]["words"]) == (200, "Removed entry 3: Anna: run 3")
    assert table.state.reached == {"anna": 1, "ben": 2}


def test_only_whoever_made_it_and_the_host_remove_an_entry(run_far, app):
    host = Phone(app)
    host.post("/api/host")
    assert run_far.post("/api/remove", {"entry": 2}).json["code"] == "not_your_entry"
    assert host.post("/api/remove", {"entry": 2}).status_code == 200
    assert preview(host, entry=3).json["mended"] == []


def test_what_a_correction_lost_may_fit_again(run_far, app):
    host = Phone(app)
    host.post("/api/host")
    host.post("/api/correct", {"entry": 1, "action": {"type": "run", "player": "anna", "die": 6}})
    found = preview(host, entry=1, action={"type": "run", "player": "anna", "die": 1}).json
    assert (found["fits"], found["mended"]) == (2, ["Ben: run 2", "Anna: run 3"])
