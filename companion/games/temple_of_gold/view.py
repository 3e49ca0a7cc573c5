"""What the phones show: whose turn it is, and what can be done."""

from collections.abc import Iterable, Iterator

from companion.games.protocol import Choice, Line, Paint, Pick, Prompt, View, people, person, to_json
from companion.games.temple_of_gold.actions import Action, Dig, Discard, EndTurn, Explore, PickUp, Step, TakeIncome
from companion.games.temple_of_gold.board import (
    COAST,
    EDGE,
    JUNGLE,
    KINDS,
    PACK_SPACES,
    STEPS_OF,
    TEMPLE,
    TILE_NAMES,
    TOWNS,
    VALUES,
)
from companion.games.temple_of_gold.ending import did_nothing
from companion.games.temple_of_gold.moving import step_price
from companion.games.temple_of_gold.rules import RULES
from companion.games.temple_of_gold.scoring import score
from companion.games.temple_of_gold.setup import legal_shores
from companion.games.temple_of_gold.state import Player, State, Units, active, items, player_named, steps_left, total
from companion.games.temple_of_gold.story import story
from companion.games.temple_of_gold.words import SIDE_WORDS, count_words, laying_words, price_words, units_words

SIDE_TURNED = {"N": 0, "E": 90, "S": 180, "W": 270}


def view(state: State, viewer: str | None) -> View:
    """All is open in Temple of Gold, so every viewer sees the same table; a player only his own questions.

    T77: spots that clues point at, but nobody has announced, are in no view.
    """
    over = state.phase == "over"
    return View(
        phase=state.phase,
        headline=_headline(state),
        acting=() if over else (state.turn.player,),
        prompts=tuple(asked for asked in _prompts(state, viewer) if viewer is None or asked.player in (None, viewer)),
        story=tuple(story(state)),
        table=to_json(state),
        over=over,
        mine=_backpack(player_named(state, viewer)) if viewer is not None else (),
    )


def _backpack(player: Player) -> tuple[Line, ...]:
    held = [(kind, getattr(player.pack, kind)) for kind in KINDS]
    held += [("wild", player.wild), ("treasures", player.treasures), ("gold", player.gold)]
    return tuple(Line(what, number, "") for what, number in held if number)


def _headline(state: State) -> str:
    if state.phase == "over":
        winners = score(state).winners
        return f"{people(winners)} {'wins' if len(winners) == 1 else 'win together'}"
    if state.phase == "closing":
        return f"Round {state.round}: {person(state.turn.player)} ends the turn"
    return f"Round {state.round}: {person(state.turn.player)} {_still_walks(state)}"


def _still_walks(state: State) -> str:
    """Whoever did anything after the first steps has walked, however many steps were left."""
    left = f"has {count_words(steps_left(state), 'step')} left"
    return "has walked" if state.turn.move == "closed" else left


def _prompts(state: State, viewer: str | None) -> Iterator[Prompt]:
    if state.phase == "over":
        yield Prompt(_result(state))
        return
    player = active(state)
    actions = RULES.legal(state)
    yield _turn_prompt(state, actions)
    if state.phase == "turn":
        yield from _step_prompts(state, actions)
        yield from _pick_up_prompts(player.id, actions)
        yield from _explore_prompts(player.id, actions)
        yield from _dig_prompts(player.id, actions)
        yield from _discard_prompts(player.id, actions)
    if _is_fresh(state):
        yield _shores_prompt(state)
    elif state.treasure_markers and len(_clues(state)) > 1:
        yield _treasure_prompt(state, viewer)


def _clues(state: State) -> list[str]:
    """Where clues lie that no treasure has used yet; one treasure takes two of them."""
    return [space for space, laid in state.tiles.items() if STEPS_OF[laid.tile] and not laid.clue_used]


def _treasure_prompt(state: State, viewer: str | None) -> Prompt:
    """T75: anyone may announce. T77: any spot and any unused clue may be tapped; whether they fit is told after."""
    clues, spots = _clues(state), [space for space in JUNGLE if space not in state.sites]
    asks = {
        "cell": {"asks": "Where is the treasure?", "spaces": spots},
        "horizontal": {"asks": "Which clue is in its row?", "spaces": clues},
        "vertical": {"asks": "Which clue is in its column?", "spaces": clues},
    }
    action = {"type": "announce_treasure", "player": viewer or state.turn.player}
    text = "Found a treasure? Point to the spot, the clue in its row and the clue in its column."
    return Prompt(text, None, (Choice("I found a treasure", action, fill=asks),))


def _is_fresh(state: State) -> bool:
    """Whether nobody has done anything yet."""
    return state.round == 1 and state.turn.player == state.first and did_nothing(state) and not state.tiles


def _shores_prompt(state: State) -> Prompt:
    """T02, T03: the ten edge tiles as they really lie."""
    pieces = {tile: f"tile.{tile}" for tile in TOWNS} | {COAST: "tile.back"}
    of = dict.fromkeys(TOWNS, 1) | {COAST: len(EDGE) - len(TOWNS)}
    paint = Paint(EDGE, of, pieces, lying=state.layout, like=legal_shores())
    change = Choice("Other shores", {"layout": {}}, fill={"layout": {"paint": to_json(paint)}}, anew=True)
    return Prompt("Do towns and coast lie otherwise on the table?", None, (change,))


