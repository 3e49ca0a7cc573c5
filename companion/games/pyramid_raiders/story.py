"""What just happened, in words: the guardian's walk sentence by sentence, with the reason of every turn."""

from collections.abc import Iterable, Iterator

from companion.games.protocol import person
from companion.games.pyramid_raiders.board import BOOK, DECOY, DIRECTIONS, EXTRA
from companion.games.pyramid_raiders.state import (
    Bonus,
    Event,
    Hold,
    KnockOut,
    Moved,
    RemoveToken,
    State,
    Stuck,
    Total,
    Turn,
    Walk,
)

SENSE = {"cw": "clockwise", "ccw": "counter-clockwise"}
WAYS = {"E": "east", "SE": "south-east", "SW": "south-west", "W": "west", "NW": "north-west", "NE": "north-east"}


def called(who: str) -> str:
    """Whoever stands there, in a sentence.

    >>> called("osiris") == person("osiris"), called("decoy")
    (True, 'the decoy')
    """
    return "the decoy" if who == DECOY else person(who)


def spaces(count: int) -> str:
    return f"{count} space" if count == 1 else f"{count} spaces"


def treasure(kind: str, article: str = "") -> str:
    """A token in words.

    >>> treasure("orange"), treasure("book", "the")
    ('an orange treasure', 'the ancient book')
    """
    name = "ancient book" if kind == BOOK else f"{kind} treasure"
    return f"{article or ('an' if name[0] in 'ao' else 'a')} {name}"


def story(state: State) -> tuple[str, ...]:
    """The guardian's walk right after it, and until the cards lie where he belongs: people move him by hand, and may
    stop a space short. In a turn, what the card turned up does."""
    if state.walk is not None and is_fresh(state):
        return (*sentences(state.walk, state.rotation), belongs(state))
    if state.walk is not None and state.phase in ("reentry", "programming"):
        return (belongs(state),)
    if state.card is not None and state.active is not None and (more := EXTRA.get(state.card)):
        return (f"Card {state.card}: the guardian walks {spaces(more)} farther this round.",)
    return ()


def belongs(state: State) -> str:
    return f"The guardian belongs on {state.guardian.at}, facing {WAYS[state.guardian.facing]}."


def is_fresh(state: State) -> bool:
    """Whether the guardian's walk was the last thing that happened."""
    if state.walk is None or state.phase not in ("reentry", "programming", "finished"):
        return False
    out = [who for who in state.walk.knocked_out if who != DECOY]
    if state.phase == "reentry":
        return len(state.queue) == len(out)
    return not state.placed and not out


def sentences(walk: Walk, rotation: str) -> Iterator[str]:
    """One sentence for every event of a walk; a knock-out is told with the step it happens on."""
    facing = walk.start.facing
    after: Iterable[Event | None] = [*walk.trace[1:], None]
    for event, following in zip(walk.trace, after, strict=True):
        match event:
            case Total(total):
                yield f"The guardian walks {spaces(total)}."
            case Bonus(_, who, total):
                yield f"sees {called(who)} in rocket shoes: 2 more spaces, {total} in all"
            case Hold(_, who, _):
                then = "goes straight on" if isinstance(following, Moved) else "does not turn"
                yield f"sees {_listed(who)} at the same distance: {then}"
            case Turn(to, why):
                yield _turned(event, facing, rotation) if why == "blocked" else _faced(event, facing)
                facing = to
            case Stuck():
                yield "pillars on all sides: he stays where he is"
            case Moved(step, to):
                fate = f": {_knocked(following)}" if isinstance(following, KnockOut) else ""
                yield f"step {step}, {to}{fate}"
            case RemoveToken(at, token):
                yield f"stops on {at} and takes {treasure(token)} out of the game"


def _faced(turn: Turn, facing: str) -> str:
    assert turn.who is not None
    return f"turns {_hand(facing, turn.to)} to {turn.to}: sees {called(turn.who)} {spaces(turn.dist or 0)} away"


def _turned(turn: Turn, facing: str, rotation: str) -> str:
    bar = "pillar" if turn.by == "pillar" else "edge of the board"
    return f"{bar} ahead: turns {_hand(facing, turn.to)} to {turn.to} (rotation {SENSE[rotation]})"


def _knocked(event: KnockOut) -> str:
    if event.who == DECOY:
        return "knocks out the decoy"
    fate = "one curse" if event.curse else "no curse, thanks to the lucky charm"
    return f"knocks out {called(event.who)}, {fate}"


def _hand(facing: str, to: str) -> str:
    """Which way he turns.

    >>> _hand("E", "SW"), _hand("E", "NE"), _hand("E", "W")
    ('right', 'left', 'round')
    """
    notches = (DIRECTIONS.index(to) - DIRECTIONS.index(facing)) % 6
    return "round" if notches == 3 else "right" if notches < 3 else "left"


def _listed(who: tuple[str, ...]) -> str:
    *first, last = map(called, who)
    return f"{', '.join(first)} and {last}"
