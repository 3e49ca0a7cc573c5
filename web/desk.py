"""What every route reaches for: the table, its feed and people, and what the request brought along."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import msgspec
from flask import Response, current_app, request

from companion.errors import BadInput
from companion.games.protocol import Json
from companion.play.table import Table
from companion.watch.lookout import Glance
from web.about import NOTHING, About
from web.feed import Feed, encode
from web.guard import Hasty
from web.once import Once
from web.people import NotAllowed, People
from web.views import EyesView, SimTable

COOKIE = "companion"
T = TypeVar("T")


class Malformed(BadInput):
    """A request that cannot be read at all."""


@dataclass(frozen=True)
class Desk:
    """Everything behind the pages."""

    table: Table
    feed: Feed
    people: People
    locate: Callable[[], str]
    clock: Callable[[], float]
    haste: Hasty
    pin_haste: Hasty
    once: Once
    sim: SimTable | None = None
    eyes: EyesView | None = None
    photos: Callable[[bytes], tuple[Glance, int]] | None = None
    about: About = NOTHING

    @property
    def address(self) -> str:
        """Where phones find us just now."""
        return self.locate()


def desk() -> Desk:
    found: Desk = current_app.extensions["companion"]
    return found


def token() -> str | None:
    return request.cookies.get(COOKIE)


def who() -> str | None:
    """The first seat of this phone, for the record."""
    return next(iter(desk().people.seats_of(token())), None)


def viewer() -> str | None:
    """Whose eyes `?as=` asks for: only a phone in that seat has them."""
    asked = request.args.get("as") or None
    if asked is not None and asked not in desk().people.seats_of(token()):
        raise NotAllowed("not_your_seat", f"only the phone in {asked}'s seat sees that; take the seat first")
    return asked


def asked(kind: type[T]) -> T:
    """The request's JSON as that type."""
    try:
        return msgspec.json.decode(request.get_data() or b"{}", type=kind)
    except msgspec.ValidationError as wrong:
        raise Malformed(
            f"the request does not fit: {wrong}; {request.path} is described in /api/openapi.json"
        ) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise Malformed(f"the request is no JSON: {wrong}") from None


def number_of(arg: str) -> int | None:
    """A whole number of the address, if it is there."""
    value = request.args.get(arg)
    if value is None or value == "":
        return None
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        raise Malformed(f"{arg} must be a whole number, not {value!r}")
    return int(value)


def answer(data: Json, status: int = 200) -> Response:
    return Response(encode(data), status, content_type="application/json")
