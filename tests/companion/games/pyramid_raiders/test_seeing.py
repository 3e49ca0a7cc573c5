"""What the camera sees: placements, and the actions a look at the table may show."""

from collections import Counter
from random import Random

import pytest

from companion.errors import IllegalAction
from companion.games.protocol import to_json
from companion.games.pyramid_raiders import GAME as game
from companion.games.pyramid_raiders.actions import (
    ChooseStart,
    DrawItem,
    Enter,
    MagicTake,
    Move,
    PlaceDecoy,
    RevealCard,
    RollFacing,
    RollGuardian,
    SkipEffect,
    Step,
    Teleport,
)
from companion.games.pyramid_raiders.bots import lay_out
from companion.games.pyramid_raiders.seeing import MOST_WALKS
from companion.layout import Placement

FAR = {"at": "i5", "facing": "SE"}


def moving(card=2, **given):
    pawns = {"konga": "e5", "ann": "e7", "bob": "a1"}
    base = {"players": list(pawns), "phase": "moving", "card": card, "pawns": pawns, "guardian": FAR}
    return game.state_from(base | given)


def after(state, *actions):
    for action in actions:
        state = game.apply(state, action)
    return state


def without(seen, *pieces):
    return Counter(one for one in seen.elements() if one.piece not in pieces)


def test_pawns_are_named_after_their_characters_and_the_guardian_is_turned():
    state = moving(
        items={"ann": "decoy_doll"}, decoy="c3", placed=["ann", "bob"], tokens={"e5": "book"}, pillars=["g4"]
    )
    assert game.placements(state) == Counter(
        {
            Placement("pawn.konga", "e5"),
            Placement("pawn.thomas", "e7"),
            Placement("pawn.harvison", "a1"),
            Placement("guardian.1", "i5", 150),
            Placement("decoy", "c3"),
            Placement("token.book", "e5"),
            Placement("pillar", "g4"),
            Placement("card.back", "seat2.card"),
            Placement("card.back", "seat3.card"),
            Placement("action.konga.2", "seat1.card"),
            Placement("item.decoy_doll", "seat2.item"),
            Placement("rot_cw", "seat1.start"),
        }
    )


def test_before_the_start_player_is_known_no_marker_lies_there():
    state = game.setup(["a", "b", "c"])
    assert {placement.piece for placement in game.placements(state)} == {"pillar", "fountain"}


@pytest.mark.parametrize("seed", range(3))
def test_every_action_of_a_game_is_among_those_its_table_shows(seed):
    players, rng = game.seats[: 3 + seed], Random(seed)
    state, bots = game.setup(players), game.bots(rng, "random")
    done = 0
    while not game.is_over(state):
        action = bots.choose(state)
        bots.saw(state, action)
        following = game.apply(state, action)
        shown = game.shown(state, game.placements(following))
        assert following in [game.apply(state, one) for one in shown]
        state, done = following, done + 1
    assert done


@pytest.mark.parametrize("seed", range(2))
def test_all_that_should_lie_there_is_in_the_kit(seed):
    players, rng = game.seats[: 5 + seed], Random(seed)
    layout = game.layout(players)
    state, bots = game.setup(players), game.bots(rng, "random")
    done = 0
    while not game.is_over(state):
        assert all(piece in layout.piece and space in layout.space for piece, space, *_ in game.placements(state))
        assert all(light.space in layout.space for light in game.glow(state).lights)
        state, done = game.apply(state, bots.choose(state)), done + 1
    assert done


def test_a_layout_is_read_off_the_tokens():
    state = game.setup(["a", "b", "c"])
    action = lay_out(state, Random(1))
    seen = game.placements(game.apply(state, action))
    assert list(game.shown(state, seen)) == [action]


def hiding(action, *spaces):
    """What is seen of a layout with the tokens of those spaces out of sight."""
    return Counter(Placement(f"token.{kind}", at) for at, kind in action.tokens.items() if at not in spaces)


