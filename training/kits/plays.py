"""What lies on the table: positions of bot games, one by one or take by take as in a film."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from companion.games.protocol import Action, Game, Seen, State, to_json
from companion.simulation.match import turns
from companion.simulation.players import Hands
from companion.simulation.tabletop import Hand, Lying, LyingDie, Tabletop

HAND_EVERY = 5  # takes


@dataclass(frozen=True)
class Take:
    """The table at one moment, and what was done since the take before."""

    kind: str  # start, hand, rest, roll or catch_up
    actions: tuple[Any, ...]
    lying: tuple[Lying, ...]
    heights: dict[int, float]
    dice: tuple[LyingDie, ...]
    hand: Hand | None = None


def undrawn(game: Game) -> Game:
    """The same game played without pens: whoever draws tells a phone."""

    def placements(state: State) -> Seen:
        strokes = {piece.name for piece in game.layout().pieces if piece.stroke}
        return Counter({one: count for one, count in game.placements(state).items() if one.piece not in strokes})

    return replace(game, placements=placements)


def shot(tabletop: Tabletop, kind: str, actions: Sequence[Action] = ()) -> Take:
    raws = tuple(to_json(action) for action in actions)
    return Take(kind, raws, tabletop.lying(), tabletop.heights(), tabletop.dice, tabletop.hand)


def position(game: Game, players: Sequence[str], seed: int, tabletop: Tabletop) -> Take:
    """Somewhere in the second half of a bots' game, with the dice that were rolled last."""
    played = list(turns(game, players, seed))
    number = Random(seed).randrange(len(played) // 2, len(played))
    tabletop.arrange(game.placements(played[number][0]))
    rolls = [rolled for _, action, _ in played[:number] if (rolled := game.rolled(action))]
    if rolls:
        tabletop.roll(rolls[-1])
    return shot(tabletop, "start")


def takes(
    game: Game, players: Sequence[str], seed: int, first: int, number: int, tabletop: Tabletop
) -> tuple[list[Any], list[Take]]:
    """What was entered before the film begins, and its takes."""
    played = list(islice(turns(game, players, seed), first + 40 * number))
    hands = Hands(game, tabletop, Random(f"{seed} film"))
    state = played[first][0]
    hands.lay_out(state)
    rolls = [rolled for _, action, _ in played[:first] if (rolled := game.rolled(action))]
    if rolls:
        tabletop.roll(rolls[-1])
    film = [shot(tabletop, "start"), *islice(_filmed(game, played[first:], hands, tabletop), number)]
    return [to_json(action) for _, action, _ in played[:first]], film


def _filmed(
    game: Game, played: Sequence[tuple[State, Action, State]], hands: Hands, tabletop: Tabletop
) -> Iterator[Take]:
    """Every action that leaves a trace is a take, with those before it that left none."""
    waiting: list[Action] = []
    count = 0
    for before, action, after in played:
        waiting.append(action)
        if not hands.leaves_trace(before, action, after):
            continue
        count += 1
        before_dice = tabletop.dice
        for moment, _ in enumerate(hands.act(action, after)):
            if moment == 0 and count % HAND_EVERY == 0 and tabletop.hand is not None:
                yield shot(tabletop, "hand")
        if game.rolled(action):
            tabletop.dice = (*elsewhere(before_dice, tabletop), *tabletop.dice)
        yield shot(tabletop, "roll" if game.rolled(action) else "rest", waiting)
        waiting = []
        if hands.differs(after):
            for _ in hands.catch_up(after):
                pass
            yield shot(tabletop, "catch_up")


def elsewhere(before: Sequence[LyingDie], tabletop: Tabletop) -> Iterator[LyingDie]:
    """Dice that lay in other fields than those that were rolled into now: nobody clears them away."""
    zones = [tabletop.layout.zone[die.zone or tabletop.layout.tray] for die in tabletop.layout.dice]
    used = [zone for zone in zones if any(zone.holds(die.x_mm, die.y_mm) for die in tabletop.dice)]
    return (die for die in before if not any(zone.holds(die.x_mm, die.y_mm) for zone in used))
