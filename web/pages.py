"""The pages, the drawings and the fonts; everything comes from this machine."""

from functools import lru_cache
from hashlib import sha256
from importlib import resources
from io import BytesIO
from pathlib import Path

import segno
from flask import Blueprint, Response, abort, render_template, request

from web import art
from web.desk import desk

pages = Blueprint("pages", __name__)
_FONTS = {"regular": "SourceSansPro-Regular.otf", "bold": "SourceSansPro-Bold.otf"}
_LONG_S = 30 * 24 * 3600


@pages.get("/")
def play() -> str:
    return render_template("play.html", page="play")


@pages.get("/table")
def table() -> str:
    has_photos = desk().photos is not None
    return render_template("table.html", page="table", has_camera=desk().eyes is not None, has_photos=has_photos)


@pages.get("/host")
def host() -> str:
    return render_template("host.html", page="host", address=desk().address)


@pages.get("/aim")
def aim() -> str:
    """The camera's picture while it is being hung."""
    return render_template("aim.html", page="aim", has_camera=desk().eyes is not None)


@pages.get("/history")
def history() -> str:
    return render_template("history.html", page="history")


@pages.get("/tv")
def tv() -> str:
    return render_template("tv.html", page="tv", address=desk().address)


@pages.get("/sim")
def sim() -> tuple[str, int]:
    simulated = desk().sim is not None
    return render_template("sim.html", page="sim", simulated=simulated), 200 if simulated else 404


@pages.get("/api")
def api_page() -> str:
    words = resources.files("web").joinpath("API.md").read_text(encoding="utf-8")
    return render_template("api.html", page="api", words=words)


@pages.get("/qr.svg")
def qr() -> Response:
    """The address as a QR code; dark on light whatever the theme, so that every phone reads it."""
    out = BytesIO()
    segno.make(desk().address, error="m").save(out, kind="svg", scale=8, border=3, dark="#0b2b33", light="#fffaf0")
    return Response(out.getvalue(), content_type="image/svg+xml")  # not to be kept: the network may come late


@pages.get("/font/<name>.otf")
def font(name: str) -> Response:
    if name not in _FONTS:
        abort(404)
    return _kept(_font(_FONTS[name]), "font/otf")


@pages.get("/art/<game>/sheet.svg")
def sheet(game: str) -> Response:
    """All pieces of a game and its field for the phone's board, as symbols of one file."""
    return _kept(art.sheet(game).encode(), "image/svg+xml")


@pages.get("/art/<game>/field.svg")
def field(game: str) -> Response:
    return _kept(art.field_svg(game).encode(), "image/svg+xml")


@pages.get("/art/<game>/<piece>.svg")
def piece(game: str, piece: str) -> Response:
    """A piece as the kit prints it; `?back=1` its other side."""
    return _kept(art.piece_svg(game, piece, bool(request.args.get("back"))).encode(), "image/svg+xml")


@lru_cache
def _font(name: str) -> bytes:
    files = resources.files("font_source_sans_pro").joinpath("files")
    return Path(str(files.joinpath(name))).read_bytes()


def _kept(data: bytes, kind: str) -> Response:
    """A file that phones keep; its tag is its content."""
    reply = Response(data, content_type=kind)
    reply.set_etag(sha256(data).hexdigest()[:20])
    reply.cache_control.max_age = _LONG_S
    reply.cache_control.public = True
    reply.make_conditional(request)
    return reply
