"""What the phones show and ask: section 10."""

from companion.games.go_for_gold.board import BOXES, LONGEST, island_space
from companion.games.go_for_gold.concealing import conceal
from companion.games.go_for_gold.rules import legal
from companion.games.go_for_gold.scoring import ranking, total
from companion.games.go_for_gold.state import Hunter, Move, State, Withdraw, special
from companion.games.go_for_gold.walking import blocked, moves
from companion.games.protocol import Choice, Json, Prompt, View, to_json


def view(state: State, viewer: str | None) -> View:
    """While lines are drawn, nobody sees those of the others (G10)."""
    asked = (*_news(state), *_questions(state))
    return View(
        state.phase,
        _headline(state),
        state.awaiting,
        tuple(prompt for prompt in asked if _is_for(prompt, state, viewer)),
        _story(state),
        to_json(conceal(state, viewer)),
        over=state.phase == "over",
    )


def _is_for(prompt: Prompt, state: State, viewer: str | None) -> bool:
    """The open table shows what is asked of players, too, except while their lines are their own business."""
    return prompt.player in (None, viewer) or (viewer is None and state.phase != "move")


def _headline(state: State) -> str:
    heads = {
        "start_port": f"{state.active} chooses a port",
        "roll": f"Round {state.round}: {state.active} rolls for everybody",
        "move": f"Round {state.round}: everybody moves {state.roll}",
        "resolve": f"Round {state.round}: {', '.join(state.awaiting)} may try",
        "shovels": f"Round {state.round}: {', '.join(state.awaiting)} may spend shovels",
        "over": f"{' and '.join(ranking(state)[0])} won",
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
        news.append(Prompt(f"{' and '.join(full)} filled the sixth box: last round"))
    if state.phase == "over":
        news.append(Prompt(_result(state)))
    return tuple(news)


def _result(state: State) -> str:
    why = "a sixth box is filled" if state.end_trigger == "sixth_score" else "nobody can score any more"
    table = ", ".join(
        f"{hunter.id} {total(hunter)} points ({hunter.shovels_gathered} shovels gathered)" for hunter in state.players
    )
    return f"The hunt is over, {why}: {table}. {' and '.join(ranking(state)[0])} won."


def _questions(state: State) -> tuple[Prompt, ...]:
    if state.phase == "move":
        return tuple(_ask_line(state, state.hunter(player)) for player in state.awaiting)
    actions = legal(state)
    if not actions:
        return ()
    player = state.awaiting[0]
    choices = tuple(Choice(_label(to_json(action)), to_json(action), _tap(state, action)) for action in actions)
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


def _label(raw: Json) -> str:
    kind = raw["type"]
    if kind in ("choose_start_port", "choose_port"):
        return str(raw["port"])
    if kind == "use_shovels":
        return "Yes" if raw["use"] else "No"
    if kind == "skip":
        return "Leave"
    return f"Rolled {raw.get('value', raw.get('roll'))}"


def _tap(state: State, action: Json) -> str | None:
    port = getattr(action, "port", None)
    return island_space(state.seat(action.player), port) if port else None


def _ask_line(state: State, hunter: Hunter) -> Prompt:
    """A likely line to every end, and free tapping from space to space."""
    lines = moves(state.island, hunter, state.roll or 0)
    plain = lines.plain()
    choices = [_line_choice(state, hunter, line) for line in _best_by_end(state, plain)]
    roll = state.roll or 0
    if plain:
        text = f"Move exactly {roll}: draw it, or tap it here"
        choices.append(_tapped(state, hunter, roll, use_foot=False))
    else:
        text = f"No way with {roll}. Use a foot or retire?"
    if len(plain) < len(lines):
        choices.append(_tapped(state, hunter, LONGEST, use_foot=True))
    if not plain:
        by_foot = [line for line in lines if line.use_foot]
        choices += [_line_choice(state, hunter, line) for line in _best_by_end(state, by_foot)]
        choices.append(Choice("Retire", to_json(Withdraw(hunter.id))))
    return Prompt(text, hunter.id, tuple(choices))


def _best_by_end(state: State, lines: list[Move]) -> list[Move]:
    """Of the lines to each end the one that gathers most."""
    island, best = state.island, dict[str, tuple[int, Move]]()
    for line in lines:
        found = sum(island.shovels.get(space, 0) + island.feet.get(space, 0) for space in line.path)
        if line.path[-1] not in best or found > best[line.path[-1]][0]:
            best[line.path[-1]] = (found, line)
    return [best[end][1] for end in sorted(best)]


def _line_choice(state: State, hunter: Hunter, line: Move) -> Choice:
    by = " with a foot" if line.use_foot else ""
    return Choice("-".join(line.path) + by, to_json(line), island_space(state.seat(hunter.id), line.path[-1]))


def _tapped(state: State, hunter: Hunter, longest: int, use_foot: bool) -> Choice:
    """The phone highlights the next spaces: `of` says which touch, `from` where to start, `ends` where to stop."""
    island, shut = state.island, blocked(state.island, hunter)
    free = [space for space in island.neighbours if not shut & island.bit[space]]
    touching = {
        space: [near for near in island.neighbours[space] if near in free] for space in (str(hunter.pos), *free)
    }
    fill = {"path": {"from": hunter.pos, "of": touching, "count": longest, "ends": list(island.ports)}}
    label = "Use a foot: 1 to 6 spaces" if use_foot else "Tap another way"
    return Choice(label, {"type": "move", "player": hunter.id, "path": [], "use_foot": use_foot}, fill=fill)


def _story(state: State) -> tuple[str, ...]:
    """What just happened and why, one sentence a step."""
    last = state.last
    if last is None:
        return ()
    told = [_told(state)]
    told += [f"{name} has no way with {last.roll} and no foot: out." for name in last.out if last.type == "roll_move"]
    if state.phase == "over":
        told.append(_result(state))
    elif state.phase == "roll" and last.type != "choose_start_port":
        told.append(f"The round is over; {state.active} is active now.")
    return tuple(told)


def _told(state: State) -> str:
    last = state.last
    assert last is not None
    who, hunter = last.player, state.hunter(last.player)
    if last.type == "choose_start_port":
        return ", ".join(f"{each.id} starts in {each.pos}" for each in state.players) + "."
    if last.type == "roll_move":
        return f"{who} rolled {last.roll}: everybody moves {last.roll} spaces."
    if last.type == "move":
        return f"{who} has drawn a line."
    if last.type == "withdraw":
        return f"{who} had no way and retires."
    if last.type == "choose_port":
        return f"{who}'s ship goes to {hunter.pos}; the next move starts there."
    return _told_try(state, hunter) if last.result else f"{who} leaves it alone."


def _told_try(state: State, hunter: Hunter) -> str:
    last = state.last
    assert last is not None
    who = last.player
    if last.type == "raid":
        if last.result == "penalty":
            return f"{who} rolled {last.roll} with {hunter.shovels} shovels: cursed, 1 penalty point; the shovels stay."
        return f"{who} rolled {last.roll} and had the shovels: the {last.color} temple is raided, 9 points."
    if last.result == "written":
        return f"{who} rolled {last.roll} and digs up {last.points} points" + (
            ", with shovels for the missing pips." if last.type == "use_shovels" else "."
        )
    if last.result == "low":
        missing = state.dig.missing if state.dig else 0
        return f"{who} rolled {last.roll}: {missing} missing, shovels could make it good."
    return f"{who} rolled {last.roll}: too low, nothing is written."
