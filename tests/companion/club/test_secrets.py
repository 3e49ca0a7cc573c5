"""Whole games of all five: nothing reaches the broker that a stranger beside the table may not know."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from companion.club.messages import encode
from companion.club.telling import Sender, board_of, now_of, result_of, told
from companion.games import game_named
from companion.games.protocol import Action, Json, kind_of, player_of, to_json
from companion.play.journal import Entry, Journal
from companion.play.table import Table

GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
WITH_SECRET_ACTIONS = ("gold_raiders", "go_for_gold")  # lines drawn and stacks looked at; other secrets are in hands
EVERY = {"gold_mine": 7, "temple_of_gold": 5, "pyramid_raiders": 2}  # long games are looked at now and then
NOW = 1_700_000_000.0
US = Sender("aaaa", {}, "http://pi.local/")


class Evening:
    """A bots' game on a table, and all that it would send."""

    def __init__(self, name: str, players: int = 3, seed: int = 3) -> None:
        self.game = game_named(name)
        self.journal = Journal(":memory:")
        self.table = Table(self.journal, lambda: NOW)
        self.table.start(name, self.game.names(players))
        self._bots = self.game.bots(Random(seed))

    def choices(self) -> Iterator[Action]:
        """What the bots do next, until the game is over; whoever asks submits it."""
        while not self.game.is_over(self.table.state):
            action = self._bots.choose(self.table.state)
            self._bots.saw(self.table.state, action)
            yield action

    def submit(self, action: Action) -> Entry:
        return self.table.submit(to_json(action), "phone", player_of(action))

    def sent(self, entry: Entry) -> list[bytes]:
        """Every message about an entry, as the publisher makes them."""
        table = self.table
        messages = [
            now_of(table, US, NOW),
            board_of(table.sitting, US, NOW),
            told(self.game, table.history, table.saved, entry, US, NOW),
        ]
        if self.game.is_over(table.state):
            messages.append(result_of(self.game, table.history, table.saved, entry.number, US, NOW))
        return [encode(message) for message in messages]

    def close(self) -> None:
        self.journal.close()


@pytest.fixture
def evening(request) -> Iterator[Evening]:
    made = Evening(request.param)
    yield made
    made.close()


def words_in(value: Json) -> Iterator[str]:
    """Every text of some length in a view, however deep."""
    if isinstance(value, str):
        if len(value) > 5:
            yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from words_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words_in(inner)


@pytest.mark.parametrize("evening", GAMES, indirect=True)
def test_no_words_of_a_seats_own_view_reach_the_broker(evening):
    """All texts that a seat's phone shows, and that strangers neither see nor hear."""
    every, own, read = EVERY.get(evening.game.name, 1), 0, 0
    for number, action in enumerate(evening.choices()):
        heard = evening.game.words(evening.table.state, action, None)
        entry = evening.submit(action)
        if number % every:
            continue
        sent = b"".join(evening.sent(entry))
        state = evening.table.state
        lies = [list(placement) for placement in evening.table.sitting.placements]
        shown = msgspec.json.encode([evening.game.view(state, None), lies, heard])
        for player in evening.table.saved.players:
            texts = set(words_in(to_json(evening.game.view(state, player))))
            secrets = [text for text in texts if msgspec.json.encode(text)[1:-1] not in shown]
            own += len(secrets)
            read += len(texts)
            assert [text for text in secrets if msgspec.json.encode(text)[1:-1] in sent] == []
    assert read > 200
    assert own > 20 or evening.game.name != "go_for_gold"  # there phones show what a seat alone may know


@pytest.mark.parametrize("evening", WITH_SECRET_ACTIONS, indirect=True)
def test_what_is_done_in_secret_is_told_in_the_words_for_strangers(evening):
    secret = 0
    for action in evening.choices():
        state, player = evening.table.state, player_of(action)
        own, open_ = evening.game.words(state, action, player), evening.game.words(state, action, None)
        entry = evening.submit(action)
        if own != open_:
            secret += 1
            sent = b"".join(evening.sent(entry))
            assert msgspec.json.encode(own) not in sent
            assert msgspec.json.encode(to_json(action)) not in sent
    assert secret > 5


@pytest.mark.parametrize("evening", GAMES, indirect=True)
def test_whatever_looks_the_same_to_strangers_is_told_in_the_same_bytes(evening):
    """Somebody might have done otherwise in secret: as long as the open view is the same, so is every message."""
    every, alike, tried = EVERY.get(evening.game.name, 1), 0, 0
    for number, action in enumerate(evening.choices()):
        if number % every == 0 and player_of(action) is not None:
            for other in _others(evening, action):
                alike += _is_alike(evening, action, other)
                tried += 1
        evening.submit(action)
    assert tried > 10
    if evening.game.name == "go_for_gold":
        assert alike > 3


def _others(evening: Evening, action: Action) -> list[Action]:
    legal = evening.game.legal(evening.table.state)
    same = [one for one in legal if player_of(one) == player_of(action) and kind_of(one) == kind_of(action)]
    return [one for one in same if one != action][-2:]


def _is_alike(evening: Evening, action: Action, other: Action) -> bool:
    """Both are tried out and taken back; True if no stranger could tell them apart, and then nobody can."""
    one, two = (_tried(evening, each) for each in (action, other))
    if one[0] != two[0]:
        return False
    assert one[1] == two[1], f"{action} and {other} can be told apart by what the broker gets"
    return True


def _tried(evening: Evening, action: Action) -> tuple[Any, list[Json]]:
    """What strangers see and hear of an action, and what the broker gets, without the entry's number."""
    state = evening.table.state
    heard = evening.game.words(state, action, None)
    entry = evening.submit(action)
    view = to_json(evening.game.view(evening.table.state, None))
    placed = sorted(map(str, evening.table.sitting.placements.elements()))
    sent = [msgspec.json.decode(data) for data in evening.sent(entry)]
    evening.table.undo("host")
    return (view, placed, heard), [{key: one[key] for key in one if key != "number"} for one in sent]


def test_a_real_broker_hears_only_the_words_for_strangers(broker, ear, new_member):
    member = new_member(broker.port)
    game = game_named("go_for_gold")
    member.table.start(game.name, game.names(3))
    bots, said = game.bots(Random(3)), []
    while not game.is_over(member.table.state):
        state = member.table.state
        action = bots.choose(state)
        bots.saw(state, action)
        said.append(game.words(state, action, None))
        member.table.submit(to_json(action), "phone", player_of(action))
    ear.wait(lambda: any("/result/" in where for where, _, _ in ear.heard))
    ear.wait(lambda: len(ear.on("companion/anker/entry")) >= len(said))
    heard = [msgspec.json.decode(data) for data in ear.on("companion/anker/entry")]
    assert [entry["words"] for entry in heard] == said
    assert all("action" not in entry for entry in heard)
