"""The pages and the drawings; everything comes from this machine."""

from importlib import resources
from io import BytesIO

import segno
from flask import Blueprint, Response, abort, render_template, request

from companion.games import game_named, game_names
from companion.kit import svg
from web import art, shelf
from web.desk import desk
from web.feed import encode
from web.first import first
from web.people import names_kept
from web.share import share_svg

pages = Blueprint("pages", __name__)
ICONS = (180, 192, 512)
_DRAWN = "public, max-age=600, stale-while-revalidate=2592000"  # a new version's drawings are there the next time


@pages.get("/")
def play() -> str:
    return render_template("play.html", page="play", **first())


@pages.get("/table")
def table() -> str:
    has_photos = desk().photos is not None
    return render_template(
        "table.html", page="table", has_camera=desk().eyes is not None, has_photos=has_photos, **first()
    )


@pages.get("/host")
def host() -> str:
    return render_template("host.html", page="host", address=desk().address, **first())


@pages.get("/aim")
def aim() -> str:
    """The camera's picture while it is being hung."""
    return render_template("aim.html", page="aim", has_camera=desk().eyes is not None)


@pages.get("/history")
def history() -> str:
    return render_template("history.html", page="history", **first())


@pages.get("/tv")
def tv() -> str:
    return render_template("tv.html", page="tv", address=desk().address, **first())


@pages.get("/sim")
def sim() -> tuple[str, int]:
    simulated = desk().sim is not None
    return render_template("sim.html", page="sim", simulated=simulated), 200 if simulated else 404


@pages.get("/rules")
@pages.get("/rules/<name>")
def rules(name: str | None = None) -> str:
    """The rules in short, of the game on the table or of any other."""
    table = desk().table
    of = name or (table.game.name if table.is_playing else game_names()[0])
    if of not in game_names():
        abort(404)
    others = [(game_named(one).title, f"/rules/{one}") for one in game_names() if one != of]
    return render_template("rules.html", page="rules", game=game_named(of), others=others)


@pages.get("/api")
def api_page() -> str:
    words = resources.files("web").joinpath("API.md").read_text(encoding="utf-8")
    return render_template("api.html", page="api", words=words)


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """For whoever puts the page on the home screen: full screen, our name and icon."""
    icons = [{"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in ICONS]
    told = {
        "name": "The companion",
        "short_name": "Companion",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f3e8cf",
        "theme_color": "#0d2a33",
        "icons": [*icons, {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }
    return shelf.handed(shelf.ware(encode(told), "application/manifest+json"), request, _DRAWN)


@pages.get("/icon-<int:size>.png")
def icon(size: int) -> Response:
    """The icon with its ground, as home screens want it."""
    if size not in ICONS:
        abort(404)
    return shelf.handed(shelf.ware(art.icon_png(size), "image/png"), request, _DRAWN)


@pages.get("/share/<int:number>.<kind>")
def share(number: int, kind: str) -> Response:
    """A finished game as a picture to send round."""
    told = next((one for one in desk().table.remembered(names_kept) if one.id == number), None)
    if told is None or kind not in ("svg", "png"):
        abort(404)
    drawn = share_svg(told)
    data = svg.png(drawn, 4.0) if kind == "png" else drawn.encode()
    return shelf.handed(shelf.ware(data, "image/png" if kind == "png" else "image/svg+xml"), request, "no-cache")


@pages.get("/qr.svg")
def qr() -> Response:
    """The address as a QR code; dark on light whatever the theme, so that every phone reads it."""
    out = BytesIO()
    segno.make(desk().address, error="m").save(out, kind="svg", scale=8, border=3, dark="#0b2b33", light="#fffaf0")
    return Response(out.getvalue(), content_type="image/svg+xml")  # not to be kept: the network may come late


@pages.get("/kept/<stem>.<mark>.<kind>")
def kept(stem: str, mark: str, kind: str) -> Response:
    """A script, the styles, a font: what its name says for ever; under an old name only until the page is new."""
    try:
        found = shelf.kept(f"{stem}.{kind}")
    except KeyError:
        abort(404)
    return shelf.handed(found, request, shelf.FOREVER if found.mark == mark else "no-cache")


@pages.get("/art/<game>/sheet.svg")
def sheet(game: str) -> Response:
    """All pieces of a game and its field for the phone's board, as symbols of one file."""
    return _drawing(art.sheet(game))


@pages.get("/art/<game>/field.svg")
def field(game: str) -> Response:
    return _drawing(art.field_svg(game))


@pages.get("/art/<game>/<piece>.svg")
def piece(game: str, piece: str) -> Response:
    """A piece as the kit prints it; `?back=1` its other side."""
    return _drawing(art.piece_svg(game, piece, bool(request.args.get("back"))))


def _drawing(svg: str) -> Response:
    return shelf.handed(shelf.ware(svg.encode(), "image/svg+xml"), request, _DRAWN)
