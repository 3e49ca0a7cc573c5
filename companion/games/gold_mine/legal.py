"""What each rule of the table lists as possible now: every outcome once, dice and draws included."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from companion.games.gold_mine import actions as act
from companion.games.gold_mine.board import FACES, TILE
from companion.games.gold_mine.challenge import free_chambers, why_no_challenge, why_not_collect
from companion.games.gold_mine.digging import may_play_own
from companion.games.gold_mine.state import State, actor_of, can_dig, can_fit, drawn_of, place_of, team_of
from companion.games.gold_mine.walking import is_on_passage, may_walk, other_passages, walk_goals, walk_of


def start_rolls(state: State) -> Iterable[act.RollStart]:
    """In any order of the players still to roll (R-1)."""
    return (act.RollStart(player, (one, other)) for player in state.start_pending for one in FACES for other in FACES)


def opt_outs(state: State) -> Iterable[act.OptOut]:
    return (act.OptOut(actor_of(state)),)


def move_rolls(state: State) -> Sequence[act.RollMove]:
    return _move_rolls(actor_of(state))


@lru_cache
def _move_rolls(player: str) -> tuple[act.RollMove, ...]:
    return tuple(act.RollMove(player, die) for die in FACES)


def passage_rolls(state: State) -> Sequence[act.RollPassage]:
    return _passage_rolls(actor_of(state)) if is_on_passage(state) else ()


@lru_cache
def _passage_rolls(player: str) -> tuple[act.RollPassage, ...]:
    return tuple(act.RollPassage(player, (one, other)) for one in FACES for other in FACES)


def draws(state: State) -> Sequence[act.DrawTile]:
    """Any tile not seen yet may come off the stack: which it was, the table tells."""
    player = actor_of(state)
    return [_draw(player, tile) for tile in state.stack] if can_dig(state) else ()


@lru_cache(maxsize=1024)
def _draw(player: str, tile: str) -> act.DrawTile:
    return act.DrawTile(player, tile)


def own_placings(state: State) -> Sequence[act.PlayOwnTile]:
    if not state.options.five_tile or not may_play_own(state):
        return ()
    player = actor_of(state)
    return [
        act.PlayOwnTile(player, tile, (x, y), rot)
        for tile in state.hands[player]
        for x, y, rot in state.tunnels.spots(TILE[tile], state.house)
    ]


def placings(state: State) -> Sequence[act.PlaceTile]:
    """Every way to lay the drawn tile."""
    player, tile = actor_of(state), drawn_of(state)
    return [act.PlaceTile(player, tile, (x, y), rot) for x, y, rot in state.tunnels.spots(TILE[tile], state.house)]


def returns(state: State) -> Sequence[act.ReturnTile]:
    """A tile that fits nowhere goes back, anywhere in the stack (R-7, R-8)."""
    if can_fit(state, drawn_of(state)):
        return ()
    return [act.ReturnTile(actor_of(state), position) for position in range(len(state.stack) + 1)]


def stays(state: State) -> Iterable[act.Stay]:
    return (act.Stay(actor_of(state)),)


def walks(state: State) -> Sequence[act.Move]:
    """Every goal once; how one goes there does not matter. Ruling R-19."""
    player = actor_of(state)
    return [act.Move(player, place) for place in walk_goals(state)] if may_walk(state) else ()


def traverses(state: State) -> Sequence[act.Traverse]:
    """A passage within walking distance is walked to."""
    if not walk_of(state).passage_open:
        return ()
    player, near = actor_of(state), walk_goals(state) if may_walk(state) else ()
    return [act.Traverse(player, place) for place in other_passages(state) if place not in near]


def turn_ends(state: State) -> Iterable[act.EndTurn]:
    return (act.EndTurn(actor_of(state)),)


def collects(state: State) -> Iterable[act.Collect]:
    collect = act.Collect(actor_of(state))
    return (collect,) if why_not_collect(state, collect) is None else ()


def challenges(state: State) -> Sequence[act.StartChallenge]:
    player = actor_of(state)
    rivals = [other for other in state.players if other not in team_of(state, player)]
    return [
        act.StartChallenge(player, kind, rival)
        for kind in ("gold", "bat")
        for rival in rivals
        if not why_no_challenge(state, player, kind, rival)
    ]


def hand_offs(state: State) -> Sequence[act.HandOff]:
    """Between partners in one tunnel, either way (R-50)."""
    player = actor_of(state)
    team = team_of(state, player)
    if len(team) < 2 or place_of(state, team[0]) != place_of(state, team[1]):
        return ()
    return [
        act.HandOff(player, giver, to, count)
        for giver, to in (team, team[::-1])
        for count in range(1, state.nuggets[giver] + 1)
    ]


def exchange_rolls(state: State) -> Sequence[act.ChallengeRoll]:
    return _exchange_rolls(actor_of(state))


@lru_cache
def _exchange_rolls(player: str) -> tuple[act.ChallengeRoll, ...]:
    return tuple(act.ChallengeRoll(player, mine, theirs) for mine in FACES for theirs in FACES)


def declines(state: State) -> Iterable[act.DeclineSteal]:
    return (act.DeclineSteal(actor_of(state)),)


def steals(state: State) -> Sequence[act.PlaceStolen]:
    player = actor_of(state)
    return [act.PlaceStolen(player, cell) for cell in free_chambers(state)]


def skips(state: State) -> Iterable[act.SkipHeadStart]:
    return (act.SkipHeadStart(actor_of(state)),)


def head_starts(state: State) -> Sequence[act.RollHeadStart]:
    player = actor_of(state)
    return [act.RollHeadStart(player, die) for die in FACES]


def bat_rolls(state: State) -> Sequence[act.RollBats]:
    player = actor_of(state)
    return [act.RollBats(player, die) for die in FACES]
