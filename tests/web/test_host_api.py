"""Starting, loading, saving, pausing: the host's side of the API."""

import json
from threading import Event, Thread

import pytest

from companion.play.folder import restore
from companion.play.history import History
from companion.play.news import SatDown
from companion.play.proposal import Proposal
from web import create_app
from web.about import About

from .conftest import ADDRESS, Phone


def reason(reply) -> tuple[int, str]:
    return reply.status_code, reply.json["code"]


def start(phone, **fields):
    return phone.post("/api/games", {"game": "temple_dash", "players": ["anna", "carl"], **fields})


def test_games_lists_rulebooks_and_saved_games(phone):
    found = phone.get("/api/games").json
    dash = next(game for game in found["games"] if game["name"] == "temple_dash")
    assert (dash["title"], dash["players"], dash["options"]) == (
        "Temple Dash",
        [2, 3, 4],
        {"temple": 6, "night": False},
    )
    assert dash["names"] == ["anna", "ben", "carl", "dora"]
    assert (found["playing"], [saved["id"] for saved in found["saved"]]) == (1, [1])


def test_the_host_starts_a_game(hosts, table):
    reply = start(hosts, options={"temple": 4})
    assert (reply.status_code, reply.json["id"]) == (200, 2)
    assert (table.saved.players, table.state.temple) == (("anna", "carl"), 4)


def test_one_tap_of_a_seated_phone_starts_what_the_table_is_laid_out_for(annas, table):
    table.propose(Proposal("temple_dash", "Temple Dash", ("anna", "carl")))
    assert annas.get("/api/look").json["proposal"]["text"] == "Temple Dash with Anna and Carl?"
    reply = annas.post("/api/proposal", {})
    assert (reply.status_code, table.saved.players, table.proposal) == (200, ("anna", "carl"), None)
    assert annas.get("/api/me").json["seats"] == ["anna"]


def test_a_stranger_confirms_nothing_once_there_is_a_host(hosts, phone, table):
    table.propose(Proposal("temple_dash", "Temple Dash", ("anna", "carl")))
    assert reason(phone.post("/api/proposal", {})) == (403, "not_seated")


def test_a_table_that_proposes_nothing_starts_nothing(hosts, table):
    reply = hosts.post("/api/proposal", {})
    assert (reply.status_code, "lay out the board" in reply.json["reason"], table.saved.id) == (422, True, 1)


def test_bots_take_seats_on_the_simulated_table(hosts, table, app):
    app.extensions["companion"].people.has_bots = True
    start(hosts, bots=["carl"])
    assert table.kept("people") == ["anna"]
    assert hosts.get("/api/look").json["seats"] == {"anna": "free", "carl": "bot"}


def test_bots_have_no_hands_at_a_real_table(hosts, table):
    reply = start(hosts, bots=["carl"])
    assert (reply.status_code, "--camera sim" in reply.json["reason"], table.saved.id) == (422, True, 1)


def test_a_new_group_sits_down_anew_whatever_the_seats_are_called(annas, hosts):
    start(hosts)
    assert annas.get("/api/me").json["seats"] == []
    assert hosts.get("/api/me").json["host"] is True


def test_the_host_is_a_player_too(hosts, phone):
    start(hosts, players=["anna", "ben"], mine="ben", names={"ben": "Benno", "anna": "Ann"})
    assert hosts.get("/api/me").json["seats"] == ["ben"]
    assert phone.get("/api/look").json["names"] == {"anna": "Ann", "ben": "Benno"}
    assert start(hosts, mine="nobody").status_code == 422


def test_a_rematch_is_the_same_game_with_the_same_people(annas, hosts, table):
    annas.post("/api/join", {"player": "anna", "name": "Annabel"})
    assert reason(annas.post("/api/rematch")) == (403, "not_host")
    annas.run("anna", 6)
    assert annas.post("/api/rematch").json == {"ok": True, "id": 2, "game": "temple_dash", "players": ["anna", "ben"]}
    assert annas.get("/api/me").json["seats"] == ["anna"]
    assert annas.get("/api/look").json["names"] == {"anna": "Annabel"}
    assert (table.number, hosts.get("/api/me").json["host"]) == (0, True)


@pytest.mark.parametrize("path", ["/api/rematch", "/api/anew"])
def test_another_game_is_on_the_disk_with_its_people_before_anybody_hears_of_it(annas, hosts, table, path):
    found = []
    table.listen(
        lambda news: found.append(table._journal.extras(table.saved.id)) if isinstance(news, SatDown) else None
    )
    seats = found[0]["phones"]["seats"]
    hosts.post(path, {"options": {}})
    assert (len(found), found[1]["phones"]["seats"], found[1]["phones"]["hosts"]) == (
        2,
        seats,
        found[0]["phones"]["hosts"],
    )
    assert list(seats) == ["anna"]


