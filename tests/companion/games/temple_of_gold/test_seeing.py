"""How the table looks, and what it may show next."""

from collections import Counter
from random import Random

import pytest

from companion.games.temple_of_gold import GAME as game
from companion.games.temple_of_gold.actions import (
    AnnounceTreasure,
    Dig,
    Discard,
    EndTurn,
    Explore,
    PickUp,
    Step,
    TakeIncome,
)
from companion.games.temple_of_gold.state import Units
from companion.layout import Placement

JUNGLE = {
    "D2": {"tile": "spring_2", "blocked": "S"},
    "C2": {"tile": "suns_2", "blocked": "W"},
    "D3": {"tile": "moons_5", "blocked": "E"},
    "A4": {"tile": "moons_3", "blocked": "N"},
}


def position(*players, **parts):
    numbered = [{"id": f"p{n}", **player} for n, player in enumerate(players, start=1)]
    return game.state_from({"players": numbered, **parts})


def lying(state, piece):
    return {(placed.space, placed.turned) for placed in game.placements(state) if placed.piece == piece}


def on_mat(state, seat):
    """What lies in each place of a mat, in order."""
    return sorted(
        (placed.space.partition(".")[2], placed.piece)
        for placed in game.placements(state).elements()
        if placed.space.startswith(f"seat{seat}.")
    )


def after(state, *actions):
    """The table as seen once those actions are done."""
    for action in actions:
        state = game.apply(state, action)
    return game.placements(state)


def shows(state, seen):
    """What the table may show, but for the end of the turn, which may always have come."""
    return [action for action in game.shown(state, seen) if action != EndTurn(state.turn.player)]


def moved(seen, piece, here, there):
    """The same table with one piece elsewhere."""
    return seen - Counter([Placement(piece, here)]) + Counter([Placement(piece, there)])


# placements


@pytest.mark.parametrize(("blocked", "turned"), [("S", 0), ("W", 90), ("N", 180), ("E", 270)])
def test_tile_lies_with_its_bottom_on_the_blocked_side(blocked, turned):
    state = position({}, {}, tiles={"C3": {"tile": "moons_3", "blocked": blocked}})
    assert lying(state, "tile.moons_3") == {("C3", turned)}


def test_fresh_table_has_towns_coast_pawns_and_trophies():
    state = game.setup(["p1", "p2"])
    assert lying(state, "tile.fall_a") == {("B1", None)}
    assert {space for space, _ in lying(state, "tile.back")} == {"A1", "C1", "E1", "F2", "F4", "F6"}
    assert lying(state, "pawn.arms") == {("F1", None)}
    assert lying(state, "tile.suns_5") == {("trophy.suns", None)}
    assert lying(state, "amulet") == {("A6", None)}
    assert {space for space, _ in lying(state, "gold")} == {"A6", "income", "spare"}


def test_pack_lies_in_pairs_and_single_units_beside_treasures_and_the_amulet():
    state = position({"pack": {"food": 3, "tools": 2, "wood": 1}, "treasures": 2, "amulet_round": 2, "gold": 2}, {})
    assert on_mat(state, 1) == [
        *[("across", "coin.food"), ("across", "coin.tools"), ("gold", "gold"), ("gold", "gold")],
        *[("left", "coin.wood"), ("pack", "amulet"), ("pack", "gold"), ("pack", "gold"), ("right", "coin.food")],
    ]


def test_gold_and_pairs_of_a_kind_are_counted():
    state = position({"pack": {"food": 8}, "treasures": 3, "gold": 12}, {})
    placed = game.placements(state)
    assert placed[Placement("coin.food", "seat1.across")] == 4
    assert (placed[Placement("gold", "seat1.gold")], placed[Placement("gold", "seat1.pack")]) == (12, 3)


def test_income_and_spare_markers_lie_side_by_side_and_the_temples_in_a_pile():
    placed = game.placements(game.setup(game.names(4)))
    counts = {space: placed[Placement("gold", space)] for space in ("income", "spare", "A6")}
    assert counts == {"income": 6, "spare": 8, "A6": 1}
    assert placed[Placement("amulet", "A6")] == 1


def test_a_treasure_lies_on_the_ring_of_a_used_clue():
    tiles = {"C3": {"tile": "moons_3", "blocked": "N", "clue_used": True}}
    lie = [lying(position({}, {}, tiles=tiles, sites={"C3": {"taken": taken}}), "clue") for taken in (False, True)]
    assert lie == [set(), {("C3", None)}]


