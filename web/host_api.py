"""The JSON API around the game: seats, hosts, starting, saving, pausing."""

from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, Response, request

from companion.errors import BadInput
from companion.games import game_named, game_names
from companion.games.protocol import Json, to_json
from companion.play.journal import Saved, read_export
from web.board import badges
from web.desk import COOKIE, Malformed, answer, asked, desk, token
from web.guard import guest
from web.people import new_token
from web.shapes import (
    AnewRequest,
    BotsRequest,
    HostRequest,
    JoinRequest,
    PauseRequest,
    SeatRequest,
    StartRequest,
    TimerRequest,
)
from web.words import rule_address

host_api = Blueprint("host_api", __name__, url_prefix="/api")
_YEAR_S = 365 * 24 * 3600
MOST_LETTERS = 24  # in a name


@host_api.get("/me")
def me() -> Response:
    """Who this phone is: its seats, and whether it hosts."""
    return _me(token())


@host_api.post("/join")
def join() -> Response:
    """Takes a seat: {"player": "konga", "name": "Anna"}; the name may be left out."""
    said, mine = asked(JoinRequest), token() or new_token()
    desk().people.claim(said.player, mine, (said.name or "").strip())
    return _with_cookie(_me(mine), mine)


@host_api.post("/leave")
def leave() -> Response:
    """Gives a seat up; the host may free anyone's."""
    desk().people.leave(asked(SeatRequest).player, token() or "")
    return _me(token())


@host_api.post("/host")
def host() -> Response:
    """Becomes host: the first visitor just so, others with {"pin": "1234"}."""
    mine, pin = token() or new_token(), asked(HostRequest).pin
    if desk().people.has_host and not desk().people.is_host(mine):
        desk().pin_haste.take(guest(request))
    desk().people.become_host(mine, str(pin) if pin is not None else None)
    return _with_cookie(_me(mine), mine)


@host_api.get("/games")
def games() -> Response:
    """Which games can be played, and those in the journal."""
    table = desk().table
    return answer(
        {
            "playing": table.saved.id if table.is_playing else None,
            "bots": desk().people.has_bots,
            "games": [_game(name) for name in game_names()],
            "saved": [to_json(saved) for saved in table.games()],
        }
    )


@host_api.post("/games")
def start() -> Response:
    """Starts a game: {"game", "players": [names in seat order], "options": {...}, "bots": [names]}."""
    said = asked(StartRequest)
    desk().people.refuse_guests(token())
    players, bots = _names(said.players, "players"), _names(said.bots, "bots")
    if strange := sorted(set(bots) - set(players)):
        raise BadInput(f"no player {', '.join(strange)} for the bots to play; the players are {', '.join(players)}")
    people, table = desk().people, desk().table
    if bots:
        people.refuse_bots()
    if said.mine and said.mine not in players:
        raise BadInput(f"no player {said.mine} for the host to be; the players are {', '.join(players)}")
    with table.lock:
        group = people.leaving()
        saved = table.start(said.game, players, said.options, people.arriving(group, bots=bots))
        people.call({player: name.strip() for player, name in said.names.items()})
        if said.mine:
            people.claim(said.mine, token() or "")
    return _sat_down(saved)


@host_api.post("/proposal")
def proposal() -> Response:
    """Starts what board and figures on the table say; nothing was entered yet, so any phone with a seat may confirm."""
    people, table = desk().people, desk().table
    if people.has_host:
        people.refuse_strangers(token())
    with table.lock:
        found, group = table.proposal, people.leaving()
        if found is None:
            reason = "the table proposes nothing now; lay out the board and everybody's figure"
            raise BadInput(f"{reason}, or start on the host page")
        is_same = table.is_playing and table.saved.game == found.game  # whoever sits there only lays it out anew
        saved = table.start(found.game, found.players, settle=people.arriving(group, same_people=is_same))
    return _sat_down(saved)


@host_api.post("/rematch")
def rematch() -> Response:
    """The same game again with the same people: the host at any time, anybody in a seat once a game is over."""
    people, table = desk().people, desk().table
    with table.lock:
        people.refuse_strangers(token())
        if not table.sitting.is_over:
            people.refuse_guests(token())
        before, bots, group = table.saved, people.bots(), people.leaving()
        saved = table.start(before.game, before.players, before.options, people.arriving(group, True, bots))
    return _sat_down(saved)


@host_api.post("/anew")
def anew() -> Response:
    """Begins the game anew with other options: {"options": {...}}; anybody in a seat, while nothing was entered."""
    options = asked(AnewRequest).options
    people, table = desk().people, desk().table
    with table.lock:
        people.refuse_strangers(token())
        if table.number:
            raise BadInput("the game has begun; the host starts another one on the host page")
        before, bots, group = table.saved, people.bots(), people.leaving()
        options = {**before.options, **options}
        saved = table.start(before.game, before.players, options, people.arriving(group, True, bots))
    return _sat_down(saved)


@host_api.post("/handover")
def hand_over() -> Response:
    """Another player's phone hosts from now on: {"player": "konga"}."""
    desk().people.refuse_guests(token())
    desk().people.hand_over(asked(SeatRequest).player, token() or "")
    return _me(token())


