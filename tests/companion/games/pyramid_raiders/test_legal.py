"""legal(state): complete, each distinct outcome once, and at one with apply."""

from random import Random

import pytest

from companion.errors import IllegalAction
from companion.games.protocol import to_json
from companion.games.pyramid_raiders import GAME as game
from companion.games.pyramid_raiders.actions import EndMove, Move, Push, Step
from companion.games.pyramid_raiders.board import ITEMS, SPACES, distance
from companion.games.pyramid_raiders.legal import WholeWalks
from companion.games.pyramid_raiders.moves import Walks
from companion.games.pyramid_raiders.rules import RULES
from companion.games.pyramid_raiders.trails import Trails
from companion.games.pyramid_raiders.walking import Walker

PLAYERS = ("p1", "p2", "p3", "p4")


def crowded(seed, card, item):
    """p1 about to walk among obstacles, figures and the guardian, all close together."""
    rng = Random(seed)
    middle = rng.choice(SPACES)
    near = sorted(SPACES, key=lambda space: distance(middle, space) + 2 * rng.random())
    count = rng.randrange(9)
    obstacles, spots = rng.sample(near[:count], count), rng.sample(near[count : count + 6], 6)
    cut = rng.randint(0, count)
    others = rng.sample([other for other in ITEMS if other != item], 3)
    given = {
        "players": list(PLAYERS),
        "phase": "moving",
        "card": card,
        "pillars": obstacles[:cut],
        "fountains": obstacles[cut:],
        "guardian": {"at": spots[5], "facing": "E"},
        "pawns": dict(zip(PLAYERS, spots, strict=False)),
        "items": dict(zip(PLAYERS, [item, *others], strict=True)),
        "tokens": dict.fromkeys(near[20:30], "red"),
    }
    return game.state_from(given | ({"decoy": spots[4]} if "decoy_doll" in (item, *others) else {}))


def ended(state):
    return state.phase not in ("moving", "pushing")


def step_by_step(state, alone):
    """Every outcome that single steps and pushes can reach; with `alone`, if nobody but p1 decides anything."""
    outcomes, met, todo = set(), set(), [state]
    while todo:
        before = todo.pop()
        for action in game.legal(before) if before.active == "p1" or not alone else ():
            if isinstance(action, Step | Push | EndMove):
                after = game.apply(before, action)
                key = outcome(after)
                if ended(after):
                    outcomes.add(key)
                elif (key, len(after.path), after.path[-2:]) not in met:
                    met.add((key, len(after.path), after.path[-2:]))
                    todo.append(after)
    return outcomes


def outcome(state):
    """All that matters of a state; of a path the set of its spaces, and that only if the decoy may be set there."""
    raw = to_json(state)
    path = raw.pop("path")
    return str(raw), frozenset(path) if state.phase == "decoy" or _doll(state) else None


def _doll(state):
    return state.card == 4 and state.items.get("p1") == "decoy_doll"


def results(state, actions):
    """The outcomes of those actions that end the walk."""
    return [outcome(after) for after in (game.apply(state, action) for action in actions) if ended(after)]


def listed(state):
    return [action for action in game.legal(state) if isinstance(action, Move | Step | EndMove)]


def with_chains(state):
    """All whole walks, also those in which pushed pawns push on; steps are whole walks, too."""
    walker = Walker(state, "p1")
    walks = Trails(walker) if _doll(state) else Walks(walker)
    ends = [EndMove("p1")] if not state.need else []
    return [*ends, *(Move("p1", end.path, end.pushes) for end in walks)]


@pytest.mark.parametrize("item", ITEMS)
@pytest.mark.parametrize("card", [1, 2])
def test_whole_walks_are_exactly_what_steps_and_pushes_can_reach(card, item):
    for seed in range(3):
        state = crowded(seed, card, item)
        if not state.need:
            continue
        for walks, alone in ((listed(state), True), (with_chains(state), False)):
            found = results(state, walks)
            assert len(found) == len(set(found))
            assert set(found) == step_by_step(state, alone)


@pytest.mark.parametrize("item", ["decoy_doll", "rocket_shoes", "spring_boots", "diving_helmet"])
def test_longer_walks_too(item):
    given = {"players": list(PLAYERS), "phase": "moving", "card": 4, "pillars": ["d4", "d5"], "fountains": ["f4", "b2"]}
    pawns = {"p1": "e4", "p2": "e6", "p3": "a1", "p4": "i5"}
    state = game.state_from(given | {"pawns": pawns, "guardian": {"at": "e5", "facing": "E"}, "items": {"p1": item}})
    for walks, alone in ((listed(state), True), (with_chains(state), False)):
        found = results(state, walks)
        assert len(found) == len(set(found))
        assert set(found) == step_by_step(state, alone)


