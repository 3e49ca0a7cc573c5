"""The rules page has a paragraph for every refusal, and words for every option."""

from companion.games.gold_raiders import GAME
from companion.games.gold_raiders.guide import GUIDE
from companion.games.gold_raiders.reasons import SENTENCES


def test_every_refusal_comes_from_one_paragraph() -> None:
    told = [code for paragraph in GUIDE.paragraphs for code in paragraph.codes]
    assert sorted(told) == sorted(SENTENCES)


def test_every_option_that_people_choose_has_words() -> None:
    simple = {name for name, usual in GAME.options.items() if isinstance(usual, bool | int | str)}
    assert set(GUIDE.options) == simple
