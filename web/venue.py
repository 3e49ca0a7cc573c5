"""The venue's page: all tables of a club live on a big screen and on phones, tonight's results, records, the league."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import tzinfo
from functools import lru_cache
from io import BytesIO
from threading import Event
from typing import Any

import msgspec
import segno
from flask import Flask, Response, abort, current_app, render_template, request

from companion.club.hall import Hall, table_json
from companion.club.league import VenueConfig, league, records, tonight, tonight_json
from companion.errors import CompanionError
from companion.games import game_named
from companion.games.protocol import Json, to_json
from web import shelf
from web.board import layout_json
from web.desk import answer
from web.feed import change, encode, event
from web.guard import refuse_strange_names
from web.pages import field, kept, sheet
from web.people import NotAllowed
from web.places import Places, away

HEARTBEAT_S = 5.0
GATHER_S = 0.05  # what happens within this is sent together
MOST_STREAMS = 60
_POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'"


class Board(Places):
    """What the venue's pages are sent: everything once, then the tables that changed."""

    def __init__(self, hall: Hall, config: VenueConfig, clock: Callable[[], float], zone: tzinfo | None = None) -> None:
        super().__init__(MOST_STREAMS)
        self.hall, self.config, self._clock, self._zone = hall, config, clock, zone
        self._closing = Event()
        self._club: tuple[int, dict[str, Json]] = (-1, {})

    def look(self) -> tuple[int, dict[str, Json]]:
        """The hall's newest number, and the whole page at that moment."""
        with self.hall.lock:
            tables = {one.name: table_json(one) for one in self.hall.tables()}
            return self.hall.news, {"tables": tables, **self._around()}

    def _around(self) -> dict[str, Json]:
        """What is not a table's: faults, results, records and the league, made once per result."""
        hall = self.hall
        if self._club[0] != hall.results_stamp or not self._club[1]:
            played, now = hall.results(), self._clock()
            club = {
                "title": self.config.title,
                "faults": list(hall.faults.values()),
                "tonight": tonight_json(tonight(played, now, self._zone)),
                "records": to_json(records(played, self._zone)),
                "league": to_json(league(played, self.config, now, self._zone)),
                "games": len(played),
            }
            self._club = hall.results_stamp, club
        return self._club[1]

    def events(self, is_gone: Callable[[], bool]) -> Iterator[bytes]:
        """Server-sent events for one page; ends when it is gone."""
        news, look = self.look()
        yield b"retry: 2000\n\n" + event("hello", {"now": self._clock()}) + event("look", look)
        quiet_s = 0.0
        while not self.is_closed and not is_gone():
            newest = self.hall.wait(news, 1.0)
            if newest == news:
                quiet_s += 1.0
                if quiet_s >= HEARTBEAT_S:
                    quiet_s = 0.0
                    yield event("beat", {"now": self._clock()})
                continue
            self._closing.wait(GATHER_S)
            news, patch = self._step(news, look)
            quiet_s = 0.0
            if patch:
                yield event("change", patch)

    def _step(self, since: int, look: dict[str, Json]) -> tuple[int, dict[str, Json]]:
        """Brings a page's look up to now, in place, and returns the merge patch that does so."""
        patch: dict[str, Json] = {}
        with self.hall.lock:
            news, shown = self.hall.news, self.hall.tables()
            fresh = {one.name: table_json(one) for one in shown if one.stamp > since or one.name not in look["tables"]}
            gone = set(look["tables"]) - {one.name for one in shown}
            around = self._around() if self.hall.results_stamp > since else None
        tables: dict[str, Json] = {name: change(look["tables"].get(name, {}), new) for name, new in fresh.items()}
        tables = {name: one for name, one in tables.items() if one} | dict.fromkeys(gone)
        look["tables"] = {name: one for name, one in {**look["tables"], **fresh}.items() if name not in gone}
        if tables:
            patch["tables"] = tables
        if around is not None:
            patch |= {key: value for key, value in around.items() if look.get(key) != value}
            look |= around
        return news, patch

    def close(self) -> None:
        """Ends all streams, each within a second."""
        self.is_closed = True
        self._closing.set()


