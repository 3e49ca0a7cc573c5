"""What the phones show and ask: sections 3 and 10. All of it is public; hidden cards are not even known here."""

from collections.abc import Iterator

from companion.games.gold_raiders.actions import Action, Deal, Pass, PlayNew, PlayOn, Recon, Steal
from companion.games.gold_raiders.board import CARDS, SLOTS, face, stack_space
from companion.games.gold_raiders.ending import is_over
from companion.games.gold_raiders.night import next_slot
from companion.games.gold_raiders.rules import RULES
from companion.games.gold_raiders.state import State, cards_left
from companion.games.gold_raiders.story import story
from companion.games.protocol import Choice, Pick, Prompt, View, person, to_json


def view(state: State, viewer: str | None) -> View:
    """The same for everybody: the companion knows nothing that one player may and another may not."""
    return View(
        state.phase,
        _headline(state),
        state.acting,
        tuple(prompt for prompt in _prompts(state) if viewer is None or prompt.player in (None, viewer)),
        story(state),
        to_json(state),
        over=is_over(state),
    )


def _headline(state: State) -> str:
    if state.phase == "setup":
        return "Who went on a journey last?"
    if state.phase == "finished":
        return f"{person(state.winner)} has reached the temple"
    if state.phase == "deal":
        return f"Round {state.round}: shuffle and deal"
    does = "lays or discards a card" if state.phase == "night" else "reveals stacks or passes"
    return f"Round {state.round}, {state.phase}: {person(state.turn)} {does}"


def _prompts(state: State) -> tuple[Prompt, ...]:
    if state.phase == "setup":
        choices = tuple(Choice(person(action.player), to_json(action)) for action in RULES.legal(state))
        return (Prompt("Who went on a journey last?", None, choices),)
    if state.phase == "deal":
        text = "Shuffle all 54, deal eight each, then tap."
        return (*_results(state), Prompt(text, state.first, (Choice("Dealt", to_json(Deal())),)))
    if state.phase == "night":
        return tuple(_night_prompts(state))
    if state.phase == "day":
        return (*_results(state), *_day_prompts(state))
    return _results(state)


def _night_prompts(state: State) -> Iterator[Prompt]:
    """Laying first, then the effects that are possible."""
    actions = RULES.legal(state)
    text = "Play a card: new stack, on a stack, or discard recon / steal. Half a turn against the card below, please."
    for kinds, asked, short in (
        ((PlayNew, PlayOn), text, "Play a card"),
        ((Recon,), "Recon: which stack do you look at?", "Recon"),
        ((Steal,), "Steal: which stack, and where to? On a stack, half a turn against its top.", "Steal"),
    ):
        if choices := tuple(_night_choice(state, action) for action in actions if isinstance(action, kinds)):
            yield Prompt(asked, state.turn, choices, listed=True, short=short)


def _night_choice(state: State, action: Action) -> Choice:
    picks: tuple[Pick, ...]
    match action:
        case PlayOn(player=player, stack=number):
            label = f"On stack {number}"
            picks = (Pick(label, _place(state, player, number)),)
        case Recon(owner=owner, stack=number):
            label = f"Recon: {_whose(state, owner)} stack {number}"
            picks = (Pick(label, _place(state, owner, number)),)
        case Steal(player=player, owner=owner, stack=number, onto=onto):
            where = "as a new stack" if onto == "new" else f"on stack {onto}"
            stolen = f"Steal: {_whose(state, owner)} stack {number}"
            label = f"{stolen} {where}"
            picks = Pick(stolen, _place(state, owner, number)), Pick(where.capitalize(), _place(state, player, onto))
        case _:
            label = "New stack"
            picks = (Pick(label, _place(state, state.turn or "", "new")),)
    return Choice(label, to_json(action), picks[0].space, picks=picks)


def _place(state: State, player: str, number: int | str) -> str | None:
    """Where that stack lies, or a new one would; None where the printed places are full."""
    slot = next_slot(state, player) if number == "new" else state.slots_of(player)[int(number) - 1]
    return stack_space(state.seat(player), slot) if slot <= SLOTS else None


def _whose(state: State, owner: str) -> str:
    return "your own" if owner == state.turn else f"{person(owner)}'s"


def _day_prompts(state: State) -> Iterator[Prompt]:
    """Pass, and for each hidden stack its cards, to be tapped from the bottom to the top."""
    turn = state.turn or ""
    text = f"Reveal a stack or pass. You stand on {state.pos[turn]}."
    yield Prompt(text, turn, (Choice("Pass", to_json(Pass(turn))),))
    for number, stack in enumerate(state.stacks[turn], start=1):
        if isinstance(stack, int):
            yield Prompt(_ask_for(number, stack), turn, (_tapped(state, turn, number, stack),), listed=True)


def _ask_for(number: int, size: int) -> str:
    cards = "its card" if size == 1 else f"its {size} cards, bottom first"
    return f"Stack {number}: lay {cards} into the reveal lane, or say what they are."


def _tapped(state: State, player: str, number: int, size: int) -> Choice:
    """The phone lets the player tap the cards from the bottom to the top, as long as there are such cards."""
    action = {"type": "reveal", "player": player, "stack": number, "cards": []}
    left = {code: count for code, count in cards_left(state).items() if count > 0}
    asked = {"of": CARDS, "count": size, "pieces": {code: face(code) for code in CARDS}, "left": left}
    label = f"Reveal stack {number}"
    return Choice(label, action, _place(state, player, number), {"cards": asked})


def _results(state: State) -> tuple[Prompt, ...]:
    """What everybody is told after a stack was read or a day ended."""
    return tuple(Prompt(line) for line in story(state)) if state.last and _tells(state) else ()


def _tells(state: State) -> bool:
    return state.last is not None and (state.last.type == "reveal" or state.last.is_dusk)
