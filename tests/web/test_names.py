"""People are called by the names they gave, in all that a phone is told, in every game."""

import re
from collections.abc import Iterator

import pytest

from companion.games.protocol import Json, player_of, to_json
from companion.simulation.match import turns
from web import create_app

from .conftest import ADDRESS, Phone

GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
SHOWN = {"headline", "text", "label", "row", "what", "why", "words", "source", "reason", "unfit", "now", "decided"}
LISTS = {"story", "mended"}
PATHS = ("/api/look", "/api/entries", "/api/course", "/api/legal", "/api/prompts", "/api/legal?before=1")


def texts(data: Json, key: str = "") -> Iterator[str]:
    """Every text of an answer that is written for people."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from texts(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value, key if key in LISTS else "")
    elif isinstance(data, str) and key in SHOWN | LISTS:
        yield data


def told(phone: Phone) -> set[str]:
    return {text for path in PATHS for text in texts(phone.get(path).json)}


def seen_of_a_game(table, phone: Phone) -> set[str]:
    """All that a phone is told at some moments of a whole game."""
    found: set[str] = set()
    for number, (_, action, _) in enumerate(turns(table.game, table.saved.players, 2)):
        if number % 16 == 0:
            found |= told(phone)
        table.submit(to_json(action), "phone", player_of(action))
    return found | told(phone)


@pytest.mark.parametrize("game", GAMES)
def test_no_text_names_a_seat_whose_person_gave_a_name(new_table, clock, game):
    table = new_table(game)
    phone = Phone(create_app(table, address=ADDRESS, clock=clock))
    names = {player: f"Zoë {number}" for number, player in enumerate(table.saved.players)}
    for player, name in names.items():
        phone.post("/api/join", {"player": player, "name": name})
    found = seen_of_a_game(table, phone)
    seat = re.compile(rf"\b({'|'.join(names)})\b", re.IGNORECASE)
    assert [text for text in found if seat.search(text)] == []
    assert all(any(name in text for text in found) for name in names.values())


def test_a_name_given_in_the_middle_of_a_game_reaches_the_headline(new_table, clock):
    table = new_table("gold_mine", 0.5)
    phone = Phone(create_app(table, address=ADDRESS, clock=clock))
    [acting] = phone.get("/api/look").json["view"]["acting"]
    before = phone.get("/api/look").json["view"]["headline"]
    phone.post("/api/join", {"player": acting, "name": "Zoë"})
    after = phone.get("/api/look").json["view"]["headline"]
    assert (before.split()[0].lower(), after.split()[0]) == (acting, "Zoë")
    assert "Zoë" in phone.get("/").get_data(as_text=True)
