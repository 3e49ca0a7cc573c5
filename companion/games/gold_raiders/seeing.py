"""Between the table and the rules: how the table should look, and what a table at rest may mean; section 8."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.games.gold_raiders import board
from companion.games.gold_raiders.actions import Action, Pass, PlayNew, PlayOn, Recon, Reveal, Steal
from companion.games.gold_raiders.board import CARDS
from companion.games.gold_raiders.ending import is_over
from companion.games.gold_raiders.lane import FACES, closed_up, code_of, fan, in_lane, is_lane
from companion.games.gold_raiders.legal import recons
from companion.games.gold_raiders.night import next_slot
from companion.games.gold_raiders.rules import RULES
from companion.games.gold_raiders.state import HALF_TURN, UPRIGHT, State, hidden_numbers, is_left, too_many
from companion.games.protocol import Seen
from companion.layout import Placement


def placements(state: State) -> Seen:
    """Raiders, idol, torch, backs of hidden stacks, open cards.

    Whatever is laid on a stack or on the discard turns its top by half a turn, so that a pile shows it. The stack
    revealed last lies in the lane until something else happens; the others lie on their places.
    """
    table = [Placement(board.raider(state.seat(name)), board.trail_space(space)) for name, space in state.pos.items()]
    if state.phase != "setup":
        table.append(Placement(board.IDOL, board.idol_space(state.seat(state.first))))
    if len(state.acting) == 1:
        table.append(Placement(board.TORCH, board.torch_space(state.seat(state.acting[0]))))
    if state.phase in ("night", "day", "finished") or state.round > 1:
        table.append(Placement(board.BACK, board.DECK, UPRIGHT))
    if state.discard:
        table.append(_discard_top(state))
    for name in state.players:
        table += _stack_placements(state, name)
    return Counter(table)


def _discard_top(state: State) -> Placement:
    return Placement(board.face(state.discard[-1]), board.DISCARD, UPRIGHT if len(state.discard) % 2 else HALF_TURN)


def _stack_placements(state: State, player: str) -> Iterator[Placement]:
    for number, (stack, place) in enumerate(zip(state.stacks[player], _places(state, player), strict=True), start=1):
        if isinstance(stack, int):
            if place:
                yield Placement(board.BACK, place, state.ways_of(player)[number - 1])
        elif _lies_in_lane(state, player, number):
            yield from fan(stack)
        elif place:
            yield Placement(board.face(stack[-1]), place, UPRIGHT)


def _places(state: State, player: str) -> list[str]:
    """Where the player's stacks lie; "" for what finds no room on the printed places."""
    seat = state.seat(player)
    return [board.stack_space(seat, slot) if slot <= board.SLOTS else "" for slot in state.slots_of(player)]


def _lies_in_lane(state: State, player: str, number: int) -> bool:
    last = state.last
    return last is not None and (last.type, last.player, last.stack) == ("reveal", player, number)


def shown(state: State, seen: Seen) -> list[Action]:
    """What a table at rest may show; never a pass for cards merely taken out of the lane again."""
    if state.turn is None:
        return RULES.legal(state)
    return list(_by_night(state, state.turn, seen) if state.phase == "night" else _by_day(state, state.turn, seen))


def _by_night(state: State, player: str, seen: Seen) -> Iterator[Action]:
    """Only what has left something to see; people are quick, so what was laid may have been taken away again.

    A torch passed on with nothing else changed is a card whose half turn was forgotten, and any own stack may have it:
    with several the player is asked; with one nobody is, for the card may still be in the hand.
    """
    touched, new_place = _touched(state, player, seen), _place(state, player, "new")
    is_passed_on, is_discarded = _is_passed_on(state, seen), _has_discard(state, seen)
    has_new = any(placement.space == new_place for placement in seen) if new_place else is_passed_on
    if has_new or is_discarded:
        yield PlayNew(player)
    own = hidden_numbers(state, player)
    for number in own if is_passed_on and len(own) > 1 else touched:
        yield PlayOn(player, number)
    if is_discarded:
        yield from recons(state)
        onto: list[int | str] = ["new", *touched] if has_new else [*touched]
        yield from _steals(state, player, seen, onto or ["new", *own])


def _steals(state: State, player: str, seen: Seen, onto: Sequence[int | str]) -> Iterator[Action]:
    """Of stacks that do not lie as they lay; and, if a turn or more have passed since, of those whose place a new stack
    may have taken."""
    if is_left(state, "S"):
        for owner in state.clockwise(player)[1:]:
            replaced = hidden_numbers(state, owner)[-1:] if _is_far_on(state, player, seen) else []
            for number in sorted({*_touched(state, owner, seen), *replaced}):
                yield from (Steal(player, owner, number, place) for place in onto)


