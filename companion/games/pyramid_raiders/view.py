"""What the phones show and ask: section 10. Nothing in this game is hidden but the face of a laid card,
which the companion does not know either; so every viewer sees the same table and only his own questions."""

from collections.abc import Callable, Mapping

from companion.games.protocol import Choice, Line, Paint, Pick, Prompt, View, Way, dice, to_json
from companion.games.pyramid_raiders.actions import (
    Action,
    ChooseStart,
    DrawItem,
    EndMove,
    Enter,
    FlipRotation,
    MagicTake,
    PlaceCard,
    PlaceDecoy,
    Push,
    RevealCard,
    RollFacing,
    RollGuardian,
    SkipDecoy,
    SkipEffect,
    SkipTake,
    Step,
    TakeBackCard,
    TakeToken,
    Teleport,
    TurnGuardian,
)
from companion.games.pyramid_raiders.board import (
    BOOK,
    BOOK_SPACES,
    COLOURS,
    COPIES,
    FLIP,
    ROUNDS,
    SPACES,
    TURN,
    TURNED,
    characters,
)
from companion.games.pyramid_raiders.legal import draws, instead_of_walking, quiet_ways, steps
from companion.games.pyramid_raiders.rules import RULES
from companion.games.pyramid_raiders.scoring import score
from companion.games.pyramid_raiders.state import State, acting, active_in
from companion.games.pyramid_raiders.story import SENSE, called, spaces, story
from companion.games.pyramid_raiders.walking import pushed_figure


def view(state: State, viewer: str | None) -> View:
    """What one viewer sees; `viewer` None is the open table, with everybody's questions."""
    asked = _PROMPTS[state.phase](state)
    return View(
        phase=state.phase,
        headline=headline(state),
        acting=acting(state),
        prompts=tuple(prompt for prompt in asked if viewer is None or prompt.player in (None, viewer)),
        story=story(state),
        table=to_json(state),
        over=state.phase == "finished",
        mine=_own(state, viewer) if viewer in state.players else (),
    )


def _own(state: State, player: str) -> tuple[Line, ...]:
    """A player's item and the cards still in hand."""
    item = state.items.get(player)
    cards = ", ".join(map(str, state.hands.get(player, ())))
    held = [Line("item", None, item.replace("_", " "))] if item else []
    return (*held, Line("cards", None, cards)) if cards else tuple(held)


def headline(state: State) -> str:
    beginning = {
        "layout": "Lay out the treasures: books on the corners and the centre",
        "facing": "Roll for the way the guardian faces",
        "items": "Everybody draws an item",
        "start_player": "Who was last at a monument? He begins and chooses the rotation",
    }
    if state.phase in beginning:
        return beginning[state.phase]
    if state.phase == "finished":
        return " and ".join(map(called, score(state).winners)) + " won"
    return f"Round {state.round} of {ROUNDS[len(state.players)]}: {_doing(state)}"


def _doing(state: State) -> str:
    who = called(state.active or "")
    doing = {
        "entering": f"{who} enters at the rim",
        "programming": "everybody lays a card",
        "reveal": f"{who} turns up a card",
        "moving": f"{who} walks {spaces(state.need)}",
        "pushing": f"{who} says where the push goes",
        "decoy": f"{who} may set the decoy",
        "taking": f"{who} picks a treasure",
        "effect": f"{who} may turn the guardian" if state.card == TURN else f"{who} may flip the rotation",
        "guardian": f"{who} rolls for the guardian",
        "reentry": f"{who} comes back in",
    }
    return doing[state.phase]


def _choice(label: str, action: Action, space: str | None = None, picks: tuple[Pick, ...] = ()) -> Choice:
    return Choice(label, to_json(action), space, picks=picks)


def _label(state: State, action: Action) -> Choice:
    """The button of an action."""
    match action:
        case Step(_, space) | Push(_, space) | Enter(_, space) | PlaceDecoy(_, space):
            return _choice(space, action, space)
        case Teleport(_, space):
            return _choice(f"Door to {space}", action, space)
        case MagicTake(_, space):
            return _choice(f"Reach for {state.tokens[space]} on {space}", action, space)
        case TakeToken(_, space):
            return _choice(f"{state.tokens[space]} on {space}", action, space)
        case RollFacing(value) | RollGuardian(_, value):
            return _choice(str(value), action, picks=dice({"die": value}))
        case RevealCard(player, value):
            card = f"action.{characters(state.players)[player]}.{value}"
            return _choice(str(value), action, picks=(Pick(str(value), piece=card),))
        case TurnGuardian(_, facing):
            look = Pick(facing, piece=f"guardian.{state.los}", turned=TURNED[facing])
            return _choice(facing, action, picks=(look,))
        case DrawItem(_, item):
            label = item.replace("_", " ")
            return _choice(label, action, picks=(Pick(label, piece=f"item.{item}"),))
        case ChooseStart(player, rotation):
            picks = Pick(called(player), row="Who begins?"), Pick(SENSE[rotation], row="Which way round?")
            return _choice(f"{called(player)}, {SENSE[rotation]}", action, picks=picks)
        case _:
            return _choice(_WORDS[type(action)], action)