def test_a_game_nobody_has_begun_takes_other_options_from_anybody_in_a_seat(annas, phone, table):
    assert reason(phone.post("/api/anew", {"options": {}})) == (403, "not_seated")
    assert annas.post("/api/anew", {"options": {}}).json["id"] == 2
    assert annas.get("/api/me").json["seats"] == ["anna"]
    annas.run("anna", 3)
    assert "has begun" in annas.post("/api/anew", {"options": {}}).json["reason"]


def test_a_stranger_starts_no_rematch(annas, phone):
    annas.run("anna", 6)
    assert reason(phone.post("/api/rematch")) == (403, "not_seated")


def test_the_host_hands_over_to_another_phone(annas, hosts):
    assert hosts.post("/api/handover", {"player": "ben"}).json["code"] == "no_such_seat"
    assert hosts.post("/api/handover", {"player": "anna"}).json["host"] is False
    assert annas.get("/api/me").json["host"] is True
    assert reason(hosts.post("/api/handover", {"player": "anna"})) == (403, "not_host")


def test_nobody_else_starts_a_game(annas, phone):
    assert reason(start(annas)) == (403, "not_host")
    assert reason(start(phone)) == (403, "not_host")


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"game": "chess"}, 422, "no game called 'chess'"),
        ({"game": None}, 400, "at `$.game`"),
        ({"players": "anna"}, 400, "at `$.players`"),
        ({"players": ["anna", ""]}, 400, "players must be a list"),
        ({"players": ["anna", "x" * 25]}, 400, "players must be a list"),
        ({"players": ["anna", "anna"]}, 422, "same name"),
        ({"players": ["anna"]}, 422, "Temple Dash is for 2 to 4 players."),
        ({"bots": ["zoe"]}, 422, "no player zoe"),
        ({"options": [1]}, 400, "at `$.options`"),
    ],
    ids=repr,
)
def test_a_game_that_cannot_be_is_refused_in_one_line(hosts, table, fields, status, words):
    reply = start(hosts, **fields)
    assert (reply.status_code, words in reply.json["reason"]) == (status, True)
    assert table.saved.id == 1


def test_a_saved_game_is_loaded_again(hosts, table):
    hosts.run("anna", 2)
    start(hosts)
    assert hosts.post("/api/games/1/load").status_code == 200
    assert (table.saved.id, table.state.reached["anna"]) == (1, 2)


def test_a_game_that_is_not_there_cannot_be_loaded(hosts, phone):
    assert hosts.post("/api/games/9/load").status_code == 422
    assert reason(phone.post("/api/games/1/load")) == (403, "not_host")


def test_a_game_goes_out_as_a_file_and_comes_back_in(hosts, table):
    hosts.run("anna", 2)
    file = hosts.get("/api/export/1")
    assert file.headers["Content-Disposition"] == "attachment; filename=temple_dash-1.json"
    reply = hosts.client.post("/api/import", data=file.data, headers={"X-Companion": "1"})
    assert reply.json["id"] == 2
    assert table.state.reached == {"anna": 2, "ben": 0}


def test_a_torn_file_is_refused_and_nothing_changes(hosts, table):
    whole = hosts.get("/api/export/1").data
    reply = hosts.client.post("/api/import", data=whole[:-9], headers={"X-Companion": "1"})
    assert (reply.status_code, "no exported game" in reply.json["reason"]) == (422, True)
    assert (table.saved.id, len(table.games())) == (1, 1)


def test_a_file_with_an_illegal_entry_is_refused_whole(hosts, table):
    hosts.run("anna", 2)
    whole = json.loads(hosts.get("/api/export/1").data)
    whole["entries"][0]["action"]["player"] = "ben"
    reply = hosts.client.post("/api/import", data=json.dumps(whole), headers={"X-Companion": "1"})
    assert reason(reply) == (422, "not_your_turn")
    assert len(table.games()) == 1


def test_only_the_host_imports(annas):
    assert reason(annas.post("/api/import")) == (403, "not_host")


def test_exporting_what_is_not_there_is_refused(phone):
    assert phone.get("/api/export/7").status_code == 422


