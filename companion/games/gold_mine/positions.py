"""Any position of Gold Mine, written as in the specification's section 3 with the usual left out."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from companion.errors import BadInput
from companion.games.gold_mine.actions import is_pair
from companion.games.gold_mine.board import (
    COLOURS,
    ENTRANCE,
    ENTRANCE_CELL,
    LADDER,
    NUGGETS,
    TILE,
    TILES,
    TOKENS_EACH,
    Cell,
    Place,
)
from companion.games.gold_mine.state import (
    HOUSE_OPTIONS,
    REQUIRED_ALLIED,
    RULE_OPTIONS,
    Challenge,
    Field,
    LaidTile,
    Options,
    State,
    Tokens,
    TurnInfo,
    Walk,
)

Phase = Literal["start_roll", "development", "production", "over"]
Step = Literal[
    "roll_start", "draw", "place", "movement", "walk", "action", "challenge_roll", "steal", "head_start", "bat_roll",
    "over",
]  # fmt: skip
FIRST_STEP: Mapping[str, Step] = {
    "start_roll": "roll_start", "development": "draw", "production": "movement", "over": "over",
}  # fmt: skip
STEPS: Mapping[str, tuple[str, ...]] = {
    "start_roll": ("roll_start",),
    "development": ("draw", "place"),
    "production": (
        "movement", "draw", "place", "walk", "action", "challenge_roll", "steal", "head_start", "bat_roll",
    ),
    "over": ("over",),
}  # fmt: skip
Value = TypeVar("Value")


class _TokensLeft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    gold: int = TOKENS_EACH
    bat: int = TOKENS_EACH


class _Walk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    steps: int
    miner: str | None = None
    why: Literal["excavate", "roll", "passage", "head_start", "bats"] = "roll"
    passage_open: bool = False


class _Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["gold", "bat"]
    challenger: str
    defender: str
    rolls: tuple[tuple[int, int], ...] = ()
    winner: str | None = None
    loser: str | None = None


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A state with the usual left out; the entrance need not be named."""

    game: Literal["gold_mine"] = "gold_mine"
    players: tuple[str, ...] = ("red", "blue")
    options: dict[str, bool] = {}
    field: Field = Field()
    phase: Phase = "production"
    step: Step | None = None
    turn: str | UnsetType | None = UNSET
    actor: str | UnsetType | None = UNSET
    start_player: str | UnsetType | None = UNSET
    start_rolls: dict[str, int] = {}
    start_pending: tuple[str, ...] | None = None
    dev_placed: int | None = None
    stack: tuple[str, ...] | None = None
    drawn: str | None = None
    hands: dict[str, tuple[str, ...]] = {}
    mine: tuple[LaidTile | tuple[str, int, int, int], ...] = ()
    gold_on: tuple[Cell, ...] | None = None
    bank: int | None = None
    miners: dict[str, Place | None] = {}
    stuck: dict[str, bool] = {}
    nuggets: dict[str, int] = {}
    tokens: dict[str, _TokensLeft] = {}
    turn_info: TurnInfo = TurnInfo()
    walk: _Walk | None = None
    challenge: _Challenge | None = None
    winner: tuple[str, ...] | None = None


def state_from(raw: Any) -> State:
    """The state of a position, or BadInput saying what does not add up."""
    state = state_as_given(raw)
    _check_counts(state)
    return state


def state_as_given(raw: Any) -> State:
    """The same, whether or not all pieces add up to a box: rule cases need only what the rules can go on from."""
    try:
        given = msgspec.convert(raw, Position)
    except (msgspec.ValidationError, TypeError, OverflowError, RecursionError) as wrong:
        raise BadInput(f"not a position of Gold Mine: {wrong}") from None
    state = _filled(given)
    _check_names(state)
    return state


def is_seating(players: object) -> bool:
    """Whether those are 2 to 6 different colours."""
    if not isinstance(players, list | tuple) or not 2 <= len(players) <= len(COLOURS):
        return False
    return all(isinstance(player, str) and player in COLOURS for player in players) and len(set(players)) == len(
        players
    )


