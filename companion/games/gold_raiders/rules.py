"""The referee: which actions are legal, what they do, and how the table should look afterwards."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from msgspec.structs import replace

from companion.games.gold_raiders import board
from companion.games.gold_raiders.board import CARDS, COPIES, HAND
from companion.games.gold_raiders.ending import end_day
from companion.games.gold_raiders.reading import evaluate
from companion.games.gold_raiders.reasons import refusal
from companion.games.gold_raiders.state import (
    KINDS,
    Action,
    ChooseFirst,
    Deal,
    Last,
    Pass,
    PlayNew,
    PlayOn,
    Recon,
    Reveal,
    Stack,
    State,
    Steal,
)
from companion.games.protocol import Json, Seen
from companion.layout import Placement

VERSION = "1"

PHASE_OF = {
    "choose_first": "setup",
    "deal": "deal",
    "play_new": "night",
    "play_on": "night",
    "recon": "night",
    "steal": "night",
    "reveal": "day",
    "pass": "day",
}
UPRIGHT = 0  # as the camera sees it
LISTED_CARDS = 2  # `legal` lists the contents of hidden stacks of up to so many cards


def is_over(state: State) -> bool:
    return state.phase == "finished"


def read(state: State, raw: Mapping[str, Json]) -> Action:
    """An action from JSON, fully checked; fields it does not need are dropped, so no face is ever let slip."""
    fields: dict[str, Json] = raw if isinstance(raw, dict) else {}
    kind = fields.get("type")
    _check_common(state, kind, fields.get("player"))
    kind = str(kind)
    values = {name: fields.get(name) for name in KINDS[kind].__struct_fields__}
    if isinstance(cards := values.get("cards"), list):
        values["cards"] = tuple(cards)
    _CHECKS[kind](state, **values)
    action: Action = KINDS[kind](**values)
    return action


def apply(state: State, action: Action) -> State:
    """The position after the action, or IllegalAction."""
    kind = getattr(getattr(action, "__struct_config__", None), "tag", None)
    _check_common(state, kind, getattr(action, "player", None))
    if type(action) is not KINDS[str(kind)]:
        raise _unknown()
    values: dict[str, Any] = {name: getattr(action, name) for name in action.__struct_fields__}
    _CHECKS[str(kind)](state, **values)
    return _EFFECTS[str(kind)](state, action)


def _check_common(state: State, kind: Json, player: Json) -> None:
    if state.phase == "finished":
        raise refusal("game_over")
    if not isinstance(kind, str) or kind not in KINDS:
        raise _unknown()
    if PHASE_OF[kind] != state.phase:
        raise refusal("wrong_phase", phase=_phase_words(state))
    if state.turn is not None and (not isinstance(player, str) or player != state.turn):
        raise refusal("not_your_turn", turn=state.turn)


def _unknown() -> Exception:
    return refusal("unknown_action", known=", ".join(KINDS))


def _phase_words(state: State) -> str:
    return {"setup": "the choice of the first player", "deal": "the deal"}.get(state.phase, f"the {state.phase}")


def _stack_at(state: State, owner: str, number: Json) -> Stack:
    row = state.stacks[owner]
    if type(number) is not int or not 1 <= number <= len(row):
        raise refusal("no_such_stack", owner=owner, stacks=len(row) or "none")
    return row[number - 1]


def _hidden_at(state: State, owner: str, number: Json) -> None:
    """At night all stacks are hidden; nothing is laid on, or stolen from, an open one that a position shows."""
    if not isinstance(_stack_at(state, owner, number), int):
        raise refusal("no_such_stack", owner=owner, stacks="no hidden one there")


def _check_known(state: State, owner: Json) -> None:
    if not isinstance(owner, str) or owner not in state.players:
        raise refusal("bad_value", what=f"Nobody of that name plays; players are {', '.join(state.players)}.")


def _check_copies(state: State, cards: tuple[str, ...]) -> None:
    """No more of a card may lie open than the deck has."""
    open_now = _open_cards(state) + list(cards)
    for code in sorted(set(cards)):
        if (count := open_now.count(code)) > COPIES[code]:
            raise refusal("impossible_cards", copies=COPIES[code], card=CARDS[code], open=count)


def is_possible(state: State, cards: tuple[str, ...]) -> bool:
    """Whether the deck has these cards beside those that lie open."""
    open_now = _open_cards(state)
    return all(open_now.count(code) + cards.count(code) <= COPIES[code] for code in set(cards))


def _open_cards(state: State) -> list[str]:
    """The discard and all revealed stacks of this round."""
    revealed = [code for row in state.stacks.values() for stack in row if isinstance(stack, tuple) for code in stack]
    return [*state.discard, *revealed]


def _check_first(state: State, player: Json) -> None:
    _check_known(state, player)


def _check_nothing(state: State, player: Json = None) -> None:
    """Whose turn it is was the only question."""


def _check_play_on(state: State, player: str, stack: Json) -> None:
    _hidden_at(state, player, stack)


def _check_recon(state: State, player: str, owner: Json, stack: Json) -> None:
    """GR-R20: only if there is something to peek at."""
    if not any(state.stacks.values()):
        raise refusal("no_target", verb="look at")
    _check_known(state, owner)
    _stack_at(state, owner, stack)
    _check_copies(state, ("R",))


def _check_steal(state: State, player: str, owner: Json, stack: Json, onto: Json) -> None:
    """GR-R20, GR-R22: a whole stack of one other player."""
    if not any(row for name, row in state.stacks.items() if name != player):
        raise refusal("no_target", verb="take")
    if owner == player:
        raise refusal("own_stack")
    _check_known(state, owner)
    if type(onto) is not int and onto != "new":
        raise refusal("bad_value", what='A stolen stack goes onto "new" or onto the number of an own stack.')
    _hidden_at(state, owner, stack)
    if onto != "new":
        _hidden_at(state, player, onto)
    _check_copies(state, ("S",))


def _check_reveal(state: State, player: str, stack: Json, cards: Json) -> None:
    hidden = _stack_at(state, player, stack)
    if not isinstance(hidden, int):
        raise refusal("already_revealed")
    if not isinstance(cards, tuple) or not all(isinstance(code, str) and code in CARDS for code in cards):
        raise refusal("bad_value", what=f"Cards are written {', '.join(CARDS)}, from the bottom to the top.")
    if len(cards) != hidden:
        raise refusal("wrong_card_count", size=_counted(hidden), seen=len(cards))
    _check_copies(state, cards)


def _counted(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


_CHECKS: Mapping[str, Callable[..., None]] = {
    "choose_first": _check_first,
    "deal": _check_nothing,
    "play_new": _check_nothing,
    "play_on": _check_play_on,
    "recon": _check_recon,
    "steal": _check_steal,
    "reveal": _check_reveal,
    "pass": _check_nothing,
}


def _choose_first(state: State, action: ChooseFirst) -> State:
    return replace(state, phase="deal", first=action.player, last=Last("choose_first", action.player))


def _deal(state: State, action: Deal) -> State:
    """GR-R35: all 54 are shuffled again; positions stay."""
    hands = dict.fromkeys(state.players, HAND)
    stacks: dict[str, tuple[Stack, ...]] = dict.fromkeys(state.players, ())
    return replace(
        state,
        phase="night",
        turn=state.first,
        hands=hands,
        stacks=stacks,
        discard=(),
        done=(),
        slots=None,
        last=Last("deal"),
    )


def _play_new(state: State, action: PlayNew) -> State:
    """GR-R21: to the right of all others."""
    player = action.player
    rows = {**state.stacks, player: (*state.stacks[player], 1)}
    return _next_night(replace(state, stacks=rows, slots=_with_new(state, player)), Last("play_new", player))


def _with_new(state: State, player: str) -> Mapping[str, tuple[int, ...]] | None:
    if state.slots is None:
        return None
    slots = state.slots[player]
    return {**state.slots, player: (*slots, max(slots, default=0) + 1)}


def _play_on(state: State, action: PlayOn) -> State:
    player, number = action.player, action.stack
    rows = {**state.stacks, player: _grown(state.stacks[player], number, 1)}
    return _next_night(replace(state, stacks=rows), Last("play_on", player, stack=number))


def _grown(row: tuple[Stack, ...], number: int, cards: int) -> tuple[Stack, ...]:
    size = row[number - 1]
    assert isinstance(size, int)
    return (*row[: number - 1], size + cards, *row[number:])


def _recon(state: State, action: Recon) -> State:
    """GR-R23: what the player saw is nobody else's business."""
    last = Last("recon", action.player, action.owner, action.stack)
    return _next_night(replace(state, discard=(*state.discard, "R")), last)