def lying(action, kind):
    return [space for space, other in action.tokens.items() if other == kind]


@pytest.mark.parametrize(
    "hidden",
    [("book",), ("red",), ("book", "book"), ("green", "green"), ("book", "blue")],
    ids=" and ".join,
)
def test_hidden_tokens_are_added_to_a_layout_where_their_kinds_are_certain(hidden):
    state = game.setup(["a", "b", "c"])
    action = lay_out(state, Random(1))
    spaces = {lying(action, kind)[number] for number, kind in enumerate(hidden)}
    assert list(game.shown(state, hiding(action, *spaces))) == [action]


@pytest.mark.parametrize("hidden", [("red", "blue"), ("book",) * 3, ("red",) * 3], ids=" and ".join)
def test_hidden_tokens_that_could_be_others_or_are_many_leave_no_layout(hidden):
    state = game.setup(["a", "b", "c"])
    action = lay_out(state, Random(1))
    spaces = {lying(action, kind)[number] for number, kind in enumerate(hidden)}
    assert list(game.shown(state, hiding(action, *spaces))) == []


def test_a_token_lying_beside_the_board_leaves_no_layout():
    state = game.setup(["a", "b", "c"])
    action = lay_out(state, Random(1))
    seen = hiding(action, "e5") + Counter([Placement("token.book", "removed.1")])
    assert list(game.shown(state, seen)) == []


def test_only_dice_are_rolled():
    assert (game.rolled(RollFacing(3)), game.rolled(RollGuardian("a", 6)), game.rolled(SkipEffect("a"))) == (
        {"die": 3},
        {"die": 6},
        {},
    )


def test_draws_are_read_off_the_items_lying_there():
    state = game.state_from({"players": ["a", "b", "c"], "phase": "items"})
    seen = Counter({Placement("item.magic_hands", "seat2.item"), Placement("item.decoy_doll", "tray")})
    assert list(game.shown(state, seen)) == [DrawItem("b", "magic_hands")]


def test_the_start_marker_tells_who_begins():
    state = game.state_from({"players": ["a", "b", "c"], "phase": "start_player"})
    assert ChooseStart("b", "ccw") in list(game.shown(state, Counter()))


def test_a_card_that_lies_face_up_is_the_one_that_was_turned_up():
    """Also when its walk is over, and the rules have no use for it any more."""
    pawns = {"konga": "e5", "ann": "a1", "bob": "i1"}
    state = game.state_from({"players": list(pawns), "phase": "reveal", "guardian": FAR, "pawns": pawns})
    assert [card.card for card in game.shown(state, Counter({Placement("action.konga.3", "seat1.card")}))] == [3]
    assert len(list(game.shown(state, Counter({Placement("action.konga.3", "seat1.played")})))) == 5


def test_a_walk_is_told_by_where_the_pawn_stands_now():
    state = moving()
    seen = game.placements(after(state, Move("konga", ("e6", "d6"))))
    assert [action.path[-1] for action in game.shown(state, seen)] == ["d6"]


def test_a_push_is_told_by_where_the_pushed_pawn_stands_now():
    state = moving(card=3)
    pushed = Move("konga", ("e6", "e7", "e8"), ("d7",))
    shown = list(game.shown(state, game.placements(after(state, pushed))))
    assert [after(state, one) for one in shown] == [after(state, pushed)]


def test_a_pawn_that_has_not_moved_shows_no_walk_but_a_ring():
    state = moving()
    assert list(game.shown(state, game.placements(state))) == []
    ring = moving(card=3)
    assert {action.path[-1] for action in game.shown(ring, game.placements(ring))} == {"e5"}


def test_a_pawn_that_is_not_seen_loses_no_candidate():
    state = moving()
    seen = without(game.placements(state), "pawn.konga")
    assert {action.path[-1] for action in game.shown(state, seen)} > {"c5", "g5", "d6"}


