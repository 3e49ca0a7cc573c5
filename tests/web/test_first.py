"""What a page brings along."""

import json
import re


def given(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="given">(.*?)</script>', page)[1])


def test_a_page_says_who_its_phone_is_and_what_the_table_looks_like(annas):
    found = given(annas.get("/").text)
    assert (found["as"], found["id"], found["look"]["title"]) == ("anna", "1-0", "Temple Dash")
    assert found["answers"]["/api/me"]["seats"] == ["anna"]


def test_the_look_that_came_with_the_page_is_not_sent_again(annas):
    found = given(annas.get("/").text)
    have = f"{found['boot']}-{found['look']['news']}"
    reply = annas.client.get(f"/api/stream?as=anna&have={have}", buffered=False)
    assert b"event: hello" in next(reply.response)
    annas.run("anna", 2)
    assert b"event: change" in next(reply.response)
    reply.close()


def test_a_look_that_is_old_by_now_is_sent_whole(annas):
    found = given(annas.get("/").text)
    annas.run("anna", 2)
    reply = annas.client.get(f"/api/stream?as=anna&have={found['boot']}-{found['look']['news']}", buffered=False)
    assert [b"event: look" in next(reply.response) for _ in range(2)] == [False, True]
    reply.close()


def test_nobodys_name_can_end_the_script(hosts):
    hosts.post("/api/games", {"game": "temple_dash", "players": ["</script>", "ben"]})
    assert given(hosts.get("/").text)["look"]["players"] == ["</script>", "ben"]


def test_drawings_are_asked_for_with_the_page_where_there_is_a_board(phone):
    assert '<link rel="preload" href="/art/temple_dash/sheet.svg"' in phone.get("/").text
    assert "preload" not in phone.get("/host").text
