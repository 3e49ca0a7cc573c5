"""The call for help of a table that belongs to a club: whoever is seated may call, and take it back."""

from flask import Blueprint, Response

from companion.club.telling import HELP
from web.desk import Malformed, answer, body, desk, token

help_api = Blueprint("help_api", __name__, url_prefix="/api")


@help_api.post("/help")
def call() -> Response:
    """Calls for help, or says that it has come: {"help": true}. It is kept with the game, since the first call."""
    wanted = body().get("help")
    if not isinstance(wanted, bool):
        raise Malformed("help must be true or false")
    desk().people.refuse_strangers(token())
    table = desk().table
    with table.lock:
        since = (table.kept(HELP) or desk().clock()) if wanted else None
        table.keep(HELP, since)
    return answer({"ok": True, "help": since})
