"""Players for empty seats, who also roll and draw for a pretend table."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from companion.games.gold_mine import actions as act
from companion.games.gold_mine.actions import Action
from companion.games.gold_mine.board import LADDER, TILE, Place
from companion.games.gold_mine.rules import legal
from companion.games.gold_mine.scoring import distance
from companion.games.gold_mine.state import State, can_dig, can_fit, place_of, required, team_nuggets, team_of

PATIENCE = 100  # rounds without a tile laid or a nugget moved
BEDTIME = 1000  # turns, after which even the most patient want to stop
FAR = 8  # further than this a greedy miner would rather dig
NEVER = 10_000


class RandomBots:
    """First what to do, then how: else they would dig all day, as that can be done in most ways.

    Every other time they walk with a purpose: by chance alone a game would last for days.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._turns = 0
        self._waited = 0
        self._wealth: object = None

    def choose(self, state: State) -> Action:
        if state.step == "movement" and (self._is_bored(state) or is_hopeless(state)):
            return act.StopGame()
        return self._pick(state)

    def _is_bored(self, state: State) -> bool:
        return self._waited > PATIENCE * len(state.players) or self._turns > BEDTIME

    def saw(self, state: State, action: Action) -> None:
        """Counts the turns in which nothing came of anything: the bots' way of agreeing to stop (R-53)."""
        if isinstance(action, act.EndTurn):
            self._turns += 1
            wealth = (len(state.mine), state.gold_on)
            self._waited = self._waited + 1 if wealth == self._wealth else 0
            self._wealth = wealth

    def _pick(self, state: State) -> Action:
        with_purpose = {"movement": self._move, "walk": self._walk}.get(state.step, self._any)
        return with_purpose(state) if self._rng.random() < 0.5 else self._any(state)

    def _any(self, state: State) -> Action:
        """For the start everybody rolls in seat order, as the phones ask."""
        kinds: dict[type[Any], list[Action]] = {}
        for action in legal(state):
            if not isinstance(action, act.RollStart) or action.player == state.start_pending[0]:
                kinds.setdefault(type(action), []).append(action)
        return self._rng.choice(kinds[self._rng.choice(list(kinds))])

    def _move(self, state: State) -> Action:
        player = state.actor or ""
        goal = self._ways(state, player).get(place_of(state, player), NEVER)
        if goal == 0:
            return act.OptOut(player)
        on_passage = place_of(state, player) in state.tunnels.passages
        if on_passage and goal > 4:
            return self._one(state, act.RollPassage)
        if goal > FAR and (digs := self._digs(state)):
            return self._rng.choice(digs)
        return self._one(state, act.RollPassage if on_passage and goal == NEVER else act.RollMove)

    def _digs(self, state: State) -> list[Action]:
        choices = legal(state)
        own = [action for action in choices if isinstance(action, act.PlayOwnTile)]
        if own and self._rng.random() < 0.2:
            return [max(own, key=lambda action: self._worth(state, action))]
        return [action for action in choices if isinstance(action, act.DrawTile)] or list(own)

    def _worth(self, state: State, action: Action) -> float:
        if not isinstance(action, act.PlaceTile | act.PlayOwnTile):
            return 0.0
        after = state.tunnels.with_tile(TILE[action.tile], action.cell, action.rot)
        tunnels = range(len(TILE[action.tile].paths))
        joined = [other for number in tunnels for other in after.joins[*action.cell, number]]
        homely = sum(other in state.tunnels.home for other in joined)
        here = state.miners[action.player] or LADDER
        away = abs(action.cell[0] - here[0]) + abs(action.cell[1] - here[1])
        return 10.0 * homely - (away if TILE[action.tile].is_chamber else 0.3 * away)

    def _one(self, state: State, kind: type[Any]) -> Action:
        found: list[Action] = [action for action in legal(state) if isinstance(action, kind)]
        return self._rng.choice(found)

    def _ways(self, state: State, player: str) -> Mapping[Place, int]:
        """Steps from each place to what a player wants: the ladder when the team is rich, else the nearest nugget."""
        if is_rich(state, player):
            return state.tunnels.home
        return state.tunnels.distances(*((*cell, 0) for cell in state.gold_on))

    def _walk(self, state: State) -> Action:
        """Towards the gold; whoever chases a rival sends him as far from it as he can."""
        assert state.walk is not None
        player, mover = state.walk.miner, state.actor or ""
        here = place_of(state, player)
        is_foe = player not in team_of(state, mover)
        sign, ways = -1 if is_foe else 1, self._ways(state, player)
        reach: list[tuple[Action, Place]] = [(action, getattr(action, "to", here)) for action in legal(state)]
        safe = [(action, to) for action, to in reach if not (is_foe and to == LADDER)] or reach
        return min(safe, key=lambda pair: (sign * ways.get(pair[1], NEVER), self._rng.random()))[0]


