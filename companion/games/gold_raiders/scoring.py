"""How everybody stands: there are no points, only spaces of the trail; section 7."""

from companion.games.gold_raiders.board import CARDS
from companion.games.gold_raiders.ending import hidden, miles, rank_key
from companion.games.gold_raiders.reading import Reading, evaluate
from companion.games.gold_raiders.state import State
from companion.games.protocol import Line, Score, Standing


def score(state: State) -> Score:
    """Everybody's space and the reading of each revealed stack; ranked by space, then as ties are broken."""
    ranked = sorted(state.players, key=lambda name: rank_key(state, name))
    place = {name: at for at, name in enumerate(ranked, start=1)}
    standings = tuple(Standing(name, state.pos[name], place[name], _lines(state, name)) for name in state.players)
    return Score(
        standings,
        tuple((name, place[name]) for name in ranked),
        (state.winner,) if state.winner else (),
        decided_by=state.tiebreak if state.tiebreak and state.tiebreak != "none" else "",
        unit="spaces",
    )


def _lines(state: State, player: str) -> tuple[Line, ...]:
    lines = [Line(f"space {state.pos[player]} of {state.trail}", state.pos[player], "where the raider stands")]
    for number, stack in enumerate(state.stacks[player], start=1):
        if isinstance(stack, tuple):
            reading = evaluate(stack, state.house)
            parts = tuple(Line(step.what, step.gain, _card_at(stack, step.at)) for step in reading.steps)
            lines.append(Line(f"stack {number}: {named(stack)}", reading.delta, sentence(reading), parts))
    if state.phase == "finished" and state.pos[player] == state.trail:
        lines.append(Line("miles on revealed travel cards", miles(state, player), "the first tie-break"))
        lines.append(Line("stacks still hidden", hidden(state, player), "the second tie-break"))
    return tuple(lines)


def named(cards: tuple[str, ...]) -> str:
    """The cards from the bottom up, as people say them.

    >>> named(("1", "R", "2"))
    '1, recon, 2'
    """
    return ", ".join(code if code in "123" else CARDS[code] for code in cards)


def sentence(reading: Reading) -> str:
    """How a stack was read, in a line.

    >>> sentence(evaluate(("1", "R", "2")))
    '1 mile +1, recon ignored, 2 on 1 +2: 3 forward'
    """
    steps = ", ".join(f"{step.what} {step.gain:+}" if step.gain else step.what for step in reading.steps)
    way = f"{reading.delta} forward" if reading.delta > 0 else f"{-reading.delta} back" if reading.delta else "stays"
    return f"{steps}: {way}"


def _card_at(cards: tuple[str, ...], at: int) -> str:
    return f"card {at + 1} from the bottom, {CARDS[cards[at]]}"
