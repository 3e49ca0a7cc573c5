"""Refusals are sentences for the players."""

import pytest

from companion.games.temple_of_gold.reasons import SENTENCES, refusal


@pytest.mark.parametrize("code", SENTENCES)
def test_a_refusal_is_a_whole_sentence(code):
    sentence = str(refusal(code))
    assert refusal(code).code == code
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert "_" not in sentence.replace("allow_discard", "")
