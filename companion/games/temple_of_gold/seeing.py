"""How the table should look, and which actions a table at rest may show."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from companion.games.protocol import Seen
from companion.games.temple_of_gold.actions import Action, AnnounceTreasure, Dig, Discard, EndTurn, Explore, Step
from companion.games.temple_of_gold.board import (
    ADVENTURES,
    BLOCKED_AT,
    COAST,
    IN_JUNGLE,
    IN_PILE,
    KINDS,
    PAIRS,
    SIDES,
    SINGLES,
    TEMPLE,
    TROPHIES,
    TURNED,
)
from companion.games.temple_of_gold.ending import did_nothing
from companion.games.temple_of_gold.legal import announcements, each_dig, each_income, each_pick_up, each_step
from companion.games.temple_of_gold.rules import RULES
from companion.games.temple_of_gold.state import Player, State, Units, active, total
from companion.games.temple_of_gold.walks import steps_towards
from companion.layout import Placement

Paying = TypeVar("Paying", Step, Dig)
Gone = Mapping[str, int]  # kind -> how many units the pack shows fewer than the rules know; negative for more


def placements(state: State) -> Seen:
    """Tiles, pawns, camps, markers, packs and the torch; dice, the pile and the coin stacks are not looked at."""
    seen = Counter([*_board(state), *_trophies(state), *_torch(state)])
    seen += Counter(_markers(state))
    for seat, player in enumerate(state.players, start=1):
        seen.update(_mat(seat, player))
    return seen


def _board(state: State) -> Iterator[Placement]:
    """Section 8: camps lie on each other and cannot be counted. A treasure lies on the ring, where both are due."""
    suits = {player.id: player.suit for player in state.players}
    for space, tile in state.layout.items():
        yield Placement("tile.back" if tile == COAST else f"tile.{tile}", space)
    for space, laid in state.tiles.items():
        yield Placement(f"tile.{laid.tile}", space, TURNED[laid.blocked])
        for player, number in laid.camps.items():
            if number:
                yield Placement(f"camp.{suits[player]}", space)
        if laid.clue_used and not _has_treasure(state, space):
            yield Placement("clue", space)
    for space in state.sites:
        if _has_treasure(state, space):
            yield Placement("gold", space)


def _has_treasure(state: State, space: str) -> bool:
    site = state.sites.get(space)
    return site is not None and not site.taken


def _trophies(state: State) -> Iterator[Placement]:
    seats = {player.id: seat for seat, player in enumerate(state.players, start=1)}
    for suit in ADVENTURES:
        holder = getattr(state.trophies, suit)
        yield Placement(f"tile.{TROPHIES[suit]}", f"seat{seats[holder]}.trophy" if holder else f"trophy.{suit}")


def _torch(state: State) -> Iterator[Placement]:
    """With whoever must act; the last turn of a game is ended by passing it on, too, so that it can be seen."""
    seat = _seat(state, state.turn.player)
    took_last_coin = state.options.income == "claim" and state.end_reason == "income_pile_empty"
    if state.phase == "over" and not took_last_coin:
        seat = seat % len(state.players) + 1
    yield Placement("torch", f"torch.{seat}")


def _seat(state: State, name: str) -> int:
    return next(seat for seat, player in enumerate(state.players, start=1) if player.id == name)


def _markers(state: State) -> dict[Placement, int]:
    """The temple's bonus and its amulets are piles, of which one is seen; the rest lies side by side."""
    temple = state.temple
    return {
        Placement("gold", TEMPLE): min(1, temple.bonus_gold),
        Placement("amulet", TEMPLE): min(1, temple.amulets),
        Placement("gold", "income"): temple.income,
        Placement("gold", "spare"): state.treasure_markers,
    }


def _mat(seat: int, player: Player) -> Iterator[Placement]:
    """The pawn, the gold strip and the pack: coins, treasures and the amulet."""
    yield Placement(f"pawn.{player.suit}", player.pos)
    yield from [Placement("gold", f"seat{seat}.gold")] * player.gold
    yield from [Placement("gold", f"seat{seat}.pack")] * player.treasures
    if player.amulet_round is not None:
        yield Placement("amulet", f"seat{seat}.pack")
    yield from _coins(seat, {kind: getattr(player.pack, kind) for kind in KINDS})


