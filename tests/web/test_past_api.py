"""How a game went, and all evenings before it."""

import msgspec

from companion.play.evenings import Evenings
from web.shapes import Course


def test_the_course_tells_every_total_and_what_turned_the_game(annas, app):
    annas.run("anna", 4)
    found = annas.get("/api/course").json
    assert [point["totals"] for point in found["points"]] == [[0, 0], [4, 0]]
    assert found["turning"] == [{"number": 1, "player": "anna", "by": 4, "takes_lead": True, "words": "Anna: run 4"}]
    assert (found["over"], found["winners"]) == (False, [])
    assert msgspec.convert(found, Course).unit == "spaces"


def test_a_finished_game_is_among_the_evenings(annas, phone):
    annas.post("/api/join", {"player": "anna", "name": "Annabel"})
    assert phone.get("/api/evenings").json["games"] == 0
    annas.run("anna", 6)
    found = msgspec.convert(phone.get("/api/evenings").json, Evenings)
    assert found.games == 1
    assert [(one.name, one.wins) for one in found.people] == [("Annabel", 1), ("Ben", 0)]
    assert [(one.title, one.best, one.by) for one in found.records] == [("Temple Dash", 6, "Annabel")]
