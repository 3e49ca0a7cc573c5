"""What holds for every game without being asked: it ends, replays, survives JSON, refuses cleanly, keeps secrets."""

import re
from collections import Counter
from functools import cache
from itertools import islice, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import IllegalAction
from companion.games import game_named, game_names
from companion.games.naming import named
from companion.games.protocol import kind_of, player_of, replay, to_json

COUNTS = [(name, players) for name in game_names() for players in game_named(name).players]
SECRET_KINDS = {"go_for_gold": "move"}  # what one player does unseen by the others, until all have done it
MOST_ACTIONS = 20_000

every_game = pytest.mark.parametrize("name", game_names())
every_count = pytest.mark.parametrize(("name", "players"), COUNTS, ids=lambda value: str(value))


def seated(name, players):
    return game_named(name).names(players)


@cache
def played(name, players, seed=1, style="random"):
    """Every state and every action of one game among bots."""
    game, names = game_named(name), seated(name, players)
    bots, states, actions = game.bots(Random(seed), style), [game.setup(names)], []
    while not game.is_over(states[-1]) and len(actions) < MOST_ACTIONS:
        actions.append(bots.choose(states[-1]))
        bots.saw(states[-1], actions[-1])
        states.append(game.apply(states[-1], actions[-1]))
    return tuple(states), tuple(actions)


