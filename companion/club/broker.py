"""Debian's Mosquitto, started by ourselves on loopback: for the demo, the benchmark and the tests."""

import getpass
import os
import shutil
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from companion.errors import BadInput

_PATH = f"{os.defpath}:/usr/sbin:/usr/local/sbin"
QUEUE = ("max_queued_messages 100000",)  # a venue that is busy for a second loses nothing

ASKED = 5  # times to end by itself, two seconds each


class Broker:
    """A running Mosquitto; `kill` is a power cut, `start` brings it back on the same port with what it had kept."""

    def __init__(self, folder: Path, port: int = 0, settings: Sequence[str] = (), is_open: bool = True) -> None:
        self.port = port or free_port()
        self._file = folder / "mosquitto.conf"
        lines = [
            f"listener {self.port} 127.0.0.1",
            f"allow_anonymous {str(is_open).lower()}",
            f"user {getpass.getuser()}",  # as root it would become another, who may not write into our folder
            "persistence true",
            f"persistence_location {folder}/",
            "autosave_interval 1",
            "log_dest stderr",
            "log_type error",
            "log_type notice",
            "log_type information",
            "connection_messages false",  # or the pipe would fill
            *QUEUE,
            *settings,
        ]
        self._file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self._process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        """Returns once it takes calls."""
        process = subprocess.Popen([program(), "-c", str(self._file)], stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        said = []
        for line in process.stderr:
            said.append(line.partition(": ")[2].strip())
            if line.rstrip().endswith("running"):
                break
        else:
            process.wait()
            process.stderr.close()
            raise BadInput(f"mosquitto would not start: {' '.join(said[-3:])}")
        self._process = process

    def kill(self) -> None:
        self._end(is_sudden=True)

    def close(self) -> None:
        self._end(is_sudden=False)

    def _end(self, is_sudden: bool) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill() if is_sudden else ask_to_end(process)
        process.wait()
        if process.stderr is not None:
            process.stderr.close()

    @property
    def pid(self) -> int:
        return self._process.pid if self._process is not None else 0


def ask_to_end(process: subprocess.Popen[str]) -> None:
    """Asks until it goes: a Mosquitto that has only just said "running" forgets the first asking, and one may hang."""
    for _ in range(ASKED):
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(2)
            return
    process.kill()


def program(path: str = f"{os.environ.get('PATH', '')}:{_PATH}") -> str:
    """Where Mosquitto is, or BadInput says how to get it."""
    found = shutil.which("mosquitto", path=path)
    if found is None:
        raise BadInput("no mosquitto on this machine; sudo apt install mosquitto, or name a broker with --broker")
    return found


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
