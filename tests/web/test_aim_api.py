"""How well the camera is aimed and which settings hold, over the API and on the page."""

import numpy as np
import pytest

from companion.config import Setting
from companion.watch.lookout import Glance
from hardware.camera import Frame
from tests.web.conftest import ADDRESS, Phone
from vision.eyes import Look
from vision.problems import Problem
from web import About, create_app


class Eyes:
    """Sees one grey picture in which no board was found."""

    def glance(self):
        return Glance(Frame(np.full((90, 160, 3), 120, np.uint8), 0.0), Look(problems=(Problem("no board"),)))


class Waiting:
    def glance(self):
        return None


@pytest.fixture
def app_with(table, clock):
    def make(eyes):
        about = About("a webcam is plugged in", (Setting("port", 8080, "/etc/companion.toml"),))
        return create_app(table, address=ADDRESS, clock=clock, ticks=clock, pin="4711", eyes=eyes, about=about)

    return make


def test_a_picture_without_a_board_says_what_to_do(app_with):
    said = Phone(app_with(Eyes())).get("/api/aim").json
    assert (said["camera"], said["picture"], said["corners"]) == ("a webcam is plugged in", [160, 90], [])
    assert [finding["part"] for finding in said["findings"]] == ["corners", "light", "focus"]
    assert said["findings"][0]["mend"] == "move the camera until all four can be seen"


@pytest.mark.parametrize("eyes", [None, Waiting()])
def test_before_the_first_picture_there_is_nothing_to_find(app_with, eyes):
    said = Phone(app_with(eyes)).get("/api/aim").json
    assert (said["picture"], said["findings"]) == (None, [])


def test_the_page_shows_itself_with_and_without_a_camera(app_with):
    assert b'id="signs"' in Phone(app_with(Waiting())).get("/aim").data
    assert b"No camera is attached" in Phone(app_with(None)).get("/aim").data


def test_only_the_host_sees_the_settings(app_with):
    app = app_with(Waiting())
    host, guest = Phone(app), Phone(app)
    host.post("/api/host")
    assert guest.get("/api/settings").status_code == 403
    assert host.get("/api/settings").json["settings"] == [
        {"name": "port", "value": 8080, "source": "/etc/companion.toml"}
    ]
