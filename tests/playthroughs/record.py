"""Records the playthroughs anew, after a rulebook has changed: python tests/playthroughs/record.py [GAME ...]."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.games import game_named
from companion.games.protocol import to_json
from companion.play.journal import Journal, read_export
from companion.play.table import Table
from companion.simulation.match import play

HERE = Path(__file__).parent
GAMES: dict[str, tuple[int, int, dict[str, Any]]] = {  # players, seed, options
    "pyramid_raiders": (3, 1, {}),
    "gold_raiders": (3, 1, {}),
    "gold_mine": (3, 3, {"mud": True}),
    "temple_of_gold": (2, 1, {"income": "claim"}),
    "go_for_gold": (3, 1, {}),
}


def record(name: str) -> None:
    """Writes the game as an export, one entry a line, and how it ended beside it."""
    players, seed, options = GAMES[name]
    game = game_named(name)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        play(game, game.names(players), seed, "greedy", options, keep=path)
        exported = path.read_bytes()
    whole = json.loads(exported)
    entries = ",\n".join(json.dumps(entry) for entry in whole.pop("entries"))
    (HERE / f"{name}.json").write_text(f'{json.dumps(whole)[:-1]}, "entries": [\n{entries}\n]}}\n')
    table = Table(Journal(":memory:"), lambda: 0.0)
    table.take_in(read_export(exported))
    score = game.score(table.state)
    totals = {standing.player: standing.total for standing in score.standings}
    end = {"totals": totals, "ranking": score.ranking, "winners": score.winners, "state": to_json(table.state)}
    (HERE / f"{name}.end.json").write_text(json.dumps(end) + "\n")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or GAMES:
        record(wanted)
