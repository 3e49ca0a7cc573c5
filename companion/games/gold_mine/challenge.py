"""Collecting, handing over, and the two challenges. Rulebook: "Collecting Gold", "Challenges", "Alliances"."""

from msgspec.structs import replace

from companion.games.gold_mine.actions import (
    ChallengeRoll,
    Collect,
    DeclineSteal,
    HandOff,
    PlaceStolen,
    RollBats,
    RollHeadStart,
    SkipHeadStart,
    StartChallenge,
    is_face,
    is_ints,
)
from companion.games.gold_mine.board import Cell
from companion.games.gold_mine.ending import back_to_action
from companion.games.gold_mine.state import Challenge, State, Walk, changed, place_of, team_of

NEEDED = 2  # exchanges that decide a challenge


def why_not_collect(state: State, action: Collect) -> str | None:
    """Rulings R-32 and R-34: one nugget a turn, where the movement ended; a second only where a head start ended."""
    cell = place_of(state, action.player)[:2]
    if cell not in state.tunnels.chambers:
        return "not_on_chamber"
    if cell not in state.gold_on:
        return "no_nugget_here"
    if state.turn_info.bonus_collect:
        return None
    if state.turn_info.displaced:
        return "moved_since"
    return "already_collected" if state.turn_info.collected else None


def collect(state: State, action: Collect) -> State:
    cell, info = place_of(state, action.player)[:2], state.turn_info
    used = replace(info, bonus_collect=False) if info.bonus_collect else replace(info, collected=True)
    return changed(
        state,
        gold_on=tuple(other for other in state.gold_on if other != cell),
        nuggets={**state.nuggets, action.player: state.nuggets[action.player] + 1},
        turn_info=used,
    )


def why_not_challenge(state: State, action: StartChallenge) -> str | None:
    if action.kind not in ("gold", "bat"):
        return "bad_challenge"
    if action.defender not in state.players:
        return "unknown_player"
    if action.defender == action.player:
        return "self_challenge"
    if action.defender in team_of(state, action.player):
        return "own_team"
    return why_no_challenge(state, action.player, action.kind, action.defender)


def why_no_challenge(state: State, player: str, kind: str, defender: str) -> str | None:
    """Rulings R-35, R-38, R-39 and R-44."""
    if state.turn_info.challenge_used:
        return "challenge_used"
    tokens = state.tokens[player]
    if (tokens.gold if kind == "gold" else tokens.bat) < 1:
        return "no_token"
    if kind == "bat":
        return None
    if state.nuggets[player] < 1:
        return "no_nugget_to_stake"
    return None if state.miners[player] == state.miners[defender] else "not_same_path"


def start(state: State, action: StartChallenge) -> State:
    """The token is spent at once, win or lose (R-35)."""
    tokens = state.tokens[action.player]
    left = replace(tokens, gold=tokens.gold - 1) if action.kind == "gold" else replace(tokens, bat=tokens.bat - 1)
    return changed(
        state,
        step="challenge_roll",
        tokens={**state.tokens, action.player: left},
        turn_info=replace(state.turn_info, challenge_used=True),
        challenge=Challenge(action.kind, action.player, action.defender),
    )


def why_not_exchange(state: State, action: ChallengeRoll) -> str | None:
    return None if is_face(action.challenger) and is_face(action.defender) else "bad_dice"


def exchange(state: State, action: ChallengeRoll) -> State:
    """Ruling R-36: equal dice count for the challenger, and whoever has two exchanges has won."""
    challenge = challenge_of(state)
    challenge = replace(challenge, rolls=(*challenge.rolls, (action.challenger, action.defender)))
    mine, theirs = exchanges(challenge)
    if max(mine, theirs) < NEEDED:
        return changed(state, challenge=challenge)
    sides = (challenge.challenger, challenge.defender)
    winner, loser = sides if mine >= NEEDED else sides[::-1]
    decided = changed(state, challenge=replace(challenge, winner=winner, loser=loser))
    return _gold_decided(decided, winner, loser) if challenge.kind == "gold" else _bats_decided(decided, winner, loser)


