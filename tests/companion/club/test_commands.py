"""Commands from the broker are refused unless allowed, and then only with the secret."""

import pytest

from companion.club.commands import obey
from companion.club.line import MqttConfig
from companion.club.messages import VERSION, Command
from companion.errors import BadInput

ALLOWING = MqttConfig(host="a", allow=("pause",), secret="open sesame")


def asked(do: str = "pause", secret: str = "open sesame") -> Command:
    return Command(v=VERSION, id="venue", sent=1.0, do=do, secret=secret)


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def deeds(done):
    return {"pause": lambda: done.append("pause"), "resume": lambda: done.append("resume")}


def test_an_allowed_command_with_the_secret_is_done(deeds, done):
    obey(ALLOWING, asked(), deeds)
    assert done == ["pause"]


@pytest.mark.parametrize(
    ("config", "command", "said"),
    [
        (MqttConfig(host="a"), asked(), "takes no commands"),
        (MqttConfig(host="a", secret="open sesame"), asked(), "takes no commands"),
        (ALLOWING, asked(secret="sesame"), "need the host's secret"),
        (ALLOWING, asked(secret=""), "need the host's secret"),
        (ALLOWING, asked(do="resume"), "does not let the broker 'resume'; it allows pause"),
        (ALLOWING, asked(do="x" * 3000), "it allows pause"),
    ],
)
def test_all_others_are_refused_and_the_secret_is_in_no_sentence(deeds, done, config, command, said):
    with pytest.raises(BadInput, match=said) as refused:
        obey(config, command, deeds)
    assert done == []
    assert "sesame" not in str(refused.value)
    assert len(str(refused.value)) < 120