def test_with_the_walker_and_another_pawn_out_of_sight_no_walk_is_guessed():
    """The other may have been pushed: what is hidden proves nothing, and the next look will tell."""
    state = moving()
    assert list(game.shown(state, without(game.placements(state), "pawn.konga", "pawn.thomas"))) == []


def test_a_walk_among_many_is_told_without_listing_the_others():
    """Five figures on a heap and card 5: thousands of outcomes, one of which is seen."""
    players = ["konga", "ann", "bob", "cat", "dan", "eve"]
    pawns = dict(zip(players, ["e5", "e6", "d5", "f5", "e4", "d4"], strict=True))
    state = game.state_from({"players": players, "phase": "moving", "card": 5, "pawns": pawns, "guardian": FAR})
    walk = Move("konga", ("e6", "e7", "e8", "e9", "d8"), ("f6",))
    shown = list(game.shown(state, game.placements(after(state, walk))))
    assert [after(state, one) for one in shown] == [after(state, walk)]
    hidden = without(game.placements(state), *(one.piece for one in game.placements(state) if "pawn" in one.piece))
    assert len(list(game.shown(state, hidden))) <= MOST_WALKS


def test_the_door_leaves_no_walk_to_guess_at():
    """No walk puts everybody where he is seen, so only the door is left."""
    pawns = {"konga": "f8", "ann": "e6", "bob": "d7"}
    state = moving(card=5, items={"konga": "teleport_door"}, pawns=pawns)
    through = Teleport("konga", "a1")
    assert list(game.shown(state, game.placements(after(state, through)))) == [through]


def test_a_pawn_seen_where_no_walk_leads_loses_no_candidate():
    state = moving()
    seen = Counter({Placement("pawn.konga", "a5")})
    assert len(list(game.shown(state, seen))) > 10


def test_single_steps_are_not_shown():
    state = moving(card=1)
    shown = list(game.shown(state, without(game.placements(state), "pawn.konga")))
    assert not any(isinstance(action, Step) for action in shown)
    assert len(shown) == 6


def test_entering_is_told_by_the_pawn():
    state = game.state_from({"players": ["a", "b", "c"], "phase": "reentry", "pawns": {"b": "a1", "c": "a2"}})
    assert list(game.shown(state, Counter({Placement("pawn.thomas", "a3")}))) == [Enter("a", "a3")]
    assert len(list(game.shown(state, Counter()))) == 22


def test_magic_hands_are_told_by_the_token_that_is_gone():
    state = moving(items={"konga": "magic_hands"}, tokens={"e6": "red", "d5": "blue"})
    seen = game.placements(after(state, MagicTake("konga", "d5")))
    assert list(game.shown(state, seen)) == [MagicTake("konga", "d5")]


def test_the_door_is_told_by_the_pawn():
    state = moving(card=5, items={"konga": "teleport_door"})
    seen = game.placements(after(state, Teleport("konga", "i1")))
    assert Teleport("konga", "i1") in list(game.shown(state, seen))
    assert not any(isinstance(action, Teleport) and action.to != "i1" for action in game.shown(state, seen))


def test_a_decoy_set_down_at_once_tells_the_way():
    state = moving(card=4, items={"konga": "decoy_doll"})
    walk = Move("konga", ("d5", "c5", "c6", "d7"))
    seen = game.placements(after(state, walk, PlaceDecoy("konga", "c5")))
    shown = [action for action in game.shown(state, seen) if isinstance(action, Move)]
    assert shown
    assert all("c5" in action.path and action.path[-1] == "d7" for action in shown)


QUICK = {"placed": ["ann", "bob"], "pawns": {"konga": "e5", "ann": "e6", "bob": "a1"}}


def test_a_walk_is_still_told_when_the_next_player_has_walked_too():
    state = moving(card=1, **QUICK)
    walk = Move("konga", ("d5",))
    later = after(state, walk, SkipEffect("konga"), RevealCard("ann", 2), Move("ann", ("e7", "e8")))
    assert after(state, walk) in [after(state, one) for one in game.shown(state, game.placements(later))]


