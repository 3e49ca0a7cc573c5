"""The demo with a person in it: whoever takes a bot's seat plays, and the bots answer."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.games import game_named
from companion.games.protocol import player_of, to_json
from companion.play.journal import Journal
from companion.play.table import Table
from companion.simulation.match import turns
from companion.simulation.show import Show

GAMES = ("pyramid_raiders", "gold_raiders", "gold_mine", "temple_of_gold", "go_for_gold")
MOST_FRAMES = 900


class Demo:
    """A simulated game shortly before the second player is to act for the first time, and that player in person."""

    def __init__(self, name: str) -> None:
        self.game = game_named(name)
        players = self.game.names(3)
        self.person = players[1]
        self.journal = Journal(":memory:")
        self.table = Table(self.journal, lambda: 0.0)
        self.table.start(name, players)
        for _, action, _ in turns(self.game, players, 3, "greedy"):
            if player_of(action) == self.person:
                break
            self.table.submit(to_json(action), by="bot")
        clock = iter(number * 0.4 for number in range(100_000))
        self.show = Show(self.table, lambda: next(clock))
        self._rng = Random(7)

    def sit_down(self) -> None:
        self.table.keep("people", [self.person])

    def is_asked(self) -> bool:
        return self.person in self.game.view(self.table.state, None).acting

    def is_alone(self) -> bool:
        return len(self.game.view(self.table.state, None).acting) == 1

    def is_reaching(self) -> bool:
        """Whether a bot's hand is over the table."""
        return self.show.room is not None and self.show.room.tabletop.hand is not None

    def act(self) -> int:
        """Enters something on the phone; returns the number of the entry."""
        own = [one for one in self.game.legal(self.table.state) if player_of(one) == self.person]
        return self.table.submit(to_json(self._rng.choice(own)), by="phone", who=self.person).number

    def until(self, is_so) -> bool:
        """Frame after frame until something is so; False if it never is."""
        for _ in range(MOST_FRAMES):
            if is_so():
                return True
            self.show.step()
        return False

    def refuse_taken_back(self, entered: list[int]) -> None:
        """Everything the person entered stands, nobody else played that seat, nothing was undone."""
        assert {step.entry.number for step in self.table.steps() if step.did is not None} >= set(entered)
        assert [entry for entry in self.table.entries() if entry.what != "action"] == []
        others = [entry for entry in self.table.entries(entered[0]) if entry.number not in entered]
        assert [entry for entry in others if entry.who == self.person] == []

    def bots_acted_since(self, number: int) -> bool:
        return any(entry.by in ("bot", "camera") for entry in self.table.entries(number))


@pytest.fixture
def demo(request) -> Iterator[Demo]:
    made = Demo(request.param)
    yield made
    made.journal.close()


@pytest.mark.parametrize("demo", GAMES, indirect=True)
def test_a_person_takes_a_bots_seat_and_the_bots_answer_three_times(demo):
    demo.sit_down()
    entered, answered = [], 0
    while answered < 3:
        assert demo.until(demo.is_asked)
        entered.append(demo.act())
        assert demo.until(lambda: demo.bots_acted_since(entered[-1]) or demo.is_asked())
        answered += demo.bots_acted_since(entered[-1])
    assert len(entered) >= 3
    demo.refuse_taken_back(entered)


@pytest.mark.parametrize("demo", ["pyramid_raiders"], indirect=True)
def test_what_a_person_enters_while_a_bots_hand_is_on_its_way_stays(demo):
    """Everybody lays a card at once there, so that a bot's move and a person's may cross."""
    demo.sit_down()
    entered, crossed = [], 0
    while crossed < 2:
        assert demo.until(lambda: demo.is_asked() and (demo.is_alone() or demo.is_reaching()))
        crossed += demo.is_reaching()
        entered.append(demo.act())
        assert demo.until(lambda: demo.bots_acted_since(entered[-1]) or demo.is_asked())
    assert len(entered) >= 2
    demo.refuse_taken_back(entered)
