"""How the table should look, and which actions a table at rest may show."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.games.protocol import Seen
from companion.games.temple_of_gold.board import (
    ADVENTURES,
    BLOCKED_AT,
    COAST,
    GOLD_SLOTS,
    IN_JUNGLE,
    IN_PILE,
    KINDS,
    PACK_SPACES,
    SIDES,
    TEMPLE,
    TROPHIES,
    TURNED,
)
from companion.games.temple_of_gold.ending import did_nothing, is_income_due
from companion.games.temple_of_gold.rules import legal, why_not
from companion.games.temple_of_gold.state import (
    Action,
    AnnounceTreasure,
    Dig,
    Discard,
    EndTurn,
    Explore,
    PickUp,
    Player,
    State,
    Step,
    TakeIncome,
    Units,
    active,
    items,
)
from companion.games.temple_of_gold.walks import steps_towards
from companion.layout import Placement


def placements(state: State) -> Seen:
    """Tiles, pawns, camps, markers and packs; dice, the pile and the coin stacks are not looked at."""
    return Counter(
        [
            *_board(state),
            *_trophies(state),
            *_temple_markers(state),
            *(lying for seat, player in enumerate(state.players, start=1) for lying in _mat(seat, player)),
        ]
    )


def _board(state: State) -> Iterator[Placement]:
    suits = {player.id: player.suit for player in state.players}
    for space, tile in state.layout.items():
        yield Placement("tile.back" if tile == COAST else f"tile.{tile}", space)
    for space, laid in state.tiles.items():
        yield Placement(f"tile.{laid.tile}", space, TURNED[laid.blocked])
        for player, number in laid.camps.items():
            if number:
                yield Placement(f"camp.{suits[player]}", space)
        if laid.clue_used:
            yield Placement("clue", space)
    for space, site in state.sites.items():
        if not site.taken:
            yield Placement("gold", space)


def _trophies(state: State) -> Iterator[Placement]:
    seats = {player.id: seat for seat, player in enumerate(state.players, start=1)}
    for suit in ADVENTURES:
        holder = getattr(state.trophies, suit)
        yield Placement(f"tile.{TROPHIES[suit]}", f"seat{seats[holder]}.trophy" if holder else f"trophy.{suit}")


def _temple_markers(state: State) -> Iterator[Placement]:
    temple = state.temple
    lying = (
        ("gold", TEMPLE, temple.bonus_gold),
        ("amulet", TEMPLE, temple.amulets),
        ("gold", "income", temple.income),
        ("gold", "spare", state.treasure_markers),
    )
    for piece, space, number in lying:
        if number:
            yield Placement(piece, space)


def _mat(seat: int, player: Player) -> Iterator[Placement]:
    """The pawn, the gold strip and the pack: coins first, then treasures and the amulet."""
    yield Placement(f"pawn.{player.suit}", player.pos)
    for n in range(1, min(player.gold, GOLD_SLOTS) + 1):
        yield Placement("gold", f"seat{seat}.gold{n}")
    yield from _coins(seat, {kind: getattr(player.pack, kind) for kind in KINDS})
    weights = ["gold"] * player.treasures + ["amulet"] * (player.amulet_round is not None)
    units = items(player) - len(weights)
    for field, piece in enumerate(weights, start=units + 1):
        if field <= PACK_SPACES:
            yield Placement(piece, f"seat{seat}.pack{field}")


def _coins(seat: int, units: Mapping[str, int]) -> Iterator[Placement]:
    """Where the coins for those units lie: pairs across the rows from below, then single fields."""
    pairs = [kind for kind in KINDS for _ in range(units[kind] // 2)]
    singles = [kind for kind in KINDS if units[kind] % 2]
    for row, kind in enumerate(pairs[: PACK_SPACES // 2], start=1):
        yield Placement(f"coin.{kind}", f"seat{seat}.pair{row}")
    for field, kind in enumerate(singles, start=2 * len(pairs) + 1):
        if field <= PACK_SPACES:
            yield Placement(f"coin.{kind}", f"seat{seat}.pack{field}")


def recognised(state: State, seen: Seen) -> Seen:
    """The same table with every backpack's coins in the order `placements` has them: people lay them as they like."""
    loose = Counter(
        lying for lying in seen.elements() if lying.piece.startswith("coin.") and lying.space.startswith("seat")
    )
    seats = {int(lying.space[4]) for lying in loose}
    return (seen - loose) + Counter(coin for seat in seats for coin in _coins(seat, pack_seen(seat, loose.elements())))


