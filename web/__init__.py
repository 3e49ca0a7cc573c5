"""The companion's pages and JSON API: a scoreboard on every phone, live."""

import logging
import time
import traceback
from collections.abc import Callable

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError, JournalError, StaleAction
from companion.play.table import Table
from companion.watch.lookout import Glance
from web.api import api
from web.desk import Desk, Malformed, answer, desk
from web.feed import Feed
from web.guard import Hasty, TooFast, refuse_foreign
from web.host_api import host_api
from web.looks import refusal_json
from web.pages import pages
from web.people import NotAllowed, People
from web.server import Server, serve
from web.views import EyesView, SimTable

__all__ = ["EyesView", "Server", "SimTable", "create_app", "serve"]

log = logging.getLogger(__name__)
_POLICY = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'"


def create_app(
    table: Table,
    *,
    address: str,
    sim: SimTable | None = None,
    eyes: EyesView | None = None,
    photos: Callable[[bytes], tuple[Glance, int]] | None = None,
    clock: Callable[[], float] = time.time,
    pin: str | None = None,
    most_streams: int = 200,
) -> Flask:
    """The web application of one table; `app.config["PIN"]` lets further hosts in."""
    people = People(table, pin, has_bots=sim is not None)
    feed = Feed(table, people, clock, most_streams)
    app = Flask(__name__)
    app.config["PIN"] = people.pin
    app.config["MAX_CONTENT_LENGTH"] = 16 * 1024 * 1024
    app.extensions["companion"] = Desk(
        table, feed, people, address, clock, Hasty(clock, 40, 10), Hasty(clock, 5, 1 / 12), sim, eyes, photos
    )
    for blueprint in (pages, api, host_api):
        app.register_blueprint(blueprint)
    app.before_request(_check)
    app.after_request(_dress)
    app.register_error_handler(CompanionError, _refused)
    app.register_error_handler(HTTPException, _missing)
    app.register_error_handler(Exception, _broken)
    app.context_processor(lambda: {"simulated": sim is not None})
    return app


def _check() -> None:
    """Everything that changes something must come from our own pages, and not too fast."""
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        refuse_foreign(request, desk().address)
        desk().haste.take(request.remote_addr or "")


def _dress(reply: Response) -> Response:
    reply.headers.setdefault("Content-Security-Policy", _POLICY)
    reply.headers.setdefault("X-Content-Type-Options", "nosniff")
    reply.headers.setdefault("Referrer-Policy", "same-origin")
    reply.headers.setdefault("Cache-Control", "no-cache")
    return reply


def _refused(wrong: CompanionError) -> Response:
    """What the rules, the table or the door refuse, unchanged for the phone."""
    refusal = refusal_json(wrong)
    if isinstance(wrong, NotAllowed):
        refusal["code"] = wrong.code
    return answer({**refusal, "number": desk().table.number}, _status(wrong))


def _status(wrong: CompanionError) -> int:
    kinds = ((TooFast, 429), (NotAllowed, 403), (StaleAction, 409), (Malformed, 400), (JournalError, 500))
    return next((status for kind, status in kinds if isinstance(wrong, kind)), 422)


def _missing(wrong: HTTPException) -> Response | tuple[str, int]:
    """An address that is not there, a method that is not taken."""
    status = wrong.code or 500
    if request.path.startswith("/api/"):
        reason = f"{request.method} {request.path}: {(wrong.name or '').lower()}; the API is described at /api"
        return answer({"ok": False, "code": "not_found" if status == 404 else "refused", "reason": reason}, status)
    return render_template("missing.html", page="missing", path=request.path, status=status), status


def _broken(wrong: Exception) -> Response | tuple[str, int]:
    """Our own mistake: logged, and shown so that it can be told."""
    log.error("%s %s", request.method, request.path, exc_info=wrong)
    trace = "".join(traceback.format_exception(wrong))
    if request.path.startswith("/api/"):
        reason = f"the companion stumbled over its own mistake: {type(wrong).__name__}: {wrong}"
        return answer({"ok": False, "code": "broken", "reason": reason, "trace": trace}, 500)
    return render_template("broken.html", page="broken", trace=trace), 500
