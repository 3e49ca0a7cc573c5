"""The JSON API of what has been: how this game went, and all evenings before it."""

from flask import Blueprint, Response

from companion.games.protocol import Json, to_json
from companion.play.course import points, swings
from companion.play.evenings import evenings
from companion.play.sitting import Sitting
from web.desk import answer, desk, who
from web.looks import decided
from web.people import names_kept
from web.words import step_words

past_api = Blueprint("past_api", __name__, url_prefix="/api")


@past_api.get("/course")
def course() -> Response:
    """How the game went so far: everybody's total after every entry, and the steps that turned it."""
    with desk().table.lock:
        sitting, names = desk().table.sitting, desk().people.names()
    return answer(course_json(sitting, names, who()))


@past_api.get("/evenings")
def over_evenings() -> Response:
    """Wins, records, favourite games and thinking time over all finished games."""
    return answer(to_json(evenings(desk().table.remembered(names_kept))))


def course_json(sitting: Sitting, names: dict[str, str], viewer: str | None) -> Json:
    """The course as that viewer may know it: what a step was is told as in the history."""
    history, score, players = sitting.history, sitting.score, sitting.saved.players
    told = points(history)
    steps = {step.entry.number: step for step in history.steps}
    turning = [
        {**to_json(swing), "words": step_words(sitting.game, history, step.before, step.did, viewer)}
        for swing in swings(told, players)
        if (step := steps.get(swing.number)) and step.did is not None
    ]
    return {
        "id": sitting.saved.id,
        "game": sitting.game.name,
        "title": sitting.game.title,
        "players": list(players),
        "names": names,
        "unit": score.unit,
        "over": sitting.is_over,
        "winners": list(score.winners),
        "ranking": [list(one) for one in score.ranking],
        "decided": decided(sitting.game, score),
        "points": to_json(told),
        "turning": turning,
    }
