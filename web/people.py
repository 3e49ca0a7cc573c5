"""Who sits where: phones claim seats with a token in a cookie, hosts come in with a PIN."""

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from hashlib import sha256
from secrets import compare_digest, randbelow, token_urlsafe

from companion.errors import BadInput, CompanionError
from companion.games.protocol import Json, person
from companion.play.journal import Saved
from companion.play.table import Settle, Table

KEPT = "phones"  # among the table's extras; only hashes of tokens are kept, and they are never shown
PEOPLE = "people"  # the players whom the simulated table's bots leave alone


def has_people(table: Table) -> bool:
    """Whether anybody's phone has a seat in the game on the table."""
    kept = table.kept(KEPT)
    return bool(isinstance(kept, dict) and kept.get("seats"))


@dataclass(frozen=True)
class Group:
    """The people around a game: hosts and seats by the hashes of their tokens, and what they are called."""

    hosts: AbstractSet[str]
    seats: Mapping[str, str]
    names: Mapping[str, str]
    aside: Collection[str]


def names_kept(extras: Mapping[str, Json]) -> dict[str, str]:
    """What the people in a game's seats were called, out of what is kept with it."""
    kept = extras.get(KEPT)
    called = kept.get("names") if isinstance(kept, dict) else None
    return {str(player): str(name) for player, name in called.items()} if isinstance(called, dict) else {}


