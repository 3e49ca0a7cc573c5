"""What was checked and whether it holds; the commands that find it out."""

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass


class Failed(Exception):
    """What did not hold."""


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    where: str
    what: str
    is_well: bool
    found: str
    seconds: float


class Table:
    """The lines as they come; each is printed at once, for the whole takes long."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def hold(self, where: str, what: str, check: Callable[[], str]) -> None:
        """Runs one check; what it says goes into the table, and so does what it raises."""
        began_s = time.monotonic()
        try:
            is_well, found = True, check()
        except (Failed, OSError, subprocess.SubprocessError, ValueError) as wrong:
            is_well, found = False, str(wrong)
        row = Row(where, what, is_well, " ".join(found.split())[-200:], time.monotonic() - began_s)
        self.rows.append(row)
        print(_line(row), flush=True)

    def __str__(self) -> str:
        head = ["| where | what | holds | found | s |", "| --- | --- | --- | --- | --- |"]
        return "\n".join(head + [_line(row) for row in self.rows])


def _line(row: Row) -> str:
    return f"| {row.where} | {row.what} | {'yes' if row.is_well else 'NO'} | {row.found} | {row.seconds:.0f} |"


def run(*command: str, within_s: float = 7200.0) -> str:
    """What a command prints; Failed with its last lines if it fails."""
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=within_s,
    )
    if done.returncode != 0:
        raise Failed(f"status {done.returncode}: {done.stdout[-1500:]}")
    return done.stdout


def until(ask: Callable[[], object], within_s: float, what: str) -> str:
    """Asks four times a second until there is an answer."""
    end_s = time.monotonic() + within_s
    while time.monotonic() < end_s:
        try:
            if answer := ask():
                return str(answer)
        except Failed:
            pass
        time.sleep(0.25)
    raise Failed(f"{what} within {within_s:g} s")
