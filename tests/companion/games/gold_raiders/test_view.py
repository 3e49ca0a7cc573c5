"""What the phones show and ask."""

from companion.games.gold_raiders import GAME as game
from companion.games.gold_raiders import board
from companion.games.naming import plain


def position(**given):
    return game.state_from({"players": ["p1", "p2"], **given})


def test_phones_offer_only_what_is_possible():
    prompts = game.view(position(), "p1").prompts
    assert [[choice.label for choice in prompt.choices] for prompt in prompts] == [["New stack"]]
    full = game.view(position(stacks={"p1": [1], "p2": [2]}), "p1").prompts
    assert [[plain(choice.label) for choice in prompt.choices] for prompt in full] == [
        ["New stack", "On stack 1"],
        ["Recon: your own stack 1", "Recon: P2's stack 1"],
        ["Steal: P2's stack 1 as a new stack", "Steal: P2's stack 1 on stack 1"],
    ]
    assert game.view(position(), "p2").prompts == ()


def test_what_stands_beside_other_questions_has_a_word_for_its_button():
    prompts = game.view(position(stacks={"p1": [1], "p2": [2]}), "p1").prompts
    assert [prompt.short for prompt in prompts] == ["Play a card", "Recon", "Steal"]


def test_every_button_does_what_it_says_or_asks_for_the_cards():
    accepted = 0
    for state in (
        game.setup(["p1", "p2"]),
        position(phase="deal"),
        position(stacks={"p1": [1], "p2": [2]}),
        position(phase="day", stacks={"p1": [1, 2, 3]}),
    ):
        for prompt in game.view(state, None).prompts:
            for choice in prompt.choices:
                cards = ["1", "2", "3"][: choice.fill["cards"]["count"]] if choice.fill else []
                action = {**choice.action, "cards": cards} if choice.fill else choice.action
                game.apply(state, game.read(state, action))
                accepted += 1
    assert accepted


def test_a_large_stack_is_entered_card_by_card():
    prompt = game.view(position(phase="day", stacks={"p1": [4]}), "p1").prompts[-1]
    asked = prompt.choices[0].fill["cards"]
    assert (asked["of"], asked["count"], asked["pieces"]["B"]) == (board.CARDS, 4, "card.B")


def test_a_stolen_stack_is_tapped_and_then_its_new_place():
    choices = game.view(position(stacks={"p1": [1], "p2": [2]}), "p1").prompts[-1].choices
    assert [[pick.space for pick in choice.picks] for choice in choices] == [
        ["seat2.stack1", "seat1.stack2"],
        ["seat2.stack1", "seat1.stack1"],
    ]
