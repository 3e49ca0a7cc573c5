"""Back in time: any entry's table, what else could have been done there, and every entry in words."""

from companion.games.protocol import to_json
from companion.play.table import Table


def test_entries_come_in_words_with_who_and_when(annas, phone, clock):
    annas.run("anna", 3)
    annas.post("/api/undo")
    first, second = phone.get("/api/entries").json["entries"]
    assert (first["words"], first["source"], first["at"]) == ("Anna: run 3", "Anna, on a phone", clock.now)
    assert (first["stands"], second["words"]) == (False, "Took back the last step")
    assert phone.get("/api/entries?after=1").json["entries"] == [second]


def test_entries_show_what_a_correction_made_of_them(annas, phone):
    annas.run("anna", 3)
    annas.post("/api/correct", {"entry": 1, "action": {"type": "run", "player": "anna", "die": 6}})
    first = phone.get("/api/entries").json["entries"][0]
    assert (first["now"], first["corrected_by"]) == ("Anna: run 6", 2)


def test_an_entry_that_no_longer_fits_after_a_correction_says_why(annas, phone):
    annas.run("anna", 3)
    annas.run("ben", 1)
    annas.post("/api/correct", {"entry": 1, "action": {"type": "run", "player": "anna", "die": 6}})
    second = phone.get("/api/entries").json["entries"][1]
    assert second["unfit"] == "It is not your turn."


def test_looking_back_shows_the_table_as_it_was(annas, phone):
    annas.run("anna", 3)
    annas.run("ben", 1)
    then = phone.get("/api/look?entry=1").json
    assert (then["number"], then["of"], then["entry"]["words"]) == (1, 2, "Anna: run 3")
    assert [row["total"] for row in then["score"]["standings"]] == [3, 0]
    assert phone.get("/api/look?entry=0").json["entry"] is None


def test_looking_back_past_the_end_is_refused(phone):
    reply = phone.get("/api/look?entry=1")
    assert (reply.status_code, reply.json["reason"]) == (422, "there is no entry 1; this game has entries 1 to 0")


def test_what_is_most_like_the_slip_comes_first(table: Table, phone):
    """Slips are mostly small."""
    table.start("temple_of_gold", ["p1", "p2"])
    phone.join("p1")
    legal = [to_json(action) for action in table.game.legal(table.state)]
    assert len({action["type"] for action in legal}) > 1
    table.submit(legal[-1], by="phone")
    found = phone.get("/api/legal?before=1").json["actions"]
    alike = [option["action"]["type"] == legal[-1]["type"] for option in found]
    assert alike == sorted(alike, reverse=True)


def test_an_action_is_tapped_where_it_ends(table: Table, phone):
    table.start("temple_of_gold", ["p1", "p2"])
    phone.join("p1")
    steps = [one for one in phone.get("/api/legal").json["actions"] if "to" in one["action"]]
    assert steps
    assert [one["space"] for one in steps] == [one["action"]["to"] for one in steps]
