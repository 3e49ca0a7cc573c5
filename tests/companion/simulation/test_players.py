"""Hands at the pretend table: they reach in, move what differs and are gone again."""

from collections import Counter
from itertools import combinations, pairwise
from math import dist
from random import Random

import pytest

from companion.games import game_named
from companion.games.protocol import State, kind_of
from companion.layout import Placement
from companion.simulation.match import turns
from companion.simulation.players import Hands, seat_of
from companion.simulation.tabletop import Tabletop

GAME = game_named("pyramid_raiders")
PLAYERS = GAME.names(3)
START = GAME.setup(PLAYERS, None)


@pytest.fixture
def tabletop() -> Tabletop:
    return Tabletop(GAME.layout(PLAYERS), Random(1))


@pytest.fixture
def hands(tabletop: Tabletop) -> Hands:
    hands = Hands(GAME, tabletop, Random(2))
    hands.lay_out(START)
    return hands


def test_a_table_laid_out_is_as_the_rules_expect_it(hands: Hands) -> None:
    assert not hands.differs(START)


def test_a_hand_reaches_in_before_anything_moves(hands: Hands, tabletop: Tabletop) -> None:
    _, action, after = next(turn for turn in turns(GAME, PLAYERS, 1) if hands.leaves_trace(*turn))
    lay = tabletop.lying()
    steps = hands.act(action, after)
    next(steps)
    assert tabletop.hand is not None
    assert tabletop.lying() == lay
    next(steps)
    assert tabletop.hand is None
    assert not hands.differs(after)


def test_a_hand_goes_to_every_sheet_that_is_written_on() -> None:
    """Two who drew in haste were shown with one hand: lines came to the other sheet by themselves."""
    game = game_named("go_for_gold")
    states = [after for _, _, after in turns(game, game.names(2), 1)]
    both = next(state for state in states if all(len(hunter.visited) > 1 for hunter in state.players))
    tabletop = Tabletop(game.layout(game.names(2)), Random(1))
    hands = Hands(game, tabletop, Random(2))
    hands.lay_out(states[0])
    steps, tips = hands.catch_up(both), []
    for _ in steps:
        tips += [tabletop.hand.tip] if tabletop.hand is not None else []
    sheets = [tabletop.layout.space[f"seat{seat}.sheet"] for seat in (1, 2)]
    near = [min(sheets, key=lambda sheet: dist((sheet.x_mm, sheet.y_mm), tip)) for tip in tips]
    assert sorted(space.name for space in near) == ["seat1.sheet", "seat2.sheet"]
    assert not hands.differs(both)


def test_nothing_to_move_needs_no_hand(hands: Hands, tabletop: Tabletop) -> None:
    assert list(hands.catch_up(START)) == []
    assert tabletop.hand is None


def test_a_roll_leaves_dice_in_the_tray(hands: Hands, tabletop: Tabletop) -> None:
    action, after = _first_roll()
    list(hands.act(action, after))
    assert [die.value for die in tabletop.dice] == list(GAME.rolled(action).values())


def test_a_hand_comes_from_the_nearer_long_edge(hands: Hands, tabletop: Tabletop) -> None:
    action, after = _first_roll()
    next(iter(hands.act(action, after)))
    hand, layout = tabletop.hand, tabletop.layout
    assert hand is not None
    assert (hand.elbow[1] > layout.height_mm) == (hand.tip[1] > layout.height_mm / 2)


def test_a_piece_belongs_on_its_own_seat_of_the_space(tabletop: Tabletop) -> None:
    layout = tabletop.layout
    assert seat_of(layout, Placement("pawn.thomas", "e5")) == layout.space["e5"].seat("pawn")


def _first_roll() -> tuple[object, State]:
    return next((action, after) for _, action, after in turns(GAME, PLAYERS, 1) if GAME.rolled(action))


def test_a_die_that_falls_comes_to_rest_beside_the_tray(hands: Hands, tabletop: Tabletop) -> None:
    action, after = _first_roll()
    list(hands.drop_a_die(action))
    tray = tabletop.layout.zone[tabletop.layout.tray]
    assert [tray.holds(die.x_mm, die.y_mm) for die in tabletop.dice] == [False]
    list(hands.act(action, after))
    assert [tray.holds(die.x_mm, die.y_mm) for die in tabletop.dice] == [True]


def test_a_pawn_that_is_knocked_over_is_set_up_again_where_it_stood(hands: Hands, tabletop: Tabletop) -> None:
    hands.lay_out(next(after for number, (_, _, after) in enumerate(turns(GAME, PLAYERS, 1)) if number == 20))
    lay = tabletop.lying()
    down = [[lying for lying in tabletop.lying() if lying.is_down] for _ in hands.knock_over()]
    assert {len(fallen) for fallen in down} == {0, 1}
    assert tabletop.lying() == lay


def test_a_step_there_and_back_in_haste_could_never_be_seen(hands: Hands) -> None:
    """Two steps on are another matter."""
    others = dict(zip(PLAYERS[1:], ("a1", "i1"), strict=True))
    guardian = {"at": "i5", "facing": "E"}
    first, second, third = (
        GAME.state_from(
            {"players": PLAYERS, "phase": "reveal", "guardian": guardian, "pawns": {PLAYERS[0]: space, **others}}
        )
        for space in ("e5", "e6", "e7")
    )
    hands.lay_out(first)
    assert hands.undoes(second, first)
    assert not hands.undoes(second, third)


def test_cards_turned_up_in_haste_and_swept_away_by_the_next_could_never_be_seen() -> None:
    raiders = game_named("gold_raiders")
    seats = raiders.names(2)
    reveals = [turn for turn in turns(raiders, seats, 4) if kind_of(turn[1]) in ("reveal", "deal")]
    before, _, after = next(one for one, two in pairwise(reveals) if one[2] == two[0] and kind_of(two[1]) == "deal")
    dealt = next(two[2] for one, two in pairwise(reveals) if one[2] == after)
    swift = Hands(raiders, Tabletop(raiders.layout(seats), Random(1)), Random(2))
    swift.lay_out(before)
    assert swift.undoes(after, dealt)


def test_miners_who_share_a_mark_stand_beside_each_other() -> None:
    """One stood in the other, could not be seen, and the move there was counted as missed."""
    game = game_named("gold_mine")
    players = game.names(6)
    miners = {f"miner.{player}" for player in players}
    states = [after for _, _, after in turns(game, players, 1)]
    marks = [[one.space for one in game.placements(state) if one.piece in miners] for state in states]
    shared = next(state for state, taken in zip(states, marks, strict=True) if len({*taken}) < len(taken) == 6)
    tabletop = Tabletop(game.layout(players), Random(1))
    hands = Hands(game, tabletop, Random(2))
    hands.lay_out(shared)
    stand = [(one.x_mm, one.y_mm) for one in tabletop.lying() if one.piece in miners]
    assert len(stand) == 6
    assert min(dist(one, other) for one, other in combinations(stand, 2)) > 18
    assert game.recognised(shared, Counter(tabletop.placements())) == game.placements(shared)
    assert not hands.differs(shared)
