"""Between the table and the rules: how the table should look, and what a table at rest may mean; section 8."""

from collections import Counter
from collections.abc import Iterator

from companion.games.gold_raiders import board
from companion.games.gold_raiders.actions import Action, Pass, Recon, Reveal
from companion.games.gold_raiders.board import CARDS
from companion.games.gold_raiders.rules import RULES
from companion.games.gold_raiders.state import State, too_many
from companion.games.protocol import Seen
from companion.layout import Placement

UPRIGHT = 0  # as the camera sees it


def shown(state: State, seen: Seen) -> list[Action]:
    """What a table at rest may show. By day: the cards in the lane, if a stack of as many has left its place.

    While a hidden stack is not where it was, nobody has passed: a card in the lane may just not be seen yet.
    """
    if state.phase != "day" or state.turn is None:
        return RULES.legal(state)
    player, cards = state.turn, _lane_cards(seen)
    gone = _gone(state, player, seen)
    if not gone:
        return [Pass(player)]
    fitting = [number for number in gone if state.stacks[player][number - 1] == len(cards)]
    return [Reveal(player, number, cards) for number in fitting] if too_many(state, cards) is None else []


def _gone(state: State, player: str, seen: Seen) -> list[int]:
    """The player's hidden stacks whose backs are not seen on their places."""
    backs = {placement.space for placement in seen if placement.piece == board.BACK}
    places = [board.stack_space(state.seat(player), slot) for slot in state.slots_of(player)]
    return [
        number
        for number, (stack, place) in enumerate(zip(state.stacks[player], places, strict=True), start=1)
        if isinstance(stack, int) and place not in backs
    ]


def _lane_cards(seen: Seen) -> tuple[str, ...]:
    """The faces in the lane from the left, up to the first gap."""
    lane = {placement.space: placement.piece for placement in seen if placement.space.startswith("reveal.")}
    cards: list[str] = []
    while (piece := lane.get(board.lane_space(len(cards) + 1), "")).removeprefix("card.") in CARDS:
        cards.append(piece.removeprefix("card."))
    return tuple(cards)


def placements(state: State) -> Seen:
    """Raiders, idol, backs of hidden stacks, open cards.

    Stacks and discard pile up a half turn each, so that a pile shows whether a card was laid on it. The stack
    revealed last lies in the lane until something else happens; the others lie on their places.
    """
    table = {Placement(board.raider(state.seat(name)), board.trail_space(space)) for name, space in state.pos.items()}
    if state.phase != "setup":
        table.add(Placement(board.IDOL, board.idol_space(state.seat(state.first))))
    if state.phase in ("night", "day", "finished") or state.round > 1:
        table.add(Placement(board.BACK, board.DECK, UPRIGHT))
    if state.discard:
        table.add(Placement(board.face(state.discard[-1]), board.DISCARD, _half_turn(len(state.discard))))
    for name in state.players:
        table.update(_stack_placements(state, name))
    return Counter(table)


def _half_turn(cards: int) -> int:
    return UPRIGHT if cards % 2 else 180


def _stack_placements(state: State, player: str) -> Iterator[Placement]:
    seat, last = state.seat(player), state.last
    for number, (stack, slot) in enumerate(zip(state.stacks[player], state.slots_of(player), strict=True), start=1):
        if slot > board.SLOTS:
            continue
        space = board.stack_space(seat, slot)
        if isinstance(stack, int):
            yield Placement(board.BACK, space, _half_turn(stack))
        elif last is not None and (last.type, last.player, last.stack) == ("reveal", player, number):
            for card, code in enumerate(stack[: board.LANE], start=1):
                yield Placement(board.face(code), board.lane_space(card), UPRIGHT)
        else:
            yield Placement(board.face(stack[-1]), space, UPRIGHT)


def told(state: State, action: Action) -> bool:
    """Whose stack a recon looks into only its player can say, unless there is no other."""
    return isinstance(action, Recon) and sum(map(len, state.stacks.values())) > 1
