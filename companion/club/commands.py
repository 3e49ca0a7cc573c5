"""Commands from the broker: refused unless the table's owner allows them, and then only with the host's secret."""

from collections.abc import Callable, Mapping
from secrets import compare_digest

from companion.club.line import MqttConfig
from companion.club.messages import Command
from companion.errors import BadInput


def obey(config: MqttConfig, command: Command, deeds: Mapping[str, Callable[[], None]]) -> None:
    """Does what was asked, or BadInput says why not; the secret stands in none of our sentences."""
    allowed = [name for name in config.allow if name in deeds]
    if not allowed:
        raise BadInput("this table takes no commands; its owner can allow some as mqtt.allow")
    if not config.secret or not compare_digest(command.secret.encode(), config.secret.encode()):
        raise BadInput("commands need the host's secret, mqtt.secret in this table's settings")
    if command.do not in allowed:
        raise BadInput(f"this table does not let the broker {command.do[:20]!r}; it allows {', '.join(allowed)}")
    deeds[command.do]()
