"""The API described for programs: OpenAPI 3.1, made of the routes that are there and the types they speak."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from flask import Flask

from companion.games.protocol import Json
from companion.play.evenings import Evenings
from web import shapes

JSON, BYTES = "application/json", "application/octet-stream"


@dataclass(frozen=True)
class Route:
    """What a route takes and gives; a `kind` other than JSON stands for bytes."""

    gives: type | None = None
    takes: type | None = None
    query: tuple[str, ...] = ()
    kind: str = JSON
    sent: str = JSON


ROUTES: Mapping[str, Route] = {
    "GET /api/look": Route(shapes.Look, query=("as", "entry")),
    "GET /api/stream": Route(query=("as", "last", "have"), kind="text/event-stream"),
    "GET /api/prompts": Route(shapes.Prompts, query=("as",)),
    "GET /api/layout": Route(shapes.LayoutShown, query=("game",)),
    "GET /api/entries": Route(shapes.Entries, query=("as", "after")),
    "GET /api/legal": Route(shapes.Legal, query=("before",)),
    "POST /api/action": Route(shapes.Taken, shapes.ActionRequest),
    "POST /api/answer": Route(shapes.Answered, shapes.AnswerRequest),
    "POST /api/undo": Route(shapes.Taken, shapes.StepsRequest),
    "POST /api/redo": Route(shapes.Taken, shapes.StepsRequest),
    "POST /api/correct": Route(shapes.Taken, shapes.CorrectRequest),
    "POST /api/remove": Route(shapes.Taken, shapes.RemoveRequest),
    "POST /api/preview": Route(shapes.Foreseen, shapes.PreviewRequest),
    "GET /api/eyes": Route(shapes.Seen),
    "GET /api/eyes.jpg": Route(kind="image/jpeg"),
    "POST /api/photo": Route(shapes.PhotoRead, sent="image/*"),
    "GET /api/sim": Route(shapes.Pieces),
    "POST /api/sim/move": Route(shapes.Fine, shapes.MoveRequest),
    "GET /api/me": Route(shapes.Me),
    "POST /api/join": Route(shapes.Me, shapes.JoinRequest),
    "POST /api/leave": Route(shapes.Me, shapes.SeatRequest),
    "POST /api/host": Route(shapes.Me, shapes.HostRequest),
    "GET /api/games": Route(shapes.Games),
    "POST /api/games": Route(shapes.SatDown, shapes.StartRequest),
    "POST /api/proposal": Route(shapes.SatDown),
    "POST /api/games/{number}/load": Route(shapes.SatDown),
    "GET /api/export/{number}": Route(kind=JSON),
    "GET /api/backup": Route(kind=BYTES),
    "POST /api/import": Route(shapes.SatDown, sent=JSON),
    "POST /api/rematch": Route(shapes.SatDown),
    "POST /api/anew": Route(shapes.SatDown, shapes.AnewRequest),
    "POST /api/handover": Route(shapes.Me, shapes.SeatRequest),
    "GET /api/course": Route(shapes.Course),
    "GET /api/evenings": Route(Evenings),
    "POST /api/pause": Route(shapes.Paused, shapes.PauseRequest),
    "POST /api/timer": Route(shapes.Fine, shapes.TimerRequest),
    "POST /api/lights": Route(shapes.Fine),
    "GET /api/kit/{game}.pdf": Route(query=("paper",), kind="application/pdf"),
    "POST /api/help": Route(shapes.Helped, shapes.HelpRequest),
    "POST /api/bots": Route(shapes.BotsNow, shapes.BotsRequest),
    "GET /api/aim": Route(shapes.Aim),
    "GET /api/settings": Route(shapes.Settings),
    "GET /api/openapi.json": Route(kind=JSON),
}


def document(app: Flask) -> Json:
    """Every route of the API with its types; the sentences are those of the functions behind them."""
    types = [kind for route in ROUTES.values() for kind in (route.takes, route.gives) if kind is not None]
    schemas, components = msgspec.json.schema_components(
        [shapes.Refusal, *types], ref_template="#/components/schemas/{name}"
    )
    named = dict(zip([shapes.Refusal, *types], schemas, strict=True))
    paths: dict[str, dict[str, Json]] = {}
    for method, path, about in routes(app):
        route = ROUTES[f"{method} {path}"]
        paths.setdefault(path, {})[method.lower()] = _operation(method, path, about, route, named)
    return {
        "openapi": "3.1.0",
        "info": {"title": "The companion", "version": "1", "description": "See /api for the same in words."},
        "paths": paths,
        "components": {"schemas": components},
    }


def routes(app: Flask) -> list[tuple[str, str, str]]:
    """(method, path, about) of all that begins with /api/."""
    found = []
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            if str(rule).startswith("/api/"):
                about = (app.view_functions[rule.endpoint].__doc__ or "").strip().split("\n\n")[0]
                found.append((method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(rule)), " ".join(about.split())))
    return sorted(found, key=lambda one: (one[1], one[0]))


def _operation(method: str, path: str, about: str, route: Route, named: Mapping[type, Json]) -> Json:
    schema = {"schema": named[route.gives]} if route.gives else {}
    operation: dict[str, Json] = {
        "summary": about,
        "responses": {
            "200": {"description": "as asked", "content": {route.kind: schema}},
            "default": {"description": "refused", "content": {JSON: {"schema": named[shapes.Refusal]}}},
        },
    }
    if parameters := _parameters(method, path, route):
        operation["parameters"] = parameters
    if method == "POST":
        inside = {"schema": named[route.takes]} if route.takes else {}
        operation["requestBody"] = {"content": {route.sent: inside}}
    return operation


def _parameters(method: str, path: str, route: Route) -> list[Json]:
    kinds = {"number": "integer"}
    in_path = [_parameter(name, "path", kinds.get(name, "string")) for name in re.findall(r"\{(\w+)\}", path)]
    in_query = [_parameter(name, "query", "string") for name in route.query]
    if method == "GET":
        return [*in_path, *in_query]
    return [
        *in_path,
        _parameter("X-Companion", "header", "string", True),
        _parameter("Idempotency-Key", "header", "string"),
    ]


def _parameter(name: str, place: str, kind: str, needed: bool = False) -> Json:
    return {"name": name, "in": place, "required": needed or place == "path", "schema": {"type": kind}}
