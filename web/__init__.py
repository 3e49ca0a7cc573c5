"""The companion's pages and JSON API: a scoreboard on every phone, live."""

import logging
import time
import traceback
from collections.abc import Callable
from hashlib import sha256

from flask import Flask, Response, g, render_template, request
from werkzeug.exceptions import HTTPException

from companion.errors import CompanionError, IllegalAction, JournalError, StaleAction
from companion.games.naming import named_json
from companion.games.protocol import Paragraph
from companion.play.table import Table
from companion.watch.lookout import Glance
from web import shelf
from web.about import NOTHING, About
from web.aim_api import aim_api
from web.api import api
from web.desk import Desk, Malformed, answer, desk, token
from web.feed import Feed
from web.guard import Hasty, TooFast, guest, refuse_foreign, refuse_strange_names
from web.help_api import help_api
from web.host_api import host_api
from web.looks import refusal_json
from web.once import HEADER, Once
from web.pages import pages
from web.past_api import past_api
from web.people import NotAllowed, People
from web.server import Server, serve
from web.views import EyesView, SimTable
from web.words import rule_address

__all__ = ["About", "EyesView", "Server", "SimTable", "create_app", "serve"]

MOST_BYTES = 16 * 1024 * 1024
MOST_JSON_BYTES = 256 * 1024
_LARGE = ("/api/import", "/api/photo")  # whole files; all else is what one phone has to say
_MOST_REASON = 400  # letters of a refusal: a request is never sent back whole
log = logging.getLogger(__name__)
_POLICY = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'"


def create_app(
    table: Table,
    *,
    address: str | Callable[[], str],
    sim: SimTable | None = None,
    eyes: EyesView | None = None,
    photos: Callable[[bytes], tuple[Glance, int]] | None = None,
    clock: Callable[[], float] = time.time,
    ticks: Callable[[], float] = time.monotonic,
    pin: str | None = None,
    most_streams: int = 200,
    about: About = NOTHING,
) -> Flask:
    """The web application of one table; `app.config["PIN"]` lets further hosts in.

    `address` may be asked anew each time, for a network that comes late; haste is measured in `ticks`, which no
    correction of the clock moves.
    """
    people = People(table, pin, has_bots=sim is not None)
    feed = Feed(table, people, clock, most_streams)
    app = Flask(__name__)
    app.config["PIN"] = people.pin
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.extensions["companion"] = Desk(
        table,
        feed,
        people,
        _asked(address),
        clock,
        Hasty(ticks, 40, 10),
        Hasty(ticks, 5, 1 / 12),
        Once(ticks),
        sim,
        eyes,
        photos,
        about,
    )
    _wire(app)
    known = {"simulated": sim is not None, "in_club": about.in_club}
    app.context_processor(lambda: {**known, "kept": shelf.address, "script_of": shelf.script_of})
    return app


def _wire(app: Flask) -> None:
    """Every route, and what holds for all of them."""
    for blueprint in (pages, api, host_api, aim_api, past_api, help_api):
        app.register_blueprint(blueprint)
    app.before_request(_check)
    app.after_request(_dress)
    app.after_request(_settle)
    app.teardown_request(_give_up)
    app.register_error_handler(CompanionError, _refused)
    app.register_error_handler(HTTPException, _missing)
    app.register_error_handler(Exception, _broken)


def _asked(address: str | Callable[[], str]) -> Callable[[], str]:
    return address if callable(address) else lambda: address


def _check() -> Response | None:
    """Whoever asks must call us by our name; everything that changes something must come from our own pages, be of
    a size that people make, and not too fast."""
    if request.path not in _LARGE:
        request.max_content_length = MOST_JSON_BYTES
    refuse_strange_names(request, desk().address)
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        refuse_foreign(request, desk().address)
        desk().haste.take(guest(request))
        return _done_before()
    return None


def _done_before() -> Response | None:
    """The answer to the same request, if its sender said it before under the same key."""
    key = request.headers.get(HEADER)
    if not key:
        return None
    sender = token() or guest(request)
    again = desk().once.begin(sender, key, sha256(request.path.encode() + b" " + request.get_data()).digest())
    if again is None:
        g.first = sender, key
    return again