def _turn_prompt(state: State, actions: Iterable[Action]) -> Prompt:
    player = active(state)
    free = max(0, PACK_SPACES - items(player))
    label = "Do nothing" if did_nothing(state) and state.phase == "turn" else "End turn"
    choices = [Choice(label, to_json(EndTurn(player.id)))]
    for action in actions:
        if isinstance(action, TakeIncome):
            choices.insert(0, Choice("Take 1 gold from the income pile", to_json(action), TEMPLE))
    text = f"Your turn: {_walks(state, actions)}, {count_words(free, 'free space')}."
    return Prompt(text if state.phase == "turn" else "Your turn is nearly over.", player.id, tuple(choices))


def _walks(state: State, actions: Iterable[Action]) -> str:
    if state.turn.move == "closed":
        return "you have walked"
    may_step = any(isinstance(action, Step) for action in actions)
    return f"up to {count_words(steps_left(state), 'step')}" if may_step else "no step leads on from here"


def _step_prompts(state: State, actions: Iterable[Action]) -> Iterator[Prompt]:
    """One prompt for the free steps, one per price: entering, or doing the adventure again."""
    steps, player = [action for action in actions if isinstance(action, Step)], state.turn.player
    free = [Choice(f"Step to {step.to}", to_json(step), step.to) for step in steps if step.pay == Units()]
    if free:
        yield Prompt("Move to which space?", player, tuple(free))
    costly = [step for step in steps if step.pay != Units()]
    for to, redo in dict.fromkeys((step.to, step.redo) for step in costly):
        asked = f"Do the adventure on {to} again for another camp? It" if redo else f"Entering {to}"
        text = f"{asked} costs {price_words(step_price(state, to, redo))}. What do you hand in?"
        into = Pick(f"Do the adventure on {to} again" if redo else f"Enter {to}", to)
        ways = [step for step in costly if (step.to, step.redo) == (to, redo)]
        yield Prompt(text, player, tuple(_paying(step, into) for step in ways))


def _paying(step: Step, into: Pick) -> Choice:
    paid = units_words(step.pay)
    return Choice(paid, to_json(step), step.to, picks=(into, Pick(f"Hand in {paid}")))


def _pick_up_prompts(player: str, actions: Iterable[Action]) -> Iterator[Prompt]:
    wishes = [action for action in actions if isinstance(action, PickUp)]
    if wishes:
        choices = tuple(_called("Pick up", wish.take, wish) for wish in wishes)
        yield Prompt("Pick up what?", player, choices)


def _explore_prompts(player: str, actions: Iterable[Action]) -> Iterator[Prompt]:
    """One prompt per space, with every tile that may have been drawn, turned every way."""
    explores = [action for action in actions if isinstance(action, Explore)]
    explores.sort(key=lambda action: VALUES.index(action.tile[-1]) if action.tile else 0)
    for cell in dict.fromkeys(action.cell for action in explores):
        ways = [action for action in explores if action.cell == cell]
        lay = f"Explore {cell}: tap the side that is blocked, then the tile."
        text = "Open the temple?" if cell == TEMPLE else lay
        yield Prompt(text, player, tuple(_exploring(way) for way in ways))


def _exploring(way: Explore) -> Choice:
    """The side of the space that is blocked, then suit and number of the tile."""
    if way.tile is None or way.blocked is None:
        return Choice(_label(way), to_json(way), way.cell)
    side = Pick(f"Explore {way.cell}, blocked {SIDE_WORDS[way.blocked]}", way.cell, turned=SIDE_TURNED[way.blocked])
    suit, _, value = TILE_NAMES[way.tile].partition(" ")
    picks = side, Pick(suit, row="Suit"), Pick(value.capitalize(), row="Number")
    return Choice(_label(way), to_json(way), way.cell, picks=picks)


def _label(action: Explore) -> str:
    said = laying_words(action)
    return said[0].upper() + said[1:]


def _dig_prompts(player: str, actions: Iterable[Action]) -> Iterator[Prompt]:
    digs = [action for action in actions if isinstance(action, Dig)]
    if digs:
        yield Prompt("Dig here for 2 food?", player, tuple(_called("Dig for", dig.pay, dig) for dig in digs))


def _discard_prompts(player: str, actions: Iterable[Action]) -> Iterator[Prompt]:
    single = [action for action in actions if isinstance(action, Discard) and total(action.give) == 1]
    if single:
        choices = tuple(_giving(action) for action in single)
        yield Prompt("Discard a unit to walk further?", player, choices)


def _giving(action: Discard) -> Choice:
    label, kind = units_words(action.give), next(kind for kind in KINDS if getattr(action.give, kind))
    return Choice(label, to_json(action), picks=(Pick(f"Discard {label}", piece=f"coin.{kind}"),))


def _called(verb: str, units: Units, action: Action) -> Choice:
    """A button that says by itself what is done with those units."""
    label = units_words(units)
    return Choice(label, to_json(action), picks=(Pick(f"{verb} {label}"),))


def _result(state: State) -> str:
    result = score(state)
    standings = ", ".join(f"{person(standing.player)} {standing.total} gold" for standing in result.standings)
    adventures = ", ".join(f"{person(name)} {player_named(state, name).adventures}" for name, _ in result.ranking)
    decided = {
        "": "",
        "completed adventures": f" Adventures decide: {adventures}.",
        "shared victory": " They share it.",
    }
    return f"{_headline(state)}. {standings}.{decided[result.decided_by]}"