def pack_seen(seat: int, seen: Iterable[Placement]) -> dict[str, int]:
    """The units a backpack shows, wherever its coins lie: one on a field, two across a line."""
    units = dict.fromkeys(KINDS, 0)
    for piece, space, *_ in seen:
        mat, _, field = space.partition(".")
        if piece.startswith("coin.") and mat == f"seat{seat}" and piece[5:] in units:
            units[piece[5:]] += 2 if field.startswith("pair") else 1
    return units


def shown(state: State, seen: Seen) -> Iterable[Action]:
    """The actions the table may show next; a walk is handed out step by step along its cheapest way.

    Doing nothing is never inferred (the phone says so), nor is opening the temple before a pawn enters it.
    """
    if state.phase == "over":
        return []
    player = active(state)
    seat = state.players.index(player) + 1
    gone = _gone(player, pack_seen(seat, seen))
    actions: list[Action] = [*_explored(state, player, seen), *_announced(state, seen)]
    if state.phase == "turn":
        actions += _stepped(state, player, seen, gone)
        actions += _handled(state, player, gone)
    actions += [action for action in legal(state) if isinstance(action, TakeIncome)]
    took_income = is_income_due(state) and Placement("gold", f"seat{seat}.gold{player.gold + 1}") in seen
    if state.phase == "closing" or not did_nothing(state) or took_income:
        actions.append(EndTurn(player.id))
    return [action for action in actions if why_not(state, action) is None]


def _gone(player: Player, seen: dict[str, int]) -> dict[str, int]:
    """How many units of each kind the pack shows fewer than the rules know; negative for more."""
    return {kind: getattr(player.pack, kind) - seen[kind] for kind in KINDS}


def _explored(state: State, player: Player, seen: Seen) -> Iterator[Action]:
    for piece, space, turned, _ in seen:
        tile = piece.removeprefix("tile.")
        if tile in IN_PILE and space in IN_JUNGLE and space not in state.tiles:
            sides = (BLOCKED_AT[turned],) if turned in BLOCKED_AT else SIDES
            yield from (Explore(player.id, space, tile, side) for side in sides)
        elif piece == f"pawn.{player.suit}" and space == TEMPLE and not state.temple.explored:
            yield Explore(player.id, TEMPLE)


def _announced(state: State, seen: Seen) -> list[Action]:
    """A gold marker on a jungle space; the rings say which clues, if they can be seen."""
    marked = {space for piece, space, *_ in seen if piece == "gold"}
    ringed = {space for piece, space, *_ in seen if piece == "clue"}
    found = [action for action in legal(state) if isinstance(action, AnnounceTreasure) and action.cell in marked]
    return list([action for action in found if {action.horizontal, action.vertical} <= ringed] or found)


def _stepped(state: State, player: Player, seen: Seen, gone: dict[str, int]) -> list[Action]:
    """First steps of the walks that lead where the pawn is seen, paid with units that have left the pack."""
    target = next((space for piece, space, *_ in seen if piece == f"pawn.{player.suit}"), player.pos)
    steps = [action for action in legal(state) if isinstance(action, Step)]
    onward = steps_towards(state, target) if target != player.pos else set()
    steps = [step for step in steps if (step.to, step.redo) in onward]
    fitting = [step for step in steps if _fits(step.pay, gone)]
    return list(fitting or steps)


def _fits(units: Units, gone: dict[str, int]) -> bool:
    return all(getattr(units, kind) <= max(0, gone[kind]) for kind in KINDS)


def _handled(state: State, player: Player, gone: dict[str, int]) -> Iterator[Action]:
    """What changes the pack while the pawn stands: picking up, digging, discarding exactly what is missing."""
    grown = {kind: -number for kind, number in gone.items()}
    for action in legal(state):
        if isinstance(action, PickUp) and _fits(action.take, grown):
            yield action
        if isinstance(action, Dig) and _fits(action.pay, gone):
            yield action
    if any(number > 0 for number in gone.values()):
        yield Discard(player.id, Units(**{kind: max(0, number) for kind, number in gone.items()}))
