"""Every page, drawing and font; the error pages too."""

import numpy as np
import pytest

from companion.watch.lookout import Glance
from hardware.camera import Frame
from vision.eyes import Look, Problem
from vision.sighting import Sighting
from web import create_app, shelf

ADDRESS = "http://companion.local:8000"


class Sim:
    def __init__(self) -> None:
        self.moved: list[tuple] = []

    def pieces(self):
        return [{"id": "1", "piece": "pawn.anna", "x_mm": 40.0, "y_mm": 50.0, "turned_deg": 0.0}]

    def move(self, *where) -> None:
        self.moved.append(where)


GLARE = "a lamp is mirrored near trail 1; move the lamp or the camera"
GLANCE = Glance(
    Frame(np.zeros((100, 200, 3), np.uint8), 0.0),
    Look(
        (Sighting("pawn.anna", 40.0, 50.0, 0.0, 0.9, None, (20, 10, 40, 30)),), problems=(Problem("glare", 90.0, 60.0),)
    ),
)


class Eyes:
    def glance(self):
        return GLANCE


@pytest.fixture
def equipped(table, clock):
    sim = Sim()
    app = create_app(table, address=ADDRESS, clock=clock, sim=sim, eyes=Eyes(), photos=lambda data: (GLANCE, 1))
    client = app.test_client()
    client.post("/api/host", json={}, headers={"X-Companion": "1"})
    return client, sim


@pytest.mark.parametrize("path", ["/", "/table", "/host", "/history", "/tv", "/api"])
def test_every_page_opens(phone, path):
    reply = phone.get(path)
    assert reply.status_code == 200
    assert reply.content_type.startswith("text/html")


@pytest.mark.parametrize("path", ["/", "/table", "/host", "/history", "/tv", "/api", "/nothing"])
def test_pages_name_no_other_host(phone, path):
    page = phone.get(path).text.replace(ADDRESS, "").replace("http://www.w3.org", "")
    assert "http://" not in page.replace("http:// ", "")
    assert "https://" not in page


def test_pages_allow_nothing_from_elsewhere(phone):
    policy = phone.get("/").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'")
    assert "unsafe" not in policy


def test_a_page_that_is_not_there_says_so_kindly(phone):
    reply = phone.get("/treasure")
    assert (reply.status_code, "/treasure" in reply.text) == (404, True)


def test_a_path_cannot_put_markup_into_the_page(phone):
    assert "<script>x" not in phone.get("/<script>x").text


def test_the_api_page_shows_the_document(phone):
    assert "POST /api/correct" in phone.get("/api").text


def test_every_route_of_the_api_is_documented(app, phone):
    words = phone.get("/api").text
    routes = {str(rule).split("<")[0].rstrip("/") for rule in app.url_map.iter_rules() if str(rule).startswith("/api/")}
    assert [route for route in sorted(routes) if route not in words] == []


def test_the_qr_code_is_drawn_here(phone):
    reply = phone.get("/qr.svg")
    assert (reply.content_type, b"<svg" in reply.data) == ("image/svg+xml", True)


@pytest.mark.parametrize("name", ["regular", "bold"])
def test_fonts_come_from_this_machine_and_are_kept(phone, name):
    reply = phone.get(shelf.address(f"{name}.woff"))
    assert (reply.data[:4], len(reply.data) < 16_000) == (b"wOFF", True)
    assert reply.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("path", ["/kept/comic.1.woff", "/kept/nothing.1.js", "/kept/other.1.css", "/kept/play.1.exe"])
def test_what_is_not_kept_is_not_there(phone, path):
    assert phone.get(path).status_code == 404


def test_an_old_name_gets_the_new_file_and_is_not_kept(phone):
    assert phone.get("/kept/play.000000000000.js").headers["Cache-Control"] == "no-cache"


def test_the_headline_is_in_the_first_answer(phone):
    assert '<p class="headline">anna runs</p>' in phone.get("/").text


def test_a_page_brings_along_the_look_of_its_phones_seat_and_nobody_elses(phone, annas):
    assert "only for anna" in annas.get("/").text
    assert "only for anna" not in phone.get("/").text
    assert "only for anna" not in annas.get("/tv").text


@pytest.mark.parametrize("file", ["sheet.svg", "field.svg", "pawn.anna.svg", "card.back.svg"])
def test_drawings_are_tagged_by_their_content(phone, file):
    path = f"/art/temple_dash/{file}"
    reply = phone.get(path)
    assert (reply.status_code, reply.content_type) == (200, "image/svg+xml")
    assert phone.get(path, **{"If-None-Match": reply.headers["ETag"]}).status_code == 304


def test_a_game_without_artwork_is_drawn_from_its_layout(phone):
    sheet = phone.get("/art/temple_dash/sheet.svg").text
    assert [name in sheet for name in ('id="field"', 'id="pawn.anna"', 'id="stone"')] == [True, True, True]


def test_the_kits_artwork_is_used_where_there_is_one_without_its_markers(phone):
    sheet = phone.get("/art/pyramid_raiders/sheet.svg").text
    printed = phone.get("/art/pyramid_raiders/pawn.thomas.svg").text
    assert 'id="pawn.thomas"' in sheet
    assert "<svg" in printed