def _steal(state: State, action: Steal) -> State:
    """GR-R22: the stack moves as it is; those to its right move up by one number, but stay where they lie."""
    thief, owner, at = action.player, action.owner, action.stack - 1
    robbed = state.stacks[owner]
    stolen, kept = robbed[at], robbed[:at] + robbed[at + 1 :]
    assert isinstance(stolen, int)
    mine = state.stacks[thief]
    mine = (*mine, stolen) if action.onto == "new" else _grown(mine, int(action.onto), stolen)
    slots = {name: state.slots_of(name) for name in state.players}
    if action.onto == "new":
        slots[thief] = (*slots[thief], max(slots[thief], default=0) + 1)
    slots[owner] = slots[owner][:at] + slots[owner][at + 1 :]
    after = replace(
        state,
        stacks={**state.stacks, owner: kept, thief: mine},
        discard=(*state.discard, "S"),
        slots=None if all(row == tuple(range(1, len(row) + 1)) for row in slots.values()) else slots,
    )
    return _next_night(after, Last("steal", thief, owner, action.stack, action.onto))


def _next_night(state: State, last: Last) -> State:
    """One card fewer; the next player with cards, or the day."""
    player = last.player
    hands = {**state.hands, player: state.hands[player] - 1}
    for name in (*state.clockwise(player)[1:], player):
        if hands[name] > 0:
            return replace(state, hands=hands, turn=name, last=last)
    dawn = replace(state, hands=hands, phase="day", turn=None, done=(), last=last)
    return _next_day(dawn, dawn.clockwise(dawn.first))


