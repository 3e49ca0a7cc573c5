"""The JSON API of the game on the table: looks, the stream of events, actions, answers, undo, corrections."""

from collections.abc import Iterable

from flask import Blueprint, Response, current_app, request

from companion.errors import BadInput
from companion.games import game_named
from companion.games.protocol import Json
from companion.play.journal import By, Entry
from web.board import layout_json
from web.desk import Malformed, answer, asked, desk, number_of, token, viewer, who
from web.feed import packed
from web.looks import glance_json
from web.mending import foreseen
from web.openapi import document
from web.people import NotAllowed
from web.places import away
from web.shapes import (
    ActionRequest,
    AnswerRequest,
    CorrectRequest,
    MoveRequest,
    PreviewRequest,
    RemoveRequest,
    StepsRequest,
)
from web.shelf import takes_gzip
from web.travel import history_lines, legal_instead, legal_now, look_back, standing_step
from web.views import SimTable
from web.words import entry_json, maker_of

api = Blueprint("api", __name__, url_prefix="/api")


@api.get("/look")
def look() -> Response:
    """Everything one viewer's phone shows; `?entry=N` as it was then. Pollers send If-None-Match."""
    of, entry = viewer(), number_of("entry")
    if entry is not None:
        return answer(look_back(desk().table, entry, of))
    found = desk().feed.look(of)
    reply = answer(found)
    reply.set_etag(f"{desk().feed.boot}-{found['news']}", weak=True)
    reply.headers["X-Companion-Now"] = f"{desk().clock():.3f}"
    return reply


@api.get("/stream")
def stream() -> Response:
    """Server-sent events: hello, missed entries, the whole look, then entries and changes as they come."""
    feed, of = desk().feed, viewer()
    if not feed.open():
        full = answer({"ok": False, "code": "full", "reason": "too many phones listen already; ask /api/look"}, 503)
        full.headers["Retry-After"] = "10"
        return full
    is_away = away(request.environ)
    people, mine = desk().people, token()

    def is_gone() -> bool:
        """The phone is away, or no longer in the seat whose view it gets."""
        return is_away() or (of is not None and of not in people.seats_of(mine))

    last_id = request.headers.get("Last-Event-ID") or request.args.get("last", "")
    events = feed.events(of, last_id, is_gone, request.args.get("have", ""))
    zipped = takes_gzip(request)
    reply = Response(packed(events) if zipped else events, content_type="text/event-stream")
    if zipped:
        reply.headers["Content-Encoding"] = "gzip"
    reply.call_on_close(feed.leave)
    reply.headers["X-Accel-Buffering"] = "no"
    return reply


@api.get("/prompts")
def prompts() -> Response:
    """The prompts with all their choices: a stream leaves long lists out and says how many in `left_out`."""
    found = desk().feed.look(viewer())
    return answer({"number": found.get("number"), "prompts": found["view"]["prompts"] if found["playing"] else []})


@api.get("/layout")
def layout() -> Response:
    """The table in millimetres: of the game being played, or of `?game=`."""
    table = desk().table
    if name := request.args.get("game"):
        return answer(layout_json(game_named(name).layout(), ()))
    with table.lock:
        sitting = table.sitting
    return answer(layout_json(sitting.layout, sitting.saved.players))


@api.get("/entries")
def entries() -> Response:
    """The journal in words, from `?after=N` on."""
    lines = history_lines(desk().table, number_of("after") or 0, viewer(), _acts_for)
    return answer({"number": desk().table.number, "entries": lines})


@api.get("/legal")
def legal() -> Response:
    """What this phone may do now; with `?before=N` what could have been done instead of that entry, to correct it."""
    before = number_of("before")
    if before is None:
        return answer(legal_now(desk().table, _acts_for))
    _refuse_others_entry(before)
    return answer(legal_instead(desk().table, before, _acts_for))


@api.post("/action")
def action() -> Response:
    """Submits an action: {"action": {...}, "seen": N}."""
    said = asked(ActionRequest)
    raw = said.action
    player = raw["player"] if isinstance(raw.get("player"), str) else None
    desk().people.refuse_others_turns(token(), player)
    said_by = player if player in desk().people.seats_of(token()) else who()
    return _taken(desk().table.submit(raw, _by(), said_by, seen=said.seen))


@api.post("/answer")
def answered() -> Response:
    """Answers the open question: {"question": 3, "choice": 0}."""
    said = asked(AnswerRequest)
    question = desk().table.question
    desk().people.refuse_others_turns(token(), question.player if question else None)
    taken = desk().table.answer(said.question, said.choice, _by(), who())
    return answer({"ok": True, "number": desk().table.number, "entries": [_said(entry) for entry in taken]})


