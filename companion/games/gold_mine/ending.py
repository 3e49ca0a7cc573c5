"""How turns, development and the game end, and who follows. Rulebook: "Winning the Game"."""

from companion.games.gold_mine.actions import EndTurn, StopGame
from companion.games.gold_mine.board import DEVELOPMENT_TILES, LADDER, Place
from companion.games.gold_mine.state import State, TurnInfo, can_dig, changed, required, team_nuggets, team_of

FRESH = TurnInfo()


def after_laying(state: State) -> State:
    """One more development tile lies: on to the next player, or to production. Rulings R-6 and R-9."""
    counted = changed(state, dev_placed=state.dev_placed + 1)
    if counted.dev_placed >= DEVELOPMENT_TILES or not can_dig(state):
        return begin_production(counted)
    follows = next_player(state)
    return changed(counted, step="draw", turn=follows, actor=follows)


def begin_production(state: State) -> State:
    """Everybody to the foot of the ladder; the start player begins, whoever laid the last tile (R-2)."""
    opens = next_player(state) if state.options.next_opens else state.start_player
    assert opens is not None
    miners: dict[str, Place] = dict.fromkeys(state.players, LADDER)
    return begin_turn(changed(state, phase="production", miners=miners), opens)


def next_player(state: State) -> str:
    """Clockwise. Ruling R-3."""
    assert state.turn is not None
    return state.players[(state.players.index(state.turn) + 1) % len(state.players)]


def begin_turn(state: State, player: str) -> State:
    """A turn in production: nothing done yet, and out of the mud (R-28)."""
    stuck = {**state.stuck, player: False} if state.stuck[player] else state.stuck
    return changed(state, turn=player, actor=player, step="movement", turn_info=FRESH, stuck=stuck)


def end_turn(state: State, action: EndTurn) -> State:
    return begin_turn(state, next_player(state))


def back_to_action(state: State, **changes: object) -> State:
    """Movement or a challenge is settled: the player whose turn it is goes on."""
    return changed(state, step="action", actor=state.turn, walk=None, challenge=None, **changes)


def after_moving(state: State, miner: str) -> State:
    """Rulebook: "Winning the Game". Rulings R-46, R-47 and R-49: a walk that ends at the ladder, rich enough, wins."""
    team = team_of(state, miner)
    is_home = all(state.miners[member] == LADDER for member in team)
    if is_home and team_nuggets(state, miner) >= required(state):
        return game_over(state, team)
    return state


def stop_game(state: State, action: StopGame) -> State:
    return game_over(state, ())


def game_over(state: State, winners: tuple[str, ...]) -> State:
    return changed(state, phase="over", step="over", actor=None, walk=None, challenge=None, winner=winners)
