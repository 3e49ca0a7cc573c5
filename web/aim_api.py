"""The JSON API around the camera and the machine: how well it is aimed, and which settings are in force."""

from flask import Blueprint, Response

from companion.games.protocol import to_json
from companion.watch.signs import corners, signs
from web.desk import answer, desk, token

aim_api = Blueprint("aim_api", __name__, url_prefix="/api")


@aim_api.get("/aim")
def aim() -> Response:
    """How well the camera is aimed: a finding each for corners, size, angle, light, focus and glare."""
    eyes = desk().eyes
    glance = eyes.glance() if eyes is not None else None
    if glance is None:
        return answer({"camera": desk().about.camera, "picture": None, "corners": [], "findings": []})
    layout = glance.layout or desk().table.sitting.layout
    found = corners(glance.look, layout)
    return answer(
        {
            "camera": desk().about.camera,
            "picture": list(glance.size_px),
            "corners": [{"name": c.name, "x": c.x, "y": c.y, "seen": c.is_seen and not c.is_outside} for c in found],
            "findings": [to_json(finding) for finding in signs(glance.look, glance.frame.pixels, layout)],
        }
    )


@aim_api.get("/settings")
def settings() -> Response:
    """The settings in force and where each comes from; for hosts."""
    desk().people.refuse_guests(token())
    return answer({"settings": [to_json(setting) for setting in desk().about.settings]})
