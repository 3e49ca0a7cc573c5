"""What the buttons at the table do."""

from collections.abc import Callable

from companion.errors import BadInput
from companion.games.protocol import to_json
from companion.play.table import Table


def press(table: Table, button: str, pause: Callable[[], None]) -> None:
    """Confirm answers the open question with its likeliest answer; a long press ends what the game lets end."""
    question = table.question
    if button == "pause":
        pause()
    elif button == "undo":
        table.undo(by="button")
    elif button == "confirm" and question is not None:
        table.answer(question.number, 0, by="button")
    elif button == "end_round":
        endings = table.game.endings(table.state)
        if len(endings) != 1:
            raise BadInput("nothing to end here; finish on the table or on a phone")
        table.submit(to_json(endings[0]), by="button")
