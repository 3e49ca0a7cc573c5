"""The call for help of a table that belongs to a club: whoever is seated may call, and take it back."""

from flask import Blueprint, Response

from companion.club.telling import HELP
from web.desk import answer, asked, desk, token
from web.people import NotAllowed
from web.shapes import HelpRequest

help_api = Blueprint("help_api", __name__, url_prefix="/api")


@help_api.post("/help")
def call() -> Response:
    """Calls for help, or says that it has come: {"help": true}. It is kept with the game, since the first call."""
    wanted = asked(HelpRequest).help
    desk().people.refuse_strangers(token())
    if not desk().about.in_club:
        raise NotAllowed("no_club", "nobody would hear it: this table belongs to no club; see mqtt in its settings")
    table = desk().table
    with table.lock:
        since = (table.kept(HELP) or desk().clock()) if wanted else None
        table.keep(HELP, since)
    return answer({"ok": True, "help": since})