def exchanges(challenge: Challenge) -> tuple[int, int]:
    """How many exchanges each side has, the challenger first."""
    mine = sum(one >= other for one, other in challenge.rolls)
    return mine, len(challenge.rolls) - mine


def _gold_decided(state: State, winner: str, loser: str) -> State:
    """Rulings R-38 and R-41: without a nugget or a free chamber nothing is taken."""
    if state.nuggets[loser] and free_chambers(state):
        return changed(state, step="steal", actor=winner)
    return _after_gold(state)


def _after_gold(state: State) -> State:
    """Rulings R-29 and R-42: the head start is for a challenger who won, unless he sits in the mud."""
    challenge = challenge_of(state)
    if challenge.winner == challenge.challenger and not state.stuck[challenge.challenger]:
        return changed(state, step="head_start", actor=challenge.challenger)
    return back_to_action(state)


def _bats_decided(state: State, winner: str, loser: str) -> State:
    """Ruling R-30: bats do not move a miner who is stuck."""
    return back_to_action(state) if state.stuck[loser] else changed(state, step="bat_roll", actor=winner)


def free_chambers(state: State) -> list[Cell]:
    """Ruling R-40: empty, and not under one of the two fighters."""
    return [cell for cell in state.tunnels.chambers if _why_no_stolen(state, cell) is None]


def _why_no_stolen(state: State, cell: Cell) -> str | None:
    challenge = challenge_of(state)
    if cell not in state.tunnels.chambers:
        return "not_a_chamber"
    if cell in state.gold_on:
        return "chamber_full"
    fighters = (challenge.challenger, challenge.defender)
    return "chamber_occupied" if any(place_of(state, who)[:2] == cell for who in fighters) else None


def why_not_stolen(state: State, action: PlaceStolen) -> str | None:
    return _why_no_stolen(state, action.cell) if is_ints(action.cell, 2) else "bad_action"


def place_stolen(state: State, action: PlaceStolen) -> State:
    loser = challenge_of(state).loser
    assert loser is not None
    nuggets = {**state.nuggets, loser: state.nuggets[loser] - 1}
    return _after_gold(changed(state, nuggets=nuggets, gold_on=(*state.gold_on, action.cell)))


def decline_steal(state: State, action: DeclineSteal) -> State:
    return _after_gold(state)


def roll_head_start(state: State, action: RollHeadStart) -> State:
    return changed(state, step="walk", walk=Walk(action.player, action.die, "head_start"))


def skip_head_start(state: State, action: SkipHeadStart) -> State:
    return back_to_action(state)


def roll_bats(state: State, action: RollBats) -> State:
    """Ruling R-45: the winner moves the loser's miner."""
    loser = challenge_of(state).loser
    assert loser is not None
    return changed(state, step="walk", walk=Walk(loser, action.die, "bats"))


def why_not_hand_off(state: State, action: HandOff) -> str | None:
    """Ruling R-50: between the player whose turn it is and his partner, on one place, either way."""
    if not state.options.alliances:
        return "option_off"
    team = team_of(state, action.player)
    if (action.giver, action.to) not in (team, team[::-1]):
        return "not_partners"
    if state.miners[action.giver] != state.miners[action.to]:
        return "not_same_path"
    is_good = type(action.count) is int and 1 <= action.count <= state.nuggets[action.giver]
    return None if is_good else "not_enough_nuggets"


def hand_off(state: State, action: HandOff) -> State:
    nuggets = dict(state.nuggets)
    nuggets[action.giver] -= action.count
    nuggets[action.to] += action.count
    return changed(state, nuggets=nuggets)


def challenge_of(state: State) -> Challenge:
    assert state.challenge is not None
    return state.challenge