def _filled(given: Position) -> State:
    _must(is_seating(given.players), f"players are 2 to 6 of {', '.join(COLOURS)}, each once")
    _must(
        set(given.options) <= {*RULE_OPTIONS, *HOUSE_OPTIONS},
        f"options are {', '.join((*RULE_OPTIONS, *HOUSE_OPTIONS))}",
    )
    in_start, in_mine = given.phase == "start_roll", given.phase in ("production", "over")
    first = None if in_start else given.players[0]
    turn = first if given.turn is UNSET else given.turn
    actor = None if given.phase == "over" else turn
    mine = _mine(given)
    gold_on = _chambers(mine) if given.gold_on is None else given.gold_on
    nuggets = _each(given, given.nuggets, 0)
    hands = _each(given, given.hands, ())
    return State(
        game=given.game,
        players=given.players,
        options=_options(given.options),
        field=given.field,
        phase=given.phase,
        step=given.step or FIRST_STEP[given.phase],
        turn=turn,
        actor=actor if given.actor is UNSET else given.actor,
        start_player=first if given.start_player is UNSET else given.start_player,
        start_rolls=given.start_rolls,
        start_pending=_pending(given) if given.start_pending is None else given.start_pending,
        dev_placed=(20 if in_mine else 0) if given.dev_placed is None else given.dev_placed,
        stack=_rest(mine, hands, given.drawn) if given.stack is None else given.stack,
        drawn=given.drawn,
        hands=hands,
        mine=mine,
        gold_on=gold_on,
        bank=NUGGETS - len(gold_on) - sum(nuggets.values()) if given.bank is None else given.bank,
        miners=_each(given, given.miners, LADDER if in_mine else None),
        stuck=_each(given, given.stuck, False),
        nuggets=nuggets,
        tokens={who: Tokens(left.gold, left.bat) for who, left in _each(given, given.tokens, _TokensLeft()).items()},
        turn_info=given.turn_info,
        walk=_walk(given.walk, turn),
        challenge=_challenge(given.challenge),
        winner=given.winner,
    )


def _options(said: Mapping[str, bool]) -> Options:
    """House readings that are off are left out, so that the usual game reads as in the specification."""
    chosen: dict[str, Any] = {name: True for name, is_on in said.items() if is_on}
    return Options(**chosen)


def _mine(given: Position) -> tuple[LaidTile, ...]:
    laid = tuple(row if isinstance(row, LaidTile) else LaidTile(row[0], (row[1], row[2]), row[3]) for row in given.mine)
    entrance = LaidTile(ENTRANCE, ENTRANCE_CELL, 0)
    return laid if entrance in laid else (entrance, *laid)


def _chambers(mine: tuple[LaidTile, ...]) -> tuple[Cell, ...]:
    return tuple(laid.cell for laid in mine if laid.tile in TILE and TILE[laid.tile].is_chamber)


def _each(given: Position, said: Mapping[str, Value], usual: Value) -> dict[str, Value]:
    _must(set(said) <= set(given.players), f"only {', '.join(given.players)} play, not {', '.join(said)}")
    return {player: said.get(player, usual) for player in given.players}


def _pending(given: Position) -> tuple[str, ...]:
    return tuple(player for player in given.players if given.phase == "start_roll" and player not in given.start_rolls)


def _rest(mine: tuple[LaidTile, ...], hands: Mapping[str, tuple[str, ...]], drawn: str | None) -> tuple[str, ...]:
    used = {laid.tile for laid in mine} | {tile for hand in hands.values() for tile in hand} | {drawn}
    return tuple(tile.id for tile in TILES if tile.id not in used)


def _walk(walk: _Walk | None, turn: str | None) -> Walk | None:
    return Walk(walk.miner or turn or "", walk.steps, walk.why, walk.passage_open) if walk else None


def _challenge(said: _Challenge | None) -> Challenge | None:
    if said is None:
        return None
    return Challenge(said.kind, said.challenger, said.defender, said.rolls, said.winner, said.loser)


def _must(holds: bool, what: str) -> None:
    if not holds:
        raise BadInput(f"not a position of Gold Mine: {what}")


def _check_names(state: State) -> None:
    _must(state.step in STEPS[state.phase], f"no step {state.step} in phase {state.phase}")
    _must(not state.options.alliances or len(state.players) in REQUIRED_ALLIED, "alliances need 4 or 6 players")
    _check_people(state)
    _check_tiles(state)
    _must(set(state.gold_on) <= set(state.tunnels.chambers), "nuggets lie in chambers only")
    _must(all(0 <= held <= NUGGETS for held in state.nuggets.values()), f"there are {NUGGETS} nuggets")
    _check_step(state)


