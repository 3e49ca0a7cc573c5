"""What the phones show: whose turn it is, what can be done, and why the last thing came about."""

from collections.abc import Iterable, Iterator

from companion.games.protocol import Choice, Prompt, View, to_json
from companion.games.temple_of_gold.board import (
    ADVENTURE_NAMES,
    ADVENTURE_OF,
    KINDS,
    PACK_SPACES,
    TEMPLE,
    TOKENS_FOR_WILD,
)
from companion.games.temple_of_gold.ending import did_nothing
from companion.games.temple_of_gold.gathering import legal_pick_ups
from companion.games.temple_of_gold.moving import Price, legal_steps, step_price
from companion.games.temple_of_gold.rules import legal
from companion.games.temple_of_gold.scoring import score
from companion.games.temple_of_gold.state import (
    Action,
    Dig,
    Discard,
    EndTurn,
    Explore,
    State,
    TakeIncome,
    Units,
    active,
    items,
    player_named,
    steps_left,
    total,
)

VALUE_WORDS = {"n": "null", "a": "ace", "2": "2", "3": "3", "4": "4", "5": "5"}
SIDE_WORDS = {"N": "up", "E": "right", "S": "down", "W": "left"}


def view(state: State, viewer: str | None) -> View:
    """All is open in Temple of Gold, so every viewer sees the same table; a player only his own questions.

    T77: spots that clues point at, but nobody has announced, are in no view.
    """
    over = state.phase == "over"
    return View(
        phase=state.phase,
        headline=_headline(state),
        acting=() if over else (state.turn.player,),
        prompts=tuple(prompt for prompt in _prompts(state) if viewer is None or prompt.player in (None, viewer)),
        story=tuple(_story(state)),
        table=to_json(state),
        over=over,
    )


def _headline(state: State) -> str:
    if state.phase == "over":
        winners = score(state).winners
        return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win together'}"
    if state.phase == "closing":
        return f"Round {state.round}: {state.turn.player} ends the turn"
    return f"Round {state.round}: {state.turn.player} has {_count(steps_left(state), 'step')} left"


def _prompts(state: State) -> Iterator[Prompt]:
    if state.phase == "over":
        yield Prompt(_result(state))
        return
    player = active(state)
    actions = legal(state)
    yield _turn_prompt(state, actions)
    if state.phase == "turn":
        yield from _step_prompts(state)
        yield from _pick_up_prompts(state)
        yield from _explore_prompts(player.id, actions)
        yield from _dig_prompts(player.id, actions)
        yield from _discard_prompts(player.id, actions)
    if state.treasure_markers:
        yield Prompt("Found a treasure? Point to the spot, the clue in its row and the clue in its column.")


def _turn_prompt(state: State, actions: Iterable[Action]) -> Prompt:
    player = active(state)
    free = max(0, PACK_SPACES - items(player))
    label = "Do nothing" if did_nothing(state) and state.phase == "turn" else "End turn"
    choices = [Choice(label, to_json(EndTurn(player.id)))]
    for action in actions:
        if isinstance(action, TakeIncome):
            choices.insert(0, Choice("Take 1 gold from the income pile", to_json(action), TEMPLE))
    text = f"Your turn: up to {_count(steps_left(state), 'step')}, {_count(free, 'free space')}."
    return Prompt(text if state.phase == "turn" else "Your turn is nearly over.", player.id, tuple(choices))


def _step_prompts(state: State) -> Iterator[Prompt]:
    """One prompt for the free steps, one per price: entering, or doing the adventure again."""
    steps, player = legal_steps(state), state.turn.player
    free = [Choice(f"Step to {step.to}", to_json(step), step.to) for step in steps if step.pay == Units()]
    if free:
        yield Prompt("Move to which space?", player, tuple(free))
    costly = [step for step in steps if step.pay != Units()]
    for to, redo in dict.fromkeys((step.to, step.redo) for step in costly):
        asked = f"Do the adventure on {to} again for another camp? It" if redo else f"Entering {to}"
        text = f"{asked} costs {price_words(step_price(state, to, redo))}. What do you hand in?"
        ways = [step for step in costly if (step.to, step.redo) == (to, redo)]
        yield Prompt(text, player, tuple(Choice(units_words(step.pay), to_json(step), to) for step in ways))


def _pick_up_prompts(state: State) -> Iterator[Prompt]:
    wishes = legal_pick_ups(state)
    if wishes:
        choices = tuple(Choice(units_words(wish.take), to_json(wish)) for wish in wishes)
        yield Prompt("Pick up what?", state.turn.player, choices)