@host_api.post("/games/<int:number>/load")
def load(number: int) -> Response:
    """Goes on with a saved game."""
    desk().people.refuse_guests(token())
    group = desk().people.leaving()
    saved = desk().table.load(number, desk().people.arriving(group))
    return _sat_down(saved)


@host_api.get("/export/<int:number>")
def export(number: int) -> Response:
    """A saved game as one JSON file; while it goes on it holds what players did in secret, so only the host gets it."""
    saved = next((game for game in desk().table.games() if game.id == number), None)
    if saved is None:
        raise BadInput(f"no game {number} in the journal")
    if not saved.over:
        desk().people.refuse_guests(token())
    return Response(
        desk().table.export(number),
        content_type="application/json",
        headers={"Content-Disposition": f"attachment; filename={saved.game}-{number}.json"},
    )


@host_api.get("/backup")
def backup() -> Response:
    """Everything that is kept, for `companion restore`; the PIN is in it, so only hosts get it."""
    desk().people.refuse_guests(token())
    with TemporaryDirectory() as folder:
        file = Path(folder) / "all.backup"
        desk().table.backup(file)
        data = file.read_bytes()
    return Response(
        data,
        content_type="application/octet-stream",
        headers={"Content-Disposition": "attachment; filename=companion.backup", "Cache-Control": "no-store"},
    )


@host_api.post("/import")
def take_in() -> Response:
    """Adds an exported game and goes on with it: the body is the file."""
    desk().people.refuse_guests(token())
    whole = read_export(request.get_data())
    group = desk().people.leaving()
    saved = desk().table.take_in(whole, desk().people.arriving(group))
    return _sat_down(saved)


@host_api.post("/pause")
def pause() -> Response:
    """Stops the clock and the bots, or lets them go on: {"paused": true}."""
    paused = asked(PauseRequest).paused
    desk().people.refuse_strangers(token())
    desk().table.keep("paused", paused)
    return answer({"ok": True, "paused": paused})


@host_api.post("/timer")
def timer() -> Response:
    """How long a turn may last in this game: {"seconds": 60}; 0 for no timer, null for the usual."""
    seconds = asked(TimerRequest).seconds
    desk().people.refuse_guests(token())
    desk().table.keep("timer_set", seconds)
    return answer({"ok": True})


@host_api.post("/lights")
def light_test() -> Response:
    """Lights every lamp of the table, one after the other, until the next entry."""
    desk().people.refuse_guests(token())
    if (test := desk().about.light_test) is None:
        raise BadInput("no lights are attached to this companion; it runs with --lights gpio")
    test()
    return answer({"ok": True})


@host_api.get("/kit/<game>.pdf")
def kit(game: str) -> Response:
    """The kit of a game to print, as a PDF; making it takes a while."""
    from companion.kit.make import make_kit  # brings the PDF writer along, which most evenings never need

    with TemporaryDirectory() as folder:
        file = Path(folder) / "kit.pdf"
        make_kit(game_named(game), file, request.args.get("paper", "a4"))
        data = file.read_bytes()
    attached = {"Content-Disposition": f"attachment; filename={game}-kit.pdf"}
    return Response(data, content_type="application/pdf", headers=attached)


@host_api.post("/bots")
def bots() -> Response:
    """Which seats the bots play from now on: {"bots": [names]}."""
    names = _names(asked(BotsRequest).bots, "bots")
    desk().people.refuse_guests(token())
    desk().people.let_play(names)
    return answer({"ok": True, "bots": names})


def me_json(mine: str | None) -> Json:
    """Who this phone is to the table."""
    people = desk().people
    is_host = people.is_host(mine)
    return {
        "ok": True,
        "seats": people.seats_of(mine),
        "host": is_host,
        "has_host": people.has_host,
        "pin": people.pin if is_host else None,
    }


def _me(mine: str | None) -> Response:
    return answer(me_json(mine))


def _with_cookie(reply: Response, mine: str) -> Response:
    reply.set_cookie(COOKIE, mine, max_age=_YEAR_S, httponly=True, samesite="Strict")
    return reply


def _sat_down(saved: Saved) -> Response:
    return answer({"ok": True, "id": saved.id, "game": saved.game, "players": list(saved.players)})


def _names(names: list[str], name: str) -> list[str]:
    if not all(0 < len(who.strip()) <= MOST_LETTERS for who in names):
        raise Malformed(f"{name} must be a list of names of 1 to {MOST_LETTERS} letters")
    if len(set(names)) < len(names):
        raise BadInput(f"two {name} have the same name; give each their own")
    return [who.strip() for who in names]


def _game(name: str) -> Json:
    """A rulebook for the host page."""
    game = game_named(name)
    layout = game.layout()
    most = list(game.players)
    names = game.names(max(most))
    return {
        "name": game.name,
        "title": game.title,
        "players": most,
        "options": to_json(dict(game.options)),
        "offered": [
            {"name": name, "usual": game.options[name], **to_json(option), "rule": rule_address(game, option.rule)}
            for name, option in game.guide.options.items()
        ],
        "own_seats": bool(game.seats),
        "names": names[: max(most)],
        "badges": badges(layout, names[: max(most)]),
    }