def _is_far_on(state: State, player: str, seen: Seen) -> bool:
    """Whether the torch lies beside neither this player nor the next."""
    near = [board.torch_space(state.seat(name)) for name in state.clockwise(player)[:2]]
    return _where(board.TORCH, seen) not in ("", *near)


def _touched(state: State, player: str, seen: Seen) -> list[int]:
    """The player's hidden stacks whose tops do not lie as they lay."""
    places, ways = _places(state, player), state.ways_of(player)
    return [
        number
        for number in hidden_numbers(state, player)
        if Placement(board.BACK, places[number - 1], ways[number - 1]) not in seen
    ]


def _has_discard(state: State, seen: Seen) -> bool:
    """Whether the discard does not show what it showed."""
    if state.discard:
        return _discard_top(state) not in seen
    return any(placement.space == board.DISCARD for placement in seen)


def _is_passed_on(state: State, seen: Seen) -> bool:
    """Whether the torch lies beside somebody else than whoever must act."""
    here = [board.torch_space(state.seat(name)) for name in state.acting]
    return _where(board.TORCH, seen) not in ("", *here)


def _where(piece: str, seen: Seen) -> str:
    """Where that piece lies; "" where it is not seen, or in two places at once: then it says nothing."""
    spaces = [placement.space for placement in seen if placement.piece == piece]
    return spaces[0] if len(spaces) == 1 else ""


def _by_day(state: State, player: str, seen: Seen) -> Iterator[Action]:
    """The cards in the lane, if a stack of as many has left its place, and a pass, if that shows."""
    gone = _gone(state, player, seen)
    yield from _revealed(state, player, gone, seen)
    is_passed = _is_just_unread(state, player, gone, seen) if gone else _has_passed(state, player, seen)
    if is_passed or _is_swept(seen):
        yield Pass(player)


def _has_passed(state: State, player: str, seen: Seen) -> bool:
    """The torch or the idol went on, or somebody after him reveals."""
    after_him = (other for other in state.players if other != player and other not in state.done)
    return _has_gone_on(state, seen) or any(_gone(state, other, seen) for other in after_him)


def _is_just_unread(state: State, player: str, gone: Sequence[int], seen: Seen) -> bool:
    """Whether stacks that are not seen still lie there, though the turn has gone on.

    Were one turned up, its cards would lie in the lane or on its place, and mostly the raider would have moved.
    """
    places = {_places(state, player)[number - 1] for number in gone}
    raider = Placement(board.raider(state.seat(player)), board.trail_space(state.pos[player]))
    has_cards = any(placement.space in places or is_lane(placement.space) for placement in seen)
    return _has_gone_on(state, seen) and raider in seen and not has_cards


def _has_gone_on(state: State, seen: Seen) -> bool:
    """Whether torch or idol say that it is somebody else's turn, or another day."""
    idol = board.idol_space(state.seat(state.first))
    return _is_passed_on(state, seen) or _where(board.IDOL, seen) not in ("", idol)


def _is_swept(seen: Seen) -> bool:
    """All cards are together again: the next deal is on its way."""
    return not any(
        placement.space.startswith(("seat", "reveal")) and placement.piece != board.IDOL for placement in seen
    )


def _gone(state: State, player: str, seen: Seen) -> list[int]:
    """The player's hidden stacks that have a place and are not seen there."""
    backs = {placement.space for placement in seen if placement.piece == board.BACK}
    places = _places(state, player)
    return [
        number for number in hidden_numbers(state, player) if places[number - 1] and places[number - 1] not in backs
    ]


def _revealed(state: State, player: str, gone: Sequence[int], seen: Seen) -> Iterator[Action]:
    """A stack of as many cards as the lane shows, or one card more that cannot be read; or a single card, put back.

    A stack without a printed place cannot be missed there: it is thought of if no other fits.
    """
    lane = in_lane(seen)
    read = [number for number in gone if _size(state, player, number) == len(lane)] if lane else []
    unplaced = [number for number, place in enumerate(_places(state, player), start=1) if not place]
    for number in read or [number for number in unplaced if _size(state, player, number) == len(lane)]:
        yield from _possible(state, player, number, tuple(lane.values()))
    for number in gone:
        yield from _with_one_unread(state, player, number, lane)
        yield from _put_back(state, player, number, seen)


def _size(state: State, player: str, number: int) -> int:
    """The cards of a hidden stack; 0 if it lies open."""
    stack = state.stacks[player][number - 1]
    return stack if isinstance(stack, int) else 0


def _possible(state: State, player: str, number: int, cards: tuple[str, ...]) -> Iterator[Action]:
    if cards and too_many(state, cards) is None:
        yield Reveal(player, number, cards)