@pytest.mark.parametrize("path", ["/art/chess/field.svg", "/art/temple_dash/queen.svg", "/art/temple_dash/../x.svg"])
def test_drawings_that_are_not_there_are_refused(phone, path):
    assert phone.get(path).status_code in (404, 422)


def test_without_a_camera_the_table_page_says_that_is_fine(phone):
    assert "every move can be entered on a phone" in phone.get("/table").text
    assert phone.get("/api/eyes").json["camera"] is False
    assert phone.get("/api/eyes.jpg").status_code == 404


def test_with_a_camera_its_sightings_problems_and_picture_are_served(equipped):
    client, _ = equipped
    seen = client.get("/api/eyes").json
    assert (seen["picture"], seen["problems"]) == (True, [{"text": GLARE, "x_mm": 90.0, "y_mm": 60.0}])
    assert seen["sightings"][0]["box"] == [0.1, 0.1, 0.2, 0.3]
    assert "jpeg" not in seen
    picture = client.get("/api/eyes.jpg")
    assert (picture.content_type, picture.headers["Cache-Control"]) == ("image/jpeg", "no-store")


def test_a_photo_from_a_phone_is_read(equipped):
    client, _ = equipped
    reply = client.post("/api/photo", data=b"picture", headers={"X-Companion": "1"})
    assert (reply.json["seen"]["pieces"], reply.json["seen"]["entries"]) == (1, 1)
    assert client.post("/api/photo", headers={"X-Companion": "1"}).status_code == 400


def test_photos_are_refused_where_nobody_reads_them(annas):
    assert annas.post("/api/photo").status_code == 422


def test_pieces_of_the_simulated_table_are_moved(equipped):
    client, sim = equipped
    assert client.get("/sim").status_code == 200
    assert client.get("/api/sim").json["pieces"][0]["piece"] == "pawn.anna"
    move = {"id": "1", "x_mm": 80, "y_mm": 50.5, "turned_deg": 90}
    assert client.post("/api/sim/move", json=move, headers={"X-Companion": "1"}).status_code == 200
    assert sim.moved == [("1", 80.0, 50.5, 90.0)]


@pytest.mark.parametrize("x_mm", ["80", None, 1e9, True], ids=repr)
def test_a_piece_cannot_be_moved_to_nowhere(equipped, x_mm):
    client, sim = equipped
    assert client.post("/api/sim/move", json={"id": "1", "x_mm": x_mm}, headers={"X-Companion": "1"}).status_code == 400
    assert sim.moved == []


def test_a_real_table_has_no_simulated_pieces(annas):
    reply = annas.get("/sim")
    assert (reply.status_code, "real table" in reply.text) == (404, True)
    assert annas.get("/api/sim").status_code == 403
    assert annas.post("/api/sim/move", {"id": "1"}).status_code == 403


class BrokenEyes:
    def glance(self):
        return 1 / 0


def test_our_own_mistake_is_logged_and_shown(table, clock, caplog):
    reply = create_app(table, address=ADDRESS, clock=clock, eyes=BrokenEyes()).test_client().get("/api/eyes")
    assert (reply.status_code, reply.json["code"]) == (500, "broken")
    assert "ZeroDivisionError" in reply.json["trace"]
    assert "ZeroDivisionError" in caplog.text


def test_a_broken_page_shows_what_happened(app, phone, caplog):
    app.add_url_rule("/broken", view_func=lambda: 1 / 0)
    reply = phone.get("/broken")
    assert (reply.status_code, "ZeroDivisionError" in reply.text) == (500, True)


def test_the_address_and_its_code_follow_the_network(table, clock):
    place = ["http://127.0.0.1:8000/"]
    client = create_app(table, address=lambda: place[0], clock=clock).test_client()
    before = client.get("/qr.svg")
    place[0] = "http://192.168.1.7:8000/"
    after = client.get("/qr.svg")
    assert before.data != after.data
    assert after.headers["Cache-Control"] == "no-cache"
    assert b"http://192.168.1.7:8000/" in client.get("/host").data


def test_the_rules_in_short_have_a_paragraph_for_a_refusal(phone):
    page = phone.get("/rules/pyramid_raiders").text
    assert 'id="walking"' in page
    assert "never straight back" in page
    assert phone.get("/rules/chess").status_code == 404


def test_the_rules_page_is_that_of_the_game_on_the_table(phone):
    assert "Temple Dash: the rules in short" in phone.get("/rules").text


def test_the_page_can_be_put_on_the_home_screen(phone):
    told = phone.get("/manifest.webmanifest")
    assert (told.content_type, told.json["display"]) == ("application/manifest+json", "standalone")
    icons = [one["src"] for one in told.json["icons"] if one["type"] == "image/png"]
    assert [phone.get(icon).status_code for icon in icons] == [200] * 3
    assert phone.get("/icon-192.png").data[:4] == b"\x89PNG"
    assert phone.get("/icon-7.png").status_code == 404
