"""What the phones show and ask: sections 3 and 10. All of it is public; hidden cards are not even known here."""

from collections.abc import Iterator, Sequence

from companion.games.gold_raiders.actions import Action, Deal, Pass, PlayNew, PlayOn, Recon, Reveal, Steal
from companion.games.gold_raiders.board import CARDS
from companion.games.gold_raiders.ending import is_over
from companion.games.gold_raiders.rules import RULES
from companion.games.gold_raiders.scoring import named
from companion.games.gold_raiders.state import State
from companion.games.gold_raiders.story import story
from companion.games.protocol import Choice, Prompt, View, to_json


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
        return f"{state.winner} has reached the temple"
    if state.phase == "deal":
        return f"Round {state.round}: shuffle and deal"
    does = "lays or discards a card" if state.phase == "night" else "reveals stacks or passes"
    return f"Round {state.round}, {state.phase}: {state.turn} {does}"


def _prompts(state: State) -> tuple[Prompt, ...]:
    if state.phase == "setup":
        choices = tuple(Choice(action.player, to_json(action)) for action in RULES.legal(state))
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
    for kinds, asked in (
        ((PlayNew, PlayOn), text),
        ((Recon,), "Recon: which stack do you look at?"),
        ((Steal,), "Steal: which stack, and where to? On a stack, half a turn against its top."),
    ):
        if choices := tuple(_night_choice(state, action) for action in actions if isinstance(action, kinds)):
            yield Prompt(asked, state.turn, choices)


def _night_choice(state: State, action: Action) -> Choice:
    match action:
        case PlayOn(stack=number):
            label = f"On stack {number}"
        case Recon(owner=owner, stack=number):
            label = f"Recon: {_whose(state, owner)} stack {number}"
        case Steal(owner=owner, stack=number, onto=onto):
            where = "as a new stack" if onto == "new" else f"on stack {onto}"
            label = f"Steal: {_whose(state, owner)} stack {number} {where}"
        case _:
            label = "New stack"
    return Choice(label, to_json(action))


def _whose(state: State, owner: str) -> str:
    return "your own" if owner == state.turn else f"{owner}'s"


def _day_prompts(state: State) -> Iterator[Prompt]:
    """Pass, and for each hidden stack either every content it may have or, for larger ones, how to spread it out."""
    turn, listed = state.turn or "", [action for action in RULES.legal(state) if isinstance(action, Reveal)]
    text = f"Reveal a stack or pass. You stand on {state.pos[turn]}."
    yield Prompt(text, turn, (Choice("Pass", to_json(Pass(turn))),))
    for number, stack in enumerate(state.stacks[turn], start=1):
        if isinstance(stack, int):
            yield Prompt(_ask_for(number, stack), turn, _contents(turn, number, stack, listed))


def _contents(player: str, number: int, size: int, listed: Sequence[Reveal]) -> tuple[Choice, ...]:
    choices = [Choice(named(action.cards), to_json(action)) for action in listed if action.stack == number]
    return tuple(choices) or (_tapped(player, number, size),)


def _ask_for(number: int, size: int) -> str:
    cards = "its card" if size == 1 else f"its {size} cards, bottom first"
    return f"Stack {number}: lay {cards} into the reveal lane, or say what they are."


def _tapped(player: str, number: int, size: int) -> Choice:
    """The phone lets the player tap the cards from the bottom to the top."""
    action = {"type": "reveal", "player": player, "stack": number, "cards": []}
    return Choice(f"Enter the {size} cards", action, fill={"cards": {"of": CARDS, "count": size}})


def _results(state: State) -> tuple[Prompt, ...]:
    """What everybody is told after a stack was read or a day ended."""
    return tuple(Prompt(line) for line in story(state)) if state.last and _tells(state) else ()


def _tells(state: State) -> bool:
    return state.last is not None and (state.last.type == "reveal" or state.last.is_dusk)