@api.post("/undo")
def undo() -> Response:
    """Takes back {"count": 1, "seen": N} steps: one's own, the host anybody's."""
    said = asked(StepsRequest)
    with desk().table.lock:
        _refuse_others_entries(desk().table.history.undoes(said.count))
        return _taken(desk().table.undo(_by(), who(), said.count, seen=said.seen))


@api.post("/redo")
def redo() -> Response:
    """Does again what was taken back."""
    said = asked(StepsRequest)
    with desk().table.lock:
        _refuse_others_entries(desk().table.history.redoes(said.count))
        return _taken(desk().table.redo(_by(), who(), said.count, seen=said.seen))


@api.post("/correct")
def correct() -> Response:
    """Replaces a past action: {"entry": 7, "action": {...}, "seen": N}; what followed is worked out again."""
    said = asked(CorrectRequest)
    desk().people.refuse_strangers(token())
    with desk().table.lock:
        _refuse_others_entry(said.entry)
        desk().people.refuse_others_turns(token(), maker_of(said.action))
        return _taken(desk().table.correct(said.entry, said.action, _by(), who(), seen=said.seen))


@api.post("/remove")
def remove() -> Response:
    """Takes a past entry out: {"entry": 7, "seen": N}; what followed is worked out again."""
    said = asked(RemoveRequest)
    desk().people.refuse_strangers(token())
    with desk().table.lock:
        _refuse_others_entry(said.entry)
        return _taken(desk().table.remove(said.entry, _by(), who(), seen=said.seen))


@api.post("/preview")
def preview() -> Response:
    """What would follow if entry N were that action, or (without an action) had never been; changes nothing."""
    said = asked(PreviewRequest)
    desk().people.refuse_strangers(token())
    with desk().table.lock:
        _refuse_others_entry(said.entry)
        return answer(foreseen(desk().table, said.entry, said.action, who()))


@api.get("/eyes")
def eyes() -> Response:
    """What the camera last saw, without the picture."""
    camera = desk().eyes
    glance = camera.glance() if camera is not None else None
    layout = (glance.layout if glance is not None else None) or desk().table.sitting.layout
    return answer({"camera": camera is not None, **glance_json(glance, layout)})


@api.get("/eyes.jpg")
def picture() -> Response:
    """The camera's last picture; sent only when asked for."""
    camera = desk().eyes
    glance = camera.glance() if camera is not None else None
    if glance is None:
        return answer({"ok": False, "code": "no_picture", "reason": "there is no picture from the camera yet"}, 404)
    return Response(glance.jpeg(), content_type="image/jpeg", headers={"Cache-Control": "no-store"})


@api.post("/photo")
def photo() -> Response:
    """Reads a photo of the table taken with a phone: the body is the picture itself."""
    desk().people.refuse_strangers(token())
    read = desk().photos
    if read is None:
        raise BadInput("this companion reads no photos; enter the move on a phone")
    data = request.get_data()
    if not data:
        raise Malformed("no picture came with the request; send the photo's bytes as the body")
    glance, entries = read(data)
    problems = glance_json(glance, glance.layout or desk().table.sitting.layout)["problems"]
    return answer(
        {"ok": True, "seen": {"pieces": len(glance.look.sightings), "entries": entries, "problems": problems}}
    )


@api.get("/sim")
def pieces() -> Response:
    """Where the pieces of the simulated table lie."""
    return answer({"pieces": list(_sim().pieces())})


@api.post("/sim/move")
def move_piece() -> Response:
    """Moves a piece of the simulated table: {"id", "x_mm", "y_mm", "turned_deg"}."""
    said = asked(MoveRequest)
    desk().people.refuse_strangers(token())
    _sim().move(said.id, said.x_mm, said.y_mm, said.turned_deg)
    return answer({"ok": True})


@api.get("/openapi.json")
def openapi() -> Response:
    """This description."""
    return answer(document(current_app))


def _acts_for(player: str | None) -> bool:
    return desk().people.acts_for(token(), player)


def _refuse_others_entry(number: int) -> None:
    """What somebody did is theirs and the host's to change."""
    desk().people.refuse_others_entry(token(), number, maker_of(standing_step(desk().table, number).action))


def _refuse_others_entries(entries: Iterable[Entry]) -> None:
    desk().people.refuse_strangers(token())
    for entry in entries:
        desk().people.refuse_others_entry(token(), entry.number, maker_of(entry.action))


def _sim() -> SimTable:
    if (sim := desk().sim) is None:
        raise NotAllowed("not_simulated", "this table is a real one; the simulated table runs with --camera sim")
    return sim


def _by() -> By:
    return "phone" if desk().people.seats_of(token()) else "host"


def _taken(entry: Entry) -> Response:
    return answer({"ok": True, "number": entry.number, "entry": _said(entry)})


def _said(entry: Entry) -> Json:
    """An entry as the phone that made it may know it."""
    sitting = desk().table.sitting
    return entry_json(sitting.game, sitting.history, entry, who())
