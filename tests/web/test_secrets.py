"""Whole games on phones: every byte that reaches a stranger or another seat is read for what it must not tell."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import msgspec
import pytest

from companion.games import game_named
from companion.games.protocol import Action, kind_of, player_of, to_json
from companion.games.temple_of_gold.treasure import candidates
from companion.play.journal import Journal, read_export
from companion.play.questions import Answer, Question
from companion.play.table import Table
from web import create_app

from .conftest import ADDRESS, Clock, Phone

GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
READ_EVERY = {
    "gold_mine": 37,
    "pyramid_raiders": 11,
    "temple_of_gold": 19,
    "gold_raiders": 17,
    "go_for_gold": 3,
}  # the soak reads all
PATHS = (
    "/api/look{as_}",
    "/api/prompts{as_}",
    "/api/entries{as_}{and_}after={after}",
    "/api/legal",
    "/api/look?entry={number}",
    "/api/course",
    "/api/evenings",
    "/api/games",
    "/",
    "/table",
    "/history",
    "/tv",
    "/host",
    "/aim",
    "/rules",
    "/api/me",
    "/api/layout",
    "/api/eyes",
)
SHUT = (  # refused, each in its words
    "/api/legal?before={number}",
    "/api/look?as=nobody",
    "/api/look?entry=999999",
    "/api/export/1",
    "/api/backup",
    "/api/nothing",
    "/share/1.svg",
    "/sim",
)
TRIED = ("/api/preview", "/api/remove", "/api/correct", "/api/action", "/api/undo")  # by whom it is no business of


class Evening:
    """A game on the table, each player with a phone, a stranger and the host with theirs."""

    def __init__(self, name: str, table: Table | None = None, players: int = 3) -> None:
        self.clock, self.game = Clock(), game_named(name)
        self.journal = Journal(":memory:")
        self.table = Table(self.journal, self.clock)
        if table is None:
            self.table.start(name, self.game.names(players))
        else:
            self.table.take_in(read_export(table.export(table.saved.id)))
        app = create_app(self.table, address=ADDRESS, clock=self.clock, ticks=self.clock, pin="4711")
        app.extensions["companion"].feed.boot = "same"  # it is drawn by lot
        self.host, self.stranger = Phone(app), Phone(app)
        self.host.post("/api/host")
        self.phones = {player: Phone(app) for player in self.table.saved.players}
        for player, phone in self.phones.items():
            self.clock.now += 10
            assert phone.join(player).status_code == 200

    def act(self, action: Action) -> None:
        """By the phone of whoever does it; the table's own by the host's."""
        self.clock.now += 10
        phone = self.phones.get(player_of(action) or "", self.host)
        assert phone.post("/api/action", {"action": to_json(action)}).status_code == 200

    def outsiders(self, action: Action) -> dict[str | None, Phone]:
        others = {player: phone for player, phone in self.phones.items() if player != player_of(action)}
        return {None: self.stranger, **others}

    def heard(self, viewer: str | None, phone: Phone) -> dict[str, bytes]:
        """All that phone can get hold of, by address; the stream as to one who comes back after the last entry."""
        number, as_ = self.table.number, f"?as={viewer}" if viewer else ""
        fields = {"as_": as_, "and_": "&" if as_ else "?", "number": number, "after": max(0, number - 12)}
        asked = [path.format(**fields) for path in (*PATHS, *SHUT)]
        found = {path: phone.get(path).data for path in asked}
        found |= {path: phone.post(path, {"entry": number, "action": {"type": "?"}}).data for path in self.tried(phone)}
        stream = f"/api/stream?last=1-{number - 1}" + as_.replace("?", "&")
        reply = phone.client.get(stream, buffered=False)
        found[stream] = b"".join(islice(reply.response, 3))
        reply.close()
        return found

    def tried(self, phone: Phone) -> tuple[str, ...]:
        """What a stranger asks for all the same; whoever has a seat may well be allowed, and would change the game."""
        return TRIED if phone is self.stranger else ()

    def close(self) -> None:
        self.journal.close()


def played(evening: Evening, seed: int) -> Iterator[tuple[Action, bool]]:
    """The bots' game, action by action, and whether it goes on after it."""
    bots, game = evening.game.bots(Random(seed), "random"), evening.game
    while not game.is_over(evening.table.state):
        action = bots.choose(evening.table.state)
        bots.saw(evening.table.state, action)
        evening.act(action)
        yield action, not game.is_over(evening.table.state)


@pytest.fixture
def evening(request) -> Iterator[Evening]:
    made = Evening(request.param)
    yield made
    made.close()


@pytest.mark.parametrize("evening", GAMES, indirect=True)
def test_nobody_gets_anothers_action_as_it_was_entered(evening):
    """What has become of it is the view's to show; the entry itself stays with whoever made it."""
    assert listened_to(evening, seed=3, every=READ_EVERY.get(evening.game.name, 1))


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("evening", GAMES, indirect=True)
def test_nobody_gets_anothers_action_at_any_moment_of_a_whole_game(evening):
    assert listened_to(evening, seed=8, every=1) > 20


def listened_to(evening: Evening, seed: int, every: int) -> int:
    """After every action, or one in so many, all that each outsider gets is read; how many did."""
    listened = 0
    for number, (action, goes_on) in enumerate(played(evening, seed)):
        if number % every or not goes_on or player_of(action) is None:
            continue
        raw = msgspec.json.encode(to_json(action))
        for viewer, phone in evening.outsiders(action).items():
            told = [path for path, said in evening.heard(viewer, phone).items() if raw in _entries_in(path, said)]
            listened += 1
            assert told == [], f"{kind_of(action)} reaches {viewer}"
    return listened


