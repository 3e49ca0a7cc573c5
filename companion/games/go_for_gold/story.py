"""What just happened and why, in sentences; a line drawn in secret is not told."""

from companion.games.go_for_gold.scoring import ranking, total
from companion.games.go_for_gold.state import Hunter, State
from companion.games.protocol import people, person


def story(state: State) -> tuple[str, ...]:
    """What just happened and why, one sentence a step."""
    last = state.last
    if last is None:
        return ()
    told = [_told(state)]
    told += [
        f"{person(name)} has no way with {last.roll} and no foot: out." for name in last.out if last.type == "roll_move"
    ]
    if state.phase == "over":
        told.append(result(state))
    elif state.phase == "roll" and last.type != "choose_start_port":
        told.append(f"The round is over; {person(state.active)} is active now.")
    return tuple(told)


def _told(state: State) -> str:
    last = state.last
    assert last is not None
    who, hunter = person(last.player), state.hunter(last.player)
    if last.type == "choose_start_port":
        return ", ".join(f"{person(each.id)} starts in {each.pos}" for each in state.players) + "."
    if last.type == "roll_move":
        return f"{who} rolled {last.roll}: everybody moves {last.roll} spaces."
    if last.type == "move":
        return f"{who} has drawn a line."
    if last.type == "withdraw":
        return f"{who} had no way and retires."
    if last.type == "choose_port":
        return f"{who}'s ship goes to {hunter.pos}; the next move starts there."
    return _told_try(state, hunter) if last.result else f"{who} leaves it alone."


def _told_try(state: State, hunter: Hunter) -> str:
    last = state.last
    assert last is not None
    who = person(last.player)
    if last.type == "raid":
        if last.result == "penalty":
            return f"{who} rolled {last.roll} with {hunter.shovels} shovels: cursed, 1 penalty point; the shovels stay."
        return f"{who} rolled {last.roll} and had the shovels: the {last.color} temple is raided, 9 points."
    if last.result == "written":
        return f"{who} rolled {last.roll} and digs up {last.points} points" + (
            ", with shovels for the missing pips." if last.type == "use_shovels" else "."
        )
    if last.result == "low":
        missing = state.dig.missing if state.dig else 0
        return f"{who} rolled {last.roll}: {missing} missing, shovels could make it good."
    return f"{who} rolled {last.roll}: too low, nothing is written."


def result(state: State) -> str:
    """How it ended and who won."""
    why = "a sixth box is filled" if state.end_trigger == "sixth_score" else "nobody can score any more"
    table = ", ".join(
        f"{person(hunter.id)} {total(hunter)} points ({hunter.shovels_gathered} shovels gathered)"
        for hunter in state.players
    )
    return f"The hunt is over, {why}: {table}. {people(ranking(state)[0])} won."
