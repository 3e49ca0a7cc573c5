"""The JSON API of the game on the table."""

import pytest

from companion.play.questions import Answer, Question
from companion.play.table import Table
from web import create_app

from .conftest import Phone


def reason(reply) -> tuple[int, str]:
    return reply.status_code, reply.json["code"]


def test_anyone_may_look_at_the_table(phone):
    look = phone.get("/api/look").json
    assert (look["title"], look["players"], look["number"]) == ("Temple Dash", ["anna", "ben"], 0)
    assert look["score"]["unit"] == "spaces"


def test_the_look_says_who_sits_where_and_hides_the_tokens(annas, phone):
    look = phone.get("/api/look").json
    assert look["seats"] == {"anna": "phone", "ben": "free"}
    assert "people" not in look["extras"]


def test_a_poller_is_told_when_nothing_changed(phone):
    tag = phone.get("/api/look").headers["ETag"]
    assert phone.get("/api/look", **{"If-None-Match": tag}).status_code == 304


def test_a_poller_gets_the_new_look_after_an_entry(phone, annas):
    tag = phone.get("/api/look").headers["ETag"]
    annas.run("anna", 2)
    assert phone.get("/api/look", **{"If-None-Match": tag}).json["number"] == 1


def test_private_parts_go_to_the_phone_in_that_seat(annas):
    assert annas.get("/api/look?as=anna").json["view"]["table"] == {"whisper": "only for anna"}


def test_private_parts_go_to_nobody_else(phone, annas):
    assert reason(phone.get("/api/look?as=anna")) == (403, "not_your_seat")
    assert reason(annas.get("/api/look?as=ben")) == (403, "not_your_seat")
    assert phone.get("/api/look").json["view"]["table"] == {}


def test_a_seated_phone_acts(annas, table):
    reply = annas.run("anna", 3, seen=0)
    assert (reply.status_code, reply.json["number"]) == (200, 1)
    assert table.state.reached == {"anna": 3, "ben": 0}
    assert (table.entries()[0].by, table.entries()[0].who) == ("phone", "anna")


def test_a_guest_may_not_act(phone, table):
    assert reason(phone.run("anna", 3)) == (403, "not_seated")
    assert table.number == 0


def test_a_phone_may_not_act_for_another_phone(annas, new_phone):
    bens = new_phone()
    bens.join("ben")
    assert reason(bens.run("anna", 3)) == (403, "not_your_seat")


def test_a_phone_acts_for_a_player_without_one(annas):
    annas.run("anna", 1)
    assert annas.run("ben", 1).status_code == 200


def test_the_record_names_the_seat_that_acted(annas, table):
    annas.join("ben")
    annas.run("anna", 1)
    annas.run("ben", 1)
    assert [entry.who for entry in table.entries()] == ["anna", "ben"]


def test_only_the_host_acts_for_a_bot(annas, hosts, table, app):
    app.extensions["companion"].people.has_bots = True
    table.keep("people", ["anna"])
    annas.run("anna", 1)
    assert reason(annas.run("ben", 1)) == (403, "not_your_seat")
    assert hosts.run("ben", 1).status_code == 200
    assert table.entries()[-1].by == "host"


def test_an_illegal_action_is_refused_in_the_words_of_the_rules(annas, table):
    reply = annas.run("anna", 9)
    assert reply.status_code == 422
    assert reply.json == {"ok": False, "code": "bad_value", "reason": "A die shows 1 to 6.", "number": 0}
    assert table.number == 0


def test_an_action_on_an_old_look_is_refused_and_told_the_newest_entry(annas):
    annas.run("anna", 1, seen=0)
    reply = annas.run("ben", 1, seen=0)
    assert (*reason(reply), reply.json["number"]) == (409, "stale", 1)


@pytest.mark.parametrize("data", [b"{", b"\xff\xfe", b'{"action": }', b"[" * 5000], ids=repr)
def test_what_is_no_json_is_refused_in_one_line(annas, data):
    reply = annas.client.post("/api/action", data=data[:20000], headers={"X-Companion": "1"})
    assert reply.status_code == 400
    assert "\n" not in reply.json["reason"]


@pytest.mark.parametrize(
    "fields",
    [[], 3, {}, {"action": "run"}, {"action": {"type": "run", "player": "anna", "die": 1}, "seen": "now"}],
    ids=repr,
)
def test_a_malformed_request_is_refused_in_one_line(annas, fields):
    reply = annas.post("/api/action", fields)
    assert reply.status_code == 400
    assert "\n" not in reply.json["reason"]


def test_an_action_with_odd_fields_is_refused_by_the_rules(annas):
    assert reason(annas.post("/api/action", {"action": {"type": ["run"], "player": 7}})) == (422, "unknown_action")


def test_undo_and_redo(annas, table):
    annas.run("anna", 3)
    assert annas.post("/api/undo", {"seen": 1}).status_code == 200
    assert table.state.reached["anna"] == 0
    assert annas.post("/api/redo", {"seen": 2}).status_code == 200
    assert table.state.reached["anna"] == 3
    assert [entry.what for entry in table.entries()] == ["action", "undo", "redo"]


