"""What just happened and why, one sentence a step; all of it is public."""

from companion.games.gold_raiders.ending import hidden, miles
from companion.games.gold_raiders.reading import evaluate
from companion.games.gold_raiders.scoring import named, sentence
from companion.games.gold_raiders.state import Last, State
from companion.games.protocol import person


def story(state: State) -> tuple[str, ...]:
    last = state.last
    if last is None:
        return ()
    told = _told_reveal(state, last) if last.type == "reveal" else _told(last)
    return (told, _told_dusk(state)) if last.is_dusk else (told,)


def _told(last: Last) -> str:
    who = person(last.player)
    whose = f"stack {last.stack} of {person(last.owner)}"
    return {
        "choose_first": f"{who} takes the idol and begins.",
        "deal": "All 54 cards were shuffled; everybody holds eight.",
        "play_new": f"{who} begins a new stack.",
        "play_on": f"{who} lays a card on stack {last.stack}.",
        "recon": f"{who} discards a recon and looks into {whose}.",
        "steal": f"{who} discards a steal and takes {whose}"
        + (", as a new stack." if last.onto == "new" else f", onto stack {last.onto}."),
        "pass": f"{who} passes; the rest stays hidden.",
    }[last.type]


def _told_reveal(state: State, last: Last) -> str:
    reading = evaluate(last.cards, state.house)
    reached = state.pos[last.player]
    stopped = ""
    if reached != last.start + reading.delta:
        stopped = ", where the trail ends" if reading.delta > 0 else ", no farther than the lagoon"
    return f"{person(last.player)}: {named(last.cards)}: {sentence(reading)}, from {last.start} to {reached}{stopped}."


def _told_dusk(state: State) -> str:
    if state.phase != "finished":
        return f"The day is over: the idol goes to {person(state.first)}, the farthest, on {state.pos[state.first]}."
    return f"{person(state.winner)} wins: {_why_won(state)}."


def _why_won(state: State) -> str:
    winner = state.winner or ""
    rivals = [name for name in state.players if state.pos[name] == state.trail and name != winner]
    if state.tiebreak == "travel_total":
        return f"{miles(state, winner)} miles against {max(miles(state, name) for name in rivals)}"
    if state.tiebreak == "unrevealed_stacks":
        alike = [name for name in rivals if miles(state, name) == miles(state, winner)]
        most = max(hidden(state, name) for name in alike)
        return f"as many miles, but {hidden(state, winner)} hidden stacks against {most}"
    if state.tiebreak == "turn_order":
        return "all else equal, first in this round's order"
    return "alone at the temple at the end of the day"