def _entries_in(path: str, said: bytes) -> bytes:
    """Without the looks: they show the game as it stands, with the buttons of whoever is asked next."""
    if path.startswith("/api/stream"):
        return b"".join(block for block in said.split(b"\n\n") if b"event: entry" in block)
    shows_the_game = path.startswith(("/api/look", "/api/prompts")) or not path.startswith("/api/")
    return b"" if shows_the_game else said


@pytest.mark.parametrize("evening", GAMES, indirect=True)
def test_everybody_is_told_only_their_own_legal_actions(evening):
    every = 3 * READ_EVERY.get(evening.game.name, 1)
    told = 0
    for number, _ in enumerate(played(evening, seed=4)):
        if number % every:
            continue
        assert evening.stranger.get("/api/legal").json["actions"] == []
        for player, phone in evening.phones.items():
            listed = phone.get("/api/legal").json["actions"]
            told += len(listed)
            assert {one["action"].get("player") for one in listed} <= {player, None}
    assert told


@pytest.mark.parametrize("evening", GAMES, indirect=True)
def test_a_game_goes_out_whole_only_to_the_host_until_it_is_over(evening):
    action, _ = next(played(evening, seed=5))
    for phone in evening.outsiders(action).values():
        assert phone.get("/api/export/1").status_code == 403
    assert evening.host.get("/api/export/1").status_code == 200


def test_a_finished_game_is_open_to_all():
    evening = Evening("go_for_gold", players=2)
    actions = [action for action, _ in played(evening, seed=1)]
    drawn = next(number for number, action in enumerate(actions, 1) if kind_of(action) == "move")
    line = evening.stranger.get(f"/api/entries?after={drawn - 1}").json["entries"][0]
    assert "-".join(actions[drawn - 1].path) in line["words"]
    assert evening.stranger.get("/api/export/1").status_code == 200
    evening.close()


def test_a_line_drawn_in_secret_leaves_no_trace_on_any_other_phone():
    """Whatever the line is, all that the others get is the same to the last byte, until everybody has drawn."""
    evening, compared = Evening("go_for_gold"), 0
    before = Evening("go_for_gold", evening.table)
    for action, _ in played(evening, seed=2):
        if kind_of(action) == "move" and evening.table.state.phase == "move":
            for other in _other_lines(before.table, action):
                compared += _same_to_outsiders(before.table, action, other)
        before.act(action)
    before.close()
    evening.close()
    assert compared > 10


def test_the_log_tells_no_more_than_a_stranger_may_know(caplog):
    caplog.set_level("INFO")
    evening = Evening("go_for_gold", players=2)
    drawn = [action for action, goes_on in played(evening, seed=1) if kind_of(action) == "move" and goes_on]
    evening.close()
    assert drawn
    assert [action.path for action in drawn if repr(list(action.path)) in caplog.text] == []
    assert [action.path for action in drawn if len(action.path) > 1 and "-".join(action.path) in caplog.text] == []


def _other_lines(table: Table, action: Action) -> list[Action]:
    own = [line for line in table.game.legal(table.state) if player_of(line) == player_of(action)]
    return [line for line in own if kind_of(line) == "move" and line != action][-1:]


def _same_to_outsiders(table: Table, action: Action, other: Action) -> int:
    one, two = Evening("go_for_gold", table), Evening("go_for_gold", table)
    one.act(action)
    two.act(other)
    for (viewer, phone), their in zip(one.outsiders(action).items(), two.outsiders(action).values(), strict=True):
        assert one.heard(viewer, phone) == two.heard(viewer, their)
    one.close()
    two.close()
    return 1


def test_the_clues_to_a_treasure_nobody_announced_are_told_to_nobody():
    evening, looked_for = Evening("temple_of_gold"), 0
    for number, (action, _) in enumerate(played(evening, seed=6)):
        clues = [f'"{cell}","horizontal":"{a}"'.encode() for cell, a, _ in candidates(evening.table.state)]
        if not clues and number % 11:
            continue
        for viewer, phone in (*evening.outsiders(action).items(), ("", evening.host)):
            heard = b"".join(evening.heard(viewer, phone).values())
            assert [clue for clue in clues if clue in heard] == []
        looked_for += len(clues)
    evening.close()
    assert looked_for > 5


@pytest.fixture
def hunters() -> Iterator[Evening]:
    """Go for Gold at the moment everybody draws, the first player's line in doubt."""
    evening = Evening("go_for_gold")
    for _ in played(evening, seed=2):
        if evening.table.state.phase == "move":
            break
    who = evening.table.state.awaiting[0]
    lines = [line for line in evening.game.legal(evening.table.state) if player_of(line) == who][:2]
    words = [evening.game.words(evening.table.state, line, who) for line in lines]
    answers = [Answer(word, (to_json(line),)) for word, line in zip(words, lines, strict=True)]
    evening.table.ask(Question(f"What did {who} do?", (*answers, Answer("Something else")), who, ("nowhere",)))
    yield evening
    evening.close()


def test_a_question_about_a_secret_line_shows_its_answers_only_to_whoever_drew_it(hunters):
    who, question = hunters.table.state.awaiting[0], hunters.table.question
    own = hunters.phones[who].get(f"/api/look?as={who}").json["question"]
    others = hunters.stranger.get("/api/look").json["question"]
    name = who.capitalize()
    assert [answer["label"] for answer in own["answers"]] == [answer.label for answer in question.answers]
    assert [answer["label"] for answer in others["answers"]] == [f"{name}: draw a line"] * 2 + ["Something else"]
    assert (own["spaces"], others["spaces"]) == (["nowhere"], [])
    assert b'"path"' not in hunters.stranger.get("/api/look").data
