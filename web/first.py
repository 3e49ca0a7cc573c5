"""What a page brings along: the headline, and the answers its script would ask for first, so that nobody waits."""

from flask import request
from markupsafe import Markup

from companion.games.protocol import Json
from web.desk import desk, token, who
from web.feed import encode, event_id
from web.host_api import me_json

_BOARDED = ("/", "/table", "/history", "/tv")  # pages with a board: its drawings are asked for with the page


def first() -> dict[str, Json]:
    """For the template: the look of this phone's first seat (of the open table on the big screen), and who it is."""
    viewer = who() if request.path == "/" else None
    look = desk().feed.sent(viewer)
    given = {
        "as": viewer,
        "look": look,
        "id": event_id(look.get("id"), look.get("number")),
        "boot": desk().feed.boot,
        "now": desk().clock(),
        "answers": {"/api/me": me_json(token())},
    }
    drawn = look["game"] if look["playing"] and request.path in _BOARDED else None
    return {"look": look, "given": as_script(given), "drawn": drawn}


def as_script(data: Json) -> Markup:
    """JSON that can stand inside a page: no text in it can end the script element.

    >>> as_script({"name": "</script>"})
    Markup('{"name":"\\\\u003c/script>"}')
    """
    return Markup(encode(data).decode().replace("<", "\\u003c"))
