"""Tunes for cues, and a status LED that tells the truth."""

from dataclasses import replace

from companion.games import game_named
from companion.play.journal import Journal
from companion.play.questions import Answer, Question
from companion.play.table import Table
from companion.play.timer import TimeNews
from companion.shine.signals import Signals

PLAYERS = ["p1", "p2", "p3"]
POSITION = {
    "players": PLAYERS,
    "phase": "reveal",
    "guardian": {"at": "i5", "facing": "E"},
    "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"},
}
REVEAL = {"type": "reveal_card", "player": "p1", "card": 2}
QUESTION = Question("Which card?", (Answer("2", (REVEAL,)),))


def rig(cues: tuple[str, ...]) -> tuple[Table, Signals, list[str], list[str]]:
    """A table whose game gives those cues for whatever is done."""
    game = replace(game_named("pyramid_raiders"), cues=lambda before, action, after: cues)
    table, tunes, status = Table(Journal(":memory:"), lambda: 0.0, games=lambda name: game), [], []
    table.start("pyramid_raiders", PLAYERS, {"position": POSITION})
    signals = Signals(tunes.append, status.append)
    table.listen(signals.hear)
    return table, signals, tunes, status


def test_a_knock_out_sounds_because_the_game_says_so() -> None:
    table, _, tunes, _ = rig(("knock_out",))
    table.submit(REVEAL, by="phone")
    assert tunes == ["knock_out"]


def test_a_sentence_about_a_knock_out_is_no_knock_out() -> None:
    """The buzzer used to search the story for "knocks out"."""
    game = game_named("pyramid_raiders")

    def telling(state, viewer):
        return game.view(state, viewer).__class__("reveal", "", (), (), ("Nobody knocks out anybody.",), {})

    table, tunes = Table(Journal(":memory:"), lambda: 0.0, games=lambda name: replace(game, view=telling)), []
    table.start("pyramid_raiders", PLAYERS, {"position": POSITION})
    table.listen(Signals(tunes.append, lambda status: None).hear)
    table.submit(REVEAL, by="phone")
    assert "knock_out" not in tunes


def test_of_several_cues_the_gravest_sounds_alone() -> None:
    table, _, tunes, _ = rig(("your_turn", "treasure", "knock_out"))
    table.submit(REVEAL, by="phone")
    assert tunes == ["knock_out"]


def test_what_has_no_cue_is_silent() -> None:
    table, _, tunes, _ = rig(())
    table.submit(REVEAL, by="phone")
    assert tunes == []


def test_taking_back_is_silent() -> None:
    table, _, tunes, _ = rig(("knock_out",))
    table.submit(REVEAL, by="phone")
    table.undo(by="phone")
    assert tunes == ["knock_out"]


def test_a_question_sounds_and_shows_until_it_is_cleared() -> None:
    table, _, tunes, status = rig(())
    table.ask(QUESTION)
    table.withdraw()
    assert tunes == ["question"]
    assert status == ["well", "question", "well"]


def test_a_missing_part_is_red_until_it_is_back() -> None:
    table, _, _, status = rig(())
    table.notice("lights", "no chain on the wire")
    table.ask(QUESTION)
    table.notice("lights", None)
    assert status == ["well", "missing", "missing", "question"]


def test_time_rings() -> None:
    _, signals, tunes, _ = rig(())
    signals.ring(TimeNews("out", "p1", "tell"))
    assert tunes == ["timer"]
