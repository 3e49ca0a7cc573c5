"""The rules page has a paragraph for every refusal."""

from companion.games.pyramid_raiders.guide import GUIDE
from companion.games.pyramid_raiders.reasons import SENTENCES


def test_every_refusal_comes_from_one_paragraph() -> None:
    told = [code for paragraph in GUIDE.paragraphs for code in paragraph.codes]
    assert sorted(told) == sorted(SENTENCES)
