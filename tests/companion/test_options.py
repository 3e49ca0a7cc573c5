"""The grammar of the command line."""

import pytest

from companion import options


def test_a_word_that_no_command_knows_is_one_line_that_points_to_help(capsys: pytest.CaptureFixture[str]) -> None:
    parser = options.Parser(prog="companion bench")
    options.bench(parser)
    with pytest.raises(SystemExit, match="2"):
        parser.parse_args(["--loud"])
    assert capsys.readouterr().err == "companion bench: unrecognized arguments: --loud; see companion bench --help\n"


def test_a_kit_is_printed_whole_on_a4_unless_somebody_says_otherwise() -> None:
    parser = options.Parser()
    options.kit(parser)
    chosen = parser.parse_args(["gold_mine"])
    assert (chosen.paper, chosen.mode, chosen.ink) == ("a4", "kit", "full")