@pytest.mark.parametrize("path", ["/api/undo", "/api/redo"])
def test_nothing_to_take_back_is_said(annas, path):
    reply = annas.post(path)
    assert (reply.status_code, "there are 0" in reply.json["reason"]) == (422, True)


@pytest.mark.parametrize("path", ["/api/undo", "/api/redo", "/api/correct", "/api/answer", "/api/pause"])
def test_guests_change_nothing(phone, path):
    fields = {"entry": 1, "action": {}, "question": 1, "choice": 0, "paused": True}
    assert reason(phone.post(path, fields)) == (403, "not_seated")


def test_a_correction_replaces_a_past_action(annas, table):
    annas.run("anna", 3)
    annas.run("ben", 1)
    fix = {"entry": 1, "action": {"type": "run", "player": "anna", "die": 2}, "seen": 2}
    assert annas.post("/api/correct", fix).status_code == 200
    assert table.state.reached == {"anna": 2, "ben": 1}


def test_a_correction_of_nothing_is_refused(annas):
    fix = {"entry": 5, "action": {"type": "run", "player": "anna", "die": 2}}
    assert annas.post("/api/correct", fix).status_code == 422


@pytest.mark.parametrize("fields", [{"entry": 1}, {"action": {}}, {"entry": "x", "action": {}}], ids=repr)
def test_a_malformed_correction_is_refused(annas, fields):
    assert annas.post("/api/correct", fields).status_code == 400


def ask(table: Table, player: str | None = None) -> Question:
    run = {"type": "run", "player": "anna", "die": 4}
    answers = (Answer("Anna ran 4", (run,)), Answer("Something else"))
    return table.ask(Question("Did Anna run 4?", answers, player, ("trail.4",)))


def test_a_question_is_shown_and_answered(annas, table, phone):
    question = ask(table)
    shown = phone.get("/api/look").json["question"]
    assert (shown["text"], shown["spaces"]) == ("Did Anna run 4?", ["trail.4"])
    reply = annas.post("/api/answer", {"question": question.number, "choice": 0})
    assert (reply.status_code, len(reply.json["entries"])) == (200, 1)
    assert table.state.reached["anna"] == 4


def test_something_else_only_closes_the_question(annas, table):
    question = ask(table)
    annas.post("/api/answer", {"question": question.number, "choice": 1})
    assert (table.question, table.number) == (None, 0)


def test_a_question_to_one_player_is_not_for_another_phone(annas, table, new_phone):
    bens = new_phone()
    bens.join("ben")
    question = ask(table, "anna")
    assert reason(bens.post("/api/answer", {"question": question.number, "choice": 0})) == (403, "not_your_seat")


def test_an_answer_that_comes_too_late_is_refused(annas, table):
    question = ask(table)
    table.withdraw()
    assert reason(annas.post("/api/answer", {"question": question.number, "choice": 0})) == (409, "stale")


def test_an_answer_that_was_not_offered_is_refused(annas, table):
    question = ask(table)
    assert annas.post("/api/answer", {"question": question.number, "choice": 7}).status_code == 422
    assert annas.post("/api/answer", {"question": question.number}).status_code == 400


@pytest.fixture
def bens(new_phone):
    phone = new_phone()
    phone.join("ben")
    return phone


def test_nobody_takes_back_what_another_did(annas, bens, table):
    annas.run("anna", 3)
    reply = bens.post("/api/undo", {"seen": 1})
    assert reason(reply) == (403, "not_your_entry")
    assert reply.json["reason"] == "entry 1 is Anna's; only Anna or the host changes it"
    assert table.number == 1


def test_two_steps_are_taken_back_only_by_whom_both_belong_to(annas, bens):
    annas.run("anna", 3)
    bens.run("ben", 1)
    assert reason(bens.post("/api/undo", {"count": 2})) == (403, "not_your_entry")
    assert bens.post("/api/undo").status_code == 200


def test_nobody_does_again_what_another_did(annas, bens):
    annas.run("anna", 3)
    annas.post("/api/undo")
    assert reason(bens.post("/api/redo")) == (403, "not_your_entry")


def test_nobody_corrects_what_another_did(annas, bens, table):
    annas.run("anna", 3)
    fix = {"entry": 1, "action": {"type": "run", "player": "anna", "die": 2}}
    assert reason(bens.post("/api/correct", fix)) == (403, "not_your_entry")
    assert table.state.reached["anna"] == 3


def test_nobody_makes_another_act_by_a_correction(annas, bens):
    annas.run("anna", 3)
    fix = {"entry": 1, "action": {"type": "run", "player": "ben", "die": 2}}
    assert reason(annas.post("/api/correct", fix)) == (403, "not_your_seat")


def test_the_host_takes_back_and_corrects_anything(annas, bens, hosts, table):
    annas.run("anna", 3)
    bens.run("ben", 1)
    assert hosts.post("/api/correct", {"entry": 1, "action": {"type": "run", "player": "anna", "die": 2}}).json["ok"]
    assert hosts.post("/api/undo", {"count": 2}).json["ok"]
    assert table.state.reached == {"anna": 3, "ben": 0}


