"""What the phones show and ask: the headline, who must act, prompts; section 10."""

from companion.games.go_for_gold.actions import Action, Move, Withdraw
from companion.games.go_for_gold.board import BOXES, PIPS, island_space
from companion.games.go_for_gold.concealing import conceal
from companion.games.go_for_gold.legal import legal
from companion.games.go_for_gold.scoring import ranking, total
from companion.games.go_for_gold.seeing import rolled
from companion.games.go_for_gold.state import Drawn, Hunter, State, special
from companion.games.go_for_gold.story import result, story
from companion.games.go_for_gold.walking import blocked, moves
from companion.games.go_for_gold.words import words
from companion.games.protocol import Choice, Line, Prompt, View, Way, dice, people, person, to_json


def view(state: State, viewer: str | None) -> View:
    """While lines are drawn, nobody sees those of the others (G10)."""
    asked = (*_news(state), *_questions(state))
    return View(
        state.phase,
        _headline(state),
        state.awaiting,
        tuple(prompt for prompt in asked if _is_for(prompt, state, viewer)),
        story(state),
        to_json(conceal(state, viewer)),
        over=state.phase == "over",
        mine=_sheet(state.hunter(viewer)) if viewer in state.ids else (),
        drawn=tuple(_own_line(state, drawn) for drawn in _concealed(state) if drawn.player == viewer),
    )


def _sheet(hunter: Hunter) -> tuple[Line, ...]:
    """What is written on a player's own sheet beside the island."""
    boxes = " ".join([*map(str, hunter.scores), *["\N{WHITE SQUARE}"] * (BOXES - len(hunter.scores))])
    return Line("boxes", total(hunter), boxes), Line("shovels", hunter.shovels, ""), Line("feet", hunter.feet, "")


def _concealed(state: State) -> tuple[Drawn, ...]:
    return state.drawn if state.phase == "move" else ()


def _own_line(state: State, drawn: Drawn) -> tuple[str, ...]:
    """The line from where it began: nobody else sees it before all have drawn (G10)."""
    hunter, seat = state.hunter(drawn.player), state.seat(drawn.player)
    before = hunter.visited[: -len(drawn.path)]
    start = before[-1] if before else str(hunter.start_port)
    return tuple(island_space(seat, space) for space in (start, *drawn.path))


def _is_for(prompt: Prompt, state: State, viewer: str | None) -> bool:
    """The open table shows what is asked of players, too, except while their lines are their own business."""
    return prompt.player in (None, viewer) or (viewer is None and state.phase != "move")


def _headline(state: State) -> str:
    awaited = ", ".join(map(person, state.awaiting))
    heads = {
        "start_port": f"{person(state.active)} chooses a port",
        "roll": f"Round {state.round}: {person(state.active)} rolls for everybody",
        "move": f"Round {state.round}: everybody moves {state.roll}",
        "resolve": f"Round {state.round}: {awaited} may try",
        "shovels": f"Round {state.round}: {awaited} may spend shovels",
        "over": f"{people(ranking(state)[0])} won",
    }
    return heads[state.phase]


def _news(state: State) -> tuple[Prompt, ...]:
    """What to write and cross out now, and what the round means."""
    news: list[Prompt] = []
    last = state.last
    if last and last.result in ("written", "penalty"):
        box = len(state.hunter(last.player).scores)
        news.append(Prompt(f"Write {last.points} in box {box}", last.player))
    if last and last.type == "raid" and last.result == "written":
        others = [name for name in state.ids if name != last.player]
        news += [Prompt(f"Cross out the {last.color} temple", name) for name in others]
    if last:
        news += [Prompt(f"No way out: you keep your {total(state.hunter(name))} points", name) for name in last.out]
    full = [hunter.id for hunter in state.players if len(hunter.scores) >= BOXES]
    if full and state.phase != "over":
        news.append(Prompt(f"{people(full)} filled the sixth box: last round"))
    if state.phase == "over":
        news.append(Prompt(result(state)))
    return tuple(news)