def is_rich(state: State, player: str) -> bool:
    return team_nuggets(state, player) >= required(state)


def is_hopeless(state: State) -> bool:
    """Nobody can win any more: the mine is finished, and too little gold can still be brought home."""
    if can_dig(state) or any(can_fit(state, tile) for hand in state.hands.values() for tile in hand):
        return False
    near = _near_ladder(state)
    held = sum(state.nuggets.values())
    if any(place_of(state, player) not in near for player in state.players):
        return False
    return held + sum((*cell, 0) in near for cell in state.gold_on) < required(state)


def _near_ladder(state: State) -> set[Place]:
    """Every place joined to the ladder by tunnels or passages, worked out once for each mine."""
    notes = state.tunnels.notes
    if "near ladder" not in notes:
        near = set(state.tunnels.home)
        if near.intersection(state.tunnels.passages):
            near = near.union(*map(state.tunnels.distances, state.tunnels.passages))
        notes["near ladder"] = near
    near_ladder: set[Place] = notes["near ladder"]
    return near_ladder


class GreedyBots(RandomBots):
    """To the nearest nugget, home when rich, dig when none is near, fight whoever is met, bats for whoever is rich."""

    def _pick(self, state: State) -> Action:
        return STRATEGIES.get(state.step, GreedyBots._any)(self, state)

    def _lay(self, state: State) -> Action:
        """Where most tunnels join the part of the mine that leads home."""
        choices = legal(state)
        return max(choices, key=lambda action: (self._worth(state, action), self._rng.random()))

    def _act(self, state: State) -> Action:
        choices = legal(state)
        for wanted in (self._collects, self._fights, self._chases):
            if found := [action for action in choices if wanted(state, action)]:
                return self._rng.choice(found)
        return act.EndTurn(state.actor or "")

    def _collects(self, state: State, action: Action) -> bool:
        return isinstance(action, act.Collect)

    def _fights(self, state: State, action: Action) -> bool:
        if not isinstance(action, act.StartChallenge) or action.kind != "gold":
            return False
        return state.nuggets[action.defender] > 0

    def _chases(self, state: State, action: Action) -> bool:
        """Bats for whoever could be at the ladder with his next roll."""
        if not isinstance(action, act.StartChallenge) or not is_rich(state, action.defender):
            return False
        near = distance(state, action.defender)
        return near is not None and 0 < near <= 6 and not state.stuck[action.defender]

    def _steal(self, state: State) -> Action:
        player = state.actor or ""
        away = state.tunnels.distances(place_of(state, player))
        stolen = [action for action in legal(state) if isinstance(action, act.PlaceStolen)]
        return min(stolen, key=lambda action: away.get((*action.cell, 0), NEVER))

    def _run(self, state: State) -> Action:
        return self._one(state, act.RollHeadStart)


STYLES: Mapping[str, Callable[[Random], RandomBots]] = {"random": RandomBots, "greedy": GreedyBots}
STRATEGIES: Mapping[str, Callable[[GreedyBots, State], Action]] = {
    "place": GreedyBots._lay,
    "movement": GreedyBots._move,
    "walk": GreedyBots._walk,
    "action": GreedyBots._act,
    "steal": GreedyBots._steal,
    "head_start": GreedyBots._run,
}