def test_a_push_is_still_told_when_the_pushed_player_has_walked_on():
    state = moving(card=1, **QUICK)
    walk = Move("konga", ("e6",), ("e7",))
    later = after(state, walk, SkipEffect("konga"), RevealCard("ann", 3), Move("ann", ("d7", "c7", "b6")))
    assert after(state, walk) in [after(state, one) for one in game.shown(state, game.placements(later))]


def test_while_the_next_card_lies_face_down_nobody_has_walked_on():
    state = moving(card=1, **QUICK)
    pushed = after(state, Move("konga", ("e6",), ("e7",)))
    assert [after(state, one) for one in game.shown(state, game.placements(pushed))] == [pushed]


def games(seeds=(1, 2, 3)):
    """Every action of some whole games: the state before it, the action, the state after it."""
    for seed in seeds:
        state, bots = game.setup(game.names(2 + seed)), game.bots(Random(seed), "random")
        while not game.is_over(state):
            action = bots.choose(state)
            bots.saw(state, action)
            following = game.apply(state, action)
            yield state, action, following
            state = following


def guardian_in(seen):
    return [one for one in seen.elements() if one.piece.startswith("guardian.")]


def one_short(state):
    """The table after a walk whose last step was forgotten."""
    [stands] = guardian_in(game.placements(state))
    short = (state.walk.start.at, *state.walk.path)[-2]
    return game.placements(state) - Counter([stands]) + Counter([stands._replace(space=short)])


WALKS = [
    stopped
    for _, action, stopped in games()
    if isinstance(action, RollGuardian) and stopped.walk.path and not game.is_over(stopped)
]


def test_a_guardian_set_down_one_space_short_differs_in_nothing_but_himself():
    assert len(WALKS) > 25
    for state in WALKS:
        missing, extra = game.placements(state) - one_short(state), one_short(state) - game.placements(state)
        assert [place.space for place in guardian_in(missing)] == [state.guardian.at]
        assert (missing.total(), extra.total(), guardian_in(extra) == list(extra)) == (1, 1, True)


def test_no_action_explains_a_guardian_set_down_one_space_short():
    """So he is told to be misplaced, whatever happens next, until somebody puts him right."""
    tried = 0
    for state in WALKS:
        for action in game.shown(state, one_short(state)):
            tried += 1
            assert guardian_in(game.placements(game.apply(state, action))) == guardian_in(game.placements(state))
    assert tried


def test_turning_the_guardian_does_not_bring_him_from_the_wrong_space():
    state = moving(phase="effect", card=1)
    turned = [guardian_in(game.placements(game.apply(state, action))) for action in game.shown(state, Counter())]
    assert {place.space for places in turned for place in places} == {"i5"}


def is_silent(before, following):
    """Whether a camera could notice nothing: a card that is done with may stay where it lies."""
    loose = {piece.name for piece in game.layout().pieces if piece.is_loose}
    was, now = game.placements(before), game.placements(following)
    return not now - was and all(place.piece in loose for place in was - now)


def test_whatever_leaves_no_trace_is_proved_by_what_must_follow():
    """So this game needs no torch, and nothing is left to the phones: what comes next is refused without it."""
    played = [(before, action, following) for before, action, following in games(seeds=(1, 2, 3, 4))]
    silent = [number for number, (before, action, following) in enumerate(played) if is_silent(before, following)]
    unrolled = [number for number in silent if not game.rolled(played[number][1])]
    assert len(unrolled) > 20
    for number in unrolled:
        before, action, _ = played[number]
        assert not game.told(before, action)
        proof = next(later for later in played[number + 1 :] if not is_silent(later[0], later[2]))
        with pytest.raises(IllegalAction):
            game.apply(before, game.read(before, to_json(proof[1])))
