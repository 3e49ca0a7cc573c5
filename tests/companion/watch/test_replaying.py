"""A recorded table shown again: where it comes out otherwise is told, and put right before it goes on."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.errors import BadInput
from companion.watch.footage import Begin, Event, Say, Show, footage_in
from companion.watch.replaying import Difference, Outcome, replayed

TABLE = Path(__file__).parents[2] / "tables" / "pyramid_raiders_setup"


@pytest.fixture(scope="module")
def events() -> list[Event]:
    return list(footage_in(TABLE))


def said(events: list[Event]) -> list[int]:
    """Where in the footage the entries stand."""
    return [place for place, event in enumerate(events) if isinstance(event, Say)]


def with_entry(events: list[Event], number: int, **changes: Any) -> list[Event]:
    place = said(events)[number - 1]
    entry = events[place].entry  # type: ignore[union-attr]
    return [*events[:place], Say(msgspec.structs.replace(entry, **changes)), *events[place + 1 :]]


def differences(outcome: Outcome) -> list[tuple[int, str, int, int]]:
    return [(one.entry, one.what, len(one.then), len(one.now)) for one in outcome.differs]


def test_what_was_read_is_read_again(events: list[Event]) -> None:
    outcome = replayed(events)
    assert (outcome.differs, outcome.read, outcome.told, outcome.actions) == ([], 9, 0, 9)


def test_an_action_that_is_read_otherwise_is_told_in_the_games_words(events: list[Event]) -> None:
    outcome = replayed(with_entry(events, 2, action={"type": "roll_facing", "die": 4}))
    assert differences(outcome) == [(1, "otherwise", 1, 1)]
    (one,) = outcome.differs
    assert (one.then, one.now) == (("roll a 4: the guardian faces west",), ("roll a 1: the guardian faces east",))


def test_after_a_difference_it_goes_on_from_what_was_journalled_then(events: list[Event]) -> None:
    outcome = replayed(with_entry(events, 9, action={"type": "enter", "player": "thomas", "space": "i3"}))
    assert differences(outcome) == [(8, "otherwise", 1, 1)]
    assert (outcome.read, outcome.actions) == (8, 9)


def test_what_was_never_on_the_table_is_missed(events: list[Event]) -> None:
    last = events[said(events)[-1]].entry  # type: ignore[union-attr]
    card = {"type": "place_card", "player": "thomas", "card": 2}
    outcome = replayed([*events, Say(msgspec.structs.replace(last, number=10, action=card))])
    assert differences(outcome) == [(9, "missed", 1, 0)]


def test_what_nobody_entered_then_is_noticed(events: list[Event]) -> None:
    place = said(events)[-1]
    assert differences(replayed([*events[:place], *events[place + 1 :]])) == [(8, "noticed", 0, 1)]


def test_what_people_told_then_and_the_camera_sees_now_is_no_difference(events: list[Event]) -> None:
    place = said(events)[4]
    later = [*events[:place], *events[place + 1 : place + 2], *with_entry(events, 5, by="phone")[place : place + 1]]
    outcome = replayed([*later, *events[place + 2 :]])
    assert (differences(outcome), outcome.sooner) == ([], 1)


def test_what_people_tell_before_the_camera_can_see_it_is_told_again(events: list[Event]) -> None:
    first = said(events)[0]
    entry = events[first].entry  # type: ignore[union-attr]
    told = Say(msgspec.structs.replace(entry, by="phone"))
    outcome = replayed([events[0], told, *events[1:first], *events[first + 1 :]])
    assert (differences(outcome), outcome.told, outcome.read) == ([], 1, 8)


def test_an_undo_on_a_phone_is_done_again(events: list[Event]) -> None:
    last = events[said(events)[-1]].entry  # type: ignore[union-attr]
    undo = msgspec.structs.replace(last, number=10, what="undo", by="phone", action=None, count=2)
    end = said(events)[-1] + 1
    outcome = replayed([*events[:end], Say(undo)])
    assert (differences(outcome), outcome.actions) == ([], 7)


def test_a_correction_is_done_again_on_the_same_step(events: list[Event]) -> None:
    end = said(events)[-1] + 1
    entry = events[said(events)[6]].entry  # type: ignore[union-attr]
    other = {**entry.action, "space": "h1"}
    correct = msgspec.structs.replace(entry, number=10, what="correct", by="phone", target=7, action=other)
    outcome = replayed([*events[:end], Say(correct)])
    assert (differences(outcome), outcome.actions) == ([], 9)


def test_an_entry_that_does_not_fit_the_rules_is_refused(events: list[Event]) -> None:
    with pytest.raises(BadInput, match="entry 2 of the footage does not fit the rules"):
        replayed(with_entry(events, 2, action={"type": "roll_facing", "die": 9}))


@pytest.mark.parametrize(("which", "said"), [((Show,), "begins without a game"), ((), "no game in this footage")])
def test_footage_without_a_game_is_refused(events: list[Event], which: tuple[type, ...], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        replayed(event for event in events if isinstance(event, which))


def test_two_games_in_one_recording_are_both_replayed(events: list[Event]) -> None:
    outcome = replayed([*events, *events])
    assert (outcome.differs, outcome.read, sum(isinstance(event, Begin) for event in events)) == ([], 18, 1)


def test_a_difference_reads_as_a_sentence() -> None:
    one = Difference(83.2, 7, "asked", ("Red: goes to e7",), (), "What did red do?")
    assert str(one) == '1:23 after entry 7: then Red: goes to e7, now the question "What did red do?"'


def test_a_long_rest_is_not_shown_to_its_end(events: list[Event]) -> None:
    shows = [event for event in events if isinstance(event, Show)]
    outcome = replayed([*events, Show(shows[-1].pixels, frames=100_000)])
    assert (outcome.differs, outcome.frames < 200) == ([], True)