@dataclass(frozen=True)
class _Desk:
    """What the routes reach for; the server finds the streams under `feed`."""

    feed: Board
    locate: Callable[[], str]


def create_venue(
    hall: Hall, config: VenueConfig, clock: Callable[[], float], locate: Callable[[], str], zone: tzinfo | None = None
) -> Flask:
    """The web application of one venue."""
    app = Flask(__name__)
    app.extensions["companion"] = _Desk(Board(hall, config, clock, zone), locate)
    routes: dict[str, Callable[..., Any]] = {
        "/": page,
        "/api/look": look,
        "/api/stream": stream,
        "/api/layout": layout,
        "/qr/<table>.svg": qr,
        "/kept/<stem>.<mark>.<kind>": kept,
        "/art/<game>/sheet.svg": sheet,
        "/art/<game>/field.svg": field,
    }
    for rule, view in routes.items():
        app.add_url_rule(rule, view_func=view)
    app.before_request(lambda: refuse_strange_names(request, locate()))
    app.after_request(_dress)
    app.register_error_handler(CompanionError, _refused)
    app.context_processor(lambda: {"kept": shelf.address})
    return app


def _desk() -> _Desk:
    found: _Desk = current_app.extensions["companion"]
    return found


def page() -> str:
    board = _desk().feed
    return render_template("venue.html", title=board.config.title, address=_desk().locate())


def look() -> Response:
    return answer(_desk().feed.look()[1])


def stream() -> Response:
    board = _desk().feed
    if not board.open():
        full = answer({"ok": False, "code": "full", "reason": "too many pages listen already; ask /api/look"}, 503)
        full.headers["Retry-After"] = "10"
        return full
    reply = Response(board.events(away(request.environ)), content_type="text/event-stream")
    reply.call_on_close(board.leave)
    reply.headers["X-Accel-Buffering"] = "no"
    return reply


def layout() -> Response:
    """A kind of table in millimetres: `?game=NAME&players=["a","b"]&options={}`."""
    asked = request.args
    return Response(
        _layout(asked.get("game", ""), asked.get("players", "[]"), asked.get("options", "{}")),
        content_type="application/json",
    )


@lru_cache(maxsize=64)
def _layout(game: str, players: str, options: str) -> bytes:
    try:
        names = msgspec.json.decode(players, type=tuple[str, ...])
        chosen = msgspec.json.decode(options, type=dict[str, str | int | bool | None])
    except msgspec.MsgspecError:
        abort(400)
    return encode(layout_json(game_named(game).layout(names, chosen), names))


def qr(table: str) -> Response:
    """The address of a table's own page, for whoever stands before the screen."""
    hall = _desk().feed.hall
    with hall.lock:
        address = next((one.now.address for one in hall.tables() if one.name == table and one.now is not None), "")
    if not address.startswith(("http://", "https://")):
        abort(404)
    out = BytesIO()
    segno.make(address, error="m").save(out, kind="svg", scale=4, border=2, dark="#0b2b33", light="#fffaf0")
    return Response(out.getvalue(), content_type="image/svg+xml")


def _dress(reply: Response) -> Response:
    reply.headers.setdefault("Content-Security-Policy", _POLICY)
    reply.headers.setdefault("X-Content-Type-Options", "nosniff")
    reply.headers.setdefault("Referrer-Policy", "same-origin")
    reply.headers.setdefault("Cache-Control", "no-cache")
    return shelf.pack(reply, request)


def _refused(wrong: CompanionError) -> Response:
    status = 403 if isinstance(wrong, NotAllowed) else 422
    return answer({"ok": False, "code": "refused", "reason": str(wrong)}, status)