def test_the_torch_lies_beside_whoever_must_act():
    fresh = game.setup(["p1", "p2"])
    assert lying(fresh, "torch") == {("torch.1", None)}
    assert lying(game.apply(fresh, EndTurn("p1")), "torch") == {("torch.2", None)}


@pytest.mark.parametrize("options", [{"income": "auto"}, {"income": "claim"}], ids=str)
def test_the_last_turn_leaves_a_trace_as_well(options):
    """In claim mode the last coin ends the game, and it is seen to move."""
    parts = {"round": 3, "temple": {"income": 1}, "options": options}
    state = position({"pos": "D1", "amulet_round": 1}, {"amulet_round": 2}, **parts)
    last = TakeIncome("p1") if options["income"] == "claim" else EndTurn("p1")
    over = game.apply(state, last)
    assert game.is_over(over)
    assert lying(over, "torch") == {("torch.1" if options["income"] == "claim" else "torch.2", None)}
    assert game.placements(over) != game.placements(state)


def test_trophies_lie_with_their_holders():
    assert lying(position({}, {}, trophies={"suns": "p2"}), "tile.suns_5") == {("seat2.trophy", None)}


def test_camps_sites_and_used_clues_lie_on_the_board():
    tiles = {"C3": {"tile": "arms_3", "blocked": "N", "camps": {"p1": 2, "p2": 1}, "clue_used": True}}
    state = position({}, {}, tiles=tiles, sites={"D4": {}, "D5": {"taken": True}})
    assert lying(state, "camp.suns") == lying(state, "camp.arms") == lying(state, "clue") == {("C3", None)}
    assert "D4" in dict(lying(state, "gold"))
    assert "D5" not in dict(lying(state, "gold"))


# what the table shows


def test_a_tile_laid_shows_as_exploring():
    state = position({"pos": "E1"}, {})
    explored = Explore("p1", "E2", "moons_3", "W")
    assert explored in game.shown(state, after(state, explored))
    assert [action for action in game.shown(state, after(state, explored)) if isinstance(action, Explore)] == [explored]


def test_a_walk_is_shown_step_by_step():
    state = game.setup(["p1", "p2"])
    seen = after(state, Step("p1", "F2"), Step("p1", "F3"))
    assert shows(state, seen) == [Step("p1", "F2")]
    assert Step("p1", "F3") in game.shown(game.apply(state, Step("p1", "F2")), seen)


def test_units_gone_from_the_pack_tell_the_payment():
    state = position({"pos": "D2", "pack": {"food": 2, "jewelry": 1}, "wild": 2}, {}, tiles=JUNGLE)
    seen = after(state, Step("p1", "C2", Units(food=2, wild=1)))
    explaining = [action for action in game.shown(state, seen) if after(state, action) == seen]
    assert explaining == [Step("p1", "C2", Units(food=2, wild=1))]


def test_while_the_pawn_is_unread_nobody_says_what_units_went_for():
    state = position({"pos": "D2", "pack": {"food": 3}}, {}, tiles=JUNGLE)
    seen = after(state, Step("p1", "C2", Units(food=3))) - Counter([Placement("pawn.suns", "C2")])
    assert shows(state, seen) == []


def test_a_change_of_the_pack_that_is_the_price_is_the_payment():
    """Section 8: and not a wild resource and a discarded unit."""
    state = position({"pos": "D2", "pack": {"food": 4}, "wild": 3}, {}, tiles=JUNGLE)
    paid = Step("p1", "C2", Units(food=3))
    assert shows(state, after(state, paid)) == [paid]


def test_digging_is_told_from_discarding_by_the_treasure():
    state = position({"pos": "D3", "wild": 2}, {}, tiles=JUNGLE, sites={"D3": {}})
    dug, thrown = Dig("p1", Units(food=2)), Discard("p1", Units(food=1))
    assert [shows(state, after(state, action)) for action in (dug, thrown)] == [[dug], [thrown]]


def test_two_rings_show_an_announcement_whose_treasure_is_already_dug():
    state = position({"pos": "D4"}, {}, tiles={**JUNGLE, "D4": {"tile": "moons_4", "blocked": "N"}})
    announced = AnnounceTreasure("p1", "D4", "A4", "D2")
    assert announced in shows(state, after(state, announced, Dig("p1", Units(food=2))))


