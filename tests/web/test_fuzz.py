"""Whatever phones send: nothing breaks, and what is journalled is what is on the table."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games import game_named, game_names
from companion.games.protocol import to_json
from companion.play.history import History
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns
from web import create_app

FIELDS = ("action", "entry", "seen", "count", "question", "choice", "player", "pin", "paused", "bots", "id", "x_mm")
ODD: tuple[Any, ...] = (
    None, True, 0, 1, -1, -2, 10**9, 10**20, -(2**63), 3.5, 1e308, "", "a", "é\0", "x" * 500, "__proto__", "e5",
    [], ["e6", "e7"], [[[]]], {}, {"type": 1}, {"player": None}, {"type": "undo", "count": -1},
)  # fmt: skip
NUMBERS = ("1", "2", "0", "99999999999999999999")


class Guest:
    """A phone in every seat and the host's, that says what nobody would."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = Random(f"{game} {seed}")
        self.rules = game_named(game)
        self.table = Table(Journal(":memory:"), lambda: 0.0)
        players = self.rules.names(self.rules.players[0])
        self.table.start(game, players)
        for _, action, _ in islice(turns(self.rules, players, seed), 20):
            self.table.submit(to_json(action), by="bot")
        self.began = self.table.number
        ticks = count(0, 10)
        self.app: Flask = create_app(self.table, address="http://x", ticks=lambda: next(ticks))
        self.client: FlaskClient = self.app.test_client()
        self.statuses: Counter[int] = Counter()
        for path, fields in [("/api/host", {}), *(("/api/join", {"player": player}) for player in players)]:
            self.client.post(path, json=fields, headers={"X-Companion": "1"})

    def paths(self, method: str) -> list[str]:
        rules = [str(rule) for rule in self.app.url_map.iter_rules() if method in (rule.methods or ())]
        return sorted(rule for rule in rules if not rule.endswith(("/stream", "/leave", "/backup")))

    def address(self, method: str) -> str:
        path = self.rng.choice(self.paths(method)).replace("<int:number>", self.rng.choice(NUMBERS))
        for part, value in (("<game>", self.rules.name), ("<piece>", "x"), ("<name>", "x"), ("<path:filename>", "x")):
            path = path.replace(part, value)
        return path

    def fields(self) -> dict[str, Any]:
        """Odd values under names that are read; mostly with an action that is nearly one."""
        fields = {name: self.rng.choice(ODD) for name in self.rng.sample(FIELDS, 4)}
        legal = self.rules.legal(self.table.state)[:40] if self.table.game is self.rules else []
        if legal and self.rng.random() < 0.7:
            action = dict(to_json(self.rng.choice(legal)))
            if self.rng.random() < 0.6:
                action[self.rng.choice(list(action))] = self.rng.choice(ODD)
            fields["action"] = action
            fields.pop("seen", None)
        return fields

    def say(self) -> int:
        if self.rng.random() < 0.25:
            query = "&".join(f"{name}={self.rng.choice(NUMBERS)}" for name in ("entry", "after", "before"))
            return self.client.get(f"{self.address('GET')}?{query}").status_code
        path = "/api/action" if self.rng.random() < 0.5 else self.address("POST")
        return self.client.post(path, data=json.dumps(self.fields()), headers={"X-Companion": "1"}).status_code


def harass(game: str, seed: int, times: int) -> Guest:
    guest = Guest(game, seed)
    for _ in range(times):
        guest.statuses[guest.say()] += 1
    table = guest.table
    again = History(table.game, table.game.setup(table.saved.players, table.saved.options), table.entries())
    assert to_json(again.state) == to_json(table.state)
    assert not [status for status in guest.statuses if status >= 500]
    return guest


@pytest.mark.parametrize("game", game_names())
def test_nothing_a_phone_sends_breaks_the_game(game: str) -> None:
    guest = harass(game, 1, 120)
    assert guest.statuses[200] > 10
    kept = sum(len(json.loads(guest.table.export(saved.id))["entries"]) for saved in guest.table.games())
    assert kept > guest.began


@pytest.mark.soak
@pytest.mark.parametrize("game", game_names())
@pytest.mark.timeout(3600)
def test_nothing_phones_send_for_hours_breaks_the_game(game: str, figure: Callable[[str], None]) -> None:
    statuses = sum((harass(game, seed, 1000).statuses for seed in range(10)), Counter())
    figure(f"{game}: {sum(statuses.values())} odd requests, none broke anything: {dict(sorted(statuses.items()))}")