def some(things, number=12):
    """So many of them, the last one among them."""
    return things[:: -max(1, len(things) // number)]


def viewers(game, state):
    return [None, *(standing.player for standing in game.score(state).standings)]


@every_game
def test_a_game_is_found_under_its_own_name(name):
    assert game_named(name).name == name


@every_game
def test_a_layout_can_be_asked_for_again_and_again(name):
    game = game_named(name)
    assert game.layout().game == game.layout().game == name


STYLES = [(name, players, style) for name, players in COUNTS for style in game_named(name).styles]


@pytest.mark.parametrize(("name", "players", "style"), STYLES, ids=lambda value: str(value))
def test_games_end(name, players, style):
    states, _ = played(name, players, style=style)
    game = game_named(name)
    assert game.is_over(states[-1])
    assert game.legal(states[-1]) == []
    assert game.view(states[-1], None).over


@every_count
def test_the_same_seed_plays_the_same(name, players):
    again = played.__wrapped__(name, players)
    assert again == played(name, players)


@every_count
def test_states_and_actions_go_to_json_and_back(name, players):
    game, (states, actions) = game_named(name), played(name, players)
    for state in some(states):
        assert game.state_from(to_json(state)) == state
    for state, action in some(tuple(zip(states, actions, strict=False))):
        assert game.read(state, to_json(action)) == action
    assert len(actions) > 5


@every_count
def test_replaying_any_beginning_gives_the_state_met_there(name, players):
    """So undoing to there, which is replaying what is left, does too."""
    game, (states, actions) = game_named(name), played(name, players)
    tried = some(range(len(actions) + 1), 3)
    for length in tried:
        assert replay(game, states[0], actions[:length]) == states[length]
    assert len(tried) >= 3


@every_count
def test_placements_name_only_what_the_layout_has(name, players):
    game, (states, _) = game_named(name), played(name, players)
    layout = game.layout(seated(name, players))
    tried = some(states)
    for state in tried:
        placed = game.placements(state)
        strange = [lying for lying in placed if lying.piece not in layout.piece or lying.space not in layout.space]
        assert strange == []
        assert [
            lying for lying in placed if layout.piece[lying.piece].seat not in layout.space[lying.space].seats
        ] == []
        assert [
            lying
            for lying in placed
            if lying.turned is not None and lying.turned not in layout.piece[lying.piece].facings
        ] == []
    assert len(tried) > 5


@every_count
def test_no_more_pieces_lie_about_than_are_in_the_box(name, players):
    game, (states, _) = game_named(name), played(name, players)
    copies = {piece.name: piece.copies for piece in game.layout().pieces}
    tried = some(states)
    for state in tried:
        lying = Counter(placed.piece for placed in game.placements(state))
        assert {piece: number for piece, number in lying.items() if number > copies[piece]} == {}
    assert len(tried) > 5


@every_count
def test_lights_shine_under_spaces_of_the_layout(name, players):
    game, (states, _) = game_named(name), played(name, players)
    spaces = set(game.layout().space)
    tried = some(states)
    for state in tried:
        assert {light.space for light in game.glow(state).lights} <= spaces
    assert len(tried) > 5


@every_count
def test_a_refused_action_changes_nothing(name, players):
    """Actions of another moment of the same game are tried; most no longer fit."""
    game, (states, actions) = game_named(name), played(name, players)
    tried, rng, refused = some(states, 12), Random(2), 0
    for state in tried:
        before = to_json(state)
        for action in rng.sample(actions, min(20, len(actions))):
            try:
                game.apply(state, action)
            except IllegalAction as refusal:
                refused += 1
                assert refusal.code and str(refusal)  # noqa: PT017, PT018
            assert to_json(state) == before
    assert refused > len(tried)


@every_count
def test_what_is_legal_is_accepted_and_listed_once(name, players):
    game, (states, _) = game_named(name), played(name, players)
    accepted = 0
    for state in some(states, 6):
        actions = game.legal(state)
        written = [str(to_json(action)) for action in actions]
        assert len(set(written)) == len(written)
        for action in Random(3).sample(actions, min(40, len(actions))):
            game.apply(state, action)
            assert game.read(state, to_json(action)) == action
            accepted += 1
    assert accepted > 5


@every_count
def test_what_the_table_shows_is_legal(name, players):
    game, (states, _) = game_named(name), played(name, players)
    accepted = 0
    for state, later in some(tuple(pairwise(states)), 10):
        for action in islice(game.shown(state, game.placements(later)), 50):
            game.apply(state, action)
            accepted += 1
    assert accepted > 5


@every_count
def test_every_choice_on_a_phone_is_accepted(name, players):
    game, (states, _) = game_named(name), played(name, players)
    accepted = 0
    for state in some(states, 10):
        for viewer in viewers(game, state):
            for prompt in game.view(state, viewer).prompts:
                for choice in prompt.choices:
                    if choice.fill is None:  # else the phone asks for the rest first
                        game.apply(state, game.read(state, choice.action))
                        accepted += 1
    assert accepted > 5


@every_count
def test_what_a_phone_lets_one_tap_is_on_the_table(name, players):
    """A choice is a tap on its space, or the picks that lead to it; a game with few choices needs no picks."""
    game, (states, _) = game_named(name), played(name, players)
    layout, tapped = game.layout(game.names(players), {}), 0
    for state in some(states, 40):
        for prompt in game.view(state, None).prompts:
            for one in [one for choice in prompt.choices for one in (choice.picks or (choice,))]:
                assert one.space is None or one.space in layout.space
                assert getattr(one, "piece", None) is None or one.piece in layout.piece
                tapped += 1
    assert tapped > 5


def filled(choice, rng):
    """The action after the phone has asked for the rest: cards one by one, or a way from space to space."""
    [(field, ask)] = choice.fill.items()
    picked = []
    longest = rng.choice(ask.get("lengths", [ask["count"]]))
    while len(picked) < longest and not {*picked[-1:]} & set(ask.get("ends", ())):
        after = ask["of"][picked[-1] if picked else ask["from"]] if "from" in ask else list(ask["left"])
        if not (open_to := [one for one in after if "from" not in ask or one not in picked]):
            break
        picked.append(rng.choice(open_to))
    return {**choice.action, field: picked}


def is_accepted(game, state, raw):
    try:
        game.apply(state, game.read(state, raw))
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize(("name", "players"), [pair for pair in COUNTS if pair[0] in ("gold_raiders", "go_for_gold")])
def test_a_choice_that_asks_for_more_is_accepted_when_that_is_filled_in(name, players):
    game, (states, _), rng, asking = game_named(name), played(name, players), Random(4), 0
    for state in some(states, 40):
        prompts = [prompt for viewer in viewers(game, state)[1:] for prompt in game.view(state, viewer).prompts]
        for choice in [one for prompt in prompts for one in prompt.choices if one.fill is not None]:
            asking += 1
            assert any(is_accepted(game, state, filled(choice, rng)) for _ in range(400))
    assert asking


@every_count
def test_whoever_must_act_plays_and_is_asked_on_his_phone(name, players):
    game, (states, _) = game_named(name), played(name, players)
    tried = some(states[:-1])
    for state in tried:
        names = viewers(game, state)[1:]
        acting = game.view(state, None).acting
        assert set(acting) <= set(names)
        assert all(game.view(state, player).prompts for player in acting)
    assert len(tried) > 5


@every_count
def test_a_player_is_asked_only_what_concerns_him(name, players):
    game, (states, _) = game_named(name), played(name, players)
    asked = 0
    for state in some(states, 10):
        for viewer in viewers(game, state)[1:]:
            prompts = game.view(state, viewer).prompts
            assert {prompt.player for prompt in prompts} <= {None, viewer}
            asked += len(prompts)
    assert asked > 5


@pytest.mark.parametrize(("name", "players"), [pair for pair in COUNTS if pair[0] not in SECRET_KINDS])
def test_where_nothing_is_secret_all_see_the_same_table(name, players):
    game, (states, _) = game_named(name), played(name, players)
    tried = some(states)
    for state in tried:
        tables = [game.view(state, viewer).table for viewer in viewers(game, state)]
        assert all(table == tables[0] for table in tables)
    assert len(tried) > 5


@pytest.mark.parametrize(("name", "players"), [pair for pair in COUNTS if pair[0] in SECRET_KINDS])
def test_what_is_done_in_secret_looks_the_same_to_all_others(name, players):
    game, (states, actions) = game_named(name), played(name, players)
    met = zip(states, actions, strict=False)
    compared = 0
    for state in some([state for state, action in met if kind_of(action) == SECRET_KINDS[name]], 6):
        secret = [action for action in game.legal(state) if kind_of(action) == SECRET_KINDS[name]]
        for who in {player_of(action) for action in secret}:
            own = [action for action in secret if player_of(action) == who]
            after = [game.apply(state, action) for action in some(own, 5)]
            unseen = [later for later in after if game.view(later, None).phase == game.view(state, None).phase]
            for viewer in set(viewers(game, state)) - {who}:
                views = [to_json(game.view(later, viewer)) for later in unseen]
                assert all(view == views[0] for view in views)
                compared += len(views)
    assert compared > 5


@every_count
def test_score_stands_at_every_moment(name, players):
    game, (states, _) = game_named(name), played(name, players)
    tried = some(states)
    for state in tried:
        score = game.score(state)
        assert sorted(player for player, _ in score.ranking) == sorted(standing.player for standing in score.standings)
        assert [place for _, place in score.ranking] == sorted(place for _, place in score.ranking)
        assert bool(score.winners) <= game.is_over(state)
    assert len(tried) > 5


@every_count
def test_what_is_done_is_said_in_words_for_people(name, players):
    """A button read "step F2  False"."""
    game, (states, actions) = game_named(name), played(name, players)
    said = [game.words(state, action, player_of(action)) for state, action in zip(states, actions, strict=False)]
    odd = [words for words in said if "_" in words or {"None", "True", "False"} & set(words.split()) or "  " in words]
    assert odd == []
    assert min(map(len, said)) >= 3


WORDS = st.sampled_from(["p1", "p2", "p9", "a1", "C3", "F1", "e5", "N", "E", "red", "food", "", "1", "type", "player"])
NUMBERS = st.integers(-2, 7) | st.sampled_from([10**30, -(10**30), 2**63])
LEAVES = st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False, allow_infinity=False) | WORDS
JUNK = st.recursive(
    LEAVES | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)


def throw(name, data):
    """Plain junk, or an honest action of any moment with fields lost, added or turned to junk."""
    game = game_named(name)
    states, actions = played(name, min(game.players))
    state = states[data.draw(st.integers(0, len(actions) - 1))]
    raw = data.draw(JUNK | st.sampled_from(actions).map(to_json))
    if isinstance(raw, dict) and raw:
        raw = {**raw, data.draw(st.sampled_from(sorted(raw)) | WORDS): data.draw(JUNK)}
        raw.pop(data.draw(st.sampled_from(["nothing", *sorted(raw)])), None)
    before = to_json(state)
    try:
        after = game.apply(state, game.read(state, raw))
    except IllegalAction:
        after = state
    assert game.state_from(to_json(after)) == after
    assert to_json(state) == before


def sentences(game, state, viewer):
    """Every text a phone shows of that moment."""
    view = game.view(state, viewer)
    yield view.headline
    yield from view.story
    for prompt in view.prompts:
        yield prompt.text
        for choice in prompt.choices:
            yield choice.label
            yield from (words for pick in choice.picks for words in (pick.label, pick.row))
    lines = [*view.mine, *(line for standing in game.score(state).standings for line in standing.lines)]
    yield from (words for line in lines for words in (line.what, line.why))


def refused(game, state, actions):
    """What is said to each of those actions, done at the wrong moment."""
    for action in actions:
        try:
            game.apply(state, game.read(state, to_json(action)))
        except IllegalAction as refusal:
            yield refusal.sentence


@pytest.mark.parametrize(("name", "players"), [one for one in COUNTS if one[1] <= 4], ids=lambda value: str(value))
def test_people_are_called_by_the_names_they_gave_in_every_sentence(name, players):
    game, (states, actions) = game_named(name), played(name, players)
    names = {player: f"Zoë {number}" for number, player in enumerate(seated(name, players))}
    said = {
        text for state in some(states, 40) for viewer in viewers(game, state) for text in sentences(game, state, viewer)
    }
    said |= {game.words(state, action, None) for state, action in zip(states, actions, strict=False)}
    said |= {text for state in some(states, 8) for text in refused(game, state, some(actions, 30))}
    seat = re.compile(rf"\b({'|'.join(names)})\b", re.IGNORECASE)
    told = [named(text, names) for text in said]
    assert [text for text in told if seat.search(text)] == []
    assert any("Zoë 1" in text for text in told)


@every_game
def test_the_rules_page_has_paragraphs_of_its_own_and_says_where_options_come_from(name):
    guide = game_named(name).guide
    ids = [paragraph.id for paragraph in guide.paragraphs]
    assert len(ids) == len(set(ids))
    assert {option.rule for option in guide.options.values()} <= set(ids)


@every_game
def test_every_option_the_host_is_offered_can_be_chosen(name):
    game = game_named(name)
    players = game.names(4 if name == "gold_mine" else max(game.players))
    for option, words in game.guide.options.items():
        values = [value for value, _ in words.values] or [True, False]
        needs = {"mud": True} if option == "five_tile" else {}
        assert game.options[option] in values
        assert [game.setup(players, {option: value, **needs}) is not None for value in values] == [True] * len(values)
    assert set(game.guide.options) <= set(game.options)


@every_game
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_malformed_json_is_refused_and_nothing_else_happens(name, data):
    throw(name, data)


@pytest.mark.soak
@pytest.mark.timeout(600)
@every_game
@settings(max_examples=5000, deadline=None)
@given(data=st.data())
def test_thousands_of_malformed_actions_are_refused(name, data):
    throw(name, data)