def _next_day(state: State, order: tuple[str, ...]) -> State:
    """The turn goes to the first of them who has not had it and can reveal; players without stacks are passed over."""
    done = list(state.done)
    for name in order:
        if name in done:
            continue
        if _hides(state, name):
            return replace(state, turn=name, done=tuple(done))
        done.append(name)
    return end_day(replace(state, turn=None, done=tuple(done)))


def _hides(state: State, player: str) -> bool:
    return any(isinstance(stack, int) for stack in state.stacks[player])


def _reveal(state: State, action: Reveal) -> State:
    """GR-R11, GR-R30: the raider moves at once; the turn goes on while a stack is hidden."""
    player, at = action.player, action.stack - 1
    row = state.stacks[player]
    start = state.pos[player]
    reached = min(max(start + evaluate(action.cards, state.house).delta, 0), state.trail)
    after = replace(
        state,
        stacks={**state.stacks, player: (*row[:at], action.cards, *row[at + 1 :])},
        pos={**state.pos, player: reached},
        last=Last("reveal", player, stack=action.stack, cards=action.cards, start=start),
    )
    return after if _hides(after, player) else _turn_over(after, player)


def _pass(state: State, action: Pass) -> State:
    return _turn_over(replace(state, last=Last("pass", action.player)), action.player)


def _turn_over(state: State, player: str) -> State:
    return _next_day(replace(state, done=(*state.done, player)), state.clockwise(player)[1:])


_EFFECTS: Mapping[str, Callable[[State, Any], State]] = {
    "choose_first": _choose_first,
    "deal": _deal,
    "play_new": _play_new,
    "play_on": _play_on,
    "recon": _recon,
    "steal": _steal,
    "reveal": _reveal,
    "pass": _pass,
}


def legal(state: State) -> list[Action]:
    """Every action possible next. Hidden stacks of three cards and more have too many contents: see `shown`."""
    if state.phase == "setup":
        return [ChooseFirst(name) for name in state.players]
    if state.phase == "deal":
        return [Deal()]
    if state.turn is None:
        return []
    if state.phase == "night":
        return list(_night_actions(state, state.turn))
    return [*_small_reveals(state, state.turn), Pass(state.turn)]


def _night_actions(state: State, player: str) -> Iterator[Action]:
    own = [number for number, stack in enumerate(state.stacks[player], start=1) if isinstance(stack, int)]
    yield PlayNew(player)
    for number in own:
        yield PlayOn(player, number)
    open_cards = _open_cards(state)
    if open_cards.count("R") < COPIES["R"]:
        for owner, row in state.stacks.items():
            for number in range(1, len(row) + 1):
                yield Recon(player, owner, number)
    if open_cards.count("S") < COPIES["S"]:
        places: tuple[int | str, ...] = ("new", *own)
        for owner, row in state.stacks.items():
            if owner != player:
                for number, stack in enumerate(row, start=1):
                    if isinstance(stack, int):
                        for onto in places:
                            yield Steal(player, owner, number, onto)


def _small_reveals(state: State, player: str) -> Iterator[Action]:
    open_cards = _open_cards(state)
    left = {code: copies - open_cards.count(code) for code, copies in COPIES.items()}
    for number, stack in enumerate(state.stacks[player], start=1):
        if isinstance(stack, int) and stack <= LISTED_CARDS:
            for cards in product(CARDS, repeat=stack):
                if all(cards.count(code) <= left[code] for code in cards):
                    yield Reveal(player, number, cards)


def shown(state: State, seen: Seen) -> list[Action]:
    """What a table at rest may show. By day: the cards in the lane, if a stack of as many has left its place.

    While a hidden stack is not where it was, nobody has passed: a card in the lane may just not be seen yet.
    """
    if state.phase != "day" or state.turn is None:
        return legal(state)
    player, cards = state.turn, _lane_cards(seen)
    gone = _gone(state, player, seen)
    if not gone:
        return [Pass(player)]
    fitting = [number for number in gone if state.stacks[player][number - 1] == len(cards)]
    return [Reveal(player, number, cards) for number in fitting] if is_possible(state, cards) else []


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