def test_a_payment_that_could_be_several_things_is_shown_in_all_its_ways():
    """So that it can be asked: the pack is hidden, all of it may be gone."""
    tiles = {**JUNGLE, "D2": {"tile": "spring_2", "blocked": "N"}}
    state = position({"pos": "D2", "pack": {"food": 3, "wood": 2}, "wild": 1}, {}, tiles=tiles)
    seen = moved(game.placements(state), "pawn.suns", "D2", "D3")
    hidden = Counter({lying: number for lying, number in seen.items() if not lying.piece.startswith("coin.")})
    ways = {step.pay for step in shows(state, hidden) if isinstance(step, Step)}
    assert ways == {step.pay for step in game.legal(state) if isinstance(step, Step) and step.to == "D3"}
    assert len(ways) == 5


def test_even_a_hidden_pack_leaves_a_bounded_number_of_ways():
    tiles = {space: {"tile": tile, "blocked": "N"} for space, tile in (("C3", "moons_a"), ("C4", "moons_2"))}
    state = position(
        {"pos": "C3", "pack": {"food": 2, "tools": 2, "wood": 2, "jewelry": 1}, "wild": 5}, {}, tiles=tiles
    )
    seen = moved(game.placements(state), "pawn.suns", "C3", "C4")
    hidden = Counter({lying: number for lying, number in seen.items() if not lying.piece.startswith("coin.")})
    assert 30 < len(shows(state, hidden)) < 60


def test_coins_count_wherever_they_lie_in_the_pack():
    state = position({"pos": "D1"}, {})
    seen = Counter({placed: 1 for placed in game.placements(state) if not placed.space.startswith("seat1.")})
    seen += Counter([Placement("coin.food", "seat1.left")] * 2)
    seen += Counter([Placement("coin.jewelry", "seat1.left"), Placement("coin.tools", "seat1.left")])
    assert shows(state, seen) == [PickUp("p1", Units(tools=1))]


def test_an_untidy_pack_lies_as_the_rules_would_lay_it():
    state = position({"pack": {"food": 3, "tools": 1}, "treasures": 1}, {"pack": {}})
    others = Counter({placed: n for placed, n in game.placements(state).items() if placed.piece[:5] != "coin."})
    untidy = Counter([Placement("coin.food", "seat1.left")] * 2)
    untidy += Counter([Placement("coin.food", "seat1.right"), Placement("coin.tools", "seat1.right")])
    assert game.recognised(state, others + untidy) == game.placements(state)


def test_a_tidy_table_stays_as_it_is():
    state = position({"pack": {"food": 2, "wood": 3}}, {}, {}, tiles=JUNGLE)
    assert game.recognised(state, game.placements(state)) == game.placements(state)


def test_a_unit_more_of_a_kind_moves_its_coin_across_the_line():
    state = position({"pos": "D1", "pack": {"tools": 1, "jewelry": 1}}, {})
    seen = moved(game.placements(state), "coin.tools", "seat1.right", "seat1.across")
    assert shows(state, seen) == [PickUp("p1", Units(tools=1))]


def test_missing_units_show_as_a_discard_where_a_single_one_stays():
    state = game.setup(["p1", "p2"])
    given = Discard("p1", Units(food=1, jewelry=1))
    assert shows(state, after(state, given)) == [given]


def test_a_coin_that_is_only_missing_may_be_unread_and_is_asked_about():
    """Section 8: a change of the pack that matches no payment."""
    state = game.setup(["p1", "p2"])
    for gone in (Units(jewelry=1), Units(food=2), Units(food=2, jewelry=1)):
        assert shows(state, after(state, Discard("p1", gone))) == []
        assert game.told(state, Discard("p1", gone))
    assert not game.told(state, Discard("p1", Units(food=1)))


def test_gold_and_rings_show_an_announcement():
    state = position({}, {}, tiles={**JUNGLE, "E4": {"tile": "spring_a", "blocked": "N"}})
    announced = AnnounceTreasure("p1", "D4", "E4", "D2")
    assert shows(state, after(state, announced)) == [announced]


def test_without_rings_every_pair_of_clues_is_possible():
    state = position({}, {}, tiles={**JUNGLE, "E4": {"tile": "spring_a", "blocked": "N"}})
    seen = game.placements(state) + Counter([Placement("gold", "D4")])
    assert len(shows(state, seen)) == 2


def test_a_dug_treasure_shows():
    state = position({"pos": "D3"}, {}, tiles=JUNGLE, sites={"D3": {}})
    assert Dig("p1", Units(food=2)) in game.shown(state, after(state, Dig("p1", Units(food=2))))