class NotAllowed(CompanionError):
    """A phone asked for something that is another's to do."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class People:
    """The seats of the game on the table and the hosts; both survive a restart with the game."""

    def __init__(self, table: Table, pin: str | None = None, has_bots: bool = False) -> None:
        self._table = table
        self.has_bots = has_bots  # bots have hands only on the simulated table
        self._hosts: set[str] = set()
        self.pin = pin or new_pin()

    # Reading

    def seats(self) -> dict[str, str]:
        """Each player: "phone" (claimed), "bot" or "free"."""
        if not self._table.is_playing:
            return {}
        claimed, bots = self._claims(), self.bots()
        return {
            player: "phone" if player in claimed else "bot" if player in bots else "free"
            for player in self._table.saved.players
        }

    def names(self) -> dict[str, str]:
        """What the people in the seats are called, where they said so."""
        return names_kept({KEPT: self._kept()})

    def bots(self) -> list[str]:
        """The players that bots play: on the simulated table all but the people."""
        if not self.has_bots:
            return []
        kept = self._table.kept(PEOPLE)
        people = kept if isinstance(kept, list) else []
        return [player for player in self._table.saved.players if player not in people]

    def let_play(self, bots: Collection[str]) -> None:
        """Bots play those seats from now on, people the others."""
        players = self._table.saved.players
        if strange := sorted(set(bots) - set(players)):
            raise BadInput(f"no player {', '.join(strange)} here; the players are {', '.join(players)}")
        if bots:
            self.refuse_bots()
        if self.has_bots:
            self._table.keep(PEOPLE, [player for player in players if player not in bots])

    def seats_of(self, token: str | None) -> list[str]:
        return [player for player, mark in self._claims().items() if token and compare_digest(mark, _mark(token))]

    def is_host(self, token: str | None) -> bool:
        return bool(token) and _mark(str(token)) in self._all_hosts()

    @property
    def has_host(self) -> bool:
        return bool(self._all_hosts())

    def acts_for(self, token: str | None, player: str | None) -> bool:
        """A phone acts for its own seats, for the table, and for players without a phone; the host for all."""
        if self.is_host(token):
            return True
        mine = self.seats_of(token)
        return bool(mine) and (player is None or player in mine or self.seats().get(player) not in ("phone", "bot"))

    def is_somebody(self, token: str | None) -> bool:
        return self.is_host(token) or bool(self.seats_of(token))

    # Claiming

    def claim(self, player: str, token: str, name: str = "") -> None:
        """Takes a seat; one phone may hold several, one seat has one phone. A bot that played it steps aside."""
        if not self._table.is_playing or player not in self._table.saved.players:
            seats = ", ".join(self._table.saved.players)
            raise NotAllowed("no_such_seat", f"nobody called {player} plays here; the seats are {seats}")
        if player in self._claims() and player not in self.seats_of(token):
            raise NotAllowed(
                "seat_taken", f"{person(player)}'s seat is on another phone; the host can free it on the host page"
            )
        bots = self.bots()
        aside = {*self._aside(), player} if player in bots else self._aside()
        if player in bots:
            self.let_play([name for name in bots if name != player])
        called = {**self.names(), player: name} if name else self.names()
        self._keep({**self._claims(), player: _mark(token)}, aside, called)

    def call(self, names: Mapping[str, str]) -> None:
        """What the people in those seats are called, with a phone or without."""
        players = self._table.saved.players
        if strange := sorted(set(names) - set(players)):
            raise BadInput(f"no player {', '.join(strange)} here; the players are {', '.join(players)}")
        self._keep(self._claims(), names={**self.names(), **names})

    def leave(self, player: str, token: str) -> None:
        """Gives a seat up; the host may free any. A bot that had stepped aside comes back."""
        if player not in self.seats_of(token) and not self.is_host(token):
            raise NotAllowed("not_your_seat", f"only the host or {person(player)} can free that seat")
        aside = self._aside()
        seats = {name: mark for name, mark in self._claims().items() if name != player}
        self._keep(seats, aside - {player}, {name: called for name, called in self.names().items() if name != player})
        if player in aside:
            self.let_play([*self.bots(), player])

    def become_host(self, token: str, pin: str | None) -> None:
        """The first visitor hosts; others need the PIN (shown to hosts, and where the companion was started)."""
        if self.has_host and not self.is_host(token) and not compare_digest(str(pin or "").encode(), self.pin.encode()):
            raise NotAllowed("wrong_pin", "that is not the PIN; a host sees it on the host page")
        self._hosts.add(_mark(token))
        if self._table.is_playing:
            self._keep(self._claims())

    def leaving(self) -> Group:
        """Who is here, before another game comes onto the table."""
        return replace(self._group(), hosts=self._all_hosts())

    def arriving(self, group: Group, same_people: bool = False, bots: Collection[str] | None = None) -> Settle:
        """What is kept with another game as it comes onto the table: hosts stay hosts; seats stay with the same
        people only if asked, for a seat of the same name in another game is another seat.
        """
        self._hosts |= group.hosts

        def settle(saved: Saved, extras: Mapping[str, Json]) -> dict[str, Json]:
            there = _group_in(extras)
            hosts = self._hosts | there.hosts
            seats, aside, names = there.seats, there.aside, there.names
            if same_people:
                here = {name: mark for name, mark in group.seats.items() if name in saved.players}
                seats, aside, names = {**seats, **here}, group.aside, {**names, **group.names}
            kept = {**extras, KEPT: _written(Group(hosts, seats, names, aside))}
            if bots is not None and self.has_bots:
                kept[PEOPLE] = [player for player in saved.players if player not in bots]
            return kept

        return settle

    # May they?

    def hand_over(self, player: str, token: str) -> None:
        """Another phone hosts from now on, that in a seat; whoever hosted is a player like the others."""
        if player not in self._claims():
            raise NotAllowed("no_such_seat", f"nobody's phone is in {person(player)}'s seat; only a phone can host")
        heir = self._claims()[player]
        self._hosts = (self._all_hosts() - {_mark(token)}) | {heir}
        self._table.keep(KEPT, {**self._kept(), "hosts": sorted(self._hosts)})

    def refuse_strangers(self, token: str | None) -> None:
        if not self.is_somebody(token):
            raise NotAllowed("not_seated", "take a seat first (or come in as host), then this phone can act")

    def refuse_guests(self, token: str | None) -> None:
        if not self.is_host(token):
            raise NotAllowed("not_host", "only the host can do that; come in as host with the PIN")

    def refuse_others_turns(self, token: str | None, player: str | None) -> None:
        self.refuse_strangers(token)
        if not self.acts_for(token, player):
            raise NotAllowed("not_your_seat", f"that is for {person(player)} to do")

    def refuse_others_entry(self, token: str | None, number: int, player: str | None) -> None:
        """What a player did is changed by whoever acts for that player, and by the host."""
        self.refuse_strangers(token)
        if not self.acts_for(token, player):
            raise NotAllowed(
                "not_your_entry",
                f"entry {number} is {person(player)}'s; only {person(player)} or the host changes it",
            )

    def refuse_bots(self) -> None:
        if not self.has_bots:
            raise BadInput("bots have hands only on the simulated table; start the companion with --camera sim")

    # Keeping

    def _claims(self) -> dict[str, str]:
        return dict(self._group().seats)

    def _all_hosts(self) -> set[str]:
        return self._hosts | self._group().hosts

    def _group(self) -> Group:
        return _group_in({KEPT: self._kept()})

    def _kept(self) -> dict[str, Json]:
        kept = self._table.kept(KEPT) if self._table.is_playing else None
        return kept if isinstance(kept, dict) else {}

    def _aside(self) -> set[str]:
        """The seats that bots play again once the people in them leave."""
        return set(self._group().aside)

    def _keep(
        self, seats: Mapping[str, str], aside: Collection[str] | None = None, names: Mapping[str, str] | None = None
    ) -> None:
        called = self.names() if names is None else names
        group = Group(self._all_hosts(), seats, called, self._aside() if aside is None else aside)
        self._table.keep(KEPT, _written(group))


def _group_in(extras: Mapping[str, Json]) -> Group:
    """The people around a game, out of what is kept with it."""
    found = extras.get(KEPT)
    kept = found if isinstance(found, dict) else {}
    hosts, seats = kept.get("hosts"), kept.get("seats")
    return Group(
        {str(mark) for mark in hosts} if isinstance(hosts, list) else set(),
        {str(player): str(mark) for player, mark in seats.items()} if isinstance(seats, dict) else {},
        names_kept(extras),
        set(kept.get("aside", ())),
    )


def _written(group: Group) -> dict[str, Json]:
    kept = {
        "hosts": sorted(group.hosts),
        "seats": dict(group.seats),
        "aside": sorted(group.aside),
        "names": {player: name for player, name in group.names.items() if name},
    }
    return {key: value for key, value in kept.items() if value or key in ("hosts", "seats")}


def new_pin() -> str:
    return f"{randbelow(10_000):04d}"


def new_token() -> str:
    return token_urlsafe(18)


def _mark(token: str) -> str:
    return sha256(token.encode()).hexdigest()
