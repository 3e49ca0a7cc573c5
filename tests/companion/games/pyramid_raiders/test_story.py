"""What just happened, in words."""

from companion.games.naming import plain
from companion.games.pyramid_raiders import GAME as game
from companion.games.pyramid_raiders import guardian
from companion.games.pyramid_raiders.story import sentences

RULEBOOK = {
    "players": ["osiris", "polovsky", "konga", "harvison"],
    "pillars": ["b5", "c2", "c3", "c4", "d5", "g6"],
    "fountains": ["d2", "e2", "f2", "f7", "h4", "h5"],
    "guardian": {"at": "b1", "facing": "E"},
    "pawns": {"osiris": "e3", "polovsky": "d4", "konga": "f4", "harvison": "i2"},
    "phase": "guardian",
    "extra": 3,
    "tokens": {"e3": "blue"},
}
PAWNS = {"konga": "e5", "ann": "a1", "bob": "i1"}


def at(phase, **given):
    base = {"players": list(PAWNS), "phase": phase, "pawns": PAWNS, "guardian": {"at": "i5", "facing": "E"}}
    return game.state_from(base | given)


def test_the_rulebooks_walk_is_told_sentence_by_sentence():
    walk = guardian.walk(game.state_from(RULEBOOK), 6)
    assert list(map(plain, sentences(walk, "cw"))) == [
        "The guardian walks 9 spaces.",
        "step 1, b2",
        "step 2, b3",
        "step 3, b4",
        "pillar ahead: turns right to SE (rotation clockwise)",
        "step 4, c5",
        "step 5, d6",
        "turns right to SW: sees Harvison 5 spaces away",
        "step 6, e6",
        "turns right to W: sees Osiris 3 spaces away",
        "step 7, e5",
        "sees Konga and Polovsky at the same distance: goes straight on",
        "step 8, e4",
        "step 9, e3: knocks out Osiris, one curse",
        "stops on e3 and takes a blue treasure out of the game",
    ]


def test_charm_shoes_decoy_edge_and_stuck_have_their_words():
    given = {"players": ["a", "b", "c"], "phase": "guardian", "guardian": {"at": "e8", "facing": "E"}, "decoy": "e9"}
    items = {"a": "lucky_charm", "b": "rocket_shoes", "c": "decoy_doll"}
    state = game.state_from(given | {"pawns": {"a": "f8", "b": "g7", "c": "a1"}, "items": items})
    assert list(map(plain, sentences(guardian.walk(state, 6), "cw")))[:8] == [
        "The guardian walks 6 spaces.",
        "sees A and the decoy at the same distance: goes straight on",
        "step 1, e9: knocks out the decoy",
        "edge of the board ahead: turns right to SE (rotation clockwise)",
        "sees B in rocket shoes: 2 more spaces, 8 in all",
        "turns right to SW: sees A 1 space away",
        "step 2, f8: knocks out A, no curse, thanks to the lucky charm",
        "step 3, g7: knocks out B, one curse",
    ]
    walled = game.state_from(given | {"pillars": ["e7", "e9", "d7", "d8", "f7", "f8"], "decoy": None})
    assert list(sentences(guardian.walk(walled, 1), "cw"))[-1] == "pillars on all sides: he stays where he is"


def after(state, **raw):
    return game.apply(state, game.read(state, raw))


def test_the_walk_is_told_right_after_it_and_then_only_where_he_belongs():
    state = at("guardian", guardian={"at": "e5", "facing": "E"}, pawns={**PAWNS, "konga": "e6"})
    state = after(state, type="roll_guardian", player="konga", die=1)
    belongs = "The guardian belongs on e6, facing east."
    assert tuple(map(plain, game.view(state, None).story)) == (
        "The guardian walks 1 space.",
        "step 1, e6: knocks out Konga, one curse",
        belongs,
    )
    state = after(state, type="enter", player="konga", space="a3")
    assert tuple(map(plain, game.view(state, None).story)) == (belongs,)
    for player in ("konga", "ann"):
        state = after(state, type="place_card", player=player)
        assert tuple(map(plain, game.view(state, None).story)) == (belongs,)
    assert game.view(after(state, type="place_card", player="bob"), None).story == ()


def test_before_his_first_walk_nobody_is_told_where_the_guardian_belongs():
    assert game.view(at("programming"), None).story == ()


def test_cards_4_and_5_are_told_to_lengthen_the_walk():
    assert game.view(at("moving", card=5), None).story == ("Card 5: the guardian walks 2 spaces farther this round.",)
    assert game.view(at("moving", card=3), None).story == ()