def _explore_prompts(player: str, actions: Iterable[Action]) -> Iterator[Prompt]:
    """One prompt per space, with every tile that may have been drawn, turned every way."""
    explores = [action for action in actions if isinstance(action, Explore)]
    for cell in dict.fromkeys(action.cell for action in explores):
        ways = [action for action in explores if action.cell == cell]
        text = "Open the temple?" if cell == TEMPLE else f"Explore {cell}: which tile, and where is its blocked side?"
        yield Prompt(text, player, tuple(Choice(_laying(way), to_json(way), cell) for way in ways))


def _laying(action: Explore) -> str:
    if action.tile is None or action.blocked is None:
        return "Open the temple"
    return f"{tile_words(action.tile)}, blocked {SIDE_WORDS[action.blocked]}"


def _dig_prompts(player: str, actions: Iterable[Action]) -> Iterator[Prompt]:
    digs = [action for action in actions if isinstance(action, Dig)]
    if digs:
        yield Prompt("Dig here for 2 food?", player, tuple(Choice(units_words(dig.pay), to_json(dig)) for dig in digs))


def _discard_prompts(player: str, actions: Iterable[Action]) -> Iterator[Prompt]:
    single = [action for action in actions if isinstance(action, Discard) and total(action.give) == 1]
    if single:
        choices = tuple(Choice(units_words(action.give), to_json(action)) for action in single)
        yield Prompt("Discard a unit to walk further?", player, choices)


def _story(state: State) -> Iterator[str]:
    """What this turn has come to, and by which rule."""
    player, turn = active(state), state.turn
    if state.phase == "over":
        yield _why_over(state)
        return
    if turn.move != "unused":
        yield (
            f"{player.id} has walked {_count(turn.steps, 'step')}; {items(player)} items in the backpack allow "
            f"{max(0, PACK_SPACES - items(player))} in all."
        )
    if turn.picked_up:
        yield f"{player.id} has picked up; that is possible once a turn."
    if turn.explored:
        yield f"{player.id} has explored: {_tokens(state)}."
    if turn.trade:
        yield "The natives' adventure is done: they trade a tools or a wood unit now, before anything else happens."
    if turn.dug:
        yield f"{player.id} has dug up a treasure for two food; only the end of the turn is left."
    if turn.income_taken:
        yield f"{player.id} has taken a gold marker, as everyone with an amulet may at the end of a turn."


def _tokens(state: State) -> str:
    player, needed = active(state), TOKENS_FOR_WILD[len(state.players)]
    if player.tokens == 0:
        return f"the tokens were {needed}, so they have become a wild resource"
    return f"{_count(player.tokens, 'token')} of the {needed} for a wild resource"


def _why_over(state: State) -> str:
    if state.end_reason == "all_at_temple":
        return "The game is over: the last player has reached the temple and finished the turn."
    return "The game is over: the last coin of the income pile is taken."


def _result(state: State) -> str:
    result = score(state)
    standings = ", ".join(f"{standing.player} {standing.total} gold" for standing in result.standings)
    adventures = ", ".join(f"{name} {player_named(state, name).adventures}" for name, _ in result.ranking)
    decided = {
        "": "",
        "completed adventures": f" Adventures decide: {adventures}.",
        "shared victory": " They share it.",
    }
    return f"{_headline(state)}. {standings}.{decided[result.decided_by]}"


def price_words(price: Price) -> str:
    """
    >>> price_words((4, "food", 3)), price_words((2, "tools", 2)), price_words((4, None, 0))
    ('4 units, 3 of them food', '2 tools', '4 units of any kind')
    """
    units, kind, number = price
    if kind is None:
        return f"{units} units of any kind"
    return f"{units} {kind}" if units == number else f"{units} units, {number} of them {kind}"


def units_words(units: Units) -> str:
    """
    >>> units_words(Units(food=2, wild=1))
    '2 food and 1 wild'
    """
    return " and ".join(f"{n} {kind}" for kind in (*KINDS, "wild") if (n := getattr(units, kind))) or "nothing"


def tile_words(tile: str) -> str:
    """
    >>> tile_words("suns_a"), tile_words("moons_3")
    ('Suns ace (desert)', 'Moons 3')
    """
    suit, value = tile.split("_")
    adventure = f" ({ADVENTURE_NAMES[suit]})" if tile in ADVENTURE_OF else ""
    return f"{suit.capitalize()} {VALUE_WORDS[value]}{adventure}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
