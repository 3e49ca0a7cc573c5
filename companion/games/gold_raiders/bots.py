"""Players for empty seats, who also are the deck: they alone know the hidden cards, and reveal what lies there."""

from dataclasses import dataclass
from random import Random

from companion.games.gold_raiders.actions import (
    Action,
    ChooseFirst,
    Deal,
    Pass,
    PlayNew,
    PlayOn,
    Recon,
    Reveal,
    Steal,
)
from companion.games.gold_raiders.board import COPIES
from companion.games.gold_raiders.legal import recons, steals
from companion.games.gold_raiders.reading import evaluate
from companion.games.gold_raiders.state import State, hidden_numbers, too_many

DECK = tuple(code for code, copies in COPIES.items() for _ in range(copies))


@dataclass
class Card:
    """A card whose face is down, and who knows it all the same."""

    code: str
    known_to: set[str]


class Raiders:
    """Keeps the truth under every back; a position it did not see come about gets a truth that fits it."""

    def __init__(self, rng: Random, style: str) -> None:
        self._rng = rng
        self._style = style
        self._hands: dict[str, list[str]] = {}
        self._stacks: dict[str, list[list[Card]]] = {}
        self._meant: tuple[Action, str] | None = None  # the card the last chosen action lays down

    def choose(self, state: State) -> Action:
        """Whoever must act, does."""
        if state.phase == "setup":
            return self._rng.choice([ChooseFirst(name) for name in state.players])
        if state.phase == "deal":
            return Deal()
        self._fit(state)
        assert state.turn is not None
        if state.phase == "day":
            return self._by_day(state, state.turn)
        action, card = self._by_night(state, state.turn)
        self._meant = (action, card)
        return action

    def saw(self, state: State, action: Action) -> None:
        """Moves the hidden cards as the action moves the backs."""
        if isinstance(action, Deal):
            self._shuffle(state)
            return
        if state.phase not in ("night", "day"):
            return
        self._fit(state)
        card = self._meant[1] if self._meant and self._meant[0] == action else None
        self._meant = None
        if isinstance(action, Reveal):
            self._turn_up(action)
        elif isinstance(action, PlayNew | PlayOn | Recon | Steal):
            self._take_from_hand(action, card)

    def _shuffle(self, state: State) -> None:
        cards = list(DECK)
        self._rng.shuffle(cards)
        self._hands = {name: [cards.pop() for _ in range(8)] for name in state.players}
        self._stacks = {name: [] for name in state.players}

    def _fit(self, state: State) -> None:
        """Makes up hidden cards for a position whose numbers or open cards differ from what is kept here."""
        if all(self._fits(state, name) for name in state.players):
            return
        left = list(DECK)
        revealed = [stack for row in state.stacks.values() for stack in row if isinstance(stack, tuple)]
        for code in [*state.discard, *(code for stack in revealed for code in stack)]:
            if code in left:
                left.remove(code)
        self._rng.shuffle(left)
        left += self._rng.choices(DECK, k=400)  # a position nobody could reach may hold more cards than the box
        left.reverse()
        self._hands = {name: [left.pop() for _ in range(state.hands[name])] for name in state.players}
        self._stacks = {
            name: [
                [Card(left.pop(), {name}) for _ in range(stack)]
                if isinstance(stack, int)
                else [Card(code, set(state.players)) for code in stack]
                for stack in state.stacks[name]
            ]
            for name in state.players
        }

    def _fits(self, state: State, player: str) -> bool:
        kept, lying = self._stacks.get(player), state.stacks[player]
        return (
            kept is not None
            and len(self._hands[player]) == state.hands[player]
            and len(kept) == len(lying)
            and all(
                len(cards) == stack if isinstance(stack, int) else tuple(card.code for card in cards) == stack
                for cards, stack in zip(kept, lying, strict=True)
            )
        )

    def _turn_up(self, action: Reveal) -> None:
        """A person's real cards lie where others were made up; what everybody knows of the rest stays as it is."""
        if tuple(card.code for card in self._stacks[action.player][action.stack - 1]) != action.cards:
            self._stacks[action.player][action.stack - 1] = [Card(code, set(self._hands)) for code in action.cards]

    def _take_from_hand(self, action: PlayNew | PlayOn | Recon | Steal, card: str | None) -> None:
        """A person's card is not known: any card of the hand will do, or the one the discard shows."""
        hand, row = self._hands[action.player], self._stacks[action.player]
        played = card or {Recon: "R", Steal: "S"}.get(type(action)) or self._rng.choice(hand)
        hand.remove(played if played in hand else self._rng.choice(hand))
        match action:
            case PlayNew():
                row.append([Card(played, {action.player})])
            case PlayOn():
                row[action.stack - 1].append(Card(played, {action.player}))
            case Recon():
                for peeked in self._stacks[action.owner][action.stack - 1]:
                    peeked.known_to.add(action.player)
            case Steal():
                stolen = self._stacks[action.owner].pop(action.stack - 1)
                if action.onto == "new":
                    row.append(stolen)
                else:
                    row[int(action.onto) - 1] += stolen

    def _by_day(self, state: State, player: str) -> Action:
        """Turns up what is known to help; a stack not wholly known is a gamble, and known bandits stay hidden."""
        for number, stack in enumerate(state.stacks[player], start=1):
            cards = tuple(card.code for card in self._stacks[player][number - 1])
            if isinstance(stack, int) and too_many(state, cards) is None and self._dares(state, player, number):
                return Reveal(player, number, cards)
        return Pass(player)

    def _dares(self, state: State, player: str, number: int) -> bool:
        cards = self._stacks[player][number - 1]
        known = tuple(card.code for card in cards if player in card.known_to)
        if "B" in known:
            return False
        if len(known) < len(cards):
            return self._rng.random() < (0.5 if self._style == "random" else 0.3)
        delta = evaluate(known, state.house).delta
        return delta > 0 or (self._style == "random" and self._rng.random() < 0.5)

    def _by_night(self, state: State, player: str) -> tuple[Action, str]:
        hand = self._hands[player]
        card = self._rng.choice(hand)
        if self._style == "random":
            return self._rng.choice(_uses(state, player, card, self._effects(state))), card
        options = [(action, code) for code in dict.fromkeys(hand) for action in _lays(state, player)]
        if "S" in hand:
            options += [(action, "S") for action in self._effects(state) if isinstance(action, Steal)]
        return max(options, key=lambda option: (self._worth(state, player, *option), self._rng.random()))

    def _effects(self, state: State) -> list[Action]:
        return [*recons(state), *steals(state)]

    def _worth(self, state: State, player: str, action: Action, card: str) -> float:
        """What the player's stacks are worth afterwards, as far as he knows them, plus what his hand promises."""
        rows = [[known.code if player in known.known_to else "?" for known in row] for row in self._stacks[player]]
        hand = list(self._hands[player])
        hand.remove(card)
        gain = 0.0
        if isinstance(action, PlayNew):
            rows.append([card])
        elif isinstance(action, PlayOn):
            rows[action.stack - 1].append(card)
        elif isinstance(action, Steal):
            size = len(self._stacks[action.owner][action.stack - 1])
            gain = 0.6 * size if action.onto == "new" and size > 1 else -1.0
        return gain + sum(_promise(row, hand, state.house) for row in rows)


def _lays(state: State, player: str) -> list[Action]:
    return [PlayNew(player), *(PlayOn(player, number) for number in hidden_numbers(state, player))]


def _uses(state: State, player: str, card: str, effects: list[Action]) -> list[Action]:
    """Ways to play that card: laid on the stacks, or for its effect."""
    kind = {"R": Recon, "S": Steal}.get(card)
    special = [action for action in effects if kind is not None and isinstance(action, kind)]
    return _lays(state, player) + special


def _promise(row: list[str], hand: list[str], house: tuple[str, ...]) -> float:
    """The known worth of a stack and a little for what the hand could still add to it; bandits are best together."""
    if "B" in row:
        return -0.1 - 0.2 * sum(code in "123" for code in row)
    worth: float = evaluate(tuple("S" if code == "?" else code for code in row), house).delta
    top = row[-2:]
    if top[-1] == "1" and "2" in hand:
        worth += 1.2 + 1.0 * ("3" in hand)
    elif top == ["1", "2"] and "3" in hand:
        worth += 1.5
    elif len(row) > 1 and row[-1] == row[-2] and row[-1] in hand:
        worth += 1.0
    return worth