def test_the_look_says_whose_step_an_undo_would_take_back(annas, phone):
    annas.run("anna", 3)
    look = phone.get("/api/look").json
    assert (look["undo_of"], look["redo_of"]) == ("anna", None)


def test_an_entry_says_whether_this_phone_may_change_it(annas, bens):
    annas.run("anna", 3)
    assert annas.get("/api/entries").json["entries"][0]["yours"] is True
    assert bens.get("/api/entries").json["entries"][0]["yours"] is False


@pytest.mark.parametrize("path", ["/api/entries?after=x", "/api/look?entry=-1", "/api/legal?before=1e9"])
def test_an_odd_number_in_the_address_is_refused(phone, path):
    assert phone.get(path).status_code == 400


def test_legal_lists_what_may_be_done_now_with_the_space_it_ends_on(annas):
    found = annas.get("/api/legal").json
    assert found["actions"][0] == {
        "action": {"type": "run", "player": "anna", "die": 1},
        "words": "Anna: run 1",
        "space": None,
    }
    assert found["all"] == 6


def test_a_stranger_has_nothing_to_do(phone):
    assert phone.get("/api/legal").json["actions"] == []
    assert phone.get("/api/legal").json["all"] == 0


def test_what_could_have_been_done_instead_is_told_only_to_whoever_may_correct_it(annas, new_phone):
    annas.run("anna", 3)
    bens = new_phone()
    bens.join("ben")
    assert reason(new_phone().get("/api/legal?before=1")) == (403, "not_seated")
    assert reason(bens.get("/api/legal?before=1")) == (403, "not_your_entry")


def test_legal_before_an_entry_lists_what_could_have_been_done_instead(annas):
    annas.run("anna", 3)
    found = annas.get("/api/legal?before=1").json
    assert found["instead_of"]["die"] == 3
    assert [option["action"]["die"] for option in found["actions"]] == [1, 2, 4, 5, 6]


def test_legal_before_an_entry_without_a_standing_action_is_refused(annas, phone):
    annas.run("anna", 3)
    annas.post("/api/undo")
    assert phone.get("/api/legal?before=1").status_code == 422


def test_the_layout_comes_in_millimetres_with_the_players_badges(phone):
    layout = phone.get("/api/layout").json
    assert (layout["width_mm"], len(layout["spaces"])) == (300, 7)
    assert [(badge["name"], badge["shape"], badge["letter"]) for badge in layout["badges"]] == [
        ("Anna", "disc", "A"),
        ("Ben", "square", "B"),
    ]


def test_an_unknown_game_has_no_layout(phone):
    assert phone.get("/api/layout?game=chess").status_code == 422


def test_without_a_game_the_look_says_so_and_the_rest_refuses(bare_table, clock):
    client = create_app(bare_table, address="http://x", clock=clock).test_client()
    assert client.get("/api/look").json["playing"] is False
    for path in ("/api/layout", "/api/entries", "/api/legal", "/api/look?entry=0"):
        assert client.get(path).status_code == 422


def test_an_unknown_address_of_the_api_answers_in_json(phone):
    reply = phone.get("/api/nothing")
    assert (reply.status_code, reply.json["code"]) == (404, "not_found")
    assert phone.get("/api/action").status_code == 405


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/api/undo", {}),
        ("/api/undo", {"count": 2}),
        ("/api/correct", {"entry": 1, "action": {"type": "run", "player": "anna", "die": 2}}),
    ],
)
def test_what_anna_did_is_not_bens_to_take_back(annas, new_phone, table, path, fields):
    bens = new_phone()
    bens.join("ben")
    annas.run("anna", 1)
    reply = bens.post(path, fields)
    assert (reply.status_code, reply.json["code"], table.number) == (403, "not_your_entry", 1)


def test_what_a_player_without_a_phone_did_anybody_seated_takes_back(annas, table):
    annas.run("anna", 1)
    annas.run("ben", 2)
    assert annas.post("/api/undo").status_code == 200


def test_the_host_takes_back_what_anybody_did(annas, hosts):
    annas.run("anna", 1)
    assert hosts.post("/api/undo").status_code == 200


def test_a_refusal_names_the_paragraph_it_comes_from(bare_table: Table, clock):
    bare_table.start("gold_raiders", ["anna", "ben"])
    phone = Phone(create_app(bare_table, address="http://companion.local:8000", clock=clock))
    phone.join("anna")
    said = phone.post("/api/action", {"action": {"type": "play_new", "player": "anna"}}).json
    assert (said["code"], said["rule"]) == ("wrong_phase", "/rules/gold_raiders#aim")
    assert 'id="aim"' in phone.get("/rules/gold_raiders").text


def test_a_refusal_that_is_no_rules_names_none(annas):
    assert "rule" not in annas.post("/api/undo", {"count": 5}).json
