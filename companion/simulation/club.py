"""Tables of a club without camera or people: bots play by the rules alone, at whatever pace they are asked."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

from companion.club.line import MqttConfig
from companion.club.membership import Membership
from companion.club.publisher import Publisher
from companion.games import game_named
from companion.games.protocol import Bots, Game, to_json
from companion.play.journal import Entry, Journal
from companion.play.table import Table

NAMES = (
    "Anna", "Ben", "Chloe", "David", "Emre", "Fatima", "Greta", "Hugo", "Ines", "Jonas", "Kim", "Lena", "Mehmet",
    "Nora", "Oskar", "Paula", "Quentin", "Rosa", "Sami", "Tilda", "Umut", "Vera", "Willi", "Xenia", "Yusuf", "Zoe",
)  # fmt: skip

BotsFor = Callable[[Game, Sequence[str], Random], Bots]
_PEOPLE = "people_here"  # among the table's extras


class ClubTable:
    """One table: its journal, its game, its bots, its line to the broker."""

    def __init__(
        self,
        mqtt: MqttConfig,
        games: Sequence[str],
        seed: int,
        clock: Callable[[], float],
        ticks: Callable[[], float],
        journal: Path | str = ":memory:",
        locate: Callable[[], str] = lambda: "",
        bots_for: BotsFor = lambda game, players, rng: game.bots(rng),
    ) -> None:
        self._games, self._seed, self._played = games, seed, 0
        self._mqtt, self._clock, self._ticks, self._locate = mqtt, clock, ticks, locate
        self._bots_for = bots_for
        self._rng = Random(seed)
        self.journal = Journal(journal)
        self.table = Table(self.journal, clock)
        if self.table.resume() is None:
            self._begin()
        self._sit_bots()
        self.membership = Membership(self.journal, self.table.lock, mqtt.table)
        self.join()

    def join(self) -> None:
        """On the network, for the first time or again."""
        self.publisher = Publisher(
            self._mqtt, self.table, self.membership, self._clock, self._ticks, _people, self._locate
        )
        self.table.listen(self.publisher.hear, "club")
        self._stop = Event()
        self._thread = Thread(target=self.publisher.run, args=(self._stop,), name=self._mqtt.table, daemon=True)
        self._thread.start()

    @property
    def people(self) -> Mapping[str, str]:
        """What those in the seats are called."""
        return _people(self.table.extras)

    def act(self) -> Entry | None:
        """The next action, or the next game once one is over; None then, and while somebody has paused the table."""
        table = self.table
        with table.lock:  # a phone, or another thread, may act as well
            if table.kept("paused"):
                return None
            if table.game.is_over(table.state):
                self._begin()
                self._sit_bots()
                return None
            action = self._bots.choose(table.state)
            self._bots.saw(table.state, action)
            return table.submit(to_json(action), "bot")

    def _begin(self) -> None:
        game = game_named(self._games[(self._seed + self._played) % len(self._games)])
        self._played += 1
        players = game.names(self._rng.choice(list(game.players)))
        self.table.start(game.name, players)
        here = {player: NAMES[(self._seed * 5 + place) % len(NAMES)] for place, player in enumerate(players)}
        self.table.keep(_PEOPLE, here)

    def _sit_bots(self) -> None:
        self._bots = self._bots_for(self.table.game, self.table.saved.players, self._rng)

    def hang_up(self) -> None:
        """Off the network, as when a cable is pulled out; the game goes on."""
        self._stop.set()
        self.publisher.wake()
        self._thread.join(10)

    def close(self) -> None:
        self.hang_up()
        self.journal.close()


def _people(extras: Mapping[str, Any]) -> Mapping[str, str]:
    """Who sat at a table in a game."""
    found: Mapping[str, str] = extras.get(_PEOPLE, {})
    return found
