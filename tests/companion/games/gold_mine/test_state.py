"""The state's records and the small questions to it."""

import msgspec
import pytest

from companion.games.gold_mine.positions import state_from
from companion.games.gold_mine.state import can_dig, changed, required, team_nuggets, team_of
from companion.games.protocol import to_json

SECTION_3 = """
game players options field phase step turn actor start_player start_rolls start_pending dev_placed stack drawn hands
mine gold_on bank miners stuck nuggets tokens turn_info walk challenge winner
"""
FOUR = ["red", "green", "blue", "yellow"]


def test_a_state_has_exactly_the_fields_of_the_specification() -> None:
    assert list(to_json(state_from({}))) == SECTION_3.split()


def test_states_are_values() -> None:
    state = state_from({})
    with pytest.raises(AttributeError):
        state.step = "walk"  # type: ignore[misc]
    assert msgspec.json.encode(state) == msgspec.json.encode(state_from({}))


@pytest.mark.parametrize(("count", "needed"), [(2, 10), (3, 7), (4, 7), (5, 5), (6, 5)])
def test_more_players_need_fewer_nuggets(count: int, needed: int) -> None:
    assert required(state_from({"players": [*FOUR, "black", "white"][:count]})) == needed


def test_partners_sit_opposite_and_count_together() -> None:
    state = state_from({"players": FOUR, "options": {"alliances": True}, "nuggets": {"red": 2, "blue": 3}})
    assert (team_of(state, "blue"), team_nuggets(state, "red"), required(state)) == (("red", "blue"), 5, 12)


def test_nobody_digs_when_no_tile_of_the_stack_fits() -> None:
    assert can_dig(state_from({}))
    assert not can_dig(state_from({"stack": ["G01"]}))
    assert not can_dig(state_from({"stack": []}))


def test_the_mine_is_handed_on_unless_a_tile_is_laid() -> None:
    state = state_from({"mine": [["T22", 0, 1, 0]]})
    assert changed(state, step="action").tunnels is state.tunnels