_WORDS: Mapping[type[Action], str] = {
    EndMove: "Stay",
    SkipDecoy: "No",
    SkipTake: "Nothing",
    SkipEffect: "Leave",
    FlipRotation: "Flip",
    PlaceCard: "My card lies there",
    TakeBackCard: "Take it back",
}


def _asks(text: Callable[[State], str], everybody: bool = False) -> Callable[[State], list[Prompt]]:
    """One question with a button for every legal action."""

    def ask(state: State) -> list[Prompt]:
        choices = tuple(_label(state, action) for action in RULES.legal(state))
        return [Prompt(text(state), None if everybody else state.active, choices)]

    return ask


def _nothing(state: State) -> list[Prompt]:
    return []


def _layout(state: State) -> list[Prompt]:
    free = [space for space in SPACES if space not in (*state.pillars, *state.fountains)]
    paint = Paint(
        [space for space in free if space not in BOOK_SPACES],
        dict.fromkeys(COLOURS, COPIES),
        {kind: f"token.{kind}" for kind in (*COLOURS, BOOK)},
        dict.fromkeys(sorted(BOOK_SPACES), BOOK),
    )
    enter = Choice("Enter the layout", {"type": "lay_out", "tokens": {}}, fill={"tokens": {"paint": to_json(paint)}})
    text = "Put a token on every free space: books on the corners and the centre, the rest from the bag."
    return [Prompt(text, None, (enter,))]


def _items(state: State) -> list[Prompt]:
    return [
        Prompt("Draw an item.", player, tuple(_label(state, draw) for draw in draws(state) if draw.player == player))
        for player in acting(state)
    ]


def _programming(state: State) -> list[Prompt]:
    texts = {PlaceCard: "Lay an action card face down.", TakeBackCard: "Your card lies there. Change your mind?"}
    actions = [TakeBackCard(player) if player in state.placed else PlaceCard(player) for player in state.players]
    return [Prompt(texts[type(action)], action.player, (_label(state, action),)) for action in actions]


def _moving(state: State) -> list[Prompt]:
    following, others = steps(state), instead_of_walking(state)
    choices = [_label(state, action) for action in [*others, *following]]
    if walk := _drawn_walk(state):
        choices.append(walk)
    return [Prompt(_walk_text(state, bool(following), others), state.active, tuple(choices))]


def _drawn_walk(state: State) -> Choice | None:
    """The walk drawn on the board, or its end tapped; whoever pushes somebody goes step by step."""
    found = quiet_ways(state)
    if found is None:
        return None
    touching, goals = found
    player = active_in(state)
    step = {"type": "step", "player": player}
    came = state.path[-2] if len(state.path) > 1 else ""
    way = Way(state.path[-1], touching, state.need, [state.need], (), goals, "", True, came, step, "to")
    return Choice("Draw the walk", {"type": "move", "player": player, "path": []}, fill={"path": to_json(way)})


def _walk_text(state: State, can_walk: bool, others: list[Action]) -> str:
    item = state.items.get(state.active or "")
    walk = f"Walk {spaces(state.need)}" if can_walk else "You are walled in"
    if item == "rocket_shoes" and not state.need and can_walk:
        return "One more space?"
    if any(isinstance(action, Teleport) for action in others):
        return f"{walk}, or use the door?"
    if any(isinstance(action, MagicTake) for action in others):
        return f"{walk}, or reach for a treasure?"
    return f"{walk}."


def _effect_text(state: State) -> str:
    return {TURN: "Turn the guardian?", FLIP: "Flip the rotation?"}.get(state.card or 0, "Nothing to decide.")


_PROMPTS: Mapping[str, Callable[[State], list[Prompt]]] = {
    "layout": _layout,
    "facing": _asks(lambda _: "Roll the die: which way does the guardian face?", everybody=True),
    "items": _items,
    "start_player": _asks(lambda _: "Who begins, and which side of the marker is up?", everybody=True),
    "entering": _asks(lambda _: "Enter at the rim."),
    "programming": _programming,
    "reveal": _asks(lambda _: "Your turn: turn your card up."),
    "moving": _moving,
    "pushing": _asks(lambda state: f"Where does {called(pushed_figure(state))} go?"),
    "decoy": _asks(lambda _: "Set the decoy on your path?"),
    "taking": _asks(lambda _: "Which treasure?"),
    "effect": _asks(_effect_text),
    "guardian": _asks(lambda state: f"Roll for the guardian. Cards add {state.extra}."),
    "reentry": _asks(lambda _: "Back in at the rim."),
    "finished": _nothing,
}
