"""Every refusal has its sentence."""

import pytest

from companion.games.pyramid_raiders.reasons import SENTENCES, refusal


def test_every_reason_has_a_sentence_for_the_players():
    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in SENTENCES.values())


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_a_refusal_carries_its_code_and_its_sentence_filled_in(code):
    refused = refusal(code, need=2, spaces="spaces")
    assert (refused.code, "{" in str(refused)) == (code, False)


def test_the_debt_is_told_in_spaces():
    assert str(refusal("must_move_exact", need=2, spaces="spaces")).startswith("You owe 2 more spaces")
