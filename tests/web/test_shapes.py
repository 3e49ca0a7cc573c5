"""What the API says fits the types that describe it."""

import msgspec
import pytest

from web.openapi import ROUTES
from web.shapes import Refusal

READ = ("/api/look", "/api/prompts", "/api/layout", "/api/entries", "/api/legal", "/api/me", "/api/games", "/api/eyes")


@pytest.mark.parametrize("path", [*READ, "/api/settings"])
def test_what_is_read_fits_its_type(hosts, annas, path):
    annas.run("anna", 2)
    annas.post("/api/undo")
    found = hosts.get(path)
    assert found.status_code == 200
    assert msgspec.convert(found.json, ROUTES[f"GET {path}"].gives) is not None


def test_what_is_read_of_the_past_fits_its_type(annas):
    annas.run("anna", 2)
    assert msgspec.convert(annas.get("/api/look?entry=1").json, ROUTES["GET /api/look"].gives).number == 1
    assert msgspec.convert(annas.get("/api/legal?before=1").json, ROUTES["GET /api/legal"].gives).all == 5


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/action", {"action": {"type": "run", "player": "anna", "die": 1}}),
        ("/api/join", {"player": "ben"}),
        ("/api/host", {"pin": "4711"}),
        ("/api/pause", {"paused": True}),
        ("/api/games", {"game": "temple_dash", "players": ["anna", "ben"]}),
        ("/api/games/1/load", {}),
    ],
)
def test_what_is_answered_fits_its_type(hosts, path, body):
    reply = hosts.post(path, body)
    assert reply.status_code == 200
    assert msgspec.convert(reply.json, ROUTES[f"POST {path.replace('/1/', '/{number}/')}"].gives).ok


def test_a_refusal_fits_its_type(phone):
    assert msgspec.convert(phone.post("/api/undo").json, Refusal).code == "not_seated"