def test_a_pause_is_shown_to_everybody(annas, phone):
    assert annas.post("/api/pause", {"paused": True}).json["paused"] is True
    assert phone.get("/api/look").json["extras"]["paused"] is True
    assert annas.post("/api/pause", {"paused": "yes"}).status_code == 400


def test_the_host_says_which_seats_bots_play(hosts, phone, app):
    app.extensions["companion"].people.has_bots = True
    assert hosts.post("/api/bots", {"bots": ["ben"]}).status_code == 200
    assert phone.get("/api/look").json["seats"]["ben"] == "bot"
    assert hosts.post("/api/bots", {"bots": ["zoe"]}).status_code == 422
    assert reason(phone.post("/api/bots", {"bots": []})) == (403, "not_host")


def test_the_host_takes_everything_home_in_one_file(hosts, tmp_path):
    reply = hosts.get("/api/backup")
    (tmp_path / "all.backup").write_bytes(reply.data)
    assert (reply.status_code, reply.headers["Cache-Control"]) == (200, "no-store")
    assert restore(tmp_path, tmp_path / "all.backup") == (1, None)


def test_nobody_else_does(annas, hosts):
    reply = annas.get("/api/backup")
    assert (reply.status_code, reply.json["code"]) == (403, "not_host")


def test_a_game_that_goes_on_is_exported_to_hosts_only(annas, hosts, table):
    assert reason(annas.get("/api/export/1")) == (403, "not_host")
    table.submit({"type": "run", "player": "anna", "die": 6}, "phone")  # straight into the temple
    assert annas.get("/api/export/1").status_code == 200


def test_phones_are_answered_while_a_long_import_is_played_through(hosts, annas, table, monkeypatch):
    """The replay is held up, as by thousands of corrections, until a phone was answered."""
    whole = hosts.get("/api/export/1").data
    is_replaying, is_answered = Event(), Event()

    def slow(*arguments):
        is_replaying.set()
        assert is_answered.wait(20)
        return History(*arguments)

    monkeypatch.setattr("companion.play.table.History", slow)
    importing = Thread(target=lambda: hosts.client.post("/api/import", data=whole, headers={"X-Companion": "1"}))
    importing.start()
    assert is_replaying.wait(20)
    answering = Thread(target=lambda: annas.run("anna", 1), daemon=True)
    answering.start()
    answering.join(5)
    entries = table.number
    is_answered.set()
    importing.join(20)
    assert (entries, table.saved.id) == (1, 2)


def test_an_import_of_endless_corrections_is_refused(hosts):
    whole = json.loads(hosts.get("/api/export/1").data)
    run = {"type": "run", "player": "anna", "die": 1}
    first = {"number": 1, "what": "action", "by": "phone", "at": 1.0, "action": run}
    corrections = [{**first, "number": n, "what": "correct", "target": 1} for n in range(2, 1200)]
    reply = hosts.post("/api/import", {**whole, "entries": [first, *corrections]})
    assert (reply.status_code, "more than 1000 corrections" in reply.json["reason"]) == (422, True)


def test_the_host_sets_the_time_of_a_turn(hosts, annas, table):
    assert hosts.post("/api/timer", {"seconds": 45}).status_code == 200
    assert table.kept("timer_set") == 45
    assert reason(annas.post("/api/timer", {"seconds": 9})) == (403, "not_host")
    assert hosts.post("/api/timer", {"seconds": -1}).status_code == 400


def test_lamps_are_tried_where_there_are_lamps(hosts, annas, table, clock):
    assert "no lights" in hosts.post("/api/lights").json["reason"]
    tried = []
    app = create_app(table, address=ADDRESS, clock=clock, about=About(light_test=lambda: tried.append(1)))
    host = Phone(app)
    host.post("/api/host", {"pin": app.config["PIN"]})
    assert (host.post("/api/lights").status_code, tried) == (200, [1])
    assert Phone(app).post("/api/lights").status_code == 403


def test_a_kit_to_print_comes_over_the_web(phone):
    reply = phone.get("/api/kit/gold_raiders.pdf")
    assert (reply.status_code, reply.data[:4], reply.content_type) == (200, b"%PDF", "application/pdf")
    assert phone.get("/api/kit/chess.pdf").status_code == 422


def test_options_are_offered_in_words_with_their_rule(phone):
    found = {game["name"]: game for game in phone.get("/api/games").json["games"]}
    maps = next(one for one in found["pyramid_raiders"]["offered"] if one["name"] == "map")
    assert maps["values"][0] == ["sun_ring", "Sun Ring (first game)"]
    assert (maps["usual"], maps["rule"]) == ("sun_ring", "/rules/pyramid_raiders#setting-up")