def _questions(state: State) -> tuple[Prompt, ...]:
    if state.phase == "move":
        return tuple(_ask_line(state, state.hunter(player)) for player in state.awaiting)
    actions = legal(state)
    if not actions:
        return ()
    player = state.awaiting[0]
    choices = tuple(_button(state, action, _tap(state, action)) for action in actions)
    return (Prompt(_question(state, state.hunter(player)), player, choices),)


def _question(state: State, hunter: Hunter) -> str:
    if state.phase == "start_port":
        return "Choose your port"
    if state.phase == "roll":
        return "Roll the die into the tray"
    if state.phase == "shovels" and state.dig:
        missing = state.dig.missing
        return f"{missing} missing. Spend {missing} of {hunter.shovels} shovels?"
    asked = special(state, hunter)
    if asked == "treasure":
        treasure = state.island.treasures[str(hunter.pos)]
        return f"Dig? You need {treasure.number}, worth {treasure.value}, you have {hunter.shovels} shovels"
    if asked == "temple":
        color = state.island.temples[str(hunter.pos)]
        return f"Raid the {color} temple? You have {hunter.shovels} shovels: {min(hunter.shovels, 6)} in 6"
    return "Where does your ship go?"


def _button(state: State, action: Action, space: str | None = None) -> Choice:
    told = words(state, action, action.player)
    return Choice(told[0].upper() + told[1:], to_json(action), space, picks=dice(rolled(action)))


def _tap(state: State, action: Action) -> str | None:
    port = getattr(action, "port", None)
    return island_space(state.seat(action.player), port) if port else None


def _ask_line(state: State, hunter: Hunter) -> Prompt:
    """The line is drawn on the sheet from space to space, or its end tapped; so are lines with a foot."""
    roll = state.roll or 0
    lines = moves(state.island, hunter, roll)
    plain = lines.plain()
    choices = [_drawn(state, hunter, plain, [roll], use_foot=False)] if plain else []
    text = f"Move exactly {roll}: draw it, or tap it here" if plain else f"No way with {roll}. Use a foot or retire?"
    if len(plain) < len(lines):
        by_foot = [] if plain else [line for line in lines if line.use_foot]  # there are thousands
        choices.append(_drawn(state, hunter, by_foot, [*PIPS], use_foot=True))
    if not plain:
        choices.append(_button(state, Withdraw(hunter.id)))
    return Prompt(text, hunter.id, tuple(choices))


def _best_by_end(state: State, lines: list[Move]) -> list[Move]:
    """Of the lines to each end the one that gathers most."""
    island, best = state.island, dict[str, tuple[int, Move]]()
    for line in lines:
        found = sum(island.shovels.get(space, 0) + island.feet.get(space, 0) for space in line.path)
        if line.path[-1] not in best or found > best[line.path[-1]][0]:
            best[line.path[-1]] = (found, line)
    return [best[end][1] for end in sorted(best)]


def _drawn(state: State, hunter: Hunter, lines: list[Move], lengths: list[int], use_foot: bool) -> Choice:
    island, shut = state.island, blocked(state.island, hunter)
    free = [space for space in island.neighbours if not shut & island.bit[space]]
    touching = {
        space: [near for near in island.neighbours[space] if near in free] for space in (str(hunter.pos), *free)
    }
    goals = {line.path[-1]: line.path for line in _best_by_end(state, lines)}
    prefix = island_space(state.seat(hunter.id), "")
    way = Way(str(hunter.pos), touching, lengths[-1], lengths, island.ports, goals, prefix)
    label = "Use a foot: 1 to 6 spaces" if use_foot else "Draw the line"
    action = {"type": "move", "player": hunter.id, "path": [], "use_foot": use_foot}
    return Choice(label, action, fill={"path": to_json(way)})