def _with_one_unread(state: State, player: str, number: int, lane: Mapping[int, str]) -> Iterator[Action]:
    """A gap in the fan is a card nobody can read from above: one of six. A missing top card is still in the hand."""
    size = _size(state, player, number)
    gaps = [at for at in range(1, size + 1) if at not in lane]
    if len(gaps) == 1 < size and gaps != [size] and max(lane) == size:
        for code in CARDS:
            yield from _possible(state, player, number, tuple(lane.get(at, code) for at in range(1, size + 1)))


def _put_back(state: State, player: str, number: int, seen: Seen) -> Iterator[Action]:
    """A single card that lies face up on its place was in the lane, or should have been."""
    if _size(state, player, number) == 1:
        place = _places(state, player)[number - 1]
        for placement in seen:
            if placement.space == place and placement.piece in FACES:
                yield from _possible(state, player, number, (code_of(placement),))


def recognised(state: State, seen: Seen) -> Seen:
    """Faces that are nobody's business are dropped at night; by day a fan counts from the left, however it is spaced.

    A revealed card may lie either way round, the stack revealed last may be back on its place already, and the raider
    whose stack lies in the lane is taken to have gone where the cards send it: the lights will show the way.
    """
    if state.phase == "night":
        return Counter({placement: count for placement, count in seen.items() if not _is_private(placement)})
    if state.phase == "setup":
        return seen
    table = _with_lane(state, Counter({_upright(placement): count for placement, count in seen.items()}))
    return _with_raider(state, state.turn, table) if state.turn else table


def _is_private(placement: Placement) -> bool:
    return placement.piece in FACES and placement.space != board.DISCARD and not is_lane(placement.space)


def _upright(placement: Placement) -> Placement:
    is_open = placement.piece in FACES and placement.space != board.DISCARD
    return placement._replace(turned=UPRIGHT) if is_open else placement


def _with_lane(state: State, seen: Seen) -> Seen:
    if lane := in_lane(seen):
        return closed_up(seen, lane) if _is_whole_fan(state, lane, seen) else seen
    return seen if _has_gone_on(state, seen) else _laid_out_again(state, seen)


def _is_whole_fan(state: State, lane: Mapping[int, str], seen: Seen) -> bool:
    """Whether so many cards are missed somewhere, or lay there last; not if there is a gap for just one card more."""
    if state.last and tuple(lane.values()) == state.last.cards:
        return True
    missed = {_size(state, name, number) for name in state.players for number in _gone(state, name, seen)}
    has_gap = max(lane) in missed and len(lane) == max(lane) - 1
    return len(lane) in missed and not has_gap


def _laid_out_again(state: State, seen: Seen) -> Seen:
    """The stack revealed last as if it still lay in the lane, if its top card is seen on its place."""
    last = state.last
    if last is None or last.type != "reveal":
        return seen
    back = Placement(board.face(last.cards[-1]), _places(state, last.player)[last.stack - 1], UPRIGHT)
    return seen - Counter([back]) + Counter(fan(last.cards)) if back in seen else seen


def _with_raider(state: State, player: str, seen: Seen) -> Seen:
    """Only a fan that leaves no doubt moves a raider."""
    gone = _gone(state, player, seen)
    reveals = list(_revealed(state, player, gone, seen)) if len(gone) == 1 and in_lane(seen) else []
    if len(reveals) != 1:
        return seen
    raider, goal = board.raider(state.seat(player)), RULES.apply(state, reveals[0]).pos[player]
    standing = Counter({placement: count for placement, count in seen.items() if placement.piece == raider})
    return seen - standing + Counter([Placement(raider, board.trail_space(goal))]) if standing else seen


def told(state: State, action: Action) -> bool:
    """What no camera can know.

    Whose stack a recon looks into, if there are several; what finds no printed place; and a pass that ends the game,
    for there is nobody left to hand the torch to.
    """
    match action:
        case Recon():
            return sum(map(len, state.stacks.values())) > 1
        case PlayNew(player=player):
            return not _place(state, player, "new")
        case PlayOn(player=player, stack=number):
            return not _place(state, player, number)
        case Steal(player=player, owner=owner, stack=number, onto=onto):
            return not (_place(state, player, onto) and _place(state, owner, number))
        case Reveal(cards=cards):
            return len(cards) > board.LANE
        case Pass():
            return is_over(RULES.apply(state, action))
    return False


def _place(state: State, player: str, number: int | str) -> str:
    """Where that stack of the player lies or, if it is "new", will lie; "" off the printed places."""
    if number != "new":
        return _places(state, player)[int(number) - 1]
    slot = next_slot(state, player)
    return board.stack_space(state.seat(player), slot) if slot <= board.SLOTS else ""


def private(state: State) -> tuple[str, ...]:
    """The zones no picture may show: at night cards lie, and are looked into, in front of the players."""
    return tuple(f"seat{seat}" for seat in range(1, len(state.players) + 1)) if state.phase == "night" else ()