def test_PR_R24_a_walk_that_others_decide_about_is_listed_step_by_step_only():
    pawns = {"p1": "e5", "p2": "e6", "p3": "e7", "p4": "a1"}
    given = {
        "players": list(PLAYERS),
        "phase": "moving",
        "card": 1,
        "pawns": pawns,
        "guardian": {"at": "i5", "facing": "E"},
    }
    state = game.state_from(given)
    assert Step("p1", "e6") in game.legal(state)
    assert sorted(move.pushes for move in game.legal(state) if isinstance(move, Move)) == [
        ("d5",),
        ("d6",),
        ("f5",),
        ("f6",),
    ]
    assert game.apply(state, Move("p1", ("e6",), ("e7", "e8"))).pawns["p3"] == "e8"


@pytest.mark.parametrize("seed", range(4))
def test_what_is_not_legal_is_refused(seed):
    rng = Random(seed)
    state = crowded(seed, 2, rng.choice(ITEMS))
    steps = {action.to for action in game.legal(state) if isinstance(action, Step)}
    elsewhere = set(SPACES) - steps
    for space in elsewhere:
        with pytest.raises(IllegalAction):
            game.apply(state, Step("p1", space))
    assert elsewhere


@pytest.mark.parametrize("seed", range(2))
def test_everything_legal_can_be_done_in_every_phase(seed):
    rng = Random(seed)
    players = PLAYERS[: 3 + seed]
    state, bots = game.setup(players), game.bots(rng, "random")
    done = 0
    while not game.is_over(state):
        actions = game.legal(state)
        for number in rng.sample(range(len(actions)), min(len(actions), 6)):
            assert game.apply(state, actions[number]) != state
            done += 1
        state = game.apply(state, bots.choose(state))
    assert done


def test_the_list_can_be_counted_cut_and_looked_up():
    state = crowded(1, 2, "power_gloves")
    actions = game.legal(state)
    every = list(actions)
    assert len(actions) == len(every)
    assert actions[:7] == every[:7]
    assert (actions[0], actions[-1], actions[len(every) // 2]) == (every[0], every[-1], every[len(every) // 2])
    with pytest.raises(IndexError):
        actions[len(every)]


def test_a_single_step_that_ends_the_walk_is_not_listed_twice():
    given = {"players": ["p1", "p2", "p3"], "phase": "moving", "card": 1, "pawns": {"p1": "e5", "p2": "a1", "p3": "i1"}}
    state = game.state_from(given | {"guardian": {"at": "i5", "facing": "E"}})
    assert [type(action) for action in game.legal(state)] == [Step] * 6


def test_all_figures_on_one_heap_are_listed_in_time():
    """Amid four others there are over a thousand outcomes, counted without following each walk."""
    players = ["p1", "p2", "p3", "p4", "p5", "p6"]
    pawns = dict(zip(players, ["e5", "e6", "d5", "f5", "e4", "i1"], strict=True))
    given = {"players": players, "phase": "moving", "card": 3, "pawns": pawns, "guardian": {"at": "i5", "facing": "E"}}
    state = game.state_from(given | {"map": "sun_ring"})
    actions = game.legal(state)
    assert len(actions) == len(list(actions)) > 100
    walks = Walks(Walker(state, "p1"))
    assert len(walks) == len(list(walks)) > 1000
    assert game.apply(state, actions[-1]).active == "p2"


@pytest.mark.parametrize("item", ["rocket_shoes", "teleport_door", "magic_hands"])
def test_the_lazy_list_is_what_the_machine_would_list(item):
    state = crowded(2, 5 if item == "teleport_door" else 2, item)
    assert list(game.legal(state)) == RULES.legal(state)
    assert {type(action) for action in game.legal(state)} >= {Step, Move}


def test_whole_walks_are_not_worked_out_before_somebody_asks():
    state = crowded(1, 2, "power_gloves")
    walks = WholeWalks(state)
    assert walks.first_steps()
    assert "_walks" not in vars(walks)
    assert len(walks) > 0
    assert "_walks" in vars(walks)
