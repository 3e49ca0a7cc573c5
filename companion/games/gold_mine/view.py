"""What the phones show: the specification's section 10, with answers that can be given right now."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from companion.games.gold_mine import actions as act
from companion.games.gold_mine.actions import Action
from companion.games.gold_mine.board import DEVELOPMENT_TILES, TILE, TILE_ORDER, cell_space, tile_piece
from companion.games.gold_mine.challenge import challenge_of
from companion.games.gold_mine.reasons import acting, now
from companion.games.gold_mine.rules import is_over, legal
from companion.games.gold_mine.seeing import miner_space, rolled
from companion.games.gold_mine.state import State, can_dig
from companion.games.gold_mine.story import story
from companion.games.gold_mine.walking import walk_of
from companion.games.gold_mine.words import cell_words, tile_words, words
from companion.games.protocol import Choice, Pick, Prompt, View, dice, people, person, to_json

TURNS = ("Upright", "Turned right", "Upside down", "Turned left")


def view(state: State, viewer: str | None) -> View:
    """Everything lies open but the order of the stack, which nobody may know."""
    table = to_json(state)
    table["stack"] = sorted(state.stack, key=lambda tile: TILE_ORDER[tile])
    return View(
        phase=state.phase,
        headline=headline(state),
        acting=acting(state),
        prompts=tuple(prompt for prompt in prompts(state) if viewer is None or prompt.player in (viewer, None)),
        story=tuple(story(state)),
        table=table,
        over=is_over(state),
    )


def headline(state: State) -> str:
    if state.phase == "over":
        return f"{people(state.winner)} won" if state.winner else "The game was stopped; nobody won"
    where = f" (tile {state.dev_placed + 1} of {DEVELOPMENT_TILES})" if state.phase == "development" else ""
    sentence = now(state)
    return f"{sentence[0].upper()}{sentence[1:]}{where}"


def prompts(state: State) -> Iterator[Prompt]:
    """The questions of this moment; each can be answered by simply doing it on the table."""
    if state.phase == "over":
        return
    yield from PROMPTS[state.step](state)
    if state.phase == "production" and state.step in ("movement", "action") and not can_dig(state):
        agreed = _choices(state, (act.StopGame(),))
        yield Prompt("End the game without a winner? Only if everybody agrees", None, agreed)


def _choices(
    state: State,
    actions: Iterable[Action],
    space: Callable[[Any], str] | None = None,
    label: Callable[[Any], str] | None = None,
    picks: Callable[[Any], tuple[Pick, ...]] = lambda action: (),
) -> tuple[Choice, ...]:
    """Buttons in the words of the game; dice need only say what they show."""
    return tuple(
        Choice(
            label(action) if label else words(state, action, None),
            to_json(action),
            space(action) if space else None,
            picks=picks(action),
        )
        for action in actions
    )


def _of(state: State, *kinds: type[Any]) -> list[Any]:
    return [action for action in legal(state) if isinstance(action, kinds)]


def _start(state: State) -> Iterator[Prompt]:
    for player in state.start_pending:
        rolls = (action for action in _of(state, act.RollStart) if action.player == player)
        yield Prompt("Roll both dice for the start", player, _choices(state, rolls, label=_pair, picks=_faces))


def _faces(action: Action) -> tuple[Pick, ...]:
    return dice(rolled(action))


def _pair(action: act.RollStart | act.RollPassage) -> str:
    return f"{action.dice[0]} and {action.dice[1]}"


def _face(action: act.RollMove | act.RollHeadStart | act.RollBats) -> str:
    return str(action.die)


def _draw(state: State) -> Iterator[Prompt]:
    laid = f" ({state.dev_placed + 1} of {DEVELOPMENT_TILES})" if state.phase == "development" else ""
    yield Prompt(f"Draw a tile and add it to the mine{laid}: which is it?", state.actor, _draws(state))
    yield from _own(state)


def _draws(state: State) -> tuple[Choice, ...]:
    """By what is on the tile, then by its looks: of tiles that look alike one stands for all."""
    draws = sorted(_of(state, act.DrawTile), key=lambda action: TILE_ORDER[action.tile])
    alike = {(_sort_of(action.tile), TILE[action.tile].paths): action for action in reversed(draws)}
    kept = [action for action in draws if action in alike.values()]
    return _choices(state, kept, label=lambda action: tile_words(action.tile), picks=_tile_picks)


def _sort_of(tile: str) -> str:
    """What people see at a glance: gold, a cavern, mud, a passage, or how many tunnels.

    >>> _sort_of("G25"), _sort_of("T01"), _sort_of("T39"), _sort_of("T66")
    ('gold with a passage', 'one tunnel', 'two tunnels', 'mud')
    """
    what = TILE[tile]
    if what.kind == "cavern" or what.muds:
        return "mud" if what.muds else "cavern"
    passage = what.secret is not None
    if what.is_chamber:
        return "gold with a passage" if passage else "gold"
    return "passage" if passage else "one tunnel" if len(what.paths) == 1 else "two tunnels"


def _tile_picks(action: act.DrawTile) -> tuple[Pick, ...]:
    sort, piece = _sort_of(str(action.tile)), tile_piece(str(action.tile))
    return Pick(sort.capitalize()), Pick(str(action.tile), piece=piece)


def _own(state: State) -> Iterator[Prompt]:
    own = _told_apart(_of(state, act.PlayOwnTile))
    if own:
        yield Prompt(
            "Or lay one of your own tiles", state.actor, _choices(state, own, picks=_own_picks), short="My own tile"
        )


def _own_picks(action: act.PlayOwnTile) -> tuple[Pick, ...]:
    return Pick(action.tile, piece=tile_piece(action.tile)), *_laying_picks(action)


def _told_apart(placings: Iterable[Any]) -> list[Any]:
    """Of the ways round that look alike the first."""
    looks = {(one.tile, one.cell, TILE[one.tile].turned[one.rot].tunnels): one for one in reversed([*placings])}
    return list(reversed(looks.values()))


def _laying_picks(action: act.PlaceTile | act.PlayOwnTile) -> tuple[Pick, ...]:
    """The cell, then the way round."""
    turned = Pick(TURNS[action.rot], piece=tile_piece(action.tile), turned=90 * action.rot)
    return Pick(cell_words(action.cell), cell_space(*action.cell)), turned


def _cell(action: Any) -> str:
    return cell_space(*action.cell)


def _place(state: State) -> Iterator[Prompt]:
    placings = _told_apart(_of(state, act.PlaceTile))
    if placings:
        choices = _choices(state, placings, _cell, picks=_laying_picks)
        yield Prompt(f"Lay {state.drawn} on a marked cell", state.actor, choices)
        return
    done = (Choice("done", to_json(act.ReturnTile(state.actor or ""))),)
    text = f"{state.drawn} fits nowhere: show it beside the tray, then shuffle it in and draw again"
    yield Prompt(text, state.actor, done)


def _movement(state: State) -> Iterator[Prompt]:
    nothing = _choices(state, _of(state, act.OptOut))
    passage = _choices(state, _of(state, act.RollPassage), label=_pair, picks=_faces)
    ways = "Dig, roll, secret passage, or nothing?" if passage else "Dig, roll, or nothing?"
    yield Prompt(ways, state.actor, nothing)
    rolls = _choices(state, _of(state, act.RollMove), label=_face, picks=_faces)
    yield Prompt("Roll one die and walk: what does it show?", state.actor, rolls, short="Roll")
    if passage:
        text = "Secret passage: roll both dice. What do they show?"
        yield Prompt(text, state.actor, passage, short="Secret passage")
    if draws := _draws(state):
        yield Prompt("Dig: which tile did you draw?", state.actor, draws, short="Dig")
    yield from _own(state)


def _walk(state: State) -> Iterator[Prompt]:
    goals = _choices(state, _of(state, act.Move, act.Traverse), lambda action: _mark(state, action))
    stay = _choices(state, _of(state, act.Stay))
    yield Prompt(_walk_text(state), state.actor, (*stay, *goals))


def _walk_text(state: State) -> str:
    walk = walk_of(state)
    far = "1 tile" if walk.steps == 1 else f"{walk.steps} tiles"
    if walk.why == "bats":
        return f"Chase {person(walk.miner)}'s miner up to {far}"
    if walk.why == "passage":
        is_open = walk.passage_open
        return (
            f"The water is low: pick another passage, or walk up to {far}" if is_open else f"Flooded. Walk up to {far}"
        )
    return f"Walk up to {far}"


def _mark(state: State, action: act.Move | act.Traverse) -> str:
    return miner_space(state.tunnels, action.to, walk_of(state).miner)


def _action(state: State) -> Iterator[Prompt]:
    if collect := _of(state, act.Collect):
        yield Prompt("Take the nugget?", state.actor, _choices(state, collect))
    challenges = _choices(state, _of(state, act.StartChallenge))
    end = _choices(state, _of(state, act.EndTurn))
    yield Prompt("Challenge somebody or end your turn", state.actor, (*challenges, *end))
    if gifts := _of(state, act.HandOff):
        for player in (gifts[0].giver, gifts[0].to):
            yield Prompt("How many nuggets change hands?", player, _choices(state, gifts))


def _exchange(state: State) -> Iterator[Prompt]:
    fight = challenge_of(state)
    one, other = person(fight.challenger), person(fight.defender)
    text = f"White die {one}, black die {other}: roll {len(fight.rolls) + 1} of 3"
    rows = f"{one}, white", f"{other}, black"
    rolls = _choices(
        state,
        _of(state, act.ChallengeRoll),
        label=lambda action: f"{action.challenger} to {action.defender}",
        picks=lambda action: dice(dict(zip(rows, (action.challenger, action.defender), strict=True))),
    )
    for player in (fight.challenger, fight.defender):
        yield Prompt(text, player, rolls)


def _steal(state: State) -> Iterator[Prompt]:
    waive = _choices(state, _of(state, act.DeclineSteal))
    stolen = _choices(state, _of(state, act.PlaceStolen), _cell)
    yield Prompt(
        f"Put one of {person(challenge_of(state).loser)}'s nuggets on an empty chamber", state.actor, (*stolen, *waive)
    )


def _head_start(state: State) -> Iterator[Prompt]:
    skip = _choices(state, _of(state, act.SkipHeadStart))
    rolls = _choices(state, _of(state, act.RollHeadStart), label=_face, picks=_faces)
    yield Prompt("You won. Roll one die and run", state.actor, (*rolls, *skip))


def _bats(state: State) -> Iterator[Prompt]:
    text = f"Roll one die and chase {person(challenge_of(state).loser)}'s miner"
    yield Prompt(text, state.actor, _choices(state, _of(state, act.RollBats), label=_face, picks=_faces))


PROMPTS: Mapping[str, Callable[[State], Iterator[Prompt]]] = {
    "roll_start": _start,
    "draw": _draw,
    "place": _place,
    "movement": _movement,
    "walk": _walk,
    "action": _action,
    "challenge_roll": _exchange,
    "steal": _steal,
    "head_start": _head_start,
    "bat_roll": _bats,
}