def _settle(reply: Response) -> Response:
    if first := g.pop("first", None):
        sender, key = first
        desk().once.finish(sender, key, reply)
    return reply


def _give_up(wrong: BaseException | None) -> None:
    """Whatever became of it: nobody waits for an answer that never came."""
    if first := g.pop("first", None):
        sender, key = first
        desk().once.finish(sender, key, None)


def _dress(reply: Response) -> Response:
    reply.headers.setdefault("Content-Security-Policy", _POLICY)
    reply.headers.setdefault("X-Content-Type-Options", "nosniff")
    reply.headers.setdefault("Referrer-Policy", "same-origin")
    reply.headers.setdefault("Cache-Control", "no-cache")
    return shelf.pack(tagged(by_name(reply)), request)


def by_name(reply: Response) -> Response:
    """Whatever is said calls people by the names they gave; what streams say is filled in where it is made."""
    if reply.mimetype == "application/json" and not reply.is_streamed:
        reply.set_data(named_json(reply.get_data(), desk().people.names()))
    return reply


def tagged(reply: Response) -> Response:
    """Every answer of the API that was only read has a tag; whoever has that answer already gets 304."""
    if request.method == "GET" and reply.status_code == 200 and reply.mimetype == "application/json":
        if "ETag" not in reply.headers:
            reply.set_etag(sha256(reply.get_data()).hexdigest()[:20], weak=True)
        reply.make_conditional(request)
    return reply


def _refused(wrong: CompanionError) -> Response:
    """What the rules, the table or the door refuse, unchanged for the phone."""
    refusal = refusal_json(wrong)
    refusal["reason"] = clipped(refusal["reason"])
    if isinstance(wrong, NotAllowed):
        refusal["code"] = wrong.code
    if (rule := _rule_behind(wrong)) is not None:
        refusal |= {"rule": rule_address(desk().table.game, rule.id), "title": rule.title, "text": rule.text}
    return answer({**refusal, "number": desk().table.number}, _status(wrong))


def _rule_behind(wrong: CompanionError) -> Paragraph | None:
    """The paragraph a refusal of the game on the table comes from; another game's setup is not about that."""
    table = desk().table
    if not isinstance(wrong, IllegalAction) or not table.is_playing or request.path == "/api/games":
        return None
    guide = table.game.guide
    return next((one for one in guide.paragraphs if one.id == guide.rule_of(wrong.code)), None)


def _status(wrong: CompanionError) -> int:
    kinds = ((TooFast, 429), (NotAllowed, 403), (StaleAction, 409), (Malformed, 400), (JournalError, 500))
    return next((status for kind, status in kinds if isinstance(wrong, kind)), 422)


def _missing(wrong: HTTPException) -> Response | tuple[str, int]:
    """An address that is not there, a method that is not taken."""
    status = wrong.code or 500
    if request.path.startswith("/api/"):
        reason = f"{request.method} {clipped(request.path)}: {(wrong.name or '').lower()}; the API is described at /api"
        return answer({"ok": False, "code": "not_found" if status == 404 else "refused", "reason": reason}, status)
    return render_template("missing.html", page="missing", path=request.path, status=status), status


def _broken(wrong: Exception) -> Response | tuple[str, int]:
    """Our own mistake: logged, and shown so that it can be told."""
    log.error("%s %s", request.method, request.path, exc_info=wrong)
    trace = "".join(traceback.format_exception(wrong))
    if request.path.startswith("/api/"):
        reason = clipped(f"the companion stumbled over its own mistake: {type(wrong).__name__}: {wrong}")
        return answer({"ok": False, "code": "broken", "reason": reason, "trace": clipped(trace, 8000)}, 500)
    return render_template("broken.html", page="broken", trace=clipped(trace, 8000)), 500


def clipped(text: str, most: int = _MOST_REASON) -> str:
    """The beginning and the end of a text.

    >>> clipped("abcdefghijklm", 9)
    'abcd ... jklm'
    """
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-(most // 2) :]}"