def _coins(seat: int, units: Mapping[str, int]) -> Iterator[Placement]:
    """The coins for those units: two units are one coin across the line; single ones in the columns beside it."""
    for kind in KINDS:
        yield from [Placement(f"coin.{kind}", f"seat{seat}.{PAIRS}")] * (units[kind] // 2)
    singles = [kind for kind in KINDS if units[kind] % 2]
    for n, kind in enumerate(singles):
        yield Placement(f"coin.{kind}", f"seat{seat}.{SINGLES[n % 2]}")


def recognised(state: State, seen: Seen) -> Seen:
    """The same table with every backpack's coins in the order `placements` has them: people lay them as they like."""
    loose = Counter(
        {lying: number for lying, number in seen.items() if lying.piece[:5] == "coin." and lying.space[:4] == "seat"}
    )
    seats = {int(lying.space[4]) for lying in loose}
    return (seen - loose) + Counter(coin for seat in seats for coin in _coins(seat, pack_seen(seat, loose)))


def pack_seen(seat: int, seen: Seen) -> dict[str, int]:
    """The units a backpack shows, wherever its coins lie: one in a column, two across the line."""
    units = dict.fromkeys(KINDS, 0)
    worth = {f"seat{seat}.{PAIRS}": 2, **{f"seat{seat}.{column}": 1 for column in SINGLES}}
    for lying, number in seen.items():
        if lying.space in worth and lying.piece[5:] in units:
            units[lying.piece[5:]] += number * worth[lying.space]
    return units


def told(state: State, action: Action) -> bool:
    """Section 8: doing nothing is never inferred; who enters a camp and hands in no units has not done its adventure
    again, unless he says so; and units that go without a price are asked about, unless a coin is seen to make room for
    a single one: a coin that cannot be read is not thrown away. The temple is opened without anything to see."""
    if isinstance(action, EndTurn):
        return state.phase == "turn" and did_nothing(state)
    if isinstance(action, Step):
        return action.redo and _is_unseen(action.pay)
    if isinstance(action, Discard):
        return not _leaves_a_single(active(state), action.give)
    return isinstance(action, Explore) and action.cell == TEMPLE


def _leaves_a_single(player: Player, give: Units) -> bool:
    """Whether a coin comes to lie on a field that lay across the line, or there is one less of those."""
    left = {kind: getattr(player.pack, kind) - getattr(give, kind) for kind in KINDS}
    return any(left[kind] % 2 and not getattr(player.pack, kind) % 2 for kind in KINDS)


def _is_unseen(pay: Units) -> bool:
    """Wild resources only: no coin leaves the pack, and camps on each other cannot be counted."""
    return total(pay) == pay.wild


def shown(state: State, seen: Seen) -> Iterable[Action]:
    """The actions the table may show next; a walk is handed out step by step along its cheapest way.

    The end of a turn leaves no trace but the torch, so it may always have come; that nothing was done before it only
    people can say, or the torch. Opening the temple shows when a pawn enters it.
    """
    if state.phase == "over":
        return []
    player = active(state)
    actions: list[Action] = [*_explored(state, player, seen), *_announced(state, seen)]
    if state.phase == "turn":
        actions += _handled(state, player, seen)
    actions += [*each_income(state), EndTurn(player.id)]
    return [action for action in actions if RULES.why_not(state, action) is None]


def _explored(state: State, player: Player, seen: Seen) -> Iterator[Action]:
    for piece, space, turned, _ in seen:
        tile = piece.removeprefix("tile.")
        if tile in IN_PILE and space in IN_JUNGLE and space not in state.tiles:
            sides = (BLOCKED_AT[turned],) if turned in BLOCKED_AT else SIDES
            yield from (Explore(player.id, space, tile, side) for side in sides)
        elif piece == f"pawn.{player.suit}" and space == TEMPLE and not state.temple.explored:
            yield Explore(player.id, TEMPLE)


def _announced(state: State, seen: Seen) -> list[AnnounceTreasure]:
    """A gold marker on a jungle space, or two new rings; the rings say which clues, as far as they can be seen."""
    marked = {space for piece, space, *_ in seen if piece == "gold" and space in IN_JUNGLE} - state.sites.keys()
    ringed = {space for piece, space, *_ in seen if piece == "clue"}
    if not marked and len(ringed - _used(state)) < 2:
        return []
    found = [(action, {action.horizontal, action.vertical}) for action in announcements(state)]
    certain = [action for action, clues in found if clues <= ringed | _covered(state)]
    return [action for action in certain if action.cell in marked] or [
        action for action, clues in found if action.cell in marked or clues <= ringed
    ]


def _used(state: State) -> set[str]:
    return {space for space, laid in state.tiles.items() if laid.clue_used}


def _covered(state: State) -> set[str]:
    """Where a ring would lie under a treasure."""
    return {space for space in state.sites if _has_treasure(state, space)}


def _handled(state: State, player: Player, seen: Seen) -> Iterator[Action]:
    """What moves the pawn or changes the pack: steps, digging, picking up, discarding exactly what is missing.

    Section 8: where the change of the pack is the payment of what is seen, nothing was discarded beside it. While the
    pawn is seen nowhere, units that are gone may have paid for its way, so nobody can say.
    """
    target, gone = _pawn(player, seen), _gone(player, pack_seen(_seat(state, player.id), seen))
    if target is None:
        return
    paid: list[Step | Dig] = [*_stepped(state, player, target, gone), *_dug(state, player, seen, gone)]
    yield from paid
    grown = {kind: -number for kind, number in gone.items()}
    yield from (wish for wish in each_pick_up(state) if _fits(wish.take, grown))
    thrown = Discard(player.id, Units(**{kind: max(0, number) for kind, number in gone.items()}))
    if not told(state, thrown) and not any(_is_seen(state, way, seen, gone) for way in paid):
        yield thrown


def _stepped(state: State, player: Player, target: str, gone: Gone) -> list[Step]:
    """First steps of the walks that lead where the pawn is seen."""
    onward = steps_towards(state, target) if target != player.pos else set()
    if not onward:
        return []
    return _paid([step for step in each_step(state) if (step.to, step.redo) in onward and not told(state, step)], gone)


def _dug(state: State, player: Player, seen: Seen, gone: Gone) -> list[Dig]:
    return [] if Placement("gold", player.pos) in seen else _paid(each_dig(state), gone)


def _paid(ways: list[Paying], gone: Gone) -> list[Paying]:
    """Those whose payment the pack shows; those it leaves possible; all of them, if what it shows is no payment."""
    exact = [way for way in ways if _is_exactly(way.pay, gone)]
    fitting = [way for way in ways if _fits(way.pay, gone)]
    return exact or (fitting if any(way.pay.wild == 0 for way in fitting) else ways)


def _is_seen(state: State, way: Step | Dig, seen: Seen, gone: Gone) -> bool:
    """Whether the table shows that very thing: its payment gone, the pawn there or the treasure in the pack."""
    player = active(state)
    treasures = seen[Placement("gold", f"seat{_seat(state, player.id)}.pack")]
    arrived = _pawn(player, seen) == way.to if isinstance(way, Step) else treasures > player.treasures
    return arrived and _is_exactly(way.pay, gone)


def _is_exactly(units: Units, gone: Gone) -> bool:
    return _fits(units, gone) and total(units) - units.wild == sum(gone.values()) > 0


def _fits(units: Units, gone: Gone) -> bool:
    return all(getattr(units, kind) <= max(0, gone[kind]) for kind in KINDS)


def _gone(player: Player, seen: Mapping[str, int]) -> Gone:
    return {kind: getattr(player.pack, kind) - seen[kind] for kind in KINDS}


def _pawn(player: Player, seen: Seen) -> str | None:
    return next((space for piece, space, *_ in seen if piece == f"pawn.{player.suit}"), None)