def _check_people(state: State) -> None:
    named = {
        state.turn,
        state.actor,
        state.start_player,
        *state.start_rolls,
        *state.start_pending,
        *(state.winner or ()),
    }
    if state.walk:
        named.add(state.walk.miner)
    if state.challenge:
        named |= {state.challenge.challenger, state.challenge.defender, state.challenge.winner, state.challenge.loser}
    strangers = sorted(named - {None, *state.players}, key=str)
    _must(not strangers, f"only {', '.join(state.players)} play, not {', '.join(map(str, strangers))}")


def _tiles(state: State) -> list[str]:
    """Every tile, wherever it is."""
    in_hands = [tile for hand in state.hands.values() for tile in hand]
    drawn = [] if state.drawn is None else [state.drawn]
    return [*(laid.tile for laid in state.mine), *state.stack, *in_hands, *drawn]


def _check_tiles(state: State) -> None:
    unknown = sorted(set(_tiles(state)) - set(TILE))
    _must(not unknown, f"no tile called {', '.join(unknown)} in the box")
    _must(state.mine[0].tile == ENTRANCE, "the entrance lies first, on 0,0 and unturned")
    cells = [laid.cell for laid in state.mine]
    _must(len(set(cells)) == len(cells), "two tiles lie on one cell")
    _must(all(0 <= laid.rot <= 3 for laid in state.mine), "a tile is turned by 0, 1, 2 or 3 quarters")
    _must(max(map(abs, (*state.field.x, *state.field.y))) <= 1000, "no table is that large")


def _check_counts(state: State) -> None:
    """Every tile once, on the table; every nugget and token of the box, no more."""
    tiles = _tiles(state)
    _must(len(set(tiles)) == len(tiles), "a tile is in two places at once")
    _must(all(state.tunnels.is_inside(laid.cell) for laid in state.mine), "a tile lies outside the field")
    _must(len(set(state.gold_on)) == len(state.gold_on), "a chamber holds one nugget")
    _must(state.bank >= 0, f"there are {NUGGETS} nuggets, no more and no fewer")
    total = state.bank + len(state.gold_on) + sum(state.nuggets.values())
    _must(total == NUGGETS, f"there are {NUGGETS} nuggets, no more and no fewer")
    _must(all(left.gold >= 0 and left.bat >= 0 for left in state.tokens.values()), "nobody has fewer than 0 tokens")


def _check_step(state: State) -> None:
    """What a step needs to go on from."""
    needs_turn = state.phase in ("development", "production")
    _must(not needs_turn or None not in (state.turn, state.actor, state.start_player), "it must be somebody's turn")
    places = [place for place in state.miners.values() if place is not None]
    _must(state.phase != "production" or len(places) == len(state.players), "in production every miner is in the mine")
    _must(all(place in state.tunnels.joins for place in places), "a miner stands where no tunnel is")
    _must(state.step != "roll_start" or bool(state.start_pending), "somebody still has to roll for the start")
    _must(state.step != "place" or state.drawn is not None, "step place needs a drawn tile")
    _must(state.step != "walk" or state.walk is not None, "step walk needs a walk")
    _must(state.walk is None or state.walk.steps >= 0, "nobody walks fewer than 0 steps")
    _must(state.dev_placed >= 0, "no fewer than 0 tiles are laid")
    _check_fight(state.step, state.challenge, state.nuggets)


def _check_fight(step: str, fight: Challenge | None, nuggets: Mapping[str, int]) -> None:
    _must(step not in ("challenge_roll", "steal", "bat_roll") or fight is not None, "a challenge must be running")
    if fight is None:
        return
    sides, decided = {fight.challenger, fight.defender}, {fight.winner, fight.loser}
    _must(len(sides) == 2, "nobody challenges himself")
    _must(all(map(is_pair, fight.rolls)), "a die shows 1 to 6")
    _must(decided in (sides, {None}), "one of the two wins a challenge and the other loses it")
    if step in ("steal", "bat_roll"):
        _must(fight.loser is not None, "the challenge must be decided")
        _must(step == "bat_roll" or nuggets[fight.loser or ""] > 0, "the loser has no nugget to lose")
