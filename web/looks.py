"""All that one viewer's phone shows, as JSON: the only place where a game becomes something for phones."""

from collections.abc import Collection, Iterator, Sequence

import msgspec

from companion.errors import IllegalAction, StaleAction
from companion.games.protocol import Action, Game, Glow, Json, Score, Seen, State, View, player_of, to_json
from companion.layout import Layout
from companion.play.proposal import Proposal
from companion.play.questions import Answer, Question
from companion.play.sitting import Sitting
from companion.play.table import Table
from companion.watch.lookout import Glance
from companion.watch.problems import gathered, sentence
from web.choosing import reachable
from web.words import action_words, maker_of, unfit_words


def position_json(game: Game, view: View, score: Score, glow: Glow, placements: Seen) -> dict[str, Json]:
    """How a game stands, at any moment of it."""
    return {
        "game": game.name,
        "title": game.title,
        "view": view_json(view),
        "score": to_json(msgspec.structs.replace(score, decided_by=decided(game, score))),
        "glow": to_json(glow),
        "placements": [list(placement) for placement in sorted(placements.elements(), key=str)],
    }


def decided(game: Game, score: Score) -> str:
    """What decided a tie, in a sentence."""
    return game.guide.ties.get(score.decided_by, score.decided_by)


def view_json(view: View) -> dict[str, Json]:
    """What one viewer is shown and asked, every list of choices within reach."""
    shown: dict[str, Json] = to_json(view)
    for prompt in shown["prompts"]:
        if "choices" in prompt:
            prompt["choices"] = reachable(prompt["choices"])
    return shown


def sitting_json(sitting: Sitting, viewer: str | None) -> dict[str, Json]:
    """The game on the table as that viewer may know it."""
    history = sitting.history
    return {
        "playing": True,
        "id": sitting.saved.id,
        "players": list(sitting.saved.players),
        "number": sitting.number,
        "since": sitting.entered,
        "phase_since": sitting.since,
        **position_json(sitting.game, sitting.view(viewer), sitting.score, sitting.glow, sitting.placements),
        "unfit": [
            {"number": step.entry.number, "why": unfit_words(sitting.game, history, step, viewer)}
            for step in history.steps
            if step.unfit
        ],
        "can_undo": history.can_undo,
        "can_redo": history.can_redo,
        "undo_of": next((maker_of(entry.action) for entry in history.undoes()), None),
        "redo_of": next((maker_of(entry.action) for entry in history.redoes()), None),
    }


def table_json(table: Table, unshown: Sequence[str], viewer: str | None, free: Collection[str]) -> dict[str, Json]:
    """What is said around the game: the question, the notices, what is kept and may be shown.

    `free` are the players who have neither phone nor bot: others answer for them.
    """
    question = table.question
    around = {
        "news": table.news,
        "notices": dict(table.notices),
        "proposal": proposal_json(table.proposal),
        "differences": list(table.differences),
        "question": question_json(table, question, viewer, free) if question else None,
        "extras": {name: value for name, value in table.extras.items() if name not in unshown},
    }
    if table.is_playing:
        return around
    return {"playing": False, **{name: around[name] for name in ("news", "notices", "proposal")}}


def proposal_json(proposal: Proposal | None) -> Json:
    """What the table seems to be laid out for, with the words to confirm it by."""
    return {**to_json(proposal), "text": proposal.text} if proposal is not None else None


def question_json(table: Table, question: Question, viewer: str | None, free: Collection[str]) -> Json:
    """The open question with its answers as that viewer may know them; what a button submits stays here."""
    eyes = question.player if viewer is not None and question.player in free else viewer
    labels = [_label(table, answer, eyes) for answer in question.answers]
    is_whole = labels == [answer.label for answer in question.answers]
    return {
        "number": question.number,
        "text": question.text,
        "player": question.player,
        "answers": [{"label": label} for label in labels],
        "spaces": list(question.spaces) if is_whole else [],
    }


def _label(table: Table, answer: Answer, viewer: str | None) -> str:
    """As it was asked, unless the game tells that viewer less than whoever did it."""
    words, steps = table.game.words, list(_steps(table, answer))
    if all(words(*step, viewer) == words(*step, player_of(step[1])) for step in steps):
        return answer.label
    return ", then ".join(action_words(table.game, *step, viewer) for step in steps)


def _steps(table: Table, answer: Answer) -> Iterator[tuple[State, Action]]:
    """Each action of an answer in the state it would be done in."""
    game, state = table.game, table.state
    for raw in answer.actions:
        action = game.read(state, raw)
        yield state, action
        state = game.apply(state, action)


def glance_json(glance: Glance | None, layout: Layout) -> dict[str, Json]:
    """What the camera saw last, without the picture."""
    if glance is None:
        return {"picture": False, "sightings": [], "problems": []}
    wide, high = glance.size_px
    sightings = []
    for seen in (*glance.look.sightings, *glance.look.dice):
        one: dict[str, Json] = {
            "what": seen.what,
            "x_mm": seen.x_mm,
            "y_mm": seen.y_mm,
            "turned_deg": seen.turned_deg,
            "sure": seen.sure,
            "shows": seen.shows,
        }
        if seen.box_px is not None:
            x0, y0, x1, y1 = seen.box_px
            one["box"] = [x0 / wide, y0 / high, x1 / wide, y1 / high]
        sightings.append(one)
    problems = [{"text": sentence(p, layout), "x_mm": p.x_mm, "y_mm": p.y_mm} for p in gathered(glance.look.problems)]
    return {"picture": True, "sightings": sightings, "problems": problems}


def refusal_json(wrong: Exception) -> dict[str, Json]:
    """A refusal for phones: its code, and the sentence."""
    code = wrong.code if isinstance(wrong, IllegalAction) else "stale" if isinstance(wrong, StaleAction) else "refused"
    return {"ok": False, "code": code, "reason": str(wrong)}
