"""What a machine is, where nobody said."""

from web.about import NOTHING, About


def test_a_table_on_no_machine_in_particular_has_no_settings():
    assert About() == NOTHING
    assert list(NOTHING.settings) == []