def test_a_pawn_in_the_temple_shows_that_it_was_opened():
    state = position({"pos": "A5"}, {}, tiles={"A5": {"tile": "moons_2", "blocked": "N"}})
    seen = after(state, Explore("p1", "A6"), Step("p1", "A6"))
    assert shows(state, seen) == [Explore("p1", "A6")]
    assert Step("p1", "A6") in game.shown(game.apply(state, Explore("p1", "A6")), seen)


def test_a_turn_may_always_have_ended():
    """Doing nothing leaves no trace but the torch: only that, or people, can say so."""
    state = game.setup(["p1", "p2"])
    assert list(game.shown(state, game.placements(state))) == [EndTurn("p1")]
    assert game.told(state, EndTurn("p1"))


@pytest.mark.parametrize(
    ("action", "is_told"),
    [
        (EndTurn("p1"), True),
        (Explore("p1", "A6"), True),
        (Explore("p1", "A4", "moons_3", "N"), False),
        (Step("p1", "B5"), False),
    ],
)
def test_phones_tell_what_leaves_nothing_to_see(action, is_told):
    """Section 8: doing nothing; and the temple is opened without a tile."""
    state = position({"pos": "A5"}, {}, tiles={"A5": {"tile": "moons_2", "blocked": "N"}})
    assert game.told(state, action) is is_told


def test_an_adventure_done_again_shows_by_its_units_and_is_told_without():
    """Section 8: units spent on entering, done again; none, free passage."""
    tiles = {**JUNGLE, "C2": {"tile": "arms_3", "blocked": "N", "camps": {"p1": 1}}}
    state = position({"pos": "D2", "wild": 1}, {}, tiles=tiles)
    free, again = Step("p1", "C2"), Step("p1", "C2", Units(jewelry=1), redo=True)
    assert shows(state, after(state, free)) == [free]
    assert again in shows(state, after(state, again))
    assert [game.told(state, step) for step in (free, again)] == [False, False]
    assert game.told(state, Step("p1", "C2", Units(wild=1), redo=True))


def test_a_turn_in_which_something_was_done_ends_with_the_torch():
    state = game.apply(game.setup(["p1", "p2"]), Step("p1", "E1"))
    assert not game.told(state, EndTurn("p1"))
    assert game.placements(state) != game.placements(game.apply(state, EndTurn("p1")))


def test_what_leaves_no_trace_is_told():
    """So nobody waits for the camera to notice what it cannot."""
    state, bots, silent = game.setup(game.names(3)), game.bots(Random(8)), 0
    while not game.is_over(state):
        done = bots.choose(state)
        if after(state, done) == game.placements(state):
            silent += 1
            assert game.told(state, done)
        state = game.apply(state, done)
    assert silent


def test_the_end_of_a_turn_is_inferred_once_something_was_done():
    state = game.apply(game.setup(["p1", "p2"]), Step("p1", "E1"))
    assert list(game.shown(state, game.placements(state))) == [EndTurn("p1")]


def test_of_two_free_ways_one_is_shown_and_a_dear_one_beside_it():
    tiles = {space: {"tile": tile, "blocked": "N"} for space, tile in (("D2", "moons_2"), ("C2", "arms_3"))}
    state = position({"pos": "D1"}, {}, tiles={**tiles, "D3": {"tile": "moons_3", "blocked": "N"}})
    seen = moved(game.placements(state), "pawn.suns", "D1", "C2")
    first = {action.to for action in game.shown(state, seen) if isinstance(action, Step)}
    assert first == {"C1", "D2"}


def test_a_gold_marker_taken_shows_the_end_of_an_idle_turn():
    state = position({"amulet_round": 1}, {}, {}, round=2)
    assert list(game.shown(state, after(state, EndTurn("p1")))) == [EndTurn("p1")]


@pytest.mark.parametrize(("style", "players"), [("random", 2), ("greedy", 4)])
def test_whatever_hands_change_is_among_what_the_table_shows(style, players):
    state, bots = game.setup([f"p{n}" for n in range(players)]), game.bots(Random(4), style)
    changed = 0
    while not game.is_over(state):
        done = bots.choose(state)
        seen = after(state, done)
        if seen != game.placements(state) and not game.told(state, done):
            changed += 1
            assert done in game.shown(state, seen)
        state = game.apply(state, done)
    assert changed


def test_nothing_is_shown_when_the_game_is_over():
    state = position({}, {}, phase="over")
    assert list(game.shown(state, game.placements(state))) == []
