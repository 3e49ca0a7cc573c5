"""What phones keep: scripts, styles, fonts and drawings, made once, compressed once, and named by their content."""

import gzip
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib import resources
from io import BytesIO
from pathlib import Path

from flask import Request, Response

from web import bundle

FOREVER = "public, max-age=31536000, immutable"  # its name is its content
FONTS = {"regular": "SourceSansPro-Regular.otf", "bold": "SourceSansPro-Bold.otf"}
_LETTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *map(ord, "ŒœŠšŽžŁł–—‘’“”„…→‹›−×·"),
)  # others: the phone's own font
_WORTH_PACKING = 600  # bytes; below it the header costs more than is won


@dataclass(frozen=True)
class Ware:
    """A file as it goes out."""

    data: bytes
    packed: bytes
    kind: str
    mark: str  # of its content


@lru_cache(maxsize=256)
def ware(data: bytes, kind: str) -> Ware:
    """Compressed as well as can be: it is done once. Pictures are compressed already."""
    packed = data if kind.startswith("image/png") else gzip.compress(data, 9, mtime=0)
    return Ware(data, packed, kind, sha256(data).hexdigest()[:12])


def handed(what: Ware, request: Request, keep: str = FOREVER) -> Response:
    """The file as that browser takes it, or 304."""
    zipped = what.packed is not what.data and takes_gzip(request)
    reply = Response(what.packed if zipped else what.data, content_type=what.kind)
    if zipped:
        reply.headers["Content-Encoding"] = "gzip"
    reply.headers["Vary"] = "Accept-Encoding"
    reply.headers["Cache-Control"] = keep
    reply.set_etag(what.mark, weak=True)
    reply.make_conditional(request)
    return reply


def takes_gzip(request: Request) -> bool:
    return bool(request.accept_encodings["gzip"])


def pack(reply: Response, request: Request) -> Response:
    """Compresses an answer made just now, where it is text, whole and worth it."""
    is_text = reply.mimetype in ("text/html", "application/json", "image/svg+xml")
    if not is_text or reply.is_streamed or reply.direct_passthrough or "Content-Encoding" in reply.headers:
        return reply
    reply.vary.add("Accept-Encoding")
    if takes_gzip(request) and len(reply.get_data()) >= _WORTH_PACKING:
        reply.set_data(gzip.compress(reply.get_data(), 5))
        reply.headers["Content-Encoding"] = "gzip"
    return reply


@cache
def kept(name: str) -> Ware:
    """`play.js` and the like, `page.css`, `regular.woff`; KeyError for anything else."""
    stem, _, kind = name.rpartition(".")
    if kind == "css" and stem == "page":
        return ware(bundle.styles(lambda font: address(f"{font}.woff")).encode(), "text/css; charset=utf-8")
    if kind == "woff":
        data = _font(FONTS[stem])
        return Ware(data, data, "font/woff", _font_mark(stem))
    if kind == "js" and resources.files("web").joinpath("static", name).is_file():
        return ware(bundle.script(stem).encode(), "text/javascript; charset=utf-8")
    raise KeyError(name)


@cache
def address(name: str) -> str:
    """Where that file is kept: its content is part of its name, so phones ask for it once."""
    stem, _, kind = name.rpartition(".")
    mark = _font_mark(stem) if kind == "woff" else kept(name).mark
    return f"/kept/{stem}.{mark}.{kind}"


def script_of(page: str) -> str:
    """A page's own script, where it has one."""
    has_own = resources.files("web").joinpath("static", f"{page}.js").is_file()
    return address(f"{page}.js" if has_own else "still.js")


@cache
def _font_mark(name: str) -> str:
    """Of what the font is cut from and how: cutting takes a second or two, and no page waits for it."""
    return sha256(_font_file(FONTS[name]).read_bytes() + repr(_LETTERS).encode()).hexdigest()[:12]


def _font_file(file: str) -> Path:
    return Path(str(resources.files("font_source_sans_pro").joinpath("files", file)))


def _font(file: str) -> bytes:
    """The letters of western Europe out of a font that has two thousand."""
    from fontTools import subset  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    wanted = subset.Options(layout_features=["kern", "tnum"], hinting=False, name_IDs=[], notdef_outline=True)
    cutter, out = subset.Subsetter(wanted), BytesIO()
    with TTFont(_font_file(file)) as font:
        cutter.populate(unicodes=_LETTERS)
        cutter.subset(font)
        font.flavor = "woff"
        font.save(out)
    return out.getvalue()
