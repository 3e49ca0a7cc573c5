"""What the buttons at the table do."""

from collections.abc import Callable

from companion.errors import BadInput
from companion.games.protocol import kind_of, to_json
from companion.play.table import Table

ENDINGS = ("end_turn", "pass", "end_move", "skip_effect", "skip_decoy", "skip_take", "skip_head_start", "stay")


def press(table: Table, button: str, pause: Callable[[], None]) -> None:
    """Confirm answers the open question with its likeliest answer; a long press ends what may be ended."""
    question = table.question
    if button == "pause":
        pause()
    elif button == "undo":
        table.undo(by="button")
    elif button == "confirm" and question is not None:
        table.answer(question.number, 0, by="button")
    elif button == "end_round":
        endings = [action for action in table.game.legal(table.state)[:200] if kind_of(action) in ENDINGS]
        if len(endings) != 1:
            raise BadInput("nothing to end here; finish on the table or on a phone")
        table.submit(to_json(endings[0]), by="button")
