"""What the phones show and ask: sections 3 and 10. All of it is public; hidden cards are not even known here."""

from companion.games.gold_raiders.board import CARDS
from companion.games.gold_raiders.ending import hidden, miles
from companion.games.gold_raiders.reading import evaluate
from companion.games.gold_raiders.rules import legal
from companion.games.gold_raiders.scoring import named, sentence
from companion.games.gold_raiders.state import Action, ChooseFirst, PlayNew, PlayOn, Recon, Reveal, State, Steal
from companion.games.protocol import Choice, Prompt, View, to_json


def view(state: State, viewer: str | None) -> View:
    """The same for everybody: the companion knows nothing that one player may and another may not."""
    return View(
        state.phase,
        _headline(state),
        _acting(state),
        tuple(prompt for prompt in _prompts(state) if viewer is None or prompt.player in (None, viewer)),
        _story(state),
        to_json(state),
        over=state.phase == "finished",
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


def _acting(state: State) -> tuple[str, ...]:
    if state.phase == "setup":
        return state.players
    if state.phase == "deal":
        return (state.first,)
    return (state.turn,) if state.turn else ()


def _prompts(state: State) -> tuple[Prompt, ...]:
    actions = legal(state)
    if state.phase == "setup":
        choices = tuple(Choice(name, to_json(ChooseFirst(name))) for name in state.players)
        return (Prompt("Who went on a journey last?", None, choices),)
    if state.phase == "deal":
        text = "Shuffle all 54, deal eight each, then tap."
        return (*_results(state), Prompt(text, state.first, (Choice("Dealt", to_json(actions[0])),)))
    if state.phase == "night":
        return _night_prompts(state, actions)
    if state.phase == "day":
        return (*_results(state), *_day_prompts(state, actions))
    return _results(state)


def _night_prompts(state: State, actions: list[Action]) -> tuple[Prompt, ...]:
    lay, peek, take = [], [], []
    for action in actions:
        match action:
            case PlayNew():
                lay.append(Choice("New stack", to_json(action)))
            case PlayOn(stack=number):
                lay.append(Choice(f"On stack {number}", to_json(action)))
            case Recon(owner=owner, stack=number):
                peek.append(Choice(f"Recon: {_whose(state, owner)} stack {number}", to_json(action)))
            case Steal(owner=owner, stack=number, onto=onto):
                where = "as a new stack" if onto == "new" else f"on stack {onto}"
                take.append(Choice(f"Steal: {_whose(state, owner)} stack {number} {where}", to_json(action)))
    text = "Play a card: new stack, on a stack, or discard recon / steal. Half a turn against the card below, please."
    asked = [Prompt(text, state.turn, tuple(lay))]
    if peek:
        asked.append(Prompt("Recon: which stack do you look at?", state.turn, tuple(peek)))
    if take:
        asked.append(Prompt("Steal: which stack, and where to?", state.turn, tuple(take)))
    return tuple(asked)


def _whose(state: State, owner: str) -> str:
    return "your own" if owner == state.turn else f"{owner}'s"


def _day_prompts(state: State, actions: list[Action]) -> tuple[Prompt, ...]:
    """Pass, and for each hidden stack either every content it may have or, for larger ones, how to spread it out."""
    turn = state.turn or ""
    asked = [Prompt(f"Reveal a stack or pass. You stand on {state.pos[turn]}.", turn, (_pass_choice(actions),))]
    for number, stack in enumerate(state.stacks[turn], start=1):
        if not isinstance(stack, int):
            continue
        contents = tuple(
            Choice(named(action.cards), to_json(action))
            for action in actions
            if isinstance(action, Reveal) and action.stack == number
        )
        asked.append(Prompt(_ask_for(number, stack), turn, contents or (_tapped(turn, number, stack),)))
    return tuple(asked)


def _pass_choice(actions: list[Action]) -> Choice:
    return Choice("Pass", to_json(actions[-1]))


def _ask_for(number: int, size: int) -> str:
    cards = "its card" if size == 1 else f"its {size} cards, bottom first"
    return f"Stack {number}: lay {cards} into the reveal lane, or say what they are."


def _tapped(player: str, number: int, size: int) -> Choice:
    """The phone lets the player tap the cards from the bottom to the top."""
    action = {"type": "reveal", "player": player, "stack": number, "cards": []}
    return Choice(f"Enter the {size} cards", action, fill={"cards": {"of": CARDS, "count": size}})


def _results(state: State) -> tuple[Prompt, ...]:
    """What everybody is told after a stack was read or a day ended."""
    return tuple(Prompt(line) for line in _story(state)) if state.last and _tells(state) else ()


def _tells(state: State) -> bool:
    return state.last is not None and (state.last.type == "reveal" or state.last.is_dusk)


def _story(state: State) -> tuple[str, ...]:
    """What just happened and why, one sentence a step."""
    last = state.last
    if last is None:
        return ()
    told = {
        "choose_first": f"{last.player} takes the idol and begins.",
        "deal": "All 54 cards were shuffled; everybody holds eight.",
        "play_new": f"{last.player} begins a new stack.",
        "play_on": f"{last.player} lays a card on stack {last.stack}.",
        "recon": f"{last.player} discards a recon and looks into stack {last.stack} of {last.owner}.",
        "steal": f"{last.player} discards a steal and takes stack {last.stack} of {last.owner}"
        + (", as a new stack." if last.onto == "new" else f", onto stack {last.onto}."),
        "pass": f"{last.player} passes; the rest stays hidden.",
    }
    lines = [_told_reveal(state) if last.type == "reveal" else told[last.type]]
    return (*lines, *_told_dusk(state)) if last.is_dusk else tuple(lines)


def _told_reveal(state: State) -> str:
    last = state.last
    assert last is not None
    reading = evaluate(last.cards, state.house)
    reached = state.pos[last.player]
    stopped = ""
    if reached != last.start + reading.delta:
        stopped = ", where the trail ends" if reading.delta > 0 else ", no farther than the lagoon"
    return f"{last.player}: {named(last.cards)}: {sentence(reading)}, from {last.start} to {reached}{stopped}."


def _told_dusk(state: State) -> tuple[str, ...]:
    if state.phase != "finished":
        return (f"The day is over: the idol goes to {state.first}, the farthest, on {state.pos[state.first]}.",)
    return (f"{state.winner} wins: {_why_won(state)}.",)


def _why_won(state: State) -> str:
    winner = state.winner or ""
    rivals = [name for name in state.players if state.pos[name] == state.trail and name != winner]
    if state.tiebreak == "travel_total":
        return f"{miles(state, winner)} miles against {max(miles(state, name) for name in rivals)}"
    if state.tiebreak == "unrevealed_stacks":
        alike = [name for name in rivals if miles(state, name) == miles(state, winner)]
        most = max(hidden(state, name) for name in alike)
        return f"as many miles, but {hidden(state, winner)} hidden stacks against {most}"
    if state.tiebreak == "turn_order":
        return "all else equal, first in this round's order"
    return "alone at the temple at the end of the day"
